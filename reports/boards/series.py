"""Who wins a series of games: one on each board, each on a deal of its own, won by the best sum of a tally."""

from __future__ import annotations

import math
from dataclasses import replace

import polars as pl

from reports import columns as c
from reports import effects
from reports.boards.pairs import pair_arm, pairs
from reports.charts import Row, Scale, forest
from reports.columns import Column
from reports.frames import SHARE, RunFrames, text
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import grouped
from reports.stats.joint import joint

__all__ = ["PIECE", "played"]

COLUMNS: tuple[Column, ...] = (
    replace(c.KIND, note="seat / strategy"),
    c.code("name", "who"),
    c.count("n", "n", "series"),
    c.percent("share", "of series won", estimate=True, note=c.TOGETHER),
    replace(
        c.P,
        note="against par; one game on each board, each on a deal of its own, won by the best sum: fact `series`",
    ),
)


def played(run: RunFrames) -> tuple[pl.DataFrame, list[str]]:
    """Share of series won by every seat and by every strategy, against par; joint winners share.

    The design keeps a line-up for as many deals in a row as there are m boards. Such a chunk holds m series for every
    rotation, as in a Latin square: series j plays board b on the chunk's deal (j + b) modulo m. Every game belongs to
    one series, and chunks share nothing, so errors are clustered by chunk.
    """
    rule, arm = run.game.board.series, pair_arm(run)
    if rule is None or arm is None or rule.tally not in run.columns or not len(run.once(pairs)):
        return pl.DataFrame(), []
    seats = _won(_sums(run, arm, rule.tally), lowest=rule.lowest)
    if not len(seats):
        return pl.DataFrame(), ["No series of games is complete in this run."]
    parts = [_shares_of(run, seats, kind) for kind in ("seat", "strategy")]
    count = seats.select(pl.struct("chunk", "round", "number").n_unique()).item()
    one = run.game.nouns[0]
    note = (
        f"{count:,} series are put together of these games: one game on every {one}, every game on a deal "
        f"of its own, won by the {'lowest' if rule.lowest else 'highest'} sum of {rule.tally.replace('_', ' ')}."
    )
    return pl.concat(parts), [note]


def _sums(run: RunFrames, arm: str, tally: str) -> pl.DataFrame:
    """One row a series and seat: the sum of the tally over its games; series that miss a game are left out."""
    order = sorted(
        run.seats.select("board").unique().collect()["board"].cast(pl.String).to_list(), key=run.game.board_rank
    )
    m = len(order)
    rows = (
        run.rows(arm)
        .select("game", "deal", "seat", "strategy", pl.col("board").cast(pl.String), pl.col(tally).cast(pl.Int64))
        .with_columns(
            chunk=pl.col("deal").cast(pl.Int64) // m,
            place=pl.col("board").replace_strict(order, list(range(m)), return_dtype=pl.Int64),
            # Rotations of a line-up follow one another: equal numbers on equal deals and boards are one seating.
            round=pl.col("game").rank("dense").over("deal", "board"),
        )
        .with_columns(number=(pl.col("deal").cast(pl.Int64) % m - pl.col("place")) % m)
    )
    summed = rows.group_by("chunk", "round", "number", "seat").agg(
        pl.len().alias("games"), pl.col("strategy").first(), pl.col(tally).sum().alias("sum")
    )
    return summed.filter(pl.col("games") == m).collect()


def _won(sums: pl.DataFrame, *, lowest: bool) -> pl.DataFrame:
    """With the win share in 60ths of every seat of every series."""
    keys = ["chunk", "round", "number"]
    best = pl.col("sum").min() if lowest else pl.col("sum").max()
    leads = sums.with_columns(leads=pl.col("sum") == best.over(keys))
    return leads.with_columns(win_share60=pl.when("leads").then(60 // pl.col("leads").sum().over(keys)).otherwise(0))


def _shares_of(run: RunFrames, seats: pl.DataFrame, kind: str) -> pl.DataFrame:
    found = grouped(seats, [kind], {"share": SHARE}, cluster="chunk")
    family = effects.shares(run, joint(seats, [kind], "win_share60", scale=60, cluster="chunk"), f"series {kind}")
    ends = {"share_low": family.low + (run.par or math.nan), "share_high": family.high + (run.par or math.nan)}
    found = found.with_columns(pl.Series(name, x).fill_nan(None) for name, x in ends.items())
    named = text(found, kind).rename({kind: "name"}).with_columns(kind=pl.lit(kind))
    columns = ("kind", "name", "n", "share", "share_low", "share_high", "p")
    return named.with_columns(p=pl.Series(family.p).fill_nan(None)).select(columns)


def table(run: RunFrames) -> pl.DataFrame:
    """Share of series won by every seat and by every strategy."""
    return run.once(played)[0]


def notes(run: RunFrames) -> list[str]:
    """How many series there are."""
    return run.once(played)[1]


def section(evidence: Evidence) -> ShownSection | None:
    """Who wins series of games; nothing where the game has no series."""
    if not evidence.game.shared:
        return None
    rows = evidence.rows("series", "kind", "name", "share")
    if not rows or evidence.par is None:
        return None
    par, words = evidence.par, evidence.words

    def draw() -> list[Chart]:
        drawn: list[Row] = []
        for kind, heading in (("seat", "seats"), ("strategy", "strategies")):
            mine = [row for row in rows if row["kind"] == kind]
            before = "seat " if kind == "seat" else ""
            drawn += [Row(heading), *(Row(f"{before}{r['name']}", (estimate(r, "share", 100),)) for r in mine)]
        title = f"Who wins a series of one game on every {words.nouns[0]}?"
        figure = forest(
            title,
            f"Share of series won, joint winners sharing; par is {par:.1f} %. Seats stay as they are for the series.",
            drawn,
            Scale("share of series won, %", par, f"par {par:.1f} %", evidence.margin),
            n_label="series",
            together=True,
        )
        return [chart("series", title, f"Shares in %: {_said(drawn)}", figure)]

    reading = (
        f"Every game of a series has a deal of its own. A series averages luck and {words.nouns[1]} out, so it favours "
        "the stronger plan more than a single game does."
    )
    return section_of("series", "A series of games", reading, ("series",), evidence, draw)


def _said(rows: list[Row]) -> str:
    return "; ".join(f"{row.label} {e.value:.1f}" for row in rows for e in row.estimates if e is not None) + "."


PIECE = Piece(section, (Table("series", COLUMNS, table),), notes)
