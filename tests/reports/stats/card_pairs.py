"""How a pair of cards that is worth something together is shown, how often its interval holds what it is worth, and how
often others are found: hands are drawn without replacement, so that who holds one card has less room for others.

`python -m tests.reports.stats.card_pairs [RUNS]` writes the table of `reports/stats/README.md`.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from reports.estimators.card_pairs import DISCOVERY_RATE, Interactions, PairSums, false_discovery_rates
from reports.stats.random_effects import adaptively_shrunk, shrunk
from tests.reports.stats.stopping import written

__all__ = ["PAIRS", "PairCase", "estimates", "simulate"]

DECK, SEATS, HAND = 10, 3, 3
PAIRS = list(combinations(range(DECK), 2))
SECTION = "pairs of cards"


@dataclass(frozen=True)
class PairCase:
    """So many deals, one game each; what pairs are worth, as a share of the games."""

    name: str
    deals: int
    worth: Mapping[tuple[int, int], float]


CASES = (
    PairCase("none", 4_000, {}),
    PairCase("one pair worth 40 points", 4_000, {(0, 1): 0.4}),
    PairCase("one pair worth 40 points", 20_000, {(0, 1): 0.4}),
    PairCase("one pair worth 10 points", 20_000, {(0, 1): 0.1}),
    PairCase("20, 20 and −20 points, two with a card in common", 20_000, {(0, 1): 0.2, (0, 2): 0.2, (5, 6): -0.2}),
)


def estimates(case: PairCase, seed: int) -> tuple[Interactions, Interactions]:
    """The pairs of one run: each by itself, and beside those that stand out."""
    rng = np.random.default_rng((seed, case.deals, len(case.worth)))
    hands = np.argsort(rng.random((case.deals, DECK)), axis=1)[:, : SEATS * HAND].reshape(-1, SEATS, HAND)
    copies = np.zeros((SEATS, DECK, case.deals), dtype=np.uint8)
    for seat in range(SEATS):
        copies[seat, hands[:, seat], np.arange(case.deals)[:, None]] = 1
    gain = np.zeros((SEATS, case.deals))
    for (one, other), worth in case.worth.items():
        gain += worth * (copies[:, one] & copies[:, other])
    chance = np.cumsum(1 / SEATS + gain - gain.mean(axis=0), axis=0)
    winner = (rng.random(case.deals) * chance[-1] >= chance).sum(axis=0)
    outcome = 60.0 * (winner == np.arange(SEATS)[:, None])
    sums = PairSums(PAIRS, 60)
    deal = np.arange(case.deals)
    sums.add(copies, outcome, deal)
    sums.add_errors(copies, outcome, deal)
    alone = sums.interactions()
    sums.choose_outstanding()
    sums.add_shared(copies)
    return alone, sums.interactions()


def simulate(case: PairCase, runs: int, *, seed: int = 1) -> dict[str, float]:
    """Of pairs that are worth something: how often they are found, shown over true value, and how often their shrunken
    interval holds it; runs in which another is found; how often the intervals of all hold; and the same, with `_alone`
    behind it, of pairs each by itself and drawn towards their mean as draws from one normal."""
    true = np.array([case.worth.get(pair, 0.0) for pair in PAIRS])
    is_planted: NDArray[np.bool_] = true != 0
    sums: dict[str, float] = {}
    for run in range(runs):
        alone, beside = estimates(case, seed * 100_000 + run)
        for suffix, found, posterior in (
            ("_alone", alone, shrunk(alone.estimate, alone.se)),
            ("", beside, adaptively_shrunk(beside.estimate, beside.se)),
        ):
            is_found = false_discovery_rates(found.p) <= DISCOVERY_RATE
            holds = (posterior.low <= true) & (true <= posterior.high)
            figures = {"others": float(is_found[~is_planted].any()), "all_hold": float(holds.mean())}
            if is_planted.any():
                figures["found"] = float(is_found[is_planted].mean())
                figures["shown"] = float((posterior.effect[is_planted] / true[is_planted]).mean())
                figures["holds"] = float(holds[is_planted].mean())
            for name, figure in figures.items():
                sums[name + suffix] = sums.get(name + suffix, 0.0) + figure / runs
    return sums


def main(runs: int) -> None:
    """Write the table."""
    columns = ["planted", "deals", "found", "shown of it", "interval holds", "others found in", "all intervals hold"]
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    for case in CASES:
        found = simulate(case, runs)
        cells = []
        for name in ("found", "shown", "holds", "others", "all_hold"):
            both = (
                f"{100 * found[name + suffix]:.0f} %" if name + suffix in found else "-" for suffix in ("", "_alone")
            )
            cells.append(" (".join(both) + ")")
        lines.append(f"| {case.name} | {case.deals:,} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    written(SECTION, lines)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
