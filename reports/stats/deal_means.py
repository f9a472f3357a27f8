"""Estimates of many groups that share deals, each with what every deal adds to its error: sums, differences and
combinations of them, also of several comparisons and of two runs, then have their right, paired errors.

An estimate is a smooth function of sums by deal. Its residual in deal d is what d adds to it beyond its share, by the
delta method: (T_d - p N_d) / sum(N) for a mean p = sum(T) / sum(N). The covariance of two estimates is
sum_d(r_d s_d) times sqrt(D / (D - 1)) of both, the linearised (CR1) one, which equals the sandwich error of an ordinary
regression on a constant. All are linear in the residuals, which are worked out for some deals after others, as whole
matrices [deal, group], whenever something is added up over deals: a million deals take no more memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

__all__ = ["ROUNDING", "Contrast", "DealMeans", "Parts", "add_blocks", "skewness_of", "stacked"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ROUNDING = 1e-26  # of the variance of its parts: below it a variance is left over from terms that cancel
BLOCK = 1 << 18  # numbers of a matrix [deal, group] of some deals


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


def skewness_of(squares: ArrayLike, cubes: ArrayLike) -> Floats:
    """The skewness of a sum over clusters, from the sums of squares and cubes of what each adds; 0 without spread."""
    second, third = np.asarray(squares, dtype=np.float64), np.asarray(cubes, dtype=np.float64)
    spread = second > 0
    return np.where(spread, third / np.where(spread, second, 1.0) ** 1.5, 0.0)


class Parts(Protocol):
    """What every deal adds to the estimates of groups, or to combinations of them: weights [estimate, group]; `deals`
    are the deals' numbers, in order."""

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        ...

    def residual(self, low: int, high: int, weights: Floats | None = None) -> Floats:
        """To their errors, of some deals: [deal, estimate]."""
        ...

    def moved(self, low: int, high: int, weights: Floats | None = None) -> tuple[Floats, Floats]:
        """To the means, and to the games: by these, deals that speak for and against a difference are counted."""
        ...


@dataclass(frozen=True)
class StackedParts:
    """Of several estimates after each other; rows: where the deals of each stand among all `deals`."""

    deals: NDArray[Any]
    sides: Sequence[tuple[DealMeans, Ints]]

    def residual(self, low: int, high: int, weights: Floats | None = None) -> Floats:
        """What some deals add to the errors: [deal, estimate]."""
        (residual,) = self._stacked(low, high, lambda side, a, b: (side.residual(a, b),))
        return residual if weights is None else residual @ weights.T

    def moved(self, low: int, high: int, weights: Floats | None = None) -> tuple[Floats, Floats]:
        """What some deals add to the estimates, and to the games of all that they are made of."""
        moved, size = self._stacked(low, high, lambda side, a, b: side.moved(a, b))
        return (moved, size) if weights is None else (moved @ weights.T, size @ abs(weights.T))

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

    def index(self, **key: object) -> int | None:
        """Row of the group with these keys, None if it was never seen."""
        hit = self.groups.with_row_index("row_").filter([pl.col(k).cast(pl.String) == str(v) for k, v in key.items()])
        return int(hit["row_"][0]) if len(hit) else None

    def combine(self, weights: ArrayLike, groups: pl.DataFrame | None = None, *, pooled: bool = False) -> DealMeans:
        """Linear combinations, a row of `weights` each, under the names of `groups`. Their deals are those of the mean
        that saw fewest of them; pooled: of the side, what is added or what is taken off, whose means together did."""
        w = np.atleast_2d(np.asarray(weights, dtype=np.float64)).reshape(-1, len(self.estimate))
        has_weight = w != 0
        endless = np.iinfo(np.int64).max
        n_deals = np.where(has_weight, self.clusters, endless).min(axis=1, initial=endless)
        everything = w if self.weights is None else w @ self.weights
        is_same = everything.shape[0] == everything.shape[1] and bool((everything == np.eye(len(everything))).all())
        if pooled:
            sides = np.vstack([np.maximum(everything, 0.0), np.maximum(-everything, 0.0)])
            n_of_sides = add_blocks(
                len(self.parts.deals),
                max(sides.shape),
                lambda a, b: (self.parts.moved(a, b, sides)[1] > 0).sum(axis=0),
            )
            n_deals = np.where((sides > 0).any(axis=1), n_of_sides, endless).reshape(2, -1).min(axis=0)
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
            None if is_same else everything,
        )

    def contrast(self, weights: ArrayLike | None = None) -> Contrast:
        """The estimates, or linear combinations of them, with their covariance. Terms that cancel to rounding count as
        no variance."""
        if weights is not None:
            return self.combine(weights).contrast()
        covariance, cubes = np.zeros((len(self.estimate),) * 2), np.zeros(len(self.estimate))
        for low, high in _blocks(len(self.parts.deals), self._width):
            residual = self.residual(low, high)
            covariance += residual.T @ residual
            cubes += np.einsum("de,de,de->e", residual, residual, residual)
        cancelled = np.diag(covariance) < ROUNDING * self.squares
        covariance[cancelled, :] = covariance[:, cancelled] = 0.0
        skewness = skewness_of(np.diag(covariance), cubes)
        return Contrast(self.estimate, covariance, self.n, self.clusters, self.extent, self.weight, skewness)

    def discordant(self, weights: ArrayLike | None = None) -> Ints:
        """Deals that speak for each difference and against it, and all that take part (three columns)."""
        if weights is not None:
            return self.combine(weights).discordant()

        def counts(low: int, high: int) -> Ints:
            by, of = self.moved(low, high)
            edge = 1e-9 * of
            return np.stack([(by > edge).sum(axis=0), (by < -edge).sum(axis=0), (of > 0).sum(axis=0)], axis=1)

        return add_blocks(len(self.parts.deals), self._width, counts)

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, estimate]."""
        return self.parts.residual(low, high, self.weights)

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the estimates, and to the games of all that an estimate is made of."""
        return self.parts.moved(low, high, self.weights)

    @property
    def _width(self) -> int:
        return max(len(self.estimate), 1 if self.weights is None else self.weights.shape[1])


def _blocks(n: int, width: int) -> Iterator[tuple[int, int]]:
    """The deals, so many after so many: [low, high)."""
    step = max(1, BLOCK // max(1, width))
    return ((low, min(low + step, n)) for low in range(0, max(n, 1), step))


def add_blocks(n: int, width: int, numbers: Callable[[int, int], NDArray[Any]]) -> NDArray[Any]:
    """The sum of numbers over all deals, given those of some deals; width: of the widest matrix that they take."""
    return np.asarray(sum(numbers(low, high) for low, high in _blocks(n, width)))


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
