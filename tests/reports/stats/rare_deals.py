"""How often intervals of win shares miss where a few deals are unlike all others, and how wide they are.

`python -m tests.reports.stats.rare_deals [RUNS]` prints a table: for each number of deals, of intervals as verdicts are
read off them and of Wilson's and Student's alone, the error of the worst case in %, in how many cases it is above what
is allowed by more than three standard errors of so many runs, and the mean half width in pp in three of them.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import betabinom, binom

from reports.stats import families
from reports.stats.deal_means import Contrast, skewness_of
from reports.stats.intervals import ONE_LOOK, Coverage, quantile, share_limits

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

DEALS = (50, 112, 500, 5_000)
GAMES = (1, 4, 80)
SHARES = (0.25, 0.5, 0.05)
CORRELATIONS = (0.0, 0.05, 0.3, 1.0)
# The part of the deals that are rare, and how often games are won in them.
RARE = {
    "2 % won": (0.02, 1),
    "2 % lost": (0.02, 0),
    "1 % won": (0.01, 1),
    "5 % won": (0.05, 1),
    "2 % at 70 %": (0.02, 0.7),
}


class Errors(Contrast):
    """A contrast whose standard errors stand in the place of its covariance: of many runs there is no room for it."""

    @property
    def se(self) -> Floats:
        """Standard errors."""
        return self.covariance


@dataclass(frozen=True)
class Case:
    """What a deal adds: the share of its games won, or the difference of two, and how likely each value is."""

    name: str
    values: Floats
    chance: Floats

    @property
    def true(self) -> float:
        """The mean over all deals."""
        return float(self.values @ self.chance)

    def drawn(self, deals: int, runs: int, seed: int) -> NDArray[np.int64]:
        """How many of the deals had each value, a row a run."""
        return np.random.default_rng(seed).multinomial(deals, self.chance, size=runs)

    def error(self, method: Method, deals: int, runs: int, tail: float, seed: int = 1) -> tuple[float, float, float]:
        """Runs whose interval lies above and below the mean, in %, and the mean half width in pp."""
        low, high = method(self.values, self.drawn(deals, runs, seed), tail)
        above, below = (low > self.true + 1e-12).mean(), (high < self.true - 1e-12).mean()
        return 100 * float(above), 100 * float(below), 50 * float((high - low).mean())


Method = Callable[[Floats, NDArray[np.int64], float], Ends]


def won(share: float, correlation: float, games: int) -> Floats:
    """How likely 0 to all games of a deal are won, of so much correlation within it (beta-binomial)."""
    x = np.arange(games + 1)
    if correlation == 0.0:
        return np.asarray(binom.pmf(x, games, share))
    if correlation == 1.0:
        return np.where(x == games, share, np.where(x == 0, 1.0 - share, 0.0))
    size = (1.0 - correlation) / correlation
    return np.asarray(betabinom.pmf(x, games, share * size, (1.0 - share) * size))


def mixed(name: str, share: float, correlation: float, games: int) -> Case:
    """Deals of which a part is rare: all games are won in them, or lost, or each with another chance."""
    part, at = RARE[name]
    chance = (1.0 - part) * won(share, correlation, games) + part * binom.pmf(np.arange(games + 1), games, at)
    return Case(f"{share} {correlation} {games} {name}", np.arange(games + 1) / games, chance)


def share_cases() -> Iterator[Case]:
    """Beta-binomial deals, and deals of which a part is rare."""
    for share, correlation, games in itertools.product(SHARES, CORRELATIONS, GAMES):
        name = f"{share} {correlation} {games}"
        yield Case(name, np.arange(games + 1) / games, won(share, correlation, games))
    for share, correlation, games, name in itertools.product(SHARES, CORRELATIONS[:2], GAMES, RARE):
        yield mixed(name, share, correlation, games)


def difference_cases() -> Iterator[Case]:
    """Two players who win alike often in the deals they share, but for 2 % of them, which one of them always wins."""
    for share, correlation, games, rare in itertools.product(SHARES[:2], CORRELATIONS, GAMES, (0.0, 0.02)):
        one = won(share, correlation, games)
        chance = (1.0 - rare) * np.convolve(one, one[::-1])
        chance[-1] += rare
        name = f"differences {share} {correlation} {games}{' 2 %' if rare else ''}"
        yield Case(name, np.arange(-games, games + 1) / games, chance)


def moments(values: Floats, counts: NDArray[np.int64]) -> tuple[Floats, Floats, Floats, int]:
    """Mean, standard error and skewness of each run, or of each run and comparison, and its deals."""
    deals = int(counts[0].sum())
    mean = counts @ values / deals
    second, third = counts @ values**2 / deals - mean**2, counts @ values**3 / deals
    squares = np.where(second > 1e-12, second, 0.0) * deals
    cubes = deals * (third - 3.0 * mean * (second + mean**2) + 2.0 * mean**3)
    return mean, np.sqrt(squares / (deals * (deals - 1))), skewness_of(squares, cubes), deals


def judged(values: Floats, counts: NDArray[np.int64], tail: float, coverage: Coverage = ONE_LOOK) -> Ends:
    """As verdicts are read off, each of its own; values below 0 are differences."""
    *found, deals = moments(values, counts)
    mean, se, skewness = (of_runs.ravel() for of_runs in found)
    n, tails, ones = np.full(len(mean), deals), np.full(len(mean), tail), np.ones(len(mean))
    if values.min() < 0:
        counted = np.stack([(counts @ (values > 0)).ravel(), (counts @ (values < 0)).ravel(), n], axis=1)
        ends = families.difference_ends(mean, se, skewness, n, ones, ones, counted, coverage=coverage)
    else:
        ends = families.share_ends(Errors(mean, se, n, n, ones, ones, skewness), 0.0, coverage=coverage)
    low, high = (end.reshape(found[0].shape) for end in ends(tails))
    return low, high


def without(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """Wilson's or Student's interval alone."""
    mean, se, _, deals = moments(values, counts)
    if values[0] < 0:
        half = quantile(deals, tail) * se + 1.0 / deals
        return mean - half, mean + half
    return share_limits(mean, se, deals, tail=tail)


METHODS: dict[str, Method] = {"as judged": judged, "no floor": without}
WIDTHS = ("0.25 0.0 80", "0.25 0.05 80", "0.25 0.3 80")


def main(runs: int) -> None:
    """Print the table."""
    cases = {"shares": [*share_cases()], "differences": [*difference_cases()]}
    print("| of | tail | deals | method | worst | its case | cases above | half widths |\n|" + "---|" * 8)
    for (kind, some), tail, deals in itertools.product(cases.items(), (0.025, 0.0025), DEALS):
        allowed = 200 * tail + 300 * np.sqrt(2 * tail * (1 - 2 * tail) / runs)
        for name, method in METHODS.items():
            rows = [(case.name, *case.error(method, deals, runs, tail)) for case in some]
            worst = max(rows, key=lambda row: row[1] + row[2])
            above = sum(row[1] + row[2] > allowed for row in rows)
            width = ", ".join(f"{row[3]:.2f}" for row in rows if row[0].removeprefix("differences ") in WIDTHS)
            error = f"{worst[1]:.2f} + {worst[2]:.2f} | {worst[0]} | {above} of {len(rows)}"
            print(f"| {kind} | {tail} | {deals:,} | {name} | {error} | {width} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
