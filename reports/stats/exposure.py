"""What being dealt something does: slopes of an outcome on exposures that chance handed out, within games.

Chance deals the cards, so whoever has a card is whoever it fell to: the slope of the win share on having it, taken
within the game, is cause and effect. With one holder in a game it is the mean share of holders minus that of the others
in the same games. All errors are clustered by deal.

With x the exposure and y the outcome of a seat, each less its mean of the game, a deal d adds X_d = sum(x y) and
Q_d = sum(x x); the slope is b = sum(X_d) / sum(Q_d), and what a deal adds to its error (X_d - b Q_d) / sum(Q_d). The
sum of their squares needs no more of a deal than X_d X_d, X_d Q_d and Q_d Q_d: games are added deal by deal and
forgotten. Deviations are taken k times (k seats), so that whole numbers stay whole: their sums are exact, in any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats.joint import Contrast

__all__ = ["Means", "Slopes", "Sums", "slopes"]

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Copies = NDArray[np.uint8]

GAMES = 500  # whose deviations are held as floats at a time: they stay in the cache
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
    counted: Counts  # [exposure, 3]: deals in favour, against, and all that vary
    together: Counts  # the exposures whose errors are known together
    covariance: Floats  # of those

    @property
    def known(self) -> Counts:
        """Exposures that have an estimate."""
        return np.flatnonzero(~np.isnan(self.estimate))

    def part(self, columns: slice) -> Slopes:
        """Some of the exposures, each by itself."""
        each = {name: getattr(self, name)[columns] for name in ("estimate", "se", "n", "copies", "deals", "counted")}
        return Slopes(**each, together=np.empty(0, dtype=np.int64), covariance=np.empty((0, 0)))

    def contrast(self) -> tuple[Counts, Contrast]:
        """Which of the exposures known together have an estimate, and these effects with their covariance; each lies
        between -1 and 1, as differences of shares do."""
        has = ~np.isnan(self.estimate[self.together])
        at = self.together[has]
        deals = self.deals[at]
        return at, Contrast(self.estimate[at], self.covariance[np.ix_(has, has)], self.n[at], deals, np.ones(len(at)))


@dataclass(frozen=True)
class Means:
    """Over all games, where one seat decides: there is nobody to compare it with in its game."""

    exposure: Floats
    outcome: float


class Sums:
    """What slopes are worked out from, with a constant for every game and each exposure by itself."""

    def __init__(self, exposures: int, *, scale: int = 1, together: Sequence[int] = (), means: Means | None = None):
        """scale: outcomes are given so many times; together: exposures whose errors are wanted together; means: of
        games with one seat."""
        self.scale, self.means = scale, means
        self.together = np.array(together, dtype=np.int64)
        self.games = 0
        self.n, self.copies = np.zeros((2, exposures), dtype=np.int64)
        self.varying = np.zeros(exposures, dtype=np.int64)  # games
        self.counted = np.zeros((exposures, 3), dtype=np.int64)
        self.whole = np.zeros((2, exposures))  # the sums of X_d and of Q_d
        self.squares = np.zeros((3, exposures))  # those of X_d X_d, X_d Q_d, Q_d Q_d
        self.products = np.zeros((3, len(together), len(together)))  # the same of every two exposures

    def add(self, exposure: Copies, outcome: NDArray[np.number], deal: NDArray[np.integer]) -> None:
        """Games of whole deals.

        exposure: [game, seat, exposure] numbers of copies. outcome: [game, seat]. deal: [game], in order.
        """
        if not len(deal):
            return
        y = outcome.astype(np.float64)
        y = y - self.means.outcome if self.means else y * y.shape[1] - y.sum(axis=1, keepdims=True)
        number = np.cumsum(np.diff(deal.astype(np.int64), prepend=deal[0]) != 0)  # of the deal among these
        moved, spread = (np.zeros((number[-1] + 1, exposure.shape[2])) for _ in range(2))
        for low in range(0, len(deal), GAMES):
            some = slice(low, low + GAMES)
            xy, xx = self._deviations(exposure[some], y[some])
            self.varying += (xx > 0).sum(axis=0)
            starts = np.flatnonzero(np.diff(number[some], prepend=-1))
            at = number[some][starts]
            moved[at] += np.add.reduceat(xy, starts, axis=0)
            spread[at] += np.add.reduceat(xx, starts, axis=0)
        self.games += len(deal)
        least = ROUNDING * self.scale
        self.counted += np.stack([x.sum(axis=0) for x in (moved > least, moved < -least, spread > 0)], axis=1)
        self.whole += moved.sum(axis=0), spread.sum(axis=0)
        self.squares += [np.einsum("dc,dc->c", a, b) for a, b in ((moved, moved), (moved, spread), (spread, spread))]
        if len(self.together):
            x, q = moved[:, self.together], spread[:, self.together]
            self.products += x.T @ x, x.T @ q, q.T @ q

    def _deviations(self, exposure: Copies, y: Floats) -> tuple[Floats, Floats]:
        """Sums of x y and of x x over the seats of each game, and the rows exposed counted."""
        seats = [exposure[:, seat].astype(np.float64) for seat in range(exposure.shape[1])]
        total = np.sum(seats, axis=0)
        self.copies += total.sum(axis=0).astype(np.int64)
        self.n += np.count_nonzero(exposure, axis=(0, 1))
        if self.means:
            (x,) = seats
            x -= self.means.exposure
            return x * y, x * x
        xy, xx = np.zeros_like(total), -total * total
        for seat, x in enumerate(seats):
            xy += x * y[:, seat, None]
            x *= x
            x *= len(seats)
            xx += x
        return xy, xx

    def slopes(self) -> Slopes:
        """The effects of what was added."""
        moved, spread = self.whole[0], np.where(self.varying >= VARYING * self.games, self.whole[1], np.nan)
        with np.errstate(divide="ignore", invalid="ignore"):
            estimate = moved / spread
        deals = self.counted[:, 2]
        b = np.nan_to_num(estimate)
        factor = np.sqrt(deals / np.maximum(deals - 1.0, 1.0)) / spread
        xx, xq, qq = self.squares
        known = (deals >= 2) & ~np.isnan(estimate)
        se = np.where(known, np.sqrt(np.maximum(xx - 2.0 * b * xq + b * b * qq, 0.0)) * factor, np.nan)
        return Slopes(
            estimate / self.scale,
            se / self.scale,
            self.n,
            self.copies,
            deals,
            self.counted,
            self.together,
            self._covariance(b[self.together], factor[self.together]),
        )

    def _covariance(self, b: Floats, factor: Floats) -> Floats:
        xx, xq, qq = self.products
        crossed = b[None, :] * xq
        return (xx - crossed - crossed.T + np.outer(b, b) * qq) * np.outer(factor, factor) / self.scale**2


def slopes(exposure: Copies, outcome: Floats, deal: NDArray[np.integer]) -> Slopes:
    """The effects of games that are there all at once, whatever their order; of all exposures together."""
    order = np.argsort(deal, kind="stable")
    alone = outcome.shape[1] == 1
    means = Means(exposure.mean(axis=(0, 1)), float(outcome.mean())) if alone else None
    sums = Sums(exposure.shape[2], together=range(exposure.shape[2]), means=means)
    sums.add(exposure[order], outcome[order], deal[order])
    return sums.slopes()
