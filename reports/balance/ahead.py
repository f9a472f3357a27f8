"""By how many points a seat is ahead of the best other at its table, bots among them."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.balance.arms import free_rows, free_table
from reports.frames import RunFrames, in_order, seatwise

__all__ = ["with_ahead"]


def with_ahead(run: RunFrames) -> pl.DataFrame:
    """Rows of those who decide, in order of game and seat, with the column `ahead`: points, below 0 for who is behind;
    left out where nobody else sits at the table."""
    own = in_order(free_rows(run), ["strategy", "score", "win_share60"])
    if run.game.seats < 2:
        return own
    score = seatwise(in_order(free_table(run), ["score"]), "score", run.game.seats).astype(np.int64)
    best = np.sort(score, axis=1)
    rival = np.where(score == best[:, -1:], best[:, -2:-1], best[:, -1:])
    return own.with_columns(pl.Series("ahead", (score - rival)[:, : run.players].reshape(-1)))
