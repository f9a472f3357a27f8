"""Winners against all others: means of a column, and their paired bars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import polars as pl

from reports.charts import Scale, paired_bars
from reports.charts.estimate import Estimate
from reports.charts.sheet import signed
from reports.columns import fraction_unit
from reports.frames import totals
from reports.questions.base import Chart, Evidence, Rows, chart, estimate
from reports.stats.joint import joints
from reports.stats.sums import sum_groups
from reports.stats.within import within

__all__ = ["against_others", "others_of", "sides", "within_words"]

AT_ONCE = 8  # columns: of each, sums by deal, strategy and winning are in memory


def others_of(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By column: its means over winners (joint ones too) and over all others, their difference and the correlation with
    win share, both within strategies, each mean with its interval, the number of seat-games and the column's sum.

    Winners are compared with others of their own strategy, for a strong plan wins more and does more of what it does.
    Empty where nobody won or nobody lost.
    """
    out: dict[str, dict[str, Any]] = {}
    for first in range(0, len(columns), AT_ONCE):
        out |= _others_of(rows, columns[first : first + AT_ONCE])
    return out


def _others_of(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The same of few columns."""
    sums = totals(rows.with_columns(won=pl.col("win_share60") > 0), ["strategy", "won", "deal"], columns)
    if sums["won"].n_unique() < 2:
        return {}
    moments = _moments(rows, columns)
    everyone = joints(sums, ["won"], columns, count="games")
    by_strategy = joints(sums, ["strategy", "won"], columns, count="games")
    out: dict[str, dict[str, Any]] = {}
    for column in columns:
        plain = everyone[column].contrast([[0, 1], [1, 0]])  # groups: lost, won
        parts = [("winners", plain, 0), ("losers", plain, 1)]
        each = by_strategy[column]
        if (weights := within(each, "strategy")) is not None:
            parts.append(("difference", each.contrast(weights), 0))
        row: dict[str, Any] = {"n": moments["n_"].sum(), "sum": moments[f"t_{column}"].sum()}
        row |= dict.fromkeys(("difference", "difference_low", "difference_high"))
        for name, found, i in parts:
            ends = (found.estimate[i], found.low[i], found.high[i])
            row |= {f"{name}{end}": float(x) for end, x in zip(("", "_low", "_high"), ends, strict=True)}
        row["correlation"] = _correlation(moments, column)
        out[column] = row
    return out


def _moments(rows: pl.LazyFrame, columns: Sequence[str]) -> pl.DataFrame:
    """Sums over every strategy's seat-games, as of sum_groups(): of win share and of each column, of their squares, and
    of each column's product with win share."""
    share = pl.lit(1, dtype=pl.Int64) * pl.col("win_share60")  # of 64 bits, as products with it then are
    products = {f"{c}_s": share * pl.col(c) for c in columns}
    both = ["win_share60", *columns]
    return sum_groups(rows.with_columns(**products), ["strategy"], [*both, *products], squares=both).sort("strategy")


def _correlation(moments: pl.DataFrame, column: str) -> float | None:
    """Pearson's r within strategies: of what is left when every strategy's means are taken off; None without spread."""
    xx = xy = yy = Fraction()
    names = ("n_", f"t_{column}", "t_win_share60", f"q_{column}", "q_win_share60", f"t_{column}_s")
    for n, *sums in moments.select(*names).iter_rows():
        x, y, x2, y2, both = map(Fraction, sums)
        xx += x2 - x * x / n
        yy += y2 - y * y / n
        xy += both - x * y / n
    return float(xy) / math.sqrt(float(xx) * float(yy)) if xx and yy else None


def within_words(evidence: Evidence) -> str:
    """What is said beside every such chart."""
    who, others = ("Winners", "others") if evidence.par is not None else ("Games won", "other games")
    return (
        f"{who} are held against {others} of the same strategy (the difference is the mean over strategies), for "
        "strong plans win more and do more of what they do. It is still correlation, not cause: who is ahead can "
        "afford more of everything."
    )


def sides(evidence: Evidence) -> tuple[str, str]:
    """What is compared: seats that won and all others; where one decides, his games."""
    return ("winners", "all others") if evidence.par is not None else ("games won", "other games")


def against_others(name: str, title: str, subtitle: str, unit: str, rows: Rows, evidence: Evidence) -> Chart | None:
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
    difference = ", ".join(filter(None, ["within a strategy", "pp" if unit == "%" else unit]))
    figure = paired_bars(
        title,
        subtitle,
        drawn,
        sides(evidence),
        Scale(f"mean, {unit}" if unit else "mean", None),
        difference_label=difference,
        text=Scale(difference, 0.0, text=lambda value: signed(value, digits)),
    )
    alt = "; ".join(f"{label}: {won.value:.{digits}f} against {lost.value:.{digits}f}" for label, won, lost, _ in drawn)
    return chart(name, title, alt, figure)
