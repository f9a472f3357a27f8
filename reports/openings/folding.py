"""Openings turn by turn and by content, rare ones folded into one row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from reports.frames import SCORE, SHARE, RunFrames
from reports.openings.parts import FORCED, parts_of
from reports.stats.cluster import grouped
from reports.stats.joint import two_sided
from reports.stats.verdict import bh

__all__ = ["LINES", "RARE", "REST", "coarse_form", "folded"]

LINES = 200  # most frequent lines shown; the rest is one row

RARE = 30  # seat-games below which a line is folded into the rest

REST = "other"


def coarse_form(line: str, letters: Sequence[str] = ()) -> str:
    """A line without its order: frequent letters first, then in the order of the classes (`UUUHRU` is `U4R1H1`).

    Where letters may be digits every one is written (`7R76` is `7 7 R 6`).
    """
    place = {letter: i for i, letter in enumerate(letters)}
    order = sorted(set(line), key=lambda x: (-line.count(x), place.get(x, len(place)), x))
    if any(letter.isdigit() for letter in (*letters, *order)):
        return " ".join(x for x in order for _ in range(line.count(x)))
    return "".join(f"{x}{line.count(x)}" for x in order)


def folded(run: RunFrames) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Win share by exact line and by coarse form, rare ones folded into one row; `level` is the share's lower bound."""
    lines, forms, letters = [], [], list(run.game.classes)
    for how, rows in run.once(parts_of).items():
        taken = rows.filter(~pl.col("loose")) if how == FORCED else rows
        keyed = taken.with_columns(pl.col("forced_opening" if how == FORCED else "opening").alias("line"))
        sizes = keyed.group_by("line").agg(pl.len().alias("size")).sort("line").collect()
        if not len(sizes):
            continue
        sizes = sizes.with_columns(pl.Series("coarse", [coarse_form(x, letters) for x in sizes["line"]]))
        keyed = keyed.join(sizes.lazy(), on="line")
        lines.append(_folded(keyed, "line", sizes.select("line", "size"), how))
        forms.append(_folded(keyed, "coarse", sizes.group_by("coarse").agg(pl.col("size").sum()), how))
    if not lines:
        return pl.DataFrame(), pl.DataFrame()
    table = pl.concat(lines)
    names = pl.Series("coarse", [x if x == REST else coarse_form(x, letters) for x in table["line"]])
    return table.with_columns(names), pl.concat(forms)


def _folded(rows: pl.LazyFrame, key: str, sizes: pl.DataFrame, how: str) -> pl.DataFrame:
    frequent = sizes.filter(pl.col("size") >= RARE).sort(["size", key], descending=[True, False]).head(LINES)[key]
    name = pl.when(pl.col(key).is_in(frequent.implode())).then(pl.col(key)).otherwise(pl.lit(REST)).alias(key)
    found = grouped(rows.with_columns(name), [key], {"share": SHARE, "score": SCORE}, detail=True)
    se = found["share_se"].cast(pl.Float64).fill_null(float("nan")).to_numpy()
    total = int(found["n"].sum())
    usual = float((found["share"] * found["n"]).sum()) / total
    p = two_sided(found["share"].to_numpy() - usual, se, found["deals"].to_numpy() - 1.0)
    p = np.where((found[key] == REST).to_numpy(), np.nan, p)
    table = found.with_columns(
        how=pl.lit(how), frequency=pl.col("n") / total, level=pl.col("share_low"), q=pl.Series(bh(p))
    )
    return table.sort([pl.col(key) == REST, -pl.col("n"), pl.col(key)])
