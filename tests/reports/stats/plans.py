"""How often intervals over plans hold the mean and another plan: simulated effects of plans that play the same deals.

`python -m tests.reports.stats.plans [REPEATS]` prints the table of `reports/stats/README.md`.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from reports.stats.random_effects import spread_of

__all__ = ["CORRELATION", "SDS", "SIZES", "coverage", "draw_plans"]

Floats = NDArray[np.float64]

SIZES = (5, 8, 12)
SDS = (0.0, 0.01, 0.04)
CORRELATION = 0.8  # of the errors of two plans that play the same deals
ERROR = 0.01  # of the effect of one plan, in the mean
MEAN = 0.03


def draw_plans(n_plans: int, sd: float, correlation: float, rng: np.random.Generator) -> tuple[Floats, Floats, float]:
    """Measured effects of plans, the covariance of their errors, and the true effect of one more plan."""
    error = ERROR * rng.uniform(0.7, 1.3, n_plans)
    common, own = rng.normal(), rng.normal(size=n_plans)
    noise = error * (np.sqrt(correlation) * common + np.sqrt(1.0 - correlation) * own)
    covariance = np.outer(error, error) * (correlation + (1.0 - correlation) * np.eye(n_plans))
    true = MEAN + sd * rng.normal(size=n_plans + 1)
    return true[:-1] + noise, covariance, float(true[-1])


def coverage(n_plans: int, sd: float, correlation: float, repeats: int, *, seed: int = 1) -> dict[str, float]:
    """Shares of repeats in which the interval of the mean and that of another plan hold them, and the mean half widths
    of both; the same of an interval that takes errors for independent."""
    rng = np.random.default_rng((seed, n_plans, round(1000 * sd), round(10 * correlation)))
    sums = dict.fromkeys(("mean", "another", "mean_half", "another_half", "mean_if_independent"), 0.0)
    for _ in range(repeats):
        effect, covariance, another = draw_plans(n_plans, sd, correlation, rng)
        spread = spread_of(effect, covariance)
        naive = spread_of(effect, np.sqrt(np.diag(covariance)))
        assert spread is not None
        assert naive is not None
        sums["mean"] += spread.mean_low <= MEAN <= spread.mean_high
        sums["another"] += spread.low <= another <= spread.high
        sums["mean_half"] += (spread.mean_high - spread.mean_low) / 2
        sums["another_half"] += (spread.high - spread.low) / 2
        sums["mean_if_independent"] += naive.mean_low <= MEAN <= naive.mean_high
    return {name: total / repeats for name, total in sums.items()}


def main(repeats: int) -> None:
    """Print the table."""
    print("| plans | sd, pp | correlation | mean held | ± pp | another held | ± pp | mean held, as if independent |")
    print("|---|---|---|---|---|---|---|---|")
    for n_plans in SIZES:
        for sd in SDS:
            for correlation in (0.0, CORRELATION):
                found = coverage(n_plans, sd, correlation, repeats)
                cells = [f"{100 * found['mean']:.1f} %", f"{100 * found['mean_half']:.1f}"]
                cells += [f"{100 * found['another']:.1f} %", f"{100 * found['another_half']:.1f}"]
                cells += [f"{100 * found['mean_if_independent']:.1f} %"]
                print(f"| {n_plans} | {100 * sd:.0f} | {correlation} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
