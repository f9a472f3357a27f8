"""What decisions of a sample are worth: options against each other, options nobody takes, and kingmaking, by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from reports.stats.group_means import mean_table
from reports.stats.intervals import Measure

__all__ = ["decision_values", "unchosen_options"]

TYPES = {
    "deal": pl.UInt32, "over_median": pl.Float64, "over_second": pl.Float64, "surely": pl.Float64,
    "cannot_win": pl.Boolean, "swing": pl.Float64,
}  # fmt: skip
MIN_OFFERED = 20  # decisions in which an option must have been offered before it is said to be taken by nobody


def decision_values(rows: Sequence[Mapping[str, Any]], margin: float) -> pl.DataFrame:
    """A row a number: measure, n decisions, deals, its mean with the ends of a 95 % interval by itself, clustered by
    deal (null: one deal alone); all in fractions.

    matters: decisions worth more than the margin, 95 % sure of each; over_median, over_second: win share of the best
    option less that of the middle one and of the next; cannot_win: decisions of who cannot win any more; swing: by how
    much these move another's chance.
    """
    frame = pl.DataFrame(rows, schema=TYPES).with_columns(matters=(pl.col("surely") > margin))
    flags = [pl.col(name).cast(pl.Int64) for name in ("matters", "cannot_win")]
    frame, tables = frame.with_columns(flags), []
    for name in ("matters", "over_median", "over_second", "cannot_win", "swing"):
        present = frame.drop_nulls(name).with_columns(measure=pl.lit(name))
        if len(present):
            measure = Measure(name, bounded=name in ("matters", "cannot_win"))
            table = mean_table(present, ["measure"], {"mean": measure}, detail=True)
            tables.append(table.select("measure", "n", "deals", "mean", "mean_low", "mean_high"))
    return pl.concat(tables).with_columns(pl.col("mean_low", "mean_high").fill_nan(None))


def unchosen_options(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, int]]:
    """Options that were offered often and taken in no decision: their names, with how many decisions on how many deals
    offered them beside others; the most often offered first."""
    choices, decisions, deals = set[str](), dict[str, int](), dict[str, set[int]]()
    for row in rows:
        choices.add(row["chosen"])
        for name in row["options"] if len(row["options"]) > 1 else ():
            decisions[name] = decisions.get(name, 0) + 1
            deals.setdefault(name, set()).add(row["deal"])
    unchosen = [
        (name, n, len(deals[name])) for name, n in decisions.items() if name not in choices and n >= MIN_OFFERED
    ]
    return sorted(unchosen, key=lambda option: (-option[1], option[0]))
