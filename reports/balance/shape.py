"""What does a game look like: length, freedom and tension."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from reports import columns as c
from reports.balance.arms import free_games, free_table
from reports.balance.close import close_margin
from reports.charts import Spread, spreads
from reports.columns import Column, fraction_unit
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, number, section_of
from reports.race import half_way, leaders
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE", "spread"]

COLUMNS: tuple[Column, ...] = (
    c.word("measure", "measure"),
    c.UNIT,
    c.number("mean", "mean", estimate=True),
    c.number("sd", "standard deviation"),
    c.number("p05", "5th percentile", 1),
    c.number("p50", "median", 1),
    c.number("p95", "95th percentile", 1),
    c.count("n", "n", "games"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Length, freedom and tension of a game: mean with interval, standard deviation and percentiles over games."""
    close = close_margin(run)
    frame = (
        free_games(run)
        .select(
            "game",
            "deal",
            *(
                pl.col(c).cast(pl.Int64)
                for c in ("n_decisions", "n_legal_moves", "n_forced", "lead_changes", "winners", "winning_margin")
            ),
        )
        .with_columns(
            moves=pl.col("n_decisions") + pl.col("n_forced"),
            close=pl.col("winning_margin") <= close,
            joint=pl.col("winners") > 1,
        )
        .sort("game")
        .collect()
    )
    if not len(frame):
        return pl.DataFrame()
    k = run.players
    out = [
        _described(frame, "decisions of a player", "decisions", "n_decisions", scale=k),
        _described(frame, "options of a decision", "moves", "n_legal_moves", per="n_decisions"),
        _described(frame, "forced moves", "fraction", "n_forced", per="moves"),
        _described(frame, "lead changes", "changes", "lead_changes"),
        _described(frame, "winning margin", "points", "winning_margin"),
        _described(frame, f"close games (margin {close} point{'s'[: close - 1]} or less)", "fraction", "close"),
        _described(frame, "joint wins", "fraction", "joint"),
    ]
    scores = free_table(run).group_by("game", "deal").agg(
        pl.col("score").cast(pl.Int64).max().alias("best"), pl.col("score").cast(pl.Int64).min().alias("worst"),
        pl.col("score").cast(pl.Int64).sum().alias("total"),
    ).sort("game").collect()  # fmt: skip
    out += [
        _described(scores, "best score", "points", "best"),
        _described(scores, "mean score", "points", "total", scale=run.game.seats),
        _described(scores, "worst score", "points", "worst"),
    ]
    if (half := half_way(run, free_table(run))) is not None:
        number, column = half
        race = leaders(free_table(run), column)
        measure = Measure("lost60", 3600, bounded=True)
        found = grouped(race.with_columns(lost60=3600 - pl.col("led")), [], {"mean": measure}).row(0, named=True)
        name = f"comebacks (winner not leading after round {number})"
        out.append(
            {"measure": name, "unit": "fraction", "n": len(race)}
            | {c: found[c] for c in ("mean", "mean_low", "mean_high")}
        )
    return pl.DataFrame(out, infer_schema_length=None)


def _described(
    frame: pl.DataFrame, measure: str, unit: str, value: str, *, scale: int = 1, per: str | None = None
) -> dict[str, object]:
    """One row of `shape`: the mean of value / scale (or of value per unit of another column) and its spread over
    games."""
    bounded = unit == "fraction"
    mean = grouped(frame, [], {"mean": Measure(value, scale, bounded)}, count=per).row(0, named=True)
    each = frame[value] / frame[per] if per else frame[value] / scale
    row: dict[str, object] = {"measure": measure, "unit": unit, "n": len(frame)}
    row |= {c: mean[c] for c in ("mean", "mean_low", "mean_high")}
    if bounded and not per:
        return row  # yes or no in each game: the mean says it all
    return row | spread(each)


def spread(each: pl.Series) -> dict[str, float | None]:
    """Standard deviation and percentiles of what is finite.

    The rows are added up as one array in their order: Polars would take one batch after another, and how it has cut
    them, which changes from run to run, would show in the last digit.
    """
    finite = each.filter(each.is_finite())
    sd = float(np.std(finite.to_numpy(), ddof=1)) if len(finite) > 1 else None
    return {"sd": sd, **{f"p{q:02}": finite.quantile(q / 100, "linear") for q in (5, 50, 95)}}


def section(evidence: Evidence) -> ShownSection:
    """Length, choice and tension of games."""
    rows = evidence.rows("shape", "measure", "mean")

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn = [_spread(row) for row in rows]
        title = "What does a game look like?"
        games = f"{max(row.mean.n or 0 for row in drawn):,}"
        figure = spreads(
            title,
            "Dot: mean; upright: median; bar: nine games in ten (5th to 95th percentile).",
            drawn,
            note=f"Means of {games} games. A game is close or not, won jointly or not: the mean says it all.",
        )
        told = "; ".join(f"{row.label}: mean {row.mean.value:,.4g} {row.unit}" for row in drawn)
        return [chart("shape", title, told, figure)]

    reading = "How long games are, how much choice they offer, and how often the lead changes hands."
    return section_of("shape", "Shape of a game", reading, ("shape",), evidence, draw)


def _spread(row: Mapping[str, Any]) -> Spread:
    """A row of the table in the unit drawn."""
    factor, unit = (100.0, "%") if fraction_unit(row.get("unit")) else (1.0, pretty(row.get("unit") or ""))
    mean = estimate(row, "mean", factor)
    known = [value for name in ("p05", "p50", "p95") if (value := number(row, name, factor)) is not None]
    percentiles = (known[0], known[1], known[2]) if len(known) == 3 else None
    assert mean is not None  # rows without a mean are left out
    return Spread(pretty(row["measure"]), unit, mean, percentiles)


PIECE = Piece(section, (Table("shape", COLUMNS, table, apart=True),))
