"""How close is the finish: winning margins."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports import columns as c
from reports.balance.arms import free_games
from reports.balance.close import close_margin
from reports.charts import histogram
from reports.charts.sheet import Key
from reports.charts.style import FAINT, MEASURE
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, section_of

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.count("margin_low", "margin from", "points"),
    c.count("margin_high", "to", "points", note="both included"),
    c.percent("games", "games", note="fraction"),
    c.worded(
        "close", "close", lambda value, words: "yes" if value else "no", note="whether all of them count as close"
    ),
    c.count("n", "n", "games"),
)

BINS = 20


def table(run: RunFrames) -> pl.DataFrame:
    """How often the winning margin falls into each range of points (both ends included), and which ranges are close."""
    found = free_games(run).select(pl.col("winning_margin").cast(pl.Int64)).collect()["winning_margin"]
    if not len(found):
        return pl.DataFrame()
    top = max(int(found.quantile(0.995, "nearest") or 0), 1)  # a few runaway games share the last bin
    close = close_margin(run)
    least = max(-(-(top + 1) // BINS), 1)
    width = next(
        (w for w in range(least, close + 2) if (close + 1) % w == 0), least
    )  # a class ends where close games do
    last = top // width
    counts = np.bincount(np.minimum(found.to_numpy() // width, last), minlength=last + 1)
    low = np.arange(last + 1) * width
    high = np.append(low[1:] - 1, max(int(found.max() or 0), int(low[-1])))  # type: ignore[arg-type]  # integers
    columns = {"margin_low": low, "margin_high": high, "games": counts / len(found), "n": counts}
    return pl.DataFrame(columns).with_columns(close=pl.col("margin_high") <= close)


def section(evidence: Evidence) -> ShownSection:
    """How close games are."""
    rows = evidence.rows("margin", "margin_low", "margin_high", "games")

    def draw() -> list[Chart]:
        if not rows:
            return []
        rows.sort(key=lambda row: row["margin_low"])
        width = rows[0]["margin_high"] - rows[0]["margin_low"]
        bins = [(row["margin_low"] - 0.5, row["margin_low"] + width + 0.5, 100 * row["games"]) for row in rows]
        open_end = rows[-1]["margin_high"] - rows[-1]["margin_low"] > width
        note = f"The last bar holds all games won by {rows[-1]['margin_low']} points or more." if open_end else ""
        marked = [place for place, row in enumerate(rows) if row.get("close")]
        subtitle, keys = "Best minus second best score.", []
        if marked:
            close = sum(bins[place][2] for place in marked)
            points = int(rows[marked[-1]]["margin_high"])
            subtitle += f" {close:.0f} % of games end within {points} point{'' if points == 1 else 's'}."
            keys = [Key("close games", MEASURE), Key("other games", FAINT)]
        title = "How close is the finish?"
        figure = histogram(title, subtitle, bins, x_label="winning margin, points", marked=marked, keys=keys, note=note)
        return [chart("margin", title, subtitle, figure)]

    reading = "A tall left end means that most games stay open to the last turn."
    return section_of("margin", "Winning margin", reading, ("margin",), evidence, draw)


PIECE = Piece(section, (Table("margin", COLUMNS, table),))
