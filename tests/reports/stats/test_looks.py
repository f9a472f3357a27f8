"""What several looks do to the error of an interval made for one: published figures, and a simulation."""

import numpy as np
import pytest

from reports.stats.looks import false_at_some_look


def test_equal_looks_have_the_published_errors():
    """Armitage, McPherson and Rowe (1969), table 2: 5 % tests repeated on 1, 2, 3, 4, 5, 10 equal steps."""
    published = {1: 0.050, 2: 0.083, 3: 0.107, 4: 0.126, 5: 0.142, 10: 0.193}
    found = {k: false_at_some_look(range(1, k + 1)) for k in published}
    assert found == pytest.approx(published, abs=0.0006)


def test_unequal_looks_have_the_error_of_a_simulation():
    sizes = np.array([50, 400, 1000, 1100])
    rng = np.random.default_rng(4)
    steps = np.diff(sizes, prepend=0)
    sums = np.cumsum(rng.normal(size=(400_000, 4)) * np.sqrt(steps), axis=1)
    simulated = (np.abs(sums) > 1.959964 * np.sqrt(sizes)).any(axis=1).mean()
    assert false_at_some_look(list(sizes)) == pytest.approx(simulated, abs=4 * np.sqrt(0.12 / 400_000))


def test_order_and_scale_of_the_sizes_do_not_matter_and_a_look_at_nothing_new_adds_nothing():
    assert false_at_some_look([30, 10, 20]) == pytest.approx(false_at_some_look([100, 200, 300]), abs=1e-12)
    assert false_at_some_look([10**6, 10**6 + 1]) == pytest.approx(0.05, abs=1e-9)
    assert 0.05 < false_at_some_look([1000, 1010]) < 0.06
