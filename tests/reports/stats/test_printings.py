"""How many printings, of how many games, are asked for; and how many lie in a region."""

import math

import numpy as np
import pytest

from reports.stats.printings import games_of_each, inside


def test_games_of_each_bring_the_noise_to_a_twentieth_of_the_variance() -> None:
    games = games_of_each(0.05, 0.02, 2_000)
    noise = 0.02 * math.sqrt(2_000 / games)
    assert noise**2 / 0.05**2 == pytest.approx(0.05)
    assert math.isinf(games_of_each(0.0, 0.02, 2_000))


def test_printings_in_a_region_are_counted_with_the_exact_interval_of_their_share() -> None:
    count, low, high = inside(np.array([0.1] * 38 + [-0.1] * 2), 0.02, math.inf)
    assert count == 38
    assert (low, high) == pytest.approx((0.8308, 0.9939), abs=1e-4)
