"""Means and paired differences of plain arrays, clustered: held against statsmodels, and frames against them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.exposure import Means, Slopes, Sums
from reports.stats.intervals import limits

Floats = NDArray[np.float64]


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


def slopes(exposure: NDArray[np.uint8], outcome: NDArray[np.float64], deal: NDArray[np.integer]) -> Slopes:
    """The effects of games that are there all at once, whatever their order; of all exposures together.

    exposure: [game, seat, exposure]. outcome: [game, seat]. deal: [game].
    """
    order = np.argsort(deal, kind="stable")
    is_solo = outcome.shape[1] == 1
    means = Means(exposure.mean(axis=(0, 1)), np.array([outcome.mean()])) if is_solo else None
    sums = Sums(exposure.shape[2], (1,), together=range(exposure.shape[2]), means=means)
    sums.add(exposure[order].transpose(1, 2, 0), [outcome[order].T], deal[order])
    return sums.slopes()[0]
