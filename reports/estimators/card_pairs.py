"""Pairs of cards, or of what cards have alike, that are worth more or less together than the sum of both, as dealt.

The last coefficient of y = b1 x1 + b2 x2 + b12 x1 x2, all less their means of the game: least squares of each pair by
itself. Exposures that chance deals are cause and effect; errors are clustered by deal, as for slopes on single
exposures: with G the sum of the products of the three, e the last row of its inverse and r the residuals, a deal adds
u_d, the sum of e' X r over its games, and the variance is the sum of u_d squared.

Hands are drawn without replacement: who holds c has less room for b, so that a pair (a, b) that is worth something adds
to the estimates of (a, c) and of others. By how much follows from how often they come together as dealt: the last
coefficient g of the product of (a, b) on the three of (a, c) (omitted variables: Cameron and Trivedi,
Microeconometrics, 2005, section 4.7). The estimates are those of all pairs that stand out at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.card_facts import DEALT
from reports.estimators.card_exposure import (
    CardGroups,
    Exposure,
    exposure_of,
    groups_of,
    in_stored_order,
    pieces,
    records_of,
)
from reports.stats.intervals import limits
from reports.stats.random_effects import adaptively_shrunk

if TYPE_CHECKING:
    from reports.frames import ScenarioRun

__all__ = ["DISCOVERY_RATE", "Interactions", "PairSums", "false_discovery_rates", "pair_rows", "separate_pairs"]

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
        self.outstanding: Counts = np.empty(0, dtype=np.int64)
        self.shared = np.zeros((size, 3, 0))

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

    def choose_outstanding(self) -> bool:
        """Whether pairs stand out, whose part in the estimates of others is then to be added up."""
        p = self.interactions().p
        rates = false_discovery_rates(p)
        outstanding = np.flatnonzero(np.nan_to_num(rates, nan=1.0) <= DISCOVERY_RATE)
        largest = np.argsort(p[outstanding], kind="stable")[:MAX_OUTSTANDING]
        self.outstanding = np.sort(outstanding[largest])
        self.shared = np.zeros((len(self.first), 3, len(self.outstanding)))
        return len(self.outstanding) > 0

    def add_shared(self, copies: Copies) -> None:
        """The same games once more: how often pairs come together with those that stand out."""
        if not len(self.outstanding) or not copies.size:
            return
        first, second = (copies[:, at[self.outstanding]].astype(np.float64) for at in (self.first, self.second))
        product = first * second
        product -= product.mean(axis=0, keepdims=True)
        for pairs, x in self._deviations(copies):
            self.shared[pairs] += np.einsum("asng,sfg->naf", x, product, optimize=True)

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
        spill = np.einsum("na,naf->nf", inverse[:, 2], self.shared)
        estimate = separate_pairs(estimate, se, spill, self.outstanding)
        return Interactions(estimate / self.scale, se / self.scale, p_values(estimate, se), self.n, self.deals)


def separate_pairs(estimate: Floats, se: Floats, spill: Floats, outstanding: Counts) -> Floats:
    """Estimates of pairs, each by itself, less what others add to them that are found.

    spill: [pair, outstanding] what a unit of the effect of a pair that may be found adds to the estimate of each; to
    its own 1. Pairs are found one by one, the surest first, each beside those found before, as long as one is at the
    false discovery rate; their effects are those that together give all of their estimates.
    """
    selected: list[int] = []  # places among the outstanding
    while True:
        separated = estimate.copy()
        if selected:
            pairs = outstanding[selected]
            effects = np.linalg.solve(spill[pairs][:, selected], estimate[pairs])
            separated -= spill[:, selected] @ effects
            separated[pairs] = effects
        p = p_values(separated, se)
        rates = np.nan_to_num(false_discovery_rates(p), nan=1.0)[outstanding]
        rest = [place for place in range(len(outstanding)) if place not in selected and rates[place] <= DISCOVERY_RATE]
        if not rest:
            return separated
        selected.append(min(rest, key=lambda place: (p[outstanding[place]], place)))


def p_values(estimate: Floats, se: Floats) -> Floats:
    """Two-sided, of normal estimates; NaN without an error."""
    z = np.abs(estimate) / np.where(se > 0, se, np.nan)
    return np.array([math.erfc(value / math.sqrt(2.0)) for value in z])


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


DISCOVERY_RATE = 0.05  # the false discovery rate at which a pair counts as found
MAX_PAIRS = 2_000  # of a set
MAX_OUTSTANDING = 30  # pairs of a set whose part in the estimates of others is worked out
MIN_LEVELS = 5  # of a trait, so that a hand is not filled by two of them
SCHEMA = {"set": pl.String, "trait": pl.String, "first": pl.String, "second": pl.String}


def pair_rows(run: ScenarioRun) -> pl.DataFrame:
    """A row a pair of levels of a trait, or of single cards where nothing gathers them, that chance deals: what a seat
    with both wins beyond the sum of what each does, by itself and shrunken, and the false discovery rate at which it is
    found; the most helpful first. No rows where one seat decides: there is nobody to compare it with in its game."""
    exposure = run.result(exposure_of)
    if exposure is None or run.players < 2:
        return pl.DataFrame()
    return in_stored_order(run, lambda rows: _sum_pairs(rows, exposure))


def _sum_pairs(run: ScenarioRun, exposure: Exposure) -> pl.DataFrame:
    records = [record for record in records_of(run) if record.use == DEALT and record.key in exposure.share]
    sums: dict[str, PairSums] = {}
    for record in records:
        pairs = [(low, high) for _, low, high in _pairs(record.groups)]
        if 0 < len(pairs) <= MAX_PAIRS:
            sums[record.of.key] = PairSums(pairs, 60)
    records = [record for record in records if record.of.key in sums]
    for is_second in (False, True) if records else ():
        for piece in pieces(run, exposure.arm, records):
            outcome, deal = piece.seats("win_share60").astype(np.float64), piece.seats("deal")[0]
            for record in records:
                pair_sums = sums[record.of.key]
                (pair_sums.add_errors if is_second else pair_sums.add)(record.copies(piece), outcome, deal)
    if records := [record for record in records if sums[record.of.key].choose_outstanding()]:
        for piece in pieces(run, exposure.arm, records):
            for record in records:
                sums[record.of.key].add_shared(record.copies(piece))
    return pl.concat([_rows(run, key, each) for key, each in sums.items()]) if sums else pl.DataFrame()


def _pairs(groups: Sequence[CardGroups]) -> list[tuple[CardGroups, int, int]]:
    """Every two levels of a trait, or every two cards where no trait has many levels, by their places. Of few levels
    that fill a hand one more of one is one less of another: what both do together is then what each does by itself."""
    paired = [group for group in groups if group.trait and len(group.labels) >= MIN_LEVELS] or list(groups[:1])
    return [
        (group, low, high) for group in paired for low, high in combinations(range(group.first, group.columns.stop), 2)
    ]


def _rows(run: ScenarioRun, key: str, sums: PairSums) -> pl.DataFrame:
    (cards,) = (cards for cards in run.game.cards if cards.key == key)
    pairs, effects = _pairs(groups_of(cards)), sums.interactions()
    posterior = adaptively_shrunk(effects.estimate, effects.se)
    ends = limits(effects.estimate, effects.se, effects.deals)
    names: Mapping[str, list[str | None]] = {
        "set": [key] * len(pairs),
        "trait": [group.trait or None for group, _, _ in pairs],
        "first": [group.labels[low - group.first] for group, low, _ in pairs],
        "second": [group.labels[high - group.first] for group, _, high in pairs],
    }
    rows = pl.DataFrame(
        {
            **names, "n": effects.n, "effect": effects.estimate, "effect_low": ends[0], "effect_high": ends[1],
            "shrunken": posterior.effect, "shrunken_low": posterior.low, "shrunken_high": posterior.high,
            "rate": false_discovery_rates(effects.p),
        },
        schema_overrides=SCHEMA,
    ).fill_nan(None)  # fmt: skip
    return rows.filter(pl.col("effect").is_not_null()).sort("shrunken", descending=True, maintain_order=True)
