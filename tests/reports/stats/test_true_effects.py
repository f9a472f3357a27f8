"""The bound for the number of effects above a margin: rarely above the truth, near it where effects are large."""

import numpy as np
import pytest
from scipy.stats import norm, ttest_1samp

from reports.stats.true_effects import min_true_effects, p_value_above


def p_values(n: int, n_true: int, size: float, seed: int) -> list[float]:
    """Of normal effects: the first ones lie so many errors above the margin, the others at it."""
    z = np.random.default_rng(seed).normal(size=n)
    z[:n_true] += size
    return norm.sf(z).tolist()


@pytest.mark.parametrize("n", [1, 20, 100, 700])
def test_no_effect_is_counted_where_there_is_none(n: int) -> None:
    wrong = np.mean([min_true_effects(p_values(n, 0, 0.0, seed)) > 0 for seed in range(400)])
    assert wrong <= 0.05 + 2 * (0.05 * 0.95 / 400) ** 0.5


@pytest.mark.parametrize("size", [1.0, 2.5, 6.0])
@pytest.mark.parametrize("share", [0.05, 0.2, 0.88])
def test_the_bound_holds(share: float, size: float) -> None:
    n, n_true = 200, int(200 * share)
    found = np.array([min_true_effects(p_values(n, n_true, size, seed)) for seed in range(300)])
    assert (found <= n_true).mean() >= 0.95 - 2 * (0.05 * 0.95 / 300) ** 0.5


@pytest.mark.parametrize(("share", "nearest"), [(0.05, 0.6), (0.2, 0.85), (0.88, 0.95)])
def test_large_effects_are_nearly_all_counted(share: float, nearest: float) -> None:
    n_true = int(200 * share)
    found = np.mean([min_true_effects(p_values(200, n_true, 6.0, seed)) for seed in range(100)])
    assert nearest * n_true <= found <= n_true


def test_certain_effects_are_all_counted() -> None:
    assert min_true_effects([0.0] * 60) == 60
    assert min_true_effects([1.0] * 60) == 0
    assert min_true_effects([]) == 0


def test_p_value_is_that_of_student() -> None:
    values = np.random.default_rng(1).normal(0.3, 1, 50)
    assert p_value_above(values, 0.2) == pytest.approx(ttest_1samp(values, 0.2, alternative="greater").pvalue)
    assert p_value_above([1, 1, 1], 0.02) == 0
    assert p_value_above([0, 0, 0], 0.0) == 1
    with pytest.raises(ValueError, match="at least two"):
        p_value_above([1], 0)
