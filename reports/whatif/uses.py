"""Means of counters before and after, with their difference and what it is in per cent of what was."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.frames import RunFrames
from reports.stats.joint import Contrast, Joint, joint
from reports.whatif.sides import BEFORE, others

__all__ = ["NUMBERS", "used"]

NUMBERS: tuple[Column, ...] = (
    c.count("n", "n", "seat-games"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before; delta method"),
)


def used(totals: pl.DataFrame, column: str, run: RunFrames) -> list[dict[str, Any]]:
    """A row for each change: the column's means per seat-game before and after; `totals`: by scenario and deal, with
    the number of seat-games `games`. Counters that stay 0 have none."""
    found = joint(totals, ["scenario"], column, count="games")
    first = found.index(scenario=BEFORE)
    rows = []
    for label in others(run):
        place = found.index(scenario=label)
        if first is not None and place is not None and (found.estimate[first] or found.estimate[place]):
            rows.append({"scenario": label, "n": int(found.n[place]), **_numbers(found, first, place)})
    return rows


def _numbers(found: Joint, first: int, place: int) -> dict[str, float | None]:
    """Both means, their difference and the relative change."""
    unit = np.eye(len(found.groups))
    contrast = found.contrast([unit[first], unit[place], unit[place] - unit[first]])
    out: dict[str, float | None] = {}
    for i, name in enumerate(("before", "after", "difference")):
        out |= _ends(name, float(contrast.estimate[i]), contrast, i)
    was = float(found.estimate[first])
    if was > 0:
        ratio = float(found.estimate[place]) / was
        slope = found.contrast((unit[place] - ratio * unit[first]) / was)
        out |= _ends("relative", ratio - 1, slope, 0)
    return out


def _ends(name: str, value: float, found: Contrast, i: int) -> dict[str, float | None]:
    """An estimate with the interval whose half width is that of a contrast."""
    half = (float(found.high[i]) - float(found.low[i])) / 2
    known = np.isfinite(half)
    return {
        name: value,
        f"{name}_low": value - half if known else None,
        f"{name}_high": value + half if known else None,
    }
