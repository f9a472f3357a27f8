"""Answers to one question from several scenarios of a run, one report for all, and the scenarios side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

import polars as pl

from reports.first_screen import verdicts_of_screen
from reports.questions.base import Evidence, Question, ShownSection, Table
from reports.questions.shared import levels_summary
from reports.sentences import join_names

if TYPE_CHECKING:
    from reports.answer import Answer
    from reports.columns import Column
    from reports.facts import GameFacts
    from reports.run import Run

__all__ = [
    "LEVEL", "ScenarioAnswer", "ScenarioComparison", "ScenarioView", "Several", "compare_scenarios",
    "scenario_table", "scenario_view_of",
]  # fmt: skip


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


LEVEL = "level"  # what scenarios differ in that are skill levels of players


@dataclass(frozen=True)
class ScenarioAnswer:
    """The answer of a scenario: the scenario's name, and what it is called where there are several."""

    scenario: str
    label: str
    answer: Answer
    game: GameFacts


@dataclass(frozen=True)
class Several:
    """The answers of a run, at least one of them; `by` says what their scenarios differ in: players, the name of an
    option, level, or scenario. `comparison`: the scenarios side by side, where the question compares them."""

    title: str
    by: str
    answers: Sequence[ScenarioAnswer]
    comparison: ScenarioComparison | None = None

    @property
    def labels(self) -> str:
        """The scenarios in few words: "2, 3 and 4 players"."""
        if self.by == "players":
            return f"{join_names([str(each.game.players) for each in self.answers])} players"
        return join_names([each.label for each in self.answers])

    @property
    def context(self) -> str:
        """What was played and what is asked, in small print over the finding."""
        if len(self.answers) == 1:
            return self.answers[0].answer.context
        game, _, question = self.title.rpartition(": ")
        return f"{game} · {self.labels} · {question}"

    @property
    def finding(self) -> str:
        """What all answers come to, as a title."""
        findings = {each.answer.screen.finding for each in self.answers}
        return findings.pop() if len(findings) == 1 else f"One answer each for {self.labels}"

    @property
    def summary(self) -> str:
        """What the answers come to together, before each of them; "" where they are told one by one."""
        if self.by != LEVEL or len(self.answers) < 2:
            return ""
        return levels_summary([(each.label, verdicts_of_screen(each.answer.verdicts)) for each in self.answers])

    @property
    def families(self) -> str:
        """What holds together, and what does not; "" where there is one answer, or no verdict."""
        if len(self.answers) == 1 or not any(each.answer.verdicts for each in self.answers):
            return ""
        if self.by == LEVEL:
            return (
                "All seats of a game are played by one level, and all levels play the same deals. Intervals of a "
                "family of comparisons hold together over all levels."
            )
        return "Intervals of a scenario hold together, those of different scenarios do not."
