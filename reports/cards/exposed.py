"""Who was dealt what, and what was done with it: the records of a run as arrays game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.card_facts import DEALT, CardSet
from reports.frames import RunFrames, in_order, seatwise
from reports.stats.exposure import Slopes, slopes

__all__ = ["Exposed", "arm_of", "exposed"]

Copies = NDArray[np.uint8]
MOST_COPIES = 255  # that a number of copies can hold
AT_ONCE = 1_000_000  # moves whose places are worked out: several whole numbers each


@dataclass(frozen=True, eq=False)
class Exposed:
    """Games as chosen: their deals, win shares and scores [game, seat], and copies [game, seat, card] of every set's
    cards that were dealt, and that were used, by the key of the set and of the use."""

    deal: NDArray[np.int64]
    share: NDArray[np.float64]
    score: NDArray[np.float64]
    copies: Mapping[tuple[str, str], Copies]

    def effects(self, copies: Copies) -> Slopes:
        """On the win share."""
        return slopes(copies, self.share, self.deal)

    def points(self, copies: Copies) -> Slopes:
        """On the score."""
        return slopes(copies, self.score, self.deal)


def arm_of(run: RunFrames) -> str | None:
    """The arm in which nothing was forced."""
    return run.first_arm("chosen", "free", "table", "mirror", "cross")


def exposed(run: RunFrames) -> Exposed | None:
    """All that the records tell; None where nothing was played freely, or the game names no cards."""
    arm = arm_of(run)
    if arm is None or not run.game.cards:
        return None
    tallies = sorted({tally for one in run.game.cards for card in one.cards for tally in card.tallies.values()})
    known = [tally for tally in tallies if tally in run.columns]
    rows = in_order(run.rows(arm), ["share60", "score", *known])
    moves = _moves(run, rows["game"])
    if moves is not None:  # where decisions of some deals alone were recorded, the others tell nothing
        rows = rows.filter(pl.col("game").is_in(moves["game"].unique().implode()))
    k = run.players
    games = rows["game"].to_numpy()[::k]
    copies: dict[tuple[str, str], Copies] = {}
    for one in run.game.cards:
        for key, kinds, classes in _told(one):
            if kinds and moves is not None:
                copies[one.key, key] = _moved(moves, games, k, one, kinds, _numbers(run, classes))
            elif not kinds and all(card.tallies.get(key) in known for card in one.cards):
                columns = [seatwise(rows, card.tallies[key], k).clip(0, MOST_COPIES) for card in one.cards]
                copies[one.key, key] = np.stack(columns, axis=2).astype(np.uint8)
    share, score = (seatwise(rows, name, k).astype(np.float64) for name in ("share60", "score"))
    return Exposed(seatwise(rows, "deal", k)[:, 0].astype(np.int64), share / 60, score, copies)


def _told(one: CardSet) -> list[tuple[str, Sequence[str], str]]:
    """What the records tell of a set: the key of a use (or of the deal), kinds of moves (none: tallies), classes."""
    dealt = [(DEALT, one.dealt, "")] if one.is_dealt else []
    return [*dealt, *((use.key, (use.kind,) if use.kind else (), use.classes) for use in one.uses)]


def _numbers(run: RunFrames, classes: str) -> list[int]:
    return [run.game.letters.index(letter) for letter in classes]


def _moves(run: RunFrames, games: pl.Series) -> pl.DataFrame | None:
    """The recorded moves that tell of cards; None where no set needs them, or none were recorded."""
    kinds = {kind for one in run.game.cards for _, named, _ in _told(one) for kind in named}
    if not kinds or run.decisions is None:
        return None
    wanted = pl.col("kind").cast(pl.String).is_in(sorted(kinds))
    # As they are stored, 8 bytes each, and read in pieces: there are a hundred to a game.
    found = run.decisions.filter(wanted).select("game", "seat", "kind", "a", "class").collect(engine="streaming")
    ours = found["game"].is_in(games.unique().implode())
    return found if ours.all() else found.filter(ours)


def _moved(
    moves: pl.DataFrame, games: NDArray[np.uint32], k: int, one: CardSet, kinds: Sequence[str], classes: list[int]
) -> Copies:
    """1 where a seat made such a move with the card."""
    of_kind = pl.col("kind").cast(pl.String).is_in(kinds)
    told = moves.lazy().filter(of_kind & (pl.col("class").is_in(classes) if classes else True))
    chosen = told.select("game", "seat", "a").collect(engine="streaming")
    place = {card.number: at for at, card in enumerate(one.cards)}
    columns = np.array([place.get(number, -1) for number in range(256)])
    out = np.zeros((len(games), k, len(one.cards)), dtype=np.uint8)
    for some in chosen.iter_slices(AT_ONCE):
        column, game = columns[some["a"].to_numpy()], np.searchsorted(games, some["game"].to_numpy())
        kept = column >= 0
        out[game[kept], some["seat"].to_numpy()[kept].astype(np.int64) - 1, column[kept]] = 1
    return out
