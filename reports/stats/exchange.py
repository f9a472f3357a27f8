"""What decides an effect over printings: shares of its variance by group of unknown data (Sobol' indices).

Pick-freeze designs: printing j (A), another printing (B), and printing j with one group taken from the other (AB). Both
are played on the same deals, so that a group without influence changes nothing, and each effect is measured on two
disjoint halves of the deals: products across halves hold no square of their noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Shares", "variance_shares"]

Floats = NDArray[np.float64]

RESAMPLES = 1_000
STILL = 0.025  # of the resamples that may not vary


@dataclass(frozen=True)
class Shares:
    """Shares of the variance between printings [group]: alone (first order) and with all it interacts with (total),
    each with its 95 % interval [low and high, group]; sd: of effects between printings, a fraction of win share."""

    first: Floats
    first_limits: Floats
    total: Floats
    total_limits: Floats
    sd: float


def variance_shares(a: Floats, b: Floats, ab: Floats, *, seed: int) -> Shares | None:
    """Shares from effects a, b [effect, half, printing] and ab [group, effect, half, printing]; two groups or more, the
    number of printings a power of 2. Of several effects the variances are added up (Gamboa and others 2013).

    scipy.stats.sobol_indices with the estimators of Saltelli and others (2010) for the first order and of Jansen (1999)
    for the total, in products across halves; intervals by a bootstrap over printings (percentiles, keyed by `seed`).
    None where effects are not seen to vary beyond noise: shares of next to nothing would be noise over noise. They are
    where at most 2.5 % of the variances of printings drawn again are not above 0.
    """
    from scipy.stats import sobol_indices

    a, b, ab = (x.reshape(*x.shape[:-3], -1, x.shape[-1]) for x in (a, b, ab))  # halves of an effect in turn
    n = a.shape[1]
    variance = _variance(a, b)
    if variance <= 0:
        return None
    # Not the result's own bootstrap, which has no seed, nor scipy's, which stops at a resample that does not vary.
    again = np.random.default_rng(seed).integers(n, size=(RESAMPLES, n))
    drawn = np.stack([_across_halves(a[:, rows], b[:, rows], ab[..., rows]) for rows in again], axis=-1)
    if np.isnan(drawn).all(axis=(0, 1)).mean() > STILL:
        return None
    found = sobol_indices(func={"f_A": a, "f_B": b, "f_AB": ab}, n=n, method=_across_halves)
    low, high = np.nanpercentile(drawn, (2.5, 97.5), axis=-1)
    return Shares(
        first=found.first_order,
        first_limits=np.stack([low[0], high[0]]),
        total=found.total_order,
        total_limits=np.stack([low[1], high[1]]),
        sd=float(np.sqrt(variance)),
    )


def _across_halves(f_A: Floats, f_B: Floats, f_AB: Floats) -> tuple[Floats, Floats]:  # noqa: N803, scipy's names
    """First and total order [group]; NaN where printings drawn again happen not to vary."""
    variance = _variance(f_A, f_B)
    change = f_AB - f_A
    if variance <= 0:
        return np.full(len(change), np.nan), np.full(len(change), np.nan)
    with_b = f_B - np.mean([f_A, f_B], axis=(0, -1))[:, None]
    one, other = slice(0, None, 2), slice(1, None, 2)
    first = np.mean(with_b[one] * change[:, other] + with_b[other] * change[:, one], axis=-1) / 2
    total = np.mean(change[:, one] * change[:, other], axis=-1) / 2
    return first.sum(axis=-1) / variance, total.sum(axis=-1) / variance


def _variance(a: Floats, b: Floats) -> float:
    """Variance between printings without noise, of all effects: the covariances of their two halves."""
    both = np.concatenate([a, b], axis=1)
    off = both - both.mean(axis=1, keepdims=True)
    return float(np.sum(np.mean(off[0::2] * off[1::2], axis=1)))
