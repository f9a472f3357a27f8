"""Products of matrices of some hundred rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["times"]

Floats = NDArray[np.float64]

ONE_THREAD = 2**18  # multiplications of a matrix product up to which OpenBLAS keeps to one thread


def times(first: Floats, second: Floats) -> Floats:
    """The product of two matrices, in slices that BLAS multiplies on one thread: its threads wait for each other longer
    than they work on matrices of this size, ten times as long where other programs run."""
    rows = max(1, ONE_THREAD // (first.shape[1] * second.shape[1] or 1))
    return np.concatenate([first[at : at + rows] @ second for at in range(0, len(first), rows)])
