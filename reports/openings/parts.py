"""Rows of chosen and of forced openings."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from reports.frames import RunFrames
from reports.openings.grouping import Grouping

__all__ = [
    "CHOSEN",
    "FORCED",
    "ORDINARY",
    "TUNED",
    "Parts",
    "chosen_arms",
    "free_plans",
    "grouping_of",
    "parts_of",
    "tuned_rows",
]

CHOSEN, FORCED = "chosen", "forced"
ORDINARY, TUNED = "ordinary", "tuned to open so"  # players
Parts = Mapping[str, pl.LazyFrame]  # seat rows by how the opening came about


def grouping_of(run: RunFrames) -> Grouping:
    """How the game's openings are grouped."""
    return Grouping.of(run.game)


def chosen_arms(run: RunFrames) -> list[str]:
    """Arms in which openings were chosen: `chosen`, else `free`, else all that do not force any."""
    named = [arm for arm in ("chosen", "free") if arm in run.arms][:1]
    return named or [arm for arm in run.arms if arm != FORCED]


def parts_of(run: RunFrames) -> Parts:
    """Rows of chosen and of forced openings, both of ordinary players.

    `group` is the opening's group, as planned where forced; `loose` says that a plan sets nothing else. `order` is the
    plan as it was forced, `plan` the name under which it is compared: one for all orders of a number.
    """
    chosen, grouping = chosen_arms(run), run.once(grouping_of)
    parts: dict[str, pl.LazyFrame] = {}
    opening = pl.col("opening").cast(pl.String)
    if chosen:
        rows = run.rows(*chosen).filter(opening.is_not_null() & (opening != ""))
        parts[CHOSEN] = rows.with_columns(opening=opening, group=grouping.group(opening))
    if FORCED in run.arms:
        parts[FORCED] = _planned(run, FORCED)
    parts = {how: rows.filter(pl.col("group").is_not_null()) for how, rows in parts.items()}
    return {how: rows for how, rows in parts.items() if rows.select(pl.len()).collect().item()}


def tuned_rows(run: RunFrames) -> pl.LazyFrame | None:
    """Rows of openings forced on plans that are tuned to open so, with the columns of parts_of(); None where there are
    no such plans."""
    return _planned(run, "tuned") if "tuned" in run.arms else None


def _planned(run: RunFrames, arm: str) -> pl.LazyFrame:
    """The rows of an arm whose opening was forced."""
    grouping, plan = run.once(grouping_of), pl.col("forced_opening").cast(pl.String)
    rows = run.rows(arm).filter(plan.is_not_null())
    named = grouping.pooled(rows.select(plan.unique().sort()).collect()["forced_opening"].to_list())
    return rows.with_columns(
        opening=pl.col("opening").cast(pl.String),
        order=plan,
        forced_opening=plan.replace(named),
        group=grouping.group(plan),
        loose=grouping.loose(plan),
    )


def free_plans(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Of forced rows those whose plan sets the group only, if there are any."""
    loose = rows.filter("loose")
    return loose if loose.select(pl.len()).collect().item() else rows
