"""How games of one kind differ from games of another on the same deals: measures of a game, kind by kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from reports import measures as grammar
from reports.frames import RunFrames
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import joint

__all__ = ["Kind", "apart", "kinds", "per_game"]


@dataclass(frozen=True)
class Kind:
    """A kind of measure of a game: the sum of `column` over `scale` times the sum of `per` (nothing: the games)."""

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


def kinds(run: RunFrames) -> list[Kind]:
    """What per_game() holds the integers of; scores are those of all at the table."""
    k = run.players
    return [
        Kind("mean score", "points", "total_score", run.game.seats),
        Kind("best score", "points", "highest_score"),
        Kind("winning margin", "points", "winning_margin"),
        Kind("joint wins", "fraction", "joint_win"),
        Kind("decisions of a player", "decisions", "n_decisions", k),
        Kind("options of a decision", "moves", "n_legal_moves", per="n_decisions"),
        Kind("lead changes", "changes", "lead_changes"),
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


def apart(games: pl.DataFrame, key: str, first: str, kind: Kind) -> pl.DataFrame:
    """A measure's mean of each group of games by `key`, and its difference from the group `first` on the same deals."""
    measure = Measure(kind.column, kind.scale, bounded=kind.unit == "fraction")
    means = grouped(games, [key], {"mean": measure}, count=kind.per)
    both = joint(games, [key], kind.column, scale=kind.scale, count=kind.per)  # groups stand as in `means`
    place = both.index(**{key: first})
    sizes = games.group_by(key).agg(pl.len().alias("n"))
    table = means.drop("n").join(sizes, on=key, maintain_order="left")
    if place is not None:
        unit = np.eye(len(table))
        found = both.contrast(unit - unit[place])
        ends = {"difference": found.estimate, "difference_low": found.low, "difference_high": found.high}
        others = pl.int_range(pl.len()) != place
        table = table.with_columns(
            pl.when(others).then(pl.Series(c, x).fill_nan(None)).alias(c) for c, x in ends.items()
        )
    return table.with_columns(measure=pl.lit(kind.measure), unit=pl.lit(kind.unit))
