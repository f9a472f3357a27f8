"""What two exposures do together beyond the sum of what each does.

The last coefficient of y = b1 x1 + b2 x2 + b12 x1 x2, all less their means of the game: least squares of each pair by
itself. Exposures that chance deals are cause and effect; errors are clustered by deal, as for slopes on single
exposures: with G the sum of the products of the three, e the last row of its inverse and r the residuals, a deal adds
u_d, the sum of e' X r over its games, and the variance is the sum of u_d squared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Interactions", "PairSums", "false_discovery_rates"]

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Copies = NDArray[np.uint8]
MIN_DEALS = 50  # in which a pair was dealt to one seat
SINGULAR = 1e-9  # of G, relative: the product says nothing that its factors do not


@dataclass(frozen=True)
class Interactions:
    """Effects of both exposures beyond the sum of each, with clustered standard errors and two-sided p values; NaN
    where too few deals had both in one seat. n: seats with both, deals: with such a seat."""

    estimate: Floats
    se: Floats
    p: Floats
    n: Counts
    deals: Counts


class PairSums:
    """What interactions are worked out from: all games are added once for the effects, then again for their errors."""

    def __init__(self, pairs: Sequence[tuple[int, int]], scale: int):
        """pairs: places of two exposures; scale: of the outcome, which is given so many times."""
        self.first, self.second = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        self.scale, size = scale, len(pairs)
        self.n, self.deals = np.zeros((2, size), dtype=np.int64)
        self.products, self.moved = np.zeros((size, 3, 3)), np.zeros((size, 3))
        self.squares = np.zeros(size)

    def add(self, copies: Copies, outcome: NDArray[np.number], deal: NDArray[np.integer]) -> None:
        """Games of whole deals: copies [seat, exposure, game], outcome [seat, game], deal [game] in order."""
        if not len(deal):
            return
        y, starts, has = outcome - outcome.mean(axis=0), _starts(deal), copies > 0
        for pairs, x in self._deviations(copies):
            pair_copies = has[:, self.first[pairs]] & has[:, self.second[pairs]]
            self.n[pairs] += pair_copies.sum(axis=(0, 2))
            self.deals[pairs] += np.logical_or.reduceat(pair_copies.any(axis=0), starts, axis=1).sum(axis=1)
            self.products[pairs] += np.einsum("asng,bsng->nab", x, x, optimize=True)
            self.moved[pairs] += np.einsum("asng,sg->na", x, y, optimize=True)

    def add_errors(self, copies: Copies, outcome: NDArray[np.number], deal: NDArray[np.integer]) -> None:
        """The same games again, once all were added."""
        if not len(deal):
            return
        y, starts = outcome - outcome.mean(axis=0), _starts(deal)
        inverse, effects = self._fit()
        for pairs, x in self._deviations(copies):
            residual = y[:, None] - np.einsum("asng,na->sng", x, effects[pairs], optimize=True)
            score = np.einsum("asng,na->sng", x, inverse[pairs, 2], optimize=True)
            self.squares[pairs] += (np.add.reduceat((score * residual).sum(axis=0), starts, axis=1) ** 2).sum(axis=1)

    def _deviations(self, copies: Copies) -> Iterator[tuple[Counts, Floats]]:
        """Pairs with one first exposure, and both and their product less their means of the game [3, seat, pair,
        game]."""
        for at in np.unique(self.first):
            pairs = np.flatnonzero(self.first == at)
            second = copies[:, self.second[pairs]].astype(np.float64)
            first = np.broadcast_to(copies[:, at, None].astype(np.float64), second.shape)
            x = np.stack([first, second, first * second])
            x -= x.mean(axis=1, keepdims=True)
            yield pairs, x

    def _fit(self) -> tuple[Floats, Floats]:
        """The inverse of every G, and the effects; 0 where it has none."""
        inverse = np.zeros_like(self.products)
        sizes = np.sqrt(np.einsum("naa->na", self.products))
        has = (self.deals >= MIN_DEALS) & (sizes > 0).all(axis=1)
        correlation = self.products[has] / (sizes[has, :, None] * sizes[has, None, :])
        regular = np.linalg.det(correlation) > SINGULAR
        at = np.flatnonzero(has)[regular]
        inverse[at] = np.linalg.inv(self.products[at])
        return inverse, np.einsum("nab,nb->na", inverse, self.moved)

    def interactions(self) -> Interactions:
        """The effects of what was added."""
        inverse, effects = self._fit()
        is_known = inverse[:, 2, 2] > 0
        estimate = np.where(is_known, effects[:, 2], np.nan)
        se = np.where(is_known, np.sqrt(self.squares * self.deals / np.maximum(self.deals - 1.0, 1.0)), np.nan)
        z = np.abs(estimate) / np.where(se > 0, se, np.nan)
        p = np.array([math.erfc(value / math.sqrt(2.0)) for value in z])
        return Interactions(estimate / self.scale, se / self.scale, p, self.n, self.deals)


def _starts(deal: NDArray[np.integer]) -> Counts:
    """The first game of each deal."""
    numbers = deal.astype(np.int64)
    return np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))


def false_discovery_rates(p: ArrayLike) -> Floats:
    """For each p value the smallest false discovery rate at which it is found (Benjamini and Hochberg 1995); NaN stay
    NaN and are no part of the family."""
    values = np.asarray(p, dtype=np.float64)
    out = np.full(len(values), np.nan)
    measured = np.flatnonzero(~np.isnan(values))
    order = measured[np.argsort(values[measured], kind="stable")]
    rates = values[order] * len(order) / np.arange(1, len(order) + 1)
    out[order] = np.minimum(np.minimum.accumulate(rates[::-1])[::-1], 1.0)
    return out
