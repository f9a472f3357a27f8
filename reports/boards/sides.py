"""How often does each board win: all games together."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.boards.pairs import cells, come
from reports.charts import Row, Scale, forest
from reports.columns import Column
from reports.frames import SCORE, SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.BOARD, c.N, c.SHARE, c.WIN_POINTS, c.SCORE)


def table(run: RunFrames) -> pl.DataFrame:
    """One row a board of the seats, players as they come."""
    found = run.once(cells)
    if run.game.shared or not found.width:
        return pl.DataFrame()
    shares = grouped(come(run, found.lazy()), ["board"], {"share": SHARE, "score": SCORE}, count="games")
    if run.par is not None:
        shares = shares.with_columns(win_points=pl.col("share") * run.players)
    return text(shares, "board")


def section(evidence: Evidence) -> ShownSection | None:
    """Every board's own win share."""
    if evidence.game.shared:
        return None
    rows = evidence.rows("side", "board", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        drawn = [Row(evidence.words.board(row["board"]), (estimate(row, "share", 100),)) for row in rows]
        title = f"How often does each {evidence.words.nouns[0]} win?"
        scale = Scale("win share, %", evidence.par, f"par {evidence.par:.1f} %", evidence.margin)
        figure = forest(
            title,
            f"Win share over all seats and tables; par is {evidence.par:.1f} %.",
            drawn,
            scale,
            n_label="seat-games",
        )
        return [chart("side", title, f"Win shares of {len(drawn)} boards around par {evidence.par:.1f} %.", figure)]

    reading = (
        f"All games together: shares depend on whom a {evidence.words.nouns[0]} met, so the paired differences above "
        "are the cleaner measure."
    )
    return section_of("side", f"Win share of each {evidence.words.nouns[0]}", reading, ("side",), evidence, draw)


PIECE = Piece(section, (Table("side", COLUMNS, table),))
