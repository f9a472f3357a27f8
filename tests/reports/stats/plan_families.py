"""How often intervals over plans hold the mean and a plan of another family, where plans come in families whose number
is found by how alike they choose.

`python -m tests.reports.stats.plan_families [REPEATS]` writes the table of `reports/stats/README.md`.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from reports.plans import MIN_PLANS
from reports.stats.agreement import agreement_of, families_of
from reports.stats.random_effects import family_means, spread_of
from tests.reports.stats.stopping import written

__all__ = ["coverage", "sizes_of"]

Floats = NDArray[np.float64]

CASES = ((5, 5), (7, 7), (7, 6), (7, 3), (7, 2), (6, 1), (12, 4), (12, 6), (12, 8))  # plans, families
SD, ERROR = 0.02, 0.01  # between families, and of the effect of a plan by its games
POSITIONS, OPTIONS = 2_000, 5
UNLIKE = 0.2  # of the positions at which a family may choose otherwise than most plans do
SECTION = "families of plans"


def sizes_of(plans: int, families: int) -> list[int]:
    """How many plans each family has: all that are left over are copies of the first."""
    return [plans - families + 1, *[1] * (families - 1)]


def draw_families(sizes: list[int], positions: int, rng: np.random.Generator) -> list[int]:
    """The families that are found of plans in families of these sizes: copies choose otherwise than their family at .2
    to 2 % of the positions."""
    usual = rng.integers(OPTIONS, size=positions)
    choices = []
    for size in sizes:
        family = np.where(rng.random(positions) < UNLIKE, rng.integers(OPTIONS, size=positions), usual)
        for _ in range(size):
            off = rng.uniform(0.002, 0.02) if size > 1 else 0.0
            choices.append(np.where(rng.random(positions) < off, rng.integers(OPTIONS, size=positions), family))
    return families_of(agreement_of(np.stack(choices, axis=1)))


def coverage(
    plans: int, families: int, repeats: int, *, within: float = 0.0, positions: int = POSITIONS, seed: int = 1
) -> dict[str, float]:
    """Shares of the repeats in which families are found as they are; an interval of the mean is printed; it, and that
    of a plan of another family, hold what they should, of those printed (NaN: none were); and the same of plans that
    all count. within: sd of the effects of plans of one family."""
    rng = np.random.default_rng((seed, plans, families, round(1e4 * within)))
    sizes = sizes_of(plans, families)
    of = np.repeat(np.arange(families), sizes)
    tallies: dict[str, list[bool]] = {name: [] for name in ("found", "printed", "mean", "foretold", "another")}
    naive: dict[str, list[bool]] = {"mean": [], "another": []}
    for _ in range(repeats):
        found = draw_families(sizes, positions, rng)
        effect = SD * rng.normal(size=families)[of] + within * rng.normal(size=plans) + ERROR * rng.normal(size=plans)
        another = SD * float(rng.normal()) + within * float(rng.normal())
        covariance = ERROR**2 * np.eye(plans)
        tallies["found"].append(found == of.tolist())
        spread = spread_of(*family_means(effect, covariance, found)) if max(found) + 1 >= MIN_PLANS else None
        tallies["printed"].append(spread is not None)
        if spread is not None:
            tallies["mean"].append(spread.mean_low <= 0.0 <= spread.mean_high)
            tallies["foretold"].append(spread.foretells)
            if spread.foretells:
                tallies["another"].append(spread.low <= another <= spread.high)
        each = spread_of(effect, covariance)
        assert each is not None
        naive["mean"].append(each.mean_low <= 0.0 <= each.mean_high)
        naive["another"].append(each.low <= another <= each.high)
    shares = {name: float(np.mean(tally)) if tally else float("nan") for name, tally in tallies.items()}
    return shares | {f"naive_{name}": float(np.mean(tally)) for name, tally in naive.items()}


def main(repeats: int) -> None:
    """Write the table."""
    columns = [
        *("plans", "families", "sd within, pp", "families found", "mean printed", "held", "another printed", "held"),
        *("each plan once: mean held", "another held"),
    ]
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    names = ("found", "printed", "mean", "foretold", "another", "naive_mean", "naive_another")
    for plans, families in CASES:
        for within in (0.0, 0.005) if families < plans else (0.0,):
            shares = coverage(plans, families, repeats, within=within)
            cells = ["-" if np.isnan(shares[name]) else f"{100 * shares[name]:.1f} %" for name in names]
            lines.append(f"| {plans} | {families} | {100 * within:g} | {' | '.join(cells)} |")
            print(lines[-1], flush=True)
    written(SECTION, lines)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3_000)
