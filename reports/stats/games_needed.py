"""How many games an effect needs until its interval gives it a word."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reports.stats.intervals import ONE_LOOK
from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from reports.frames import ScenarioRun

__all__ = ["POWER", "RANGE", "Effect", "decided_n", "games_needed", "games_range", "size_range", "word_power"]

MOST_GAMES = 10_000_000  # more nobody plays to settle one question: an effect that lies close to the margin itself
Games = tuple[int | None, int | None, int | None]  # that an effect needs: as it was estimated, fewest and most
POWER = 0.8
STEP = 1e-9  # of the root of a size, relative
QUANTILES = 8.0  # of powers that differ from 0 and from 1
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

    The error shrinks with the root of the size, whatever is counted (games or deals). The normal quantile of the power
    is nearly a line over that root, so that few powers are worked out to find where it is reached; to load scipy's
    solvers takes longer than an answer's verdicts.
    """
    from scipy.special import ndtri

    distance = max(abs(effect), margin - abs(effect)) if sided else abs(abs(effect) - margin)
    if not math.isfinite(se) or distance == 0:
        return math.inf
    if se == 0:
        return n

    def excess(root: float) -> float:
        z = width(root * root) if width else None
        chance = word_power(effect, se / root, margin, rate=rate, z=z, sided=sided)
        return min(max(float(ndtri(chance)), -QUANTILES), QUANTILES) - float(ndtri(power))

    low, high = 2.0 * se / distance, 4.0 * se / distance
    while excess(high) < 0:
        if high > 32.0 * se / distance:  # the interval is narrow beside the distance to the margin, at any rate
            return n * high**2
        low, high = high, 2.0 * high
    while excess(low) >= 0:
        low, high = low / 2.0, low
    return n * _zero_of(excess, low, high) ** 2


def _zero_of(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a growing function that is negative at `low` and not at `high` is zero: by the Illinois method (Dowell and
    Jarratt 1971)."""
    at_low, at_high, was_below = value(low), value(high), None
    while high - low > STEP * high:
        x = (low * at_high - high * at_low) / (at_high - at_low)
        if not low < x < high:
            break
        at = value(x)
        is_below = at < 0
        if is_below:
            low, at_low, at_high = x, at, at_high / 2.0 if was_below is True else at_high
        else:
            high, at_high, at_low = x, at, at_low / 2.0 if was_below is False else at_low
        was_below = is_below
    return high


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


@dataclass(frozen=True)
class Effect:
    """A difference of win shares; `subject` names it.

    `low` and `high` are its simultaneous 95 % interval, `low_each` and `high_each` that of it alone; `p` is corrected
    for the family, `p_alone` that of it alone; `rate` is the error of one comparison at which the family errs as often
    as it may; `error_family` is the name under which it shares the report's error.
    """

    subject: str
    effect: float
    low: float
    high: float
    low_each: float
    high_each: float
    se: float
    p: float
    n: int
    deals: int
    rate: float
    p_alone: float = math.nan
    error_family: str = ""


def games_range(run: ScenarioRun, e: Effect, needed: int | None, *, sided: bool = False) -> Games:
    """The games that an effect needs, as games_needed() has them, with the fewest and most of them if it is off its
    estimate by as much as the error of that (`size_range`)."""
    if needed is None or not e.se > 0:
        return needed, needed, needed

    def needed_at(effect: float) -> float:
        return games_needed(run, replace(e, effect=effect), sided=sided) or math.inf

    low, high = size_range(needed_at, e.effect, e.se, run.margin, sided=sided)
    return needed, int(low), int(high) if math.isfinite(high) else None


def games_needed(run: ScenarioRun, e: Effect, *, sided: bool = False) -> int | None:
    """Games to pass to `--games` so that the effect, if it is what it was estimated to be, gets a word in four of five
    runs; None where no number that can be played does. sided: as judge_effects() has it.

    Errors shrink with the root of the run's games, whatever part of them an effect rests on, and what rare deals may
    add to them with their number. Three leading digits, rounded up: a plan, not a measurement. A run that goes on until
    it is decided has the word at its last look, or before.
    """
    if not e.deals:
        return None
    coverage = run.looks.at_limit if run.looks and run.looks.sizes else ONE_LOOK
    tail = e.rate / 2.0

    def width(times: float) -> float:
        deals, se = e.deals * times, e.se / math.sqrt(times)
        return float(coverage.rare_half(tail, 1.0, se, 0.0, deals)) / se if deals >= 2 else math.inf

    if e.se > 0:
        decided = decided_n(e.effect, e.se, run.games_played, run.margin, rate=e.rate, sided=sided, width=width)
    else:  # no deal has shown what they may do that were not played
        gap = max(abs(e.effect), run.margin - abs(e.effect)) if sided else abs(run.margin - abs(e.effect))
        decided = run.games_played * math.log(coverage.spent(tail)) / math.log1p(-gap) / e.deals if 0 < gap < 1 else 0.0
    total = max(decided, run.games_played * FEW_DEALS / e.deals)
    if total > MOST_GAMES:
        return None
    step: int = 10 ** max(len(str(math.ceil(total))) - 3, 0)
    return math.ceil(total / step) * step
