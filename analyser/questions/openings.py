"""Which opening wins: what was chosen (confounded by what the seat held) and what was forced on the same deals
(causal)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analyser.questions.answer import Answer, Verdict, shaped
from analyser.questions.opening_groups import Grouping
from analyser.questions.opening_plans import Plans, plan_table
from analyser.questions.opening_tables import CHOSEN, FORCED, best_where, by_group, by_line, trajectory, tree
from analyser.questions.opening_verdicts import best_note, followed_note, group_verdicts
from analyser.questions.places import places
from analyser.questions.run import Frame, Run
from analyser.questions.tip import tip_verdicts

__all__ = ["answer"]


def answer(
    seats: Frame, games: Frame, decisions: Frame | None = None, *, facts: Mapping[str, Any], margin: float = 0.02
) -> Answer:
    """Tables on openings, and verdicts on their groups and on the rulebook's tip; `margin` is a fraction of win share.

    Arm `forced` holds the causal numbers: on the same deals one seat's opening is set by plan; only that seat counts.
    """
    run = Run.of(seats, games, decisions, facts, margin)
    notes: list[str] = []
    chosen = [arm for arm in ("chosen", "free") if arm in run.arms][:1] or [a for a in run.arms if a != FORCED]
    grouping = Grouping.of(run)
    parts = _parts(run, chosen, grouping)
    tables: dict[str, pl.DataFrame] = {}
    verdicts: list[Verdict] = []
    if not parts:
        notes.append("The run has no openings to compare.")
    else:
        tables["groups"] = by_group(parts)
        tables["lines"], tables["coarse"], found = by_line(parts, list(grouping.classes))
        notes += found
        tables["trajectory"] = trajectory(run, parts)
        tables["best_where"] = best_where(parts)
        tables["places"] = places(run, parts)
        if CHOSEN in parts:
            tables["tree"] = tree(parts[CHOSEN])
    if FORCED in parts:
        plans = Plans.of(run, parts[FORCED], chosen, grouping)
        tables["plans"] = plan_table(plans)
        tables["verdicts"], verdicts, found = _judged(run, plans)
        notes += found
    else:
        notes.append(
            f"No opening was forced: chosen openings depend on {grouping.confounded_by}, so their win shares are no "
            "proof of cause."
        )
    if FORCED in parts and CHOSEN in parts:
        notes.append(_causes(grouping))
    title = f"{run.facts.get('title') or run.facts.get('name') or 'Game'}: which opening wins?"
    return Answer("openings", title, verdicts, shaped("openings", tables), run.header(), notes)


def _judged(run: Run, plans: Plans) -> tuple[pl.DataFrame, list[Verdict], list[str]]:
    """The verdicts table, the verdicts (the rulebook's tip first) and what must be said beside them."""
    if len(plans.at) < 2:
        return pl.DataFrame(), [], ["No groups of openings were forced against each other: there is nothing to judge."]
    judged = [tip_verdicts(run, plans), group_verdicts(run, plans)]
    table = pl.concat([rows for rows, _ in judged if len(rows)])
    never = [plans.grouping.label(group) for group in plans.grouping.order if group not in plans.at]
    barred = (
        f"Not forced, because the rules hardly ever allow it as a first {plans.grouping.turn[0]}: {', '.join(never)}."
    )
    notes = [best_note(plans), barred if never and not plans.grouping.letter else "", followed_note(plans)]
    return table, [verdict for _, said in judged for verdict in said], [note for note in notes if note]


def _causes(grouping: Grouping) -> str:
    """What chosen and forced stand for."""
    what = f"number of {grouping.turn[1]}" if grouping.letter else f"first {grouping.turn[0]}"
    return (
        f"Chosen: what the strategies did, confounded by {grouping.confounded_by}. Forced: set by plan for one seat on "
        f"the same deals, whatever it would have liked: the causal number. A forced {what} counts as planned, even "
        "where the rules left no such move."
    )


def _parts(run: Run, chosen: list[str], grouping: Grouping) -> dict[str, pl.LazyFrame]:
    """Rows of chosen and of forced openings.

    `group` is the opening's group, as planned where forced; `loose` says that a plan sets nothing else.
    """
    parts: dict[str, pl.LazyFrame] = {}
    opening, plan = pl.col("opening").cast(pl.String), pl.col("plan").cast(pl.String)
    if chosen:
        rows = run.rows(*chosen).filter(opening.is_not_null() & (opening != ""))
        parts[CHOSEN] = rows.with_columns(opening=opening, group=grouping.group(opening))
    if FORCED in run.arms:
        rows = run.rows(FORCED).filter(plan.is_not_null())
        planned = {"group": grouping.group(plan), "loose": grouping.loose(plan)}
        parts[FORCED] = rows.with_columns(opening=opening, plan=plan, **planned)
    parts = {how: rows.filter(pl.col("group").is_not_null()) for how, rows in parts.items()}
    return {how: rows for how, rows in parts.items() if rows.select(pl.len()).collect().item()}
