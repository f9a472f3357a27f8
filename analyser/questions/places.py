"""Where on a map openings go, and how often those who went there win."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from analyser.questions.common import text
from analyser.questions.opening_tables import CHOSEN
from analyser.questions.run import SHARE, Run
from reports.stats.cluster import grouped

__all__ = ["ANY", "places"]

RARE = 30  # seat-games below which a square is left out
ANY = "any"  # the name under which several tallies stand together


def places(run: Run, parts: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    """Win share and frequency (of the seat-games that went anywhere) of every square the tallies of the fact `places`
    name, in chosen openings; with more than one tally also of all together, `any`."""
    fact = run.facts.get("places") or {}
    tallies = [str(name) for name in fact.get("tallies") or [] if name in run.columns]
    if CHOSEN not in parts or not tallies:
        return pl.DataFrame()
    rows = parts[CHOSEN].select("game", "seat", "deal", "board", "share60", *tallies)
    long = rows.unpivot(
        tallies, index=["game", "seat", "deal", "board", "share60"], variable_name="tally", value_name="square"
    ).filter(pl.col("square") >= 0)
    if len(tallies) > 1:
        each = long.unique(["game", "seat", "square"]).with_columns(tally=pl.lit(ANY))
        long = pl.concat([long, each])
    sizes = long.group_by("board", "tally").agg(pl.struct("game", "seat").n_unique().alias("whole")).collect()
    found = grouped(long, ["board", "tally", "square"], {"share": SHARE}).filter(pl.col("n") >= RARE)
    table = found.join(sizes, on=["board", "tally"], how="left", nulls_equal=True).with_columns(
        frequency=pl.col("n") / pl.col("whole")
    )
    order = {name: i for i, name in enumerate([*tallies, ANY])}
    place = pl.col("tally").replace_strict(order, return_dtype=pl.Int64)
    return text(table.sort("board", place, "square"), "board")
