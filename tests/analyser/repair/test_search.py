"""The surface finds the effects that measurements were made of, and the search the smallest sets that do."""

from itertools import combinations, product

import numpy as np
import pytest

from analyser.repair import search
from analyser.repair.goals import regular_covariance
from analyser.repair.search import Measurement, TooManySets, best_candidates, fit_surface

START = np.array([0.06, -0.02, -0.04])
SLOPES = np.array([[-0.03, 0.01, 0.02], [0.0, -0.02, 0.02], [0.01, 0.01, -0.02], [0.002, -0.001, -0.001]])
OPTIONS = [(variable, step) for variable in range(4) for step in (-2, -1, 1, 2)]


def distance(edits, pairs=0.0):
    steps = dict(edits)
    return START + sum((n * SLOPES[k] for k, n in edits), np.zeros(3)) + pairs * steps.get(0, 0) * steps.get(1, 0)


def measured(sets, error=1e-4, pairs=0.0, seed=1):
    exact = np.array([distance(edits, pairs) for edits in sets])
    noise = np.random.default_rng(seed).normal(0.0, error, exact.shape)
    return Measurement(tuple(sets), exact + noise, error**2 * np.eye(exact.size))


SINGLES = [(), *(((variable, step),) for variable in range(4) for step in (-1, 1))]


def test_single_edits_predict_sets_of_them():
    surface = fit_surface([measured(SINGLES)], 4)
    mean, error = surface.predict([((0, 2), (1, -1)), ((0, 1),)])
    assert mean == pytest.approx(np.array([distance(((0, 2), (1, -1))), distance(((0, 1),))]), abs=0.004)
    assert (error[0] > 3 * error[1]).all()  # what was not played is less sure


def test_the_sets_nearest_to_fair_are_those_of_all_sets():
    surface = fit_surface([measured(SINGLES)], 4)
    found = best_candidates(surface, OPTIONS, 3)
    for size in (1, 2, 3):
        sets = [
            tuple(zip(variables, steps, strict=True))
            for variables in combinations(range(4), size)
            for steps in product((-2, -1, 1, 2), repeat=size)
        ]
        nearest = min(sets, key=lambda edits: abs(surface.predict([edits])[0]).max())
        assert found[size][0].edits == nearest
        assert len(found[size]) == min(search.FIRST, len(sets))
    assert [candidate.edits for candidate in found[0]] == [()]
    assert abs(distance(found[1][0].edits)).max() < abs(START).max()


def test_two_edits_that_do_more_together_are_learned_from_games_of_both():
    both = ((0, 1), (1, 1))
    alone = measured(SINGLES, pairs=0.02)
    apart = abs(fit_surface([alone], 4).predict([both])[0] - distance(both, 0.02)).max()
    together = measured([(), both, ((0, 2), (1, 1))], pairs=0.02, seed=2)
    surface = fit_surface([alone, together], 4)
    assert abs(surface.predict([both])[0] - distance(both, 0.02)).max() < apart / 10
    other = ((0, -1), (1, 1))
    assert abs(surface.predict([other])[0] - distance(other, 0.02)).max() < 0.012 < apart


def test_what_a_set_was_measured_at_counts_and_excluded_sets_are_left_out():
    surface = fit_surface([measured(SINGLES)], 4)
    first = best_candidates(surface, OPTIONS, 2)[2][0].edits
    found = best_candidates(surface, OPTIONS, 2, excluded={first})
    assert first not in {candidate.edits for candidate in found[2]}


def test_too_many_sets_are_refused(monkeypatch):
    monkeypatch.setattr(search, "MAX_SETS", 50)
    with pytest.raises(TooManySets):
        best_candidates(fit_surface([measured(SINGLES)], 4), OPTIONS, 2)


def test_a_covariance_from_few_deals_is_drawn_to_one_in_which_sets_are_alike():
    residuals = np.random.default_rng(3).normal(size=(8, 12)) + np.random.default_rng(4).normal(size=(8, 1))
    few = residuals.T @ residuals / 64
    assert np.linalg.matrix_rank(few) == 8
    regular = regular_covariance(few, 6, 8)
    assert np.linalg.eigvalsh(regular).min() > 0.01 * np.linalg.eigvalsh(few).max() / 12
    assert np.trace(regular) == pytest.approx(np.trace(few))
    assert regular_covariance(few, 6, 10**9) == pytest.approx(few, abs=1e-6)
