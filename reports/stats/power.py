"""How many games a question needs until a verdict may be expected."""

from __future__ import annotations

import math
from bisect import bisect_left

__all__ = ["POWER", "decided_n", "word_power"]

POWER = 0.8
STEP = 1e-9  # of the logarithm of how far the error shrinks


def word_power(effect: float, se: float, margin: float, *, rate: float = 0.05) -> float:
    """Chance that the interval of an estimate with this error gives a word, when the true effect is `effect`.

    The interval, of half width h = z se with the two-sided error `rate`, has to lie wholly beyond the margin or wholly
    inside it: Phi((e - m - h) / se) + Phi((-e - m - h) / se) + max(Phi((m - h - e) / se) - Phi((h - m - e) / se), 0).
    """
    from scipy.special import ndtr, ndtri

    z = -float(ndtri(rate / 2.0))
    e, m = effect / se, margin / se
    beyond = ndtr(e - m - z) + ndtr(-e - m - z)
    inside = ndtr(m - z - e) - ndtr(z - m - e)
    return float(beyond + max(inside, 0.0))


def decided_n(effect: float, se: float, n: float, margin: float, *, rate: float = 0.05, power: float = POWER) -> float:
    """Size at which an effect estimated as `effect` with error `se` at size `n` gets a word with the given power;
    infinite for an effect on the margin itself.

    The error shrinks with the root of the size, whatever is counted (games or deals). The size at which the power is
    reached is found by bisection: to load scipy's solvers takes longer than an answer's verdicts.
    """
    distance = abs(abs(effect) - margin)
    if not math.isfinite(se) or distance == 0:
        return math.inf
    if se == 0:
        return n
    top = math.log(se / distance * 64.0)  # there the interval is narrow beside the distance to the margin, at any rate

    def shrunk(step: int) -> float:
        return math.exp(top - 60.0 + step * STEP)

    root = bisect_left(
        range(round(60.0 / STEP)), power, key=lambda step: word_power(effect, se / shrunk(step), margin, rate=rate)
    )
    return n * shrunk(root) ** 2
