"""What the stored tables know of those who played a scenario of a run."""

from __future__ import annotations

from collections.abc import Sequence

from analyser.strength.elo import EloRow, elo_file, read_elo
from analyser.strength.table import PLAYOUTS, RANDOM, SEARCH, Row, digest_of, file_of, read_table
from reports.facts import GameFacts
from reports.run_facts import Elo, Share, Strength, StrengthTable

__all__ = ["strength_of"]


def strength_of(
    names: Sequence[str],
    game: GameFacts,
    *,
    learners: Sequence[str] = (),
    changed: Sequence[str] = (),
    forbidden: bool = False,
) -> StrengthTable | None:
    """The strength of these strategies in the game as it was played; None where one player decides alone.

    learners: those that play weakly on purpose. changed: those whose files are not what they were when the run was
    played. forbidden: whether classes of moves were. Neither was measured.
    """
    if game.players < 2:
        return None
    rated = [] if forbidden else [row for row in read_elo(elo_file(game.name)) if row.players == game.players]
    rows = [] if forbidden else [row for row in read_table(file_of(game.name)) if row.players == game.players]
    found = [
        _strength(
            name,
            game,
            [] if name in changed else rows,
            [] if name in changed else rated,
            learner=name in learners,
        )
        for name in names
    ]
    return StrengthTable(game.players, SEARCH, PLAYOUTS, tuple(found))


def _strength(name: str, game: GameFacts, rows: Sequence[Row], rated: Sequence[EloRow], *, learner: bool) -> Strength:
    """What the rows know of a strategy: found by its digest, whatever its file is called."""
    digest = digest_of(name, game) if rows or rated else ""
    rating = next((row for row in rated if digest and row.digest == digest), None)
    mine = [row for row in rows if digest and row.digest == digest]
    return Strength(
        name,
        learner,
        random=next((_share(row) for row in mine if row.others == RANDOM), None),
        search=next((_share(row) for row in mine if row.alone == SEARCH), None),
        elo=None if rating is None else Elo(rating.elo, rating.low, rating.high, rating.games),
    )


def _share(row: Row) -> Share:
    return Share(row.share, row.low, row.high, row.games)
