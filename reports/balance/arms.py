"""The games a balance rests on."""

from __future__ import annotations

import polars as pl

from reports.frames import RunFrames
from reports.mixed import Mixed, mixed

__all__ = ["free_arms", "free_condition", "free_games", "free_mix", "free_rows", "free_table"]


def free_arms(run: RunFrames) -> list[str]:
    """Arm `free`; without any, all but those with a forced opening."""
    return ["free"] if "free" in run.arms else [arm for arm in run.arms if arm not in ("forced", "tuned")]


def free_condition(run: RunFrames) -> str:
    """The condition on games of these arms."""
    arms = free_arms(run)
    return f"arm = '{arms[0]}'" if len(arms) == 1 else "arm != 'forced'"


def free_rows(run: RunFrames) -> pl.LazyFrame:
    """Seat rows of these arms."""
    return run.rows(*free_arms(run))


def free_table(run: RunFrames) -> pl.LazyFrame:
    """Seat rows of these arms, those of bots among them."""
    return run.table.filter(pl.col("arm").cast(pl.String).is_in(free_arms(run)))


def free_games(run: RunFrames) -> pl.LazyFrame:
    """Game rows of these arms."""
    return run.games.filter(pl.col("arm").cast(pl.String).is_in(free_arms(run)))


def free_mix(run: RunFrames) -> Mixed:
    """What their line-ups cannot tell apart."""
    return mixed(run, free_rows(run))
