"""Winners against all others: means of a column, and their paired bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from reports.columns import fraction_unit
from reports.draw import Scale, paired_bars
from reports.draw.estimate import Estimate
from reports.draw.sheet import signed
from reports.evidence import Chart, Rows, chart, estimate
from reports.frames import totals
from reports.stats.joint import joint

__all__ = ["against_others", "others_of"]


def others_of(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
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


def against_others(name: str, title: str, subtitle: str, unit: str, rows: Rows) -> Chart | None:
    """Winners beside all others by `label`, with the difference; what nobody has any of is left to the table."""
    factor, unit = (100.0, "%") if fraction_unit(unit) else (1.0, unit)
    drawn: list[tuple[str, Estimate, Estimate, Estimate]] = []
    for row in rows:
        parts = [estimate(row, column, factor, n=False) for column in ("winners", "losers", "difference")]
        if parts[0] and parts[1] and parts[2] and (parts[0].value or parts[1].value):
            drawn.append((str(row["label"]), parts[0], parts[1], parts[2]))
    if not drawn:
        return None
    digits = 1 if max(abs(e.value) for row in drawn for e in row[1:3]) >= 20 else 2
    difference = "difference, pp" if unit == "%" else f"difference, {unit}" if unit else "difference"
    figure = paired_bars(
        title,
        subtitle,
        drawn,
        ("winners", "all others"),
        Scale(f"mean, {unit}" if unit else "mean", None),
        difference_label=difference,
        text=Scale(difference, 0.0, text=lambda value: signed(value, digits)),
    )
    alt = "; ".join(f"{label}: {won.value:.{digits}f} against {lost.value:.{digits}f}" for label, won, lost, _ in drawn)
    return chart(name, title, alt, figure)
