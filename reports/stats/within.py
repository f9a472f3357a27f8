"""A difference between two groups with a factor held equal: the mean of the differences within its levels."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.joint import Joint

__all__ = ["standardised", "within"]


def within(group_means: Joint, factor: str) -> NDArray[np.float64] | None:
    """Weights of a contrast of `found`, whose groups are the levels of the factor by one key of two values: the second
    value minus the first, level by level; None where no level has both.

    Levels weigh n_1 n_2 / (n_1 + n_2), so that the contrast is the coefficient of a least-squares regression with a
    constant for every level (Frisch and Waugh 1933).
    """
    level = group_means.groups[factor].cast(pl.String).to_list()
    weights = np.zeros(len(level))
    for i in range(len(level) - 1):
        if level[i] == level[i + 1]:  # groups are sorted by the factor
            first, second = float(group_means.n[i]), float(group_means.n[i + 1])
            weights[[i, i + 1]] = np.array([-1.0, 1.0]) * (first * second / (first + second))
    total_weight = weights[weights > 0].sum()
    return weights / total_weight if total_weight else None


def standardised(
    n: NDArray[np.float64], plus: NDArray[np.bool_], minus: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Weights [group, level] of the difference between two sides with a factor held equal, and of the same difference
    mixed over it; n: games of each group at each level of the factor; None where no level has both sides.

    Held equal, levels weigh n1 n2 / (n1 + n2) (Mantel and Haenszel 1959; the coefficient of a regression with a
    constant for each level, Frisch and Waugh 1933): the difference among seats that agree in the factor, in the mix in
    which both sides have games.
    """
    sums = [np.where(side[:, None], n, 0.0) for side in (plus, minus)]
    first, second = (side.sum(axis=0) for side in sums)
    weight = np.divide(first * second, first + second, out=np.zeros(n.shape[1]), where=first * second > 0)
    if not weight.any():
        return None
    weight = weight / weight.sum()
    inside = [
        np.divide(side, total, out=np.zeros(n.shape), where=total > 0)
        for side, total in zip(sums, (first, second), strict=True)
    ]
    mixed = [side / side.sum() for side in sums]
    return weight * (inside[0] - inside[1]), mixed[0] - mixed[1]
