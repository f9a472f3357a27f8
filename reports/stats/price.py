"""What a thing is worth in points: the prices, paid at the start, at which everything wins its share.

Nothing is modelled. With a price list every recorded game gets its winners anew: the points of each seat less its
price, then the game's own tie-breaks. What a list does to win shares is known exactly for whole points; between them
it is interpolated linearly, over the simplex of whole lists around it (Kuhn 1960). Prices are where every claim, a sum
of win shares, meets its par. A dearer thing wins less and leaves more to all others, so there is one such list (Arrow
and Hurwicz 1958: gross substitutes); it is found by Newton's steps on recomputed shares. Intervals are percentiles of
a bootstrap of whole deals, each replicate taking one Newton step of its own (Andrews 2002).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from reports.stats.sums import ONE_THREAD

__all__ = ["TIES", "Claims", "Prices", "Recorded", "keyed", "prices", "won"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TIES = 8  # a seat's place among equal scores fits below it: 1 to 6
SHARE_UNITS = 60  # of a win share
REPLICATES = 1_000  # of the bootstrap: the ends of an interval are then off by a twentieth of its half width
SLOPE_STEP = 0.25  # standard deviations of a score to both sides over which slopes are taken
LONGEST_STEP = 15.0  # points a list may move at a time
SHORTEST_REACH = 0.05  # part of a step that is taken at least
CLOSE = 0.01  # points: a list that would move less has been found
MOST_STEPS = 200
MOST_POINTS = 5_000.0  # a list beyond has run away: no price brings its thing to par
CHUNK = 500_000  # weights of deals drawn at a time: they stay in the processor's cache
MOST_CACHED = 100_000_000  # weights that are kept for another list on the same deals


@dataclass(frozen=True)
class Recorded:
    """Games as they ended: `key` from keyed() and `item`, what each seat pays for (-1: nothing), both [game, seat].

    Both are kept seat after seat: to go through few seats of many games is then three times as fast.
    """

    key: Ints
    item: Ints

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", np.asfortranarray(self.key, dtype=np.int32))
        object.__setattr__(self, "item", np.asfortranarray(self.item))

    @property
    def step(self) -> int:
        """Points to both sides over which slopes are taken: far enough to be known, near enough to be straight."""
        return max(1, round(SLOPE_STEP * float(self.key.std()) / TIES))


@dataclass(frozen=True)
class Claims:
    """Win shares that are to meet a par: claim c sums `weight` times the share of `row` (game x seats + seat) over its
    entries, by deal; `size` [deal, claim] is what the sum is divided by."""

    row: Ints
    claim: Ints
    weight: Ints
    deal: Ints
    size: Floats
    par: float
    free: bool = False  # whether a list is as good as one dearer by as much for everything: its mean is then 0

    @classmethod
    def of_shares(cls, item: Ints, deal: NDArray[np.integer], n_items: int, par: float) -> Claims:
        """That everything wins its share: only differences of prices count. item: what each row pays for (-1: nothing);
        deal: of each row."""
        row = np.flatnonzero(item >= 0)
        deals, of = np.unique(deal, return_inverse=True)
        size = np.zeros((len(deals), n_items))
        np.add.at(size, (of[row], item[row]), 1.0)
        return cls(row, item[row], np.ones_like(row), of[row], size, par, free=True)

    @property
    def deals(self) -> Ints:
        """How many deals each rests on."""
        return np.asarray((self.size > 0).sum(axis=0))

    def totals(self, share: NDArray[np.uint8]) -> Floats:
        """Sums of win shares [deal, claim]; share: 60ths [game, seat]."""
        return self.units(share) / SHARE_UNITS

    def units(self, share: NDArray[np.uint8]) -> Floats:
        """The same in 60ths: whole numbers."""
        deals, claims = self.size.shape
        units = self.weight * share.reshape(-1)[self.row]
        summed = np.bincount(self._cell, weights=units, minlength=deals * claims)
        return np.asarray(summed, dtype=np.float64).reshape(deals, claims)

    @cached_property
    def _cell(self) -> Ints:
        """Where in `size` each entry belongs."""
        return np.asarray(self.deal * self.size.shape[1] + self.claim)


@dataclass(frozen=True)
class Prices:
    """Prices with the ends of their 95 % intervals; `draws` [replicate, item] are those of the bootstrap.

    `rounded` are the prices rounded, and `share` what each claim is with that list (par is where it should be).
    """

    price: Floats
    low: Floats
    high: Floats
    draws: Floats
    rounded: Ints
    share: Floats


def keyed(score: NDArray[np.integer], tie_break: NDArray[np.integer]) -> Ints:
    """Scores with their tie-breaks (1 = ahead among equals) as one number: the largest wins, equal ones together."""
    return np.asarray(score.astype(np.int64) * TIES - tie_break)


def won(games: Recorded, price: Ints) -> NDArray[np.uint8]:
    """Win shares in 60ths [game, seat] had everybody paid these whole points, by the game's own tie-breaks."""
    key = games.key - (TIES * np.append(price, 0)).astype(games.key.dtype)[games.item]
    best = key == key.max(axis=1, keepdims=True)
    part = (SHARE_UNITS // np.arange(1, key.shape[1] + 1)).astype(np.uint8)
    return np.asarray(best * part[best.sum(axis=1, dtype=np.uint8) - 1][:, None])


def prices(games: Recorded, claims: Claims, *, seed: int, replicates: int = REPLICATES) -> Prices | None:
    """The list at which every claim meets its par; None where there is none."""
    solution = _solved(games, claims)
    if solution is None:
        return None
    rounded = np.rint(solution).astype(np.int64)
    share = claims.totals(won(games, rounded)).sum(axis=0) / claims.size.sum(axis=0)
    draws = _bootstrap(games, claims, solution, seed, replicates)
    low, high = np.quantile(draws, (0.025, 0.975), axis=0) if len(draws) else (np.full(len(solution), np.nan),) * 2
    return Prices(solution, low, high, draws, rounded, share)


def _solved(games: Recorded, claims: Claims) -> Floats | None:
    """The list itself."""
    n = claims.size.shape[1]
    price, slopes_at = np.zeros(n), np.full(n, np.inf)
    slopes: Floats | None = None
    reach, last = 1.0, np.inf
    for step in range(MOST_STEPS):
        if slopes is None or np.abs(price - slopes_at).max() > 2 * games.step or step % 20 == 19:
            slopes, slopes_at = _steep(games, claims, price), price
            if slopes is None:
                return None
        gap = _interpolated(games, claims, price).sum(axis=0) / claims.size.sum(axis=0) - claims.par
        move = np.clip(_newton(slopes[None], gap[None], claims.free)[0], -LONGEST_STEP, LONGEST_STEP)
        if np.abs(move).max() < CLOSE:
            return np.asarray(price - move)
        if np.abs(move).max() > 0.7 * last:  # few games: from one whole point to the next slopes are not those around
            reach = max(0.7 * reach, SHORTEST_REACH)
        price, last = price - reach * move, np.abs(move).max()
        if np.abs(price).max() > MOST_POINTS:
            return None
    return None


def _interpolated(games: Recorded, claims: Claims, price: Floats) -> Floats:
    """Totals [deal, claim] with any list: those of the whole lists around it, weighted linearly."""
    total = np.zeros(claims.size.shape)
    for weight, corner in _corners(price):
        total += weight * claims.totals(won(games, corner))
    return total


def _corners(price: Floats) -> list[tuple[float, Ints]]:
    """The whole lists around a list, with their weights in it."""
    corner = np.floor(price).astype(np.int64)
    part = price - corner
    order = np.argsort(-part, kind="stable")
    weights = -np.diff(np.concatenate(([1.0], part[order], [0.0])))
    out = []
    for place, weight in enumerate(weights):
        if place:
            corner[order[place - 1]] += 1
        if weight > 0:
            out.append((float(weight), corner.copy()))
    return out


def _steep(games: Recorded, claims: Claims, price: Floats) -> Floats | None:
    """Slope of each claim by each price [claim, item], from as near as there is one; None where there is none."""
    step = games.step
    while step < MOST_POINTS:
        differences = _around(games, claims, price, step).sum(axis=0).T / (SHARE_UNITS * 2 * step)
        slopes = differences / claims.size.sum(axis=0)[:, None]
        if np.diag(slopes).max() < 0:
            return np.asarray(slopes)
        step *= 2
    return None


def _around(games: Recorded, claims: Claims, price: Floats, step: int) -> Floats:
    """60ths [deal, item, claim] with each thing dearer by a step, minus those with it cheaper: whole numbers."""
    rounded = np.rint(price).astype(np.int64)
    out = np.empty((claims.size.shape[0], len(rounded), claims.size.shape[1]))
    for item in range(len(rounded)):
        more = np.where(np.arange(len(rounded)) == item, step, 0)
        out[:, item] = claims.units(won(games, rounded + more)) - claims.units(won(games, rounded - more))
    return out


def _newton(slopes: Floats, gap: Floats, free: bool) -> Floats:
    """Moves [replicate, item] that close the gaps [replicate, claim] as far as straight lines can."""
    if free:  # only differences of prices count: of all lists the one whose mean does not move
        slopes = np.concatenate([slopes, np.ones((len(slopes), 1, slopes.shape[2]))], axis=1)
        gap = np.concatenate([gap, np.zeros((len(gap), 1))], axis=1)
    return np.asarray((np.linalg.pinv(slopes, rcond=1e-9) @ gap[:, :, None])[:, :, 0])


def _bootstrap(games: Recorded, claims: Claims, price: Floats, seed: int, replicates: int) -> Floats:
    """Prices of samples of deals, drawn with replacement: a Newton step each from the list of all.

    What is summed over a sample are whole numbers, so that the order in which a processor adds them changes nothing.
    """
    deals, n = claims.size.shape
    if deals < 2 or not replicates:
        return np.empty((0, n))
    corners = _corners(price)
    differences = _around(games, claims, price, games.step).transpose(0, 2, 1).reshape(deals, n * n)
    units = [claims.units(won(games, corner)) for _, corner in corners]
    sums = np.concatenate([claims.size, differences, *units], axis=1)
    part, per_point = np.array([weight for weight, _ in corners]) / SHARE_UNITS, SHARE_UNITS * 2 * games.step
    draws, out = (_cached_draws if deals * replicates <= MOST_CACHED else _draws)(seed, deals, replicates), []
    for times in draws:
        step = max(1, ONE_THREAD // (len(times) * sums.shape[1]))
        summed = sum(times[:, at : at + step].astype(np.float64) @ sums[at : at + step] for at in range(0, deals, step))
        size, around, total = np.split(np.asarray(summed), (n, n + n * n), axis=1)
        size = np.where(size > 0, size, np.nan)
        share = (
            sum(
                weight * corner_total
                for weight, corner_total in zip(part, np.split(total, len(part), axis=1), strict=True)
            )
            / size
        )
        gap, slopes = share - claims.par, around.reshape(-1, n, n) / per_point / size[:, :, None]
        solvable = np.isfinite(gap).all(axis=1) & np.isfinite(slopes).all(axis=(1, 2))
        out.append(price - _newton(slopes[solvable], gap[solvable], claims.free))
    return np.concatenate(out)


def _draws(seed: int, deals: int, replicates: int) -> Iterator[NDArray[np.uint8]]:
    """How often each replicate has each deal [replicate, deal], some replicates after others."""
    rng, rows = np.random.default_rng(seed), max(1, CHUNK // deals)
    for first in range(0, replicates, rows):
        size = min(rows, replicates - first)
        yield np.array([np.bincount(rng.integers(0, deals, deals), minlength=deals) for _ in range(size)], np.uint8)


@lru_cache(maxsize=2)
def _cached_draws(seed: int, deals: int, replicates: int) -> list[NDArray[np.uint8]]:
    """The same, for the next list on the same deals."""
    return list(_draws(seed, deals, replicates))
