"""Means of counters before and after, with their difference and what it is in per cent of what was."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.estimates import ends_each
from reports.frames import RunFrames
from reports.whatif.sides import BEFORE_CHANGE, before_and_after, sides

__all__ = ["NUMBERS", "compare_uses"]

NUMBERS: tuple[Column, ...] = (
    c.count("n", "n", "seat-games"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before; delta method"),
)


def compare_uses(run: RunFrames, counters: Sequence[str], where: str, *by: str) -> pl.DataFrame:
    """A row for each counter, group and change: means per seat-game before and after. What stays 0 has none."""
    scenarios, keys = sides(run), ["counter", *by, "scenario"]
    references = (None, {"scenario": BEFORE_CHANGE}, {"scenario": f"relative to {BEFORE_CHANGE}"})
    comparisons = [
        parse_comparison(scenarios, counters, by=keys[1:], against=reference, where=where, name="whatif uses")
        for reference in references
    ]
    estimates = estimate_comparisons(scenarios, comparisons)
    means, *differences = (table.table.rename({"measure": "counter"}) for table in estimates)
    rows = before_and_after(means, keys[:-1])
    for name, table in zip(("difference", "relative"), differences, strict=True):
        if len(table):
            rows = rows.join(table.select(*keys, *ends_each(name)), on=keys, how="left", maintain_order="left")
    return rows.filter((pl.col("before") != 0) | (pl.col("after") != 0))
