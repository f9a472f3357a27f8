"""Effects over printings: how far they differ beyond the noise of their games, and where another printing's would lie.

Random effects: the effect of printing p is mu + u_p with variance sd^2 between printings, estimated with error se_p
(Ankenman and Nelson 2012 on input uncertainty; DerSimonian and Laird 1986 on the model). Effects are fractions of win
share throughout.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Spread", "games_of_each", "inside", "printings_needed", "relative_error", "spread_of"]

Floats = NDArray[np.float64]

PRECISE = 0.1  # relative standard error of the sd at which more printings are not asked for
NOISE = 0.05  # of the variance between printings: what the games of each may add


@dataclass(frozen=True)
class Spread:
    """Effects of printings taken together.

    mean: over printings, with its standard error. sd: between printings, sd_low to sd_high its 95 % interval
    (Q-profile, Viechtbauer 2007). low, high: 95 % predictive interval, in which another printing's effect lies
    (Higgins, Thompson and Spiegelhalter 2009). shrunken: the effect of each printing, drawn towards the mean as far as
    it may be noise. noise: root mean square of the errors within printings.
    """

    printings: int
    mean: float
    se: float
    sd: float
    sd_low: float
    sd_high: float
    low: float
    high: float
    noise: float
    shrunken: Floats

    @property
    def relative_error(self) -> float:
        """Relative standard error of the sd; infinite where printings do not differ beyond noise."""
        return relative_error(self.printings, self.sd, self.noise)


def spread_of(effect: ArrayLike, se: ArrayLike, *, shared: bool = False) -> Spread | None:
    """The spread of effects [printing] with their standard errors; None with fewer than 3 printings.

    shared: all were measured on the same deals, so that their errors may be one and the same: more printings do not
    lessen it, and the interval of prediction is as much wider.

    The variance between printings is that of Paule and Mandel (1982): at it the weighted squares come to their
    expectation.
    """
    y, error = np.asarray(effect, dtype=np.float64), np.asarray(se, dtype=np.float64)
    known = np.isfinite(y) & np.isfinite(error)
    y, within = y[known], error[known] ** 2
    if len(y) < 3:
        return None
    from scipy.special import gammaincinv, stdtrit  # t.ppf and chi2.ppf of scipy.stats, which takes 0.8 s to import

    within = np.maximum(within, 1e-12)  # games that all end alike have no spread of their own
    degrees = len(y) - 1
    variance = _at(y, within, degrees)
    weight = 1 / (within + variance)
    mean = float(np.sum(weight * y) / np.sum(weight))
    se_mean = float(1 / math.sqrt(np.sum(weight)))
    common = float(np.mean(within)) if shared else 0.0
    reach = float(stdtrit(max(degrees - 1, 1), 0.975)) * math.sqrt(variance + se_mean**2 + common)
    return Spread(
        printings=len(y),
        mean=mean,
        se=se_mean,
        sd=math.sqrt(variance),
        sd_low=math.sqrt(_at(y, within, float(2 * gammaincinv(degrees / 2, 0.975)))),
        sd_high=math.sqrt(_at(y, within, float(2 * gammaincinv(degrees / 2, 0.025)))),
        low=mean - reach,
        high=mean + reach,
        noise=math.sqrt(float(np.mean(within))),
        shrunken=mean + variance / (variance + within) * (y - mean),
    )


def _at(y: Floats, within: Floats, expected: float) -> float:
    """The variance between printings at which the weighted squares are as large as expected; 0 where they are smaller
    without any."""
    from scipy.optimize import brentq

    def excess(variance: float) -> float:
        weight = 1 / (within + variance)
        return float(np.sum(weight * (y - np.sum(weight * y) / np.sum(weight)) ** 2)) - expected

    if excess(0.0) <= 0:
        return 0.0
    high = float(np.var(y)) + float(np.max(within)) + 1e-12
    while excess(high) > 0:
        high *= 2
    return float(brentq(excess, 0.0, high, xtol=1e-14))


def relative_error(printings: int, sd: float, noise: float) -> float:
    """Relative standard error of the sd between printings, from that of a variance with printings - 1 degrees of
    freedom."""
    if sd <= 0 or printings < 2:
        return math.inf
    return (1 + (noise / sd) ** 2) / math.sqrt(2 * (printings - 1))


def printings_needed(sd: float, noise: float) -> float:
    """Printings at which the sd between them is known to a relative standard error of PRECISE."""
    return math.inf if sd <= 0 else 1 + ((1 + (noise / sd) ** 2) / PRECISE) ** 2 / 2


def games_of_each(sd: float, noise: float, games: int) -> float:
    """Games of a printing at which their noise adds NOISE of the variance between printings; `noise` was that of
    `games`."""
    return math.inf if sd <= 0 else games * (noise / sd) ** 2 / NOISE


def inside(shrunken: Floats, low: float, high: float) -> tuple[int, float, float]:
    """How many printings' effects lie in a region, and the 95 % interval of their share (Clopper and Pearson 1934)."""
    from scipy.stats import binomtest

    count = int(np.sum((shrunken > low) & (shrunken < high)))
    limits = binomtest(count, len(shrunken)).proportion_ci(0.95, method="exact")
    return count, float(limits.low), float(limits.high)
