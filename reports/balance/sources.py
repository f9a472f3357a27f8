"""Where do winners get their points: scoring categories of winners and of all others."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports import scorepad
from reports.balance.against_others import against_others, others_of, within_words
from reports.balance.arms import free_rows
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, section_of

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    *scorepad.COLUMNS,
    c.points("winners", "winners", estimate=True, note="mean points"),
    c.points("losers", "losers", estimate=True),
    replace(c.DIFFERENCE, note="mean of the differences within strategies"),
    c.percent("share_of_total", "of all points"),
    c.number("correlation", "correlation with winning", sign=True, note="with win share, within strategies"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Mean points of each line of the scorepad, and of its parts, for winners and all others, its share of all points,
    and what it has to do with winning."""
    listed = scorepad.entries(run)
    columns = list(dict.fromkeys(one.column for one in listed))
    found = others_of(scorepad.with_entries(run, free_rows(run)), [*columns, *(["score"] if columns else [])])
    if not found:
        return pl.DataFrame()
    total = found.pop("score")["sum"]
    return pl.DataFrame(
        [
            {**one.row, **found[one.column], "share_of_total": found[one.column]["sum"] / total if total else None}
            for one in listed
        ],
        schema_overrides={"part_of": pl.String},
    )


def section(evidence: Evidence) -> ShownSection:
    """Score sources of winners and losers."""
    rows = evidence.rows("sources", "source", "label", "winners", "losers", "difference")

    def draw() -> list[Chart | None]:
        title = "Where do winners get their points?"
        subtitle = "Mean points by scoring category in the final score."
        return [against_others("sources", title, subtitle, "points", rows, evidence)]

    reading = (
        "A category with long bars but no difference is a toll that everybody pays; a large difference goes with "
        f"winning. {within_words(evidence)}"
    )
    return section_of("sources", "Sources of points", reading, ("sources",), evidence, draw)


PIECE = Piece(section, (Table("sources", COLUMNS, table, apart=True),))
