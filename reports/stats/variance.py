"""Variance components of crossed and nested factors by ANOVA moments (Henderson's method 1): how much of a result is
skill, side, seat or luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.sums import numbers

__all__ = ["components"]

Codes = NDArray[np.int64]

DENSE = 4  # cells a row of the frame up to which they are counted in place rather than sorted


def components(frame: pl.DataFrame, values: Sequence[str], factors: Sequence[str]) -> dict[str, dict[str, float]]:
    """Variance of each random factor and of the residual, in squared units, of each of the columns `values`.

    Model y = mean + sum of independent random effects, one per factor, + residual. Equates the sums of T_level^2 /
    n_level with their expectations; closed form, equal to the classical ANOVA estimates when the design is balanced. An
    estimate may be negative: by chance, or because rows that share a level are less alike than others, as the seats of
    a game that share one win are. A factor with one level gets 0. ValueError where a column holds something else than
    numbers, or a row has no value.
    """
    code = {f: frame[f].rank("dense").to_numpy().astype(np.int64) - 1 for f in factors if frame[f].n_unique() > 1}
    used, n = list(code), len(frame)
    if n < 2:
        return {value: {**dict.fromkeys(factors, 0.0), "residual": 0.0} for value in values}
    size = {f: np.bincount(code[f]) for f in used}
    # Unknowns: mean^2, one variance per factor, residual variance. Equations: total, one per factor, grand mean.
    matrix = np.zeros((len(used) + 2, len(used) + 2))
    matrix[0] = n
    matrix[-1] = [n, *[float((size[f] ** 2).sum()) / n for f in used], 1]
    for i, f in enumerate(used, start=1):
        matrix[i, 0], matrix[i, i], matrix[i, -1] = n, n, len(size[f])
    for (i, f), (j, g) in combinations(enumerate(used, start=1), 2):
        matrix[i, j], matrix[j, i] = _overlap(code[f], code[g], size[f], size[g])
    out = {}
    for value in values:
        # Shifting changes no component and keeps the sums small. Whole numbers add up exactly in any order, floats are
        # added in that of their values.
        y = numbers(frame[value])
        order = slice(None) if np.issubdtype(y.dtype, np.integer) else np.argsort(y, kind="stable")
        y = y[order]
        y = y - round(y.sum().item() / n)
        by_factor = [float((np.bincount(code[f][order], weights=y) ** 2 / size[f]).sum()) for f in used]
        right = np.array([float((y**2).sum()), *by_factor, float(y.sum()) ** 2 / n])
        solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
        found = dict(zip(used, solution[1:-1].tolist(), strict=True))
        out[value] = {**{f: found.get(f, 0.0) for f in factors}, "residual": float(solution[-1])}
    return out


def _overlap(first: Codes, second: Codes, rows: Codes, columns: Codes) -> tuple[float, float]:
    """Expected weight of the second factor's variance in the first one's sum of squares, and the reverse: sum over
    levels l of one of sum_m n_lm^2 / n_l."""
    each = first * len(columns) + second
    if len(rows) * len(columns) <= DENSE * len(each):
        whole = np.bincount(each)
        cell = np.flatnonzero(whole)
        count = whole[cell]
    else:
        cell, count = np.unique(each, return_counts=True)
    square = count.astype(np.float64) ** 2
    return float((square / rows[cell // len(columns)]).sum()), float((square / columns[cell % len(columns)]).sum())
