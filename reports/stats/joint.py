"""Means of many groups that share deals, with their covariance: any contrast between them gets its right, paired
error."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.cluster import limits, skewness_of
from reports.stats.sums import MAX_FLOAT, MAX_PRODUCTS, ONE_THREAD, numbers, sum_of_squares

__all__ = ["Contrast", "Joint", "Places", "combined", "joint", "two_sided"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_EMPTY = 4  # cells a row: of a matrix with more of them only those that hold rows are stored


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
    totals: Any  # clusters by groups, sparse where most are empty: totals of the value
    counts: Any  # the same: numbers of games
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
        with np.errstate(divide="ignore", invalid="ignore"):
            factor = np.sqrt(self.clusters / np.maximum(self.clusters - 1.0, 1.0)) / self.n
        contributions = (
            self.totals @ (weight * factor / self.scale) - self.counts @ (weight * factor * self.estimate)
            for weight in c
        )
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
    when rows are totals. ValueError as of numbers(), and where a row belongs to no cluster.
    """
    rows = frame.lazy().select(list(dict.fromkeys([*keys, cluster, value, *([count] if count else [])]))).collect()
    return Places.of(rows, keys, cluster=cluster, count=count).means(rows[value], scale=scale)


@dataclass(frozen=True)
class Places:
    """Where rows stand in matrices [cluster, group], so that several columns of the same rows are summed at one look.

    `cells` are the numbers of the cells that hold rows, cluster by cluster, of a matrix that is mostly empty; None: all
    of them. `place` is that of each row among them, `size` what it counts for (None: 1).
    """

    groups: pl.DataFrame
    n_clusters: int
    cells: Ints | None
    place: Ints
    size: Ints | None

    @classmethod
    def of(cls, rows: pl.DataFrame, keys: Sequence[str], *, cluster: str = "deal", count: str | None = None) -> Places:
        """The places of rows; groups sorted by their keys."""
        if rows[cluster].null_count():
            raise ValueError(f"column '{cluster}' is empty in some rows: leave those rows out")
        if count is not None and rows.schema[count].is_float():
            raise ValueError(f"column '{count}' counts rows in {rows.schema[count]}: give whole numbers")
        groups = rows.select(keys).unique().sort(keys)
        numbered = groups.with_row_index("group_")
        located = rows.select(keys).join(numbered, on=list(keys), how="left", nulls_equal=True, maintain_order="left")
        clusters = rows[cluster]
        row = (clusters.rle_id() if clusters.is_sorted() else clusters.rank("dense") - 1).to_numpy().astype(np.int64)
        n_clusters = int(row.max()) + 1 if len(row) else 0
        place = row * len(groups) + located["group_"].to_numpy()
        cells = None
        if n_clusters * len(groups) > MOST_EMPTY * len(rows):
            cells, place = np.unique(place, return_inverse=True)
        return cls(
            groups,
            n_clusters,
            cells,
            place.reshape(-1),
            None if count is None else numbers(rows[count]).astype(np.int64),
        )

    def means(self, values: pl.Series, *, scale: int = 1) -> Joint:
        """Means of a column of the rows; ValueError as of numbers()."""
        column = numbers(values)
        clusters, n, nn = self._sizes
        sums = self._sums(column)
        n_total, t = _totals(n), self._matrix(sums)
        is_exact = nn is not None and column.dtype == np.int64 and sum_of_squares(sums) < MAX_PRODUCTS
        t_total, products = _exact_products(t, n, n_total, nn) if is_exact else _float_products(t, n, n_total)
        with np.errstate(divide="ignore"):
            factor = np.sqrt(np.where(clusters > 1, clusters / np.maximum(clusters - 1.0, 1.0), np.nan))
        covariance = products * np.outer(factor, factor) / (scale * scale)
        return Joint(self.groups, t_total / (n_total * scale), covariance, n_total, clusters, t, n, scale)

    @cached_property
    def _sizes(self) -> tuple[Ints, Any, Any]:
        """Clusters of each group, the matrix of what rows count for, and its products, None where 64 bits cannot hold
        them."""
        has_rows = np.bincount(self.place, minlength=self._n_cells)
        sizes = has_rows.astype(np.float64) if self.size is None else self._sums(self.size)
        n = self._matrix(sizes)
        nn = _products(n, n) if sum_of_squares(sizes) < MAX_PRODUCTS else None
        return _totals(self._matrix((has_rows > 0).astype(np.float64))), n, nn

    @property
    def _n_cells(self) -> int:
        return self.n_clusters * len(self.groups) if self.cells is None else len(self.cells)

    def _sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a value over the rows of every cell: of whole numbers exact, and floats as long as these hold
        them; floats are added in order."""
        if values.dtype != np.int64:
            order = np.argsort(values, kind="stable")
            return np.bincount(self.place[order], values[order], self._n_cells)
        if max(float(values.max(initial=0)), -float(values.min(initial=0))) * len(values) < MAX_FLOAT:
            return np.bincount(self.place, values, self._n_cells)
        sums = np.zeros(self._n_cells, dtype=np.int64)
        np.add.at(sums, self.place, values)
        return sums

    def _matrix(self, sums: NDArray[Any]) -> Any:
        """A matrix [cluster, group] of a value a cell, sparse where most are empty."""
        from scipy.sparse import csr_matrix

        shape = (self.n_clusters, len(self.groups))
        return sums.reshape(shape) if self.cells is None else csr_matrix((sums, np.divmod(self.cells, shape[1])), shape)


def _totals(matrix: Any) -> Ints:
    """The sum of every column of whole numbers."""
    ones = np.ones(matrix.shape[0], dtype=matrix.dtype)  # a product is faster than a sum along the longer side
    return np.asarray(ones @ matrix).astype(np.int64)


def _exact_products(t: Any, n: Any, n_total: Ints, nn: Ints) -> tuple[Ints, Floats]:
    """Totals of whole numbers, and the sums over clusters of the products of groups' deviations over those of their
    sizes, exact up to the last division."""
    t_total = _totals(t)
    tt, tn, nn = (products.astype(object) for products in (_products(t, t), _products(t, n), nn))
    ts, ns = t_total.astype(object), n_total.astype(object)
    squares = tt * np.outer(ns, ns) - tn * np.outer(ns, ts) - tn.T * np.outer(ts, ns) + nn * np.outer(ts, ts)
    weight = np.outer(ns, ns)
    exact = np.array(
        [[s / (w * w) for s, w in zip(*rows, strict=True)] for rows in zip(squares, weight, strict=True)],
        dtype=np.float64,
    )
    return t_total, np.asarray(exact.reshape(len(ns), len(ns)))


def _products(first: Any, second: Any) -> Ints:
    """The products of all columns of two matrices of whole numbers, whose sums fit 64 bits."""
    if not isinstance(first, np.ndarray):
        return np.asarray((first.astype(np.int64).T @ second.astype(np.int64)).toarray())
    if max(sum_of_squares(first), sum_of_squares(second)) >= MAX_FLOAT:
        return np.asarray(first.astype(np.int64).T @ second.astype(np.int64))
    step = max(1, ONE_THREAD // (first.shape[1] * second.shape[1] or 1))  # floats up to there are exact, and BLAS fast
    sums = np.zeros((first.shape[1], second.shape[1]))
    for at in range(0, len(first), step):
        sums += first[at : at + step].T @ second[at : at + step]
    return sums.astype(np.int64)


def _float_products(t: Any, n: Any, n_total: Ints) -> tuple[Floats, Floats]:
    """The same of floats, and of numbers too large to be multiplied in 64 bits: each total is rounded once, and
    products are those of deviations, cluster after cluster."""
    from scipy.sparse import csr_matrix

    columns, sizes = csr_matrix(t, dtype=np.float64).tocsc(), csr_matrix(n)
    t_total = np.array([math.fsum(columns.data[low:high]) for low, high in pairwise(columns.indptr)])
    off = columns - sizes.multiply((t_total / n_total)[None, :]).tocsc()
    return t_total, np.asarray((off.T @ off).toarray() / np.outer(n_total, n_total))
