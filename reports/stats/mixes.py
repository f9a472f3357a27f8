"""How far apart two mixes are: shares of the same classes, each summing to 1."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["total_variation"]

Floats = npt.NDArray[np.float64]


def total_variation(shares: Floats) -> Floats:
    """Total variation distance of every two rows, float64[n, n], of shares[n, classes].

    Half the sum of the differences between their shares: the part of one mix that would have to be otherwise to be the
    other. 0: the same; 1: no class in common (Levin, Peres and Wilmer, Markov Chains and Mixing Times, 4.1)."""
    return np.asarray(np.abs(shares[:, None, :] - shares[None, :, :]).sum(axis=2) / 2.0)
