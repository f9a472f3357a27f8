"""Shares of variance by group: known indices are found, noise is none of them, a group without influence has 0."""

import numpy as np
import pytest
from numpy.typing import NDArray

from reports.stats.exchange import surely_above, variance_shares

Floats = NDArray[np.float64]
WEIGHTS = np.array([3.0, 1.0, 0.0])  # of three independent standard normal groups


def played(n: int, noise: float, seed: int, product: float = 0.0) -> tuple[Floats, Floats, Floats]:
    """Effects of a linear model with an interaction of the first two groups: a, b [half, n], ab [group, half, n]."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(3, n)), rng.normal(size=(3, n))

    def effect(x: Floats, heard: Floats) -> Floats:
        return WEIGHTS @ x + product * x[0] * x[1] + heard

    # Games of the printings j play the same deals: their noise is the same where nothing differs.
    heard = noise * rng.normal(size=(2, n))
    mixed = []
    for group in range(3):
        x = a.copy()
        x[group] = b[group]
        own = heard if WEIGHTS[group] == 0 else noise * rng.normal(size=(2, n))
        mixed.append(effect(x, own))
    return effect(a, heard)[None], effect(b, noise * rng.normal(size=(2, n)))[None], np.stack(mixed)[:, None]


@pytest.mark.parametrize("product", [0.0, 2.0])
def test_a_linear_model_has_the_shares_of_its_squares_and_an_interaction_is_in_the_totals_of_both(product):
    found = variance_shares(*played(2048, noise=1.0, seed=1, product=product), seed=1)
    whole = 10 + product**2
    assert found.first == pytest.approx(np.array([9, 1, 0]) / whole, abs=0.06)
    assert found.total == pytest.approx(np.array([9 + product**2, 1 + product**2, 0]) / whole, abs=0.06)
    assert found.total[2] == 0  # exactly: its games are the same
    assert found.sd == pytest.approx(np.sqrt(whole), rel=0.08)


def test_noise_is_subtracted_on_average_and_intervals_hold_the_truth():
    kept = [variance_shares(*played(32, noise=2.0, seed=seed), seed=seed) for seed in range(40)]
    assert np.mean([one.total[1] for one in kept]) == pytest.approx(0.1, abs=0.05)
    held = np.mean([one.total_limits[0][0] <= 0.9 <= one.total_limits[1][0] for one in kept])
    assert held > 0.85  # percentiles of 32 printings are a little narrow


def test_effects_that_do_not_vary_beyond_noise_have_no_shares():
    still = np.zeros((1, 2, 16))
    assert variance_shares(still, still, np.zeros((3, 1, 2, 16)), seed=1) is None
    opposed = np.random.default_rng(3).normal(size=(1, 1, 16)) * np.array([[1.0], [-1.0]])
    assert variance_shares(opposed, opposed, np.stack([opposed] * 3), seed=1) is None


def test_noise_alone_is_hardly_ever_taken_for_variance():
    rng = np.random.default_rng(8)
    found = [
        variance_shares(*(rng.normal(size=shape) for shape in ((7, 2, 16), (7, 2, 16), (3, 7, 2, 16))), seed=1)
        for _ in range(30)
    ]
    assert sum(one is not None for one in found) <= 3


def test_variances_of_several_effects_are_added_up():
    one, other = played(2048, noise=1.0, seed=5), played(2048, noise=1.0, seed=6, product=2.0)
    found = variance_shares(*(np.concatenate([x, y], axis=-3) for x, y in zip(one, other, strict=True)), seed=1)
    assert found.total == pytest.approx(np.array([22, 6, 0]) / 24, abs=0.08)
    assert found.sd == pytest.approx(np.sqrt(24), rel=0.08)


def g_function(x: Floats, flat: Floats) -> Floats:
    """Sobol's g-function of groups on [0, 1], which bear the less on it the flatter they are."""
    return np.prod((np.abs(4 * x - 2) + flat[:, None]) / (1 + flat[:, None]), axis=0)


def g_totals(flat: Floats) -> Floats:
    """Its total indices (Saltelli and others 2008, section 4)."""
    alone = 1 / (3 * (1 + flat) ** 2)
    return alone * np.prod(1 + alone) / (1 + alone) / (np.prod(1 + alone) - 1)


def g_parts(flat: Floats, n: int, noise: float, seed: int) -> Floats:
    """What each printing adds to every group's part of its variance [printing, group]."""
    rng = np.random.default_rng(seed)
    a, b = rng.random((2, len(flat), n))
    mixed = [g_function(np.where(np.arange(len(flat))[:, None] == i, b, a), flat) for i in range(len(flat))]
    own, heard = noise * rng.normal(size=(2, n)), noise * rng.normal(size=(len(flat), 2, n))
    change = np.stack(mixed)[:, None] + heard - g_function(a, flat) - own
    return np.asarray(change[:, 0] * change[:, 1]).T / 2


@pytest.mark.parametrize("flat", [(0, 1, 4.5, 9, 99), (0, 0, 0, 0, 0), (0, 0.2, 3, 3, 3)])
def test_an_order_that_is_printed_is_right_in_95_of_100_repeats(flat):
    bearing = np.array(flat, dtype=float)
    runs, n, totals = 150, 64, g_totals(bearing)
    wrong = some = 0
    for seed in range(runs):
        again = np.random.default_rng(seed).integers(n, size=(300, n))
        above = surely_above(g_parts(bearing, n, 0.2, seed), again)
        wrong += bool((above & (totals[:, None] <= totals[None, :] + 1e-12)).any())
        some += bool(above.any())
    assert wrong / runs <= 0.05
    assert (some / runs > 0.5) == (len(set(flat)) > 1)


def test_a_group_that_rarely_acts_is_seldom_ranked_falsely():
    runs, n, wrong = 200, 32, 0
    for seed in range(runs):
        rng = np.random.default_rng(seed)
        often, rarely = rng.normal(size=(n, 2)), rng.normal(size=(n, 3)) * (rng.random((n, 3)) < 0.1) / np.sqrt(0.1)
        parts = np.hstack([often, rarely]) ** 2  # all five bear on it equally
        wrong += bool(surely_above(parts, rng.integers(n, size=(300, n))).any())
    assert wrong / runs <= 0.05


def test_shares_keep_their_bounds_and_none_of_next_to_nothing_is_ranked():
    for seed in range(25):
        found = variance_shares(*played(16, noise=4.0, seed=seed), seed=seed)
        if found is not None:
            assert ((found.first >= 0) & (found.first <= found.total) & (found.total <= 1)).all()
            assert ((found.first_limits[0] <= found.first) & (found.total_limits[1] >= found.total)).all()
            assert not found.above[found.total == 0].any()


def test_places_are_those_that_a_group_may_have():
    found = variance_shares(*played(256, noise=1.0, seed=3), seed=3)
    assert found.best_place.tolist() == [1, 2, 3]
    assert found.worst_place.tolist() == [1, 2, 3]
