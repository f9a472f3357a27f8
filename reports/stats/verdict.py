"""Verdicts: the word for an effect, read off its printed interval and nothing else; corrections for families of tests;
and how a whole report errs in 5 %.

The error of a report is shared out over families of comparisons beforehand. Families of the first screen have equal
parts (Bonferroni), within which the effects of each are judged together by the largest |t|. Where a report has
comparisons behind the first screen, a tenth is left for them: those that Holm's procedure rejects at it hold together
with all others, and may head a section. A family of the first screen that is decided whole hands its part on to them: a
graphical procedure (Bretz, Maurer, Brannath and Posch 2009) whose arrows all lead from the screen to the sections. So
no more than 5 % of reports have a false word on the first screen or in a heading, whatever is true of all others. What
is folded away holds within its own family alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "ALPHA", "FAIR", "FEW_DEALS", "HEADING_ERROR", "MIXED", "SECTIONS", "STRONGER", "UNCLEAR", "WEAKER", "Judgement",
    "Leaning", "Settles", "Word", "certain_rows", "holm", "is_certain", "judge", "may_head", "section_part",
    "settled_by", "shared_out",
]  # fmt: skip


# What is read off an interval; which words stand for it depends on what is compared with what (reports/sentences.py).
Word = Literal["stronger", "weaker", "fair", "unclear", "mixed"]
Leaning = Literal["", "stronger", "weaker"]
STRONGER: Word = "stronger"
WEAKER: Word = "weaker"
FAIR: Word = "fair"
UNCLEAR: Word = "unclear"
MIXED: Word = "mixed"  # of several things: fair in the mean, and one of them is stronger or weaker

FEW_DEALS = 50  # clusters below which nothing is decided, whatever the interval
SECTIONS = 0.1  # of a report's error, for what stands behind its first screen
MAX_SECTIONS = 8  # of a page
# Of a heading that claims what is no verdict: all of them together add a tenth to the error of a report (Bonferroni).
HEADING_ERROR = 0.05 * SECTIONS / MAX_SECTIONS
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Judgement:
    """A verdict word; an unclear effect that is surely off 0 leans to a side."""

    verdict: Word
    leaning: Leaning = ""

    @property
    def off_zero(self) -> bool:
        """Whether it says that the effect has a direction."""
        return bool(self.leaning) or self.verdict not in (FAIR, UNCLEAR)

    @property
    def decided(self) -> bool:
        """Whether there is a word for it."""
        return self.verdict != UNCLEAR


def judge(low: float, high: float, deals: int, margin: float, *, sided: bool = False) -> Judgement:
    """The word for an effect whose simultaneous 95 % interval is `low` to `high`.

    | the interval | verdict |
    |---|---|
    | wholly beyond the tolerance `margin` | stronger / weaker |
    | wholly inside it | fair |
    | anything else | unclear, leaning stronger / weaker where it is off 0 |

    Below 50 deals (the clusters of every error) a verdict is unclear. sided: all that is off 0 is stronger or weaker.
    """
    if deals < FEW_DEALS or math.isnan(low) or math.isnan(high):
        return Judgement(UNCLEAR)
    if low > (0.0 if sided else margin):
        return Judgement(STRONGER)
    if high < (0.0 if sided else -margin):
        return Judgement(WEAKER)
    if -margin < low and high < margin:
        return Judgement(FAIR)
    return Judgement(UNCLEAR, "stronger" if low > 0 else "weaker" if high < 0 else "")


def holm(p: ArrayLike | Sequence[float]) -> NDArray[np.float64]:
    """Holm's (1979) adjusted p values; NaN entries are no part of the family and stay NaN."""
    values = np.asarray(p, dtype=np.float64)
    adjusted = np.full(values.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(values))
    order = tested[np.argsort(values[tested], kind="stable")]
    steps = values[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0) if len(order) else steps
    return adjusted


def shared_out(screen: Sequence[str], *, sections: bool) -> dict[str, float]:
    """The part of a report's error that each family of its first screen has; sections: there are comparisons behind
    it."""
    part = (1.0 - SECTIONS if sections else 1.0) / max(len(screen), 1)
    return dict.fromkeys(screen, part)


def section_part(parts: Mapping[str, float], decided: Collection[str]) -> float:
    """The part that is left for sections once these families of the first screen are decided whole."""
    return 1.0 - sum(part for family, part in parts.items() if family not in decided)


def may_head(p: float | None) -> bool:
    """Whether an estimate with this p, which holds together with all others of its table, may be claimed by a
    heading."""
    return p is not None and p <= HEADING_ERROR


def is_certain(effect: float, low: float | None, high: float | None, *, size: int = 1) -> bool:
    """Whether an effect differs from 0 at the error of a heading, read off its 95 % interval. size: of how many such
    effects it may be the largest; 1 where the interval holds together with theirs."""
    half = None if low is None or high is None else effect - low if effect > 0 else high - effect
    if not half or not math.isfinite(half):
        return False
    return size * math.erfc(abs(effect) / half * Z95 / math.sqrt(2.0)) <= HEADING_ERROR


def certain_rows(rows: Sequence[Mapping[str, Any]], name: str) -> list[Mapping[str, Any]]:
    """Rows of a table whose estimate `name` is certain among all of them, each interval being its own."""
    return [r for r in rows if is_certain(r[name], r[f"{name}_low"], r[f"{name}_high"], size=len(rows))]


# What would bring an unclear effect its word: more games, more plans, data that are looked up, another tolerance; or
# the games that are being played.
Settles = Literal["games", "plans", "data", "tolerance", "play"]


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


ALPHA = 0.05
