"""Asymptotic confidence sequences: intervals that stay valid however often one looks while a run goes on.

Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory and asymptotic confidence
sequences.
"""

from __future__ import annotations

import math
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["N_BEST", "half_width", "mixture_variance", "most", "next_look", "sequence", "watched_half"]

# Clusters around which the intervals of verdicts are narrowest: an effect of 5 points is then decided. It must not
# depend on how many games are played at most, or more of them would move the looks that were.
N_BEST = 2_000.0
FIRST_LOOK = 500  # games
GROWTH = 1.25  # from look to look: a decision is seen after a quarter more games than it needs, an eighth on average
BISECTIONS = 60


def mixture_variance(n_best: float, *, alpha: float = 0.05) -> float:
    """The mixture's r^2 that makes the sequence narrowest around `n_best` clusters: (-2 ln a + ln(-2 ln a + 1)) / n."""
    level = -2.0 * math.log(alpha)
    return (level + math.log(level + 1.0)) / n_best


@overload
def half_width(sd: float, n: float, *, n_best: float = ..., alpha: float = ...) -> float: ...
@overload
def half_width(
    sd: NDArray[np.float64], n: NDArray[np.float64], *, n_best: float = ..., alpha: float = ...
) -> NDArray[np.float64]: ...
def half_width(
    sd: ArrayLike, n: ArrayLike, *, n_best: float = 1000.0, alpha: float = 0.05
) -> float | NDArray[np.float64]:
    """Half width after n clusters with standard deviation `sd`: sd sqrt(2 (n r^2 + 1) / (n^2 r^2) ln(sqrt(n r^2 + 1) /
    alpha))."""
    r2 = mixture_variance(n_best, alpha=alpha)
    s, m = np.asarray(sd, dtype=np.float64), np.asarray(n, dtype=np.float64)
    grown = m * r2 + 1.0
    width = s * np.sqrt(2.0 * grown / (m * m * r2) * np.log(np.sqrt(grown) / alpha))
    return float(width) if width.ndim == 0 else width


def watched_half(se: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> NDArray[np.float64]:
    """Half width, valid at all looks together, of an estimate with this clustered error (its sd over the root of the
    clusters), off by no more to either side but for an error of `tail` each; infinite below two clusters, 0 where so
    large an error needs no room.

    The mixture is the one that is best for N_BEST clusters at 0.05, whatever `tail`: p values read off the intervals
    are then of one process.
    """
    n = np.asarray(clusters, dtype=np.float64)
    grown = np.maximum(n, 1.0) * mixture_variance(N_BEST) + 1.0
    room = np.maximum(0.5 * np.log(grown) - np.log(2.0 * np.asarray(tail)), 0.0)
    factor = np.sqrt(2.0 * grown / (grown - 1.0) * room)
    return np.where(n >= 2, np.asarray(se, dtype=np.float64) * factor, np.inf)


def most(events: ArrayLike, clusters: ArrayLike, tail: ArrayLike) -> NDArray[np.float64]:
    """The most that a probability may be after `events` in so many clusters, valid at all looks together: above it lies
    the truth with an error of `tail`, exactly, however few events there are.

    Where p^k (1 - p)^(n - k) is `tail` times its mean over all p, B(k + 1, n - k + 1) (Robbins 1970, the uniform
    mixture; Ville's inequality).
    """
    from scipy.special import betaln, xlog1py, xlogy

    k, n, rate = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (events, clusters, tail)))
    least = np.log(rate) + betaln(k + 1.0, n - k + 1.0)
    low, high = k / np.maximum(n, 1.0), np.ones(k.shape)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        inside = xlogy(k, middle) + xlog1py(n - k, -middle) > least
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return high


def next_look(games: int, most_games: int) -> int:
    """Games at the first look after `games` of them, in a run of `most_games` at most: the same numbers in every run,
    but for the last."""
    at = FIRST_LOOK
    while at <= games:
        at = math.ceil(at * GROWTH)
    return min(at, most_games)


def sequence(
    deal_means: ArrayLike, *, n_best: float = 1000.0, alpha: float = 0.05
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Running mean of the deals so far and its half width, valid at all times together; infinite for the first deal."""
    x = np.asarray(deal_means, dtype=np.float64)
    n = np.arange(1, len(x) + 1, dtype=np.float64)
    centre = np.cumsum(x) / n
    spread = np.maximum(np.cumsum(x * x) / n - centre * centre, 0.0)
    width = half_width(np.sqrt(spread), n, n_best=n_best, alpha=alpha)
    return centre, np.where(n < 2, np.inf, width)
