"""What decides an effect over printings: shares of its variance by group of unknown data (Sobol' indices).

Pick-freeze designs: printing j (A), another printing (B), and printing j with one group taken from the other (AB). Both
are played on the same deals, so that a group without influence changes nothing, and each effect is measured on two
disjoint halves of the deals: products across halves hold no square of their noise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Shares", "surely_above", "variance_shares"]

Floats = NDArray[np.float64]

RESAMPLES = 1_000
AT_ONCE = 200_000  # effects of printings drawn again that are held at once
STILL = 0.025  # of the resamples that may not vary


ERROR = 0.05  # of all comparisons of totals together


@dataclass(frozen=True)
class Shares:
    """Shares of the variance between printings [group]: alone (first order) and with all it interacts with (total),
    each with its 95 % interval [low and high, group], 0 <= first <= total <= 1; sd: of effects between printings, a
    fraction of win share. above [group, group]: the first one's total is surely larger than the second one's, all of
    these together in 95 of 100 runs."""

    first: Floats
    first_limits: Floats
    total: Floats
    total_limits: Floats
    sd: float
    above: NDArray[np.bool_]

    @property
    def best_place(self) -> NDArray[np.int64]:
        """The best place that each group may have by its total, 1 that of the largest: one behind all that are surely
        larger (Mogstad, Romano, Shaikh and Wilhelm 2024)."""
        return np.asarray(1 + self.above.sum(axis=0))

    @property
    def worst_place(self) -> NDArray[np.int64]:
        """The worst place it may have: one before all that are surely smaller."""
        return np.asarray(len(self.total) - self.above.sum(axis=1))


def variance_shares(a: Floats, b: Floats, ab: Floats, *, seed: int) -> Shares | None:
    """Shares from effects a, b [effect, half, printing] and ab [group, effect, half, printing]; two groups or more, the
    number of printings a power of 2. Of several effects the variances are added up (Gamboa and others 2013).

    scipy.stats.sobol_indices with the estimators of Saltelli and others (2010) for the first order and of Jansen (1999)
    for the total, in products across halves, which may leave their bounds by chance and are then put on them; intervals
    by a bootstrap over printings (percentiles of shares within their bounds, keyed by `seed`), and which totals are
    surely larger by the same printings drawn again (`surely_above`).
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
    parts = np.array_split(again, -(-again.size * a.shape[0] // AT_ONCE))
    resampled = np.concatenate([_across_halves(a[:, rows], b[:, rows], ab[..., rows]) for rows in parts], axis=-1)
    if np.isnan(resampled).all(axis=(0, 1)).mean() > STILL:
        return None
    indices = sobol_indices(func={"f_A": a, "f_B": b, "f_AB": ab}, n=n, method=_across_halves)
    first, total = _bounded(indices.first_order, indices.total_order)
    low, high = np.nanpercentile(np.stack(_bounded(resampled[0], resampled[1])), (2.5, 97.5), axis=-1)
    return Shares(
        first=first,
        first_limits=np.stack([np.minimum(low[0], first), np.maximum(high[0], first)]),
        total=total,
        total_limits=np.stack([np.minimum(low[1], total), np.maximum(high[1], total)]),
        sd=math.sqrt(variance),
        above=surely_above(_total_parts(a, ab), again) & (indices.total_order > 0)[:, None],
    )


def _bounded(first: Floats, total: Floats) -> tuple[Floats, Floats]:
    """Shares within their bounds: of neither less than 0, none alone more than in all."""
    total = np.clip(total, 0.0, 1.0)
    return np.clip(first, 0.0, total), total


def _total_parts(a: Floats, ab: Floats) -> Floats:
    """What each printing adds to every group's part of the variance [printing, group]."""
    change = ab - a
    return np.asarray(np.sum(change[:, 0::2] * change[:, 1::2], axis=1).T / 2)


def surely_above(parts: Floats, again: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which means of the columns [printing, group] surely exceed which others: one-sided bootstrap-t intervals of all
    differences, paired by printing, with the quantile of the largest t over all pairs of the printings drawn again
    (Beran 1988; Hall 1992): parts are squares, far from normal, and the same printings decide all of them."""
    n, groups = parts.shape
    i, j = (axis.ravel() for axis in np.nonzero(~np.eye(groups, dtype=bool)))
    off = parts[:, i] - parts[:, j]
    mean, se = off.mean(axis=0), off.std(axis=0, ddof=1) / np.sqrt(n)
    counts = np.zeros((len(again), n))
    np.add.at(counts, (np.arange(len(again))[:, None], again), 1.0)
    means = counts @ off / n
    ses = np.sqrt(np.maximum(counts @ off**2 / n - means**2, 0.0) / (n - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(means == mean, 0.0, (means - mean) / ses)  # without any spread left: infinite, of its sign
    critical = float(np.quantile(t.max(axis=1), 1.0 - ERROR, method="higher"))
    above = np.zeros((groups, groups), dtype=bool)
    spread = se > 0  # critical may be infinite, and infinite times 0 is no number
    above[i[spread], j[spread]] = mean[spread] > critical * se[spread]
    return above


def _across_halves(f_A: Floats, f_B: Floats, f_AB: Floats) -> Floats:  # noqa: N803, scipy's names
    """First and total order [2, group], each of as many samples as there are before the axis of printings; NaN where
    printings drawn again happen not to vary."""
    variance = _variance(f_A, f_B)
    with_b = f_B - np.mean([f_A, f_B], axis=(0, -1))[..., None]
    change = f_AB - f_A
    halves = slice(0, None, 2), slice(1, None, 2)
    crossed = [with_b[half] * change[:, rest] for half, rest in (halves, halves[::-1])]
    first = np.mean(crossed[0] + crossed[1], axis=-1) / 2
    total = np.mean(change[:, halves[0]] * change[:, halves[1]], axis=-1) / 2
    return np.stack([first.sum(axis=1), total.sum(axis=1)]) / np.where(variance > 0, variance, np.nan)


def _variance(a: Floats, b: Floats) -> Floats:
    """Variance between printings without noise, of all effects: the covariances of their two halves."""
    effects = np.concatenate([a, b], axis=-1)
    off = effects - effects.mean(axis=-1, keepdims=True)
    return np.asarray(np.sum(np.mean(off[0::2] * off[1::2], axis=-1), axis=0))
