"""Where a response comes to zero: by hand, and how often its interval holds the truth."""

import math

import numpy as np

from reports.estimators.change_effects import crossing


def test_a_line_crosses_between_two_values():
    found = crossing([2, 3, 4], np.array([-1.0, 1.0, 2.0]), np.zeros((3, 3)), seed=1)
    assert found.at == (2.5,)
    assert (found.low, found.high, found.within) == (2.5, 2.5, 1.0)


def test_a_value_measured_as_fair_is_the_crossing():
    assert crossing([2, 3, 4], np.array([-1.0, 0.0, 2.0]), np.zeros((3, 3)), seed=1).at == (3.0,)


def test_beyond_the_values_there_is_none():
    found = crossing([2, 3], np.array([3.0, 2.0]), np.eye(2) * 1e-4, seed=1)
    assert (found.at, found.within) == ((), 0.0)
    assert math.isnan(found.low)


def test_a_response_that_turns_is_fair_twice():
    found = crossing([1, 2, 3], np.array([-1.0, 1.0, -1.0]), np.zeros((3, 3)), seed=1)
    assert found.at == (1.5, 2.5)
    assert math.isnan(found.high)


def test_an_interval_that_reaches_beyond_the_values_has_an_open_end():
    found = crossing([1, 2], np.array([-0.5, 3.0]), np.eye(2), seed=1)
    assert found.low == -math.inf
    assert 1 < found.high < 2
    assert 0.6 < found.within < 0.8  # P(Z < 0.5), nearly


def test_intervals_hold_the_truth_in_95_of_100_runs():
    """A line through 0 at 2.3, measured at 1 to 4 with errors that are correlated as those of paired games are."""
    rng = np.random.default_rng(5)
    x, truth = np.array([1.0, 2.0, 3.0, 4.0]), 2.3
    covariance = 0.04 * (0.5 * np.eye(4) + 0.5)
    root = np.linalg.cholesky(covariance)
    held = 0
    for number in range(400):
        found = crossing(x.tolist(), (x - truth) + root @ rng.standard_normal(4), covariance, seed=number)
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 400 <= 0.98
