"""How many of many effects are certainly above a margin: a lower confidence bound for their number from p-values.

Of m independent p-values the m0 of true null hypotheses are uniform on [0, 1], or larger. With probability 1 - alpha
all their ordered values U_(k) lie above bounds q_k; then at most c(t) = #{k: q_k <= t} of them are below t, at every t
together, and of the R(t) p-values that are, at least R(t) - c(t) belong to effects above the margin. The largest such
number over t is the bound (Meinshausen and Rice 2006, Annals of Statistics 34, section 2, with this bounding
function); it counts, and names none of them. m0 is at most m less the bound: it is therefore worked out again with so
few, until it is the smallest number of true effects that is not rejected.

q_k are quantiles of U_(k) ~ Beta(k, m0 + 1 - k), all at one level (Berk and Jones 1979; Gontscharuk, Landwehr and
Finner 2015), which a recursion over them makes exact (Moscovich and Nadler 2017): so a few large effects are seen as
well as many small ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["min_true_effects", "p_value_above"]

Floats = NDArray[np.float64]

SINGLE, STEP = 60, 1.05  # ordered values that are bounded: the first ones each, then those some 5 % further on
PRECISION = 1e-3  # of the logarithm of the level


def p_value_above(values: ArrayLike, margin: float) -> float:
    """One-sided p-value of the mean of independent values against a true mean of at most `margin`, by Student's t: 0 or
    1 where they do not vary. ValueError for fewer than two."""
    x = np.asarray(values, dtype=np.float64)
    if len(x) < 2:
        raise ValueError(f"{len(x)} values: at least two show how much they vary")
    distance, se = float(x.mean()) - margin, float(x.std(ddof=1)) / len(x) ** 0.5
    if se == 0:
        return float(distance <= 0)
    from scipy.special import stdtr

    return float(stdtr(len(x) - 1, -distance / se))


def min_true_effects(p_values: Sequence[float], *, alpha: float = 0.05) -> int:
    """How many of the effects are above their margins at least, with confidence 1 - alpha: 0 to as many as there are.
    p_values: independent, each at most t with a probability of at most t where its effect is not above the margin."""
    p = np.sort(np.asarray(p_values, dtype=np.float64))
    m = len(p)
    if not m:
        return 0
    level, n_true = _level(m, alpha), 0
    while n_true < m:
        ranks = _ranks(m - n_true)
        at = np.searchsorted(_bounds(m - n_true, ranks, level), p, side="right")
        n_below = np.append(ranks, m - n_true + 1)[at] - 1  # c at each p-value
        more = int((np.arange(1, m + 1) - n_below).max())
        if more <= n_true:
            break
        n_true = more
    return n_true


def _ranks(m: int) -> NDArray[np.int64]:
    """Ranks of the ordered values of m that are bounded: those of fewer values are the first of them."""
    ranks = np.arange(1, min(m, SINGLE) + 1)
    if m <= SINGLE:
        return ranks
    further = SINGLE * STEP ** np.arange(1, 1 + int(np.log(m / SINGLE) / np.log(STEP)))
    return np.concatenate([ranks, further.astype(np.int64)])


def _bounds(m: int, ranks: NDArray[np.int64], level: float) -> Floats:
    """The bounds of these ordered values of m, each missed with this probability."""
    from scipy.special import betaincinv

    bounds: Floats = betaincinv(ranks, m + 1 - ranks, level)
    return bounds


@lru_cache(maxsize=64)
def _level(m: int, alpha: float) -> float:
    """The level at which bounds of m values hold together with probability 1 - alpha, as those of fewer then do."""
    ranks, low, high = _ranks(m), np.log(alpha / m), np.log(alpha)
    while high - low > PRECISION:
        middle = (low + high) / 2
        if _hold(m, ranks, _bounds(m, ranks, float(np.exp(middle)))) >= 1.0 - alpha:
            low = middle
        else:
            high = middle
    return float(np.exp(low))


def _hold(m: int, ranks: NDArray[np.int64], bounds: Floats) -> float:
    """The probability that the ordered values of m uniform ones with these ranks are all above their bounds.

    A Poisson process of rate m, given m points: of each stretch between bounds the numbers of points are convolved,
    and those that leave a bound behind too many points are dropped.
    """
    from scipy.signal import fftconvolve
    from scipy.stats import poisson

    chance, at = np.ones(1), 0.0  # of 0, 1, ... points so far
    for rank, bound in zip(ranks.tolist(), bounds.tolist(), strict=True):
        chance = fftconvolve(chance, poisson.pmf(np.arange(rank), m * (bound - at)))[:rank].clip(0.0)
        at = bound
    rest = poisson.pmf(m - np.arange(len(chance)), m * (1.0 - at))
    return float(chance @ rest / poisson.pmf(m, m))
