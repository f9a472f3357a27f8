"""Effects of levels taken together: random effects and shrinkage, against statsmodels, published figures and plain
formulas; intervals that hold what they say."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import chi2, multivariate_normal
from statsmodels.stats.meta_analysis import combine_effects

from reports.stats.random_effects import (
    between_variance,
    games_of_each,
    printings_needed,
    relative_error,
    shrunk,
    spread_of,
)
from tests.reports.stats.coverage import CORRELATION, ERROR, coverage, draw_plans

# Log risk ratios of 13 trials of the BCG vaccine and their variances (Colditz and others 1994), to four digits.
BCG = (
    (-0.8893, 0.3256), (-1.5854, 0.1946), (-1.3481, 0.4154), (-1.4416, 0.0200), (-0.2175, 0.0512),
    (-0.7861, 0.0069), (-1.6209, 0.2230), (0.0120, 0.0040), (-0.4694, 0.0564), (-1.3713, 0.0730),
    (-0.3394, 0.0124), (0.4459, 0.5325), (-0.0173, 0.0714),
)  # fmt: skip


def drawn(printings: int, sd: float, noise: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    se = noise * rng.uniform(0.8, 1.2, printings)
    return 0.1 + sd * rng.normal(size=printings) + se * rng.normal(size=printings), se


@pytest.mark.parametrize(("sd", "noise"), [(0.08, 0.02), (0.01, 0.02), (0.0, 0.02)])
def test_mean_and_variance_are_those_of_paule_and_mandel(sd, noise):
    effect, se = drawn(40, sd, noise, seed=1)
    found = spread_of(effect, se)
    other = combine_effects(effect, se**2, method_re="iterated", atol=1e-12, maxiter=500)
    assert found.sd**2 == pytest.approx(max(other.tau2, 0), abs=1e-8)
    assert found.mean == pytest.approx(other.mean_effect_re, abs=1e-7)
    assert found.se == pytest.approx(other.sd_eff_w_re, abs=1e-7)


def test_the_interval_of_the_sd_is_the_q_profile():
    effect, se = drawn(40, 0.05, 0.02, seed=2)
    found = spread_of(effect, se)
    for sd, level in ((found.sd_low, 0.975), (found.sd_high, 0.025)):
        weight = 1 / (se**2 + sd**2)
        mean = np.sum(weight * effect) / np.sum(weight)
        assert np.sum(weight * (effect - mean) ** 2) == pytest.approx(chi2.ppf(level, 39))


def test_intervals_hold_what_they_say():
    rng = np.random.default_rng(3)
    another, sds = [], []
    for seed in range(400):
        found = spread_of(*drawn(20, 0.05, 0.02, seed=100 + seed))
        another.append(found.low < 0.1 + 0.05 * rng.normal() < found.high)
        sds.append(found.sd_low <= 0.05 <= found.sd_high)
    assert np.mean(another) == pytest.approx(0.95, abs=0.03)
    assert np.mean(sds) == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize("sd", [0.0, 0.01, 0.05])
def test_noise_that_all_levels_share_is_in_the_interval(sd):
    rng = np.random.default_rng(4)
    held = []
    for _ in range(400):
        effect = 0.1 + sd * rng.normal(size=20) + 0.01 * rng.normal()
        found = spread_of(effect, [0.01] * 20, shared=True)
        held.append(found.low < 0.1 + sd * rng.normal() < found.high)
    assert np.mean(held) > 0.9


def test_levels_that_differ_by_noise_alone_are_drawn_together():
    found = spread_of([0.1, 0.1, 0.1, 0.1], [0.02] * 4)
    assert found.sd == 0
    assert found.shrunken.tolist() == pytest.approx([0.1] * 4)
    assert math.isinf(found.relative_error)


def test_too_few_levels_and_missing_effects_have_no_spread():
    assert spread_of([0.1, 0.2], [0.01, 0.01]) is None
    found = spread_of([0.1, math.nan, 0.2, 0.3], [0.01] * 4)
    assert found.n_levels == 3


def test_the_relative_error_of_an_sd_is_met_in_simulation():
    sds = []
    for seed in range(600):
        found = spread_of(*drawn(51, 0.05, 0.005, seed=2000 + seed))
        sds.append(found.sd)
    assert np.std(sds) / 0.05 == pytest.approx(relative_error(51, 0.05, 0.005), rel=0.1)
    assert printings_needed(0.05, 0.005) == pytest.approx(52, abs=0.5)


def test_the_example_of_the_vaccine_has_its_published_variance_and_the_error_of_hartung_and_knapp():
    effect, variance = np.array(BCG).T
    found = spread_of(effect, np.sqrt(variance))
    assert found.sd**2 == pytest.approx(0.318, abs=1e-3)  # Viechtbauer 2010: 0.3181 (empirical Bayes, the same)
    weights = 1 / (variance + found.sd**2)
    mean = (weights * effect).sum() / weights.sum()
    se = np.sqrt((weights * (effect - mean) ** 2).sum() / (len(effect) - 1) / weights.sum())  # Hartung and Knapp 2001
    half = 2.178813 * se  # Student's t with 12 degrees of freedom
    assert found.se == pytest.approx(se, abs=1e-9)
    assert (found.mean_low, found.mean_high) == pytest.approx((mean - half, mean + half), abs=1e-6)


@pytest.mark.parametrize("correlation", [0.0, 0.5, CORRELATION])
@pytest.mark.parametrize("sd", [0.0, 0.02])
def test_with_equal_errors_and_correlations_the_spread_has_a_closed_form(sd, correlation):
    rng, k = np.random.default_rng(8), 7
    effect = 0.1 + sd * rng.normal(size=k) + 0.001 * rng.normal(size=k)
    covariance = ERROR**2 * (correlation + (1 - correlation) * np.eye(k))
    own = ERROR**2 * (1 - correlation)
    variance = max(float(effect.var(ddof=1)) - own, 0.0)
    found = spread_of(effect, covariance)
    assert found.mean == pytest.approx(effect.mean())
    assert found.sd**2 == pytest.approx(variance, abs=1e-10)
    assert found.se**2 == pytest.approx((variance + own) / k + ERROR**2 * correlation)
    assert found.shrunken == pytest.approx(effect.mean() + variance / (variance + own) * (effect - effect.mean()))


def test_the_squares_of_a_covariance_come_to_their_expectation():
    effect, covariance, _ = draw_plans(9, 0.04, CORRELATION, np.random.default_rng(9))
    found = spread_of(effect, covariance)
    weight = np.linalg.inv(covariance + found.sd**2 * np.eye(9))
    mean = weight.sum(axis=0) @ effect / weight.sum()
    assert found.mean == pytest.approx(mean)
    assert (effect - mean) @ weight @ (effect - mean) == pytest.approx(8)
    assert found.se == pytest.approx(1 / math.sqrt(weight.sum()))


@pytest.mark.parametrize(("n_plans", "sd"), [(5, 0.04), (8, 0.04), (12, 0.0)])
def test_intervals_over_plans_hold_what_they_say_on_shared_deals(n_plans, sd):
    repeats = 400
    error = 3 * math.sqrt(0.05 * 0.95 / repeats)
    found = coverage(n_plans, sd, CORRELATION, repeats)
    assert found["mean"] > 0.95 - error
    assert found["another"] > 0.95 - error
    assert found["mean_if_independent"] < found["mean"]


def test_games_of_each_bring_the_noise_to_a_twentieth_of_the_variance():
    games = games_of_each(0.05, 0.02, 2_000)
    noise = 0.02 * math.sqrt(2_000 / games)
    assert noise**2 / 0.05**2 == pytest.approx(0.05)
    assert math.isinf(games_of_each(0.0, 0.02, 2_000))


def test_equal_errors_have_the_textbook_variance_and_weights():
    y, s = np.array([-2.0, -1.0, 0.0, 1.0, 5.0]), np.full(5, 1.0)
    found = shrunk(y, s)
    tau2 = np.var(y, ddof=1) - 1.0  # restricted maximum likelihood of equal errors: spread minus noise
    assert found.between == pytest.approx(tau2, rel=1e-5)
    assert found.mean == pytest.approx(y.mean())
    kept = tau2 / (tau2 + 1.0)
    assert found.effect == pytest.approx(y.mean() + kept * (y - y.mean()), rel=1e-5)
    least = np.sqrt(kept + (1 - kept) ** 2 * (tau2 + 1.0) / 5)  # were tau known
    assert (found.sd[:4] < found.sd[4]).all()  # what lies far from the mean depends most on tau
    assert (found.sd > 0.9 * least).all()


def test_the_variance_maximises_the_density_of_the_contrasts():
    """Restricted likelihood by its definition: that of y - mean, which does not hold mu."""
    rng = np.random.default_rng(3)
    s = rng.uniform(0.5, 2.0, 12)
    y = rng.normal(0.4, np.sqrt(1.5 + s**2))
    contrasts = np.linalg.svd(np.eye(12) - 1 / 12)[0][:, :11].T

    def against(tau2: float) -> float:
        covariance = contrasts @ np.diag(tau2 + s**2) @ contrasts.T
        return -float(multivariate_normal(cov=covariance).logpdf(contrasts @ y))

    best = minimize_scalar(against, bounds=(0.0, 20.0), method="bounded", options={"xatol": 1e-8}).x
    assert between_variance(y, s) == pytest.approx(best, rel=1e-3)


def test_many_effects_leave_no_doubt_of_tau():
    rng = np.random.default_rng(5)
    found = shrunk(rng.normal(0.0, np.sqrt(4.0 + 1.0), 4000), np.full(4000, 1.0))
    assert np.median(found.sd) == pytest.approx(np.sqrt(4.0 / 5.0), rel=0.01)


def test_noise_alone_is_drawn_to_the_mean():
    found = shrunk([1.0, 1.1, 0.9, 1.05], [1.0, 1.0, 1.0, 1.0])
    assert found.between == 0.0
    assert found.effect == pytest.approx(np.full(4, found.mean))


def test_shrunken_effects_miss_less_and_their_intervals_hold():
    rng = np.random.default_rng(2)
    plain, drawn, inside = 0.0, 0.0, []
    for _ in range(100):
        truth, s = rng.normal(0.0, 1.0, 100), np.full(100, 1.5)
        y = rng.normal(truth, s)
        found = shrunk(y, s)
        plain += ((y - truth) ** 2).sum()
        drawn += ((found.effect - truth) ** 2).sum()
        inside.append(((found.low <= truth) & (truth <= found.high)).mean())
    assert drawn < 0.4 * plain  # 1 / (1 + 1.5^2) = 0.31 were tau known
    assert np.mean(inside) == pytest.approx(0.95, abs=0.02)


def test_what_has_no_error_stays_as_it_is():
    found = shrunk([1.0, 2.0, 3.0, 9.0, np.nan], [1.0, 1.0, 1.0, np.nan, np.nan])
    assert found.effect[3] == 9.0
    assert np.isnan(found.sd[3:]).all()
    assert np.isnan(found.effect[4])
