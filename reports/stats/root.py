"""Where functions come to zero, many at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["last_above_zero"]

Floats = NDArray[np.float64]

# scipy.optimize.elementwise.find_root finds them as well: loading it takes a seventh of a second of every report.

TOLERANCE = 1e-12
MOST_STEPS = 100


def last_above_zero(value: Callable[[Floats], Floats], low: Floats, high: Floats) -> Floats:
    """Up to where falling functions, one an element, are above zero: `low` where they never are, or are no number,
    `high` where they still are.

    By Chandrupatla's method (1997): inverse quadratic interpolation where the three points last seen allow it, else
    bisection.
    """
    x1, x2 = low, high
    f1, f2 = value(low), value(high)
    is_below, is_above = ~(f1 > 0), f2 > 0
    step = np.full(np.shape(low), 0.5)
    for _ in range(MOST_STEPS):
        x = x1 + step * (x2 - x1)
        f = value(x)
        with np.errstate(all="ignore"):  # infinite values do not interpolate
            is_same = (f > 0) == (f1 > 0)
            x3, f3 = np.where(is_same, x1, x2), np.where(is_same, f1, f2)
            x2, f2 = np.where(is_same, x2, x1), np.where(is_same, f2, f1)
            x1, f1 = x, f
            width = np.abs(x2 - x1)
            if (is_below | is_above | (width <= TOLERANCE)).all():
                break
            part, fall = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
            is_smooth = (1.0 - np.sqrt(1.0 - part) < fall) & (fall < np.sqrt(part))
            away = (x3 - x1) / (x2 - x1)
            step = f1 / (f1 - f2) * f3 / (f3 - f2) - away * f1 / (f3 - f1) * f2 / (f2 - f3)
            min_step = np.minimum(0.5 * TOLERANCE / width, 0.5)
            step = np.where(is_smooth & np.isfinite(step), np.clip(step, min_step, 1.0 - min_step), 0.5)
    root = np.where(f1 > 0, x1, x2)
    return np.where(is_below, low, np.where(is_above, high, root))
