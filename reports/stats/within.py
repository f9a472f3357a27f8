"""A difference between two groups with a factor held equal: the mean of the differences within its levels."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.joint import Joint

__all__ = ["within"]


def within(found: Joint, factor: str) -> NDArray[np.float64] | None:
    """Weights of a contrast of `found`, whose groups are the levels of the factor by one key of two values: the second
    value minus the first, level by level; None where no level has both.

    Levels weigh n_1 n_2 / (n_1 + n_2), so that the contrast is the coefficient of a least-squares regression with a
    constant for every level (Frisch and Waugh 1933).
    """
    level = found.groups[factor].cast(pl.String).to_list()
    weights = np.zeros(len(level))
    for i in range(len(level) - 1):
        if level[i] == level[i + 1]:  # groups are sorted by the factor
            first, second = float(found.n[i]), float(found.n[i + 1])
            weights[[i, i + 1]] = np.array([-1.0, 1.0]) * (first * second / (first + second))
    whole = weights[weights > 0].sum()
    return weights / whole if whole else None
