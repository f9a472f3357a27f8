"""Intervals of means and differences whose errors are clustered by deal: games of one deal depend on each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "ONE_LOOK",
    "Averaged",
    "Coverage",
    "effective_games",
    "highest_share",
    "limits",
    "quantile",
    "rare_half",
    "share_limits",
    "two_sided",
]  # fmt: skip

Floats = NDArray[np.float64]

FEW_EVENTS = 5.0  # effective wins (or losses) below which the interval of a share is exact
RARE_FRACTIONS = 9  # tried for deals that none of those played shows: more of them change no half by a hundredth
ALL_BUT_NONE = 0.999  # the largest error of the others: at 1 they bear any mean
MAX_ERRORS = 1e6  # beyond so many errors every mean is out of reach


@dataclass(frozen=True)
class Averaged:
    """A column of numbers to be averaged: the mean is its sum over `scale` times the count; `bounded` means it lies in
    [0, 1]."""

    column: str
    scale: int = 1
    bounded: bool = False


def quantile(clusters: ArrayLike, tail: ArrayLike) -> Floats:
    """Student's t that leaves `tail` above it, with D - 1 degrees of freedom; NaN with fewer than two clusters."""
    from scipy.special import stdtrit

    d = np.asarray(clusters, dtype=np.float64)
    enough = d >= 2
    t = -stdtrit(np.where(enough, d - 1.0, 1.0), tail)
    return np.where(enough, np.where(np.isneginf(t), np.inf, t), np.nan)  # scipy's sign is wrong where tails are tiny


def rare_half(
    tail: ArrayLike,
    reach: ArrayLike,
    se: ArrayLike,
    skewness: ArrayLike,
    clusters: ArrayLike,
    *,
    error_of: Callable[[Floats], Floats] | None = None,
) -> Floats:
    """How far above a mean the truth may lie with an error of `tail`, where a few deals unlike all others decide it;
    below it, of the mean and the skewness with their signs turned. reach: how far above the mean a deal can be.

    Such deals were played: the interval is Student's with the skewness of the estimate, z + g (2 z^2 + 1) / 6 errors
    to its side (Johnson 1978, Hall 1992; never less than 0 as `_skewed` has it). Or none was, though they are a
    fraction e of all: that happens to (1 - e)^D of the runs, in which the others' mean may err by
    tail / (1 - e)^D, and theirs are won at most: h + e (reach - h) for the half h at that error. The half is the
    largest over all e, from 0 to 1 - tail^(1/D), at which no run is left.

    error_of: the quantile at the others' error (None: Student's).
    """
    far, error, skew = (np.asarray(x, dtype=np.float64) for x in (reach, se, skewness))
    rate, d = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (tail, clusters)))
    n_more = max(far.ndim, error.ndim, skew.ndim, rate.ndim) - rate.ndim  # axes: both ends have one quantile
    parts = np.linspace(1.0, 0.0, RARE_FRACTIONS).reshape(-1, *(1,) * rate.ndim)
    others = np.minimum(rate**parts, ALL_BUT_NONE)
    rare = -np.expm1(np.log(rate / others) / np.maximum(d, 1.0))
    z = np.minimum(quantile(d, others) if error_of is None else error_of(others), MAX_ERRORS)
    rare, z = (x.reshape(RARE_FRACTIONS, *(1,) * n_more, *rate.shape) for x in (rare, z))
    half = np.minimum(_skewed(z, skew) * error, far)
    return np.asarray(np.maximum((half + rare * (far - half)).max(axis=0), 0.0))


def _skewed(z: Floats, skewness: Floats) -> Floats:
    """Errors above a skewed estimate at the normal quantile z: z + w, w = g (2 z^2 + 1) / 6, as the root of x^2 =
    2 w x + z^2, which has the sign of z and grows with it however skewed the estimate."""
    w = skewness * (2.0 * z * z + 1.0) / 6.0
    root = np.copysign(np.hypot(z, w), z)
    difference = np.where(w * z < 0, root - w, 1.0)  # the sum of both would cancel
    return np.where(w * z < 0, z * z / difference, w + root)


def effective_games(share: ArrayLike, se: ArrayLike, clusters: ArrayLike) -> Floats:
    """Independent games that would give a share this error: p (1 - p) / se^2. A share of 0 or 1 has no error of its
    own: there every deal counts as one game."""
    p, error, d = (np.asarray(x, dtype=np.float64) for x in (share, se, clusters))
    spread = p * (1.0 - p)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(spread > 0, np.where(error > 0, spread / (error * error), np.inf), d))


def highest_share(events: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> Floats:
    """The most that a probability may be after `events` in so many clusters, neither of which need be whole, but for
    an error of `tail`: Clopper and Pearson's (1934) upper end."""
    from scipy.special import betaincinv

    k, n, rate = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (events, clusters, tail)))
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(k < n, betaincinv(k + 1.0, np.maximum(n - k, 1e-12), 1.0 - rate), 1.0))


class Coverage:
    """How often an interval may be looked at and keep its error: once, after a number of games fixed beforehand.

    Those of several looks (reports/stats/sequential.py) have other quantiles.
    """

    is_repeated = False  # whether the interval keeps its error over several looks
    is_final = True  # whether p values and games to play are asked for as well

    def spent(self, tail: ArrayLike) -> Floats:
        """The part of an error of `tail` over all looks that this one may have by itself."""
        return np.asarray(tail, dtype=np.float64)

    def quantile(self, clusters: ArrayLike, tail: ArrayLike) -> Floats:
        """Errors from an estimate to the end of its interval, as quantile() has them."""
        return quantile(clusters, tail)

    def highest_share(self, events: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> Floats:
        """The most that a probability may be, as highest_share() has it."""
        return highest_share(events, clusters, self.spent(tail))

    def rare_half(
        self, tail: ArrayLike, reach: ArrayLike, se: ArrayLike, skewness: ArrayLike, clusters: ArrayLike
    ) -> Floats:
        """How far above a mean the truth may lie where a few deals decide it, as rare_half() has it."""
        return rare_half(tail, reach, se, skewness, clusters)


ONE_LOOK = Coverage()


def share_limits(
    share: ArrayLike, se: ArrayLike, clusters: ArrayLike, *, tail: ArrayLike = 0.025, coverage: Coverage = ONE_LOOK
) -> tuple[Floats, Floats]:
    """Both ends in [0, 1] of the interval of each share, with an error of `tail` on each side; NaN with fewer than two
    clusters.

    Wilson's score interval with continuity correction (Newcombe 1998, method 4) at the effective number of games, with
    Student's quantile in the place of the normal one; Clopper and Pearson's exact one (1934) at that number where fewer
    than 5 effective wins, or losses, were seen. A share without any error is taken as certain: see `rare_half`.
    coverage: at which looks it holds.
    """
    p, error, d, rate = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (share, se, clusters, tail)))
    n = effective_games(p, error, d)
    low, high = _wilson(p, n, coverage.quantile(d, rate))
    few = np.minimum(p, 1.0 - p) * n < FEW_EVENTS
    exact_low, exact_high = _exact(p, n, rate, coverage)
    low, high = np.where(few, exact_low, low), np.where(few, exact_high, high)
    valid = (d >= 2) & np.isfinite(p)
    return np.where(valid, np.clip(low, 0.0, 1.0), np.nan), np.where(valid, np.clip(high, 0.0, 1.0), np.nan)


def _wilson(p: Floats, n: Floats, z: Floats) -> tuple[Floats, Floats]:
    """The ends L and U of Newcombe's method 4; p itself for endless n."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        q, z2, scale = 1.0 - p, z * z, 2.0 * (n + z * z)
        below = np.sqrt(np.maximum(z2 - 2.0 - 1.0 / n + 4.0 * p * (n * q + 1.0), 0.0))
        above = np.sqrt(np.maximum(z2 + 2.0 - 1.0 / n + 4.0 * p * (n * q - 1.0), 0.0))
        low, high = (2.0 * n * p + z2 - 1.0 - z * below) / scale, (2.0 * n * p + z2 + 1.0 + z * above) / scale
    endless = np.isinf(n)
    return np.where(endless, p, low), np.where(endless, p, high)


def _exact(p: Floats, n: Floats, tail: Floats, coverage: Coverage) -> tuple[Floats, Floats]:
    """Exact ends for n p wins in n games, neither of which need be whole."""
    size = np.where(np.isfinite(n), n, 1.0)
    low = 1.0 - coverage.highest_share((1.0 - p) * size, size, tail)
    high = coverage.highest_share(p * size, size, tail)
    return np.where(np.isfinite(n), low, p), np.where(np.isfinite(n), high, p)


def limits(
    estimate: ArrayLike, se: ArrayLike, clusters: ArrayLike, *, bounded: bool = False, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Both ends of the interval of each estimate, NaN with fewer than two clusters: `share_limits` for a bounded mean,
    else Student's t with D - 1 degrees of freedom."""
    tail = (1.0 - level) / 2.0
    if bounded:
        return share_limits(estimate, se, clusters, tail=tail)
    middle, error, d = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (estimate, se, clusters)))
    half = quantile(d, tail) * error
    return middle - half, middle + half


def two_sided(estimate: ArrayLike, se: ArrayLike, df: ArrayLike) -> Floats:
    """Two-sided p value of Student's t test against 0; without any spread 0 or 1 by whether the estimate differs from
    0."""
    from scipy.special import stdtr

    x, error, d = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in (estimate, se, df)))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2.0 * stdtr(np.maximum(d, 1.0), -np.abs(x) / error)
    return np.where(np.isnan(error) | (d < 1), np.nan, np.where(error > 0, p, np.where(x == 0, 1.0, 0.0)))
