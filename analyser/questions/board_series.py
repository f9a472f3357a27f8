"""Series of games, one on each board and each on a deal of its own, won by the best sum of a tally."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analyser.questions.common import text
from analyser.questions.run import SHARE, Run
from reports.stats.cluster import grouped
from reports.stats.joint import two_sided
from reports.stats.verdict import holm

__all__ = ["series"]

LOWEST = "lowest"


def series(run: Run, arm: str) -> tuple[pl.DataFrame, list[str]]:
    """Share of series won by every seat and by every strategy, against par; joint winners share.

    The design keeps a line-up for as many deals in a row as there are m boards. Such a chunk holds m series for every
    rotation, as in a Latin square: series j plays board b on the chunk's deal (j + b) modulo m. Every game belongs to
    one series, and chunks share nothing, so errors are clustered by chunk.
    """
    rule: Mapping[str, Any] = (run.facts.get("board") or {}).get("series") or {}
    if not rule or rule.get("tally") not in run.columns:
        return pl.DataFrame(), []
    seats = _won(_sums(run, arm, str(rule["tally"])), lowest=rule.get("best") == LOWEST)
    if not len(seats):
        return pl.DataFrame(), ["No series of games is complete in this run."]
    parts = [_table(run, seats, kind) for kind in ("seat", "strategy")]
    played = seats.select(pl.struct("chunk", "round", "number").n_unique()).item()
    note = (
        f"{played:,} series are put together of these games: one game on every {run.nouns[0]}, every game on a deal of "
        f"its own, won by the {rule.get('best')} sum of {str(rule['tally']).replace('_', ' ')}."
    )
    return pl.concat(parts), [note]


def _sums(run: Run, arm: str, tally: str) -> pl.DataFrame:
    """One row a series and seat: the sum of the tally over its games; series that miss a game are left out."""
    order = sorted(run.seats.select("board").unique().collect()["board"].cast(pl.String).to_list(), key=run.board_rank)
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
    return leads.with_columns(share60=pl.when("leads").then(60 // pl.col("leads").sum().over(keys)).otherwise(0))


def _table(run: Run, seats: pl.DataFrame, kind: str) -> pl.DataFrame:
    found = grouped(seats, [kind], {"share": SHARE}, cluster="chunk", detail=True)
    gap = (found["share"] - run.par).to_numpy()
    p = two_sided(gap.round(12), found["share_se"].cast(pl.Float64).to_numpy(), found["deals"].to_numpy() - 1.0)
    named = text(found, kind).rename({kind: "name"}).with_columns(kind=pl.lit(kind))
    columns = ("kind", "name", "n", "share", "share_low", "share_high", "p", "p_holm")
    return named.with_columns(p=pl.Series(p), p_holm=pl.Series(holm(p))).select(columns)
