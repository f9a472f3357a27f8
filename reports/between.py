"""Scenarios of a run side by side: what a question that compares them is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

import polars as pl

from reports.columns import Column
from reports.evidence import Evidence, Section
from reports.facts import GameFacts
from reports.question import Question, Table
from reports.run import Run

__all__ = ["Between", "Compared", "between_of", "compare", "side_by_side"]


@dataclass(frozen=True)
class Between:
    """How a question compares scenarios: its tables with what makes them, and the sections that show them."""

    pieces: Sequence[tuple[Table, Callable[[Run], pl.DataFrame]]]
    sections: Callable[[Evidence], Sequence[Section]]
    in_short: Callable[[GameFacts], Table]  # the table that tells most, with what of it stands side by side

    def tables(self, game: GameFacts) -> dict[str, Table]:
        """Its tables by name, as a page prints them."""
        short = self.in_short(game)
        return {table.name: short if table.name == short.name else table for table, _ in self.pieces}


@dataclass(frozen=True)
class Compared:
    """A comparison of scenarios: its tables, how it was made, the scenarios' labels in the run's order, and the game as
    the first of them has it."""

    between: Between
    tables: Mapping[str, pl.DataFrame]
    labels: tuple[str, ...]
    game: GameFacts

    @property
    def in_short(self) -> tuple[Table, pl.DataFrame]:
        """The table that tells most in few lines."""
        table = self.between.in_short(self.game)
        return replace(table, scenarios=self.labels), self.tables[table.name]

    @property
    def printed(self) -> dict[str, Table]:
        """Its tables by name, as a page prints them."""
        known = self.between.tables(self.game)
        return {name: replace(table, scenarios=self.labels) for name, table in known.items()}


def compare(question: Question, scenarios: Run) -> Compared | None:
    """How a question compares scenarios with the first of them, on the same deals; None where it does not, or where
    they have different seats."""
    between, runs = between_of(question), [part.frames for part in scenarios.parts]
    if between is None or len({(run.players, run.game.bots) for run in runs}) > 1:
        return None
    made = {table.name: table.shaped(make(scenarios)) for table, make in between.pieces}
    return Compared(between, made, tuple(part.name for part in scenarios.parts), runs[0].game)


def between_of(question: Question) -> Between | None:
    """How a question compares scenarios; None where it does not."""
    if not question.between:
        return None
    between: Between = import_module(f"{question.package}.{question.between}").BETWEEN
    return between


def side_by_side(name: str, columns: tuple[Column, ...], *beside: str) -> Table:
    """A table with a row for every scenario."""
    return Table(name, columns, lambda run: pl.DataFrame(), beside=beside)
