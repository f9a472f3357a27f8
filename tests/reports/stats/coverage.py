"""How often intervals over plans hold the mean and another plan, and the range of games to ask for the number that the
true effect needs: simulated effects of plans that play the same deals, and repeats of one run.

`python -m tests.reports.stats.coverage [REPEATS]` prints both tables of `reports/stats/README.md`.
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from reports.stats.games_needed import decided_n, size_range
from reports.stats.random_effects import spread_of
from reports.stats.verdict import UNCLEAR, judge

Floats = NDArray[np.float64]

SIZES = (5, 8, 12)
SDS = (0.0, 0.01, 0.04)
CORRELATION = 0.8  # of the errors of two plans that play the same deals
ERROR = 0.01  # of the effect of one plan, in the mean
MEAN = 0.03

MARGIN, GAMES, SE = 0.02, 20_000, 0.004
DISTANCES = (0.5, 1.0, 1.5, 2.0, 3.0)  # of the true effect from the margin, in standard errors
DEALS = 10_000
Z = 2.5  # of a simultaneous interval


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


def range_coverage(distance: float, repeats: int, *, seed: int = 1) -> dict[str, float]:
    """Of repeats that leave an effect so far beyond the margin unclear: their share; that of those whose range holds
    the games that the true effect needs; the 5, 50 and 95 % quantiles of the single number over those games; the median
    of how many times the low end the high end is (infinite ones counted so), and the share of infinite ones."""
    true = MARGIN + distance * SE

    def needed(effect: float) -> float:
        return decided_n(effect, SE, GAMES, MARGIN, rate=0.0125)

    right, ratios, widths, held = needed(true), [], [], []
    for effect in true + SE * np.random.default_rng((seed, round(10 * distance))).normal(size=repeats):
        if judge(effect - Z * SE, effect + Z * SE, DEALS, MARGIN).verdict == UNCLEAR:
            low, high = size_range(needed, float(effect), SE, MARGIN)
            held.append(low <= right <= high)
            ratios.append(needed(float(effect)) / right)
            widths.append(high / low)
    quantiles = dict(zip(("q5", "q50", "q95"), np.quantile(ratios, (0.05, 0.5, 0.95)).tolist(), strict=True))
    unclear, infinite = len(held) / repeats, float(np.mean(np.isinf(widths)))
    return {"unclear": unclear, "held": float(np.mean(held)), **quantiles,
            "wide": float(np.median(widths)), "infinite": infinite}  # fmt: skip


def plans_table(repeats: int) -> None:
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


def games_table(repeats: int) -> None:
    """Print the table."""
    print("| beyond the margin, errors | unclear | range holds | one number over the right one: 5 %, 50 %, 95 % "
          "| high over low | no high end |")  # fmt: skip
    print("|---|---|---|---|---|---|")
    for distance in DISTANCES:
        row = range_coverage(distance, repeats)
        wide = f"{row['wide']:.0f}" if math.isfinite(row["wide"]) else "-"
        ratios = ", ".join(f"{row[name]:.2g}" for name in ("q5", "q50", "q95"))
        cells = [f"{100 * row['unclear']:.0f} %", f"{100 * row['held']:.0f} %", ratios, wide]
        print(f"| {distance} | {' | '.join(cells)} | {100 * row['infinite']:.0f} % |", flush=True)


if __name__ == "__main__":
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    plans_table(repeats)
    games_table(repeats)
