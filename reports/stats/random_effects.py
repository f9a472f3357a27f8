"""Effects of the levels of a factor (plans, printings) taken together: their mean, how far they differ beyond the noise
of their games, and where the effect of another level would lie.

Random effects: the effect of level i is mu + u_i with variance sd^2 between levels, estimated with errors of known
covariance S, which deals that several levels share bring about (DerSimonian and Laird 1986 on the model; Ankenman and
Nelson 2012 on input uncertainty). All is in the unit of the effects.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "PRECISE", "AdaptivelyShrunk", "Shrunk", "Spread", "adaptively_shrunk", "between_variance", "family_means",
    "family_shares", "games_of_each", "p_equal", "printings_needed", "relative_error", "shrunk", "spread_of",
]  # fmt: skip


Floats = NDArray[np.float64]

PRECISE = 0.1  # relative standard error of the sd at which more printings are not asked for
NOISE = 0.05  # of the variance between printings: what the games of each may add
SMALLEST = 1e-12  # variance of an error: games that all end alike have no spread of their own
FORETELLING = 0.5  # relative standard error of the sd up to which it says where another level lies: two errors above 0


@dataclass(frozen=True)
class Spread:
    """Effects of levels taken together.

    mean: over levels, with its standard error; mean_low, mean_high: its 95 % interval. sd: between levels, sd_low to
    sd_high its 95 % interval (Q-profile, Viechtbauer 2007). low, high: 95 % predictive interval, in which another
    level's effect lies (Higgins, Thompson and Spiegelhalter 2009). shrunken: the effect of each level, drawn towards
    the mean as far as it may be noise. noise: root mean square of the errors within levels.
    """

    n_levels: int
    mean: float
    se: float
    mean_low: float
    mean_high: float
    sd: float
    sd_low: float
    sd_high: float
    low: float
    high: float
    noise: float
    shrunken: Floats

    @property
    def relative_error(self) -> float:
        """Relative standard error of the sd; infinite where levels do not differ beyond noise."""
        return relative_error(self.n_levels, self.sd, self.noise)

    @property
    def foretells(self) -> bool:
        """Whether the sd is known well enough to say where another level lies: two of its standard errors above 0."""
        return self.relative_error <= FORETELLING


def spread_of(effect: ArrayLike, error: ArrayLike, *, shared: bool = False) -> Spread | None:
    """The spread of effects [level] with their standard errors [level], or with the covariance of their errors [level,
    level]; None with fewer than 3 levels.

    shared: all were measured on the same deals and only standard errors are known, so that the errors may be one and
    the same: more levels do not lessen it, and both intervals are as much wider. With a covariance that is in S.

    The variance between levels v is that of Paule and Mandel (1982), for a covariance: with W = (S + v I)^-1 and the
    generalised mean m = 1'W y / 1'W 1 the squares Q = (y - m)' W (y - m) come to their expectation k - 1 (the same
    quadratic form as of generalised least squares, Aitken 1935; without covariance it is theirs). The error of the mean
    is that of Hartung and Knapp (2001), sqrt(Q / (k - 1) / 1'W 1): Q / (k - 1) is 1 at that v, and where v is 0 and it
    is less, 1 is taken (Roever, Knapp and Friede 2015), so that noise which all levels share is never scaled away. The
    interval of the mean is Student's with k - 1 degrees of freedom, that of another level with k - 2.
    """
    y, covariance = np.asarray(effect, dtype=np.float64), np.asarray(error, dtype=np.float64)
    if covariance.ndim == 1:
        covariance = np.diag(covariance * covariance)
    measured = np.isfinite(y) & np.isfinite(np.diag(covariance))
    y, covariance = y[measured], covariance[np.ix_(measured, measured)]
    if len(y) < 3:
        return None
    from scipy.special import gammaincinv, stdtrit  # t.ppf and chi2.ppf of scipy.stats, which takes 0.8 s to import

    values, vectors = np.linalg.eigh(covariance)
    squares = _Squares(vectors.T @ y, vectors.sum(axis=0), np.maximum(values, SMALLEST))
    degrees = len(y) - 1
    variance = squares.variance_at(degrees)
    mean, precision = squares.mean_at(variance)
    noise = float(np.mean(np.maximum(np.diag(covariance), SMALLEST)))
    common = noise if shared else 0.0
    se = 1 / math.sqrt(precision)
    reach = float(stdtrit(degrees, 0.975)) * math.sqrt(se**2 + common)
    another = float(stdtrit(max(degrees - 1, 1), 0.975)) * math.sqrt(variance + se**2 + common)
    residual = variance / (variance + squares.within) * (squares.y - mean * squares.ones)
    return Spread(
        n_levels=len(y),
        mean=mean,
        se=se,
        mean_low=mean - reach,
        mean_high=mean + reach,
        sd=math.sqrt(variance),
        sd_low=math.sqrt(squares.variance_at(float(2 * gammaincinv(degrees / 2, 0.975)))),
        sd_high=math.sqrt(squares.variance_at(float(2 * gammaincinv(degrees / 2, 0.025)))),
        low=mean - another,
        high=mean + another,
        noise=math.sqrt(noise),
        shrunken=mean + vectors @ residual,
    )


def family_means(effect: ArrayLike, covariance: ArrayLike, families: ArrayLike) -> tuple[Floats, Floats]:
    """The mean effect of each family, of effects [level] with the covariance of their errors [level, level], and the
    covariance of these means; families: [level] the number of each one's family, from 0.

    Levels of a family are no draws of their own: random effects are those of families, and each counts once, however
    many levels it has (the summary measures of Matthews, Altman, Campbell and Royston 1990).
    """
    number = np.asarray(families, dtype=np.int64)
    share = (number[None, :] == np.arange(number.max() + 1)[:, None]).astype(np.float64)
    share /= share.sum(axis=1, keepdims=True)
    return share @ np.asarray(effect, dtype=np.float64), share @ np.asarray(covariance, dtype=np.float64) @ share.T


def family_shares(families: ArrayLike) -> Floats:
    """The share of each level in the mean over families, each of which counts once and its levels alike; families:
    [level] the number of each one's family, from 0."""
    number = np.asarray(families, dtype=np.int64)
    size = np.bincount(number)
    return np.asarray(1.0 / (len(size) * size[number]))


def p_equal(effect: ArrayLike, covariance: ArrayLike) -> float:
    """The p value of all effects being equal, by their squares about the generalised mean (Cochran 1954, here with the
    covariance of the errors); 1 with fewer than two."""
    from scipy.special import chdtrc

    y, s = np.asarray(effect, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    if len(y) < 2:
        return 1.0
    values, vectors = np.linalg.eigh(s)
    squares = _Squares(vectors.T @ y, vectors.sum(axis=0), np.maximum(values, SMALLEST))
    return float(chdtrc(len(y) - 1, squares.about_mean(0.0)))


@dataclass(frozen=True)
class _Squares:
    """Effects and the constant 1 along the axes in which errors are independent, with the variance of each there."""

    y: Floats
    ones: Floats
    within: Floats

    def mean_at(self, variance: float) -> tuple[float, float]:
        """The generalised mean at a variance between levels, and its precision."""
        weight = self.ones / (self.within + variance)
        precision = float(weight @ self.ones)
        return float(weight @ self.y) / precision, precision

    def about_mean(self, variance: float) -> float:
        """The weighted squares about that mean."""
        residual = self.y - self.mean_at(variance)[0] * self.ones
        return float(residual @ (residual / (self.within + variance)))

    def variance_at(self, expected: float) -> float:
        """The variance between levels at which the weighted squares are as large as expected; 0 where they are smaller
        without any."""
        from scipy.optimize import brentq

        def excess(variance: float) -> float:
            return self.about_mean(variance) - expected

        if excess(0.0) <= 0:
            return 0.0
        high = float(np.var(self.y)) + float(np.max(self.within)) + SMALLEST
        while excess(high) > 0:
            high *= 2
        return float(brentq(excess, 0.0, high, xtol=1e-14))


def relative_error(levels: int, sd: float, noise: float) -> float:
    """Relative standard error of the sd between levels, from that of a variance with levels - 1 degrees of freedom."""
    if sd <= 0 or levels < 2:
        return math.inf
    return (1 + (noise / sd) ** 2) / math.sqrt(2 * (levels - 1))


def printings_needed(sd: float, noise: float) -> float:
    """Printings at which the sd between them is known to a relative standard error of PRECISE."""
    return math.inf if sd <= 0 else 1 + ((1 + (noise / sd) ** 2) / PRECISE) ** 2 / 2


def games_of_each(sd: float, noise: float, games: int) -> float:
    """Games of a printing at which their noise adds NOISE of the variance between printings; `noise` was that of
    `games`."""
    return math.inf if sd <= 0 else games * (noise / sd) ** 2 / NOISE


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


# -- few large effects among many: adaptive shrinkage (Stephens 2017, "False discovery rates: a new deal") -------------
#
# Effects are draws from a mixture of normals about 0 of sds on a grid, whose shares are estimated from all. Where
# few effects are large and all others small the mixture has a heavy tail, while a single normal would draw the large
# ones, which are looked for, towards the rest.

STEP = 2.0**0.5  # of the grid of sds, from a tenth of the smallest error to twice what the largest effect is beyond its
NULL_WEIGHT = 10.0  # of the smallest sd: shares are estimated as if so many more effects were nothing (Stephens)
ROUNDS = 2_000  # of the estimation of shares, at most
CLOSE = 1e-7  # change of a share from round to round at which it ends
HALVINGS = 60  # of the range in which an end of an interval lies
TAIL = 0.025


@dataclass(frozen=True)
class AdaptivelyShrunk:
    """Posterior means with 95 % intervals of equal tails; NaN where an effect or its error is."""

    effect: Floats
    low: Floats
    high: Floats


def adaptively_shrunk(effect: ArrayLike, se: ArrayLike) -> AdaptivelyShrunk:
    """Effects with their standard errors, drawn towards 0; those without an error (0) stay as they are."""
    y, s = np.asarray(effect, dtype=np.float64), np.asarray(se, dtype=np.float64)
    out = AdaptivelyShrunk(*(np.where(np.isnan(s), np.nan, y) for _ in range(3)))
    noisy = (s > 0) & np.isfinite(y)
    if not noisy.any():
        return out
    y, s2 = y[noisy], s[noisy] ** 2
    sds = _grid(y, s2)
    variance = s2[:, None] + sds**2
    log = -(np.log(variance) + y[:, None] ** 2 / variance) / 2.0
    likelihood = np.exp(log - log.max(axis=1, keepdims=True))
    part = likelihood * _shares(likelihood)
    part /= part.sum(axis=1, keepdims=True)
    mean = y[:, None] * sds**2 / variance
    sd = np.sqrt(s2[:, None] * sds**2 / variance)
    out.effect[noisy] = (part * mean).sum(axis=1)
    out.low[noisy], out.high[noisy] = (_quantile(part, mean, sd, tail) for tail in (TAIL, 1.0 - TAIL))
    return out


def _grid(y: Floats, s2: Floats) -> Floats:
    """The sds of the mixture."""
    low = float(np.sqrt(s2.min())) / 10.0
    high = max(2.0 * float(np.sqrt(max((y**2 - s2).max(), 0.0))), 8.0 * low)
    return np.asarray(low * STEP ** np.arange(int(np.ceil(np.log(high / low) / np.log(STEP))) + 1))


def _shares(likelihood: Floats) -> Floats:
    """The share of each sd, by expectation and maximisation."""
    prior = np.ones(likelihood.shape[1])
    prior[0] = NULL_WEIGHT
    shares = prior / prior.sum()
    for _ in range(ROUNDS):
        part = likelihood * shares
        part /= part.sum(axis=1, keepdims=True)
        new = part.sum(axis=0) + prior - 1.0
        new /= new.sum()
        change, shares = float(np.abs(new - shares).max()), new
        if change < CLOSE:
            break
    return np.asarray(shares)


def _quantile(part: Floats, mean: Floats, sd: Floats, tail: float) -> Floats:
    """Of each row's mixture of normals the value below which this part lies."""
    from scipy.special import ndtr

    low, high = (mean - 9.0 * sd).min(axis=1), (mean + 9.0 * sd).max(axis=1)
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        below = (part * ndtr((middle[:, None] - mean) / sd)).sum(axis=1) < tail
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.asarray((low + high) / 2.0)
