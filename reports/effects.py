"""Effects on win share, judged as a family and put into sentences a designer can publish."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from reports import columns as c
from reports.answer import Verdict
from reports.columns import Column
from reports.stats.verdict import BALANCED, SMALL, UNBALANCED, Judgement, holm, judge

__all__ = ["VERDICTS", "Effect", "Judged", "ending", "interval", "judged", "pp", "signed_pp"]

Judged = tuple[pl.DataFrame, list[Verdict]]  # rows of the `verdicts` table, and the verdicts they stand for

# Columns of the `verdicts` table of every question.
VERDICTS: tuple[Column, ...] = (
    c.code("subject", "compared"),
    c.pp("effect", "effect", estimate=True),
    c.P,
    c.P_HOLM,
    c.p_value("p_equivalence", "p (equivalence)"),
    Column("margin", "margin", "pp", lambda value, words: f"±{100.0 * float(str(value)):,.1f}"),
    c.word("verdict", "verdict"),
    c.N,
    c.count("deals", "deals"),
    c.count("deals_needed", "deals needed"),
)

# More deals than this nobody plays to settle one question: an effect that lies on the margin itself.
MOST_DEALS = 1_000_000


@dataclass(frozen=True)
class Effect:
    """A difference of win shares with its clustered error; `subject` names it."""

    subject: str
    effect: float
    low: float
    high: float
    se: float
    p: float
    n: int
    deals: int


def judged(
    effects: Sequence[Effect],
    margin: float,
    say: Callable[[Effect, Judgement], str],
    *,
    adjusted: Sequence[float] | None = None,
) -> Judged:
    """Rows of the `verdicts` table and the verdicts themselves; the effects are one family (Holm), unless `adjusted`
    gives their p values corrected in another way."""
    corrected = holm([e.p for e in effects]).tolist() if adjusted is None else adjusted
    rows, verdicts = [], []
    for e, p in zip(effects, corrected, strict=True):
        judgement = judge(e.effect, e.se, e.deals, margin, p)
        numbers = {"effect": _real(e.effect), "effect_low": _real(e.low), "effect_high": _real(e.high)}
        tests = {"p": _real(e.p), "p_holm": _real(p), "p_equivalence": judgement.p_equivalence}
        sizes = {"margin": margin, "verdict": judgement.verdict, "n": e.n, "deals": e.deals}
        rows.append({"subject": e.subject, **numbers, **tests, **sizes, "deals_needed": judgement.deals_needed})
        verdicts.append(
            Verdict(
                subject=e.subject,
                sentence=say(e, judgement),
                verdict=judgement.verdict,
                effect=_real(e.effect),
                low=_real(e.low),
                high=_real(e.high),
                margin=margin,
                unit="pp",
                p=_real(p),
                n=e.n,
                deals_needed=judgement.deals_needed,
            )
        )
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


VERDICT_TYPES = {
    "effect": pl.Float64,
    "effect_low": pl.Float64,
    "effect_high": pl.Float64,
    "p": pl.Float64,
    "p_holm": pl.Float64,
    "p_equivalence": pl.Float64,
    "deals_needed": pl.Int64,
}


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
    """The 95 % interval in words."""
    return "no interval yet" if math.isnan(e.low) else f"95 % interval {pp(e.low)} to {pp(e.high)} pp"


def ending(e: Effect, judgement: Judgement, margin: float) -> str:
    """The verdict as the last words of a sentence."""
    if judgement.verdict == BALANCED:
        return f"balanced within {pp(margin)} pp."
    if judgement.verdict == SMALL:
        return f"small but real, inside the margin of {pp(margin)} pp."
    if judgement.verdict == UNBALANCED:
        return "unbalanced."
    if judgement.p_equivalence is None:
        return "undecided, too few deals to tell."
    real = e.low > 0 or e.high < 0
    doubt = f"undecided whether it is smaller than {pp(margin)} pp" if real and abs(e.effect) < margin else "undecided"
    if judgement.deals_needed is None:
        return f"{doubt}."
    if judgement.deals_needed > MOST_DEALS:
        return f"{doubt}, it would take more deals than can be played."
    return f"{doubt}, about {_rounded(judgement.deals_needed):,} more deals needed."


def _rounded(deals: int) -> int:
    """Two leading digits, rounded up: a plan, not a measurement."""
    step: int = 10 ** max(len(str(deals)) - 2, 0)
    return math.ceil(deals / step) * step
