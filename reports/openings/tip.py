"""Is the rulebook's tip on the opening right: forced numbers of turns of one class compared on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.effects import Effect, Judged, Say, effects_of, interval, judged
from reports.frames import RunFrames
from reports.openings.forced import ForcedShares
from reports.openings.habit import Habit, habit
from reports.openings.wording import compared
from reports.stats.verdict import STRONGER, WEAKER, Judgement

__all__ = ["tip_verdicts"]


def tip_verdicts(run: RunFrames, plans: ForcedShares) -> Judged:
    """The numbers the rulebook names against the best other one and against the mean of all others; nothing without a
    tip.

    The best other number was picked, so the family holds the comparisons with every other one.
    """
    inside = [str(level) for level in run.game.tip_levels if str(level) in plans.at]
    outside = [level for level in plans.at if level not in inside]
    if not inside or not outside:
        return pl.DataFrame(), []
    at, levels = plans.at, " or ".join(inside)
    tip, others = [at[level] for level in inside], [at[level] for level in outside]
    sets = [*((tip, [plan]) for plan in others), (tip, others)]
    names = [f"{level}, the best other number" for level in outside]
    subjects = [f"tip: {levels} against {name}" for name in (*names, "all other numbers")]
    effects = effects_of(plans.family(run, "tip", sets), subjects)
    best, whole = effects[outside.index(plans.best_of(outside))], effects[-1]
    told = [
        judged(run, [effect], say, family="The rulebook's tip", names=[effect.subject.removeprefix("tip: ")])
        for effect, say in (
            (best, _against_best(plans, inside, run.once(habit))),
            (whole, _against_all(plans, inside)),
        )
    ]
    return pl.concat([rows for rows, _ in told]), [verdict for _, said in told for verdict in said]


def _against_best(plans: ForcedShares, inside: Sequence[str], habit: Habit | None) -> Say:
    """The sentence on the tip's numbers against the best other one: is the tip right? Where all plans open alike, for
    such plans only."""
    levels, turns, single = " or ".join(inside), plans.grouping.turns(), plans.best_of(list(plans.at))

    def say(e: Effect, j: Judgement, end: str) -> str:
        comparison = f"{compared(e, j)} {e.subject.removeprefix(f'tip: {levels} against ')} ({interval(e)})"
        fact = f"forced to {levels} {turns} a seat {comparison}"
        aside = (
            f" The best single number is {single}, which the tip names." if e.effect < 0 and single in inside else ""
        )
        if habit:
            measured = f"{habit.plans} {habit.always} ({habit.measured})"
            aside += f" {measured}, so this holds only for plans tuned to that opening."
        if j.verdict in (STRONGER, WEAKER):
            right = "right" if j.verdict == STRONGER else "wrong"
            return f"The rulebook's tip is {right} for these strategies: {fact}: {end}{aside}"
        if j.decided:
            return f"The rulebook's tip makes no difference that matters: {fact}: {end}{aside}"
        return f"The rulebook's tip is neither confirmed nor refuted: {fact}: {end}{aside}"

    return say


def _against_all(plans: ForcedShares, inside: Sequence[str]) -> Say:
    """The sentence on the tip's numbers against the mean of all others."""
    levels, turns = " or ".join(inside), plans.grouping.turns()

    def say(e: Effect, j: Judgement, end: str) -> str:
        fact = f"Forced to {levels} {turns} a seat {compared(e, j)} the mean of all other numbers"
        return f"{fact} ({interval(e)}): {end}"

    return say
