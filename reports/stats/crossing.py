"""Where a response comes to zero between the values at which it was measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Crossing", "crossing"]

Floats = NDArray[np.float64]

DRAWS = 4_000  # an end of the interval is then known to a fortieth of its half width or so


@dataclass(frozen=True)
class Crossing:
    """Where straight lines between the estimates cross zero.

    `at` are all such values. `low` and `high` are the ends of the 95 % interval of the one crossing, infinite where it
    reaches beyond the values measured, NaN where there is not one crossing. `within`: in which share of the draws there
    is one between the values.
    """

    at: tuple[float, ...]
    low: float
    high: float
    within: float


def crossing(x: Sequence[float], y: Floats, covariance: Floats, *, seed: int) -> Crossing:
    """The crossing of estimates `y` at increasing `x`, with its interval by a parametric bootstrap: estimates drawn
    from the normal with their covariance, which is that of a bootstrap of whole clusters in the limit.

    A draw without a crossing counts as one beyond the end at which it is nearer to zero.
    """
    places, at = np.asarray(x, dtype=np.float64), _zeros(np.asarray(x, dtype=np.float64), y)
    if not np.isfinite(covariance).all():
        return Crossing(tuple(at), math.nan, math.nan, math.nan)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    draws = y + np.random.default_rng(seed).standard_normal((DRAWS, len(y))) @ root.T
    zeros = _zeros_of(places, draws)
    crossed = np.isfinite(zeros).any(axis=1)
    within = float(crossed.mean())
    if len(at) != 1:
        return Crossing(tuple(at), math.nan, math.nan, within)
    away = np.where(np.isfinite(zeros), np.abs(zeros - at[0]), np.inf)
    nearest = zeros[np.arange(DRAWS), away.argmin(axis=1)]
    end = np.where(np.abs(draws[:, 0]) < np.abs(draws[:, -1]), -np.inf, np.inf)
    low, high = np.quantile(np.where(crossed, nearest, end), [0.025, 0.975], method="inverted_cdf")
    return Crossing(tuple(at), float(low), float(high), within)


def _zeros(x: Floats, y: Floats) -> list[float]:
    """Where the line through the points is zero, in order; where it stays zero for a while, the ends of that."""
    between = _zeros_of(x, y[None, :])[0]
    return sorted([*map(float, x[y == 0]), *map(float, between[np.isfinite(between)])])


def _zeros_of(x: Floats, y: Floats) -> Floats:
    """Of each row of `y`, where the line between each two neighbouring points is zero inside; NaN where it is not."""
    left, right = y[:, :-1], y[:, 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        zero = x[:-1] - left * np.diff(x) / (right - left)
    return np.asarray(np.where(left * right < 0, zero, np.nan))
