"""Where do the extra points come from: the difference category by category."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.boards.pairs import as_they_come, differences
from reports.charts import small_bars
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames, text
from reports.page.words import pretty
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of, unique
from reports.stats.cluster import Measure

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.word("source", "source of points"),
    c.count("n", "n", "pairs"),
    replace(c.DIFFERENCE, note="points"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Board minus A in points, category by category, players as they come; the categories add up to the score."""
    both = run.once(as_they_come)
    if not len(both):
        return pl.DataFrame()
    found = differences(both, ["board"], {f"score_{s}": Measure(f"score_{s}") for s in run.sources})
    parts = [
        found.select(
            "board",
            "n",
            pl.lit(s).alias("source"),
            *(pl.col(f"score_{s}{end}").alias(f"difference{end}") for end in ("", "_low", "_high")),
        )
        for s in run.sources
    ]
    return text(pl.concat(parts).sort("board", maintain_order=True), "board") if parts else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection:
    """Which scoring categories make the difference in points."""
    rows = evidence.rows("paired_sources", "board", "source", "difference")
    words, base, one = evidence.words, evidence.words.baseline, evidence.words.nouns[0]
    than = f"on {base}" if evidence.game.shared else base

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, boards = unique(row["source"] for row in rows), unique(row["board"] for row in rows)
        found = {(row["board"], row["source"]): estimate(row, "difference", n=False) for row in rows}
        panels = [(evidence.words.board(board), [found.get((board, name)) for name in names]) for board in boards]
        other = words.board(boards[0]) if evidence.game.shared and len(boards) == 1 else one
        title = "Where do the extra points come from?"
        figure = small_bars(
            title,
            f"Points by scoring category, {other} minus {base}, same deal and seat; thin line: 95 % interval.",
            [pretty(name) for name in names],
            panels,
            difference_scale("difference", "points"),
            above=f"more than {than}",
            below=f"fewer than {than}",
        )
        return [chart("sources", title, f"Differences in points by category for {len(boards)} boards.", figure)]

    reading = (
        f"The bars of one {one} add up to its difference in score: it may earn more in one category and pay for it in "
        "another."
    )
    return section_of("sources", "Sources of the difference", reading, ("paired_sources",), evidence, draw)


PIECE = Piece(section, (Table("paired_sources", COLUMNS, table),))
