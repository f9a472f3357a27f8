"""Empirical-Bayes shrinkage: many noisy effects drawn towards their mean by as much as noise explains of their spread.

The normal-normal model of Efron and Morris (1975): y_i ~ N(theta_i, s_i^2), theta_i ~ N(mu, tau^2), tau^2 by restricted
maximum likelihood. Sorting noisy numbers finds the luckiest at the top; sorting their shrunken ones finds the best.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Shrunk", "between_variance", "shrunk"]

Floats = NDArray[np.float64]

GRID = 400  # values of tau^2 that are weighed
NEAR = 1e-3  # of tau^2: its maximum is found to less
WIDEST = 4.0  # variances of the effects: no tau^2 that large is likely


@dataclass(frozen=True)
class Shrunk:
    """Posterior means and standard deviations, the mean effect and the variance between effects."""

    effect: Floats
    sd: Floats
    mean: float
    between: float  # tau^2

    @property
    def low(self) -> Floats:
        """Lower ends of 95 % intervals."""
        return self.effect - 1.959963984540054 * self.sd

    @property
    def high(self) -> Floats:
        """Their upper ends."""
        return self.effect + 1.959963984540054 * self.sd


def between_variance(effect: ArrayLike, se: ArrayLike) -> float:
    """tau^2 by restricted maximum likelihood; 0 with fewer than three effects."""
    from scipy.optimize import brentq, minimize_scalar

    y, s2 = np.asarray(effect, dtype=np.float64), np.asarray(se, dtype=np.float64) ** 2
    if len(y) < 3 or np.ptp(y) == 0:
        return 0.0

    def against(tau2: float) -> float:
        return -float(_likelihood(y, s2, np.array([tau2]))[0])

    scale = float(np.var(y, ddof=1))
    minimum = minimize_scalar(
        lambda part: against(part * scale), bounds=(0.0, 1.5), method="bounded", options={"xatol": 1e-9}
    )
    best = float(minimum.x) * scale
    if against(best) >= against(0.0):
        return 0.0
    # A maximum is flat, and so found to half the digits; where its slope is 0 is found to all of them.
    around = best * (1.0 - NEAR), best * (1.0 + NEAR)
    rises, falls = (_steepness(y, s2, tau2) for tau2 in around)
    return float(brentq(lambda tau2: _steepness(y, s2, tau2), *around, xtol=1e-300)) if rises > 0 > falls else best


def shrunk(effect: ArrayLike, se: ArrayLike) -> Shrunk:
    """The effects drawn towards their mean; those with a standard error of 0 or NaN stay as they are.

    Their standard deviations are about these means and take in what is not known of mu and of tau^2, whose weights
    are the restricted likelihood's (Morris 1983: a flat prior on tau^2): with tau^2 taken as known, intervals of noisy
    effects hold too seldom.
    """
    y, s = np.asarray(effect, dtype=np.float64), np.asarray(se, dtype=np.float64)
    noisy = (s > 0) & np.isfinite(y)
    out, sd = y.copy(), np.where(np.isnan(s), np.nan, 0.0)
    if not noisy.any():
        return Shrunk(out, sd, float("nan"), 0.0)
    y, s2 = y[noisy], s[noisy] ** 2
    tau2 = between_variance(y, s[noisy])
    means, posterior, _ = _posterior(y, s2, np.array([tau2]))
    grid = (np.arange(GRID) + 0.5) / GRID * max(WIDEST * float(np.var(y)), float(s2.min()))
    logs = _likelihood(y, s2, grid)
    weight = np.exp(logs - logs.max())
    _, others, variances = _posterior(y, s2, grid)
    spread = (weight[:, None] * (variances + (others - posterior) ** 2)).sum(axis=0) / weight.sum()
    out[noisy], sd[noisy] = posterior[0], np.sqrt(spread)
    return Shrunk(out, sd, float(means[0]), tau2)


def _posterior(y: Floats, s2: Floats, tau2: Floats) -> tuple[Floats, Floats, Floats]:
    """For each tau^2: mu, and the posterior mean and variance of every effect."""
    w = 1.0 / (tau2[:, None] + s2)
    mean = (w * y).sum(axis=1) / w.sum(axis=1)
    weight = tau2[:, None] * w  # of an effect's distance from the mean
    return (
        mean,
        mean[:, None] + weight * (y - mean[:, None]),
        weight * s2 + (1.0 - weight) ** 2 / w.sum(axis=1)[:, None],
    )


def _likelihood(y: Floats, s2: Floats, tau2: Floats) -> Floats:
    """Logarithm of the restricted likelihood of each tau^2, but for a constant."""
    w = 1.0 / (tau2[:, None] + s2)
    mean = (w * y).sum(axis=1) / w.sum(axis=1)
    squares = (w * (y - mean[:, None]) ** 2).sum(axis=1)
    return np.asarray((np.log(w).sum(axis=1) - squares - np.log(w.sum(axis=1))) / 2.0)


def _steepness(y: Floats, s2: Floats, tau2: float) -> float:
    """The derivative of twice that logarithm; mu, which is best at every tau^2, adds nothing to it."""
    w = 1.0 / (tau2 + s2)
    mean = (w * y).sum() / w.sum()
    return float((w * w * (y - mean) ** 2).sum() + (w * w).sum() / w.sum() - w.sum())
