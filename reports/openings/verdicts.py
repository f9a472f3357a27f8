"""Verdicts on openings: groups forced on the same deals against each other, the rulebook's tip first."""

from __future__ import annotations

import polars as pl

from reports.effects import Judged, effects_of, judged
from reports.frames import RunFrames
from reports.openings.forced import Comparisons, ForcedShares, compare_groups, forced_shares
from reports.openings.grouping import Grouping
from reports.openings.parts import CHOSEN, ORDINARY, grouping_of, parts_of
from reports.openings.tip import tip_verdicts
from reports.openings.wording import best_note, followed_note, heading, players_name
from reports.sentences import Reference

__all__ = ["judge", "notes", "nothing"]


def judge(run: RunFrames) -> Judged:
    """The tip, and every group against the mean of the others; nothing where fewer than two groups were forced."""
    plans, compared = run.once(forced_shares), run.once(compare_groups)
    if plans is None or compared is None:
        return pl.DataFrame(), []
    families = [tip_verdicts(run, plans), group_verdicts(run, plans, compared)]
    return pl.concat([rows for rows, _ in families if len(rows)]), [one for _, said in families for one in said]


def group_verdicts(run: RunFrames, plans: ForcedShares, comparisons: Comparisons) -> Judged:
    """Every group against the mean of the others by the same players, one family."""
    told = [_of_players(run, plans, comparisons, players) for players in plans.players]
    return pl.concat([rows for rows, _ in told]), [verdict for _, verdicts in told for verdict in verdicts]


def _of_players(run: RunFrames, plans: ForcedShares, comparisons: Comparisons, players: str) -> Judged:
    """Those in the hands of these players."""
    grouping, first = plans.grouping, players == plans.players[0]
    rows = [row for row, one in enumerate(comparisons.plans) if one.players == players]
    groups = [plans.groups[comparisons.plans[row]] for row in rows]
    refined = "" if first else f", {players_name(plans, players)}"  # a refinement of what the first are
    subjects = {f"{grouping.subject(group)}{refined}": group for group in groups}
    player = f", played by {players_name(plans, players)}" if len(plans.players) > 1 else ""
    noun = ("number", "numbers") if grouping.letter else (f"first {grouping.turn[0]}", f"first {grouping.turn[1]}")
    where = f"forced on the same deals{player}"
    reference = Reference("rest", noun, f"the mean of {grouping.others}", where, "opening with {name}")
    effects = effects_of(comparisons.family.part(rows), list(subjects))
    sets = [([one], plans.peers(one)) for one in (comparisons.plans[row] for row in rows)]
    over = plans.over_strategies(run, "openings", sets, list(subjects))
    labels = [grouping.label(group) for group in groups]
    family = heading(plans, grouping.forced, players)
    return judged(run, effects, reference, family=family, names=labels, plans=over)


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
    at = plans.at(ORDINARY)
    if len(at) < 2:
        return ["No groups of openings were forced against each other: there is nothing to judge."]
    grouping = plans.grouping
    never = [grouping.label(group) for group in grouping.order if group not in at]
    barred = f"Not forced, because the rules hardly ever allow it as a first {grouping.turn[0]}: {', '.join(never)}."
    best = [best_note(plans, players) for players in plans.players]
    said = [*best, barred if never and not grouping.letter else "", followed_note(plans)]
    return [note for note in said if note]


def _causes(grouping: Grouping) -> str:
    """What chosen and forced stand for."""
    what = f"number of {grouping.turn[1]}" if grouping.letter else f"first {grouping.turn[0]}"
    return (
        f"Chosen: what the strategies did, confounded by {grouping.confounded_by}. Forced: set by plan for one seat on "
        f"the same deals, whatever it would have liked: the causal number. A forced {what} counts as planned, even "
        "where the rules left no such move."
    )
