"""The fit of a network: a seat's reward from the inputs of a position, by Adam, and the mean of the weights on the way.

Sparse products of SciPy add in one order on one thread, and no BLAS is called: the same positions give the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

if TYPE_CHECKING:
    from cext.kernel.value_games import Positions
    from cext.kernel.value_net import ValueNet

__all__ = ["HIDDEN", "Fit", "Rows", "encode_rows"]

Floats = npt.NDArray[np.float32]
Weights = tuple[Floats, Floats, Floats, float]

HIDDEN = 32  # units of the hidden layer
BATCH = 256  # rows of a step
RATE = 1.5e-3
FIRST, SECOND = 0.9, 0.999  # decay of Adam's moments
LONGEST = 2000  # steps that the mean of the weights is taken over, at most: a quarter of those so far
CHUNK = 4096  # positions turned into inputs at a time


class Rows:
    """Inputs and rewards of positions."""

    def __init__(self, inputs: csr_array, rewards: Floats) -> None:
        self.inputs, self.rewards = inputs, rewards

    def __len__(self) -> int:
        return len(self.rewards)

    def __getitem__(self, which: npt.NDArray[np.int64]) -> Rows:
        return Rows(self.inputs[which], self.rewards[which])

    @classmethod
    def join(cls, lots: list[Rows]) -> Rows:
        """Several lots as one."""
        inputs = vstack([lot.inputs for lot in lots], format="csr")
        return cls(inputs, np.concatenate([lot.rewards for lot in lots]))


def encode_rows(net: ValueNet, positions: Positions) -> Rows:
    """The positions as the seat whose turn begins sees them, with the reward it had in the end."""
    parts = [positions[first : first + CHUNK] for first in range(0, len(positions), CHUNK)]
    inputs = [_sparse(net.encode(part.states, part.viewers)) for part in parts]
    rewards = positions.rewards[np.arange(len(positions)), positions.viewers]
    return Rows(vstack(inputs, format="csr"), rewards)


def _sparse(dense: Floats) -> csr_array:
    """The same numbers; SciPy's own way takes four times as long."""
    is_set = dense != 0
    places = np.flatnonzero(is_set)
    ends = np.concatenate([[0], np.cumsum(np.count_nonzero(is_set, axis=1))]).astype(np.int32)
    return csr_array((dense.ravel()[places], (places % dense.shape[1]).astype(np.int32), ends), shape=dense.shape)


class Fit:
    """A network that is being fitted. rows: the first positions, whose mean it begins with."""

    def __init__(self, n_inputs: int, rows: Rows, *, seed: int) -> None:
        rng = np.random.default_rng(seed)
        n_seen = rows.inputs.nnz / len(rows)  # inputs of a position that are not 0
        mean = float(np.clip(rows.rewards.mean(), 0.01, 0.99))
        self._shapes = ((n_inputs, HIDDEN), (HIDDEN,), (HIDDEN,), (1,))
        self._weights = [
            (rng.standard_normal((n_inputs, HIDDEN)) * np.sqrt(2 / n_seen)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal(HIDDEN) * np.sqrt(1 / HIDDEN) / 4).astype(np.float32),
            np.full(1, np.log(mean / (1 - mean)), np.float32),
        ]
        self._means = [weights.copy() for weights in self._weights]
        self._firsts = [np.zeros_like(weights) for weights in self._weights]
        self._seconds = [np.zeros_like(weights) for weights in self._weights]
        self.n_steps = 0

    @property
    def state(self) -> bytes:
        """All that the fit goes on from, but for the number of its steps."""
        parts = (*self._weights, *self._means, *self._firsts, *self._seconds)
        return b"".join(part.astype("<f4").tobytes() for part in parts)

    def restore(self, state: bytes, n_steps: int) -> None:
        """Go on from a state; ValueError where it is that of a network of another size."""
        numbers = np.frombuffer(state, "<f4").astype(np.float32)
        sizes = [int(np.prod(shape)) for shape in self._shapes]
        if len(numbers) != 4 * sum(sizes) or not np.isfinite(numbers).all():
            raise ValueError("a network of another size")
        parts = np.split(numbers, np.cumsum(sizes * 4)[:-1])
        arrays = [part.reshape(shape).copy() for part, shape in zip(parts, self._shapes * 4, strict=True)]
        self._weights, self._means, self._firsts, self._seconds = (arrays[at : at + 4] for at in range(0, 16, 4))
        self.n_steps = n_steps

    def learn(self, lots: Sequence[Rows], n_rows: int, rng: np.random.Generator) -> None:
        """Steps on that many rows, the same number from each lot, in random order; none is taken twice."""
        rows = Rows.join([lot[rng.permutation(len(lot))[: n_rows // len(lots)]] for lot in lots])
        order = rng.permutation(len(rows))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            self._step(rows[order[first : first + BATCH]])

    @property
    def weights(self) -> Weights:
        """The mean of the weights over the last steps: w1[inputs, HIDDEN], b1[HIDDEN], w2[HIDDEN], b2."""
        w1, b1, w2, b2 = self._means
        return w1, b1, w2, float(b2[0])

    def _step(self, rows: Rows) -> None:
        """A step of Adam on the cross entropy of the rewards."""
        inputs, rewards = rows.inputs, rows.rewards
        w1, b1, w2, b2 = self._weights
        sums = inputs @ w1 + b1
        active = np.maximum(sums, 0)
        logits = (active * w2).sum(1) + b2[0]
        slope = (1 / (1 + np.exp(-logits)) - rewards) / np.float32(len(rewards))
        back = np.where(sums > 0, slope[:, None] * w2, np.float32(0))
        gradients = (
            inputs.T @ back, back.sum(0), (active * slope[:, None]).sum(0), np.full(1, slope.sum(), np.float32),
        )  # fmt: skip
        self.n_steps += 1
        rate = RATE * np.sqrt(1 - SECOND**self.n_steps) / (1 - FIRST**self.n_steps)
        share = np.float32(1 / min(self.n_steps // 4 + 1, LONGEST))
        for place, gradient in enumerate(gradients):
            weights, mean = self._weights[place], self._means[place]
            first, second = self._firsts[place], self._seconds[place]
            first += np.float32(1 - FIRST) * (gradient - first)
            second += np.float32(1 - SECOND) * (gradient * gradient - second)
            weights -= np.float32(rate) * first / (np.sqrt(second) + np.float32(1e-8))
            mean += share * (weights - mean)
