"""Made-up games of a learner among equals, on one board in which it never wins."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["crossed", "interaction"]

# Designs: an ordinary strategy on side A and on the other board, the learner on both. Terms: board, learner, both.
DESIGNS = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
interaction = np.array([[0.0, 0.0, 1.0]])


def crossed(*, empty: int, plain: int, wins: int) -> tuple[NDArray[Any], ...]:
    """Designs, and codes, shares, games and deals of every row: `empty` games of four in which the learner sits on the
    other board and never wins, `plain` games in which it sits on side A and wins `wins`; the others, one of them on the
    other board, win in turns. Four games are a deal."""
    n = empty + plain
    codes = np.tile([2, 0, 0, 1], (n, 1))
    codes[:empty, 0] = 3
    winner = 1 + np.arange(n) % 3
    winner[empty : empty + wins] = 0
    return (
        DESIGNS,
        codes.reshape(-1),
        np.eye(4)[winner].reshape(-1),
        np.repeat(np.arange(n), 4),
        np.repeat(np.arange(n) // 4, 4),
    )
