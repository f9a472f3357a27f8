"""Variance components of crossed and nested factors by ANOVA moments (Henderson's method 1): how much of a result is
skill, side, seat or luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

__all__ = ["components"]

Codes = NDArray[np.int64]


def components(frame: pl.DataFrame, value: str, factors: Sequence[str]) -> dict[str, float]:
    """Variance of each random factor and of the residual, in squared units of the integer column `value`.

    Model y = mean + sum of independent random effects, one per factor, + residual. Equates the sums of T_level^2 /
    n_level with their expectations; closed form, equal to the classical ANOVA estimates when the design is balanced. An
    estimate may be negative: by chance, or because rows that share a level are less alike than others, as the seats of
    a game that share one win are. A factor with one level gets 0.
    """
    code = {f: frame[f].rank("dense").to_numpy().astype(np.int64) - 1 for f in factors if frame[f].n_unique() > 1}
    used, n = list(code), len(frame)
    if n < 2:
        return {**dict.fromkeys(factors, 0.0), "residual": 0.0}
    # Shifting changes no component and keeps the sums small; integers add up exactly in any order.
    y = frame[value].cast(pl.Int64).to_numpy()
    y = y - round(int(y.sum()) / n)
    size = {f: np.bincount(code[f]) for f in used}
    # Unknowns: mean^2, one variance per factor, residual variance. Equations: total, one per factor, grand mean.
    matrix = np.zeros((len(used) + 2, len(used) + 2))
    right = np.zeros(len(used) + 2)
    matrix[0] = n
    right[0] = float((y**2).sum())
    matrix[-1] = [n, *[float((size[f] ** 2).sum()) / n for f in used], 1]
    right[-1] = float(y.sum()) ** 2 / n
    for i, f in enumerate(used, start=1):
        matrix[i, 0], matrix[i, i], matrix[i, -1] = n, n, len(size[f])
        right[i] = float((np.bincount(code[f], weights=y) ** 2 / size[f]).sum())
    for (i, f), (j, g) in combinations(enumerate(used, start=1), 2):
        matrix[i, j], matrix[j, i] = _overlap(code[f], code[g], size[f], size[g])
    solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
    found = dict(zip(used, solution[1:-1].tolist(), strict=True))
    return {**{f: found.get(f, 0.0) for f in factors}, "residual": float(solution[-1])}


def _overlap(first: Codes, second: Codes, rows: Codes, columns: Codes) -> tuple[float, float]:
    """Expected weight of the second factor's variance in the first one's sum of squares, and the reverse: sum over
    levels l of one of sum_m n_lm^2 / n_l."""
    cell, count = np.unique(first * len(columns) + second, return_counts=True)
    square = count.astype(np.float64) ** 2
    return float((square / rows[cell // len(columns)]).sum()), float((square / columns[cell % len(columns)]).sum())
