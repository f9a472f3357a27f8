"""What decides the game: parts of the variance of score and of winning."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.balance.arms import free_rows
from reports.columns import Column
from reports.draw import BarRow, stacked_bars
from reports.draw.sheet import Key
from reports.draw.style import CATEGORIES
from reports.evidence import Chart, Evidence, Section, chart, number, section_of
from reports.frames import RunFrames
from reports.page.words import pretty, sentence_case
from reports.question import Piece, Table
from reports.stats.variance import components

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.word("component", "component", note="seat, board, strategy, deal, residual; none that never varied"),
    c.percent("share_of_score", "of the score's variance"),
    c.percent("share_of_win", "of the win share's variance"),
)

VARIANCE_ROWS = 400_000  # seat rows that settle a variance component far beyond what a reader can use

FACTORS = ("seat", "board", "strategy", "deal")


def table(run: RunFrames) -> pl.DataFrame:
    """Share of the variance of score and win share that seat, board, strategy, deal and the rest account for; a factor
    that never varied is left out."""
    rows = free_rows(run)
    sizes = rows.group_by("deal").len().sort("deal").collect()
    last = sizes.filter(pl.col("len").cum_sum() <= VARIANCE_ROWS)["deal"].max()
    kept = rows if last is None else rows.filter(pl.col("deal") <= last)
    frame = kept.select(*FACTORS, "score", "share60").collect()
    factors = [f for f in FACTORS if frame[f].n_unique() > 1]
    columns = {}
    for name, value in (("share_of_score", "score"), ("share_of_win", "share60")):
        parts = components(frame, value, factors)
        whole = sum(parts.values())
        columns[name] = [parts[f] / whole if whole else None for f in (*factors, "residual")]
    return pl.DataFrame(
        {"component": [*factors, "residual"], **columns}, schema_overrides=dict.fromkeys(columns, pl.Float64)
    )


def section(evidence: Evidence) -> Section:
    """What decides score and victory: seat, board, strategy, deal or the rest."""
    rows = evidence.rows("variance", "component", "share_of_score")

    def draw() -> list[Chart]:
        if not rows:
            return []
        keys = []
        for row, colour in zip(rows, (*CATEGORIES[:6], *CATEGORIES[6:]), strict=False):
            keys.append(Key(pretty(row["component"]), "#d3d9de" if row["component"] == "residual" else colour))
        bars = []
        for label, column in (("final score", "share_of_score"), ("winning", "share_of_win")):
            parts = tuple(max(0.0, number(row, column, 100) or 0.0) for row in rows)
            if any(parts):
                bars.append(BarRow(label, parts))
        if not bars:
            return []
        title = "What decides the game?"
        figure = stacked_bars(
            title,
            "Share of the variance that each factor explains on its own.",
            bars,
            keys,
            unit="variance explained, %",
        )
        alt = "; ".join(
            f"{row['component']} {100 * float(row['share_of_score']):.1f} % of the score's variance" for row in rows
        )
        return [chart("variance", title, alt, figure)]

    fair = [word for word in ("board", "seat") if any(row["component"] == word for row in rows)]
    parts = " and ".join(f"the {evidence.words.kind(word)}'s" for word in fair)
    small = f"{sentence_case(parts)} part should be small; strategy is skill" if parts else "Strategy is skill"
    reading = f"{small}; the deal is luck common to all seats; the residual is luck and play of single seats."
    return section_of("variance", "What decides games", reading, ("variance",), evidence, draw)


PIECE = Piece(section, (Table("variance", COLUMNS, table),))
