"""Variance components of crossed factors by ANOVA moments (Henderson's method 1): how much of a result is skill, side,
seat or luck."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

__all__ = ["components"]


def components(frame: pl.DataFrame, value: str, factors: Sequence[str]) -> dict[str, float]:
    """Variance of each random factor and of the residual, in squared units of the integer column `value`; negative
    estimates are set to 0.

    Model y = mean + sum of independent random effects, one per factor, + residual. Equates the sums of T_level^2 /
    n_level with their expectations; closed form, equal to the classical ANOVA estimates when the design is balanced. A
    factor with one level gets 0.
    """
    used = [f for f in factors if frame[f].n_unique() > 1]
    n = len(frame)
    if n < 2:
        return {**dict.fromkeys(factors, 0.0), "residual": 0.0}
    # Shifting changes no component and keeps the sums small; integers add up exactly in any order.
    centre = round(int(frame[value].cast(pl.Int64).sum()) / n)
    data = frame.select(*used, (pl.col(value).cast(pl.Int64) - centre).alias("y_"))
    totals = {f: data.group_by(f).agg(pl.len().cast(pl.Int64).alias("n_"), pl.col("y_").sum()).sort(f) for f in used}
    # Unknowns: mean^2, one variance per factor, residual variance. Equations: total, one per factor, grand mean.
    matrix = np.zeros((len(used) + 2, len(used) + 2))
    right = np.zeros(len(used) + 2)
    matrix[0] = [n, *[n] * len(used), n]
    right[0] = float((data["y_"] ** 2).sum())
    spread = [float((totals[g]["n_"] ** 2).sum()) for g in used]
    matrix[-1] = [n, *[s / n for s in spread], 1]
    right[-1] = float(data["y_"].sum()) ** 2 / n
    for i, f in enumerate(used, start=1):
        matrix[i] = [n, *[n if g == f else _overlap(data, f, g) for g in used], len(totals[f])]
        right[i] = float((totals[f]["y_"] ** 2 / totals[f]["n_"]).sum())
    solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
    found = dict(zip(used, solution[1:-1], strict=True))
    return {**{f: max(float(found.get(f, 0.0)), 0.0) for f in factors}, "residual": max(float(solution[-1]), 0.0)}


def _overlap(data: pl.DataFrame, f: str, g: str) -> float:
    """Expected weight of g's variance in f's sum of squares: sum over levels of f of sum_m n_lm^2 / n_l."""
    cells = data.group_by(f, g).agg(pl.len().cast(pl.Int64).alias("n_"))
    levels = cells.group_by(f).agg((pl.col("n_") ** 2).sum().alias("nn_"), pl.col("n_").sum()).sort(f)
    return float((levels["nn_"] / levels["n_"]).sum())
