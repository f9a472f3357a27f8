"""Means of groups of rows, and their frequencies, standard deviations and quantiles, with what every deal adds to them.

Totals of whole numbers (shares are stored in 60ths) are added exactly and divided last, those of floats in the order of
their values: no order of the rows shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.deal_means import ROUNDING, DealMeans, add_blocks
from reports.stats.intervals import Averaged, limits
from reports.stats.sums import MAX_FLOAT, numbers

__all__ = [
    "GroupSums", "cells_of", "frequencies", "mean_table", "means", "means_of", "number_groups", "quantiles", "spreads",
]  # fmt: skip

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
MAX_PLACES = 1 << 16  # of combinations of levels, most of which may be no group


@dataclass(frozen=True)
class GroupSums:
    """Where numbers by deal and group stand: the groups in order, the numbers of the deals, deal by deal the group of
    each cell, and where each deal's cells start. A group may have several cells of a deal. order: the cells' places as
    they were given (None: in this order)."""

    groups: pl.DataFrame
    deals: NDArray[Any]
    column: NDArray[np.int32]
    start: Ints
    order: NDArray[Any] | None

    @classmethod
    def of(cls, cells: pl.DataFrame, keys: Sequence[str], cluster: str = "deal") -> GroupSums:
        """The places of cells, or of rows; groups sorted by their keys. ValueError where one belongs to no cluster."""
        if cells[cluster].null_count():
            raise ValueError(f"column '{cluster}' is empty in some rows: leave those rows out")
        groups, column = number_groups(cells, keys)
        return cls.at(groups, cells[cluster], column)

    @classmethod
    def at(cls, groups: pl.DataFrame, deal: pl.Series, column: NDArray[np.int32]) -> GroupSums:
        """Those of cells with these deals and groups."""
        order = None
        if not deal.is_sorted():
            order = np.argsort(deal.to_numpy(), kind="stable")
            deal, column = deal.gather(order), column[order]
        numbers = deal.to_numpy()
        is_first = np.ones(len(numbers), dtype=bool)
        is_first[1:] = numbers[1:] != numbers[:-1]
        start = np.flatnonzero(is_first)
        return cls(groups, numbers[start], column, np.append(start, len(numbers)), order)

    @cached_property
    def ones(self) -> NDArray[np.int8]:
        """A one for each cell, deal by deal."""
        return np.ones(len(self.column), dtype=np.int8)

    @cached_property
    def n(self) -> Ints:
        """Cells of each group."""
        return self.added(self.ones)

    @cached_property
    def clusters(self) -> Ints:
        """Deals of each group."""

        def deals(low: int, high: int) -> Ints:
            return np.asarray(np.count_nonzero(self.matrix(self.ones, low, high, np.ones(len(self.groups))), axis=0))

        return np.asarray(add_blocks(len(self.deals), len(self.groups), deals), dtype=np.int64)

    def arranged(self, values: NDArray[Any]) -> NDArray[Any]:
        """A value a cell, deal by deal, whole numbers as narrow as they are."""
        values = values if self.order is None else values[self.order]
        return pl.Series(values).shrink_dtype().to_numpy() if values.dtype.kind in "iu" else values

    def totals(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a value, as cells were given, over the deals of each group, exact for whole numbers."""
        return self.added(self.arranged(values))

    def added(self, values: NDArray[Any]) -> NDArray[Any]:
        """The same of a value deal by deal."""
        is_whole = values.dtype.kind in "iub"
        if is_whole and len(values) * float(max(values.max(initial=1), -float(values.min(initial=0)))) > MAX_FLOAT:
            sums = np.zeros(len(self.groups), dtype=np.int64)
            np.add.at(sums, self.column, values)
            return sums
        sums = np.bincount(self.column, values, minlength=len(self.groups))
        return sums.astype(np.int64) if is_whole else sums

    def matrix(self, values: NDArray[Any], low: int, high: int, weights: Floats) -> Floats:
        """A matrix [deal, estimate] of some deals, of a value a cell, deal by deal; weights: of each group, or how each
        estimate combines them [estimate, group]."""
        from scipy.sparse import csr_matrix

        cells, start = slice(int(self.start[low]), int(self.start[high])), self.start[low : high + 1] - self.start[low]
        entries = values[cells].astype(np.float64, copy=False), self.column[cells], start
        sparse = csr_matrix(entries, shape=(high - low, len(self.groups)))
        if weights.ndim == 1:
            dense: Floats = sparse.toarray()
            dense *= weights
            return dense
        is_sparse = len(weights) * sparse.nnz < 2 * (high - low) * len(self.groups)
        return np.asarray((sparse if is_sparse else sparse.toarray()) @ weights.T)


def _through(weights: Floats, parts: Floats | None) -> Floats:
    """Weights of what groups are made of, from those of the groups; parts: how each combines them (None: each is its
    own)."""
    if parts is None:
        return weights
    return weights[:, None] * parts if weights.ndim == 1 else weights @ parts


def cells_of(
    rows: pl.DataFrame, keys: Sequence[str]
) -> tuple[GroupSums, NDArray[np.intp], Callable[[NDArray[Any]], NDArray[Any]]]:
    """Where the deals and keys of rows stand, each combination once and in their order; a row of each; and what adds up
    values of rows for each of them, whole numbers to whole numbers."""
    groups, column = number_groups(rows, keys)
    place = rows["deal"].to_numpy().astype(np.int64) * len(groups) + column
    order = np.argsort(place, kind="stable") if (place[1:] < place[:-1]).any() else slice(None)
    first = np.flatnonzero(np.diff(place[order], prepend=-1))

    def total(values: NDArray[Any]) -> NDArray[Any]:
        kind = np.float64 if values.dtype.kind == "f" else np.int64
        return np.add.reduceat(values[order], first, dtype=kind) if len(first) else np.empty(0, kind)

    row_of = np.arange(len(rows))[order][first]
    return GroupSums.at(groups, rows["deal"][row_of], column[row_of]), row_of, total


def number_groups(rows: pl.DataFrame, keys: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int32]]:
    """The groups of rows by these columns, in their order, and the number of each row's."""
    if not keys:
        return pl.DataFrame({"": [0]} if len(rows) else {"": []}), np.zeros(len(rows), dtype=np.int32)
    place, n_places = np.zeros(len(rows), dtype=np.int64), 1
    for key in keys:
        levels, n = _number_levels(rows[key])
        place, n_places = place * n + levels, n_places * n
        if n_places > MAX_PLACES:
            place = np.unique(place, return_inverse=True)[1].reshape(-1)
            n_places = int(place.max(initial=-1)) + 1
    row_of = np.full(n_places, -1)
    row_of[place] = np.arange(len(rows))
    is_group = row_of >= 0
    number = np.cumsum(is_group, dtype=np.int32) - np.int32(1)
    return rows.select(keys)[row_of[is_group]], number[place]


def _number_levels(levels: pl.Series) -> tuple[NDArray[Any], int]:
    """Numbers of levels in their order, 0 for none, and how many there can be."""
    values: Sequence[str] | pl.Series
    if isinstance(levels.dtype, pl.Enum):
        values, numbers = levels.dtype.categories, levels.to_physical()
    else:
        values = levels.drop_nulls().unique().sort()
        is_text = levels.dtype == pl.String
        numbers = levels.cast(pl.Enum(values)).to_physical() if is_text else values.search_sorted(levels)
    if not levels.null_count():
        return numbers.to_numpy(), len(values)
    is_level = levels.is_not_null().to_numpy()
    return np.where(is_level, numbers.fill_null(0).to_numpy().astype(np.int64) + 1, 0), len(values) + 1


@dataclass(frozen=True)
class MeanParts:
    """Of means, from total and count of every cell. unit: what one of a total is of the mean; part: one over the number
    of games; few: the correction for few deals; wholes[a, b]: group b is of the whole that a is a part of (None: each
    is its own)."""

    sums: GroupSums
    total: NDArray[Any]
    count: NDArray[Any]
    unit: Floats
    part: Floats
    mean: Floats
    few: Floats
    wholes: Floats | None = None

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        return self.sums.deals

    def residual(self, low: int, high: int, weights: Floats | None = None) -> Floats:
        """What some deals add to the errors: [deal, estimate]."""
        few = self.few if weights is None else weights * self.few
        residual = self.sums.matrix(self.total, low, high, few * self.unit)
        residual -= self.sums.matrix(self.count, low, high, _through(few * self.part * self.mean, self.wholes))
        return residual

    def moved(self, low: int, high: int, weights: Floats | None = None) -> tuple[Floats, Floats]:
        """What some deals add to the estimates, and to the games of all that they are made of."""
        unit, part = (self.unit, self.part) if weights is None else (weights * self.unit, abs(weights) * self.part)
        size = self.sums.matrix(self.count, low, high, _through(part, self.wholes))
        return self.sums.matrix(self.total, low, high, unit), size


def means_of(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    value: str,
    *,
    scale: int = 1,
    count: str | None = None,
    cluster: str = "deal",
) -> DealMeans:
    """Means of `value` / `scale` for every group of `keys`; `count` names a column of numbers of games when rows are
    totals. ValueError as of numbers(), and where a row belongs to no cluster."""
    rows, sums, size = _read(frame, keys, [value], count, cluster)
    return means(sums, numbers(rows[value]), size, scale=scale)


def mean_table(
    frame: pl.DataFrame | pl.LazyFrame,
    keys: Sequence[str],
    measures: Mapping[str, Averaged],
    *,
    count: str | None = None,
    cluster: str = "deal",
    detail: bool = False,
) -> pl.DataFrame:
    """Clustered means of many groups at once, sorted by their keys.

    Columns: the keys, `n` (games), `deals`, and for each measure m its mean `m`, `m_low` and `m_high`; with `detail`
    also `m_se` and `m_deff` (the design effect). `count` names a column of game counts when rows are totals already.
    ValueError as of means_of().
    """
    rows, sums, size = _read(frame, keys, [measure.column for measure in measures.values()], count, cluster)
    table = pl.DataFrame()
    for name, measure in measures.items():
        x = numbers(rows[measure.column])
        all_means = means(sums, x, size, scale=measure.scale)
        estimates = all_means.contrast()
        if not table.width:
            groups = all_means.groups.drop("", strict=False)
            table = groups.with_columns(n=pl.Series(all_means.n), deals=pl.Series(all_means.clusters))
        low, high = limits(estimates.estimate, estimates.se, estimates.clusters, bounded=measure.bounded)
        added = {name: estimates.estimate, f"{name}_low": low, f"{name}_high": high}
        if detail:
            with np.errstate(divide="ignore", invalid="ignore"):
                added[f"{name}_deff"] = estimates.se**2 / (_independent(sums, x) / measure.scale**2)
            added[f"{name}_se"] = estimates.se
        table = table.with_columns(pl.Series(of, column).fill_nan(None) for of, column in added.items())
    return table


def _read(
    frame: pl.DataFrame | pl.LazyFrame, keys: Sequence[str], values: Sequence[str], count: str | None, cluster: str
) -> tuple[pl.DataFrame, GroupSums, NDArray[Any] | None]:
    """The rows in the order in which floats are added, where they stand, and how many games each is (None: one)."""
    columns = dict.fromkeys([*keys, cluster, *values, *([count] if count else [])])
    rows = frame.lazy().select(list(columns)).collect()
    if count and rows.schema[count].is_float():
        raise ValueError(f"column '{count}' counts rows in {rows.schema[count]}: give whole numbers")
    floats = [name for name in values if rows.schema[name].is_float()]
    rows = rows.sort(floats) if floats else rows
    return rows, GroupSums.of(rows, keys, cluster), numbers(rows[count]) if count else None


def _independent(sums: GroupSums, values: NDArray[Any]) -> Floats:
    """The variance each group's mean of rows would have if all were independent; NaN where there is none."""
    x, n = sums.arranged(values), np.bincount(sums.column, minlength=len(sums.groups)).astype(np.float64)
    mean = sums.added(x) / n
    middle = np.rint(mean)  # whole numbers stay whole, and their sums exact
    deviation = x - middle[sums.column]
    squares = sums.added(deviation * deviation) - n * (mean - middle) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squares > ROUNDING * n * mean * mean, squares / (n * (n - 1.0)), np.nan)


def means(
    sums: GroupSums,
    total: NDArray[Any],
    count: NDArray[Any] | None = None,
    *,
    scale: int = 1,
    wholes: Floats | None = None,
) -> DealMeans:
    """Means total / (scale count) of every group that has a count; totals and counts are one a cell (None: 1 each).
    wholes: as MeanParts has them."""
    total = sums.arranged(total)
    n = sums.n if count is None else sums.totals(count)
    of, count = sums.added(total), sums.ones if count is None else sums.arranged(count)
    n = n if wholes is None else (wholes @ n).astype(np.int64)
    has_rows = n > 0
    part = 1.0 / np.where(has_rows, n, 1)
    mean = of / np.where(has_rows, n * scale, 1)
    if of.dtype.kind == "f":  # far from 0 a sum is rounded to more than its numbers differ by
        mean = mean + sums.added(total / scale - mean[sums.column] * count) * part
    parts = MeanParts(sums, total, count, part / scale, part, mean, np.ones(len(n)), wholes)
    return _assembled(parts, mean, n, has_rows)


def frequencies(sums: GroupSums, count: NDArray[Any], base: Sequence[object]) -> DealMeans:
    """How often rows are of each group, from the number of rows of every cell; base: what each group is a part of, for
    groups of the same whole the same."""
    wholes = np.array([[a == b for b in base] for a in base], dtype=np.float64).reshape(len(base), len(base))
    return means(sums, count, count, wholes=wholes)


def spreads(sums: GroupSums, total: NDArray[Any], square: NDArray[Any], count: NDArray[Any]) -> DealMeans:
    """Standard deviations of the rows of every group, from sums of values and of their squares; delta method."""
    total, square, count = sums.arranged(total), sums.arranged(square), sums.arranged(count)
    n = sums.added(count)
    has_rows = n > 1
    size = np.where(has_rows, n, 1).astype(np.float64)
    mean, second = sums.added(total) / size, sums.added(square) / size
    sd = np.sqrt(np.maximum(second - mean * mean, 0.0))
    part, m = 1.0 / size[sums.column], mean[sums.column]
    slope = np.where(sd > 0, 0.5 / np.where(sd > 0, sd, 1.0), 0.0)[sums.column]
    error = slope * ((square - second[sums.column] * count) - 2.0 * m * (total - m * count)) * part
    return _of_errors(sums, sd, error, count * part, n, has_rows)


def quantiles(cells: pl.DataFrame, keys: Sequence[str], value: str, fraction: float) -> DealMeans:
    """Quantiles of every group, from cells with the number of rows `n_` for each deal, group and value.

    A whole number stands for all between half below it and half above it, as in grouped data, so that a quantile moves
    smoothly. Its error is that of the share of rows below it over the density there (Woodruff 1952), the density read
    off the ends of that share's 95 % interval.
    """
    sums = GroupSums.of(cells, keys)
    x, weight = (sums.arranged(cells[name].to_numpy()).astype(np.float64) for name in (value, "n_"))
    n, error = sums.added(weight).astype(np.int64), np.zeros(len(weight))
    deal = np.repeat(np.arange(len(sums.deals)), np.diff(sums.start))
    estimate = np.full(len(sums.groups), np.nan)
    for g in range(len(sums.groups)):
        at = np.flatnonzero(sums.column == g)
        q = estimate[g] = _grouped_quantile(x[at], weight[at], fraction)
        below = np.clip(q - (x[at] - 0.5), 0.0, 1.0) * weight[at]  # those of its own value in part
        share = (below - fraction * weight[at]) / max(n[g], 1)
        by_deal = np.bincount(deal[at], share)
        d = len(np.unique(deal[at]))
        se = float(np.sqrt((by_deal * by_deal).sum() * d / (d - 1))) if d > 1 else 0.0
        step = max(2.0 * se, 1e-6)
        low, high = max(fraction - step, 0.0), min(fraction + step, 1.0)
        width = _grouped_quantile(x[at], weight[at], high) - _grouped_quantile(x[at], weight[at], low)
        error[at] = -share * max(width, 1e-12) / (high - low)
    return _of_errors(sums, estimate, error, np.ones(len(error)), n, n > 0)


def _grouped_quantile(x: Floats, weight: Floats, fraction: float) -> float:
    """The value below which that fraction of the rows lies; a whole number is spread over one unit around it."""
    values, at = np.unique(x, return_inverse=True)
    count = np.bincount(at.reshape(-1), weight)
    upto = np.concatenate([[0.0], np.cumsum(count)]) / count.sum()
    i = int(np.clip(np.searchsorted(upto, fraction, side="left") - 1, 0, len(values) - 1))
    inside = (fraction - upto[i]) / (upto[i + 1] - upto[i])
    return float(values[i] - 0.5 + np.clip(inside, 0.0, 1.0))


def _of_errors(
    sums: GroupSums, estimate: Floats, errors: Floats, size: Floats, n: Ints, has_rows: NDArray[np.bool_]
) -> DealMeans:
    """Estimates with the residual and the size of each cell."""
    ones = np.ones(len(estimate))
    parts = MeanParts(sums, errors, size, ones, ones, np.zeros(len(estimate)), ones)
    return _assembled(parts, estimate, n, has_rows)


def _assembled(parts: MeanParts, estimate: Floats, n: Ints, has_rows: NDArray[np.bool_]) -> DealMeans:
    """The estimates of the groups that have rows, corrected for few deals."""
    sums = parts.sums

    def deals_of(low: int, high: int) -> Ints:
        return np.asarray(np.count_nonzero(parts.moved(low, high)[1], axis=0))

    clusters = sums.clusters
    if parts.wholes is not None or parts.count.min(initial=1) <= 0:
        clusters = np.asarray(add_blocks(len(sums.deals), len(n), deals_of), dtype=np.int64)
    squares = sums.added(parts.total.astype(np.float64) ** 2) * parts.unit**2
    few = np.sqrt(np.where(clusters > 1, clusters / np.maximum(clusters - 1.0, 1.0), 0.0))
    keep = np.flatnonzero(has_rows)
    weights, ends = None if has_rows.all() else np.eye(len(has_rows))[keep], np.ones(len(keep))
    return DealMeans(
        sums.groups[keep], estimate[keep], replace(parts, few=few), n[keep], clusters[keep],
        ends, ends, squares[keep], weights,
    )  # fmt: skip
