"""When a game was close."""

from __future__ import annotations

import polars as pl

from reports.balance.arms import free_rows
from reports.frames import RunFrames

__all__ = ["close_margin"]

CLOSE = 5  # points: the widest margin that counts as close,

CLOSE_PART = 10  # where winners score ten times as much; else a tenth of what they score


def close_margin(run: RunFrames) -> int:
    """The margin, in points, up to which a game was close: a tenth of the usual winner's score, between 1 and 5."""
    best = free_rows(run).group_by("game").agg(pl.col("score").cast(pl.Int64).max()).collect()["score"]
    usual = int(best.quantile(0.5, "lower") or 0)
    return min(CLOSE, max(1, usual // CLOSE_PART))
