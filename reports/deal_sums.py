"""Sums by deal and group, which all estimates of comparisons are made of.

Rows of the games that a comparison is about are summed scenario by scenario; what several comparisons sum of the same
rows by the same factors is summed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from polars.selectors import integer

from reports.factors import check_values, widen
from reports.frame_columns import BOARD, STRATEGY
from reports.frames import ScenarioRun
from reports.scenarios import Scenarios, rows_with
from reports.stats.deal_means import DealMeans
from reports.stats.group_means import GroupSums, cells_of, means, quantiles, spreads

if TYPE_CHECKING:
    from reports.comparison import Comparison
    from reports.factors import Factor, Measure

__all__ = ["CELLS", "DESIGN", "DealSums", "Query", "rows_of", "sum_rows"]

Query = tuple[object, ...]  # which rows of which scenario are summed, and by what
MOST_GAMES = 1_500_000  # times measures, that are summed at once
TEXTS = (pl.String, pl.Enum, pl.Categorical)
CELLS, DESIGN = "cells", "design"  # sums by deal and group; how often levels of assigned factors meet


def rows_of(
    scenario: ScenarioRun, comparison: Comparison, keys: Sequence[str] = (), *, has_nulls: bool = False
) -> pl.LazyFrame:
    """The rows of a scenario that count, with a column for each factor, one for each measure, and these keys; those
    without a level of some factor, too, where it has nulls."""
    quantified = [seat for condition in comparison.conditions for seat in condition.quantified]
    measures = comparison.measures_in(scenario)
    names = {"arm"}.union(comparison.group_names, *(measure.columns for measure in measures))
    rows = rows_with(scenario, comparison.of, names - set(scenario.settings), quantified, counts=comparison.counts)
    rows = rows.with_columns(**{name: pl.lit(scenario.settings[name]) for name in scenario.settings})
    if names := set[str]().union(*(measure.columns for measure in measures if measure.unit is not None)):
        rows = widen(rows, names)
    if set(scenario.arms) - set(comparison.arms):
        rows = rows.filter(pl.col("arm").cast(pl.String).is_in(comparison.arms))
    if comparison.merges_sides(scenario):
        board = pl.col("board").cast(pl.String)
        rows = rows.with_columns(
            board=pl.when(board.is_in(scenario.game.plain_boards)).then(pl.lit("A")).otherwise(board)
        )
    schema = rows.collect_schema()
    for condition in comparison.conditions:
        condition.check(schema)
    if comparison.where:
        rows = rows.filter(comparison.where.holds)
    levels = {f"by_{factor.name}": factor.expression for factor in comparison.factors}
    numbers = {f"x_{measure.name}": measure.value for measure in measures}
    kinds = rows.select(**levels, **numbers).collect_schema()
    columns = {name: _level(value, kinds[name]) for name, value in levels.items()}
    columns |= {name: _number(value, kinds[name]) for name, value in numbers.items()}
    columns |= {f"w_{measure.name}": measure.per.cast(pl.Int64) for measure in measures if measure.per is not None}
    rows = rows.select("deal", *dict.fromkeys([*keys, *comparison.pairs, *comparison.assignable(scenario)]), **columns)
    return rows if has_nulls else rows.drop_nulls(list(levels))


def _level(value: pl.Expr, kind: pl.DataType) -> pl.Expr:
    """A level; that of a flag is yes or no."""
    if kind != pl.Boolean:
        return value
    return pl.when(value).then(pl.lit("yes")).when(value.not_()).then(pl.lit("no"))


def _number(value: pl.Expr, kind: pl.DataType) -> pl.Expr:
    """A number; a whole one as it is, which keeps rows narrow until it is summed, and yes as 1."""
    if kind.is_float() or kind.is_decimal():
        return value.cast(pl.Float64).fill_nan(None)
    return value.cast(pl.Int64) if kind == pl.Boolean else value


def sum_rows(
    run: Scenarios, comparisons: Iterable[tuple[Comparison, Sequence[ScenarioRun]]]
) -> dict[tuple[Query, str], pl.DataFrame]:
    """All that comparisons sum over the rows of their scenarios: one scenario after another, and some deals after
    others where there are many, not to hold them all."""
    scenarios: dict[Query, tuple[ScenarioRun, Comparison]] = {}
    for comparison, of in comparisons:
        for scenario in of:
            query = _query(scenario, comparison)
            others = scenarios[query][1].measures if query in scenarios else ()
            measures = {measure.name: measure for measure in (*others, *comparison.measures)}
            scenarios[query] = scenario, replace(comparison, measures=tuple(measures.values()))
    sums: dict[tuple[Query, str], pl.DataFrame] = {}
    for scenario in run.scenarios:
        queries = {query: comparison for query, (of, comparison) in scenarios.items() if of is scenario}
        rows_of_seat = {"meetings": scenario.players}
        n_columns = max((len(c.measures) * rows_of_seat.get(c.of, 1) for c in queries.values()), default=0)
        pieces: dict[tuple[Query, str], list[pl.DataFrame]] = {}
        for piece in _split_by_deal(scenario, n_columns) if queries else ():
            lazies = {
                (query, kind): lazy
                for query, comparison in queries.items()
                for kind, lazy in _aggregates(piece, comparison).items()
            }
            for key, frame in zip(lazies, pl.collect_all(list(lazies.values())), strict=True):
                pieces.setdefault(key, []).append(_narrow(frame))
        sums |= {key: pl.concat(frames, how="vertical_relaxed") for key, frames in pieces.items()}
    return sums


def _split_by_deal(scenario: ScenarioRun, n_columns: int) -> Iterator[ScenarioRun]:
    """The scenario, or where it is large its games of some deals after others."""
    games = scenario.games_played
    n = -(-games * max(1, n_columns) // MOST_GAMES)
    if n < 2:
        yield scenario
        return
    deals = scenario.games.select("deal").collect()["deal"]
    edges = [deals.quantile(i / n, "lower") for i in range(1, n)]
    for low, high in pairwise([None, *dict.fromkeys(edges), None]):
        holds = (pl.lit(True) if low is None else pl.col("deal") > low) & (
            pl.lit(True) if high is None else pl.col("deal") <= high
        )
        yield scenario.where(holds)


def _narrow(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with whole numbers as narrow as they are."""
    return frame.with_columns(series.shrink_dtype() for series in frame.select(integer()))


def _query(scenario: ScenarioRun, comparison: Comparison) -> Query:
    """What decides which rows of a scenario are summed, and by what."""
    where = comparison.where.text if comparison.where else ""
    keys, pairs = tuple(comparison.row_keys), tuple(comparison.pairs)
    design = tuple(comparison.assignable(scenario))
    return (
        id(scenario),
        comparison.of,
        comparison.counts,
        comparison.arms,
        where,
        keys,
        pairs,
        comparison.merges_sides(scenario),
        design,
    )


def _aggregates(scenario: ScenarioRun, comparison: Comparison) -> dict[str, pl.LazyFrame]:
    """All that is summed over rows of a scenario: cells, design, how often each value of a measure of quantiles is."""
    all_rows, keys, frames = rows_of(scenario, comparison, has_nulls=True), comparison.row_keys, {}
    rows = all_rows.drop_nulls(keys)
    for measure in (measure for measure in comparison.measures_in(scenario) if measure.statistic == "quantile"):
        x = pl.col(f"x_{measure.name}")
        values = rows.filter(x.is_not_null()).group_by(["deal", *keys, x])
        frames[measure.name] = values.agg(n_=pl.len().cast(pl.Int64))
    cells = partial(_sum_cells, keys=[*comparison.pairs, *keys], measures=comparison.measures_in(scenario))
    frames[CELLS] = all_rows.map_batches(cells, validate_output_schema=False)
    if columns := comparison.assignable(scenario):
        frames[DESIGN] = rows.group_by(columns).agg(n_=pl.len().cast(pl.Int64))
    return frames


def _sum_cells(rows: pl.DataFrame, keys: Sequence[str], measures: Sequence[Measure]) -> pl.DataFrame:
    """Rows summed by deal and these keys, in their order: how many there are, and of each measure the total, how many
    have it (or their weight), for a ratio how many have both its numbers, and for a standard deviation the total of
    squares."""
    floats = [name for name in (f"x_{measure.name}" for measure in measures) if rows.schema[name].is_float()]
    rows = rows.sort(floats) if floats else rows  # sums do not depend on the order of rows
    _, row_of, total = cells_of(rows, keys)
    columns = {"n": total(np.ones(len(rows), dtype=np.int8))}
    for measure in measures:
        name, x = measure.name, rows[f"x_{measure.name}"]
        if measure.unit is not None:
            check_values(measure, x)
        weight = None if measure.per is None else rows[f"w_{name}"]
        has_value = x.is_not_null() if weight is None else x.is_not_null() & weight.is_not_null()
        value = x if has_value.all() else x.set(~has_value, 0)
        value = value if value.dtype.is_float() else value.cast(pl.Int64)
        columns[f"t_{name}"] = total(value.to_numpy())
        n = columns["n"] if has_value.all() else total(has_value.to_numpy())
        columns[f"n_{name}"] = n if weight is None else total((weight.fill_null(0) * has_value).to_numpy())
        if weight is not None:
            columns[f"k_{name}"] = n
        if measure.statistic == "sd":
            columns[f"q_{name}"] = total((value * value).to_numpy())
    return rows.select("deal", *keys)[row_of].with_columns(**{name: pl.Series(x) for name, x in columns.items()})


@dataclass(frozen=True)
class DealSums:
    """What was summed over scenarios that are taken together, for comparisons by the same factors as this one."""

    scenarios: Sequence[ScenarioRun]
    comparison: Comparison
    run: Scenarios
    sums: Mapping[tuple[Query, str], pl.DataFrame]
    _means: dict[str, DealMeans] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for comparisons that share these sums."""
        return (*(_query(scenario, self.comparison) for scenario in self.scenarios), *self.comparison.keys)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """Sums by deal and group."""
        return self.of(CELLS)

    @cached_property
    def places(self) -> GroupSums:
        """Where they stand."""
        return GroupSums.of(self.cells, self.comparison.keys)

    def means_of(self, measure: Measure) -> DealMeans:
        """A measure's means, standard deviations or quantiles of every group."""
        if measure.name not in self._means:
            self._means[measure.name] = self._estimate(measure, measure.name)
        return self._means[measure.name]

    def _estimate(self, measure: Measure, name: str) -> DealMeans:
        keys, cells, places = self.comparison.keys, self.cells, self.places
        if measure.statistic == "quantile":
            return quantiles(self.of(name), keys, f"x_{name}", measure.fraction)
        if cells[f"n_{name}"].null_count() or cells[f"n_{name}"].min() == 0:
            cells = cells.filter(pl.col(f"n_{name}") > 0)
            places = GroupSums.of(cells, keys)
        total, count = cells[f"t_{name}"].to_numpy(), cells[f"n_{name}"].to_numpy()
        if measure.statistic == "sd":
            return spreads(places, total, cells[f"q_{name}"].to_numpy(), count)
        return means(places, total, count, scale=measure.scale)

    def left_out(self, measure: Measure) -> dict[tuple[str, Query], tuple[int, int]]:
        """For each factor, and for a measure, how many rows of each scenario have no value of it, of how many."""
        keys, name = self.comparison.row_keys, measure.name
        counts: dict[tuple[str, Query], tuple[int, int]] = {}
        for query in (_query(scenario, self.comparison) for scenario in self.scenarios):
            cells = self.sums.get((query, CELLS))
            if cells is None or f"n_{name}" not in cells.columns:
                continue
            n, missing = int(cells["n"].sum()), [key for key in keys if cells[key].null_count()]
            for key in missing:
                counts[key.removeprefix("by_"), query] = int(cells.filter(pl.col(key).is_null())["n"].sum()), n
            with_levels = cells.drop_nulls(missing) if missing else cells
            n, has_value = int(with_levels["n"].sum()), with_levels[f"{'n' if measure.per is None else 'k'}_{name}"]
            counts[name, query] = n - int(has_value.sum()), n
        return {column: (n, of) for column, (n, of) in counts.items() if n}

    def of(self, kind: str) -> pl.DataFrame:
        """The sums of a kind of all scenarios, with their settings, levels in order: those of a setting as they were
        played, boards as the game has them, bands by their edges, all else by number or name."""
        factors, frames = self.comparison.factors, []
        settings = [factor.name for factor in factors if factor.is_setting]
        row_keys = self.comparison.row_keys if kind != DESIGN else []
        for scenario in self.scenarios:
            frame = self.sums.get((_query(scenario, self.comparison), kind))
            if frame is not None and all(scenario.settings[name] is not None for name in settings):
                frame = frame.drop_nulls(row_keys)
                frames.append(
                    frame.with_columns(**{f"by_{name}": pl.lit(scenario.settings[name]) for name in settings})
                )
        if not frames:
            return pl.DataFrame()
        if len(frames) == 1 and kind == CELLS:  # which may be long
            (table,) = frames
        else:
            texts = [frame.with_columns(pl.col(pl.Enum, pl.Categorical).cast(pl.String)) for frame in frames]
            table = pl.concat(texts, how="diagonal_relaxed")
        ordered = [factor for factor in factors if isinstance(table.schema.get(f"by_{factor.name}"), TEXTS)]
        return table.with_columns(
            pl.col(f"by_{factor.name}").cast(pl.Enum(self._levels(factor, frames, table))) for factor in ordered
        )

    def _levels(self, factor: Factor, frames: Sequence[pl.DataFrame], table: pl.DataFrame) -> list[str]:
        """All levels of a factor that are texts, in order."""
        first: list[str] = []
        if factor.is_setting:
            first = [str(scenario.settings[factor.name]) for scenario in self.run.scenarios]
        elif factor.name == BOARD:
            first = list(self.scenarios[0].game.boards)
        elif factor.name != STRATEGY:
            types = [frame.schema[f"by_{factor.name}"] for frame in frames]
            first = [level for kind in types if isinstance(kind, pl.Enum) for level in kind.categories]
        return list(dict.fromkeys([*first, *sorted(table[f"by_{factor.name}"].unique().cast(pl.String))]))
