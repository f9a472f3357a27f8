"""From the strongest to the weakest: Elo by who won, win share, mean rank, score, time a decision."""

from __future__ import annotations

import math
import zlib
from dataclasses import replace

import numpy as np
import polars as pl

from reports import columns as c
from reports.charts import Row, Scale, forest
from reports.charts.sheet import signed
from reports.columns import Column
from reports.estimators.free_games import free_rows, measure_strategies
from reports.frames import RunFrames, in_order, text
from reports.questions.base import Chart, Evidence, Piece, Rows, ShownSection, Table, chart, estimate, section_of
from reports.questions.views import alias_note, alt_text
from reports.stats.cluster import Measure, grouped
from reports.stats.elo import Ratings, ratings

__all__ = ["MILLISECONDS", "PIECE", "standing"]

FAR = 4.0  # times the span of all others: whoever makes an axis so much longer is not drawn on it


def _two_digits(value: float) -> str:
    """A time with two digits that count, never as a power of ten: 0.00034."""
    return f"{value:.{max(0, 1 - math.floor(math.log10(value)))}f}" if value > 0 else "0"


MILLISECONDS = c.worded(
    "milliseconds",
    "ms a decision",
    lambda value, words: _two_digits(float(str(value))),
    numeric=True,
    note="processor time; of plans with the moves they make, in a sample of games",
)
COLUMNS: tuple[Column, ...] = (
    c.count("place", "place"),
    c.STRATEGY,
    c.ALIAS,
    c.number(
        "elo",
        "Elo",
        0,
        sign=True,
        estimate=True,
        note="by who won, seats and boards allowed for, 0 their mean strength; simultaneous 95 % interval of the table",
    ),
    replace(c.SHARE, note=c.TOGETHER),
    MILLISECONDS,
    c.number("rank", "mean rank", 2, estimate=True, note="1 is best"),
    c.SCORE,
    c.AHEAD,
    c.N,
)


def standing(run: RunFrames) -> pl.DataFrame:
    """One row a strategy, the strongest first: by Elo, where the games tell it, and by win share."""
    found = run.once(measure_strategies)[0].drop("elo", strict=False)
    if not len(found):
        return found
    ranks = text(grouped(free_rows(run), ["strategy"], {"rank": Measure("rank")}), "strategy")
    table = found.join(ranks.drop("n", "deals"), on="strategy", how="left")
    table = table.join(_elo(run), on="strategy", how="left")
    spent = [run.milliseconds.get(name) for name in table["strategy"].to_list()]
    table = table.with_columns(milliseconds=pl.Series(spent, dtype=pl.Float64))
    table = table.sort("elo", "share", descending=True, nulls_last=True, maintain_order=True)
    return table.with_columns(place=pl.int_range(1, pl.len() + 1))


def _elo(run: RunFrames) -> pl.DataFrame:
    """Elo of every strategy, seats and boards allowed for."""
    own = in_order(free_rows(run), ["seat", "strategy", "board", "win_share60"])
    names = own["strategy"].cast(pl.String).unique().sort().to_list()
    number = {name: place for place, name in enumerate(names)}
    player = own["strategy"].cast(pl.String).replace_strict(number, return_dtype=pl.Int64).to_numpy()
    beside = [own[factor].cast(pl.String).rank("dense").to_numpy() for factor in ("seat", "board")]
    factors = [codes.astype(np.int64) - 1 for codes in beside if not np.isnan(codes.astype(np.float64)).any()]
    share = own["win_share60"].to_numpy() / 60.0
    try:
        found = ratings(player, factors, share, own["game"], own["deal"], seed=zlib.crc32(f"{run.seed} elo".encode()))
    except ValueError:  # nobody met anybody else
        found = Ratings(*np.full((3, len(names)), np.nan))
    ends = {"elo": found.elo, "elo_low": found.low, "elo_high": found.high}
    return pl.DataFrame({"strategy": names, **ends}).fill_nan(None)


def section(evidence: Evidence) -> ShownSection:
    """The standing by Elo."""
    rows = evidence.rows("standing", "strategy", "elo")

    def draw() -> list[Chart]:
        if not rows:
            return []
        near = rows[: _near(rows)]
        drawn = [Row(str(row["strategy"]), (estimate(row, "elo"),)) for row in near]
        left = ", ".join(str(row["strategy"]) for row in rows[len(near) :])
        notes = [f"Far below, left to the table: {left}." if left else "", alias_note(rows, "strategy")]
        title = "Who is stronger?"
        figure = forest(
            title,
            "Elo by who won, the strongest first; 0 is the mean strength of those who played.",
            drawn,
            Scale("Elo", 0.0, "mean", text=lambda value: signed(value, 0)),
            above="above the mean",
            below="below the mean",
            n_label="seat-games",
            together=True,
            note=" ".join(filter(None, notes)),
        )
        return [chart("standing", title, alt_text(drawn, "Elo"), figure)]

    reading = (
        "Everybody met all others about equally often, from every seat. At 0 a player wins par among players of the "
        "mean strength. With others at the table 0 lies elsewhere; how far two are apart stays about the same."
    )
    return section_of("standing", "Standing", reading, ("standing", "verdicts"), evidence, draw)


def _near(rows: Rows) -> int:
    """How many of the strongest are drawn: all, unless some, half of them at most, are so far below that the others
    could not be told apart on one axis with them."""
    found = [one for one in (estimate(row, "elo") for row in rows) if one]
    spans = max(one.high for one in found) - np.minimum.accumulate([one.low for one in found])  # of the strongest m
    jumps = {m: float(spans[m] / spans[m - 1]) for m in range(max(2, (len(rows) + 1) // 2), len(rows))}
    far = max(jumps, key=lambda m: jumps[m], default=len(rows))
    return far if jumps.get(far, 1.0) > FAR else len(rows)


PIECE = Piece(section, (Table("standing", COLUMNS, lambda run: run.once(standing)),))
