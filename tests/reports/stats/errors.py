"""How often verdicts mislead: simulated families of effects, as they come out of rotations on one deal.

`python -m tests.reports.stats.errors FAMILIES [DEALS …]` prints the rows of the table of `analyser/SCHEMA.md`: each
figure is the worst of the cases of its row, in % of the families.
"""

import itertools
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats import families
from reports.stats.deal_means import Contrast, skewness_of
from reports.stats.families import Family
from reports.stats.verdict import FAIR, FEW_DEALS, judge

Floats = NDArray[np.float64]

MARGIN = 0.02
SIZES = (2, 5, 12, 30, 49, 50, 100, 200, 500, 1_000, 5_000)
SEATS = (2, 3, 4, 5)
DESIGN_EFFECTS = (0.25, 1.0, 1.4)
BOARDS = 4  # compared with A on the same deal and seat


@dataclass(frozen=True)
class Deals:
    """Kinds of deals: how likely each is, and the games of each group won in it (of `games` played)."""

    chance: Floats
    won: Floats
    games: int

    def drawn(self, number: int, deals: int, seed: int) -> NDArray[np.int64]:
        """How many deals of each kind so many runs of so many deals hold, a row a run."""
        return np.random.default_rng(seed).multinomial(deals, self.chance, size=number)

    def expected(self, deals: int) -> NDArray[np.int64]:
        """A run in which every kind is as frequent as it is likely."""
        return np.rint(self.chance * deals).astype(np.int64)

    def contrast(self, counts: NDArray[np.int64], weights: Floats) -> Contrast:
        """Combinations of the groups' means, from the numbers of deals of each kind."""
        deals = int(counts.sum())
        n = deals * self.games
        mean = counts @ self.won / n
        apart = (self.won - mean * self.games) @ weights.T
        covariance = (apart * counts[:, None]).T @ apart * (deals / max(deals - 1, 1)) / n**2
        m = len(weights)
        skewness = skewness_of(counts @ apart**2, counts @ apart**3)
        return Contrast(weights @ mean, covariance, np.full(m, n), np.full(m, deals), np.ones(m), np.ones(m), skewness)


def rotated(shares: Floats, design_effect: float) -> Deals:
    """Deals on which a line-up plays a game in each rotation: below 1 some deals give every seat one win, above 1 some
    give one seat all of them."""
    k = len(shares)
    won = np.array([c for c in itertools.product(range(k + 1), repeat=k) if sum(c) == k], dtype=np.float64)
    ways = np.array([math.factorial(k) / math.prod(math.factorial(int(x)) for x in c) for c in won])
    independent = ways * np.prod(shares**won, axis=1)
    if design_effect > 1.0:
        tied = (design_effect - 1.0) / (k - 1.0)
        extra = (won == k).any(axis=1) * (won / k @ shares)
    else:
        tied = 1.0 - design_effect
        extra = (won == 1).all(axis=1).astype(np.float64)
        shares = (shares - tied / k) / (1.0 - tied)  # of the other deals: all together have the shares asked for
        independent = ways * np.prod(shares**won, axis=1)
    return Deals((1.0 - tied) * independent + tied * extra, won, k)


def paired(par: float, effect: float, alike: float) -> Deals:
    """Deals on which A and each other board play one game in one seat; the other wins as A did with chance `alike`."""
    won = np.array(list(itertools.product((0.0, 1.0), repeat=BOARDS + 1)))
    other = par + effect / (1.0 - alike)  # of the boards that go their own way
    same = won[:, 1:] == won[:, :1]
    own = np.where(won[:, 1:] == 1.0, other, 1.0 - other)
    a = np.where(won[:, 0] == 1.0, par, 1.0 - par)
    return Deals(a * np.prod(alike * same + (1.0 - alike) * own, axis=1), won, 1)


def of_shares(kinds: Deals, counts: NDArray[np.int64], seed: int) -> Family:
    """The family of seats against par."""
    seats = kinds.won.shape[1]
    return families.win_shares(kinds.contrast(counts, np.eye(seats)), 1.0 / seats, seed=seed)


def of_differences(kinds: Deals, counts: NDArray[np.int64], seed: int) -> Family:
    """The family of boards against A."""
    weights = np.hstack([-np.ones((BOARDS, 1)), np.eye(BOARDS)])
    moved = kinds.won @ weights.T
    differ = (counts @ (moved > 0), counts @ (moved < 0), np.full(BOARDS, counts.sum()))
    counted = np.stack(differ, axis=1).astype(np.int64)
    return families.win_shares(kinds.contrast(counts, weights), 0.0, counted, seed=seed)


def misled(found: Family, true: Floats, margin: float = MARGIN) -> tuple[bool, bool]:
    """Whether an effect that is 0 gets a direction; whether one at the margin is called fair."""
    off = inside = False
    for low, high, deals, effect in zip(found.low, found.high, found.deals, true, strict=True):
        judgement = judge(low, high, int(deals), margin)
        off |= abs(effect) < 1e-12 and judgement.off_zero
        inside |= abs(effect) > margin - 1e-12 and judgement.verdict == FAIR
    return off, inside


def missed(found: Family, true: Floats) -> bool:
    """Whether any interval of the family misses its effect."""
    return bool(((found.low > true + 1e-12) | (found.high < true - 1e-12)).any())


@dataclass(frozen=True)
class Case:
    """What is simulated: the name, the kinds of deals, the true effects, and whether they are differences."""

    name: str
    kinds: Deals
    true: Floats
    paired: bool

    def rates(self, number: int, deals: int) -> tuple[float, float, float]:
        """Families that see an effect where there is none, that call the margin small, whose intervals miss, in %."""
        family = of_differences if self.paired else of_shares
        found = [family(self.kinds, counts, deals) for counts in self.kinds.drawn(number, deals, deals)]
        seen = np.array([(*misled(one, self.true), missed(one, self.true)) for one in found])
        off, inside, out = (100.0 * float(x) for x in seen.mean(axis=0))
        return off, inside, out


def cases() -> list[Case]:
    """Seats at par and off it by the margin; boards that equal A and that are off it by the margin."""
    out = []
    for k, design_effect in itertools.product(SEATS, DESIGN_EFFECTS):
        for effect in (0.0, MARGIN):
            true = np.zeros(k)
            true[:2] = effect, -effect
            name = f"{k} seats, design effect {design_effect}"
            out.append(Case(name, rotated(1.0 / k + true, design_effect), true, False))
    for k, alike in itertools.product(SEATS, (0.0, 0.75)):
        for effect in (0.0, MARGIN):
            name = f"boards at {k} seats, alike {alike}"
            out.append(Case(name, paired(1.0 / k, effect, alike), np.full(BOARDS, effect), True))
    return out


def main(number: int, sizes: Sequence[int]) -> None:
    """Print the table, a row a size."""
    heads = ("deals", "families a case", "effect 0: any direction", "effect at the margin: fair")
    print(f"| {' | '.join(heads)} | intervals that miss |\n|---|---|---|---|---|")
    for deals in sizes:
        runs = number if deals >= FEW_DEALS else max(number // 4, 1)  # of no word there is nothing to count
        rates = np.array([case.rates(runs, deals) for case in cases()])
        print(f"| {deals:,} | {runs:,} | " + " | ".join(f"{x:.1f} %" for x in rates.max(axis=0)) + " |", flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(numbers[0] if numbers else 4_000, numbers[1:] or SIZES)
