"""Strategies that met in mixed line-ups: their standing with Elo, every two of them, where each is strong, and how
alike they play."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.effects import effects_of
from reports.estimates import ends_each
from reports.estimators.free_games import free_mix
from reports.estimators.game_course import TURNS, turns_of
from reports.frames import ScenarioRun, free_rows, in_order
from reports.section_comparison import SectionComparison, estimate_declared
from reports.stats.elo import Ratings, ratings
from reports.stats.games_needed import Effect
from reports.stats.group_means import MeanParts
from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from reports.estimates import Estimates

__all__ = [
    "ACTIONS", "EACH_OTHER", "MEETINGS", "MEETING_RESULTS", "PAIRS", "RESULTS", "STRENGTH", "Cycle", "Pairs",
    "action_distances", "action_mixes", "compare_places", "compare_standing", "compare_strategies", "cycle_table",
    "finish_ahead", "finish_ahead_table", "ladder_table", "ladders", "places_of", "resample_shares", "standing",
    "three_cycles",
]  # fmt: skip


# Columns of a table of who finishes ahead of whom.
MEETINGS = (
    c.code("row", "bot"),
    c.code("column", "against"),
    c.percent("ahead", "finishes ahead", estimate=True, note="in one game, equal ranks counted half"),
    c.count("n", "n", "pairs of seats"),
)

# -- comparisons ------------------------------------------------------------------------------------------------------

PAIRS = "tournament pairs"  # the family of all pairs
STRENGTH = SectionComparison(by="strategy", against="par", where="{free}", family="balance strategy")
RESULTS = SectionComparison("score,lead,rank", "strategy", where="{free}", family="tournament results")
EACH_OTHER = replace(STRENGTH, against="each", family=PAIRS)
MEETING_RESULTS = SectionComparison(
    "finishes_ahead", "strategy,opponent_strategy", where="{free} and strategy <> opponent_strategy",
    family="tournament meetings",
)  # fmt: skip
ACTIONS = replace(TURNS, by="strategy,move_class", family="tournament actions")


def places_of(key: str) -> tuple[SectionComparison, SectionComparison]:
    """Win shares in each seat, or with each board (`key`), and how far they are from the strategy's mean."""
    shares = SectionComparison(by=f"strategy,{key}", where="{free}", family=f"tournament {key} shares")
    return shares, replace(shares, against=f"{key}=mean", family=f"tournament {key}")


# -- the standing -----------------------------------------------------------------------------------------------------

ELO_DIGITS, SHARE_DIGITS = 6, 12  # beyond these equal strategies differ by rounding errors


def standing(run: ScenarioRun) -> pl.DataFrame:
    """One row a strategy, the strongest first: by Elo, where the games have one, by win share, and where both are equal
    by mean rank."""
    shares, results = estimate_declared(run, STRENGTH, RESULTS)
    if not shares.blocks:
        return pl.DataFrame()
    ends = {"share": "estimate", "share_low": "low", "share_high": "high"}
    of_par = {name: pl.col(end) + run.par for name, end in ends.items()}
    table = shares.table.select(pl.col("strategy").cast(pl.String), "n", **of_par)
    for measure, name in (("score", "score"), ("lead", "margin_to_best"), ("rank", "rank")):
        rows = results.only(measure).table.select("strategy", *ends_each(name))
        table = table.join(rows, on="strategy", how="left", maintain_order="left")
    table = table.join(_elo(run), on="strategy", how="left", maintain_order="left")
    names, mix = table["strategy"].to_list(), run.result(free_mix)
    table = table.with_columns(
        alias=pl.Series([mix.alias("strategy", name) or None for name in names], dtype=pl.String),
        milliseconds=pl.Series([run.milliseconds.get(name) for name in names], dtype=pl.Float64),
    )
    order = [pl.col("elo").round(ELO_DIGITS), pl.col("share").round(SHARE_DIGITS), pl.col("rank")]
    table = table.sort(order, descending=[True, True, False], nulls_last=True, maintain_order=True)
    return table.with_columns(place=pl.int_range(1, pl.len() + 1))


def _in_standing(run: ScenarioRun, name: str) -> pl.Expr:
    """The place in the standing of the strategy in a column."""
    order = run.result(standing)["strategy"].to_list()
    return pl.col(name).replace_strict(order, list(range(len(order))), return_dtype=pl.Int64)


def _elo(run: ScenarioRun) -> pl.DataFrame:
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


@dataclass(frozen=True)
class Pairs:
    """Strategies in order, and of any one against another the difference of their win shares: all as one family."""

    names: tuple[str, ...]
    effects: dict[tuple[str, str], Effect]


def compare_strategies(run: ScenarioRun) -> Pairs:
    """Every two strategies, compared on the deals they share, in the order of their names."""
    shares, pairs = estimate_declared(run, STRENGTH, EACH_OTHER)
    names = tuple(shares.table["strategy"].to_list()) if shares.blocks else ()
    if not pairs.blocks:
        return Pairs(names, {})
    rows = pairs.table.select("strategy", "strategy_other").rows()
    effects = dict(zip(rows, effects_of(pairs.families[0], [f"{a} against {b}" for a, b in rows]), strict=True))
    return Pairs(
        names, effects | {(second, first): _reversed(e, first, second) for (first, second), e in effects.items()}
    )


def _reversed(e: Effect, first: str, second: str) -> Effect:
    """The effect of the second against the first, from that of the first against the second."""
    of_other = replace(e, subject=f"{second} against {first}", effect=-e.effect, low=-e.high, high=-e.low)
    return replace(of_other, low_each=-e.high_each, high_each=-e.low_each)


def compare_standing(run: ScenarioRun) -> Pairs:
    """The same in the order of the standing."""
    table = run.result(standing)
    return replace(run.result(compare_strategies), names=tuple(table["strategy"].to_list()) if len(table) else ())


def finish_ahead(run: ScenarioRun) -> pl.DataFrame:
    """Probability that the seat of the strategy `row` finishes ahead of one of `column` in the same free game; equal
    ranks count half."""
    (shares,) = estimate_declared(run, MEETING_RESULTS)
    if not shares.blocks:
        return pl.DataFrame()
    pairs = shares.table.select(*ends_each("ahead"), "n", row="strategy", column="opponent_strategy")
    return pairs.sort("row", "column")


def finish_ahead_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """A row for each strategy and each other, both in the order of the standing: how often row finishes ahead of
    column, and by how much more it wins."""
    effects = run.result(compare_standing).effects
    if not effects:
        return pl.DataFrame()
    rows = [(*pair, e.effect, e.low, e.high, e.p) for pair, e in effects.items()]
    names = ["row", "column", "effect", "effect_low", "effect_high", "p"]
    table = run.result(finish_ahead).join(
        pl.DataFrame(rows, schema=names, orient="row").fill_nan(None), on=["row", "column"], how="left"
    )
    return table.sort(_in_standing(run, "row"), _in_standing(run, "column"))


# -- where, and how ---------------------------------------------------------------------------------------------------


def compare_places(run: ScenarioRun, shares: Estimates, from_mean: Estimates) -> pl.DataFrame:
    """Win share of every strategy in each place, and how far it is from the strategy's mean, as one family; empty where
    there is but one."""
    if not from_mean.blocks:
        return pl.DataFrame()
    ends = {"effect": "estimate", "effect_low": "low", "effect_high": "high"}
    effects = from_mean.table.select(*shares.keys, "p", **ends)
    table = shares.table.select(*shares.keys, "n", *ends_each("share"))
    table = table.join(effects, on=shares.keys, how="left", maintain_order="left")
    return table.sort(_in_standing(run, "strategy"), maintain_order=True)


def action_mixes(run: ScenarioRun) -> pl.DataFrame:
    """Turns of each strategy by the action taken: a row a strategy and action, the strongest first, actions in the
    game's order; empty where no decision was recorded."""
    (shares,) = estimate_declared(run, ACTIONS)
    if not shares.blocks:
        return pl.DataFrame()
    return turns_of(run, shares).sort(_in_standing(run, "strategy"), "move_class")


def action_distances(run: ScenarioRun) -> pl.DataFrame:
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


def resample_shares(wins: Floats, meetings: Floats, scale: int, *, seed: int, times: int = TIMES) -> Floats:
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


def ladder_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
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


def cycle_table(run: ScenarioRun) -> pl.DataFrame:
    """A row for each three who finish ahead of each other in turn, the stablest first; empty where there are none,
    where fewer than three met all others, or on too few deals."""
    pairs = run.result(finish_ahead)
    names = run.result(standing)["strategy"].to_list() if len(pairs) else []
    n = len(names)
    if n < 3 or len(pairs) < n * (n - 1):
        return pl.DataFrame()
    (shares,) = estimate_declared(run, MEETING_RESULTS)
    parts = shares.blocks[0].means.parts
    assert isinstance(parts, MeanParts)
    if len(parts.deals) < FEW_DEALS:
        return pl.DataFrame()
    each = np.ones(len(pairs))
    halves, games = (parts.sums.matrix(x, 0, len(parts.deals), each) for x in (parts.total, parts.count))
    row, column = (
        np.array([names.index(name) for name in shares.table[key]]) for key in ("strategy", "opponent_strategy")
    )

    def square(share: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.full((*share.shape[:-1], n, n), 0.5)
        out[..., row, column] = share
        return out

    chance = square(halves.sum(axis=0) / (2.0 * games.sum(axis=0)))
    samples = square(resample_shares(halves, games, 2, seed=zlib.crc32(f"{run.seed} cycles".encode())))
    cycles = three_cycles(chance, samples)[:MAX_CYCLES]
    columns = ("first", "second", "third", "first_second", "second_third", "third_first", "stable")
    rows = [(*(names[at] for at in cycle.players), *cycle.chances, cycle.stable) for cycle in cycles]
    return pl.DataFrame(rows, schema=columns, orient="row") if rows else pl.DataFrame()
