"""How often intervals of win shares miss where a few deals are unlike all others, and how wide they are.

`python -m tests.reports.stats.rare_deals [RUNS]` prints a table: for each method and number of deals the error of its
worst case in %, in how many cases it is above what is allowed by more than three standard errors of so many runs, and
the mean half width in pp in three of them. Every method sees the same runs; those that take long see fewer of them.
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
from reports.stats.intervals import quantile, share_limits

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]

DEALS = (50, 112, 500, 5_000)
GAMES = (1, 4, 80)
SHARES = (0.25, 0.5, 0.05)
CORRELATIONS = (0.0, 0.05, 0.3, 1.0)
RARE = {
    "2 % won": (0.02, 1.0),
    "2 % lost": (0.02, 0.0),
    "1 % won": (0.01, 1.0),
    "5 % won": (0.05, 1.0),
    "2 % at 70 %": (0.02, 0.7),
}
PART = 500  # runs at a time


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

    @property
    def is_difference(self) -> bool:
        """Whether it is of differences."""
        return bool(self.values[0] < 0)

    def drawn(self, deals: int, runs: int, seed: int) -> NDArray[np.int64]:
        """How many of the deals had each value, a row a run."""
        return np.random.default_rng(seed).multinomial(deals, self.chance, size=runs)

    def error(self, method: Method, deals: int, runs: int, tail: float, seed: int = 1) -> tuple[float, float, float]:
        """Runs whose interval lies above and below the mean, in %, and the mean half width in pp."""
        ends = [
            method(self.values, part, tail) for part in np.array_split(self.drawn(deals, runs, seed), -(-runs // PART))
        ]
        low, high = (np.concatenate(end) for end in zip(*ends, strict=True))
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
    """Mean, standard error and skewness of each run, and its deals."""
    deals = int(counts[0].sum())
    mean = counts @ values / deals
    off = values - mean[:, None]
    squares, cubes = (counts * off**2).sum(axis=1), (counts * off**3).sum(axis=1)
    squares = np.where(squares > 1e-12, squares, 0.0)
    return mean, np.sqrt(squares / (deals * (deals - 1))), skewness_of(squares, cubes), deals


def judged(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """As verdicts are read off."""
    mean, se, skewness, deals = moments(values, counts)
    n, tails, ones = np.full(len(mean), deals), np.full(len(mean), tail), np.ones(len(mean))
    if values[0] < 0:
        counted = np.stack([counts @ (values > 0), counts @ (values < 0), n], axis=1)
        ends = families.difference_ends(mean, se, skewness, n, ones, ones, counted)
    else:
        found = Contrast(mean, np.diag(se * se), n, n, ones, ones, skewness)
        ends = families.share_ends(found, 0.0)
    return ends(tails)


def without(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """Wilson's or Student's interval alone."""
    mean, se, _, deals = moments(values, counts)
    if values[0] < 0:
        half = quantile(deals, tail) * se + 1.0 / deals
        return mean - half, mean + half
    return share_limits(mean, se, deals, tail=tail)


def unseen(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """The same, never nearer to the mean than the fraction of deals that none of those played may be of."""
    low, high = without(values, counts, tail)
    mean, _, _, deals = moments(values, counts)
    floor = 1.0 - tail ** (1.0 / deals)
    least = -1.0 if values[0] < 0 else 0.0
    return np.minimum(low, np.maximum(mean - floor, least)), np.maximum(high, np.minimum(mean + floor, 1.0))


def bernstein(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """Maurer and Pontil (2009), theorem 4."""
    mean, se, _, deals = moments(values, counts)
    width = values[-1] - values[0]
    half = se * np.sqrt(2.0 * np.log(2.0 / tail)) + 7.0 * width * np.log(2.0 / tail) / (3.0 * (deals - 1))
    return np.maximum(mean - half, values[0]), np.minimum(mean + half, values[-1])


def betting(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """Means at which no bettor has made 1 / tail, the bets mixed evenly (Waudby-Smith and Ramdas 2024; exact)."""
    bets = (np.arange(40) + 0.5) / 40

    def lowest(x: Floats) -> Floats:
        low, high = np.zeros(len(counts)), counts @ x / counts[0].sum()
        for _ in range(16):
            middle = (low + high) / 2.0
            odds = np.log1p(bets[None, :, None] * (x / np.maximum(middle, 1e-9)[:, None] - 1.0)[:, None, :])
            wealth = np.exp(np.einsum("rbx,rx->rb", odds, counts)).mean(axis=1)
            low, high = np.where(wealth >= 1.0 / tail, middle, low), np.where(wealth >= 1.0 / tail, high, middle)
        return low

    width = values[-1] - values[0]
    unit = (values - values[0]) / width
    with np.errstate(over="ignore"):
        return values[0] + width * lowest(unit), values[-1] - width * lowest(1.0 - unit)


def bootstrap(values: Floats, counts: NDArray[np.int64], tail: float) -> Ends:
    """Bootstrap-t of 999 samples of whole deals (Hall 1988)."""
    mean, se, _, deals = moments(values, counts)
    rng = np.random.default_rng(2)
    t = np.zeros((len(mean), 999))
    for i, count in enumerate(counts):
        again, error, _, _ = moments(values, rng.multinomial(deals, count / deals, size=999))
        t[i] = (again - mean[i]) / np.maximum(error, 1e-9)
    low, high = np.quantile(t, [tail, 1.0 - tail], axis=1)
    return np.maximum(mean - high * se, values[0]), np.minimum(mean - low * se, values[-1])


METHODS: dict[str, tuple[Method, int]] = {  # and the runs it sees a part of
    "as judged": (judged, 1),
    "1 - tail^(1/D)": (unseen, 1),
    "no floor": (without, 1),
    "empirical Bernstein": (bernstein, 1),
    "betting": (betting, 20),
    "bootstrap-t": (bootstrap, 40),
}


def main(runs: int) -> None:
    """Print the table."""
    cases = {"shares": [*share_cases()], "differences": [*difference_cases()]}
    print("| of | tail | deals | method | runs | worst | its case | cases above | half widths |\n|" + "---|" * 9)
    for (kind, some), tail, deals in itertools.product(cases.items(), (0.025, 0.0025), DEALS):
        for name, (method, part) in METHODS.items():
            if part > 1 and (tail < 0.025 or kind == "differences"):
                continue
            n = runs // part
            rows = [(case.name, *case.error(method, deals, n, tail)) for case in some]
            worst = max(rows, key=lambda row: row[1] + row[2])
            allowed = 200 * tail + 300 * np.sqrt(2 * tail * (1 - 2 * tail) / n)
            above = sum(row[1] + row[2] > allowed for row in rows)
            width = [f"{row[3]:.2f}" for row in rows if row[0].removeprefix("differences ") in WIDTHS]
            error = f"{worst[1]:.2f} + {worst[2]:.2f}"
            print(
                f"| {kind} | {tail} | {deals:,} | {name} | {n:,} | {error} | {worst[0]} | {above} of {len(rows)} | "
                f"{', '.join(width)} |",
                flush=True,
            )


WIDTHS = ("0.25 0.0 80", "0.25 0.05 80", "0.25 0.3 80")

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
