"""Schedules for play_games(), weights for Toy, and comparison of what comes back."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cext.kernel.match import play_games
from cext.kernel.policy import Policy

__all__ = ["FunctionStrategy", "recorded", "same", "schedule", "values_by_card"]


class FunctionStrategy:
    """A Python strategy that chooses what a function gives, or raises what it raises."""

    def __init__(self, function: Callable[[dict[str, Any], list[Any]], Any]) -> None:
        self.function = function

    def choose(self, view: dict[str, Any], moves: list[Any]) -> Any:
        return self.function(view, moves)


def schedule(
    n: int, players: int, *, policies: int = 1, boards: int = 2, record: int = 0, first: int = 0
) -> dict[str, Any]:
    """Rows first to first + n - 1 of one schedule: two games a deal, policies and boards move a seat on each row.

    boards: how many the game has; 0: none.
    """
    games = np.arange(first, first + n)
    shift = games[:, None] + np.arange(players)
    return {
        "games": games,
        "deals": games // 2,
        "policy": shift % policies,
        "board": shift % boards if boards else np.full_like(shift, -1),
        "record": np.full(n, record),
    }


def recorded(game: Any, policies: Sequence[Policy], *, seed: int, **rows: Any) -> dict[str, np.ndarray]:
    """The decisions of games whose rows say that they are recorded."""
    decisions = play_games(game, policies, seed=seed, **rows).decisions
    assert decisions is not None
    return decisions


def values_by_card(slope: int) -> np.ndarray:
    """Weights of Toy that value a card at `slope` thousandths a pip and never push."""
    weights = np.zeros((12, 6), dtype=int)
    weights[:, 0] = slope
    weights[:, 1] = -1_000_000
    return weights


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Whether two dicts of columns hold the same names, types and bits."""
    return list(one) == list(other) and all(
        one[name].dtype == other[name].dtype and one[name].tobytes() == other[name].tobytes() for name in one
    )
