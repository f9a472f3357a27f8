"""Means of many groups that share deals, with their covariance: any contrast between them gets its right, paired
error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.cluster import limits

__all__ = ["Contrast", "Joint", "joint", "two_sided"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Contrast:
    """Linear combinations of means: estimates, errors, interval ends, two-sided p values and degrees of freedom, one a
    row."""

    estimate: Floats
    se: Floats
    low: Floats
    high: Floats
    p: Floats
    df: Floats


@dataclass(frozen=True)
class Joint:
    """Means of several groups that share deals, with their full clustered covariance, so that any contrast has its
    right error."""

    groups: pl.DataFrame
    estimate: Floats
    covariance: Floats
    n: NDArray[np.int64]
    clusters: NDArray[np.int64]

    def index(self, **key: object) -> int | None:
        """Row of the group with these keys, None if it was never seen."""
        hit = self.groups.with_row_index("row_").filter([pl.col(k).cast(pl.String) == str(v) for k, v in key.items()])
        return int(hit["row_"][0]) if len(hit) else None

    def rho(self, a: int, b: int) -> float:
        """Correlation between the means of two groups: what pairing them gains."""
        scale = float(np.sqrt(self.covariance[a, a] * self.covariance[b, b]))
        return float(self.covariance[a, b]) / scale if scale > 0 else float("nan")

    def contrast(self, weights: ArrayLike, *, level: float = 0.95) -> Contrast:
        """Linear combinations (one a row of `weights`, or a single one) of the means."""
        c = np.atleast_2d(np.asarray(weights, dtype=np.float64))
        estimate = c @ self.estimate
        variance = np.einsum("ij,jk,ik->i", c, np.nan_to_num(self.covariance), c)
        used = np.where(c != 0, self.clusters, np.iinfo(np.int64).max).min(axis=1)
        scale = np.einsum("ij,j->i", c * c, np.nan_to_num(np.diag(self.covariance)))
        variance = np.where(variance < 1e-13 * scale, 0.0, variance)  # rounding left over from exactly cancelling terms
        se = np.where(used >= 2, np.sqrt(variance), np.nan)
        low, high = limits(estimate, se, used, level=level)
        return Contrast(estimate, se, low, high, two_sided(estimate, se, used - 1.0), used - 1.0)


def two_sided(estimate: ArrayLike, se: ArrayLike, df: ArrayLike) -> Floats:
    """Two-sided p value of Student's t test against 0; without any spread 0 or 1 by whether the estimate differs from
    0."""
    from scipy.special import stdtr

    x, error, d = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in (estimate, se, df)))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2.0 * stdtr(np.maximum(d, 1.0), -np.abs(x) / error)
    return np.where(np.isnan(error) | (d < 1), np.nan, np.where(error > 0, p, np.where(x == 0, 1.0, 0.0)))


def joint(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    value: str,
    *,
    scale: int = 1,
    count: str | None = None,
    cluster: str = "deal",
) -> Joint:
    """Means of `value` / `scale` for every group of `keys`, with the covariance between groups that shared deals bring
    about.

    For tens of groups (the covariance is exact, in Python integers); `count` names a column of weights when rows are
    totals.
    """
    from scipy.sparse import csr_matrix

    size = pl.len() if count is None else pl.col(count).sum()
    cells = (
        frame.lazy()
        .group_by([*keys, cluster])
        .agg(pl.col(value).cast(pl.Int64).sum().alias("t_"), size.cast(pl.Int64).alias("n_"))
        .collect()
    )
    groups = cells.select(keys).unique().sort(keys)
    located = cells.join(groups.with_row_index("g_"), on=list(keys), nulls_equal=True)
    row = located[cluster].rank("dense").to_numpy().astype(np.int64) - 1
    column = located["g_"].to_numpy().astype(np.int64)
    shape = (int(row.max()) + 1 if len(row) else 0, len(groups))
    t, n = (csr_matrix((located[c].to_numpy(), (row, column)), shape=shape, dtype=np.int64) for c in ("t_", "n_"))
    clusters = np.bincount(column, minlength=len(groups)).astype(np.int64)
    n_total = np.asarray(n.sum(axis=0)).reshape(-1)
    t_total = np.asarray(t.sum(axis=0)).reshape(-1)
    covariance = _covariance(t, n, t_total, n_total, clusters) / (scale * scale)
    return Joint(groups, t_total / (n_total * scale), covariance, n_total, clusters)


def _covariance(
    t: Any, n: Any, t_total: NDArray[np.int64], n_total: NDArray[np.int64], clusters: NDArray[np.int64]
) -> Floats:
    """Clustered covariance of the ratios t_total / n_total from cluster-by-group totals, exact up to the last
    division."""
    tt, tn, nn = ((a.T @ b).toarray().astype(object) for a, b in ((t, t), (t, n), (n, n)))
    ts, ns = t_total.astype(object), n_total.astype(object)
    squares = tt * np.outer(ns, ns) - tn * np.outer(ns, ts) - tn.T * np.outer(ts, ns) + nn * np.outer(ts, ts)
    weight = np.outer(ns, ns)
    with np.errstate(divide="ignore"):
        factor = np.sqrt(np.where(clusters > 1, clusters / np.maximum(clusters - 1.0, 1.0), np.nan))
    exact = np.array(
        [[s / (w * w) for s, w in zip(*rows, strict=True)] for rows in zip(squares, weight, strict=True)],
        dtype=np.float64,
    )
    return np.asarray(exact.reshape(len(ns), len(ns)) * np.outer(factor, factor))
