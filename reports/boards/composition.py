"""Does it matter how many seats have another board than the baseline."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports import columns as c
from reports.boards.pairs import come
from reports.charts import Scale, Series, lines
from reports.charts.style import MEASURE
from reports.columns import Column
from reports.frames import SHARE, RunFrames, in_order
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, number, section_of
from reports.stats.cluster import grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.count("b_sides", "such seats at the table", note="1 to k"),
    c.percent("share", "win share of such a seat", estimate=True, note="of a B seat"),
    c.percent("par", "par"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share of a B seat by the number of B sides at the table (mirror games), players as they come."""
    if run.game.shared or "mirror" not in run.arms:
        return pl.DataFrame()
    frame = in_order(come(run, run.rows("mirror")), ["board", "win_share60"])
    is_b = ~frame["board"].cast(pl.String).is_in(run.game.a_sides).to_numpy().reshape(-1, run.players)
    won = frame["win_share60"].to_numpy().reshape(-1, run.players).astype(np.int64)
    deal = frame["deal"].to_numpy().reshape(-1, run.players)[:, 0]
    tables = pl.DataFrame({"deal": deal, "b_sides": is_b.sum(axis=1), "win_share60": (won * is_b).sum(axis=1)})
    counted = tables.filter(pl.col("b_sides") > 0).with_columns(seats=pl.col("b_sides"))
    return grouped(counted, ["b_sides"], {"share": SHARE}, count="seats").with_columns(par=pl.lit(run.par))


def section(evidence: Evidence) -> ShownSection | None:
    """The share of a seat with another board than the baseline, by how many there are at the table."""
    if evidence.game.shared:
        return None
    rows = evidence.rows("composition", "b_sides", "share")
    many, another = evidence.words.nouns[1], evidence.words.another

    def draw() -> list[Chart]:
        if len(rows) < 2:
            return []
        measured = [(float(row["b_sides"]), estimate(row, "share", 100)) for row in rows]
        x, estimates = tuple(a for a, e in measured if e), tuple(e for _, e in measured if e)
        par = number(rows[0], "par", 100) or evidence.par
        title = f"Does it matter how many seats have {another}?"
        series = [Series("such a seat", MEASURE, x, estimates, bars=True)]
        scale = Scale("win share of such a seat, %", par, f"par {par:.1f} %" if par else "", evidence.margin)
        figure = lines(
            title,
            f"Win share of a seat with {another}, by how many such seats are at the table.",
            series,
            scale,
            x_label=f"seats with {another}",
            height=2.3,
        )
        return [
            chart(
                "composition",
                title,
                "; ".join(f"{a:.0f} seats: {e.value:.1f} %" for a, e in zip(x, estimates, strict=True)),
                figure,
            )
        ]

    reading = (
        "Where every seat has one the share is par by arithmetic; a falling line means an advantage that the others' "
        f"{many} eat up."
    )
    return section_of("composition", f"Seats with {another}", reading, ("composition",), evidence, draw)


PIECE = Piece(section, (Table("composition", COLUMNS, table),))
