"""How often the range of games to ask for holds the number that the true effect needs: simulated repeats of one run.

`python -m tests.reports.stats.games [REPEATS]` prints the table of `reports/stats/README.md`.
"""

from __future__ import annotations

import math
import sys

import numpy as np

from reports.stats.games_needed import decided_n, size_range
from reports.stats.verdict import UNCLEAR, judge

__all__ = ["DISTANCES", "range_coverage"]

MARGIN, GAMES, SE = 0.02, 20_000, 0.004
DISTANCES = (0.5, 1.0, 1.5, 2.0, 3.0)  # of the true effect from the margin, in standard errors
DEALS = 10_000
Z = 2.5  # of a simultaneous interval


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


def main(repeats: int) -> None:
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
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
