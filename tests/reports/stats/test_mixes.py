"""Distances of mixes against a definition of their own, and against scipy."""

import numpy as np
from scipy.spatial.distance import cdist

from reports.stats.mixes import total_variation


def test_the_distance_is_the_largest_difference_of_any_event() -> None:
    """Total variation is the most by which the probability of any set of classes differs (its other definition)."""
    rng = np.random.default_rng(3)
    shares = rng.dirichlet(np.ones(5), size=4)
    sets = np.array([[number >> bit & 1 for bit in range(5)] for number in range(32)])
    events = shares @ sets.T
    most = np.abs(events[:, None, :] - events[None, :, :]).max(axis=2)
    assert np.allclose(total_variation(shares), most)
    assert np.allclose(total_variation(shares), cdist(shares, shares, "cityblock") / 2)


def test_equal_mixes_are_0_apart_and_disjoint_ones_1() -> None:
    assert total_variation(np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1.0]])).tolist() == [
        [0, 0, 1], [0, 0, 1], [1, 1, 0],
    ]  # fmt: skip
