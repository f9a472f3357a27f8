"""Effects on win share, judged as a family and put into sentences a designer can publish."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.answer import Verdict
from reports.columns import Column
from reports.frames import RunFrames
from reports.stats import families
from reports.stats.cluster import ONE_LOOK
from reports.stats.families import Family
from reports.stats.joint import Contrast, Joint
from reports.stats.power import decided_n
from reports.stats.sequential import AT_LIMIT
from reports.stats.verdict import FAIR, FEW_DEALS, SIDED, Judgement, Word, judge

__all__ = [
    "VERDICTS",
    "VERDICT_TYPES",
    "Effect",
    "Judged",
    "Say",
    "contrasted",
    "differences",
    "effects_of",
    "ending",
    "interval",
    "judged",
    "pp",
    "shares",
    "shares_and_differences",
    "signed_pp",
    "together",
]

Judged = tuple[pl.DataFrame, list[Verdict]]  # rows of the `verdicts` table, and the verdicts they stand for

# Columns of the `verdicts` table of every question.
VERDICTS: tuple[Column, ...] = (
    c.code("subject", "compared"),
    c.pp(
        "effect",
        "effect",
        estimate=True,
        note="95 % interval that holds together with all others of its family and kind",
    ),
    c.pp("each", "by itself", estimate=True, note="the same effect with the 95 % interval of a single comparison"),
    c.P,
    Column("margin", "margin", "pp", lambda value, words: f"±{100.0 * float(str(value)):,.1f}"),
    c.word("verdict", "verdict"),
    c.word("leaning", "leaning", note="the side an undecided effect surely lies on"),
    c.word(
        "kind",
        "kind",
        note="screen: the word holds together with all others of the first screen in 95 of 100 runs; section: with "
        "those and all headings of sections; exploratory: with those of its own family",
    ),
    c.N,
    c.count("deals", "deals"),
    c.count("games_needed", "games needed", note="what to pass to --games; null: decided, or not decidable"),
)

MOST_GAMES = 100_000_000  # more nobody plays to settle one question: an effect that lies on the margin itself
FEW = f"undecided, fewer than {FEW_DEALS} deals tell nothing."


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


# A sentence from an effect, its judgement and the sentence's last words.
Say = Callable[[Effect, Judgement, str], str]


def shares(run: RunFrames, found: Joint, name: str) -> Family:
    """Win shares of groups against par, as one family; `name` keys its draws beside the run's seed."""
    par = run.par or math.nan
    shared = found.contrast(np.eye(len(found.estimate)))
    family = families.shares(shared, par, seed=_key(run, name), coverage=run.coverage, alpha=run.error_of(name))
    return replace(family, name=name)


def shares_and_differences(run: RunFrames, found: Joint, shares: ArrayLike, between: ArrayLike, name: str) -> Family:
    """Means of groups' win shares against par (a row of `shares` each), and after them differences between such means
    (a row of `between` each), as one family."""
    par, weights = run.par or math.nan, np.vstack([np.asarray(shares), np.asarray(between)])
    means, counted = found.contrast(weights), found.discordant(between)
    key, alpha = _key(run, name), run.error_of(name)
    family = families.shares_and_differences(means, par, counted, seed=key, coverage=run.coverage, alpha=alpha)
    return replace(family, name=name)


def differences(run: RunFrames, found: Joint, weights: ArrayLike, name: str) -> Family:
    """Differences between groups' win shares (a row of `weights` each), as one family."""
    return contrasted(run, found.contrast(weights), found.discordant(weights), name)


def contrasted(run: RunFrames, found: Contrast, counted: NDArray[np.int64], name: str) -> Family:
    """Differences of win shares as one family; `counted` are deals in favour, against and in all, a row each."""
    alpha = run.error_of(name)
    family = families.differences(found, counted, seed=_key(run, name), coverage=run.coverage, alpha=alpha)
    return replace(family, name=name)


def _key(run: RunFrames, name: str) -> int:
    return zlib.crc32(f"{run.seed} {name}".encode())


def effects_of(family: Family, subjects: Sequence[str]) -> list[Effect]:
    """The effects of a family, each under its subject."""
    names = ("effect", "low", "high", "low_each", "high_each", "se", "p", "n", "deals", "p_alone")
    columns = {name: getattr(family, name).tolist() for name in names}
    rate, error_family = family.rate, family.name
    return [
        Effect(subject, **{name: values[i] for name, values in columns.items()}, rate=rate, error_family=error_family)
        for i, subject in enumerate(subjects)
    ]


def together(family: Family) -> pl.DataFrame:
    """A family for a table of estimates: `effect` with the ends of its simultaneous interval, and the corrected `p`."""
    columns = {"effect": family.effect, "effect_low": family.low, "effect_high": family.high, "p": family.p}
    return pl.DataFrame(columns).fill_nan(None)


def judged(
    run: RunFrames,
    effects: Sequence[Effect],
    say: Say,
    *,
    family: str,
    names: Sequence[str] = (),
    words: Mapping[Word, Word] = MappingProxyType({}),
    sided: bool = False,
) -> Judged:
    """Rows of the `verdicts` table and the verdicts: each word is read off its effect's simultaneous interval; `words`
    stand in the place of the usual ones. `family` and `names`: as verdicts have them, of each effect (none: its
    subject). sided: who is better is all that is asked, by however little."""
    rows, verdicts = [], []
    words = SIDED if sided else words
    for e, name in zip(effects, names or [e.subject for e in effects], strict=True):
        judgement = judge(e.low, e.high, e.deals, run.margin, sided=sided)
        word = words.get(judgement.verdict, judgement.verdict)
        needs = games_needed(run, e, sided=sided)
        needed = None if judgement.decided else needs
        numbers = {"effect": e.effect, "se": e.se, "effect_low": e.low, "effect_high": e.high}
        numbers |= {"each": e.effect, "each_low": e.low_each, "each_high": e.high_each, "p": e.p, "p_alone": e.p_alone}
        told = {"margin": run.margin, "verdict": word, "leaning": judgement.leaning or None}
        sizes = {"n": e.n, "deals": e.deals, "games_needed": needed, "needs": needs}
        shared = {"has_direction": judgement.off_zero, "error_family": e.error_family}
        estimates = {name: _real(x) for name, x in numbers.items()}
        rows.append({"subject": e.subject, **estimates, **told, **sizes, **shared})
        verdicts.append(
            Verdict(
                subject=e.subject,
                sentence=say(e, judgement, ending(e, judgement, run, needed, word)),
                verdict=word,
                leaning=judgement.leaning,
                effect=_real(e.effect),
                low=_real(e.low),
                high=_real(e.high),
                margin=run.margin,
                unit="pp",
                p=_real(e.p),
                n=e.n,
                games_needed=needed,
                family=family,
                name=name,
                sided=sided,
            )
        )
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


_NUMBERS = ("effect", "se", "effect_low", "effect_high", "each", "each_low", "each_high", "p", "p_alone")
VERDICT_TYPES = {
    **dict.fromkeys(_NUMBERS, pl.Float64),
    "leaning": pl.String,
    "games_needed": pl.Int64,
    "needs": pl.Int64,
}


def games_needed(run: RunFrames, e: Effect, *, sided: bool = False) -> int | None:
    """Games to pass to `--games` so that the effect, if it is what it was estimated to be, gets a word in four of five
    runs; None where no number that can be played does. sided: as judged() has it.

    Errors shrink with the root of the run's games, whatever part of them an effect rests on, and what rare deals may
    add to them with their number. Three leading digits, rounded up: a plan, not a measurement. A run that goes on until
    it is decided has the word at its last look, or before.
    """
    if not e.deals:
        return None
    coverage = ONE_LOOK if run.looks is None else AT_LIMIT
    tail = e.rate / 2.0

    def width(times: float) -> float:
        deals, se = e.deals * times, e.se / math.sqrt(times)
        return float(coverage.rare_half(tail, 1.0, se, 0.0, deals)) / se if deals >= 2 else math.inf

    if e.se > 0:
        known = decided_n(e.effect, e.se, run.games_played, run.margin, rate=e.rate, sided=sided, width=width)
    else:  # no deal has shown what they may do that were not played
        gap = max(abs(e.effect), run.margin - abs(e.effect)) if sided else abs(run.margin - abs(e.effect))
        known = run.games_played * math.log(coverage.spent(tail)) / math.log1p(-gap) / e.deals if 0 < gap < 1 else 0.0
    total = max(known, run.games_played * FEW_DEALS / e.deals)
    if total > MOST_GAMES:
        return None
    step: int = 10 ** max(len(str(math.ceil(total))) - 3, 0)
    return math.ceil(total / step) * step


def _real(x: float) -> float | None:
    return None if math.isnan(x) else x


def pp(fraction: float) -> str:
    """A fraction of win share in percentage points, one decimal, a true minus, no minus zero."""
    return f"{round(100 * fraction, 1) + 0.0:.1f}".replace("-", "−")


def signed_pp(fraction: float) -> str:
    """The same with a plus where it is more than zero as printed."""
    words = pp(fraction)
    return words if words.startswith("−") or float(words) == 0 else f"+{words}"


def interval(e: Effect) -> str:
    """The simultaneous 95 % interval in words."""
    return "no interval yet" if math.isnan(e.low) else f"simultaneous 95 % interval {pp(e.low)} to {pp(e.high)} pp"


def ending(e: Effect, judgement: Judgement, run: RunFrames, needed: int | None, word: Word | None = None) -> str:
    """The verdict as the last words of a sentence; `word` may stand in its place."""
    margin, word = pp(run.margin), word or judgement.verdict
    if judgement.verdict == FAIR:
        return f"{word} within {margin} pp."
    if judgement.decided:
        inside = f", inside the margin of {margin} pp" if judgement.verdict.startswith("slightly") else ""
        return f"{word}{inside}."
    if e.deals < FEW_DEALS:
        return FEW if needed is None else f"{FEW[:-1]}; rerun with `--games {needed}`."
    doubt = f"undecided, leaning {judgement.leaning}" if judgement.leaning else "undecided"
    if needed is None:
        return f"{doubt}; not decidable at a margin of {margin} pp with any number of games that can be played."
    return f"{doubt}; rerun with `--games {needed}`."
