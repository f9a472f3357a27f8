"""Means, differences and their intervals when games come in clusters: all errors are clustered by deal.

A group's estimate is the ratio p = sum(T_d) / sum(N_d) of cluster totals, so deals may hold unequal numbers of games.
Its error is the linearised (CR1) one, se^2 = D / (D - 1) * sum((T_d - p N_d)^2) / sum(N_d)^2, which equals the sandwich
error of an ordinary regression on a constant. Totals are integers (shares are stored in 60ths) and are divided last, so
a result never depends on the order of the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

__all__ = ["Measure", "grouped", "limits"]

Floats = NDArray[np.float64]

# Below this a bounded mean gets the design-effect Wilson interval: Student's t is not yet trustworthy.
FEW_CLUSTERS = 30
FEW_EVENTS = 5.0  # likewise when fewer effective wins (or losses) than this were seen


@dataclass(frozen=True)
class Measure:
    """An integer column to be averaged: the mean is its sum over `scale` times the count; `bounded` means it lies in
    [0, 1]."""

    column: str
    scale: int = 1
    bounded: bool = False


def limits(
    estimate: ArrayLike, se: ArrayLike, clusters: ArrayLike, *, bounded: bool = False, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Both ends of the interval of each estimate, NaN with fewer than two clusters.

    Student's t with D - 1 degrees of freedom; a bounded mean (a share) with fewer than 30 clusters, near 0 or 1, or
    whose t interval would leave [0, 1] gets Wilson's interval at the effective sample size p (1 - p) / se^2, with the t
    quantile in the place of the normal one.
    """
    from scipy.special import stdtrit

    p, error, d = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (estimate, se, clusters)))
    enough = d >= 2
    t = np.where(enough, stdtrit(np.where(enough, d - 1.0, 1.0), 0.5 + level / 2.0), np.nan)
    low, high = p - t * error, p + t * error
    if bounded:
        spread = p * (1.0 - p)
        with np.errstate(divide="ignore", invalid="ignore"):
            effective = np.where(error > 0, spread / (error * error), np.where(spread > 0, np.inf, d))
            events = np.minimum(p, 1.0 - p) * effective
            wilson = (d < FEW_CLUSTERS) | (events < FEW_EVENTS) | (low < 0) | (high > 1)
            z2 = t * t / effective
            centre = (p + z2 / 2.0) / (1.0 + z2)
            half = np.sqrt(np.maximum(spread * z2 + z2 * z2 / 4.0, 0.0)) / (1.0 + z2)
        low, high = np.where(wilson, centre - half, low), np.where(wilson, centre + half, high)
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
    return low, high


def grouped(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    measures: Mapping[str, Measure],
    *,
    count: str | None = None,
    cluster: str = "deal",
    level: float = 0.95,
    detail: bool = False,
) -> pl.DataFrame:
    """Clustered means of many groups at once, sorted by their keys.

    Columns: the keys, `n` (games), `deals`, and for each measure m its mean `m`, `m_low` and `m_high`; with `detail`
    also `m_se` and `m_deff` (the design effect). `count` names a column of game counts when rows are totals already.
    Polars does the work in two integer aggregations; only one short loop over groups is left.
    """
    size = pl.len() if count is None else pl.col(count).sum()
    square = {f"q_{m}": (pl.col(x.column).cast(pl.Int64) ** 2).sum() for m, x in measures.items() if detail}
    by_cluster = (
        frame.lazy()
        .group_by([*keys, cluster])
        .agg(
            size.cast(pl.Int64).alias("n"),
            **{f"t_{m}": pl.col(x.column).cast(pl.Int64).sum() for m, x in measures.items()},
            **square,
        )
    )
    n = pl.col("n")
    sums: dict[str, pl.Expr] = {"deals": pl.len(), "nn": (n * n).sum()}
    for m in measures:
        t = pl.col(f"t_{m}")
        sums |= {f"t_{m}": t.sum(), f"tt_{m}": (t * t).sum(), f"tn_{m}": (t * n).sum()}
        if detail:
            sums[f"q_{m}"] = pl.col(f"q_{m}").sum()
    named = [e.alias(name) for name, e in {"n": n.sum(), **sums}.items()]
    table = by_cluster.group_by(list(keys)).agg(named).sort(keys) if keys else by_cluster.select(named)
    totals = table.collect().filter(pl.col("n") > 0)
    out = totals.select(*keys, pl.col("n").cast(pl.Int64), pl.col("deals").cast(pl.Int64))
    added: list[pl.Series] = []
    for m, measure in measures.items():
        p, variance = _from_totals(totals, m, measure.scale)
        low, high = limits(p, np.sqrt(variance), totals["deals"].to_numpy(), bounded=measure.bounded, level=level)
        columns = {m: p, f"{m}_low": low, f"{m}_high": high}
        if detail:
            columns |= {f"{m}_se": np.sqrt(variance), f"{m}_deff": variance / _independent(totals, m, measure.scale)}
        added += [pl.Series(name, x).fill_nan(None) for name, x in columns.items()]
    return out.with_columns(added)


def _from_totals(totals: pl.DataFrame, m: str, scale: int) -> tuple[Floats, Floats]:
    """Means and variances of all groups, exact until the last division (Python integers do not overflow)."""
    p, variance = np.empty(len(totals)), np.empty(len(totals))
    columns = (totals[c].to_list() for c in ("n", "deals", "nn", f"t_{m}", f"tt_{m}", f"tn_{m}"))
    for i, (n, deals, nn, t, tt, tn) in enumerate(zip(*columns, strict=True)):
        p[i] = t / (n * scale)
        squares = tt * n * n - 2 * t * n * tn + t * t * nn
        variance[i] = deals * squares / ((deals - 1) * (n * n * scale) ** 2) if deals > 1 else np.nan
    return p, variance


def _independent(totals: pl.DataFrame, m: str, scale: int) -> Floats:
    """The variance each mean would have if all its games were independent."""
    out = np.full(len(totals), np.nan)
    for i, (n, t, q) in enumerate(
        zip(totals["n"].to_list(), totals[f"t_{m}"].to_list(), totals[f"q_{m}"].to_list(), strict=True)
    ):
        if n > 1 and q * n > t * t:
            out[i] = (q * n - t * t) / (n * n * (n - 1) * scale * scale)
    return out
