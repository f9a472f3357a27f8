"""Estimates of many groups that share deals, each with what every deal adds to its error: sums, differences and
combinations of them, also of several comparisons and of two runs, then have their right, paired errors.

An estimate is a smooth function of sums by deal. Its residual in deal d is what d adds to it beyond its share, by the
delta method: (T_d - p N_d) / sum(N) for a mean p = sum(T) / sum(N). The covariance of two estimates is
sum_d(r_d s_d) times sqrt(D / (D - 1)) of both, the linearised (CR1) one of `cluster`. All are linear in the residuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.cluster import skewness_of
from reports.stats.joint import Contrast

__all__ = ["DealMeans", "Sums", "means", "quantiles", "spreads", "stacked"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ROUNDING = 1e-13  # of the variance of its parts: below it a variance is left over from terms that cancel


@dataclass(frozen=True)
class Sums:
    """Where sums by deal and group stand: the groups in order, the numbers of the deals, and for each cell its row and
    column."""

    groups: pl.DataFrame
    deals: NDArray[Any]
    row: Ints
    column: Ints

    @classmethod
    def of(cls, cells: pl.DataFrame, keys: Sequence[str], cluster: str = "deal") -> Sums:
        """The places of cells, one a deal and group; groups sorted by their keys."""
        groups = cells.select(keys).unique().sort(keys) if keys else pl.DataFrame({"": [0]} if len(cells) else {"": []})
        deals, row = np.unique(cells[cluster].to_numpy(), return_inverse=True)
        if keys:
            located = cells.select(keys).join(
                groups.with_row_index("group_"), on=list(keys), how="left", nulls_equal=True, maintain_order="left"
            )
            column = located["group_"].to_numpy().astype(np.int64)
        else:
            column = np.zeros(len(cells), dtype=np.int64)
        return cls(groups, deals, row.reshape(-1).astype(np.int64), column)

    def matrix(self, values: ArrayLike) -> Any:
        """A sparse matrix [deal, group] of a value a cell."""
        from scipy.sparse import csr_matrix

        order, column, start = self._rows
        shape = (len(self.deals), len(self.groups))
        return csr_matrix((np.asarray(values, dtype=np.float64)[order], column, start), shape=shape)

    @cached_property
    def _rows(self) -> tuple[Ints, NDArray[np.int32], NDArray[np.int32]]:
        """The cells deal by deal, the column of each, and where each deal begins: of all matrices the same."""
        order = np.lexsort((self.column, self.row))
        start = np.searchsorted(self.row[order], np.arange(len(self.deals) + 1))
        return order, self.column[order].astype(np.int32), start.astype(np.int32)

    def totals(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a value over the deals of each group, exact for whole numbers."""
        out = np.zeros(len(self.groups), dtype=np.int64 if values.dtype.kind in "iub" else np.float64)
        np.add.at(out, self.column, values)
        return out


@dataclass(frozen=True)
class Parts:
    """What every deal adds to the estimates of groups, in sparse matrices [deal, group]: residual to the error; moved
    to the mean and size to the games, for counting deals that speak for and against a difference. deals: their numbers,
    in the order of the rows."""

    residual: Any
    moved: Any
    size: Any
    deals: NDArray[Any]

    def combine(self, weights: Floats | None) -> Parts:
        """Those of linear combinations, a row of weights each; None: of the groups themselves."""
        if weights is None:
            return self
        matrix = _transposed(weights)
        return Parts(self.residual @ matrix, self.moved @ matrix, self.size @ abs(matrix), self.deals)


@dataclass(frozen=True)
class DealMeans:
    """Estimates of groups, a row of `groups` each.

    weights: how each combines those whose parts are held; None: it is one of them. n, clusters: games and deals of each
    group. extent: how far from 0 it can be; weight: the largest of one mean of which it is made. squares: the sum of
    squares of what each is a difference of, beside which rounding is told from variance.
    """

    groups: pl.DataFrame
    estimate: Floats
    parts: Parts
    n: Ints
    clusters: Ints
    extent: Floats
    weight: Floats
    squares: Floats
    weights: Floats | None = None

    def combine(self, weights: ArrayLike, groups: pl.DataFrame | None = None, *, pooled: bool = False) -> DealMeans:
        """Linear combinations, a row of `weights` each, under the names of `groups`. Their deals are those of the mean
        that saw fewest of them; pooled: all that any of them saw."""
        w = np.atleast_2d(np.asarray(weights, dtype=np.float64)).reshape(-1, len(self.estimate))
        has_weight = w != 0
        n_deals = np.where(has_weight, self.clusters, np.iinfo(np.int64).max).min(
            axis=1, initial=np.iinfo(np.int64).max
        )
        everything = w if self.weights is None else w @ self.weights
        if pooled:
            sizes_seen = (self.parts.size @ _transposed(abs(everything))) > 0
            n_deals = np.asarray(sizes_seen.sum(axis=0)).reshape(-1).astype(np.int64)
        up, down = np.maximum(w, 0.0) @ self.extent, np.maximum(-w, 0.0) @ self.extent
        return DealMeans(
            pl.DataFrame({"": range(len(w))}) if groups is None else groups,
            w @ self.estimate,
            self.parts,
            np.where(has_weight, self.n, 0).sum(axis=1),
            n_deals,
            np.maximum(up, down),
            (np.abs(w) * self.weight).max(axis=1, initial=0.0),
            (w * w) @ self.squares,
            everything,
        )

    def contrast(self) -> Contrast:
        """The estimates with their covariance. Terms that cancel to rounding count as no variance."""
        residual = self.parts.residual if self.weights is None else self.parts.residual @ _transposed(self.weights)
        covariance = np.atleast_2d(np.asarray((residual.T @ residual).todense(), dtype=np.float64))
        cancelled = np.diag(covariance) < ROUNDING * self.squares
        covariance[cancelled, :] = covariance[:, cancelled] = 0.0
        cubes = np.bincount(residual.indices, residual.data**3, minlength=len(self.estimate))
        skewness = skewness_of(np.diag(covariance), cubes)
        return Contrast(self.estimate, covariance, self.n, self.clusters, self.extent, self.weight, skewness)

    def discordant(self) -> Ints:
        """Deals that speak for each difference and against it, and all that take part (three columns)."""
        counts = np.zeros((len(self.estimate), 3), dtype=np.int64)
        parts = self.parts.combine(self.weights)
        moved, size = parts.moved.tocsc(), parts.size.tocsc()
        for i in range(len(self.estimate)):
            by, of = moved[:, [i]].toarray().reshape(-1), size[:, [i]].toarray().reshape(-1)
            counts[i] = (by > 1e-9 * of).sum(), (by < -1e-9 * of).sum(), (of > 0).sum()
        return counts


def _transposed(weights: Floats) -> Any:
    from scipy.sparse import csr_matrix

    return csr_matrix(weights.T)


def means(sums: Sums, total: NDArray[Any], count: NDArray[Any], *, scale: int = 1) -> DealMeans:
    """Means total / (scale count) of every group that has a count; totals and counts are one a cell."""
    of, n = sums.totals(total), sums.totals(count)
    has_rows = n > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(has_rows, of / np.where(has_rows, n * scale, 1), np.nan)
    # whole numbers until here, and the division once a cell: T_d n - t N_d would leave 53 bits in a long run
    part = 1.0 / np.where(has_rows, n, 1)[sums.column]
    residual = (total / scale - np.nan_to_num(mean)[sums.column] * count) * part
    return _assembled(sums, mean, residual, total / scale * part, count * part, n, sums.totals(count > 0), has_rows)


def spreads(sums: Sums, total: NDArray[Any], square: NDArray[Any], count: NDArray[Any]) -> DealMeans:
    """Standard deviations of the rows of every group, from sums of values and of their squares; delta method."""
    n = sums.totals(count)
    has_rows = n > 1
    size = np.where(has_rows, n, 1).astype(np.float64)
    mean, second = sums.totals(total) / size, sums.totals(square) / size
    sd = np.sqrt(np.maximum(second - mean * mean, 0.0))
    part, m = 1.0 / size[sums.column], mean[sums.column]
    slope = np.where(sd > 0, 0.5 / np.where(sd > 0, sd, 1.0), 0.0)[sums.column]
    residual = slope * ((square - second[sums.column] * count) - 2.0 * m * (total - m * count)) * part
    return _assembled(
        sums, np.where(has_rows, sd, np.nan), residual, residual, count * part, n, sums.totals(count > 0), has_rows
    )


def quantiles(cells: pl.DataFrame, keys: Sequence[str], value: str, fraction: float) -> DealMeans:
    """Quantiles of every group, from cells with the number of rows `n_` for each deal, group and value.

    A whole number stands for all between half below it and half above it, as in grouped data, so that a quantile moves
    smoothly. Its error is that of the share of rows below it over the density there (Woodruff 1952), the density read
    off the ends of that share's 95 % interval.
    """
    count = cells.group_by([*keys, "deal"]).agg(pl.col("n_").sum())
    place = Sums.of(count, keys)
    n = place.totals(count["n_"].to_numpy())
    clusters = place.totals(np.ones(len(count), dtype=np.int64))
    estimate = np.full(len(place.groups), np.nan)
    located = (
        cells.join(place.groups.with_row_index("group_"), on=list(keys), how="left", nulls_equal=True)
        if keys
        else cells.with_columns(group_=pl.lit(0, dtype=pl.UInt32))
    )
    row_of = {int(d): i for i, d in enumerate(place.deals.tolist())}
    rows_of, columns_of, residuals = [], [], []
    for (group,), group_cells in located.group_by(["group_"], maintain_order=False):
        g = int(group)
        x = group_cells[value].cast(pl.Float64).to_numpy()
        weight = group_cells["n_"].to_numpy().astype(np.float64)
        rows = group_cells["deal"].replace_strict(row_of, return_dtype=pl.Int64).to_numpy()
        q = _grouped_quantile(x, weight, fraction)
        estimate[g] = q
        below = np.clip(q - (x - 0.5), 0.0, 1.0) * weight  # rows below the quantile, those of its own value in part
        by_deal = np.bincount(rows, below, minlength=len(place.deals))
        of_deal = np.bincount(rows, weight, minlength=len(place.deals))
        share = (by_deal - fraction * of_deal) / max(n[g], 1)
        d = int(clusters[g])
        se = float(np.sqrt((share * share).sum() * d / (d - 1))) if d > 1 else 0.0
        step = max(2.0 * se, 1e-6)
        low = _grouped_quantile(x, weight, max(fraction - step, 0.0))
        high = _grouped_quantile(x, weight, min(fraction + step, 1.0))
        reach = min(fraction + step, 1.0) - max(fraction - step, 0.0)
        density = reach / max(high - low, 1e-12)
        at = np.flatnonzero(of_deal)
        rows_of.append(at)
        columns_of.append(np.full(len(at), g))
        residuals.append(-share[at] / density)
    out = Sums(place.groups, place.deals, *(_joined(part) for part in (rows_of, columns_of)))
    residual = _joined(residuals, np.float64)
    ones = np.ones(len(residual))
    return _assembled(out, estimate, residual, residual, ones, n, clusters, n > 0)


def _joined(parts: Sequence[NDArray[Any]], kind: Any = np.int64) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind) if parts else np.empty(0, kind)


def _grouped_quantile(x: Floats, weight: Floats, fraction: float) -> float:
    """The value below which that fraction of the rows lies; a whole number is spread over one unit around it."""
    values, at = np.unique(x, return_inverse=True)
    count = np.bincount(at.reshape(-1), weight)
    upto = np.concatenate([[0.0], np.cumsum(count)]) / count.sum()
    i = int(np.clip(np.searchsorted(upto, fraction, side="left") - 1, 0, len(values) - 1))
    inside = (fraction - upto[i]) / (upto[i + 1] - upto[i])
    return float(values[i] - 0.5 + np.clip(inside, 0.0, 1.0))


def _assembled(
    sums: Sums, estimate: Floats, residual: Floats, moved: Floats, size: Floats, n: Ints, clusters: Ints,
    has_rows: NDArray[np.bool_],
) -> DealMeans:  # fmt: skip
    """The estimates of the known groups, residuals with the correction for few deals."""
    d = clusters.astype(np.float64)
    few = np.sqrt(np.where(d > 1, d / np.maximum(d - 1.0, 1.0), 0.0))
    keep = np.flatnonzero(has_rows)
    matrices = [sums.matrix(values) for values in (residual * few[sums.column], moved, size)]
    if not has_rows.all():
        matrices = [matrix[:, keep] for matrix in matrices]
    squares = np.zeros(len(sums.groups))
    np.add.at(squares, sums.column, moved * moved)
    spread, part, weight = matrices
    parts, ends = Parts(spread, part, weight, sums.deals), np.ones(len(keep))
    return DealMeans(sums.groups[keep], estimate[keep], parts, n[keep], clusters[keep], ends, ends, squares[keep])


def stacked(first: DealMeans, second: DealMeans, *, share_deals: bool) -> DealMeans:
    """Both one after the other; share_deals: deals of one number are the same deal, else all are different ones."""
    from scipy.sparse import csr_matrix, hstack

    parts = [side.parts.combine(side.weights) for side in (first, second)]
    if share_deals:
        deals = np.union1d(*(part.deals for part in parts))
        places = [np.searchsorted(deals, part.deals) for part in parts]
    else:
        deals = np.arange(sum(len(part.deals) for part in parts))
        places = [deals[: len(parts[0].deals)], deals[len(parts[0].deals) :]]

    def place_rows(matrix: Any, rows: NDArray[Any]) -> Any:
        entries = matrix.tocoo()
        return csr_matrix((entries.data, (rows[entries.row], entries.col)), shape=(len(deals), matrix.shape[1]))

    def stack_part(name: str) -> Any:
        return hstack([place_rows(getattr(part, name), rows) for part, rows in zip(parts, places, strict=True)]).tocsr()

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(side, name) for side in (first, second)])

    return DealMeans(
        pl.concat([first.groups, second.groups], how="diagonal_relaxed"),
        joined("estimate"),
        Parts(stack_part("residual"), stack_part("moved"), stack_part("size"), deals),
        joined("n"),
        joined("clusters"),
        joined("extent"),
        joined("weight"),
        joined("squares"),
    )
