"""Result tables as people read them: one cell an estimate, units in the heading; and as files: CSV and parquet, each by
itself and all estimates in one."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from reports import columns as c
from reports.answer import Answer
from reports.columns import MISSING, Column, Words, fraction_unit
from reports.questions.base import Table

__all__ = [
    "COMMON", "STRENGTH", "Head", "Printed", "common_tables", "csv_bytes", "estimate_table", "games_in_sight",
    "json_rows", "json_value", "parquet_bytes", "printed", "printed_across", "printed_beside",
]  # fmt: skip

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


Cell = tuple[tuple[str, ...], Any, str]  # the words of its line, its level, its text


def printed(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """The table in words; an estimate and its interval become one cell `x [low, high]`, columns without a value are
    left out, and keys that stand beside their words."""
    columns = [column.of(words) for column in table.columns if column.printed and column.name in frame.columns]
    columns = [column for column in columns if frame[column.name].null_count() < max(1, frame.height)]
    rows = tuple(tuple(_cell(row, column, words) for column in columns) for row in frame.iter_rows(named=True))
    return Printed(table.name, tuple(map(_head, columns)), rows)


def _head(column: Column) -> Head:
    return Head(column.label, column.unit, column.numeric)


def printed_across(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """A table with a row for every round, its rounds side by side: its estimate `across` ± half its interval."""
    columns = {column.name: column.of(words) for column in table.columns}
    estimate, value = table.across, columns[table.across]
    rounds = sorted(frame["round"].unique().to_list())
    step = max(1, -(-(len(rounds) - 1) // (ROUNDS - 1)))
    chosen_rounds = [number for number in rounds if (rounds[-1] - number) % step == 0 or number == rounds[0]]
    keys = [*frame.columns[: frame.columns.index("round")], "n"]
    heads = [_head(columns[key]) for key in keys]
    heads += [Head(f"{value.label} after round {number}", value.unit, True) for number in chosen_rounds]
    cells = []
    for row in frame.iter_rows(named=True):
        low, high = row.get(f"{estimate}_low"), row.get(f"{estimate}_high")
        half = "" if low is None or high is None else f" ± {(high - low) / 2:.1f}"
        key = tuple(columns[key].text(row[key], words) for key in keys)
        cells.append((key, row["round"], value.text(row[estimate], words) + half))
    return _abreast(table.name, heads, chosen_rounds, cells)


def printed_beside(table: Table, frame: pl.DataFrame, words: Words) -> Printed:
    """A table with a row for every scenario, its scenarios side by side: a line for each of its columns `beside`."""
    columns = {column.name: column.of(words) for column in table.columns}
    names = list(columns)
    keys = [name for name in names[: names.index("scenario")] if columns[name].printed]
    measures = [name for name in table.side_by_side if frame[name].null_count() < frame.height]
    scenarios = table.scenarios or frame["scenario"].unique(maintain_order=True).to_list()
    cells = []
    for row in frame.iter_rows(named=True):
        key = tuple(columns[name].text(row[name], words) for name in keys)
        for name in measures:
            head = _head(columns[name])
            label = head.label if "unit" in row else head.text
            cells.append(((*key, label), row["scenario"], _cell(row, columns[name], words)))
    heads = [*(_head(columns[name]) for name in keys), Head("", "", False), *(Head(x, "", True) for x in scenarios)]
    return _abreast(table.name, heads, scenarios, cells)


def _abreast(name: str, heads: Sequence[Head], levels: Sequence[Any], cells: Iterable[Cell]) -> Printed:
    """A table whose levels stand side by side, a line for each key."""
    lines: dict[tuple[str, ...], dict[Any, str]] = {}
    for key, level, text in cells:
        lines.setdefault(key, {})[level] = text
    rows = ((*key, *(line.get(level, MISSING) for level in levels)) for key, line in lines.items())
    return Printed(name, tuple(heads), tuple(rows))


def _cell(row: Mapping[str, Any], column: Column, words: Words) -> str:
    """One cell; in tables whose rows carry their own unit, values are written in it."""
    if column.by_unit:
        write, unit = column.by_unit.get(row["unit"], (column.write, row["unit"]))
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


GAME_WORDS = {"typical": "Typical", "closest": "Close", "strangest": "Odd"}


def games_in_sight(examples: pl.DataFrame) -> list[dict[str, Any]]:
    """Of each kind of games to watch the first, for a line above their table: `kind`, `game`, `links` (words and page;
    none without replays), `words`: who played, the margin, and what is odd."""
    games = []
    for row in examples.unique("kind", keep="first", maintain_order=True).iter_rows(named=True):
        when = " before" * ("replay_after" in row)
        pages = ((f"watch game {row['game']}{when}", row["replay"]), ("after the change", row.get("replay_after")))
        margin = f"won by {row['winning_margin']}" if row["winning_margin"] else "a tie on points"
        words = [row["played"], margin, *([row["why"]] if row.get("why") else [])]
        links = [(text, page) for text, page in pages if page is not None]
        kind = GAME_WORDS.get(row["kind"], row["kind"])
        games.append({"kind": kind, "game": row["game"], "links": links, "words": "; ".join(words)})
    return games


# -- all estimates in one table ---------------------------------------------------------------------------------------

KEYS = ("board", "seat", "strategy", "scenario", "opening", "round", "action", "source")  # as columns of their own, too
COUNTS = ("n", "deals", "p", "verdict")
ESTIMATES = {
    **dict.fromkeys(("table", "measure", "of"), pl.String), **dict.fromkeys(KEYS, pl.String),
    **dict.fromkeys(("estimate", "low", "high"), pl.Float64), "n": pl.Int64, "deals": pl.Int64, "p": pl.Float64,
    "verdict": pl.String,
}  # fmt: skip


def estimate_table(specs: Mapping[str, Table], tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """Every estimate of every table, a row each: the table, the measure (its column), what it is of (in words, and the
    common keys as columns), value and interval, and what the row says of n, deals, p and verdict."""
    frames = [
        _estimates(specs[name], column, frame)
        for name, frame in tables.items()
        if name in specs and frame.height
        for column in specs[name].columns
        if column.estimate and column.name in frame.columns
    ]
    return pl.concat([pl.DataFrame(schema=ESTIMATES), *frames], how="diagonal").select(list(ESTIMATES))


def _estimates(table: Table, column: Column, frame: pl.DataFrame) -> pl.DataFrame:
    """The estimates of one column."""
    names = [column.name for column in table.columns]
    first = min(i for i, column in enumerate(table.columns) if column.estimate)
    keys = [column.name for column in table.columns[:first] if column.printed and column.name not in COUNTS]
    keys += [name for name in names[first:] if name in KEYS]
    keys = [name for name in keys if name in frame.columns]
    parts = [pl.concat_str(pl.lit(f"{key}="), pl.col(key).cast(pl.String)) for key in keys]
    of = pl.concat_str(parts, separator=", ", ignore_nulls=True) if parts else pl.lit("")
    low, high = f"{column.name}_low", f"{column.name}_high"
    others = {name: kind for name, kind in ESTIMATES.items() if name in {*COUNTS, *KEYS} and name in frame.columns}
    return frame.filter(pl.col(column.name).is_not_null()).select(
        pl.lit(table.name).alias("table"),
        pl.lit(column.name).alias("measure"),
        of.alias("of"),
        *(pl.col(name).cast(kind) for name, kind in others.items()),
        pl.col(column.name).cast(pl.Float64).alias("estimate"),
        pl.col(low).cast(pl.Float64).alias("low"),
        pl.col(high).cast(pl.Float64).alias("high"),
    )


# -- tables of every answer -------------------------------------------------------------------------------------------

STRENGTH = "strength"
# What every answer has beside its question's own tables, by name: how strong the players are.
COMMON = {
    STRENGTH: Table(
        STRENGTH,
        (
            c.STRATEGY,
            c.code("purpose", "plays", note="as a beginner; null: as well as it can"),
            c.number("elo", "Elo", 0, sign=True, estimate=True, note="among the levels and plans of the game"),
            c.count("games", "n", "games"),
        ),
    ),
}


def common_tables(answer: Answer) -> dict[str, pl.DataFrame]:
    """Those of them that have rows, by name: a row for each strategy that played; null: not measured."""
    rows = []
    for player in answer.strength.strategies if answer.strength else ():
        row: dict[str, Any] = {"strategy": player.strategy, "purpose": "as a beginner" if player.learner else None}
        if player.elo:
            row |= {"elo": player.elo.elo, "elo_low": player.elo.low, "elo_high": player.elo.high}
            row["games"] = player.elo.games
        rows.append(row)
    return {STRENGTH: COMMON[STRENGTH].shaped(pl.DataFrame(rows, infer_schema_length=None))} if rows else {}
