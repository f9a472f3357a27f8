"""Networks with weights drawn at random, for tests that need a leaf and not a good one; positions of random games."""

from typing import Any

import numpy as np

from cext.kernel.policy import RandomPolicy
from cext.kernel.value_games import Positions, sample_positions
from cext.kernel.value_inputs import find_inputs
from cext.kernel.value_net import ValueNet

__all__ = ["positions_of", "random_net"]


def positions_of(game: Any, n: int = 60, *, keep: float = 0.5, seed: int = 1) -> Positions:
    """Positions of n random games."""
    k = game.players
    boards = np.full((n, k), -1) if not game.boards else np.zeros((n, k), int)
    return sample_positions(
        game, [RandomPolicy()], seed=seed, boards=boards, policy=np.zeros((n, k), int), keep=keep, margin=0.5
    )


def random_net(game: Any, *, seed: int = 0, hidden: int = 16) -> ValueNet:
    """A network whose weights are drawn at random."""
    inputs = find_inputs(game, positions_of(game))
    rng = np.random.default_rng(seed)
    w1, b1, w2 = (rng.normal(size=shape) * 0.3 for shape in ((inputs.n, hidden), hidden, hidden))
    return ValueNet(game, inputs).quantised(w1, b1, w2, -0.5)
