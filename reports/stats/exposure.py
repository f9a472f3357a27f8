"""What being dealt something does: slopes of an outcome on exposures that chance handed out, within games.

Chance deals the cards, so whoever has a card is whoever it fell to: the slope of the win share on having it, taken
within the game, is cause and effect. With one holder in a game it is the mean share of holders minus that of the others
in the same games. All errors are clustered by deal.

With x the exposure and y the outcome of a seat, each less its mean of the game, a deal d adds X_d = sum(x y) and
Q_d = sum(x x); the slope is b = sum(X_d) / sum(Q_d), and what a deal adds to its error (X_d - b Q_d) / sum(Q_d). The
sum of their squares needs no more of a deal than X_d X_d, X_d Q_d and Q_d Q_d, that of their cubes the products of
three: games are added deal by deal and forgotten. Deviations are taken k times (k seats), so that whole numbers stay
whole: their sums are exact, in any order.

In the hands of the seats of one level (a strategy) y is less the mean of that level over all games, and X_d and Q_d are
sums over these seats alone (`LevelSums`): the slope is how much more such a seat wins with the card than where another
seat of its game has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats.deal_means import Contrast, skewness_of
from reports.stats.sums import times

__all__ = ["ExposureSums", "LevelSums", "Means", "Slopes"]

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Counts = NDArray[np.int64]
Copies = NDArray[np.uint8]

GAMES = 250  # whose deviations are held as floats at a time: they stay in the cache
EXACT = 2**24  # whole numbers up to here are single floats, which take half the time
VARYING = 0.05  # of the games: where seats differ in fewer, what differs is a rare event and not the deal
ROUNDING = 1e-9  # of an outcome of 1: below it a sum of deviations is 0


@dataclass(frozen=True)
class Slopes:
    """Effects of one more of each exposure; NaN where it does not vary."""

    estimate: Floats
    se: Floats  # clustered; NaN with fewer than two deals
    n: Counts  # rows exposed
    copies: Counts  # of all rows together
    deals: Counts  # deals in which the exposure varied
    deal_counts: Counts  # [exposure, 3]: deals in favour, against, and all that vary
    together: Counts  # the exposures whose errors are known together
    covariance: Floats  # of those
    skewness: Floats  # of the same estimates

    @property
    def estimable(self) -> Counts:
        """Exposures that have an estimate."""
        return np.flatnonzero(~np.isnan(self.estimate))

    def part(self, columns: slice) -> Slopes:
        """Some of the exposures, each by itself."""
        each = {
            name: getattr(self, name)[columns] for name in ("estimate", "se", "n", "copies", "deals", "deal_counts")
        }
        return Slopes(**each, together=np.empty(0, dtype=np.int64), covariance=np.empty((0, 0)), skewness=np.empty(0))

    def contrast(self, exposures: Sequence[int]) -> tuple[Counts, Contrast]:
        """Which of these exposures, known together, have an estimate, and these effects with their covariance; each
        lies between -1 and 1, as differences of shares do."""
        has = ~np.isnan(self.estimate[self.together]) & np.isin(self.together, exposures)
        at = self.together[has]
        covariance = self.covariance[np.ix_(has, has)]
        ones = np.ones(len(at))
        return at, Contrast(self.estimate[at], covariance, self.n[at], self.deals[at], ones, ones, self.skewness[has])


@dataclass(frozen=True)
class Means:
    """Over all games, where one seat decides: there is nobody to compare it with in its game."""

    exposure: Floats
    outcomes: Floats


class ExposureSums:
    """What slopes are worked out from, with a constant for every game and each exposure by itself."""

    def __init__(
        self, exposures: int, scales: Sequence[int], *, together: Sequence[int] = (), means: Means | None = None
    ):
        """scales: of each outcome, which is given so many times; together: exposures whose errors are wanted together;
        means: of games with one seat."""
        self.scales, self.means = scales, means
        self.together = np.array(together, dtype=np.int64)
        self.games = 0
        self.n, self.copies, self.varying = np.zeros((3, exposures), dtype=np.int64)  # rows, copies, games
        self.deal_counts = np.zeros((len(scales), exposures, 3), dtype=np.int64)
        self.moved = np.zeros((len(scales), exposures))  # the sum of X_d, of each outcome
        self.spread = np.zeros(exposures)  # that of Q_d
        self.squares = np.zeros((len(scales), 3, exposures))  # those of X_d X_d, X_d Q_d, Q_d Q_d
        self.products = np.zeros((len(scales), 3, len(together), len(together)))  # the same of every two exposures
        self.cubes = np.zeros((len(scales), 4, len(together)))  # those of X_d^3, X_d^2 Q_d, X_d Q_d^2, Q_d^3

    def add(self, exposure: Copies, outcomes: Sequence[NDArray[np.number]], deal: NDArray[np.integer]) -> None:
        """Games of whole deals.

        exposure: [seat, exposure, game] numbers of copies. outcomes: [seat, game] each. deal: [game], in order.
        """
        if not len(deal):
            return
        deviations = [self._outcome(at, outcome, int(exposure.max())) for at, outcome in enumerate(outcomes)]
        number = np.cumsum(np.diff(deal.astype(np.int64), prepend=deal[0]) != 0)  # of the deal among these
        size = exposure.shape[1], number[-1] + 1
        moved, spread = np.zeros((len(outcomes), *size)), np.zeros(size)
        for low in range(0, len(deal), GAMES):
            some = slice(low, low + GAMES)
            here = number[some]
            starts = np.flatnonzero(np.diff(here, prepend=-1))
            deals = slice(here[0], here[-1] + 1)
            seats = self._exposure(exposure[:, :, some])
            squares = self._squares(seats)
            self.varying += np.count_nonzero(squares > 0, axis=1)
            spread[:, deals] += np.add.reduceat(squares, starts, axis=1)
            for y, sums in zip(deviations, moved, strict=True):
                sums[:, deals] += np.add.reduceat(_products(seats, y[:, some]), starts, axis=1)
        self.games += len(deal)
        self.spread += spread.sum(axis=1)
        q = spread[self.together]
        for at, (x, scale) in enumerate(zip(moved, self.scales, strict=True)):
            noise = ROUNDING * scale
            signs = (x > noise, x < -noise, spread > 0)
            self.deal_counts[at] += np.stack([np.count_nonzero(which, axis=1) for which in signs], axis=1)
            self.moved[at] += x.sum(axis=1)
            self.squares[at] += [np.einsum("cd,cd->c", a, b) for a, b in ((x, x), (x, spread), (spread, spread))]
            if len(q):
                of = x[self.together]
                self.products[at] += times(of, of.T), times(of, q.T), times(q, q.T)
                xx, qq = of * of, q * q
                self.cubes[at] += [np.einsum("cd,cd->c", a, b) for a, b in ((xx, of), (xx, q), (qq, of), (qq, q))]

    def _outcome(self, at: int, outcome: NDArray[np.number], max_copies: int) -> Floats | Singles:
        """Its deviations [seat, game] from the mean, k times of k seats; `max_copies`: copies."""
        y = outcome.astype(np.float64)
        if self.means:
            return np.asarray(y - self.means.outcomes[at])
        y = y * len(y) - y.sum(axis=0)
        exact = np.issubdtype(outcome.dtype, np.integer) and max_copies * len(y) * np.abs(y).max() < EXACT
        return y.astype(np.float32) if exact else np.asarray(y)

    def _exposure(self, exposure: Copies) -> Floats | Singles:
        """Copies [seat, exposure, game], counted; less their means where those are of all games."""
        self.n += np.count_nonzero(exposure, axis=2).sum(axis=0)
        self.copies += exposure.sum(axis=(0, 2), dtype=np.int64)
        if self.means:
            return np.asarray(exposure - self.means.exposure[:, None])
        return exposure.astype(np.float32)

    def _squares(self, seats: Floats | Singles) -> Floats | Singles:
        """The squares of the deviations of copies [exposure, game] summed over seats, k times."""
        squares = _products(seats, seats)
        if not self.means:
            total = seats.sum(axis=0)
            total *= total
            squares *= len(seats)
            squares -= total
        return squares

    def slopes(self) -> list[Slopes]:
        """The effects of what was added, on each outcome."""
        spread = np.where(self.varying >= VARYING * self.games, self.spread, np.nan)
        return [self._slopes(at, spread, scale) for at, scale in enumerate(self.scales)]

    def _slopes(self, at: int, spread: Floats, scale: int) -> Slopes:
        with np.errstate(divide="ignore", invalid="ignore"):
            estimate = self.moved[at] / spread
            factor = _factor(self.deal_counts[at], spread * scale)
        deal_counts, deals = self.deal_counts[at], self.deal_counts[at, :, 2]
        b = np.nan_to_num(estimate)
        xx, xq, qq = self.squares[at]
        estimable = (deals >= 2) & ~np.isnan(estimate)
        se = np.where(estimable, np.sqrt(np.maximum(xx - 2.0 * b * xq + b * b * qq, 0.0)) * factor, np.nan)
        some = self.together
        covariance, skewness = _errors(self.products[at], self.cubes[at], b[some], factor[some])
        return Slopes(estimate / scale, se, self.n, self.copies, deals, deal_counts, some, covariance, skewness)


class LevelSums:
    """What slopes in the hands of seats of each level are worked out from."""

    def __init__(self, exposures: int, means: Floats, scale: int):
        """means: of the outcome, which is given `scale` times, over all seats of each level."""
        self.means, self.scale = means, scale
        size = exposures, len(means)
        self.n = np.zeros(size, dtype=np.int64)
        self.deal_counts = np.zeros((*size, 3), dtype=np.int64)
        self.moved, self.spread = np.zeros((2, *size))  # sums of X_d and Q_d
        self.products = np.zeros((3, *size, len(means)))  # of X_d X_d, X_d Q_d, Q_d Q_d of every two levels
        self.cubes = np.zeros((4, *size))

    def add(
        self, exposure: Copies, outcome: NDArray[np.number], level: NDArray[np.integer], deal: NDArray[np.integer]
    ) -> None:
        """Games of whole deals, as Sums has them; level: [seat, game] the number of each seat's level, -1 without
        any."""
        from scipy.sparse import csr_matrix

        if not len(deal):
            return
        number = np.cumsum(np.diff(deal.astype(np.int64), prepend=deal[0]) != 0)
        deals, levels = int(number[-1]) + 1, len(self.means)
        moved, spread = np.zeros((2, deals * levels, exposure.shape[1]))
        mean = exposure.mean(axis=0, dtype=np.float64)
        for seat in range(len(exposure)):
            games = np.flatnonzero(level[seat] >= 0)
            of = level[seat, games].astype(np.int64)
            places = (number[games] * levels + of, np.arange(len(games)))
            gather = csr_matrix((np.ones(len(games)), places), shape=(deals * levels, len(games)))
            x = (exposure[seat][:, games] - mean[:, games]).T
            y = outcome[seat, games] - self.means[of]
            moved += gather @ (x * y[:, None])
            spread += gather @ (x * x)
            games_of_level = csr_matrix((np.ones(len(games)), (of, places[1])), shape=(levels, len(games)))
            self.n += np.asarray(games_of_level @ (exposure[seat][:, games] > 0).T.astype(np.int64)).T.astype(np.int64)
        # [exposure, level, deal]
        x, q = (sums.reshape(deals, levels, -1).transpose(2, 1, 0) for sums in (moved, spread))
        noise = ROUNDING * self.scale
        self.deal_counts += np.stack(
            [np.count_nonzero(which, axis=2) for which in (x > noise, x < -noise, q > 0)], axis=2
        )
        self.moved += x.sum(axis=2)
        self.spread += q.sum(axis=2)
        self.products += [a @ b.transpose(0, 2, 1) for a, b in ((x, x), (x, q), (q, q))]
        xx, qq = x * x, q * q
        self.cubes += [(a * b).sum(axis=2) for a, b in ((xx, x), (xx, q), (qq, x), (qq, q))]

    def contrast(self, exposures: Sequence[int]) -> tuple[list[tuple[int, int]], Contrast, Counts]:
        """Which exposure in the hands of which level has an effect, of these exposures; the effects with their
        covariance between levels (those of two exposures count as independent); and their deals as `Slopes.deal_counts`
        has them."""
        deals = self.deal_counts[:, :, 2]
        rows = [(t, p) for t in exposures for p in range(len(self.means)) if deals[t, p] >= 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            b = np.where(deals >= 2, self.moved / self.spread, 0.0)
            factor = np.where(deals >= 2, _factor(self.deal_counts, self.spread * self.scale), 0.0)
        by_exposure, skewness = _errors(self.products, self.cubes, b, factor)
        t, p = np.array(rows, dtype=np.int64).reshape(-1, 2).T
        covariance = np.where(t[:, None] == t[None, :], by_exposure[t[:, None], p[:, None], p[None, :]], 0.0)
        ones, n = np.ones(len(rows)), self.n[t, p]
        contrast = Contrast(b[t, p] / self.scale, covariance, n, deals[t, p], ones, ones, skewness[t, p])
        return rows, contrast, self.deal_counts[t, p]


def _factor(deal_counts: Counts, spread: Floats) -> Floats:
    """What a sum over deals is multiplied by in an error: one over the spread, corrected for few deals."""
    deals = deal_counts[..., 2]
    return np.asarray(np.sqrt(deals / np.maximum(deals - 1.0, 1.0)) / spread)


def _errors(products: Floats, cubes: Floats, b: Floats, factor: Floats) -> tuple[Floats, Floats]:
    """The covariance of slopes b [..., slope] and their skewness: sums over deals of the products, and of the cubes, of
    (X_d - b Q_d) times the factor."""
    xx, xq, qq = products
    crossed = b[..., None, :] * xq
    covariance = xx - crossed - crossed.swapaxes(-1, -2) + b[..., :, None] * b[..., None, :] * qq
    covariance *= factor[..., :, None] * factor[..., None, :]
    variance = np.einsum("...ii->...i", covariance)  # a view
    np.maximum(variance, 0.0, out=variance)  # what is nothing may be less by rounding
    xxx, xxq, xqq, qqq = cubes
    third = (xxx - 3.0 * b * xxq + 3.0 * b * b * xqq - b**3 * qqq) * factor**3
    return np.asarray(covariance), skewness_of(variance, third)


def _products(seats: Floats | Singles, y: Floats | Singles) -> Floats | Singles:
    """Copies [seat, exposure, game] times what is of each seat [game], or alike, summed over seats."""
    out = seats[0] * y[0]
    each = np.empty_like(out)
    for copies, other in zip(seats[1:], y[1:], strict=True):
        out += np.multiply(copies, other, out=each)
    return np.asarray(out)
