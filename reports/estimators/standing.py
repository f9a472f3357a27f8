"""Strategies that met in mixed line-ups: their standing with Elo, every two of them, where each is strong, and how
alike they play."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl

from reports.effects import Effect, differences, effects_of, together
from reports.estimators.free_games import free_rows, measure_strategies
from reports.estimators.game_course import SMALL, first_actions
from reports.frames import SHARE, RunFrames, in_order, text
from reports.head_to_head import finish_ahead
from reports.stats.cluster import Measure, grouped
from reports.stats.elo import Ratings, ratings
from reports.stats.joint import joint

__all__ = [
    "PAIRS", "Pairs", "action_distances", "action_mixes", "compare_boards", "compare_seats", "compare_standing",
    "compare_strategies", "finish_ahead_table", "standing",
]  # fmt: skip

PAIRS = "tournament pairs"  # the family of all pairs


@dataclass(frozen=True)
class Pairs:
    """Strategies in order, and of every two the difference of their win shares, the first's minus the second's: all as
    one family."""

    names: tuple[str, ...]
    effects: dict[tuple[str, str], Effect]


def standing(run: RunFrames) -> pl.DataFrame:
    """One row a strategy, the strongest first: by Elo, where the games have one, and by win share."""
    table = run.result(measure_strategies)[0].drop("elo", strict=False)
    if not len(table):
        return table
    ranks = text(grouped(free_rows(run), ["strategy"], {"rank": Measure("rank")}), "strategy")
    table = table.join(ranks.drop("n", "deals"), on="strategy", how="left")
    table = table.join(_elo(run), on="strategy", how="left")
    times = [run.milliseconds.get(name) for name in table["strategy"].to_list()]
    table = table.with_columns(milliseconds=pl.Series(times, dtype=pl.Float64))
    table = table.sort("elo", "share", descending=True, nulls_last=True, maintain_order=True)
    return table.with_columns(place=pl.int_range(1, pl.len() + 1))


def _elo(run: RunFrames) -> pl.DataFrame:
    """Elo of every strategy with simultaneous 95 % intervals, seats and boards allowed for; null where nobody met
    anybody else."""
    seats = in_order(free_rows(run), ["seat", "strategy", "board", "win_share60"])
    names = seats["strategy"].cast(pl.String).unique().sort().to_list()
    number = {name: place for place, name in enumerate(names)}
    player = seats["strategy"].cast(pl.String).replace_strict(number, return_dtype=pl.Int64).to_numpy()
    codes = [seats[factor].cast(pl.String).rank("dense").to_numpy() for factor in ("seat", "board")]
    factors = [code.astype(np.int64) - 1 for code in codes if not np.isnan(code.astype(np.float64)).any()]
    share = seats["win_share60"].to_numpy() / 60.0
    try:
        elo = ratings(player, factors, share, seats["game"], seats["deal"], seed=zlib.crc32(f"{run.seed} elo".encode()))
    except ValueError:
        elo = Ratings(*np.full((3, len(names)), np.nan))
    columns = {"elo": elo.elo, "elo_low": elo.low, "elo_high": elo.high}
    return pl.DataFrame({"strategy": names, **columns}).fill_nan(None)


# -- every two --------------------------------------------------------------------------------------------------------


def compare_standing(run: RunFrames) -> Pairs:
    """Every two strategies in the order of the standing, compared on the deals they share."""
    table = run.result(standing)
    return _compare(run, tuple(table["strategy"].to_list()) if len(table) else ())


def compare_strategies(run: RunFrames) -> Pairs:
    """The same in the order of their names, which is the same at every look."""
    names = free_rows(run).select(pl.col("strategy").cast(pl.String).unique().sort()).collect()["strategy"]
    return _compare(run, tuple(names.to_list()))


def _compare(run: RunFrames, names: tuple[str, ...]) -> Pairs:
    if len(names) < 2:
        return Pairs(names, {})
    means = joint(free_rows(run), ["strategy"], "win_share60", scale=60)
    place = {name: means.index(strategy=name) for name in names}
    pairs = list(combinations(names, 2))
    weights = np.zeros((len(pairs), len(names)))
    for row, (first, second) in enumerate(pairs):
        weights[row, place[first]], weights[row, place[second]] = 1.0, -1.0
    effects = effects_of(
        differences(run, means, weights, PAIRS), [f"{first} against {second}" for first, second in pairs]
    )
    return Pairs(names, dict(zip(pairs, effects, strict=True)))


def finish_ahead_table(run: RunFrames) -> pl.DataFrame:
    """A row for each strategy and each other, both in the order of the standing: how often row finishes ahead of
    column, and by how much more it wins."""
    pairs = run.result(compare_standing)
    if not pairs.effects:
        return pl.DataFrame()
    rows = []
    for (row, column), effect in pairs.effects.items():
        for sign, down, across in ((1, row, column), (-1, column, row)):
            rows.append(
                (down, across, sign * effect.effect, *sorted((sign * effect.low, sign * effect.high)), effect.p)
            )
    names = ["row", "column", "effect", "effect_low", "effect_high", "p"]
    effects = pl.DataFrame(rows, schema=names, orient="row").fill_nan(None)
    meetings = finish_ahead(run, free_rows(run), "strategy")
    order = {name: place for place, name in enumerate(pairs.names)}
    places = [pl.col(name).replace_strict(order, return_dtype=pl.Int64).alias(f"{name}_") for name in ("row", "column")]
    return meetings.join(effects, on=["row", "column"], how="left").with_columns(places).sort("row_", "column_")


# -- where, and how ---------------------------------------------------------------------------------------------------


def compare_seats(run: RunFrames) -> pl.DataFrame:
    """Win share of every strategy in each seat, and how far it is from the strategy's mean, as one family; empty where
    there is but one seat."""
    return _compare_places(run, "seat")


def compare_boards(run: RunFrames) -> pl.DataFrame:
    """The same with each board."""
    return _compare_places(run, "board")


def _compare_places(run: RunFrames, key: str) -> pl.DataFrame:
    rows = free_rows(run).filter(pl.col(key).is_not_null())
    shares = grouped(rows, ["strategy", key], {"share": SHARE})
    if not len(shares) or shares[key].n_unique() < 2:
        return pl.DataFrame()
    means = joint(rows, ["strategy", key], "win_share60", scale=60)
    who = means.groups["strategy"].cast(pl.String).to_numpy()
    same = (who[:, None] == who[None, :]).astype(np.float64)
    weights = np.eye(len(who)) - same / same.sum(axis=1, keepdims=True)
    effects = together(differences(run, means, weights, f"tournament {key}"))
    order = {name: place for place, name in enumerate(run.result(standing)["strategy"].to_list())}
    table = pl.concat([text(shares, "strategy"), effects], how="horizontal")
    return table.sort(pl.col("strategy").replace_strict(order, return_dtype=pl.Int64), maintain_order=True)


def action_mixes(run: RunFrames) -> pl.DataFrame:
    """Turns of each strategy by the action taken: a row a strategy and action, the strongest first, actions in the
    game's order; empty where no decision was recorded."""
    letters = list(run.game.classes)
    order = run.result(standing)
    if run.decisions is None or not letters or not len(order):
        return pl.DataFrame()
    place_of = {name: place for place, name in enumerate(order["strategy"].to_list())}
    turn, first = pl.col("turn"), pl.col("first")
    turns = first_actions(run, run.decisions).select(
        game=(turn // SMALL**3).cast(pl.Int64), seat=(turn // SMALL % SMALL).cast(pl.Int64), number=first % SMALL
    )
    who = free_rows(run).select(
        pl.col("game").cast(pl.Int64), pl.col("seat").cast(pl.Int64), strategy=pl.col("strategy").cast(pl.String)
    )
    counts = turns.join(who, on=["game", "seat"]).group_by("strategy", "number").agg(n=pl.len()).collect()
    if not len(counts):
        return pl.DataFrame()
    action = pl.col("number").replace_strict(dict(enumerate(letters, 1)), return_dtype=pl.String)
    place = pl.col("strategy").replace_strict(place_of, return_dtype=pl.Int64)
    share = pl.col("n") / pl.col("n").sum().over("strategy")
    return counts.sort(place, "number").select("strategy", action=action, share=share, n=pl.col("n").cast(pl.Int64))


def action_distances(run: RunFrames) -> pl.DataFrame:
    """A row for every two strategies, the likest first: the part of one's turns that would have to go otherwise to be
    the other's (total variation distance: Levin, Peres and Wilmer, Markov Chains and Mixing Times, 4.1)."""
    mixes = run.result(action_mixes)
    if not len(mixes):
        return pl.DataFrame()
    wide = mixes.pivot("action", index="strategy", values="share").fill_null(0.0)
    names, shares = wide["strategy"].to_list(), wide.drop("strategy").to_numpy()
    rows = [
        (names[a], names[b], float(np.abs(shares[a] - shares[b]).sum() / 2.0))
        for a, b in combinations(range(len(names)), 2)
    ]
    return pl.DataFrame(rows, schema=["row", "column", "otherwise"], orient="row").sort("otherwise", "row", "column")
