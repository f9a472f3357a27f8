"""Families of hypotheses about contrasts, in which one hypothesis may stand twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.verdict import holm

__all__ = ["holm_distinct"]


def holm_distinct(contrasts: ArrayLike, p: ArrayLike) -> NDArray[np.float64]:
    """Holm's adjusted p values of the hypotheses that each contrast (a row) is 0; rows equal but for their sign are one
    hypothesis and count once: of two strategies the one is as far above their mean as the other below."""
    rows = np.atleast_2d(np.asarray(contrasts, dtype=np.float64))
    values = np.asarray(p, dtype=np.float64)
    first = np.argmax(np.abs(rows) > 1e-12, axis=1)
    sign = np.where(rows[np.arange(len(rows)), first] < 0, -1.0, 1.0)
    _, one, which = np.unique(np.round(rows * sign[:, None], 12) + 0.0, axis=0, return_index=True, return_inverse=True)
    return holm(values[one])[which.reshape(-1)]
