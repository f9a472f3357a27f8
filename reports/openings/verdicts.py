"""Verdicts on openings: groups forced on the same deals against each other, the rulebook's tip first."""

from __future__ import annotations

import polars as pl

from reports.effects import Effect, Judged, effects_of, interval, judged
from reports.frames import RunFrames
from reports.openings.forced import ForcedShares, forced_shares
from reports.openings.grouping import Grouping
from reports.openings.parts import CHOSEN, grouping_of, parts_of
from reports.openings.tip import tip_verdicts
from reports.openings.wording import best_note, compared, followed_note, partly
from reports.stats.verdict import Judgement

__all__ = ["judge", "notes", "nothing"]


def judge(run: RunFrames) -> Judged:
    """The tip, and every group against the mean of the others; nothing where fewer than two groups were forced."""
    plans = run.once(forced_shares)
    if plans is None or len(plans.at) < 2:
        return pl.DataFrame(), []
    families = [tip_verdicts(run, plans), group_verdicts(run, plans)]
    return pl.concat([rows for rows, _ in families if len(rows)]), [one for _, said in families for one in said]


def group_verdicts(run: RunFrames, plans: ForcedShares) -> Judged:
    """Every group against the mean of the others, one family."""
    grouping = plans.grouping
    family = plans.family(run, "openings", [([p], plans.peers(p)) for p in plans.at.values()])
    effects = effects_of(family, [grouping.subject(group) for group in plans.at])
    where = {grouping.subject(group): f" where it can ({100 * share:.0f} %)" for group, share in partly(plans).items()}

    def say(e: Effect, j: Judgement, end: str) -> str:
        comparison = f"{compared(e, j)} the mean of {grouping.others} ({interval(e)})"
        return f"A seat forced to {e.subject}{where.get(e.subject, '')} {comparison}: {end}"

    labels = [grouping.label(group) for group in plans.at]
    return judged(run, effects, say, family=grouping.forced, names=labels)


def nothing(run: RunFrames) -> list[str]:
    """Said first: why there is nothing to judge."""
    if not run.once(parts_of):
        return ["The run has no openings to compare."]
    if run.once(forced_shares) is not None:
        return []
    depends = f"chosen openings depend on {run.once(grouping_of).confounded_by}"
    return [f"No opening was forced: {depends}, so their win shares are no proof of cause."]


def notes(run: RunFrames) -> list[str]:
    """What verdicts on openings rest on, and what chosen and forced stand for."""
    parts, plans, grouping = run.once(parts_of), run.once(forced_shares), run.once(grouping_of)
    if plans is None:
        return []
    return [*_on_plans(plans), *([_causes(grouping)] if CHOSEN in parts else [])]


def _on_plans(plans: ForcedShares) -> list[str]:
    """What must be said beside the verdicts."""
    if len(plans.at) < 2:
        return ["No groups of openings were forced against each other: there is nothing to judge."]
    grouping = plans.grouping
    never = [grouping.label(group) for group in grouping.order if group not in plans.at]
    barred = f"Not forced, because the rules hardly ever allow it as a first {grouping.turn[0]}: {', '.join(never)}."
    said = [best_note(plans), barred if never and not grouping.letter else "", followed_note(plans)]
    return [note for note in said if note]


def _causes(grouping: Grouping) -> str:
    """What chosen and forced stand for."""
    what = f"number of {grouping.turn[1]}" if grouping.letter else f"first {grouping.turn[0]}"
    return (
        f"Chosen: what the strategies did, confounded by {grouping.confounded_by}. Forced: set by plan for one seat on "
        f"the same deals, whatever it would have liked: the causal number. A forced {what} counts as planned, even "
        "where the rules left no such move."
    )
