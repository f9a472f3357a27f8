"""Effects over printings: random effects as statsmodels finds them, intervals that hold what they say."""

import math

import numpy as np
import pytest

from reports.stats.printings import games_of_each, inside, printings_needed, relative_error, spread_of


def drawn(printings: int, sd: float, noise: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    se = noise * rng.uniform(0.8, 1.2, printings)
    return 0.1 + sd * rng.normal(size=printings) + se * rng.normal(size=printings), se


@pytest.mark.parametrize(("sd", "noise"), [(0.08, 0.02), (0.01, 0.02), (0.0, 0.02)])
def test_mean_and_variance_are_those_of_paule_and_mandel(sd: float, noise: float) -> None:
    from statsmodels.stats.meta_analysis import combine_effects

    effect, se = drawn(40, sd, noise, seed=1)
    found = spread_of(effect, se)
    other = combine_effects(effect, se**2, method_re="iterated", atol=1e-12, maxiter=500)
    assert found is not None
    assert found.sd**2 == pytest.approx(max(other.tau2, 0), abs=1e-8)
    assert found.mean == pytest.approx(other.mean_effect_re, abs=1e-7)
    assert found.se == pytest.approx(other.sd_eff_w_re, abs=1e-7)


def test_the_interval_of_the_sd_is_the_q_profile() -> None:
    effect, se = drawn(40, 0.05, 0.02, seed=2)
    found = spread_of(effect, se)
    assert found is not None
    from scipy.stats import chi2

    for sd, level in ((found.sd_low, 0.975), (found.sd_high, 0.025)):
        weight = 1 / (se**2 + sd**2)
        mean = np.sum(weight * effect) / np.sum(weight)
        assert np.sum(weight * (effect - mean) ** 2) == pytest.approx(chi2.ppf(level, 39))


def test_intervals_hold_what_they_say() -> None:
    rng = np.random.default_rng(3)
    another, sds = [], []
    for seed in range(400):
        found = spread_of(*drawn(20, 0.05, 0.02, seed=100 + seed))
        assert found is not None
        another.append(found.low < 0.1 + 0.05 * rng.normal() < found.high)
        sds.append(found.sd_low <= 0.05 <= found.sd_high)
    assert np.mean(another) == pytest.approx(0.95, abs=0.03)
    assert np.mean(sds) == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize("sd", [0.0, 0.01, 0.05])
def test_noise_that_all_printings_share_is_in_the_interval(sd: float) -> None:
    rng = np.random.default_rng(4)
    held = []
    for _ in range(400):
        effect = 0.1 + sd * rng.normal(size=20) + 0.01 * rng.normal()
        found = spread_of(effect, [0.01] * 20, shared=True)
        assert found is not None
        held.append(found.low < 0.1 + sd * rng.normal() < found.high)
    assert np.mean(held) > 0.9


def test_printings_that_differ_by_noise_alone_are_drawn_together() -> None:
    found = spread_of([0.1, 0.1, 0.1, 0.1], [0.02] * 4)
    assert found is not None
    assert found.sd == 0
    assert found.shrunken.tolist() == pytest.approx([0.1] * 4)
    assert math.isinf(found.relative_error)


def test_too_few_printings_and_missing_effects_have_no_spread() -> None:
    assert spread_of([0.1, 0.2], [0.01, 0.01]) is None
    found = spread_of([0.1, math.nan, 0.2, 0.3], [0.01] * 4)
    assert found is not None
    assert found.printings == 3


def test_the_relative_error_of_an_sd_is_met_in_simulation() -> None:
    sds = []
    for seed in range(600):
        found = spread_of(*drawn(51, 0.05, 0.005, seed=2000 + seed))
        assert found is not None
        sds.append(found.sd)
    assert np.std(sds) / 0.05 == pytest.approx(relative_error(51, 0.05, 0.005), rel=0.1)
    assert printings_needed(0.05, 0.005) == pytest.approx(52, abs=0.5)


def test_games_of_each_bring_the_noise_to_a_twentieth_of_the_variance() -> None:
    games = games_of_each(0.05, 0.02, 2_000)
    noise = 0.02 * math.sqrt(2_000 / games)
    assert noise**2 / 0.05**2 == pytest.approx(0.05)
    assert math.isinf(games_of_each(0.0, 0.02, 2_000))


def test_printings_in_a_region_are_counted_with_the_exact_interval_of_their_share() -> None:
    count, low, high = inside(np.array([0.1] * 38 + [-0.1] * 2), 0.02, math.inf)
    assert count == 38
    assert (low, high) == pytest.approx((0.8308, 0.9939), abs=1e-4)
