"""Few large effects among many small ones: the large ones stay, noise is drawn to 0, intervals hold."""

import numpy as np
import pytest

from reports.stats.random_effects import adaptively_shrunk, shrunk
from tests.reports.stats.card_pairs import CASES, simulate


def test_of_effects_of_one_normal_it_shrinks_as_the_normal_does():
    rng = np.random.default_rng(1)
    true = rng.normal(0, 2.0, 3_000)
    y = true + rng.normal(size=3_000)
    found = adaptively_shrunk(y, np.ones(3_000))
    assert found.effect == pytest.approx(0.8 * y, abs=0.35)
    held = (found.low <= true) & (true <= found.high)
    assert held.mean() == pytest.approx(0.95, abs=0.012)


def test_the_one_large_effect_is_not_drawn_to_the_others():
    y = np.append(np.random.default_rng(2).normal(size=100), 12.0)
    found, normal = adaptively_shrunk(y, np.ones(101)), shrunk(y, np.ones(101))
    assert found.effect[-1] > 11.5
    assert normal.effect[-1] < 9.0
    assert np.abs(found.effect[:-1]).max() < 0.5 * np.abs(y[:-1]).max()
    assert found.low[-1] == pytest.approx(12 - 1.96, abs=0.4)


def test_what_has_no_error_stays_and_what_is_not_known_stays_unknown():
    found = adaptively_shrunk([1.0, 2.0, np.nan, 0.5], [0.0, 1.0, np.nan, 1.0])
    assert (found.effect[0], found.low[0], found.high[0]) == (1.0, 1.0, 1.0)
    assert np.isnan(found.effect[2])
    assert 0 < found.effect[1] < 2


def test_a_planted_pair_is_shown_as_it_is():
    runs = 20
    found = simulate(CASES[1], runs)
    assert found["found"] == pytest.approx(1.0)
    assert found["shown"] > 0.93
    assert found["shown_alone"] < 0.85
    assert found["holds"] >= 0.85
    assert found["holds_alone"] < 0.7
    assert found["others"] <= 0.25
    assert found["others_alone"] > 0.5
