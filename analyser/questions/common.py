"""Tables more than one question needs: head to head between seats, and totals that keep later steps small."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from analyser.questions.run import Run, in_order, seatwise
from reports.stats.cluster import Measure, grouped

__all__ = ["ahead", "text", "totals"]


def text(frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """Enum columns as text, after they have done their work as sort keys."""
    return frame.with_columns(pl.col(columns).cast(pl.String))


def totals(rows: pl.LazyFrame, keys: Sequence[str], columns: Sequence[str]) -> pl.DataFrame:
    """Sums of integer columns and the number of rows `games` for every combination of the keys."""
    sums = [pl.col(c).cast(pl.Int64).sum() for c in columns]
    return rows.group_by(list(keys)).agg(pl.len().cast(pl.Int64).alias("games"), *sums).collect()


def ahead(run: Run, rows: pl.LazyFrame, key: str) -> pl.DataFrame:
    """Probability that the seat with `row` finishes ahead of one with `column` in the same game; equal ranks count
    half."""
    frame = in_order(rows, [key, "rank"])
    if not len(frame):
        return pl.DataFrame()
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
    one_way = sums.select(
        (pl.col("key") // n % n).alias("row"),
        (pl.col("key") % n).alias("column"),
        (pl.col("key") // (n * n)).alias("deal"),
        "games",
        "half",
    )
    reverse = {"row": pl.col("column"), "column": pl.col("row"), "half": 2 * pl.col("games") - pl.col("half")}
    both = pl.concat([one_way, one_way.with_columns(**reverse)])
    table = grouped(both, ["row", "column"], {"ahead": Measure("half", 2, bounded=True)}, count="games")
    named = [
        pl.col(c).replace_strict(list(range(len(order))), order, return_dtype=pl.String) for c in ("row", "column")
    ]
    return table.with_columns(named)
