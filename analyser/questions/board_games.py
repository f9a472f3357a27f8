"""What a board shared by the table does to a game: its length, points and tension on each, on the same deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from analyser.questions.game_shape import half_way, leaders
from analyser.questions.run import Run
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import joint

__all__ = ["table_shape"]


@dataclass(frozen=True)
class Shape:
    """One measure of a game: the sum of `column` over `scale` times the sum of `per` (nothing: the number of games)."""

    measure: str
    unit: str
    column: str
    scale: int = 1
    per: str | None = None


def table_shape(run: Run, arm: str) -> pl.DataFrame:
    """Every measure on every board, and its difference from the first board on the same deals and line-ups."""
    games = _games(run, arm)
    if not len(games):
        return pl.DataFrame()
    k = run.players
    shapes = [
        Shape("mean score", "points", "total", k),
        Shape("best score", "points", "best"),
        Shape("winning margin", "points", "margin"),
        Shape("joint wins", "fraction", "joint"),
        Shape("decisions of a player", "decisions", "decisions", k),
        Shape("options of a decision", "moves", "options", per="decisions"),
        Shape("lead changes", "changes", "lead_changes"),
    ]
    if (half := half_way(run, run.rows(arm))) is not None:
        number, column = half
        rows = run.rows(arm)
        led = [
            leaders(run, rows.filter(pl.col("board") == board), column).select("game", lost=3600 - pl.col("led"))
            for board in games["board"].unique(maintain_order=True)
        ]
        games = games.join(pl.concat(led), on="game")
        shapes.append(Shape(f"comebacks (winner not leading after round {number})", "fraction", "lost", 3600))
    return pl.concat(_rows(games, shape, run) for shape in shapes)


def _games(run: Run, arm: str) -> pl.DataFrame:
    """One row a game: its board, and the integers that are averaged."""
    score = pl.col("score").cast(pl.Int64)
    seats = (
        run.rows(arm)
        .group_by("game")
        .agg(pl.col("board").first().cast(pl.String), score.sum().alias("total"), score.max().alias("best"))
    )
    counts = ("decisions", "options", "lead_changes", "winners", "margin")
    return (
        run.games.filter(pl.col("arm").cast(pl.String) == arm)
        .select("game", "deal", *(pl.col(c).cast(pl.Int64) for c in counts))
        .with_columns(joint=(pl.col("winners") > 1).cast(pl.Int64))
        .join(seats, on="game")
        .collect()
    )


def _rows(games: pl.DataFrame, shape: Shape, run: Run) -> pl.DataFrame:
    measure = Measure(shape.column, shape.scale, bounded=shape.unit == "fraction")
    means = grouped(games, ["board"], {"mean": measure}, count=shape.per)
    both = joint(games, ["board"], shape.column, scale=shape.scale, count=shape.per)  # groups stand as in `means`
    first = both.index(board=run.a_sides[0])
    sizes = games.group_by("board").agg(pl.len().alias("n"))
    table = means.drop("n").join(sizes, on="board", maintain_order="left")
    if first is not None:
        unit = np.eye(len(table))
        apart = both.contrast(unit - unit[first])
        ends = {"difference": apart.estimate, "difference_low": apart.low, "difference_high": apart.high}
        others = pl.int_range(pl.len()) != first
        table = table.with_columns(
            pl.when(others).then(pl.Series(c, x).fill_nan(None)).alias(c) for c, x in ends.items()
        )
    place = pl.Series("place", [run.board_rank(board) for board in table["board"]])
    named = table.with_columns(measure=pl.lit(shape.measure), unit=pl.lit(shape.unit))
    return named.with_columns(place).sort("place").drop("place")
