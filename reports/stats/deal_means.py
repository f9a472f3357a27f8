"""Estimates of many groups that share deals, each with what every deal adds to its error: sums, differences and
combinations of them, also of several comparisons and of two runs, then have their right, paired errors.

An estimate is a smooth function of sums by deal. Its residual in deal d is what d adds to it beyond its share, by the
delta method: (T_d - p N_d) / sum(N) for a mean p = sum(T) / sum(N). The covariance of two estimates is
sum_d(r_d s_d) times sqrt(D / (D - 1)) of both, the linearised (CR1) one of `cluster`. All are linear in the residuals.

Sums are held once, a cell for each deal and group that it has; residuals are worked out for some deals after others,
as whole matrices [deal, group], whenever something is added up over deals: a million deals take no more memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.stats.cluster import skewness_of
from reports.stats.deal_parts import ErrorParts, MeanParts, Parts, ShareParts, Sums
from reports.stats.joint import Contrast

__all__ = ["DealMeans", "frequencies", "means", "quantiles", "spreads", "stacked"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ROUNDING = 1e-13  # of the variance of its parts: below it a variance is left over from terms that cancel
BLOCK = 1 << 18  # numbers of a matrix [deal, group] of some deals


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
            blocks = self._blocks(len(w))
            n_deals = _sum((self.parts.moved(*block)[1] @ abs(everything.T) > 0).sum(axis=0) for block in blocks)
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
        covariance, cubes = np.zeros((len(self.estimate),) * 2), np.zeros(len(self.estimate))
        for low, high in self._blocks():
            residual = self.residual(low, high)
            covariance += residual.T @ residual
            cubes += (residual * residual * residual).sum(axis=0)
        cancelled = np.diag(covariance) < ROUNDING * self.squares
        covariance[cancelled, :] = covariance[:, cancelled] = 0.0
        skewness = skewness_of(np.diag(covariance), cubes)
        return Contrast(self.estimate, covariance, self.n, self.clusters, self.extent, self.weight, skewness)

    def discordant(self) -> Ints:
        """Deals that speak for each difference and against it, and all that take part (three columns)."""
        counts = np.zeros((len(self.estimate), 3), dtype=np.int64)
        for low, high in self._blocks():
            by, of = self.moved(low, high)
            edge = 1e-9 * of
            counts += np.stack([(by > edge).sum(axis=0), (by < -edge).sum(axis=0), (of > 0).sum(axis=0)], axis=1)
        return counts

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, estimate]."""
        residual = self.parts.residual(low, high)
        return residual if self.weights is None else residual @ self.weights.T

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the estimates, and to the games of all that an estimate is made of."""
        moved, size = self.parts.moved(low, high)
        return (moved, size) if self.weights is None else (moved @ self.weights.T, size @ abs(self.weights.T))

    def _blocks(self, width: int = 0) -> Iterator[tuple[int, int]]:
        """The deals, so many after so many: [low, high)."""
        n = len(self.parts.deals)
        wide = max(width, len(self.estimate), 1 if self.weights is None else self.weights.shape[1])
        step = max(1, BLOCK // wide)
        return ((low, min(low + step, n)) for low in range(0, n, step))


@dataclass(frozen=True)
class StackedParts:
    """Of several estimates after each other; rows: where the deals of each stand among all `deals`."""

    deals: NDArray[Any]
    sides: Sequence[tuple[DealMeans, Ints]]

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, group]."""
        return self._stacked(low, high, lambda side, a, b: (side.residual(a, b),))[0]

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the means, and to the games."""
        moved, size = self._stacked(low, high, lambda side, a, b: side.moved(a, b))
        return moved, size

    def _stacked(
        self, low: int, high: int, matrices: Callable[[DealMeans, int, int], tuple[Floats, ...]]
    ) -> tuple[Floats, ...]:
        stacks = []
        for side, rows in self.sides:
            a, b = np.searchsorted(rows, (low, high))
            stack = []
            for matrix in matrices(side, int(a), int(b)):
                stack.append(np.zeros((high - low, matrix.shape[1])))
                stack[-1][rows[a:b] - low] = matrix
            stacks.append(stack)
        return tuple(np.hstack(parts) for parts in zip(*stacks, strict=True))


def means(sums: Sums, total: NDArray[Any], count: NDArray[Any], *, scale: int = 1) -> DealMeans:
    """Means total / (scale count) of every group that has a count; totals and counts are one a cell."""
    total, count = sums.arranged(total), sums.arranged(count)
    of, n = sums.added(total), sums.added(count)
    has_rows = n > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(has_rows, of / np.where(has_rows, n * scale, 1), np.nan)
    part, clusters = 1.0 / np.where(has_rows, n, 1), sums.added(count > 0)
    parts = MeanParts(sums, total, count, scale, np.nan_to_num(mean), part, _few(clusters))
    squares = sums.added(np.square(total, dtype=np.float64)) * (part / scale) ** 2
    return _assembled(sums.groups, mean, parts, n, clusters, squares, has_rows)


def frequencies(sums: Sums, count: NDArray[Any], base: Sequence[object]) -> DealMeans:
    """How often rows are of each group, from the number of rows of every cell; base: what each group is a part of, for
    groups of the same whole the same."""
    count = sums.arranged(count)
    is_whole = np.array([[a == b for b in base] for a in base], dtype=np.float64).reshape(len(base), len(base))
    rows = sums.added(count)
    n = (is_whole @ rows).astype(np.int64)
    share, part = rows / n, 1.0 / n
    parts = ShareParts(sums, count, is_whole, share, part, np.ones(len(n)))
    squares = sums.added(np.square(count, dtype=np.float64)) * part**2
    estimates = _assembled(sums.groups, share, parts, n, n, squares, n > 0)
    clusters = _sum((parts.counts(*block)[1] > 0).sum(axis=0) for block in estimates._blocks())
    return replace(estimates, clusters=clusters, parts=replace(parts, few=_few(clusters)))


def spreads(sums: Sums, total: NDArray[Any], square: NDArray[Any], count: NDArray[Any]) -> DealMeans:
    """Standard deviations of the rows of every group, from sums of values and of their squares; delta method."""
    total, square, count = sums.arranged(total), sums.arranged(square), sums.arranged(count)
    n = sums.added(count)
    has_rows = n > 1
    size = np.where(has_rows, n, 1).astype(np.float64)
    mean, second = sums.added(total) / size, sums.added(square) / size
    sd = np.sqrt(np.maximum(second - mean * mean, 0.0))
    part, m = 1.0 / size[sums.column], mean[sums.column]
    slope = np.where(sd > 0, 0.5 / np.where(sd > 0, sd, 1.0), 0.0)[sums.column]
    residual = slope * ((square - second[sums.column] * count) - 2.0 * m * (total - m * count)) * part
    return _of_errors(sums, np.where(has_rows, sd, np.nan), residual, count * part, n, sums.added(count > 0), has_rows)


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
    rows_of, columns_of, residuals = [], [], []
    for (group,), group_cells in located.group_by(["group_"], maintain_order=False):
        g = int(group)
        x = group_cells[value].cast(pl.Float64).to_numpy()
        weight = group_cells["n_"].to_numpy().astype(np.float64)
        rows = np.searchsorted(place.deals, group_cells["deal"].to_numpy())
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
    deals = pl.Series(place.deals[_joined(rows_of)])
    out = Sums.at(place.groups, deals, _joined(columns_of, np.int32))
    residual = out.arranged(_joined(residuals, np.float64))
    return _of_errors(out, estimate, residual, np.ones(len(residual)), n, clusters, n > 0)


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


def _of_errors(
    sums: Sums, estimate: Floats, errors: Floats, size: Floats, n: Ints, clusters: Ints, has_rows: NDArray[np.bool_]
) -> DealMeans:
    """Estimates with the residual and the size of each cell."""
    parts = ErrorParts(sums, errors, size, _few(clusters))
    return _assembled(sums.groups, estimate, parts, n, clusters, sums.added(errors * errors), has_rows)


def _few(clusters: Ints) -> Floats:
    """The correction of residuals for few deals."""
    d = clusters.astype(np.float64)
    return np.sqrt(np.where(d > 1, d / np.maximum(d - 1.0, 1.0), 0.0))


def _assembled(
    groups: pl.DataFrame, estimate: Floats, parts: Parts, n: Ints, clusters: Ints, squares: Floats,
    has_rows: NDArray[np.bool_],
) -> DealMeans:  # fmt: skip
    """The estimates of the groups that have rows."""
    keep = np.flatnonzero(has_rows)
    weights, ends = None if has_rows.all() else np.eye(len(has_rows))[keep], np.ones(len(keep))
    return DealMeans(groups[keep], estimate[keep], parts, n[keep], clusters[keep], ends, ends, squares[keep], weights)


def _sum(blocks: Iterator[Ints]) -> Ints:
    """The sum over blocks of deals."""
    total: Ints = np.sum(np.stack(list(blocks)), axis=0, dtype=np.int64)
    return total


def stacked(first: DealMeans, second: DealMeans, *, share_deals: bool) -> DealMeans:
    """Both one after the other; share_deals: deals of one number are the same deal, else all are different ones."""
    sides = [side.parts.deals for side in (first, second)]
    if share_deals:
        deals = np.union1d(*sides)
        rows = [np.searchsorted(deals, side) for side in sides]
    else:
        deals = np.arange(sum(map(len, sides)))
        rows = [deals[: len(sides[0])], deals[len(sides[0]) :]]

    def joined(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(side, name) for side in (first, second)])

    return DealMeans(
        pl.concat([first.groups, second.groups], how="diagonal_relaxed"),
        joined("estimate"),
        StackedParts(deals, list(zip((first, second), rows, strict=True))),
        joined("n"),
        joined("clusters"),
        joined("extent"),
        joined("weight"),
        joined("squares"),
    )
