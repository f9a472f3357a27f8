"""Schedules for play() on the toy game, and comparison of what it returns."""

from typing import Any

import numpy as np

__all__ = ["same", "schedule"]


def schedule(n: int, players: int, *, policies: int = 1, record: int = 0, first: int = 0) -> dict[str, Any]:
    """Rows first to first + n - 1 of one schedule: two games a deal, policies and boards move a seat on each row."""
    games = np.arange(first, first + n)
    shift = games[:, None] + np.arange(players)
    return {
        "games": games,
        "deals": games // 2,
        "policy": shift % policies,
        "board": shift % 2,
        "record": np.full(n, record),
    }


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Whether two dicts of columns hold the same names, types and bits."""
    return list(one) == list(other) and all(
        one[name].dtype == other[name].dtype and one[name].tobytes() == other[name].tobytes() for name in one
    )
