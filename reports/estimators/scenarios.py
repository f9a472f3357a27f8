"""What differs between scenarios of a run: plans, seats, points and games, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from reports import columns as c
from reports.comparison import parse_comparison
from reports.estimates import Estimates, ends_each, together
from reports.estimators.free_games import ALL_BOTS, LEAD, solo_win_shares
from reports.estimators.game_course import BEST, DECISIONS, JOINT_WINS, LEAD_CHANGES, MEAN, OPTIONS, WINNING_MARGIN
from reports.estimators.printings import printing_effects
from reports.estimators.winners import BOTS, LINE, POINTS_OF_BOTS, line_rows, points_of_bots
from reports.frames import free_condition, free_rows
from reports.measure_lists import LINES, TOTAL
from reports.section_comparison import estimate_declared

if TYPE_CHECKING:
    from reports.columns import Column
    from reports.frames import ScenarioRun
    from reports.run import Run

__all__ = [
    "GAME_MEASURES", "POINTS", "SCENARIO_BOTS", "SHAPE", "WHO", "compare_bots", "compare_plans_and_seats",
    "compare_points", "compare_shapes", "point_rows", "shape_rows",
]  # fmt: skip

FROM = "from the first scenario, on the same deals"
PRINTINGS = "mean, and where 95 % of the versions of the guessed data lie"
SCENARIO = c.code("scenario", "scenario")
WHO: tuple[Column, ...] = (
    replace(c.KIND, printed=False),
    c.code("name", "who"),
    SCENARIO,
    c.N,
    c.SHARE,
    c.percent("over", "win share over versions", estimate=True, note=f"{PRINTINGS}; of one who decides alone"),
    c.pp("effect", "difference in win share", estimate=True, note=f"{FROM}; {c.TOGETHER}, the table"),
    c.P,
    c.SCORE,
    c.POINTS_AHEAD,
    c.points("ahead_over", "ahead over versions", sign=True, estimate=True, note=PRINTINGS),
    c.points("apart", "difference in points ahead", sign=True, estimate=True, note=FROM),
)
POINTS: tuple[Column, ...] = (
    *LINE,
    SCENARIO,
    c.N,
    c.points("mean", "mean", estimate=True, note="of a seat that decides"),
    c.points("difference", "difference", sign=True, estimate=True, note=FROM),
)
SCENARIO_BOTS: tuple[Column, ...] = (*LINE, SCENARIO, *BOTS[len(LINE) :])
SHAPE: tuple[Column, ...] = (
    c.word("measure", "measure"),
    c.UNIT,
    SCENARIO,
    c.count("n", "n", "games"),
    c.number("mean", "mean", estimate=True),
    c.number("difference", "difference", sign=True, estimate=True, note=FROM),
)


def compare_plans_and_seats(run: Run) -> pl.DataFrame:
    """Win share and points ahead of every strategy and seat in each scenario (where one decides: of all strategies in
    the place of seats), and what they differ from the first scenario. A strategy that has all seats of a scenario to
    itself has none: its share is par whatever it does."""
    first = run.scenarios[0]
    is_solo, of_a_table = first.par is None, first.game.seats > 1
    measures = ["win_share", "score", *(["lead"] if of_a_table else [])]
    scenarios = tuple(scenario for scenario in run.scenarios if is_solo or _several_play(scenario))
    results = [_means_and_changes(run, measures, [] if is_solo else ["seat"], first)]
    results += (
        [_means_and_changes(replace(run, scenarios=scenarios), measures, ["strategy"], first)] if scenarios else []
    )
    changes = [estimates for _, estimates in results if estimates and estimates.blocks]
    table = _with_kind_and_name([means.table for means, _ in results], is_solo)
    keys = ["kind", "name", "scenario"]
    share = table.filter(measure="win_share").select(*keys, "n", *ends_each("share"))
    for measure, name in (("score", "score"), ("lead", "margin_to_best")):
        score_columns = table.filter(measure=measure).select(*keys, *ends_each(name))
        share = share.join(score_columns, on=keys, how="left") if len(score_columns) else share
    if changes:
        share_effects = together(*(estimates.only("win_share") for estimates in changes), name="scenarios")
        effects = _with_kind_and_name([share_effects.table], is_solo)
        renamed = {"estimate": "effect", "low": "effect_low", "high": "effect_high", "p": "p"}
        share = share.join(effects.select(*keys, **{new: old for old, new in renamed.items()}), on=keys, how="left")
        leads = _with_kind_and_name([estimates.table for estimates in changes], is_solo).filter(measure="lead")
        share = share.join(leads.select(*keys, *ends_each("apart")), on=keys, how="left") if len(leads) else share
    if is_solo:
        share = share.join(_in_each(run, _over_printings), on=["name", "scenario"], how="left")
    best = pl.when(kind="strategy").then(-pl.col("share").max().over("kind", "name"))
    share = share.sort(pl.col("kind") != "strategy", pl.col("name") != ALL_BOTS, best, "name")
    return _in_order(run, share, "name")


def _with_kind_and_name(tables: list[pl.DataFrame], is_solo: bool) -> pl.DataFrame:
    """Rows under the kind and the name of what they are of."""
    table = pl.concat(tables, how="diagonal_relaxed")
    empty = {name: pl.lit(None, dtype=pl.String) for name in ("seat", "strategy") if name not in table.columns}
    table = table.with_columns(**empty)
    plan, other = pl.col("strategy"), pl.lit(ALL_BOTS) if is_solo else pl.format("seat {}", "seat")
    kind = pl.when(plan.is_not_null() | is_solo).then(pl.lit("strategy")).otherwise(pl.lit("seat"))
    return table.with_columns(kind=kind, name=pl.coalesce(plan, other))


def _several_play(run: ScenarioRun) -> bool:
    return int(free_rows(run).select(pl.col("strategy").n_unique()).collect().item()) > 1


def _over_printings(run: ScenarioRun) -> pl.DataFrame:
    """What printings make of the win share and the points ahead of every plan of one who decides: name, over,
    ahead_over."""
    rows: dict[str, dict[str, object]] = {}
    for subject, effect in run.result(printing_effects, solo_win_shares).items():
        if not effect.has_spread:
            continue
        name, column = subject.removesuffix(LEAD), "ahead_over" if subject.endswith(LEAD) else "over"
        ends = {column: effect.spread.mean, f"{column}_low": effect.spread.low, f"{column}_high": effect.spread.high}
        rows.setdefault(name, {"name": name}).update(ends)
    schema = {f"{name}{end}": pl.Float64 for name in ("over", "ahead_over") for end in ("", "_low", "_high")}
    return pl.DataFrame(list(rows.values()), schema={"name": pl.String, **schema})


def compare_points(run: Run) -> pl.DataFrame:
    """Mean points of a seat by line of the scorepad, and in all, in each scenario."""
    first = run.scenarios[0]
    means, changes = _means_and_changes(run, [LINES, "score"], [], first)
    return point_rows(first, means.table, changes.table if changes else None)


def point_rows(run: ScenarioRun, means: pl.DataFrame, changes: pl.DataFrame | None) -> pl.DataFrame:
    """The lines of the scorepad with their means, and what these differ from those of the first scenario."""
    return line_rows(run, TOTAL).join(_means_with_changes(means, changes), on="measure", maintain_order="left_right")


def compare_bots(run: Run) -> pl.DataFrame:
    """Mean points of players and bots by line of the scorepad in each scenario; empty without bots."""
    if not run.scenarios[0].game.bots:
        return pl.DataFrame()
    return _in_order(run, _in_each(run, _points_of_bots), "source")


def _points_of_bots(run: ScenarioRun) -> pl.DataFrame:
    return points_of_bots(run, *estimate_declared(run, *POINTS_OF_BOTS))


GAME_MEASURES = (MEAN, BEST, WINNING_MARGIN, JOINT_WINS, DECISIONS, OPTIONS, LEAD_CHANGES)


def compare_shapes(run: Run) -> pl.DataFrame:
    """Length, points and tension of games in each scenario; scores are those of all at the table."""
    measures = [each.measure for each in GAME_MEASURES]
    means, changes = _means_and_changes(run, measures, [], run.scenarios[0])
    return shape_rows(means.table, changes.table if changes else None)


def shape_rows(means: pl.DataFrame, changes: pl.DataFrame | None) -> pl.DataFrame:
    """Measures of games with their means, and what these differ from those of the first scenario."""
    rows = _means_with_changes(means, changes)
    games = rows.filter(measure=MEAN.measure).select("scenario", "n")
    names = [(each.measure, each.name, each.unit) for each in GAME_MEASURES]
    called = pl.DataFrame(names, schema=["measure", "name", "unit"], orient="row")
    rows = called.join(rows.drop("n"), on="measure", maintain_order="left_right")
    return rows.join(games, on="scenario", maintain_order="left").with_columns(measure="name")


def _means_with_changes(means: pl.DataFrame, changes: pl.DataFrame | None) -> pl.DataFrame:
    """The mean of each measure in each scenario, and what it differs from that in the first."""
    keys = ["measure", "scenario"]
    rows = means.select(*keys, "n", *ends_each("mean"))
    if changes is None:
        return rows
    return rows.join(changes.select(*keys, *ends_each("difference")), on=keys, how="left", maintain_order="left")


def _means_and_changes(
    run: Run, measures: Sequence[str], by: Sequence[str], first: ScenarioRun
) -> tuple[Estimates, Estimates | None]:
    """Means of groups in each scenario, and what they differ from those in the first, where it is among them."""
    by, where, name = [*by, "scenario"], free_condition(first), "scenarios"
    comparisons = [parse_comparison(run, measures, by=by, where=where, name=name)]
    if first in run.scenarios and len(run.scenarios) > 1:
        against = {"scenario": first.name}
        comparisons.append(parse_comparison(run, measures, by=by, against=against, where=where, name=name))
    means, *rest = run.estimate(comparisons)
    return means, rest[0] if rest else None


def _in_each(run: Run, make: Callable[[ScenarioRun], pl.DataFrame]) -> pl.DataFrame:
    """A table of every scenario, one after the other."""
    tables = [make(scenario).with_columns(scenario=pl.lit(scenario.name)) for scenario in run.scenarios]
    return pl.concat(tables, how="diagonal_relaxed")


def _in_order(run: Run, table: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """The rows with their scenarios in the run's order, below `keys` as they come."""
    rank = {scenario.name: i for i, scenario in enumerate(run.scenarios)}
    firsts = [pl.col("row_").min().over(key) for key in keys]
    order = pl.col("scenario").replace_strict(rank, return_dtype=pl.Int64)
    return table.with_row_index("row_").sort(*firsts, order, maintain_order=True).drop("row_")
