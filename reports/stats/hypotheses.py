"""How many hypotheses a set of contrasts holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["hypotheses"]


def hypotheses(contrasts: ArrayLike) -> int:
    """The number of different hypotheses that a contrast (a row) is 0: rows equal but for their sign are one, as of two
    strategies the one is as far above their mean as the other below."""
    rows = np.atleast_2d(np.asarray(contrasts, dtype=np.float64))
    first = np.argmax(np.abs(rows) > 1e-12, axis=1)
    sign = np.where(rows[np.arange(len(rows)), first] < 0, -1.0, 1.0)
    return len(np.unique(np.round(rows * sign[:, None], 12) + 0.0, axis=0))
