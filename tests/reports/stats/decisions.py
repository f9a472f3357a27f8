"""Decisions whose options win with known chances: how often bounds and intervals of `decisions` hold the truth.

`python -m tests.reports.stats.decisions [RUNS]` writes the table of `reports/stats/README.md`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from analyser.runs.decisions import HALF, measure_decision
from reports.questions.decisions import decision_values
from tests.reports.stats.stopping import write_table

__all__ = ["CASES", "Sample", "gain_of_player", "sample_decisions"]

Floats = NDArray[np.float64]
Chances = Callable[[np.random.Generator, int], Floats]  # [decision, option] win shares of the seat

MARGIN = 0.02
GAINS = 400_000  # picks that the gain of a player is the mean of
Sample = tuple[dict[str, float], float, float, float]  # printed; matters, gain over the middle, best over the middle


def nothing(rng: np.random.Generator, n: int) -> Floats:
    """All options are alike, one decision more hopeful than another."""
    chances: Floats = np.tile(rng.uniform(0.05, 0.8, (n, 1)), 4)
    return chances


def at_margin(rng: np.random.Generator, n: int) -> Floats:
    """The first two options are better by just the margin: none matters, nearly."""
    return np.add(nothing(rng, n), MARGIN * np.array([1, 1, 0, 0]))


def part(share: float, gain: float) -> Chances:
    """In a share of the decisions, by chance, the first option is better by so much; the others do not matter."""

    def chances(rng: np.random.Generator, n: int) -> Floats:
        better = gain * (rng.random((n, 1)) < share)
        moved: Floats = nothing(rng, n) + better * np.array([1, 0, 0, 0])
        return moved

    return chances


def spread(sd: float) -> Chances:
    """All options differ, as in a game of many small decisions."""
    return lambda rng, n: np.clip(rng.uniform(0.2, 0.6, (n, 1)) + rng.normal(0, sd, (n, 4)), 0.0, 1.0)


CASES: dict[str, Chances] = {
    "nothing matters": nothing,
    "two of four better by just the margin": at_margin,
    "5 % matter by 30 points": part(0.05, 0.3),
    "20 % matter by 30 points": part(0.2, 0.3),
    "20 % matter by 15 points": part(0.2, 0.15),
    "all options differ, sd 4.2 points": spread(0.042),
    "all options differ, sd 10 points": spread(0.1),
}


def sample_decisions(chances: Chances, n: int, seed: int) -> Sample:
    """What is printed of so many decisions, and what is true of them: the share that matters to a player of HALF
    playouts, as the gain of what it picked is above the margin, what it gains, and what the best option would."""
    rng = np.random.default_rng(seed)
    rows, gains, best = [], [], []
    for deal, chance in enumerate(chances(rng, n)):
        own = (rng.random((2 * HALF, len(chance))) < chance).astype(np.float64)
        rows.append({"deal": deal, **measure_decision(np.stack([own, 1.0 - own], axis=2), 0, MARGIN)})
        order = np.argsort(-own[:HALF].mean(axis=0), kind="stable")
        gains.append(chance[order[0]] - chance[order[len(order) // 2]])
        best.append(chance.max() - np.sort(chance)[::-1][len(chance) // 2])
    printed = {row["measure"]: row for row in decision_values(rows).iter_rows(named=True)}
    values = {"at_least": printed["matters"]["mean"]}
    values |= {name.replace("mean", "gain"): printed["over_median"][name] for name in ("mean", "mean_low", "mean_high")}
    return values, float((np.array(gains) > MARGIN + 1e-9).mean()), float(np.mean(gains)), float(np.mean(best))


def gain_of_player(chances: Floats, playouts: int) -> float:
    """What a player gains over the middle option that picks after so many playouts of each, with draws of their own."""
    won = np.random.default_rng(1).binomial(playouts, chances, (GAINS, len(chances)))
    order = np.argsort(-won, axis=1, kind="stable")
    return float((chances[order[:, 0]] - chances[order[:, len(chances) // 2]]).mean())


def rows(runs: int) -> list[str]:
    """The rows of the table."""
    lines = []
    for name, chances in CASES.items():
        for n in (100, 400):
            samples = [sample_decisions(chances, n, seed) for seed in range(runs)]
            found = {key: np.array([sample[0][key] for sample in samples]) for key in samples[0][0]}
            matter, gain, best = (np.array([sample[number] for sample in samples]) for number in (1, 2, 3))
            expected = gain.mean()  # of new decisions, for which an interval is
            held = (found["gain_low"] <= expected) & (expected <= found["gain_high"])
            at_least = found["at_least"]
            shares = (matter, at_least, at_least <= matter + 1e-9, at_least == 0)
            cells = [f"{100 * x.mean():.1f} %" for x in shares]
            cells += [f"{100 * x.mean():.1f}" for x in (best, gain, found["gain"])]
            lines.append(f"| {name} | {n} | {' | '.join(cells)} | {100 * held.mean():.1f} % |")
    return lines


if __name__ == "__main__":
    head = "| decisions | n | matter | at least | bound held | bound 0 | best over middle | gain | printed | held |"
    write_table("decisions", head, rows, 300)
