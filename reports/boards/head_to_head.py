"""Which board finishes ahead of which."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.boards.pairs import come
from reports.charts import heat_map
from reports.columns import Column
from reports.frames import RunFrames
from reports.head_to_head import ahead
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, cell_note, chart, grid, section_of
from reports.sentences import sentence_case

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.board("row", "board"),
    c.board("column", "against"),
    c.FINISHES_AHEAD,
    c.count("n", "n", "pairs of seats"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Every board of the seats against every other that sat at its table, players as they come."""
    if run.game.shared or "mirror" not in run.arms:
        return pl.DataFrame()
    return ahead(run, come(run, run.rows("mirror")), "board")


def section(evidence: Evidence) -> ShownSection | None:
    """Board against board."""
    if evidence.game.shared:
        return None
    one = evidence.words.nouns[0]
    rows = evidence.rows("board_board", "row", "column", "ahead")

    def draw() -> list[Chart]:
        if not rows:
            return []
        down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
        title = f"Which {one} finishes ahead of which?"
        figure = heat_map(
            title,
            f"Chance that the {one} of the row ranks above that of the column in one game, % ± half its interval.",
            [evidence.words.board(key) for key in down],
            [evidence.words.board(key) for key in across],
            cells,
            centre=50,
            unit="%",
            column_title="against",
            note=cell_note(rows, "50 %"),
        )
        return [chart("board_board", title, f"Heat map of {len(down)} boards against {len(across)}.", figure)]

    reading = f"Blue: the row's {one} tends to finish ahead; orange: behind; white: even."
    return section_of("board_board", f"{sentence_case(one)} against {one}", reading, ("board_board",), evidence, draw)


PIECE = Piece(section, (Table("board_board", COLUMNS, table),))
