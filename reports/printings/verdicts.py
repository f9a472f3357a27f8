"""Verdicts over printings: the second interval, the word read off it, and how many printings say the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.answer import Over, Verdict
from reports.first_screen import verdicts_of_screen
from reports.printings.measured import Measured
from reports.sentences import signed_pp
from reports.stats.printings import inside
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, judge

__all__ = ["over_printings", "region", "that_fail"]


def over_printings(verdict: Verdict, found: Measured | None) -> Verdict:
    """The verdict with what printings say of it; as it is where they say nothing."""
    if found is None or verdict.effect is None:
        return verdict
    spread = found.spread
    word = judge(spread.low, spread.high, FEW_DEALS, verdict.margin, sided=verdict.reference.is_sided)
    limits = region(verdict)
    count, low, high = (None, None, None) if limits is None else inside(spread.shrunken, *limits)
    over = Over(
        printings=spread.n_levels,
        games=found.games,
        mean=spread.mean,
        sd=spread.sd,
        low=spread.low,
        high=spread.high,
        verdict=word.verdict,
        leaning=word.leaning,
        holds=count,
        share_low=low,
        share_high=high,
        sentence="",
    )
    return replace(verdict, over=replace(over, sentence=_sentence(verdict, over)))


def region(verdict: Verdict) -> tuple[float, float] | None:
    """Where an effect lies of which the verdict's word is true; None where there is no word."""
    if verdict.leaning:
        return (0.0, math.inf) if verdict.leaning == STRONGER else (-math.inf, 0.0)
    edge = 0.0 if verdict.reference.is_sided else verdict.margin
    known = {STRONGER: (edge, math.inf), WEAKER: (-math.inf, -edge), FAIR: (-verdict.margin, verdict.margin)}
    return known.get(verdict.verdict)


def that_fail(verdicts: Sequence[Verdict]) -> list[str]:
    """Subjects that refine no other and whose word is not that of the interval over printings, in one sentence, to be
    read first."""
    judged = [one for one in verdicts_of_screen(verdicts) if one.over and one.verdict != UNCLEAR]
    lost = [one.subject for one in judged if one.word != one.verdict]
    if not lost:
        return []
    listed = "; ".join(lost[:8]) + (f"; and {len(lost) - 8} more" if len(lost) > 8 else "")
    if len(judged) == 1:
        those = "The one verdict on the shipped printing does not hold"
    else:
        those = f"{len(lost)} of {len(judged)} verdicts on the shipped printing do{'es' * (len(lost) == 1)} not hold"
    return [
        f"{those} over all admissible printings: {listed}. What is said of these rests on data that no rulebook states."
    ]


def _sentence(verdict: Verdict, over: Over) -> str:
    """ "Triangle (B): stronger in 38 of 40 admissible printings (95 %: 83 to 99 %); effect +13.5 pp in the shipped one,
    +1.6 to +24.5 pp over all." """
    name = verdict.subject[:1].upper() + verdict.subject[1:]
    effect = f"effect {signed_pp(verdict.effect or 0.0)} pp in the shipped one, {signed_pp(over.low)} to "
    effect += f"{signed_pp(over.high)} pp over all"
    if over.holds is None or over.share_low is None or over.share_high is None:
        return f"{name}: {effect} {over.printings} admissible printings."
    word = f"lies on the {verdict.leaning} side" if verdict.leaning else _word(verdict)
    share = f"95 %: {100 * over.share_low:.0f} to {100 * over.share_high:.0f} %"
    return f"{name} {word} in {over.holds} of {over.printings} admissible printings ({share}); {effect}."


def _word(verdict: Verdict) -> str:
    return f"is {verdict.reference.word(verdict.verdict)}"
