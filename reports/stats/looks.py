"""What looking several times does to the error of an interval made for one look.

Armitage, McPherson and Rowe (1969), Repeated significance tests on accumulating data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

__all__ = ["false_at_some_look"]

NODES = 1_000  # of the quadrature over what no look has called a difference yet
CLOSE = 1e-4  # looks nearer to each other, as a fraction of the games, are one: fewer nodes than their step would need


def false_at_some_look(sizes: Sequence[int], *, alpha: float = 0.05) -> float:
    """Chance that at least one look at a difference that does not exist leaves zero out of its 1 - `alpha` interval.

    sizes: games at each look, in any order. The estimate's sum is a Brownian motion over them; what stays inside is
    carried from look to look by Gauss-Legendre quadrature.
    """
    times = _apart(sorted(sizes))
    z = NormalDist().inv_cdf(1 - alpha / 2)
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    before, at, mass = 0.0, np.zeros(1), np.ones(1)
    for time in times:
        spread, edge = math.sqrt(time - before), z * math.sqrt(time)
        reached = nodes * edge
        step = (reached[:, None] - at[None, :]) / spread
        density = (np.exp(-0.5 * step * step) / (spread * math.sqrt(2 * math.pi))) @ mass
        before, at, mass = time, reached, density * weights * edge
    return float(1 - mass.sum())


def _apart(sizes: Sequence[int]) -> list[float]:
    """The sizes as fractions of the last, without those that hardly differ from the one before."""
    kept: list[float] = []
    for size in sizes:
        if not kept or size - kept[-1] > CLOSE * size:
            kept.append(float(size))
    return [size / kept[-1] for size in kept]
