"""The fit: it finds what rewards follow from, and goes on from its state."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from analyser.training.fit import Fit, Rows

N_INPUTS = 12


def drawn_rows(n: int, seed: int) -> Rows:
    """Inputs of 0 and 1, and rewards that two of them decide together."""
    inputs = (np.random.default_rng(seed).random((n, N_INPUTS)) < 0.3).astype(np.float32)
    return Rows(csr_array(inputs), np.where(inputs[:, 0] != inputs[:, 1], 0.9, 0.2).astype(np.float32))


def foreseen(fit: Fit, rows: Rows) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    w1, b1, w2, b2 = fit.weights
    return np.asarray(1 / (1 + np.exp(-(np.maximum(rows.inputs @ w1 + b1, 0) @ w2 + b2))), dtype=np.float64)


def learned(n_rounds: int) -> tuple[Fit, list[Rows]]:
    lots = [drawn_rows(4000, seed) for seed in range(4)]
    fit = Fit(N_INPUTS, lots[0], seed=1)
    for number in range(n_rounds):
        fit.learn(lots, 16_000, np.random.default_rng(number))
    return fit, lots


def test_what_two_inputs_decide_together_is_found() -> None:
    fit, _ = learned(20)
    test = drawn_rows(1000, 99)
    assert np.sqrt(((foreseen(fit, test) - test.rewards) ** 2).mean()) < 0.03


def test_fit_goes_on_from_its_state() -> None:
    whole, lots = learned(3)
    part, _ = learned(2)
    resumed = Fit(N_INPUTS, lots[0], seed=7)
    resumed.restore(part.state, part.n_steps)
    resumed.learn(lots, 16_000, np.random.default_rng(2))
    assert (resumed.state, resumed.n_steps) == (whole.state, whole.n_steps)


def test_state_of_another_size_is_refused() -> None:
    fit, _ = learned(0)
    for state in (fit.state[:-4], b"", np.full(len(fit.state) // 4, np.nan, "<f4").tobytes()):
        with pytest.raises(ValueError, match="another size"):
            fit.restore(state, 1)
