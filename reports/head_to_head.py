"""Who finishes ahead of whom: pairs of seats of one game, compared by rank."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports import columns as c
from reports.frames import RunFrames, in_order, seatwise, totals
from reports.stats.cluster import Measure, grouped

__all__ = ["MEETINGS", "finish_ahead", "meetings"]

# Columns of a table of who finishes ahead of whom.
MEETINGS = (
    c.code("row", "strategy"),
    c.code("column", "against"),
    c.percent("ahead", "finishes ahead", estimate=True, note="in one game, equal ranks counted half"),
    c.count("n", "n", "pairs of seats"),
)


def finish_ahead(run: RunFrames, rows: pl.LazyFrame, key: str) -> pl.DataFrame:
    """Probability that the seat with `row` finishes ahead of one with `column` in the same game; equal ranks count
    half."""
    order, one_way = meetings(run, rows, key)
    if not len(one_way):
        return pl.DataFrame()
    reverse = {"row": pl.col("column"), "column": pl.col("row"), "half": 2 * pl.col("games") - pl.col("half")}
    two_way = pl.concat([one_way, one_way.with_columns(**reverse)])
    table = grouped(two_way, ["row", "column"], {"ahead": Measure("half", 2, bounded=True)}, count="games")
    names = [
        pl.col(c).replace_strict(list(range(len(order))), order, return_dtype=pl.String) for c in ("row", "column")
    ]
    return table.with_columns(names)


def meetings(run: RunFrames, rows: pl.LazyFrame, key: str) -> tuple[list[str], pl.DataFrame]:
    """The values of the key, and of every two of them (`row`, `column`: their numbers, the smaller first) and each deal
    the pairs of seats in which they met (`games`) and how many halves of them row finished ahead (`half`; equal: 1)."""
    frame = in_order(rows, [key, "rank"])
    if run.players < 2 or not len(frame):
        return [], pl.DataFrame()
    dtype = frame[key].dtype
    order = (
        dtype.categories.to_list()
        if isinstance(dtype, pl.Enum)
        else frame[key].cast(pl.String).unique().sort().to_list()
    )
    code = frame.select(
        pl.col(key).cast(pl.String).replace_strict(order, list(range(len(order))), return_dtype=pl.Int16)
    )
    who = code[key].to_numpy().reshape(-1, run.players).astype(np.int64)
    rank, deal = (seatwise(frame, c, run.players).astype(np.int64) for c in ("rank", "deal"))
    n, parts = len(order), []
    for i in range(run.players):
        for j in range(i + 1, run.players):
            low, high = np.minimum(who[:, i], who[:, j]), np.maximum(who[:, i], who[:, j])
            sign = np.where(who[:, i] <= who[:, j], 1, -1) * np.sign(rank[:, j] - rank[:, i])
            group = (deal[:, 0] * n + low) * n + high  # one number a group: four times as fast as three columns
            parts.append(pl.DataFrame({"key": group, "half": (1 + sign).astype(np.int8)}).filter(low != high))
    sums = totals(pl.concat(parts).lazy(), ["key"], ["half"])
    return order, sums.select(
        (pl.col("key") // n % n).alias("row"),
        (pl.col("key") % n).alias("column"),
        (pl.col("key") // (n * n)).alias("deal"),
        "games",
        "half",
    )
