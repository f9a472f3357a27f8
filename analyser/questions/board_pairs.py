"""Boards compared on the same deal and seat: totals of both, paired differences, their correlation and odds ratios."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from analyser.questions.common import text
from analyser.questions.effects import Effect
from analyser.questions.run import SCORE, SHARE, Run
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import Joint, joint, two_sided
from reports.stats.verdict import holm

__all__ = ["by_seat", "by_source", "compared", "differences", "effects_of", "measured", "pairs_of", "with_odds"]

KEYS = ("deal", "strategy", "seat")


def measured(run: Run) -> list[str]:
    """Columns that are compared: win share, score and its sources."""
    return ["share60", "score", *(f"score_{s}" for s in run.sources)]


def pairs_of(cells: pl.DataFrame, run: Run) -> pl.DataFrame:
    """One row for each other board, deal, strategy and seat that also saw side A: totals of both, weighted to equal
    numbers of games.

    `b_x` = total of the board times games of A, `a_x` the reverse, `w` = product of both numbers of games (where they
    agree the totals as they are, and that number): sums of b_x - a_x over sums of w are means of paired differences.
    A's games carry no board of their own: where each seat has its own, the seat's is the one its other games show.
    """
    measures = [c for c in cells.columns if c.startswith("score") or c == "share60"]
    is_a = pl.col("board").cast(pl.String).is_in(run.a_sides)
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


def compared(pairs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Paired differences in win share and score for every group of the keys, tested as one family (Holm)."""
    found = differences(pairs, keys, {"effect": SHARE, "score": SCORE})
    p = two_sided(found["effect"].to_numpy(), _floats(found["effect_se"]), found["deals"].to_numpy() - 1.0)
    return found.with_columns(p=pl.Series(p), p_holm=pl.Series(holm(p)))


def with_odds(found: pl.DataFrame, pairs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Rows of `paired`: what was compared by board (and strategy), with the correlation of the pair and odds ratios."""
    return text(found, *keys).join(_odds(pairs, keys), on=list(keys), how="left", maintain_order="left")


def effects_of(found: pl.DataFrame, subjects: Sequence[str]) -> list[Effect]:
    """The paired differences in win share as effects to judge, each under its subject."""
    nan, columns = float("nan"), ("effect", "effect_low", "effect_high", "effect_se", "p")
    rows = found.with_columns(pl.col(columns).fill_null(nan)).select(*columns, "n", "deals").iter_rows()
    return [Effect(subject, *row) for subject, row in zip(subjects, rows, strict=True)]


def _floats(series: pl.Series) -> np.ndarray[Any, np.dtype[np.float64]]:
    return series.cast(pl.Float64).fill_null(float("nan")).to_numpy()


def _odds(pairs: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Correlation of the two arms, and the odds ratio of winning with its delta-method interval."""
    columns = [f"{side}_share60" for side in ("a", "b")]
    deals = pairs.group_by([*keys, "deal"]).agg(pl.col("w", *columns).sum())
    sides = pl.concat(
        deals.select(*keys, "deal", "w", pl.lit(side).alias("side"), pl.col(f"{side}_share60").alias("x"))
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


def by_source(pairs: pl.DataFrame, run: Run) -> pl.DataFrame:
    """Board minus A in points, category by category; the categories add up to the score."""
    found = differences(pairs, ["board"], {s: Measure(f"score_{s}") for s in run.sources})
    parts = [
        found.select(
            "board",
            "n",
            pl.lit(s).alias("source"),
            *(pl.col(f"{s}{end}").alias(f"difference{end}") for end in ("", "_low", "_high")),
        )
        for s in run.sources
    ]
    return text(pl.concat(parts).sort("board", maintain_order=True), "board") if parts else pl.DataFrame()


def by_seat(cells: pl.DataFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    """Win share of every board in every seat, and its paired difference from A there."""
    shares = grouped(cells, ["board", "seat"], {"share": SHARE}, count="games")
    if not len(pairs):
        return text(shares, "board")
    effects = differences(pairs, ["board", "seat"], {"effect": SHARE})
    return text(
        shares.join(
            effects.select("board", "seat", "^effect.*$"), on=["board", "seat"], how="left", maintain_order="left"
        ),
        "board",
    )
