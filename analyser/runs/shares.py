"""What a run came to at a glance: plain means, before any question is asked."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory

__all__ = ["Share", "shares"]


@dataclass(frozen=True)
class Share:
    """Means over the seat-games of a strategy with a board in a scenario."""

    scenario: str
    strategy: str
    board: str
    n: int  # seat-games
    share: float  # win share, a fraction
    score: float  # points


def shares(run: RunDirectory) -> list[Share]:
    """A row for each scenario, strategy and board; the best of a scenario first."""
    seats = scan_table(run, "seats")
    if seats is None:
        return []
    keys = ["scenario", "strategy", "board"]
    means = [pl.len().alias("n"), pl.col("win_share60").mean() / 60, pl.col("score").mean()]
    table = (
        seats.filter(pl.col("strategy").is_not_null())
        .group_by(keys)
        .agg(means)
        .sort(pl.col("scenario"), -pl.col("win_share60"), *(pl.col(name).cast(pl.String) for name in keys[1:]))
        .select(*(pl.col(name).cast(pl.String) for name in keys), "n", "win_share60", "score")
        .collect()
    )
    return [Share(*row) for row in table.iter_rows()]
