"""How many games a question needs until a verdict may be expected."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable

__all__ = ["POWER", "decided_n", "word_power"]

POWER = 0.8
STEP = 1e-9  # of the logarithm of how far the error shrinks


def word_power(
    effect: float, se: float, margin: float, *, rate: float = 0.05, z: float | None = None, sided: bool = False
) -> float:
    """Chance that the interval of an estimate with this error gives a word, when the true effect is `effect`.

    The interval, of half width h = z se (None: with the two-sided error `rate`), has to lie wholly beyond the margin,
    or beyond 0 where a side is all that is asked (b: either), or wholly inside the margin m:
    Phi((e - b - h) / se) + Phi((-e - b - h) / se) + max(Phi((m - h - e) / se) - Phi((h - m - e) / se), 0). Sided, both
    may be: the larger counts.
    """
    from scipy.special import ndtr, ndtri

    z = -float(ndtri(rate / 2.0)) if z is None else z
    e, m = effect / se, margin / se
    b = 0.0 if sided else m
    beyond = ndtr(e - b - z) + ndtr(-e - b - z)
    inside = ndtr(m - z - e) - ndtr(z - m - e)
    return float(max(beyond, inside) if sided else beyond + max(inside, 0.0))


def decided_n(
    effect: float,
    se: float,
    n: float,
    margin: float,
    *,
    rate: float = 0.05,
    power: float = POWER,
    sided: bool = False,
    width: Callable[[float], float] | None = None,
) -> float:
    """Size at which an effect estimated as `effect` with error `se` at size `n` gets a word with the given power;
    infinite for an effect on the margin itself, unless a side is all that is asked.

    width: half the interval in errors, at so many times the size; None: as the two-sided error `rate` has it.

    The error shrinks with the root of the size, whatever is counted (games or deals). The size at which the power is
    reached is found by bisection: to load scipy's solvers takes longer than an answer's verdicts.
    """
    distance = max(abs(effect), margin - abs(effect)) if sided else abs(abs(effect) - margin)
    if not math.isfinite(se) or distance == 0:
        return math.inf
    if se == 0:
        return n
    top = math.log(se / distance * 64.0)  # there the interval is narrow beside the distance to the margin, at any rate

    def shrunk(step: int) -> float:
        return math.exp(top - 60.0 + step * STEP)

    def reached(step: int) -> float:
        by = shrunk(step)
        z = width(by * by) if width else None
        return word_power(effect, se / by, margin, rate=rate, z=z, sided=sided)

    root = bisect_left(range(round(60.0 / STEP)), power, key=reached)
    return n * shrunk(root) ** 2
