"""Measures of a game, and how groups of games differ in them on the same deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from reports import measures as grammar
from reports.frames import RunFrames
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import joint

__all__ = ["GameMeasure", "compare_groups", "game_measures", "per_game"]


@dataclass(frozen=True)
class GameMeasure:
    """A measure of a game: the sum of `column` over `scale` times the sum of `per` (nothing: the games)."""

    measure: str
    unit: str
    column: str
    scale: int = 1
    per: str | None = None

    @property
    def of_games(self) -> grammar.Measure:
        """What a comparison of games measures."""
        columns = frozenset({self.column} if self.per is None else {self.column, self.per})
        per, bounded = None if self.per is None else pl.col(self.per), self.unit == "fraction"
        return grammar.Measure(self.measure, pl.col(self.column), columns, self.scale, per, bounded=bounded)


def game_measures(run: RunFrames) -> list[GameMeasure]:
    """What per_game() holds the integers of; scores are those of all at the table."""
    k = run.players
    return [
        GameMeasure("mean score", "points", "total_score", run.game.seats),
        GameMeasure("best score", "points", "highest_score"),
        GameMeasure("winning margin", "points", "winning_margin"),
        GameMeasure("joint wins", "fraction", "joint_win"),
        GameMeasure("decisions of a player", "decisions", "n_decisions", k),
        GameMeasure("options of a decision", "moves", "n_legal_moves", per="n_decisions"),
        GameMeasure("lead changes", "changes", "lead_changes"),
    ]


def per_game(rows: pl.LazyFrame, games: pl.LazyFrame) -> pl.LazyFrame:
    """One row a game: the integers that are averaged; rows: of the seats whose scores count."""
    score = pl.col("score").cast(pl.Int64)
    seats = rows.group_by("game").agg(total_score=score.sum(), highest_score=score.max())
    counts = ("n_decisions", "n_legal_moves", "lead_changes", "winners", "winning_margin")
    return (
        games.select("game", "deal", *(pl.col(c).cast(pl.Int64) for c in counts))
        .with_columns(joint_win=(pl.col("winners") > 1).cast(pl.Int64))
        .join(seats, on="game")
    )


def compare_groups(games: pl.DataFrame, key: str, first: str, measure: GameMeasure) -> pl.DataFrame:
    """A measure's mean of each group of games by `key`, and its difference from the group `first` on the same deals."""
    mean = Measure(measure.column, measure.scale, bounded=measure.unit == "fraction")
    means = grouped(games, [key], {"mean": mean}, count=measure.per)
    # Groups stand as in `means`.
    joint_means = joint(games, [key], measure.column, scale=measure.scale, count=measure.per)
    index = joint_means.index(**{key: first})
    sizes = games.group_by(key).agg(pl.len().alias("n"))
    table = means.drop("n").join(sizes, on=key, maintain_order="left")
    if index is not None:
        unit = np.eye(len(table))
        contrast = joint_means.contrast(unit - unit[index])
        ends = {"difference": contrast.estimate, "difference_low": contrast.low, "difference_high": contrast.high}
        others = pl.int_range(pl.len()) != index
        table = table.with_columns(
            pl.when(others).then(pl.Series(c, x).fill_nan(None)).alias(c) for c, x in ends.items()
        )
    return table.with_columns(measure=pl.lit(measure.measure), unit=pl.lit(measure.unit))
