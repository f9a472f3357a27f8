"""Strategies that met in mixed line-ups: their standing with Elo, every two of them, where each is strong, and how
alike they play."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.effects import differences, effects_of, together
from reports.estimators.free_games import measure_strategies
from reports.estimators.game_course import SMALL, first_actions
from reports.frames import SHARE, RunFrames, free_deciders, free_rows, in_order, seatwise, text, totals
from reports.stats.elo import Ratings, ratings
from reports.stats.games_needed import Effect
from reports.stats.group_means import mean_table, means_of
from reports.stats.intervals import Averaged
from reports.stats.verdict import FEW_DEALS

__all__ = [
    "MEETINGS", "PAIRS", "Cycle", "Pairs", "action_distances", "action_mixes", "compare_places",
    "compare_standing", "compare_strategies", "cycle_table", "finish_ahead", "finish_ahead_table", "ladder_table",
    "ladders", "meetings", "resample_shares", "standing", "three_cycles",
]  # fmt: skip


# Columns of a table of who finishes ahead of whom.
MEETINGS = (
    c.code("row", "strategy"),
    c.code("column", "against"),
    c.percent("ahead", "finishes ahead", estimate=True, note="in one game, equal ranks counted half"),
    c.count("n", "n", "pairs of seats"),
)


def finish_ahead(run: RunFrames) -> pl.DataFrame:
    """Probability that the seat of the strategy `row` finishes ahead of one of `column` in the same free game; equal
    ranks count half."""
    order, one_way = meetings(run)
    if not len(one_way):
        return pl.DataFrame()
    table = mean_table(one_way, ["row", "column"], {"ahead": Averaged("half", 2, bounded=True)}, count="games")
    reverse = {"row": "column", "column": "row"}
    ends = (("ahead", "ahead"), ("ahead_low", "ahead_high"), ("ahead_high", "ahead_low"))
    other = table.with_columns(**reverse, **{name: 1.0 - pl.col(of) for name, of in ends})
    table = pl.concat([table, other]).sort("row", "column")
    names = [
        pl.col(c).replace_strict(list(range(len(order))), order, return_dtype=pl.String) for c in ("row", "column")
    ]
    return table.with_columns(names)


def meetings(run: RunFrames) -> tuple[list[str], pl.DataFrame]:
    """The strategies of the free games, and of every two of them (`row`, `column`: their numbers, the smaller first)
    and each deal the pairs of seats in which they met (`games`) and how many halves of them row finished ahead (`half`;
    equal: 1)."""
    frame = in_order(free_deciders(run), ["strategy", "rank"])
    if run.players < 2 or not len(frame):
        return [], pl.DataFrame()
    dtype = frame["strategy"].dtype
    order = (
        dtype.categories.to_list()
        if isinstance(dtype, pl.Enum)
        else frame["strategy"].cast(pl.String).unique().sort().to_list()
    )
    code = frame.select(
        pl.col("strategy").cast(pl.String).replace_strict(order, list(range(len(order))), return_dtype=pl.Int16)
    )
    who = code["strategy"].to_numpy().reshape(-1, run.players).astype(np.int64)
    rank, deal = (seatwise(frame, c, run.players).astype(np.int64) for c in ("rank", "deal"))
    n, parts = len(order), []
    for i in range(run.players):
        for j in range(i + 1, run.players):
            low, high = np.minimum(who[:, i], who[:, j]), np.maximum(who[:, i], who[:, j])
            sign = np.where(who[:, i] <= who[:, j], 1, -1) * np.sign(rank[:, j] - rank[:, i])
            group = (deal[:, 0] * n + low) * n + high  # one number a group: four times as fast as three columns
            parts.append(pl.DataFrame({"key": group, "half": (1 + sign).astype(np.int8)}).filter(low != high))
    sums = totals(pl.concat(parts).lazy(), ["key"], ["half"])
    return order, sums.select(
        (pl.col("key") // n % n).cast(pl.Int16).alias("row"),
        (pl.col("key") % n).cast(pl.Int16).alias("column"),
        (pl.col("key") // (n * n)).cast(pl.UInt32).alias("deal"),
        "games",
        "half",
    )


PAIRS = "tournament pairs"  # the family of all pairs
ELO_DIGITS, SHARE_DIGITS = 6, 12  # beyond these equal strategies differ by rounding errors


@dataclass(frozen=True)
class Pairs:
    """Strategies in order, and of every two the difference of their win shares, the first's minus the second's: all as
    one family."""

    names: tuple[str, ...]
    effects: dict[tuple[str, str], Effect]


def standing(run: RunFrames) -> pl.DataFrame:
    """One row a strategy, the strongest first: by Elo, where the games have one, by win share, and where both are equal
    by mean rank."""
    table = run.result(measure_strategies)[0]
    if not len(table):
        return table
    ranks = text(mean_table(free_rows(run), ["strategy"], {"rank": Averaged("rank")}), "strategy")
    table = table.join(ranks.drop("n", "deals"), on="strategy", how="left")
    table = table.join(_elo(run), on="strategy", how="left")
    times = [run.milliseconds.get(name) for name in table["strategy"].to_list()]
    table = table.with_columns(milliseconds=pl.Series(times, dtype=pl.Float64))
    order = [pl.col("elo").round(ELO_DIGITS), pl.col("share").round(SHARE_DIGITS), pl.col("rank")]
    table = table.sort(order, descending=[True, True, False], nulls_last=True, maintain_order=True)
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
    means = means_of(free_rows(run), ["strategy"], "win_share60", scale=60)
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
    meetings = finish_ahead(run)
    order = {name: place for place, name in enumerate(pairs.names)}
    places = [pl.col(name).replace_strict(order, return_dtype=pl.Int64).alias(f"{name}_") for name in ("row", "column")]
    return meetings.join(effects, on=["row", "column"], how="left").with_columns(places).sort("row_", "column_")


# -- where, and how ---------------------------------------------------------------------------------------------------


def compare_places(run: RunFrames, key: str) -> pl.DataFrame:
    """Win share of every strategy in each seat, or with each board (`key`), and how far it is from the strategy's mean,
    as one family; empty where there is but one."""
    rows = free_rows(run).filter(pl.col(key).is_not_null())
    shares = mean_table(rows, ["strategy", key], {"share": SHARE})
    if not len(shares) or shares[key].n_unique() < 2:
        return pl.DataFrame()
    means = means_of(rows, ["strategy", key], "win_share60", scale=60)
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


Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

TIMES = 200  # resamples: a share of them is then known to 3 pp
CHUNK = 4096  # clusters weighted at a time


@dataclass(frozen=True)
class Cycle:
    """Three players by their numbers, each of whom finishes ahead of the next and the last ahead of the first; `stable`
    is the share of resamples in which all three do."""

    players: tuple[int, int, int]
    chances: tuple[float, float, float]
    stable: float


def three_cycles(chances: ArrayLike, samples: ArrayLike) -> list[Cycle]:
    """Every three who finish ahead of each other in turn, the stablest first; chances [row, column] that row finishes
    ahead of column, samples [resample, row, column] of them.

    Wherever there is a longer cycle there is one of three, too (Moon 1968). Players in a true order can show one only
    where all three are about equal, and three links that all hold in 95 of 100 resamples have then a chance below 1 in
    10,000; nine players have 168 such chances.
    """
    chance, resamples = np.asarray(chances, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    cycles = []
    for i, j, k in combinations(range(len(chance)), 3):
        for players in ((i, j, k), (i, k, j)):
            links = list(zip(players, (*players[1:], players[0]), strict=True))
            if all(chance[link] > 0.5 for link in links):
                holds = np.all([resamples[:, a, b] > 0.5 for a, b in links], axis=0)
                first, second, third = (float(chance[link]) for link in links)
                cycles.append(Cycle(players, (first, second, third), float(holds.mean())))
    return sorted(cycles, key=lambda cycle: (-cycle.stable, cycle.players))


def resample_shares(wins: Counts, meetings: Counts, scale: int, *, seed: int, times: int = TIMES) -> Floats:
    """Shares [resample, pair] from totals [cluster, pair], `wins` over `scale` times `meetings`, when every cluster
    counts as often as a Poisson draw of mean 1 says (a bootstrap of whole clusters); 1/2 where a pair never met."""
    rng = np.random.default_rng(seed)
    top, bottom = np.zeros((times, wins.shape[1])), np.zeros((times, wins.shape[1]))
    for start in range(0, len(wins), CHUNK):
        weight = rng.poisson(1.0, (times, len(wins[start : start + CHUNK]))).astype(np.float64)
        top += weight @ wins[start : start + CHUNK]
        bottom += weight @ meetings[start : start + CHUNK]
    return np.where(bottom > 0, top / np.maximum(bottom * scale, 1.0), 0.5)


STEP = re.compile(r"(?P<before>(?:flat|mcts|search:.+?):)(?P<games>\d+)(?P<after>(?::.+)?)")  # a search by its name
MAX_CYCLES = 20


def ladders(names: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
    """Of each search that played with several numbers of games: these, the least first, and its names with them."""
    steps_of: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if step := STEP.fullmatch(name):
            steps_of.setdefault(f"{step['before']}N{step['after']}", []).append((int(step["games"]), name))
    return {ladder: sorted(steps) for ladder, steps in steps_of.items() if len(steps) > 1}


def ladder_table(run: RunFrames) -> pl.DataFrame:
    """A row a step, ladder by ladder, the least games first: its Elo, and how often it finishes ahead of the step
    below."""
    table = run.result(standing)
    steps_of = ladders(table["strategy"].to_list() if len(table) else ())
    if not steps_of:
        return pl.DataFrame()
    rows = [
        {"ladder": ladder, "games": games, "strategy": name, "below": steps[at - 1][1] if at else None}
        for ladder, steps in steps_of.items()
        for at, (games, name) in enumerate(steps)
    ]
    pairs = run.result(finish_ahead_table).select(
        strategy="row", below="column", **{n: n for n in _columns_of("ahead")}
    )
    elo = table.select("strategy", "n", "milliseconds", *_columns_of("elo"))
    steps = pl.DataFrame(rows, schema_overrides={"below": pl.String}).join(elo, on="strategy", maintain_order="left")
    return steps.join(pairs, on=["strategy", "below"], how="left", maintain_order="left")


def _columns_of(name: str) -> list[str]:
    """The columns of an estimate."""
    return [name, f"{name}_low", f"{name}_high"]


def cycle_table(run: RunFrames) -> pl.DataFrame:
    """A row for each three who finish ahead of each other in turn, the stablest first; empty where there are none,
    where fewer than three met all others, or on too few deals."""
    table = run.result(standing)
    names = tuple(table["strategy"].to_list()) if len(table) else ()
    levels, met_rows = meetings(run) if len(names) > 2 else ([], pl.DataFrame())
    if not len(met_rows) or met_rows["deal"].n_unique() < FEW_DEALS:
        return pl.DataFrame()
    place = np.array([names.index(name) for name in levels])
    deal = met_rows["deal"].rank("dense").to_numpy().astype(np.int64) - 1
    first, second = place[met_rows["row"].to_numpy()], place[met_rows["column"].to_numpy()]
    n = len(names)
    halves, games = np.zeros((2, int(deal.max()) + 1, n * n), dtype=np.int64)
    halves[deal, first * n + second] = met_rows["half"].to_numpy()
    games[deal, first * n + second] = met_rows["games"].to_numpy()
    pairs = np.flatnonzero(games.any(axis=0))
    if len(pairs) < n * (n - 1) // 2:
        return pl.DataFrame()
    halves, games = halves[:, pairs], games[:, pairs]
    row, column = np.divmod(pairs, n)

    def square(share: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.full((*share.shape[:-1], n, n), 0.5)
        out[..., row, column], out[..., column, row] = share, 1.0 - share
        return out

    chance = square(halves.sum(axis=0) / (2.0 * games.sum(axis=0)))
    samples = square(resample_shares(halves, games, 2, seed=zlib.crc32(f"{run.seed} cycles".encode())))
    cycles = three_cycles(chance, samples)[:MAX_CYCLES]
    columns = ("first", "second", "third", "first_second", "second_third", "third_first", "stable")
    rows = [(*(names[at] for at in cycle.players), *cycle.chances, cycle.stable) for cycle in cycles]
    return pl.DataFrame(rows, schema=columns, orient="row") if rows else pl.DataFrame()
