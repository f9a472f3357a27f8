"""Boards compared on the same deal and seat: totals of both, paired differences, their correlation and odds ratios."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from reports import effects
from reports.frames import SCORE, RunFrames, text, totals
from reports.stats.cluster import Measure, grouped
from reports.stats.families import Family
from reports.stats.joint import Joint, joint

__all__ = [
    "ALL",
    "TABLE",
    "Compared",
    "as_they_come",
    "by_seat",
    "by_strategy",
    "cells",
    "come",
    "differences",
    "moved_means",
    "pair_arm",
    "pairs",
    "pairs_of",
    "seat_arm",
    "with_odds",
]

KEYS = ("deal", "strategy", "seat")

TABLE = "table"  # the arm in which every line-up plays on every board of the table
ALL = "all"  # stands for all strategies together


def pair_arm(run: RunFrames) -> str | None:
    """The arm whose games pair boards on a deal: `table` where the table shares one, else `mirror`."""
    return run.first_arm(TABLE if run.game.shared else "mirror")


def seat_arm(run: RunFrames) -> str | None:
    """The arm in which boards of the seats meet strategies: `cross`, else `mirror`; None without such boards."""
    return None if run.game.shared else run.first_arm("cross", "mirror")


def cells(run: RunFrames) -> pl.DataFrame:
    """Totals of what is compared by deal, strategy, seat and board; no rows where no arm pairs boards."""
    arm = pair_arm(run)
    keys = ["deal", "strategy", "seat", "board"]
    return totals(run.rows(arm), keys, measured(run)) if arm else pl.DataFrame()


def pairs(run: RunFrames) -> pl.DataFrame:
    """The same deal, strategy and seat with another board and with side A: see `pairs_of`."""
    found = run.once(cells)
    return pairs_of(found, run) if found.width else found


def come(run: RunFrames, rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of players as they come: those who have no weights of their own for a board; all rows where there are no
    others, and where the table shares a board."""
    if run.game.shared or not run.tuned:
        return rows
    others = rows.filter(~pl.col("strategy").cast(pl.String).is_in(list(run.tuned)))
    return others if others.select(pl.len()).collect().item() else rows


def as_they_come(run: RunFrames) -> pl.DataFrame:
    """The pairs of players as they come."""
    both = run.once(pairs)
    return come(run, both.lazy()).collect() if len(both) else both


def by_strategy(run: RunFrames) -> Compared:
    """Every board against side A for each strategy: one family."""
    return compared(run, ["board", "strategy"], run.once(pairs))


def by_seat(run: RunFrames) -> Compared:
    """Every board against side A in each seat, players as they come: one family."""
    return compared(run, ["board", "seat"], run.once(as_they_come))


def measured(run: RunFrames) -> list[str]:
    """Columns that are compared: win share, score and its sources."""
    return ["win_share60", "score", *(f"score_{s}" for s in run.sources)]


def pairs_of(cells: pl.DataFrame, run: RunFrames) -> pl.DataFrame:
    """One row for each other board, deal, strategy and seat that also saw side A: totals of both, weighted to equal
    numbers of games.

    `b_x` = total of the board times games of A, `a_x` the reverse, `w` = product of both numbers of games (where they
    agree the totals as they are, and that number): sums of b_x - a_x over sums of w are means of paired differences.
    A's games carry no board of their own: where each seat has its own, the seat's is the one its other games show.
    """
    measures = [c for c in cells.columns if c.startswith("score") or c == "win_share60"]
    is_a = pl.col("board").cast(pl.String).is_in(run.game.a_sides)
    a = cells.filter(is_a).group_by(KEYS).agg(pl.col("games", *measures).sum().name.suffix("_a"))
    both = cells.filter(~is_a).join(a, on=KEYS)
    equal = pl.col("games") == pl.col("games_a")
    of_b, of_a = (pl.when(equal).then(1).otherwise(pl.col(c)) for c in ("games_a", "games"))
    b_scaled = [(pl.col(m) * of_b).alias(f"b_{m}") for m in measures]
    a_scaled = [(pl.col(f"{m}_a") * of_a).alias(f"a_{m}") for m in measures]
    w = (pl.col("games") * of_b).alias("w")
    return both.select(*KEYS, "board", pl.min_horizontal("games", "games_a").alias("n_games"), w, *b_scaled, *a_scaled)


def differences(pairs: pl.DataFrame, keys: Sequence[str], measures: Mapping[str, Measure]) -> pl.DataFrame:
    """Mean paired differences, board minus A, for every group, `n` counting pairs of seat-games."""
    scaled = [(pl.col(f"b_{m.column}") - pl.col(f"a_{m.column}")).alias(f"d_{m.column}") for m in measures.values()]
    wanted = {name: Measure(f"d_{m.column}", m.scale) for name, m in measures.items()}
    found = grouped(pairs.with_columns(scaled), keys, wanted, count="w", detail=True)
    n = pairs.group_by(keys).agg(pl.col("n_games").sum().alias("n_"))
    return found.join(n, on=list(keys)).with_columns(pl.col("n_").alias("n")).drop("n_").sort(keys)


class Compared(NamedTuple):
    """Paired differences in win share and score for every group of some keys, and those in win share as a family: the
    same rows in the same order."""

    table: pl.DataFrame
    family: Family


def compared(run: RunFrames, keys: Sequence[str], both: pl.DataFrame) -> Compared:
    """Paired differences for every group of the keys, judged as one family."""
    found = differences(both, keys, {"score": SCORE})
    means = moved_means(both, keys)
    family = effects.differences(run, means, np.eye(len(means.estimate)), f"boards {' '.join(keys)}")
    return Compared(found.hstack(effects.together(family)), replace(family, n=found["n"].to_numpy()))


def moved_means(both: pl.DataFrame | pl.LazyFrame, keys: Sequence[str]) -> Joint:
    """Mean paired differences in win share for every group of the keys, with their covariance."""
    moved = both.with_columns(moved=pl.col("b_win_share60") - pl.col("a_win_share60"))
    return joint(moved, keys, "moved", scale=60, count="w")


def with_odds(found: pl.DataFrame, pairs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Rows of `paired`: what was compared by board (and strategy), with the correlation of the pair and odds ratios."""
    return text(found, *keys).join(_odds(pairs, keys), on=list(keys), how="left", maintain_order="left")


def _odds(pairs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Correlation of the two arms, and the odds ratio of winning with its delta-method interval."""
    columns = [f"{side}_win_share60" for side in ("a", "b")]
    deals = pairs.group_by([*keys, "deal"]).agg(pl.col("w", *columns).sum())
    sides = pl.concat(
        deals.select(*keys, "deal", "w", pl.lit(side).alias("side"), pl.col(f"{side}_win_share60").alias("x"))
        for side in ("a", "b")
    )
    both = joint(sides, [*keys, "side"], "x", scale=60, count="w")
    rows: list[dict[str, Any]] = []
    for a in range(0, len(both.groups), 2):  # groups are sorted: each key's side a stands before its side b
        row: dict[str, Any] = {k: str(both.groups[k][a]) for k in keys}
        rows.append(row | {"rho": both.rho(a, a + 1)} | _odds_ratio(both, a))
    return pl.DataFrame(
        rows, schema_overrides={"odds_ratio": pl.Float64, "odds_ratio_low": pl.Float64, "odds_ratio_high": pl.Float64}
    )


def _odds_ratio(both: Joint, a: int) -> dict[str, float | None]:
    from scipy.special import stdtrit

    names = ("odds_ratio", "odds_ratio_low", "odds_ratio_high")
    p = both.estimate[a : a + 2]
    if not ((p > 0) & (p < 1)).all() or both.clusters[a] < 2:
        return dict.fromkeys(names)
    log_ratio = math.log(p[1] / (1 - p[1])) - math.log(p[0] / (1 - p[0]))
    slope = np.array([-1.0, 1.0]) / (p * (1 - p))
    se = math.sqrt(max(float(slope @ both.covariance[a : a + 2, a : a + 2] @ slope), 0.0))
    t = float(stdtrit(both.clusters[a] - 1.0, 0.975))
    return {name: math.exp(log_ratio + sign * t * se) for name, sign in zip(names, (0, -1, 1), strict=True)}
