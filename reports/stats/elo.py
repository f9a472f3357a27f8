"""Elo ratings from win shares: how much stronger than its k - 1 equal opponents a player is."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["elo_of_share"]


def elo_of_share(share: ArrayLike, players: int) -> NDArray[np.float64]:
    """400 log10(p (k - 1) / (1 - p)): 0 at par 1/k; NaN at 0 and 1, where no finite rating exists."""
    p = np.asarray(share, dtype=np.float64)
    inside = (p > 0) & (p < 1)
    safe = np.where(inside, p, 0.5)
    return np.where(inside, 400.0 * np.log10(safe * (players - 1) / (1.0 - safe)), np.nan)
