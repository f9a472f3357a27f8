"""Scenarios of a run side by side: what a question that compares them is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

import polars as pl

from reports.columns import Column
from reports.evidence import Evidence, Section
from reports.facts import GameFacts
from reports.frames import RunFrames, totals
from reports.question import Question, Table

__all__ = ["Between", "Compared", "Scenarios", "between_of", "compare", "side_by_side"]


@dataclass(frozen=True)
class Scenarios:
    """Runs of the same deals under the labels of their scenarios; the first is what the others are held against."""

    labels: tuple[str, ...]
    runs: tuple[RunFrames, ...]

    def joined(self, rows: Callable[[RunFrames], pl.LazyFrame | pl.DataFrame]) -> pl.DataFrame:
        """Rows of every run one after the other, with the column `scenario`; what only some have is null in the
        others."""
        parts = [
            rows(run).lazy().with_columns(scenario=pl.lit(label))
            for label, run in zip(self.labels, self.runs, strict=True)
        ]
        return pl.concat(parts, how="diagonal_relaxed").collect()

    def totals(self, rows: Callable[[RunFrames], pl.LazyFrame], columns: Sequence[str], *keys: str) -> pl.DataFrame:
        """Sums of these columns over rows of every run, and the number of rows `games`, by scenario, deal and
        the keys: a run is read, not held. What only some have is null in the others."""
        parts = []
        for label, run in zip(self.labels, self.runs, strict=True):
            own = rows(run)
            known = own.collect_schema().names()
            sums = totals(own, ["deal", *keys], [column for column in columns if column in known])
            parts.append(sums.with_columns(scenario=pl.lit(label)))
        return pl.concat(parts, how="diagonal_relaxed")

    def in_order(self, table: pl.DataFrame, *keys: str) -> pl.DataFrame:
        """The rows with their scenarios in the run's order, below `keys` as they come."""
        place = pl.col("scenario").replace_strict({x: i for i, x in enumerate(self.labels)}, return_dtype=pl.Int64)
        firsts = [pl.col("row_").min().over(key) for key in keys]
        return table.with_row_index("row_").sort(*firsts, place, maintain_order=True).drop("row_")


@dataclass(frozen=True)
class Between:
    """How a question compares scenarios: its tables with what makes them, and the sections that show them."""

    pieces: Sequence[tuple[Table, Callable[[Scenarios], pl.DataFrame]]]
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


def compare(question: Question, scenarios: Scenarios) -> Compared | None:
    """How a question compares the scenarios; None where it does not, or where they have different seats."""
    between = between_of(question)
    if between is None or len({(run.players, run.game.bots) for run in scenarios.runs}) > 1:
        return None
    made = {table.name: table.shaped(make(scenarios)) for table, make in between.pieces}
    return Compared(between, made, scenarios.labels, scenarios.runs[0].game)


def between_of(question: Question) -> Between | None:
    """How a question compares scenarios; None where it does not."""
    if not question.between:
        return None
    between: Between = import_module(f"{question.package}.{question.between}").BETWEEN
    return between


def side_by_side(name: str, columns: tuple[Column, ...], *beside: str) -> Table:
    """A table with a row for every scenario."""
    return Table(name, columns, lambda run: pl.DataFrame(), beside=beside)
