"""Empirical-Bayes shrinkage: against the plain formula, against statsmodels, and on effects whose spread is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import multivariate_normal

from reports.stats.random_effects import between_variance, shrunk


def test_equal_errors_have_the_textbook_variance_and_weights() -> None:
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


def test_the_variance_maximises_the_density_of_the_contrasts() -> None:
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


def test_it_lies_beside_the_iterated_estimate_of_statsmodels() -> None:
    meta = pytest.importorskip("statsmodels.stats.meta_analysis")
    rng = np.random.default_rng(8)
    s = rng.uniform(0.8, 1.2, 200)
    y = rng.normal(0.0, np.sqrt(2.0 + s**2))
    other = meta.combine_effects(y, s**2, method_re="iterated").tau2  # Paule and Mandel's
    assert between_variance(y, s) == pytest.approx(other, rel=0.05)


def test_many_effects_leave_no_doubt_of_tau() -> None:
    rng = np.random.default_rng(5)
    found = shrunk(rng.normal(0.0, np.sqrt(4.0 + 1.0), 4000), np.full(4000, 1.0))
    assert np.median(found.sd) == pytest.approx(np.sqrt(4.0 / 5.0), rel=0.01)


def test_noise_alone_is_drawn_to_the_mean() -> None:
    found = shrunk([1.0, 1.1, 0.9, 1.05], [1.0, 1.0, 1.0, 1.0])
    assert found.between == 0.0
    assert found.effect == pytest.approx(np.full(4, found.mean))


def test_shrunken_effects_miss_less_and_their_intervals_hold() -> None:
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


def test_what_has_no_error_stays_as_it_is() -> None:
    found = shrunk([1.0, 2.0, 3.0, 9.0, np.nan], [1.0, 1.0, 1.0, np.nan, np.nan])
    assert found.effect[3] == 9.0
    assert np.isnan(found.sd[3:]).all()
    assert np.isnan(found.effect[4])
