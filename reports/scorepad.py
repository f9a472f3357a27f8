"""The lines of a game's scorepad as columns of a run's seats."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from reports import columns as c
from reports.frames import RunFrames

__all__ = ["COLUMNS", "TOTAL", "Entry", "entries", "with_entries"]

# Columns of a table with a row an entry: its name, what it is called, and the line it is a part of.
COLUMNS = (
    c.word("source", "source", printed=False),
    c.code("label", "source of points"),
    c.word("part_of", "part of", printed=False, note="the line of the scorepad it is a part of; null: a line itself"),
)


@dataclass(frozen=True)
class Entry:
    """A line of the scorepad, or a category that is a part of one: `columns` add up to its points."""

    name: str
    label: str
    part_of: str | None
    columns: tuple[str, ...]

    @property
    def column(self) -> str:
        """The column that holds its points."""
        return self.columns[0] if len(self.columns) == 1 else f"line_{self.name}"

    @property
    def row(self) -> dict[str, str | None]:
        """Its values in COLUMNS."""
        return {"source": self.name, "label": self.label, "part_of": self.part_of}


TOTAL = Entry("score", "final score", None, ("score",))


def entries(run: RunFrames) -> list[Entry]:
    """The lines in order, each followed by its parts where it has several; categories the run does not hold are left
    out."""
    out = []
    for line in run.game.scorepad:
        held = [source for source in line.sources if f"score_{source}" in run.columns]
        if held:
            out.append(Entry(line.name, line.label, None, tuple(f"score_{source}" for source in held)))
        if len(line.sources) > 1:
            out += [Entry(s, f"of it: {s.replace('_', ' ')}", line.name, (f"score_{s}",)) for s in held]
    return out


def with_entries(run: RunFrames, rows: pl.LazyFrame) -> pl.LazyFrame:
    """Seat rows with a column for every entry."""
    sums = {one.column: pl.sum_horizontal(one.columns) for one in entries(run) if len(one.columns) > 1}
    return rows.with_columns(**sums)
