"""How many games a question needs until a verdict may be expected, and whether games are what it needs."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from typing import Literal

__all__ = ["POWER", "RANGE", "Settles", "decided_n", "settled_by", "size_range", "word_power"]

# What would bring an unclear effect its word: more games, more plans, data that are looked up, another tolerance; or
# the games that are being played.
Settles = Literal["games", "plans", "data", "tolerance", "play"]

POWER = 0.8
STEP = 1e-9  # of the logarithm of how far the error shrinks
RANGE = 0.68  # of the interval of the effect whose ends give the range of a size


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
    outside = ndtr(e - b - z) + ndtr(-e - b - z)
    inside = ndtr(m - z - e) - ndtr(z - m - e)
    return float(max(outside, inside) if sided else outside + max(inside, 0.0))


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

    def power_at(step: int) -> float:
        by = shrunk(step)
        z = width(by * by) if width else None
        return word_power(effect, se / by, margin, rate=rate, z=z, sided=sided)

    root = bisect_left(range(round(60.0 / STEP)), power, key=power_at)
    return n * shrunk(root) ** 2


def size_range(
    needed: Callable[[float], float], effect: float, se: float, margin: float, *, sided: bool = False
) -> tuple[float, float]:
    """The smallest and the largest size that `needed` gives for effects inside the 68 % interval of the estimate:
    infinite where the margin itself lies in it, unless a side is all that is asked.

    Sizes grow with the inverse square of the distance of the effect from the margin, so that the error of the estimate
    is most of theirs: a range says so where a single number does not. How often it holds the size of the true effect:
    `reports/stats/README.md`.
    """
    from scipy.special import ndtri

    reach = float(ndtri(0.5 + RANGE / 2.0)) * se
    low, high = effect - reach, effect + reach
    hardest = (-margin / 2.0, margin / 2.0) if sided else (-margin, margin)  # effects nearest to what is denied
    inside = [x for x in (0.0, *hardest) if low < x < high]
    sizes = [needed(x) for x in (low, effect, high, *inside)]
    return min(sizes), max(sizes)


def settled_by(*, deals: float, plans: float | None, data: float | None, decidable: bool) -> Settles:
    """What would bring an unclear effect its word, by half the width of its interval over deals, of that of the mean
    over plans and of that over printings of unknown data (None: not known): games where luck of the deal is the widest
    and some number of them that can be played decides (`decidable`), the tolerance where none does, and else plans or
    data, of which more games say nothing.

    No interval over deals yet (NaN) is wider than any.
    """
    wider = {name: half for name, half in (("plans", plans), ("data", data)) if half is not None and half > deals}
    if wider:
        return "plans" if wider.get("plans", 0.0) >= wider.get("data", 0.0) else "data"
    return "games" if decidable else "tolerance"
