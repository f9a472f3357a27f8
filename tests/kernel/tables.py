"""Schedules for play_games(), weights for Toy, and comparison of what comes back."""

from typing import Any

import numpy as np

__all__ = ["same", "schedule", "values_by_card"]


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
