"""Asymptotic confidence sequences: intervals that stay valid however often one looks while a run goes on.

Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory and asymptotic confidence
sequences.
"""

from __future__ import annotations

import math
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["half_width", "mixture_variance", "sequence"]


def mixture_variance(n_best: float, *, alpha: float = 0.05) -> float:
    """The mixture's r^2 that makes the sequence narrowest around `n_best` clusters: (-2 ln a + ln(-2 ln a + 1)) / n."""
    level = -2.0 * math.log(alpha)
    return (level + math.log(level + 1.0)) / n_best


@overload
def half_width(sd: float, n: float, *, n_best: float = ..., alpha: float = ...) -> float: ...
@overload
def half_width(
    sd: NDArray[np.float64], n: NDArray[np.float64], *, n_best: float = ..., alpha: float = ...
) -> NDArray[np.float64]: ...
def half_width(
    sd: ArrayLike, n: ArrayLike, *, n_best: float = 1000.0, alpha: float = 0.05
) -> float | NDArray[np.float64]:
    """Half width after n clusters with standard deviation `sd`: sd sqrt(2 (n r^2 + 1) / (n^2 r^2) ln(sqrt(n r^2 + 1) /
    alpha))."""
    r2 = mixture_variance(n_best, alpha=alpha)
    s, m = np.asarray(sd, dtype=np.float64), np.asarray(n, dtype=np.float64)
    grown = m * r2 + 1.0
    width = s * np.sqrt(2.0 * grown / (m * m * r2) * np.log(np.sqrt(grown) / alpha))
    return float(width) if width.ndim == 0 else width


def sequence(
    deal_means: ArrayLike, *, n_best: float = 1000.0, alpha: float = 0.05
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Running mean of the deals so far and its half width, valid at all times together; infinite for the first deal."""
    x = np.asarray(deal_means, dtype=np.float64)
    n = np.arange(1, len(x) + 1, dtype=np.float64)
    centre = np.cumsum(x) / n
    spread = np.maximum(np.cumsum(x * x) / n - centre * centre, 0.0)
    width = half_width(np.sqrt(spread), n, n_best=n_best, alpha=alpha)
    return centre, np.where(n < 2, np.inf, width)
