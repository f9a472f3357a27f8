"""When every seat has a board of its own, and none the baseline: does each win its share."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports import effects
from reports.boards.pairs import ALL
from reports.boards.players import dealt, dealt_by_strategy
from reports.charts import Row, Scale, forest
from reports.columns import Column
from reports.frames import RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    replace(c.STRATEGY, note="`all` or a name"),
    c.N,
    replace(c.SHARE, note=f"when every seat has such a board; {c.TOGETHER}"),
    c.WIN_POINTS,
    c.SCORE,
    c.P,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share of every board when each seat has one: over all strategies, and for each."""
    out = []
    for compare in (dealt, dealt_by_strategy):
        found = run.once(compare)
        if found is not None and run.par is not None:
            shares = effects.together(found.family).select("p", *_shares(run.par))
            rows = text(found.table, "board").hstack(shares)
            out.append(
                text(rows, "strategy") if "strategy" in rows.columns else rows.with_columns(strategy=pl.lit(ALL))
            )
    shown = pl.concat(out, how="diagonal") if out else pl.DataFrame()
    return shown.with_columns(win_points=pl.col("share") * run.players) if out else shown


def _shares(par: float) -> list[pl.Expr]:
    """Win shares out of differences from par."""
    return [(pl.col(f"effect{end}") + par).alias(f"share{end}") for end in ("", "_low", "_high")]


def section(evidence: Evidence) -> ShownSection | None:
    """Win shares around par."""
    if evidence.game.shared or not evidence.rows("dealt", "board", "share"):
        return None
    rows = [row for row in evidence.rows("dealt", "board", "strategy", "share") if row["strategy"] == ALL]
    words, par = evidence.words, evidence.par
    one, others = words.nouns[0], evidence.game.others

    def draw() -> list[Chart]:
        if par is None:
            return []
        title = f"Does every {one} win its share when all seats have {others}?"
        drawn = [Row(words.board(row["board"]), (estimate(row, "share", 100),)) for row in rows]
        figure = forest(
            title,
            f"Win share when every seat has one of the {others}; par is {par:.1f} %.",
            drawn,
            Scale("win share, %", par, f"par {par:.1f} %", evidence.margin),
            n_label="seat-games",
            together=True,
        )
        said = "; ".join(f"{row.label} {e.value:.1f} %" for row in drawn for e in row.estimates if e)
        return [chart("dealt", title, said, figure)]

    taken = "took one by itself" if evidence.game.board.taken else "was dealt one, and each sat in every seat of a deal"
    reading = (
        f"Every seat {taken}; all seats play the same plan. Right of the line a {one} wins more than its share. "
        "Shares of one table add up to 100 %, so that what one wins more the others win less."
    )
    return section_of("dealt", f"All seats with {others}", reading, ("dealt",), evidence, draw)


PIECE = Piece(section, (Table("dealt", COLUMNS, table),))
