"""Scenarios of a run side by side: what a question that compares them is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

import polars as pl

from reports.columns import Column
from reports.facts import GameFacts
from reports.questions.base import Evidence, Question, ShownSection, Table
from reports.run import Run

__all__ = ["ScenarioComparison", "ScenarioView", "compare_scenarios", "scenario_table", "scenario_view_of"]


@dataclass(frozen=True)
class ScenarioView:
    """How a question compares scenarios: its tables with what makes them, and the sections that show them."""

    pieces: Sequence[tuple[Table, Callable[[Run], pl.DataFrame]]]
    sections: Callable[[Evidence], Sequence[ShownSection]]
    summary_table: Callable[[GameFacts], Table]  # the table that tells most, with what of it stands side by side

    def tables(self, game: GameFacts) -> dict[str, Table]:
        """Its tables by name, as a page prints them."""
        short = self.summary_table(game)
        return {table.name: short if table.name == short.name else table for table, _ in self.pieces}


@dataclass(frozen=True)
class ScenarioComparison:
    """A comparison of scenarios: its tables, how it was made, the scenarios' labels in the run's order, and the game as
    the first of them has it."""

    view: ScenarioView
    tables: Mapping[str, pl.DataFrame]
    labels: tuple[str, ...]
    game: GameFacts

    @property
    def summary_table(self) -> tuple[Table, pl.DataFrame]:
        """The table that tells most in few lines."""
        table = self.view.summary_table(self.game)
        return replace(table, scenarios=self.labels), self.tables[table.name]

    @property
    def printed(self) -> dict[str, Table]:
        """Its tables by name, as a page prints them."""
        tables = self.view.tables(self.game)
        return {name: replace(table, scenarios=self.labels) for name, table in tables.items()}


def compare_scenarios(question: Question, scenarios: Run) -> ScenarioComparison | None:
    """How a question compares scenarios with the first of them, on the same deals; None where it does not, or where
    they have different seats."""
    view, runs = scenario_view_of(question), [part.frames for part in scenarios.parts]
    if view is None or len({(run.players, run.game.bots) for run in runs}) > 1:
        return None
    tables = {table.name: table.shaped(make(scenarios)) for table, make in view.pieces}
    return ScenarioComparison(view, tables, tuple(part.name for part in scenarios.parts), runs[0].game)


def scenario_view_of(question: Question) -> ScenarioView | None:
    """How a question compares scenarios; None where it does not."""
    if not question.scenario_view:
        return None
    view: ScenarioView = import_module(question.scenario_view).SCENARIO_VIEW
    return view


def scenario_table(name: str, columns: tuple[Column, ...], *scenario_columns: str) -> Table:
    """A table with a row for every scenario."""
    return Table(name, columns, lambda run: pl.DataFrame(), side_by_side=scenario_columns)
