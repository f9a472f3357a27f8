"""Is the rulebook's tip on the opening right: forced numbers of turns of one class compared on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.effects import Effect, Judged, interval, judged
from reports.frames import RunFrames
from reports.openings.forced import ForcedShares
from reports.openings.wording import compared, outcome
from reports.stats.verdict import BALANCED, SMALL, Judgement, holm

__all__ = ["tip_verdicts"]


def tip_verdicts(run: RunFrames, plans: ForcedShares) -> Judged:
    """The numbers the rulebook names against the best other one and against all others; nothing without a tip."""
    inside = [str(level) for level in run.game.tip_levels if str(level) in plans.at]
    outside = [level for level in plans.at if level not in inside]
    if not inside or not outside:
        return pl.DataFrame(), []
    best, all_others = _against_best(run, plans, inside, outside), _against_all(run, plans, inside, outside)
    return pl.concat([best[0], all_others[0]]), best[1] + all_others[1]


def _against_best(run: RunFrames, plans: ForcedShares, inside: Sequence[str], outside: Sequence[str]) -> Judged:
    """The tip's numbers against the best other one; as that one was picked, its interval is simultaneous over all
    others (Bonferroni) and its p value is Holm's."""
    at = plans.at
    tip = [at[level] for level in inside]
    best, single = plans.best_of(outside), plans.best_of(list(at))
    p = holm([plans.effect("", tip, [at[level]]).p for level in outside])
    corrected = float(p[outside.index(best)])
    levels, turns = " or ".join(inside), plans.grouping.turns()
    subject = f"tip: {levels} against {best}, the best other number"
    effect = plans.effect(subject, tip, [at[best]], level=1.0 - 0.05 / len(outside))

    def say(e: Effect, j: Judgement) -> str:
        comparison = f"{compared(e, j)} {best}, the best other number ({interval(e)})"
        fact = f"forced to {levels} {turns} a seat {comparison}"
        aside = (
            f" The best single number is {single}, which the tip names." if e.effect < 0 and single in inside else ""
        )
        if j.verdict in (BALANCED, SMALL):
            return f"The rulebook's tip makes no difference that matters: {fact}: {outcome(e, j, run)}{aside}"
        if j.p_equivalence is not None and corrected < 0.05:
            return f"The rulebook's tip is {'right' if e.effect > 0 else 'wrong'} for these strategies: {fact}.{aside}"
        return f"The rulebook's tip is neither confirmed nor refuted: {fact}: {outcome(e, j, run)}{aside}"

    return judged([effect], run.margin, say, adjusted=[corrected])


def _against_all(run: RunFrames, plans: ForcedShares, inside: Sequence[str], outside: Sequence[str]) -> Judged:
    """The tip's numbers against the mean of all others."""
    levels, turns, at = " or ".join(inside), plans.grouping.turns(), plans.at
    subject = f"tip: {levels} against all other numbers"
    effect = plans.effect(subject, [at[level] for level in inside], [at[level] for level in outside])

    def say(e: Effect, j: Judgement) -> str:
        fact = f"Forced to {levels} {turns} a seat {compared(e, j)} the mean of all other numbers"
        return f"{fact} ({interval(e)}): {outcome(e, j, run)}"

    return judged([effect], run.margin, say)
