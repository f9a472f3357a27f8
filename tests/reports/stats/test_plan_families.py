"""Families of plans: who is joined, what counts once, and when plans are shown to differ."""

from itertools import pairwise

import numpy as np
import pytest

from reports.stats.agreement import agreement_of, families_of
from reports.stats.random_effects import family_means, p_equal, spread_of
from tests.reports.stats.plan_families import coverage, draw_families


def test_agreement_is_the_share_of_equal_choices():
    choices = [[3, 3, 1], [2, 5, 2], [7, 7, 7], [4, 4, 9]]
    assert agreement_of(choices) == pytest.approx(np.array([[1, 0.75, 0.5], [0.75, 1, 0.25], [0.5, 0.25, 1]]))


def test_a_chain_of_likes_is_no_family():
    """Each agrees with the next as copies do, the ends do not: linkage is by the mean, not by the nearest."""
    n = 12
    chain = 1.0 - 0.05 * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    families = families_of(chain)
    assert 3 < len(set(families)) < n
    assert all(a == b or abs(a - b) == 1 for a, b in pairwise(families))


def test_families_are_numbered_by_their_first_plans():
    agreement = np.full((5, 5), 0.8)
    agreement[[0, 3], [3, 0]] = agreement[[1, 4], [4, 1]] = 0.99
    np.fill_diagonal(agreement, 1.0)
    assert families_of(agreement) == [0, 1, 2, 0, 1]


def test_what_is_not_known_joins_nobody():
    agreement = np.array([[1.0, np.nan, 0.99], [np.nan, 1.0, 0.99], [0.99, 0.99, 1.0]])
    assert len(set(families_of(agreement))) == 2


@pytest.mark.parametrize("positions", [50, 200, 2000])
def test_families_are_found_at_few_positions(positions):
    rng = np.random.default_rng(3)
    right = [draw_families([3, 2, 1, 1], positions, rng) == [0, 0, 0, 1, 1, 2, 3] for _ in range(100)]
    assert np.mean(right) > (0.9 if positions == 50 else 0.97)


def test_a_family_counts_once():
    """Five copies that see 10 do not outvote four others that see 0."""
    effect, numbers = [10.0] * 5 + [0.0] * 4, [0] * 5 + [1, 2, 3, 4]
    covariance = np.diag([1.0] * 9)
    means, errors = family_means(effect, covariance, numbers)
    assert means == pytest.approx([10, 0, 0, 0, 0])
    assert np.diag(errors) == pytest.approx([0.2, 1, 1, 1, 1])
    spread = spread_of(means, errors)
    assert 1.9 < spread.mean < 2.5


def test_errors_that_plans_share_stay_shared():
    covariance = np.full((4, 4), 0.5) + 0.5 * np.eye(4)
    _, errors = family_means(np.zeros(4), covariance, [0, 0, 1, 1])
    assert errors == pytest.approx(np.array([[0.75, 0.5], [0.5, 0.75]]))


def test_equal_plans_are_shown_to_differ_in_five_of_a_hundred():
    rng, k = np.random.default_rng(5), 6
    covariance = 0.01**2 * (0.6 + 0.4 * np.eye(k))
    root = np.linalg.cholesky(covariance)
    p = [p_equal(0.03 + root @ rng.normal(size=k), covariance) for _ in range(4000)]
    assert np.mean(np.array(p) < 0.05) == pytest.approx(0.05, abs=0.012)
    assert np.mean(p) == pytest.approx(0.5, abs=0.02)
    assert p_equal([0.03, 0.03, 0.08], 0.01**2 * np.eye(3)) < 0.001
    assert p_equal([0.03], [[1.0]]) == 1.0


@pytest.mark.parametrize(("plans", "families", "within"), [(7, 6, 0.005), (12, 6, 0.0)])
def test_intervals_hold_with_the_families_that_are_found(plans, families, within):
    repeats = 300
    found = coverage(plans, families, repeats, within=within, positions=400)
    error = 3 * np.sqrt(0.05 * 0.95 / repeats)
    assert found["mean"] > 0.95 - error
    assert found["another"] > 0.95 - error
    assert found["mean"] > found["naive_mean"]


def test_few_families_have_no_interval():
    assert coverage(7, 3, 20, positions=400)["printed"] == 0


def test_a_spread_that_may_be_noise_foretells_nothing():
    rng = np.random.default_rng(6)
    same = [spread_of(0.02 * rng.normal(size=7), np.full(7, 0.02)).foretells for _ in range(300)]
    differ = [spread_of(0.06 * rng.normal(size=7), np.full(7, 0.02)).foretells for _ in range(300)]
    assert np.mean(same) < 0.1
    assert np.mean(differ) > 0.9
