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

__all__ = ["Interval", "Measure", "Paired", "grouped", "limits", "mean", "paired"]

Floats = NDArray[np.float64]

FEW_CLUSTERS = (
    30  # below this a bounded mean gets the design-effect Wilson interval (Student's t is not yet trustworthy)
)
FEW_EVENTS = 5.0  # likewise when fewer effective wins (or losses) than this were seen


@dataclass(frozen=True)
class Interval:
    """A mean with its clustered standard error and interval; `design_effect` is its variance over that of `n`
    independent games."""

    estimate: float
    low: float
    high: float
    se: float
    n: int
    clusters: int
    design_effect: float

    @property
    def effective_n(self) -> float:
        """Independent games that would give the same error."""
        return self.n / self.design_effect if self.design_effect > 0 else float("inf")


@dataclass(frozen=True)
class Paired:
    """The difference first minus second of two arms seen on the same clusters, and the correlation that pairing made
    use of."""

    first: Interval
    second: Interval
    difference: Interval
    rho: float

    @property
    def gain(self) -> float:
        """How many times fewer games pairing needs than two unrelated samples: 1 / (1 - rho)."""
        return 1.0 / (1.0 - self.rho) if self.rho < 1.0 else float("inf")


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


def _codes(clusters: ArrayLike) -> tuple[NDArray[np.intp], int]:
    labels, codes = np.unique(np.asarray(clusters), return_inverse=True)
    return codes.reshape(-1), len(labels)


def _ratio(values: Floats, codes: NDArray[np.intp], n_clusters: int) -> tuple[float, Floats]:
    """The mean of the values and the linearised residual of every cluster, scaled so that their squares add up to its
    variance."""
    totals = np.bincount(codes, weights=values, minlength=n_clusters)
    counts = np.bincount(codes, minlength=n_clusters)
    p = float(totals.sum() / counts.sum())
    factor = n_clusters / (n_clusters - 1.0) if n_clusters > 1 else np.nan
    return p, (totals - p * counts) / counts.sum() * np.sqrt(factor)


def _interval(p: float, variance: float, values: Floats, n_clusters: int, bounded: bool, level: float) -> Interval:
    se = float(np.sqrt(variance))
    low, high = limits(p, se, n_clusters, bounded=bounded, level=level)
    n = len(values)
    independent = float(np.var(values, ddof=1)) / n if n > 1 else float("nan")
    effect = variance / independent if independent > 0 else float("nan")
    return Interval(p, float(low), float(high), se, n, n_clusters, effect)


def mean(values: ArrayLike, clusters: ArrayLike, *, bounded: bool = False, level: float = 0.95) -> Interval:
    """The mean of `values` with errors clustered by `clusters` (one label a value); `bounded` for values in [0, 1],
    such as win shares."""
    y = np.asarray(values, dtype=np.float64)
    if len(y) == 0:
        raise ValueError("no values to average: give at least one game")
    codes, n_clusters = _codes(clusters)
    p, residual = _ratio(y, codes, n_clusters)
    return _interval(p, float(residual @ residual), y, n_clusters, bounded, level)


def paired(
    first: ArrayLike, second: ArrayLike, clusters: ArrayLike, *, bounded: bool = False, level: float = 0.95
) -> Paired:
    """The mean of first - second, value by value (the same deal and seat under two arms), clustered by deal."""
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if a.shape != b.shape:
        raise ValueError(
            f"paired arms differ in length ({len(a)} and {len(b)}): give one value of each arm per deal and seat"
        )
    codes, n_clusters = _codes(clusters)
    _, ra = _ratio(a, codes, n_clusters)
    _, rb = _ratio(b, codes, n_clusters)
    scale = float(np.sqrt((ra @ ra) * (rb @ rb)))
    return Paired(
        first=mean(a, clusters, bounded=bounded, level=level),
        second=mean(b, clusters, bounded=bounded, level=level),
        difference=mean(a - b, clusters, level=level),
        rho=float(ra @ rb) / scale if scale > 0 else float("nan"),
    )


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
