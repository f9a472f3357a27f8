"""Which first round wins: what was chosen (confounded by the hand) and what was forced on the same deals (causal)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analyser.questions.answer import Answer, Verdict, shaped
from analyser.questions.opening_plans import Plans, plan_table
from analyser.questions.opening_tables import CHOSEN, FORCED, best_where, by_level, by_line, trajectory, tree
from analyser.questions.run import Frame, Run
from analyser.questions.tip import level_letter, tip_verdicts

__all__ = ["answer"]


def answer(
    seats: Frame, games: Frame, decisions: Frame | None = None, *, facts: Mapping[str, Any], margin: float = 0.02
) -> Answer:
    """Tables on openings, and the verdict on the rulebook's tip; `margin` is a fraction of win share.

    Arm `forced` holds the causal numbers: on the same deals one seat's opening is set by plan; only that seat counts.
    """
    run = Run.of(seats, games, decisions, facts, margin)
    notes: list[str] = []
    chosen = [arm for arm in ("chosen", "free") if arm in run.arms][:1] or [a for a in run.arms if a != FORCED]
    letter = level_letter(run)
    parts = _parts(run, chosen, letter)
    tables: dict[str, pl.DataFrame] = {}
    verdicts: list[Verdict] = []
    if not parts:
        notes.append("The run has no openings to compare.")
    else:
        tables["unify"] = by_level(parts)
        tables["lines"], tables["coarse"], found = by_line(parts, list(run.classes))
        notes += found
        tables["trajectory"] = trajectory(run, parts)
        tables["best_where"] = best_where(parts)
        if CHOSEN in parts:
            tables["tree"] = tree(parts[CHOSEN])
    if FORCED in parts:
        plans = Plans.of(run, parts[FORCED], chosen, letter)
        tables["plans"] = plan_table(plans)
        tables["verdicts"], verdicts, found = tip_verdicts(run, plans)
        notes += found
    else:
        notes.append(
            "No opening was forced: chosen openings depend on the hand, so their win shares are no proof of cause."
        )
    if FORCED in parts and CHOSEN in parts:
        notes.append(
            "Chosen: what the strategies did, confounded by the cards they held. Forced: set by plan for one seat on "
            "the same deals, whatever its hand: the causal number. A forced number of turns counts as planned, even "
            "where the rules left no such move."
        )
    title = f"{run.facts.get('title') or run.facts.get('name') or 'Game'}: which opening wins?"
    return Answer("openings", title, verdicts, shaped("openings", tables), run.header(), notes)


def _parts(run: Run, chosen: list[str], letter: str) -> dict[str, pl.LazyFrame]:
    """Rows of chosen and of forced openings.

    `level` is the number of turns of the question's class, as planned where forced; `loose` says that a plan sets
    nothing else.
    """
    parts: dict[str, pl.LazyFrame] = {}
    opening, plan = pl.col("opening").cast(pl.String), pl.col("plan").cast(pl.String)
    taken, planned = (x.str.count_matches(letter, literal=True).cast(pl.Int64) for x in (opening, plan))
    if chosen:
        rows = run.rows(*chosen).filter(opening.is_not_null() & (opening != ""))
        parts[CHOSEN] = rows.with_columns(opening=opening, level=taken)
    if FORCED in run.arms:
        loose = plan.str.contains(f"^{letter}*x*$")
        rows = run.rows(FORCED).filter(plan.is_not_null())
        parts[FORCED] = rows.with_columns(opening=opening, plan=plan, level=planned, loose=loose)
    return {how: rows for how, rows in parts.items() if rows.select(pl.len()).collect().item()}
