"""What every section of a page is built from: the tables and words at hand, estimates out of rows, a note where a table
is missing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.draw import Cell
from reports.draw.estimate import Estimate
from reports.facts import GameFacts
from reports.page.words import Words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Chart", "Evidence", "Picture", "Rows", "Section", "cell_note", "chart", "enough", "estimate", "grid", "number",
    "present", "section_of", "unique",
]  # fmt: skip

Rows = list[dict[str, Any]]  # rows of a table by column
MOST_STEM = 80  # characters of a chart's name


@dataclass(frozen=True)
class Picture:
    """A chart as a page knows it: file stem, the question it answers, a text for those who cannot see it."""

    name: str
    title: str
    alt: str


@dataclass(frozen=True)
class Chart(Picture):
    """A chart with its figure, which is to be written."""

    figure: Figure


@dataclass(frozen=True)
class Section:
    """One piece of evidence on the page: heading, how to read it, charts, the tables behind them, notes on what is
    missing."""

    key: str
    heading: str
    reading: str
    charts: tuple[Picture, ...] = ()
    tables: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Evidence:
    """The tables of an answer, the game's words, and the margin that counts as balanced (pp of win share); of scenarios
    side by side their labels, the first of which the others are held against."""

    tables: Mapping[str, pl.DataFrame]
    words: Words
    margin: float | None = None
    scenarios: tuple[str, ...] = ()

    @property
    def par(self) -> float | None:
        """The win share of equals in %; None where one seat decides."""
        return None if self.game.par is None else 100.0 / self.game.players

    @property
    def game(self) -> GameFacts:
        """What the game says of itself."""
        return self.words.game

    def rows(self, table: str, *columns: str) -> Rows:
        """The table's rows; none when the table or one of the columns is absent or a value of those columns is
        missing."""
        frame = self.tables.get(table)
        if frame is None or not set(columns) <= set(frame.columns):
            return []
        return [row for row in frame.iter_rows(named=True) if all(present(row[column]) for column in columns)]


def present(value: object) -> bool:
    """Whether there is a value at all: neither null nor NaN."""
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))


def number(row: Mapping[str, Any], name: str, factor: float = 1.0) -> float | None:
    """A number out of a row in the unit drawn; None when missing."""
    value = row.get(name)
    return float(value) * factor if present(value) and value is not None else None


def estimate(row: Mapping[str, Any], name: str, factor: float = 1.0, *, n: bool = True) -> Estimate | None:
    """The estimate group `name` of a row in the unit drawn; None when it has no value."""
    value = number(row, name, factor)
    if value is None:
        return None
    low, high = number(row, f"{name}_low", factor), number(row, f"{name}_high", factor)
    count = row.get("n") if n else None
    return Estimate(
        value, value if low is None else low, value if high is None else high, None if count is None else int(count)
    )


def unique(values: Iterable[Any]) -> list[Any]:
    """Values without repeats, in the order they come."""
    return list(dict.fromkeys(values))


def enough(rows: Rows, least: int = 100) -> tuple[Rows, str]:
    """Rows that rest on enough games to be drawn, and a note on those left out; all rows when none has enough."""
    kept = [row for row in rows if number(row, "n") is None or row["n"] >= least]
    if not kept or len(kept) == len(rows):
        return rows, ""
    return kept, f"Left to the table: numbers that rest on fewer than {least} seat-games."


def grid(
    rows: Rows, row: str, column: str, name: str, *, centre: float, square: bool = False
) -> tuple[list[Any], list[Any], list[list[Cell | None]]]:
    """Keys of rows and columns, and the cells of a heat map of shares; `square`: rows and columns are the same
    things."""
    found: dict[tuple[Any, Any], Cell] = {}
    for one in rows:
        measured = estimate(one, name, 100)
        if measured is not None:
            clear = measured.half is not None and not measured.low <= centre <= measured.high
            found[one[row], one[column]] = Cell(measured.value, measured.half, clear, measured.n)
    down, across = unique(one[row] for one in rows), unique(one[column] for one in rows)
    if square:
        down = across = unique([*down, *across])
    return down, across, [[found.get((y, x)) for x in across] for y in down]


def cell_note(rows: Rows, reference: str) -> str:
    """What bold means in a heat map, and how many games its cells rest on."""
    counts = [int(row["n"]) for row in rows if number(row, "n") is not None]
    span = f"{min(counts):,}" if len(set(counts)) == 1 else f"{min(counts, default=0):,} to {max(counts, default=0):,}"
    games = f" n a cell: {span}." if counts else ""
    return f"Bold, in full colour: the 95 % interval leaves {reference} out.{games}"


def stem(name: str) -> str:
    """A chart's name as it may stand in a file's name and an attribute, whatever a board in it is called."""
    plain = re.sub(r"[^\w.+-]", "_", name)[:MOST_STEM]
    return plain if plain == name else f"{plain}-{sha256(name.encode()).hexdigest()[:8]}"


def chart(name: str, title: str, alt: str, figure: Figure) -> Chart:
    """A chart with its description for those who cannot see it."""
    return Chart(stem(name), title, " ".join(alt.split()), figure)


def section_of(
    key: str,
    heading: str,
    reading: str,
    tables: tuple[str, ...],
    evidence: Evidence,
    draw: Callable[[], Iterable[Chart | None]],
    *,
    why: str = "",
) -> Section:
    """A section with its charts; where nothing could be drawn a note says so instead, and `why` if it is known."""
    charts = tuple(one for one in draw() if one is not None)
    present = tuple(name for name in tables if name in evidence.tables and evidence.tables[name].height)
    notes = () if charts else (f"Not drawn: {why or 'this run holds no figures for it'}.",)
    return Section(key, heading, reading if charts else "", charts, present, notes)
