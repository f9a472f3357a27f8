"""What winners have more of than all others: points by scoring category, and the counters a game's charts name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from analyser.questions.common import totals
from analyser.questions.run import Run
from reports.stats.joint import joint

__all__ = ["counters", "sources"]


def sources(run: Run, rows: pl.LazyFrame) -> pl.DataFrame:
    """Mean points of each scoring category for winners and all others, its share of all points, and what it has to do
    with winning."""
    names = {f"score_{s}": s for s in run.sources}
    found = _against_others(rows, [*names, *(["score"] if names else [])])
    if not found:
        return pl.DataFrame()
    total = found.pop("score")["sum"]
    return pl.DataFrame(
        [
            {"source": names[c], **row, "share_of_total": row["sum"] / total if total else None}
            for c, row in found.items()
        ]
    )


def counters(run: Run, rows: pl.LazyFrame) -> pl.DataFrame:
    """The tallies of the fact `charts` for winners and all others, chart by chart; a tally the run does not hold is
    left out."""
    listed = [
        {"chart": str(chart["key"]), "counter": str(tally), "label": str(label), "unit": str(chart.get("unit") or "")}
        for chart in run.facts.get("charts") or []
        for tally, label in chart["tallies"]
        if tally in run.columns
    ]
    found = _against_others(rows, list(dict.fromkeys(one["counter"] for one in listed)))
    return pl.DataFrame([one | found[one["counter"]] for one in listed if one["counter"] in found])


def _against_others(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By column: its means over winners (joint ones too) and over all others, their difference, each with its interval,
    the correlation with win share, the number of seat-games and the column's sum.

    Empty where nobody won or nobody lost.
    """
    if not columns:
        return {}
    sums = totals(rows.with_columns(won=pl.col("share60") > 0), ["won", "deal"], columns)
    if sums["won"].n_unique() < 2:
        return {}
    m = _moments(rows, columns)
    out: dict[str, dict[str, Any]] = {}
    for column in columns:
        contrast = joint(sums, ["won"], column, count="games").contrast([[0, 1], [1, 0], [-1, 1]])  # groups: lost, won
        row: dict[str, Any] = {"n": m["n"], "sum": m[column]}
        for i, name in enumerate(("winners", "losers", "difference")):
            ends = (contrast.estimate[i], contrast.low[i], contrast.high[i])
            row |= {f"{name}{end}": float(x) for end, x in zip(("", "_low", "_high"), ends, strict=True)}
        row["correlation"] = _correlation(m["n"], m[column], m["s"], m[f"{column}_2"], m["ss"], m[f"{column}_s"])
        out[column] = row
    return out


def _moments(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, int]:
    """Integer sums over seat-games: `n`, of win share `s` and its square `ss`, of each column, its square and its
    product with win share."""
    share = pl.col("share60").cast(pl.Int64)
    found = rows.select(
        pl.len().cast(pl.Int64).alias("n"),
        share.sum().alias("s"),
        (share * share).sum().alias("ss"),
        *(pl.col(c).cast(pl.Int64).sum() for c in columns),
        *((pl.col(c).cast(pl.Int64) ** 2).sum().alias(f"{c}_2") for c in columns),
        *((pl.col(c).cast(pl.Int64) * share).sum().alias(f"{c}_s") for c in columns),
    )
    return {name: int(value or 0) for name, value in found.collect().row(0, named=True).items()}


def _correlation(n: int, x: int, y: int, xx: int, yy: int, xy: int) -> float | None:
    """Pearson's r from integer sums."""
    spread = (n * xx - x * x) * (n * yy - y * y)
    return (n * xy - x * y) / spread**0.5 if spread else None
