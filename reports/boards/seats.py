"""Does the seat decide what a board is worth."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.boards.pairs import by_seat, cells, come, pairs
from reports.charts import heat_map
from reports.columns import Column
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, cell_note, chart, grid, section_of
from reports.sentences import sentence_case
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.SEAT,
    c.SHARE,
    c.N,
    replace(c.EFFECT, note=f"against A on the same deal and seat; {c.TOGETHER}"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share of every board in every seat, and its paired difference from A there, players as they come."""
    found, both = run.once(cells), run.once(pairs)
    if not found.width:
        return pl.DataFrame()
    those = come(run, found.lazy()).collect()
    shares = grouped(those, ["board", "seat"], {"share": SHARE}, count="games")
    if not len(both):
        return text(shares, "board")
    return text(
        shares.join(
            run.once(by_seat).table.select("board", "seat", "^effect.*$"),
            on=["board", "seat"],
            how="left",
            maintain_order="left",
        ),
        "board",
    )


def section(evidence: Evidence) -> ShownSection | None:
    """Board by seat."""
    if evidence.game.shared:
        return None
    one = evidence.words.nouns[0]
    rows = evidence.rows("board_seat", "board", "seat", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        down, across, cells = grid(rows, "board", "seat", "share", centre=evidence.par)
        title = f"Does the seat decide what a {one} is worth?"
        figure = heat_map(
            title,
            f"Win share of each {one} in each seat, % ± half its interval; par is {evidence.par:.1f} %.",
            [evidence.words.board(key) for key in down],
            [f"seat {key}" for key in across],
            cells,
            centre=evidence.par,
            unit="%",
            note=cell_note(rows, "par") + " Seat 1 begins the first round.",
        )
        return [chart("board_seat", title, f"Heat map of {len(down)} boards by {len(across)} seats.", figure)]

    reading = f"Read along a row: equal colours mean that a {one} is worth the same wherever its owner sits."
    return section_of("board_seat", f"{sentence_case(one)} and seat", reading, ("board_seat",), evidence, draw)


PIECE = Piece(section, (Table("board_seat", COLUMNS, table),))
