"""Intervals that stay valid however often a run is looked at: at looks that were planned, or at any time.

At planned looks they are repeated confidence intervals (Jennison and Turnbull 1989; 2000, chapter 9): the error is
spent over the looks by a function of the fraction of the games (Lan and DeMets 1983), a power of it (Kim and DeMets
1987). At any time they are asymptotic confidence sequences, which are wider (Waudby-Smith, Arbour, Sinha, Kennedy and
Ramdas 2024, Time-uniform central limit theory and asymptotic confidence sequences).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.intervals import Coverage, quantile, rare_half
from reports.stats.root import last_above_zero

__all__ = [
    "ANY_TIME", "AT_LIMIT", "FIRST_LOOK", "GROWTH", "N_BEST", "QUANTILES", "LiveLooks", "Looks", "PlannedLooks",
    "boundary", "false_at_some_look", "highest_share_ever", "look_sizes", "mixture_variance", "next_look",
    "power_spending", "watched_half",
]  # fmt: skip

Floats = NDArray[np.float64]
Spending = Callable[[Floats, float], Floats]  # the part of each error that is spent up to a fraction of the games

# Clusters around which the intervals of verdicts are narrowest: an effect of 5 points is then decided. It must not
# depend on how many games are played at most, or more of them would move the looks that were.
N_BEST = 2_000.0
FIRST_LOOK = 400  # games, at least
GROWTH = 1.25  # from look to look: a decision is seen after a quarter more games than it needs, an eighth on average
POWER = 0.7  # of the fraction of the games, to which errors are spent: reports/stats/README.md compares others
QUANTILES = np.linspace(0.0, 6.4, 41)  # of the errors for which boundaries are computed; between them interpolated
LOWEST, HIGHEST = -8.0, 40.0  # standard errors, between which boundaries and all that bears on them lie
CLOSE = 1.03  # looks nearer to each other, as a ratio of their games, would need finer nodes
NODES, WEIGHTS = np.polynomial.legendre.leggauss(72)
LOOK_NODES = 1_000  # of the quadrature over what no look has called a difference yet
NEAR = 1e-4  # looks nearer to each other, as a fraction of the games, are one: fewer nodes than their step would need


def mixture_variance(n_best: float, *, alpha: float = 0.05) -> float:
    """The mixture's r^2 that makes the sequence narrowest around `n_best` clusters: (-2 ln a + ln(-2 ln a + 1)) / n."""
    level = -2.0 * math.log(alpha)
    return (level + math.log(level + 1.0)) / n_best


def watched_half(se: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> NDArray[np.float64]:
    """Half width, valid at all looks together, of an estimate with this clustered error (its sd over the root of the
    clusters), off by no more to either side but for an error of `tail` each; infinite below two clusters, 0 where so
    large an error needs no room.

    The mixture is the one that is best for N_BEST clusters at 0.05, whatever `tail`: p values read off the intervals
    are then of one process.
    """
    n = np.asarray(clusters, dtype=np.float64)
    grown = np.maximum(n, 1.0) * mixture_variance(N_BEST) + 1.0
    room = np.maximum(0.5 * np.log(grown) - np.log(2.0 * np.asarray(tail)), 0.0)
    factor = np.sqrt(2.0 * grown / (grown - 1.0) * room)
    return np.where(n >= 2, np.asarray(se, dtype=np.float64) * factor, np.inf)


def highest_share_ever(events: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> NDArray[np.float64]:
    """The most that a probability may be after `events` in so many clusters, valid at all looks together: above it lies
    the truth with an error of `tail`, exactly, however few events there are.

    Where p^k (1 - p)^(n - k) is `tail` times its mean over all p, B(k + 1, n - k + 1) (Robbins 1970, the uniform
    mixture; Ville's inequality).
    """
    from scipy.special import betaln, xlog1py, xlogy

    k, n, rate = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (events, clusters, tail)))
    log_tail = np.log(rate) + betaln(k + 1.0, n - k + 1.0)

    def excess(p: Floats) -> Floats:
        return np.asarray(xlogy(k, p) + xlog1py(n - k, -p) - log_tail)

    return last_above_zero(excess, k / np.maximum(n, 1.0), np.ones(k.shape))


def look_sizes(max_games: int) -> tuple[int, ...]:
    """Games at each look at a run of `max_games` at most: the last at all of them, each a GROWTH part of the next."""
    n_earlier = math.floor(math.log(max(max_games / FIRST_LOOK, 1.0)) / math.log(GROWTH))
    return tuple(math.ceil(max_games / GROWTH**back) for back in range(n_earlier, -1, -1))


def next_look(games: int, max_games: int) -> int:
    """Games at the first look after `games` of them, in a run of `max_games` at most."""
    return next((size for size in look_sizes(max_games) if size > games), max_games)


def power_spending(tail: Floats, fraction: float) -> Floats:
    """Kim and DeMets (1987): the fraction to a power."""
    return np.asarray(tail * fraction**POWER)


class Boundary(NamedTuple):
    """The test of one look, for the error of each of QUANTILES, and the score process that no look so far has found
    beyond its own: masses at nodes of the process, at the fraction `time` of the games."""

    critical: Floats  # standard errors
    nodes: Floats
    masses: Floats
    time: float


@lru_cache(maxsize=512)
def boundary(fractions: tuple[float, ...], spending: Spending = power_spending) -> Boundary:
    """The test of the last of the looks at these fractions of the games, which finds a difference where there is none
    (one-sided) exactly so often, and the looks before did not, as `spending` says.

    The recursion of Armitage, McPherson and Rowe (1969), by Gauss-Legendre quadrature of the score process, a Brownian
    motion over the fractions. A look hardly after another has its spent error by itself, which is less than it could.
    """
    from scipy.special import ndtr, ndtri

    *earlier, time = fractions
    start = Boundary(QUANTILES, np.zeros((1, 1)), np.ones((1, 1)), 0.0)
    previous = boundary(tuple(earlier), spending) if earlier else start
    tails = ndtr(-QUANTILES)
    target = spending(tails, time) - (spending(tails, earlier[-1]) if earlier else 0.0)
    if time < CLOSE * previous.time:
        return previous._replace(critical=-ndtri(target))
    spread, scale = math.sqrt(time - previous.time), math.sqrt(time)

    def excess(z: Floats) -> Floats:
        crossing = ndtr((previous.nodes - z[:, None] * scale) / spread) * previous.masses
        return np.asarray(crossing.sum(axis=1) - target)

    critical = last_above_zero(excess, np.zeros(len(tails)), np.full(len(tails), HIGHEST))
    half = (critical - LOWEST) * scale / 2.0
    nodes = LOWEST * scale + half[:, None] * (NODES + 1.0)
    step = (nodes[:, :, None] - previous.nodes[:, None, :]) / spread
    density = (np.exp(-0.5 * step * step) @ previous.masses[..., None])[..., 0]
    masses = density * WEIGHTS * half[:, None] / (spread * math.sqrt(2.0 * math.pi))
    return Boundary(critical, nodes, masses, time)


@dataclass(frozen=True)
class PlannedLooks(Coverage):
    """At the last of looks that were planned at these fractions of the games: over all of them together the interval
    keeps its error, which is spent as `spending` says."""

    fractions: tuple[float, ...]
    spending: Spending = power_spending
    is_final: bool = field(default=True, compare=False)

    is_repeated = True

    def spent(self, tail: ArrayLike) -> Floats:
        """The part of an error of `tail` over all looks that this one may have by itself: such parts add up."""
        *earlier, time = self.fractions
        rate = np.asarray(tail, dtype=np.float64)
        return self.spending(rate, time) - (self.spending(rate, earlier[-1]) if earlier else 0.0)

    def nominal(self, tail: ArrayLike) -> Floats:
        """The error of this look by itself at which all looks together err in `tail`; beyond QUANTILES what is spent
        at this look."""
        from scipy.special import ndtr, ndtri

        z = -ndtri(np.asarray(tail, dtype=np.float64))
        spent_alone = ndtr(-np.interp(z, QUANTILES, boundary(self.fractions, self.spending).critical))
        return np.where(z > QUANTILES[-1], self.spent(tail), spent_alone)

    def quantile(self, clusters: ArrayLike, tail: ArrayLike) -> Floats:
        """Student's, at the nominal error."""
        return quantile(clusters, self.nominal(tail))

    def rare_half(
        self, tail: ArrayLike, reach: ArrayLike, se: ArrayLike, skewness: ArrayLike, clusters: ArrayLike
    ) -> Floats:
        """The half at the error spent at this look; but of the deals that were met, none of which is rare, no more
        errors than a look has by itself: their first crossing at this look is no likelier than what is spent."""
        enough = self.quantile(clusters, tail)

        def error_of(others: Floats) -> Floats:
            return np.minimum(quantile(clusters, others), enough)

        return rare_half(self.spent(tail), reach, se, skewness, clusters, error_of=error_of)


class AnyTime(Coverage):
    """At however many looks, whenever they are."""

    is_repeated = True

    def quantile(self, clusters: ArrayLike, tail: ArrayLike) -> Floats:
        """Those of an asymptotic confidence sequence."""
        return watched_half(1.0, clusters, tail)

    def highest_share(self, events: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> Floats:
        """That of Robbins."""
        return highest_share_ever(events, clusters, tail)

    def rare_half(
        self, tail: ArrayLike, reach: ArrayLike, se: ArrayLike, skewness: ArrayLike, clusters: ArrayLike
    ) -> Floats:
        """The half holds at all times as the sequence does: having met no rare deal, 1 / (1 - e)^D, is a martingale, as
        is its product with that of the others' mean (Ville)."""

        def error_of(others: Floats) -> Floats:
            return watched_half(1.0, clusters, others)

        return rare_half(tail, reach, se, skewness, clusters, error_of=error_of)


class Live(AnyTime):
    """While games are played: intervals alone, which take a fifth of the time."""

    is_final = False


ANY_TIME = AnyTime()
AT_LIMIT = PlannedLooks(tuple(GROWTH**-back for back in range(16, -1, -1)))  # where --games is reached


@dataclass(frozen=True)
class Looks:
    """The looks at a run that is played until it is decided.

    sizes: games at each so far, the fewest first. max_games: those that it may come to, planned_games: those it might
    have come to when it began (0: nobody knows). games: those that are judged. is_final: whether p values and games to
    play are asked for as well, which of an earlier look nobody does.
    """

    sizes: tuple[int, ...]
    max_games: int
    planned_games: int
    games: int = 0
    is_final: bool = True

    def at(self, games: int) -> Looks:
        """As they were when so many games were judged."""
        return replace(self, games=games)

    def unplanned(self) -> Looks:
        """Those at games of several scenarios together, each of which is over when it is decided."""
        return replace(self, sizes=())

    @property
    def is_extended(self) -> bool:
        """Whether it may come to other games than were planned when it began."""
        return self.max_games != self.planned_games

    @property
    def at_limit(self) -> Coverage:
        """Of intervals where it ends undecided."""
        return AT_LIMIT

    @property
    def coverage(self) -> Coverage:
        """Of intervals: at planned looks, as long as the run is judged at one of them."""
        if self.is_extended or self.games not in self.sizes:
            return ANY_TIME
        sizes = (size for size in self.sizes if size <= self.games)
        return PlannedLooks(tuple(min(size / self.max_games, 1.0) for size in sizes), is_final=self.is_final)


class LiveLooks(Looks):
    """Looks while games are played, as many as there is time for."""

    @property
    def coverage(self) -> Coverage:
        """At any time, and in haste."""
        return Live()


# -- what looks do to an interval that does not know of them -----------------------------------------------------------


@lru_cache(1)
def _look_nodes() -> tuple[Floats, Floats]:
    """Places and weights of the quadrature."""
    from scipy.special import roots_legendre

    nodes, weights = roots_legendre(LOOK_NODES)
    return nodes, weights


def false_at_some_look(sizes: Sequence[int], *, alpha: float = 0.05) -> float:
    """Chance that at least one look at a difference that does not exist leaves zero out of its 1 - `alpha` interval.

    sizes: games at each look, in any order. The estimate's sum is a Brownian motion over them; what stays inside is
    carried from look to look by Gauss-Legendre quadrature (Armitage, McPherson and Rowe 1969, Repeated significance
    tests on accumulating data).
    """
    times = _distinct_times(sorted(sizes))
    z = NormalDist().inv_cdf(1 - alpha / 2)
    nodes, weights = _look_nodes()
    previous, place, mass = 0.0, np.zeros(1), np.ones(1)
    for time in times:
        spread, edge = math.sqrt(time - previous), z * math.sqrt(time)
        inside = nodes * edge
        step = (inside[:, None] - place[None, :]) / spread
        density = (np.exp(-0.5 * step * step) / (spread * math.sqrt(2 * math.pi))) @ mass
        previous, place, mass = time, inside, density * weights * edge
    return float(1 - mass.sum())


def _distinct_times(sizes: Sequence[int]) -> list[float]:
    """The sizes as fractions of the last, without those that hardly differ from the one before."""
    distinct: list[float] = []
    for size in sizes:
        if not distinct or size - distinct[-1] > NEAR * size:
            distinct.append(float(size))
    return [size / distinct[-1] for size in distinct]
