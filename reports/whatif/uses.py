"""Means of counters before and after, with their difference and what it is in per cent of what was."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.compare import estimate_comparisons, parse_comparison
from reports.estimates import ends_each
from reports.frames import RunFrames
from reports.whatif.sides import BEFORE, sides

__all__ = ["NUMBERS", "used"]

NUMBERS: tuple[Column, ...] = (
    c.count("n", "n", "seat-games"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before; delta method"),
)


def used(run: RunFrames, counters: Sequence[str], where: str, *by: str) -> pl.DataFrame:
    """A row for each counter, group and change: means per seat-game before and after. What stays 0 has none."""
    played, groups = sides(run), [*by, "scenario"]
    references = (None, {"scenario": BEFORE}, {"scenario": f"relative to {BEFORE}"})
    asked = [
        parse_comparison(played, counters, by=groups, against=one, where=where, name="whatif uses")
        for one in references
    ]
    means, *others = (one.table.rename({"measure": "counter"}) for one in estimate_comparisons(played, asked))
    is_before, keys = pl.col("scenario") == BEFORE, ["counter", *by]
    before = means.filter(is_before).select(*keys, *ends_each("before"))
    rows = means.filter(~is_before).select(*keys, "scenario", "n", *ends_each("after"))
    rows = rows.join(before, on=keys, maintain_order="left")
    for name, found in zip(("difference", "relative"), others, strict=True):
        if len(found):
            found = found.select(*keys, "scenario", *ends_each(name))
            rows = rows.join(found, on=[*keys, "scenario"], how="left", maintain_order="left")
    return rows.filter((pl.col("before") != 0) | (pl.col("after") != 0))
