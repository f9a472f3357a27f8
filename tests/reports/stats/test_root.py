"""Where falling functions come to zero: those of scipy's solver, also where they jump, stay flat or have no value."""

import numpy as np
import pytest
from scipy.optimize import brentq

from reports.stats.root import last_above_zero

PLACE = np.array([0.3, 1.0, 2.5, 7.9])
SHAPES = {
    "a line": lambda x: PLACE - x,
    "a curve": lambda x: np.exp(-x) - np.exp(-PLACE),
    "a steep one": lambda x: (PLACE - x) ** 9,
    "a jump": lambda x: np.where(x < PLACE, 1.0, -3.0),
    "flat, then a line": lambda x: np.minimum(PLACE - x, 0.01),
    "endless on one side": lambda x: np.where(x > PLACE + 1, -np.inf, PLACE - x),
}


@pytest.mark.parametrize("value", SHAPES.values(), ids=SHAPES)
def test_a_root_is_that_of_another_solver(value):
    found = last_above_zero(value, np.zeros(4), np.full(4, 8.0))
    for at in range(4):
        finite = lambda x, at=at: float(np.maximum(value(np.full(4, x))[at], -1e9))  # noqa: E731
        assert found[at] == pytest.approx(brentq(finite, 0.0, 8.0, xtol=1e-14, maxiter=1_000), abs=1e-10)
        assert value(np.full(4, found[at] - 1e-11))[at] >= 0


def test_where_there_is_none_it_is_the_end_that_is_nearest():
    slope = np.array([-1.0, 1.0, np.nan])
    assert last_above_zero(lambda x: slope + 0 * x, np.zeros(3), np.full(3, 5.0)).tolist() == [0.0, 5.0, 0.0]
