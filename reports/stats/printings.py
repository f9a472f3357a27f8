"""How many printings, of how many games, tell how far their effects differ; and how many lie in a region.

Effects are fractions of win share throughout; how they are taken together: `random_effects`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

__all__ = ["games_of_each", "inside", "printings_needed"]

Floats = NDArray[np.float64]

PRECISE = 0.1  # relative standard error of the sd at which more printings are not asked for
NOISE = 0.05  # of the variance between printings: what the games of each may add


def printings_needed(sd: float, noise: float) -> float:
    """Printings at which the sd between them is known to a relative standard error of PRECISE."""
    return math.inf if sd <= 0 else 1 + ((1 + (noise / sd) ** 2) / PRECISE) ** 2 / 2


def games_of_each(sd: float, noise: float, games: int) -> float:
    """Games of a printing at which their noise adds NOISE of the variance between printings; `noise` was that of
    `games`."""
    return math.inf if sd <= 0 else games * (noise / sd) ** 2 / NOISE


def inside(shrunken: Floats, low: float, high: float) -> tuple[int, float, float]:
    """How many printings' effects lie in a region, and the 95 % interval of their share (Clopper and Pearson 1934)."""
    from scipy.stats import binomtest

    count = int(np.sum((shrunken > low) & (shrunken < high)))
    limits = binomtest(count, len(shrunken)).proportion_ci(0.95, method="exact")
    return count, float(limits.low), float(limits.high)
