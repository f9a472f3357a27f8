"""Means of plain arrays, clustered: held against statsmodels, and frames against them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.exposure import ExposureSums, Means, Slopes
from reports.stats.intervals import limits


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


def mean(values: ArrayLike, clusters: ArrayLike, *, bounded: bool = False) -> Interval:
    """The mean of `values` with errors clustered by `clusters` (one label a value); `bounded` for values in [0, 1],
    such as win shares."""
    y, (labels, codes) = np.asarray(values, dtype=np.float64), np.unique(np.asarray(clusters), return_inverse=True)
    n, n_clusters, estimate = len(y), len(labels), float(y.mean())
    totals, counts = np.bincount(codes, weights=y), np.bincount(codes)
    residual = (totals - estimate * counts) / n
    variance = float(residual @ residual) * n_clusters / (n_clusters - 1)
    se = float(np.sqrt(variance))
    low, high = limits(estimate, se, n_clusters, bounded=bounded)
    return Interval(estimate, float(low), float(high), se, n, n_clusters, variance / (float(np.var(y, ddof=1)) / n))


def slopes(exposure: NDArray[np.uint8], outcome: NDArray[np.float64], deal: NDArray[np.integer]) -> Slopes:
    """The effects of games that are there all at once, whatever their order; of all exposures together.

    exposure: [game, seat, exposure]. outcome: [game, seat]. deal: [game].
    """
    order = np.argsort(deal, kind="stable")
    is_solo = outcome.shape[1] == 1
    means = Means(exposure.mean(axis=(0, 1)), np.array([outcome.mean()])) if is_solo else None
    sums = ExposureSums(exposure.shape[2], (1,), together=range(exposure.shape[2]), means=means)
    sums.add(exposure[order].transpose(1, 2, 0), [outcome[order].T], deal[order])
    return sums.slopes()[0]
