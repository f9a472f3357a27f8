"""Result tables as people read them: one cell an estimate, units in the heading; and as files: CSV and parquet,
unchanged."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from reports.columns import MISSING, Column, fraction_unit
from reports.page.words import Words
from reports.questions.base import Table

__all__ = [
    "Head",
    "Printed",
    "csv_bytes",
    "json_rows",
    "json_value",
    "parquet_bytes",
    "printed",
    "printed_across",
    "printed_beside",
]

# Of a CSV file: what a spreadsheet computes or runs; a number with a minus is none.
FORMULA = r"(?s)^(?:[=+@\t\r].*|-\D.*|-\d[\d.,]*[^\d.,% ].*)$"
ROUNDS = 7  # rounds a page shows side by side; of a longer game evenly spaced ones, the first and the last among them


@dataclass(frozen=True)
class Head:
    """A column's heading, its unit, and whether numbers stand in it."""

    label: str
    unit: str
    numeric: bool

    @property
    def text(self) -> str:
        """Label and unit on one line."""
        return f"{self.label} ({self.unit})" if self.unit else self.label


@dataclass(frozen=True)
class Printed:
    """A table in words: headings and rows of text."""

    name: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]


def printed(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """The table in words; an estimate and its interval become one cell `x [low, high]`, columns without a value are
    left out, and keys that stand beside their words."""
    shown = [column.of(words) for column in table.columns if column.printed and column.name in frame.columns]
    shown = [column for column in shown if frame[column.name].null_count() < max(1, frame.height)]
    rows = tuple(tuple(_cell(row, column, words) for column in shown) for row in frame.iter_rows(named=True))
    return Printed(table.name, tuple(map(_head, shown)), rows)


def _head(column: Column) -> Head:
    return Head(column.label, column.unit, column.numeric)


def printed_across(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """A table with a row for every round, its rounds side by side: its estimate `across` ± half its interval."""
    columns = {column.name: column.of(words) for column in table.columns}
    estimate, value = table.across, columns[table.across]
    rounds = sorted(frame["round"].unique().to_list())
    step = max(1, -(-(len(rounds) - 1) // (ROUNDS - 1)))
    shown = [number for number in rounds if (rounds[-1] - number) % step == 0 or number == rounds[0]]
    keys = [*frame.columns[: frame.columns.index("round")], "n"]
    heads = [_head(columns[key]) for key in keys]
    heads += [Head(f"{value.label} after round {number}", value.unit, True) for number in shown]
    lines: dict[tuple[Any, ...], dict[Any, str]] = {}
    for row in frame.iter_rows(named=True):
        low, high = row.get(f"{estimate}_low"), row.get(f"{estimate}_high")
        half = "" if low is None or high is None else f" ± {(high - low) / 2:.1f}"
        line = lines.setdefault(tuple(columns[key].text(row[key], words) for key in keys), {})
        line[row["round"]] = value.text(row[estimate], words) + half
    rows = ((*key, *(line.get(number, MISSING) for number in shown)) for key, line in lines.items())
    return Printed(table.name, tuple(heads), tuple(rows))


def printed_beside(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """A table with a row for every scenario, its scenarios side by side: a line for each of its columns `beside`."""
    columns = {column.name: column.of(words) for column in table.columns}
    names = list(columns)
    keys = [name for name in names[: names.index("scenario")] if columns[name].printed]
    shown = [name for name in table.beside if frame[name].null_count() < frame.height]
    scenarios = table.scenarios or frame["scenario"].unique(maintain_order=True).to_list()
    lines: dict[tuple[str, ...], dict[Any, str]] = {}
    for row in frame.iter_rows(named=True):
        key = tuple(columns[name].text(row[name], words) for name in keys)
        for name in shown:
            what = _head(columns[name])
            told = what.label if "unit" in row else what.text
            lines.setdefault((*key, told), {})[row["scenario"]] = _cell(row, columns[name], words)
    heads = [*(_head(columns[name]) for name in keys), Head("", "", False), *(Head(x, "", True) for x in scenarios)]
    rows = ((*key, *(line.get(one, MISSING) for one in scenarios)) for key, line in lines.items())
    return Printed(table.name, tuple(heads), tuple(rows))


def _cell(row: Mapping[str, Any], column: Column, words: Words) -> str:
    """One cell; in tables whose rows carry their own unit, values are written in it."""
    if column.by_unit:
        write, unit = column.by_unit[row["unit"]]
        text = _interval(row, replace(column, write=write), words)
        return text if text == MISSING else f"{text} {unit}"
    if "unit" in row and column.numeric and not column.unit and fraction_unit(row["unit"]):
        column = replace(column, unit="%", write=lambda value, _: f"{100 * float(str(value)):.1f} %")
    return _interval(row, column, words)


def _interval(row: Mapping[str, Any], column: Column, words: Words) -> str:
    """The value, with its interval where it is an estimate."""
    text = column.text(row[column.name], words)
    low, high = row.get(f"{column.name}_low"), row.get(f"{column.name}_high")
    if not column.estimate or text == MISSING or low is None or high is None:
        return text
    return f"{text} [{column.text(low, words)}, {column.text(high, words)}]"


def csv_bytes(frame: pl.DataFrame) -> bytes:
    """The table as CSV, all columns as they are, but for names that a spreadsheet would take for a formula: they get a
    ' in front."""
    names = [name for name, kind in frame.schema.items() if isinstance(kind, pl.String | pl.Enum | pl.Categorical)]
    texts = {name: pl.col(name).cast(pl.String).str.replace(FORMULA, "'$0") for name in names}
    return frame.with_columns(**texts).write_csv(None).encode()


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """The table as parquet, all columns as they are."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", statistics=False)
    return buffer.getvalue()


def json_value(value: Any) -> Any:
    """A value JSON can hold: what is not a finite number becomes null, what JSON does not know becomes text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): json_value(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(inner) for inner in value]
    return json_value(value.item()) if hasattr(value, "item") else str(value)


def json_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """The table as rows for JSON."""
    return [json_value(row) for row in frame.iter_rows(named=True)]
