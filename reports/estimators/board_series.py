"""Series of games on boards of the table, one on each, each on a deal of its own, won by the best sum of a tally."""

from __future__ import annotations

import math

import polars as pl

from reports import effects
from reports.estimators.board_effects import TABLE, board_pairs
from reports.frames import SHARE, RunFrames, text
from reports.stats.cluster import grouped
from reports.stats.joint import joint

__all__ = ["series_note", "series_table"]

ROUND = ["chunk", "round", "number"]  # what a series is


def series_table(run: RunFrames) -> pl.DataFrame:
    """Share of series won by every seat and by every strategy, against par; joint winners share.

    The design keeps a line-up for as many deals in a row as there are m boards. Such a chunk holds m series for every
    rotation, as in a Latin square: series j plays board b on the chunk's deal (j + b) modulo m. Every game belongs to
    one series, and chunks share nothing, so errors are clustered by chunk.
    """
    seats = run.result(_series_seats)
    return pl.concat([_shares_of(run, seats, kind) for kind in ("seat", "strategy")]) if len(seats) else pl.DataFrame()


def series_note(run: RunFrames) -> list[str]:
    """How many series there are."""
    rule, seats = run.game.board.series, run.result(_series_seats)
    if rule is None or not len(seats):
        return []
    count = seats.select(pl.struct(ROUND).n_unique()).item()
    best = f"the {'lowest' if rule.lowest else 'highest'} sum of {rule.tally.replace('_', ' ')}"
    noun = run.game.nouns[0]
    return [
        f"{count:,} series are put together of these games: one on every {noun}, each on its own deal; {best} wins."
    ]


def _series_seats(run: RunFrames) -> pl.DataFrame:
    """One row a series and seat with the win share in 60ths; series that miss a game are left out."""
    rule = run.game.board.series
    if rule is None or TABLE not in run.arms or rule.tally not in run.columns or not len(run.result(board_pairs)):
        return pl.DataFrame()
    boards = run.seats.select(pl.col("board").cast(pl.String)).unique().collect()["board"].to_list()
    order = sorted(boards, key=run.game.board_rank)
    m = len(order)
    rows = (
        run.rows(TABLE)
        .select("game", "deal", "seat", "strategy", pl.col("board").cast(pl.String), pl.col(rule.tally).cast(pl.Int64))
        .with_columns(
            chunk=pl.col("deal").cast(pl.Int64) // m,
            place=pl.col("board").replace_strict(order, list(range(m)), return_dtype=pl.Int64),
            # Rotations of a line-up follow one another: equal numbers on equal deals and boards are one seating.
            round=pl.col("game").rank("dense").over("deal", "board"),
        )
        .with_columns(number=(pl.col("deal").cast(pl.Int64) % m - pl.col("place")) % m)
    )
    total = pl.col(rule.tally).sum().alias("sum")
    sums = rows.group_by(*ROUND, "seat").agg(pl.len().alias("games"), pl.col("strategy").first(), total)
    complete = sums.filter(pl.col("games") == m).collect()
    best = pl.col("sum").min() if rule.lowest else pl.col("sum").max()
    leads = complete.with_columns(leads=pl.col("sum") == best.over(ROUND))
    return leads.with_columns(win_share60=pl.when("leads").then(60 // pl.col("leads").sum().over(ROUND)).otherwise(0))


def _shares_of(run: RunFrames, seats: pl.DataFrame, kind: str) -> pl.DataFrame:
    shares, par = grouped(seats, [kind], {"share": SHARE}, cluster="chunk"), run.par or math.nan
    family = effects.shares(run, joint(seats, [kind], "win_share60", scale=60, cluster="chunk"), f"series {kind}")
    ends = {"share_low": family.low + par, "share_high": family.high + par, "p": family.p}
    table = text(shares, kind).with_columns(pl.Series(name, x).fill_nan(None) for name, x in ends.items())
    columns = ("n", "share", "share_low", "share_high", "p")
    return table.select(pl.lit(kind).alias("kind"), pl.col(kind).alias("name"), *columns)
