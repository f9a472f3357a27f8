"""What is left to gain: fresh searches from the best plans shipped with a game, each on the boards it was tuned for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import DataError
from analyser.strength.elo import elo_file, read_elo
from analyser.tuning import session
from analyser.tuning.beginning import begin
from analyser.tuning.session import Look, Result
from strategies import list_strategies
from strategies.plan import STRONG, TUNED

__all__ = ["MOST", "Fresh", "best_plans", "fresh"]

MOST = 0.03  # of win share, that a fresh search may still gain


@dataclass(frozen=True)
class Fresh:
    """A fresh search from a plan, and what it came to."""

    plan: str
    board: str | None  # whose weights were searched for; None: those of all
    result: Result

    @property
    def left(self) -> bool:
        """Whether it gained MOST or more."""
        return self.result.gain.share >= MOST


def best_plans(game: str) -> list[tuple[str, str | None]]:
    """The best plans of a game, each with a board: those tuned for boards with each of these; those out of the others'
    league; where there are none, the plan with the most Elo. DataError where none is shipped, or none was measured."""
    plans = [info for info in list_strategies(game) if info.kind == "weighted"]
    found: list[tuple[str, str | None]] = []
    for info in plans:
        if info.strength == TUNED:
            found += [(info.name, board) for board in info.on_board]
        elif info.strength == STRONG:
            found.append((info.name, None))
    if found:
        return found
    names = {info.name for info in plans}
    measured = [row for row in read_elo(elo_file(game)) if row.strategy in names]
    if not measured:
        raise DataError(
            f"{game}: no plan is shipped whose Elo was measured: `python -m analyser.strength {game} --elo`"
        )
    return [(max(measured, key=lambda row: row.elo).strategy, None)]


def fresh(
    game: str,
    plan: str,
    board: str | None,
    *,
    generations: int | None,
    minutes: float | None,
    games: int,
    seed: int,
    workers: int | None,
    watch: Callable[[Look], None],
) -> Fresh:
    """A search that begins with the plan, against the game's other plans; nothing of it is kept. Raises DataError."""
    given = {"plan": f"{game}/{plan}", "board": board, "games": games, "seed": seed}
    with tempfile.TemporaryDirectory(prefix="left-") as folder:
        begun = begin(given, Path(folder) / "found.toml", generations=generations, minutes=minutes)
        with session.players(workers) as pool:
            result = session.tune(begun, pool, watch)
    return Fresh(plan, board, result)
