"""Means of many groups that share deals, with their covariance: any contrast between them gets its right, paired
error."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.cluster import limits, skewness_of
from reports.stats.sums import exact_products, sum_groups

__all__ = ["Contrast", "Joint", "combined", "joint", "joints", "two_sided"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Contrast:
    """Linear combinations of means with their covariance, one a row; `clusters` are the deals of the mean that saw
    fewest of them, `extent` is how far from 0 combinations of shares can be, `weight` the largest of one mean among
    them, and `skewness` that of the estimate: sum(r^3) / sum(r^2)^1.5 of what each deal adds to its error, 0 without
    any spread."""

    estimate: Floats
    covariance: Floats
    n: NDArray[np.int64]
    clusters: NDArray[np.int64]
    extent: Floats
    weight: Floats
    skewness: Floats

    def part(self, rows: slice) -> Contrast:
        """Some of the combinations."""
        fields = ("estimate", "n", "clusters", "extent", "weight", "skewness")
        return Contrast(covariance=self.covariance[rows, rows], **{name: getattr(self, name)[rows] for name in fields})

    @property
    def se(self) -> Floats:
        """Clustered standard errors; NaN with fewer than two deals."""
        return np.where(self.clusters >= 2, np.sqrt(np.diag(self.covariance)), np.nan)

    @property
    def low(self) -> Floats:
        """Lower ends of Student's 95 % intervals, each by itself."""
        return limits(self.estimate, self.se, self.clusters)[0]

    @property
    def high(self) -> Floats:
        """Their upper ends."""
        return limits(self.estimate, self.se, self.clusters)[1]


@dataclass(frozen=True)
class Joint:
    """Means of several groups that share deals, with their full clustered covariance, so that any contrast has its
    right error."""

    groups: pl.DataFrame
    estimate: Floats
    covariance: Floats
    n: NDArray[np.int64]
    clusters: NDArray[np.int64]
    totals: Any  # sparse: clusters by groups, totals of the value
    counts: Any  # sparse: clusters by groups, numbers of games
    scale: int  # of the totals

    def index(self, **key: object) -> int | None:
        """Row of the group with these keys, None if it was never seen."""
        hit = self.groups.with_row_index("row_").filter([pl.col(k).cast(pl.String) == str(v) for k, v in key.items()])
        return int(hit["row_"][0]) if len(hit) else None

    def contrast(self, weights: ArrayLike) -> Contrast:
        """Linear combinations (one a row of `weights`, or a single one) of the means."""
        c = np.atleast_2d(np.asarray(weights, dtype=np.float64))
        covariance = combined(np.nan_to_num(self.covariance), c)
        deals = np.where(c != 0, self.clusters, np.iinfo(np.int64).max).min(axis=1, initial=np.iinfo(np.int64).max)
        n = np.where(c != 0, self.n, 0).sum(axis=1)
        extent = np.maximum(np.maximum(c, 0.0).sum(axis=1), np.maximum(-c, 0.0).sum(axis=1))
        weight = np.abs(c).max(axis=1, initial=0.0)
        skewness = skewness_of(np.diag(covariance), self._cubes(c))
        return Contrast(c @ self.estimate, covariance, n, deals, extent, weight, skewness)

    def _cubes(self, c: Floats) -> Floats:
        """The sum over deals of the cubes of what each adds to the error of every combination."""
        residual, group = self.counts.astype(np.float64), self.counts.indices
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = np.sqrt(self.clusters / np.maximum(self.clusters - 1.0, 1.0)) / self.n
        residual.data = (self.totals.data / self.scale - self.estimate[group] * residual.data) * factor[group]
        contributions = (residual @ weight for weight in c)
        return np.array([np.sum(contribution * contribution * contribution) for contribution in contributions])

    def discordant(self, weights: ArrayLike) -> NDArray[np.int64]:
        """Deals in favour of and against each combination, and all that take part in it (three columns)."""
        c = np.atleast_2d(np.asarray(weights, dtype=np.float64)) / np.maximum(self.n, 1)
        n_deals = np.zeros((len(c), 3), dtype=np.int64)
        for i, weight in enumerate(c):
            moved = np.asarray(self.totals @ weight).reshape(-1) / self.scale
            size = np.asarray(self.counts @ np.abs(weight)).reshape(-1)
            n_deals[i] = (moved > 1e-9 * size).sum(), (moved < -1e-9 * size).sum(), (size > 0).sum()
        return n_deals


def combined(covariance: Floats, weights: Floats) -> Floats:
    """The covariance of linear combinations, one a row of `weights`; 0 for those whose terms cancel: what is left of
    their variance is rounding, of either sign."""
    result = np.asarray(weights @ covariance @ weights.T)
    scale = np.einsum("ij,j->i", weights * weights, np.maximum(np.diag(covariance), 0.0))
    cancelled = np.diag(result) < 1e-13 * scale
    result[cancelled, :] = result[:, cancelled] = 0.0
    return result


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

    For tens of groups (the covariance of whole numbers is exact, in Python integers); `count` names a column of weights
    when rows are totals. ValueError as of sum_groups().
    """
    return joints(frame, keys, [value], scale=scale, count=count, cluster=cluster)[value]


def joints(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    values: Sequence[str],
    *,
    scale: int = 1,
    count: str | None = None,
    cluster: str = "deal",
) -> Mapping[str, Joint]:
    """The same of several values, by their columns: the rows are looked at once."""
    from scipy.sparse import csr_matrix

    cells = sum_groups(frame, keys, values, cluster=cluster, count=count)
    groups = cells.select(keys).unique().sort(keys)
    numbered = groups.with_row_index("g_")
    # The keys alone are joined: a copy of all sums would take as much memory again.
    located = cells.select(keys).join(numbered, on=list(keys), how="left", nulls_equal=True, maintain_order="left")
    row = cells[cluster].rank("dense").to_numpy().astype(np.int64) - 1
    column = located["g_"].to_numpy().astype(np.int64)
    shape = (int(row.max()) + 1 if len(row) else 0, len(groups))
    clusters = np.bincount(column, minlength=len(groups)).astype(np.int64)

    places = csr_matrix((np.arange(len(cells)), (row, column)), shape=shape)  # one order for the cells of all values

    def matrix(name: str) -> Any:
        sums = cells[name].to_numpy()[places.data]
        return csr_matrix((sums, places.indices, places.indptr), shape=shape)

    n = matrix("n_")
    n_total, nn = np.asarray(n.sum(axis=0)).reshape(-1), n.T @ n
    with np.errstate(divide="ignore"):
        factor = np.sqrt(np.where(clusters > 1, clusters / np.maximum(clusters - 1.0, 1.0), np.nan))
    exact, out = exact_products(cells, values), {}
    for value in values:
        t = matrix(f"t_{value}")
        t_total, products = _exact_products(t, n, n_total, nn) if value in exact else _float_products(t, n, n_total)
        covariance = products * np.outer(factor, factor) / (scale * scale)
        out[value] = Joint(groups, t_total / (n_total * scale), covariance, n_total, clusters, t, n, scale)
    return out


def _exact_products(t: Any, n: Any, n_total: NDArray[np.int64], nn: Any) -> tuple[NDArray[np.int64], Floats]:
    """Totals of whole numbers, and the sums over clusters of the products of groups' deviations over those of their
    sizes, exact up to the last division."""
    t_total = np.asarray(t.sum(axis=0)).reshape(-1)
    tt, tn, nn = (products.toarray().astype(object) for products in (t.T @ t, t.T @ n, nn))
    ts, ns = t_total.astype(object), n_total.astype(object)
    squares = tt * np.outer(ns, ns) - tn * np.outer(ns, ts) - tn.T * np.outer(ts, ns) + nn * np.outer(ts, ts)
    weight = np.outer(ns, ns)
    exact = np.array(
        [[s / (w * w) for s, w in zip(*rows, strict=True)] for rows in zip(squares, weight, strict=True)],
        dtype=np.float64,
    )
    return t_total, np.asarray(exact.reshape(len(ns), len(ns)))


def _float_products(t: Any, n: Any, n_total: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """The same of floats, and of numbers too large to be multiplied in 64 bits: each total is rounded once, and
    products are those of deviations, cluster after cluster."""
    columns = t.astype(np.float64).tocsc()
    t_total = np.array([math.fsum(columns.data[low:high]) for low, high in pairwise(columns.indptr)])
    off = columns - n.multiply((t_total / n_total)[None, :]).tocsc()
    return t_total, np.asarray((off.T @ off).toarray() / np.outer(n_total, n_total))
