"""Where do winners get their points: scoring categories of winners and of all others."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.balance.against_others import WITHIN, against_others, others_of
from reports.balance.arms import free_rows
from reports.columns import Column
from reports.evidence import Chart, Evidence, Section, section_of
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.question import Piece, Table

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.word("source", "source of points"),
    c.points("winners", "winners", estimate=True, note="mean points"),
    c.points("losers", "losers", estimate=True),
    replace(c.DIFFERENCE, note="mean of the differences within strategies"),
    c.percent("share_of_total", "of all points"),
    c.number("correlation", "correlation with winning", sign=True, note="with win share, within strategies"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Mean points of each scoring category for winners and all others, its share of all points, and what it has to do
    with winning."""
    names = {f"score_{s}": s for s in run.sources}
    found = others_of(free_rows(run), [*names, *(["score"] if names else [])])
    if not found:
        return pl.DataFrame()
    total = found.pop("score")["sum"]
    return pl.DataFrame(
        [
            {"source": names[c], **row, "share_of_total": row["sum"] / total if total else None}
            for c, row in found.items()
        ]
    )


def section(evidence: Evidence) -> Section:
    """Score sources of winners and losers."""
    rows = [
        {**row, "label": pretty(row["source"])}
        for row in evidence.rows("sources", "source", "winners", "losers", "difference")
    ]

    def draw() -> list[Chart | None]:
        title = "Where do winners get their points?"
        subtitle = "Mean points by scoring category in the final score."
        return [against_others("sources", title, subtitle, "points", rows)]

    reading = (
        "A category with long bars but no difference is a toll that everybody pays; a large difference goes with "
        f"winning. {WITHIN}"
    )
    return section_of("sources", "Sources of points", reading, ("sources",), evidence, draw)


PIECE = Piece(section, (Table("sources", COLUMNS, table),))
