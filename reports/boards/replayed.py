"""Games played with prices really paid at the start: do boards then win their shares, as recomputed games say."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports import columns as c
from reports.boards.pairs import come
from reports.boards.prices import DEALT, PRICED, recomputed
from reports.charts import Row, Scale, forest, style
from reports.charts.sheet import Key
from reports.columns import Column
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.sentences import sentence_case
from reports.stats.cluster import grouped, limits

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.number("paid", "paid at the start", 0, "points", sign=True, note="points, as a pilot of few games priced it"),
    c.N,
    c.percent("share", "win share", estimate=True, note="played with these prices"),
    c.percent("expected", "recomputed", estimate=True, note="games without prices, winners found anew with these"),
    c.pp("difference", "played minus recomputed", estimate=True),
)


def table(run: RunFrames) -> pl.DataFrame:
    """A row a board, players as they come: win share with its price paid, and what games without prices say of it."""
    if not {PRICED, DEALT} <= set(run.arms) or not {"start_points", "tie_break"} <= set(run.columns):
        return pl.DataFrame()
    rows = come(run, run.rows(PRICED))
    paid = text(rows.group_by("board").agg(paid=-pl.col("start_points").first().cast(pl.Int64)).collect(), "board")
    played = text(grouped(rows, ["board"], {"share": SHARE}, detail=True), "board")
    price = dict(paid.sort("board").iter_rows())
    anew = grouped(recomputed(run, price), ["board"], {"expected": SHARE}, detail=True).drop("n")
    both = played.join(anew, on="board", maintain_order="left", suffix="_anew").join(
        paid, on="board", maintain_order="left"
    )
    difference = (both["share"] - both["expected"]).to_numpy()
    error = np.hypot(both["share_se"].to_numpy(), both["expected_se"].to_numpy())
    low, high = limits(difference, error, np.minimum(both["deals"].to_numpy(), both["deals_anew"].to_numpy()))
    return both.with_columns(
        pl.Series("difference", difference), pl.Series("difference_low", low), pl.Series("difference_high", high)
    )


def section(evidence: Evidence) -> ShownSection | None:
    """Played and recomputed win shares beside each other."""
    rows = evidence.rows("replayed", "board", "share", "expected")
    par, words = evidence.par, evidence.words
    if evidence.game.shared or not rows or par is None:
        return None

    def draw() -> list[Chart]:
        drawn = [
            Row(
                f"{words.board(row['board'])}: {_paid(int(row['paid']))}",
                (estimate(row, "share", 100), estimate(row, "expected", 100, n=False)),
            )
            for row in rows
        ]
        title = "Does it come out as computed when prices are really paid?"
        keys = [Key("played with the price paid", style.MEASURE, "point"), Key("recomputed", style.NEUTRAL, "point")]
        scale = Scale("win share, %", par, f"par {par:.1f} %", evidence.margin)
        figure = forest(
            title, "Win share of each board, with these prices.", drawn, scale, series=keys, n_label="seat-games"
        )
        alt = "; ".join(f"{r.label}: wins {r.estimates[0].value:.1f} %" for r in drawn if r.estimates[0])
        return [chart("replayed", title, alt, figure)]

    told = "; ".join(
        f"{sentence_case(words.board(row['board']))} {_paid(int(row['paid']))} and wins {one.value:.1f} % "
        f"({one.low:.1f} to {one.high:.1f})"
        for row in rows
        if (one := estimate(row, "share", 100)) is not None
    )
    reading = (
        "Part of the games were played on deals of their own with points really paid at the start, whole ones, as a "
        f"pilot of few games had priced the {words.nouns[1]}. {told}. Where play answers to points, played and "
        "recomputed shares would differ."
    )
    return section_of("replayed", "Played with prices paid", reading, ("replayed",), evidence, draw)


def _paid(points: int) -> str:
    """A price in words."""
    return f"pays {points}" if points > 0 else f"is given {-points}" if points < 0 else "pays nothing"


PIECE = Piece(section, (Table("replayed", COLUMNS, table),))
