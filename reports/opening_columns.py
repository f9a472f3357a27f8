"""Columns that say how a seat opened, how it had to, and whether that changed the game."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

import polars as pl

from reports.frame_columns import FORCED_ARMS, OTHER_CLASS, UNRESTRICTED

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.frames import ScenarioRun

__all__ = [
    "FREE", "changes_scores", "first_turn", "follows_opening", "forced_opening", "has_forced_column",
    "opening_count", "opening_groups",
]  # fmt: skip

FREE = "free"  # in this game, of a seat that was told how to open in another game of the same deal and line-up


def opening_count(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """How many turns of the opening have a class."""
    return rows.with_columns(pl.col("opening").str.count_matches(match[1], literal=True).cast(pl.Int64).alias(match[0]))


def first_turn(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The class of the first turn."""
    letters = pl.Enum(list(run.game.classes))
    return rows.with_columns(first_turn=pl.col("opening").str.head(1).cast(letters, strict=False))


def opening_groups(facts: GameFacts) -> tuple[str, ...]:
    """Groups of openings: numbers of turns of the class counted from 0, or letters in the order of the classes."""
    letter = facts.opening.letter
    return tuple(map(str, range(facts.opening_turns + 1))) if letter else tuple(facts.classes)


def forced_opening(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The group of openings, or the whole opening, that a seat had to play; free where it had to in another game of
    the same deal and line-up, and no seat in this one."""
    letter, plan = run.game.opening.letter, pl.col("forced_opening").cast(pl.String)
    is_opening = plan.str.contains(f"^[{re.escape(''.join(run.game.classes))}{OTHER_CLASS}]+$")
    is_group = plan.str.contains(f"^[{letter}{OTHER_CLASS}]*$") if letter else plan.str.len_chars() == 1
    group = plan.str.count_matches(letter, literal=True).cast(pl.String) if letter else plan
    level = pl.when(is_group).then(group) if match[1] == "group" else pl.when(is_opening & ~is_group).then(plan)
    place = ["deal", "lineup", "seat"]
    seats = run.table.filter(level.is_not_null()).select(*place, had_to_=True).unique()
    is_free = pl.col("had_to_") & ~pl.col("arm").cast(pl.String).is_in(FORCED_ARMS)
    value = pl.coalesce(level, pl.when(is_free).then(pl.lit(FREE)))
    kind = pl.Enum([*opening_groups(run.game), FREE]) if match[1] == "group" else pl.String
    joined = rows.join(seats, on=place, how="left")
    return joined.with_columns(value.cast(kind, strict=False).alias(match[0])).drop("had_to_")


def follows_opening(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Whether a seat opened as it had to, turn by turn; null: it was free."""
    plan, opening, letter = pl.col("forced_opening").cast(pl.String), pl.col("opening"), run.game.opening.letter
    follows = opening.str.len_chars() >= plan.str.len_chars()
    for turn in range(run.game.opening_turns):
        plan_class, own_class = plan.str.slice(turn, 1), opening.str.slice(turn, 1)
        is_other = (plan_class == OTHER_CLASS) & (own_class != letter) if letter else pl.lit(False)
        follows = follows & ((plan_class == "") | (plan_class == own_class) | is_other)
    return rows.with_columns(follows.alias(match[0]))


def changes_scores(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Whether any score differs from the deal's game in which the same seat was unrestricted."""
    name = pl.col("forced_opening").cast(pl.String).drop_nulls().first()
    scores = pl.col("score").sort_by("seat")
    by_game = run.table.group_by("game", "deal").agg(name_=name, scores_=scores).drop_nulls("name_")
    free = by_game.filter(pl.col("name_") == UNRESTRICTED).select("deal", free_="scores_")
    changes = by_game.join(free, on="deal").select("game", (pl.col("scores_") != pl.col("free_")).alias(match[0]))
    return rows.join(changes, on="game", how="left")


def has_forced_column(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a seat was ever told how to open."""
    return "forced_opening" in columns
