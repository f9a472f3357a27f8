"""What it costs to look at a run again and again, and how often it is then wrong, for ways to spend the error.

`python -m tests.reports.stats.stopping [RUNS]` computes both tables and writes them into reports/stats/README.md.
"""

import itertools
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri
from scipy.stats import multinomial

from reports.stats import families
from reports.stats.intervals import Coverage
from reports.stats.sequential import ANY_TIME, PlannedLooks, look_sizes
from tests.reports.stats.rare_deals import judged, mixed

Floats = NDArray[np.float64]
CoverageOf = Callable[[tuple[float, ...]], Coverage]  # at the last of looks at these fractions of the games

README = Path(families.__file__).with_name("README.md")
POWER = 0.8
NEEDED = (1.0, 0.5, 0.2, 0.1, 0.05, 0.025)  # games that an effect needs, as fractions of --games
SIZES = (20_000, 200_000)
LARGEST = 40.0  # standard errors: as good as never
NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def pocock(tail: Floats, fraction: float) -> Floats:
    """Lan and DeMets (1983), of Pocock's type."""
    return np.asarray(tail * math.log1p((math.e - 1.0) * fraction))


def obrien_fleming(tail: Floats, fraction: float) -> Floats:
    """Lan and DeMets (1983), of O'Brien and Fleming's type."""
    return np.asarray(2.0 * ndtr(ndtri(np.asarray(tail) / 2.0) / math.sqrt(fraction)))


def square_root(tail: Floats, fraction: float) -> Floats:
    """Kim and DeMets (1987), the root."""
    return np.asarray(tail * math.sqrt(fraction))


def linear(tail: Floats, fraction: float) -> Floats:
    """Kim and DeMets (1987), the fraction itself."""
    return np.asarray(tail * fraction)


WAYS: Mapping[str, CoverageOf] = {
    "power .7 (used)": PlannedLooks,
    "power .5": lambda fractions: PlannedLooks(fractions, square_root),
    "power 1": lambda fractions: PlannedLooks(fractions, linear),
    "Pocock type": lambda fractions: PlannedLooks(fractions, pocock),
    "O'Brien-Fleming type": lambda fractions: PlannedLooks(fractions, obrien_fleming),
    "confidence sequence": lambda fractions: ANY_TIME,
}


def critical_values(coverage_of: CoverageOf, sizes: Sequence[int], tail: float) -> Floats:
    """Standard errors at each look, of one game a deal."""
    fractions = [size / sizes[-1] for size in sizes]
    looks = range(1, len(sizes) + 1)
    found = [float(coverage_of(tuple(fractions[:n])).quantile(sizes[n - 1], tail)) for n in looks]
    return np.minimum(found, LARGEST)


def stopping(critical: Floats, sizes: Sequence[int], drift: float) -> tuple[float, float]:
    """Mean fraction of the games at the stop, and the chance that the effect was found by then; drift: the effect in
    standard errors at the last look. The score process as in `boundary`, of one side."""
    nodes, masses, before, mean, power = np.zeros(1), np.ones(1), 0.0, 0.0, 0.0
    for size, z in zip(sizes, critical, strict=True):
        time = size / sizes[-1]
        spread, scale, moved = math.sqrt(time - before), math.sqrt(time), drift * (time - before)
        mean += (time - before) * masses.sum()
        power += float(ndtr((nodes + moved - z * scale) / spread) @ masses)
        low = min(-8.0, drift * scale - 8.0) * scale
        half = (z * scale - low) / 2.0
        reached = low + half * (NODES + 1.0)
        step = (reached[:, None] - nodes - moved) / spread
        masses = np.exp(-0.5 * step * step) @ masses * WEIGHTS * half / (spread * math.sqrt(2.0 * math.pi))
        nodes, before = reached, time
    return mean, power


def cost_rows() -> Iterator[str]:
    """Rows of the first table."""
    for max_games, effects in itertools.product(SIZES, (1, 2, 4)):
        tail, sizes = 0.025 / effects, look_sizes(max_games)
        fixed = -float(ndtri(tail))
        for name, coverage_of in WAYS.items():
            critical = critical_values(coverage_of, sizes, tail)
            found = [stopping(critical, sizes, (fixed + ndtri(POWER)) / math.sqrt(part)) for part in NEEDED]
            games = " | ".join(f"{mean / part:.2f}" for (mean, _), part in zip(found, NEEDED, strict=True))
            width = critical[-1] / fixed
            yield f"| {max_games:,} | {effects} | {name} | {games} | {width:.2f} | {found[0][1]:.2f} |"


@dataclass(frozen=True)
class Case:
    """Comparisons of one family: what a deal may add to each (a row an outcome), and how likely it is."""

    name: str
    values: Floats
    chance: Floats
    deals: int  # at most
    games: int = 1  # of a deal

    @property
    def true(self) -> Floats:
        """The means over all deals."""
        return np.asarray(self.chance @ self.values)

    @property
    def sizes(self) -> list[int]:
        """Deals at each look."""
        return [size // self.games for size in look_sizes(self.deals * self.games)]

    def drawn(self, runs: int, seed: int) -> Iterator[NDArray[np.int64]]:
        """How many deals had each outcome at every look, a row a run."""
        rng, before = np.random.default_rng(seed), 0
        counts = np.zeros((runs, len(self.chance)), dtype=np.int64)
        for deals in self.sizes:
            counts = counts + rng.multinomial(deals - before, self.chance, size=runs)
            before = deals
            yield counts

    def fixed_tail(self) -> float:
        """The error on each side of one comparison, where the number of games is fixed."""
        off = self.values - self.true
        covariance = (off * self.chance[:, None]).T @ off
        return families.rate_together(covariance, self.deals, seed=1) / 2.0


def player_outcomes(players: int, games: int, clustered: float) -> tuple[Floats, Floats]:
    """Win shares of equal players in a deal of so many games, each outcome a row, and how likely it is; a part of the
    deals is won by one of them in every game, and in a tenth of all games of one game a deal two share the win."""
    won = np.array([row for row in itertools.product(range(games + 1), repeat=players) if sum(row) == games])
    chance = multinomial.pmf(won, games, np.full(players, 1.0 / players)) * (1.0 - clustered)
    chance[won.max(axis=1) == games] += clustered / players
    if games > 1:
        return won / games, chance
    pairs = np.array([row for row in itertools.product((0.0, 0.5), repeat=players) if sum(row) == 1.0])
    return np.vstack([won, pairs]), np.concatenate([0.9 * chance, np.full(len(pairs), 0.1 / len(pairs))])


def pair_differences(shares: Floats) -> Floats:
    """The difference of every two players."""
    first, second = np.triu_indices(shares.shape[1], 1)
    return shares[:, first] - shares[:, second]


def error_cases() -> list[Case]:
    """One comparison and several, ties, deals of several games, few events, few deals unlike all others."""
    two, four, eight = (player_outcomes(players, 1, 0.0) for players in (2, 4, 8))
    deals = player_outcomes(4, 4, 0.3)
    rare, uneven = mixed("2 % won", 0.25, 0.0, 80), mixed("5 % won", 0.25, 0.05, 80)
    few = np.array([[1.0], [0.0]])
    cases = [
        Case("two players, a difference", pair_differences(two[0]), two[1], 20_000),
        Case("four players, shares", four[0], four[1], 20_000),
        Case("four players, six differences", pair_differences(four[0]), four[1], 20_000),
        Case("the same, four games a deal", pair_differences(deals[0]), deals[1], 5_000, 4),
        Case("eight players, 28 differences", pair_differences(eight[0]), eight[1], 20_000),
    ]
    cases += [Case(f"a share of {p:g}", few, np.array([p, 1.0 - p]), n) for p, n in ((0.01, 5_000), (0.001, 5_000))]
    seldom = np.array([[1.0], [0.0], [-1.0]]), np.array([0.005, 0.99, 0.005])
    cases += [
        Case("a difference, 1 % of the deals differ", *seldom, 2_000),
        *(
            Case(f"80 games a deal, {name}", case.values[:, None], case.chance, 1_000, 80)
            for name, case in (("2 % of them won by one", rare), ("5 % of them won by one, others alike", uneven))
        ),
    ]
    return cases


def watched(case: Case, coverage_of: CoverageOf, runs: int, seed: int = 1) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Games at each look, and both ends of each interval at it [look, run, comparison]."""
    sizes, tail = case.sizes, 0.025 / case.values.shape[1]
    fractions = tuple(deals / sizes[-1] for deals in sizes)
    ends = [
        judged(case.values, counts, tail, coverage_of(fractions[:look]))
        for look, counts in enumerate(case.drawn(runs, seed), 1)
    ]
    low, high = (np.stack(end) for end in zip(*ends, strict=True))
    return np.array(sizes) * case.games, low, high


def missed(case: Case, coverage_of: CoverageOf, runs: int, seed: int = 1) -> tuple[float, float]:
    """Runs in which an interval of the family misses at some look, and its mean half width at the last one over that of
    a fixed number of games."""
    _, low, high = watched(case, coverage_of, runs, seed)
    wrong = ((low > case.true + 1e-12) | (high < case.true - 1e-12)).any(axis=(0, 2))
    *_, counts = case.drawn(runs, seed)
    fixed_low, fixed_high = judged(case.values, counts, case.fixed_tail())
    return float(wrong.mean()), float((high[-1] - low[-1]).mean() / (fixed_high - fixed_low).mean())


COMPARED = ("power .7 (used)", "Pocock type", "O'Brien-Fleming type", "confidence sequence")
COSTS = """\
| games at most | comparisons | error spent | needs all | .5 | .2 | .1 | .05 | .025 | half width | power |
|---|---|---|---|---|---|---|---|---|---|---|"""


def error_rows(runs: int) -> Iterator[str]:
    """Rows of the second table."""
    for case in error_cases():
        found = [missed(case, WAYS[name], runs) for name in COMPARED]
        cells = " | ".join(f"{100.0 * error:.1f} %, {width:.2f}" for error, width in found)
        yield f"| {case.name} | {case.deals:,} | {cells} |"


def written(section: str, rows: Sequence[str]) -> None:
    """Put rows in the place of those of a section of the README, between its marks."""
    begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
    before, _, rest = README.read_text().partition(begin)
    README.write_text(before + begin + "\n".join(rows) + "\n" + end + rest.partition(end)[2])


def write_table(section: str, head: str, rows: Callable[[int], Sequence[str]], default: int) -> None:
    """Put a table into the README: its head, and its rows from the number of runs that was typed, or the default."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else default
    written(section, [head, "|" + "---|" * (head.count("|") - 1), *rows(runs)])


def main(runs: int) -> None:
    """Write both tables."""
    errors = [f"| comparisons | deals | {' | '.join(COMPARED)} |", "|" + "---|" * (len(COMPARED) + 2)]
    written("cost of looks", [*COSTS.splitlines(), *cost_rows()])
    written("error over looks", [*errors, *error_rows(runs)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
