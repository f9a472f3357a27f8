"""Cycles among players who beat each other in turn, and how surely they do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Cycle", "resample_shares", "three_cycles"]

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

TIMES = 200  # resamples: a share of them is then known to 3 pp
CHUNK = 4096  # clusters weighted at a time


@dataclass(frozen=True)
class Cycle:
    """Three players by their numbers, each of whom finishes ahead of the next and the last ahead of the first; `stable`
    is the share of resamples in which all three do."""

    players: tuple[int, int, int]
    chances: tuple[float, float, float]
    stable: float


def three_cycles(chances: ArrayLike, samples: ArrayLike) -> list[Cycle]:
    """Every three who finish ahead of each other in turn, the stablest first; chances [row, column] that row finishes
    ahead of column, samples [resample, row, column] of them.

    Wherever there is a longer cycle there is one of three, too (Moon 1968). Players in a true order can show one only
    where all three are about equal, and three links that all hold in 95 of 100 resamples have then a chance below 1 in
    10,000; nine players have 168 such chances.
    """
    chance, resamples = np.asarray(chances, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    cycles = []
    for i, j, k in combinations(range(len(chance)), 3):
        for players in ((i, j, k), (i, k, j)):
            links = list(zip(players, (*players[1:], players[0]), strict=True))
            if all(chance[link] > 0.5 for link in links):
                holds = np.all([resamples[:, a, b] > 0.5 for a, b in links], axis=0)
                first, second, third = (float(chance[link]) for link in links)
                cycles.append(Cycle(players, (first, second, third), float(holds.mean())))
    return sorted(cycles, key=lambda cycle: (-cycle.stable, cycle.players))


def resample_shares(wins: Counts, meetings: Counts, scale: int, *, seed: int, times: int = TIMES) -> Floats:
    """Shares [resample, pair] from totals [cluster, pair], `wins` over `scale` times `meetings`, when every cluster
    counts as often as a Poisson draw of mean 1 says (a bootstrap of whole clusters); 1/2 where a pair never met."""
    rng = np.random.default_rng(seed)
    top, bottom = np.zeros((times, wins.shape[1])), np.zeros((times, wins.shape[1]))
    for start in range(0, len(wins), CHUNK):
        weight = rng.poisson(1.0, (times, len(wins[start : start + CHUNK]))).astype(np.float64)
        top += weight @ wins[start : start + CHUNK]
        bottom += weight @ meetings[start : start + CHUNK]
    return np.where(bottom > 0, top / np.maximum(bottom * scale, 1.0), 0.5)
