"""Games of a run that meet a condition: SQL words over the columns of its games and seats, carried out by polars."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import polars as pl

from analyser.errors import DataError, UsageError
from analyser.runs.manifest import ScenarioEntry
from analyser.runs.store import RunDirectory
from cext.spelling import counted, did_you_mean

__all__ = ["games_where", "records_folder"]

EXAMPLE = '"margin < 3" or "strategy = \'builder\' and score > 120"'
OF_A_GAME = "a sum over the seats of a game is sum(score) over (partition by game)"
NAMED = (pl.Enum, pl.Categorical, pl.String)


def records_folder(run: Path) -> Path:
    """Where records of a run's games lie unless told otherwise."""
    return run / "records"


def games_where(run: RunDirectory, condition: str, *, scenario: str | None = None) -> pl.DataFrame:
    """The games that meet a condition, in the order of the run: scenario, game, deal, margin.

    The condition is asked of every seat's row, with the columns of its game beside it: a game meets it where one of its
    seats does. All scenarios that are answered by themselves are looked through, or the one named. Games with boards
    paid for at the start are left out: records do not tell of it. Raises UsageError for what is no condition, or
    only met by those, and DataError where no game meets it.
    """
    told = run.manifest.told if scenario is None else [run.manifest.scenario(scenario)]
    rows = {entry.name: frame for entry in told if (frame := _rows(run, entry)) is not None}
    if not rows:
        raise DataError(f"{run.path}: no games have been played yet: {run.go_on}")
    said = f'--where "{condition}"'
    asked = _read(condition, said, rows)
    fitting = [name for name, frame in rows.items() if set(asked.meta.root_names()) <= set(frame.collect_schema())]
    try:
        if any(rows[name].clear().select(asked).collect().height for name in fitting):
            raise UsageError(f"{said}: one yes or no for all rows alike, not one a row: {OF_A_GAME}")
        found = pl.concat([_met(rows[name], asked, name) for name in fitting])
    except pl.exceptions.PolarsError as error:
        raise UsageError(f"{said}: not a condition ({_reason(error)}): write one such as {EXAMPLE}") from error
    if found.is_empty():
        games = sum(run.manifest.games_done_in(name) for name in rows)
        hint = _nearest_value(condition, rows.values()) or "ask for less"
        raise DataError(f"{said}: none of the {counted(games, 'game')} of {run.path} meets it: {hint}")
    if (paid := found["paid"]).all():
        raise UsageError(
            f"{said}: in all {counted(len(found), 'game')} that meet it boards were paid for at the start, which "
            "records do not tell: ask for others, for instance with arm <> 'priced'"
        )
    return found.filter(~paid).drop("paid")


def _rows(run: RunDirectory, entry: ScenarioEntry) -> pl.LazyFrame | None:
    """Rows of seats with the columns of their games, names as text, numbers wide enough to reckon with."""
    seats, games = run.scan("seats", entry.name), run.scan("games", entry.name)
    if seats is None or games is None:
        return None
    beside = [name for name in games.collect_schema().names() if name not in seats.collect_schema().names()]
    rows = seats.join(games.select("game", *beside), on="game", how="left", maintain_order="left")
    schema = rows.collect_schema()
    texts = [name for name, kind in schema.items() if isinstance(kind, NAMED)]
    numbers = [name for name, kind in schema.items() if kind.is_integer()]
    return rows.with_columns(pl.col(texts).cast(pl.String), pl.col(numbers).cast(pl.Int64))


def _read(condition: str, said: str, rows: dict[str, pl.LazyFrame]) -> pl.Expr:
    """The condition, its columns known to at least one scenario whole; UsageError for any other."""
    try:
        asked = pl.sql_expr(condition)
        named = list(dict.fromkeys(asked.meta.root_names()))
    except pl.exceptions.PolarsError as error:
        raise UsageError(f"{said}: not a condition ({_reason(error)}): write one such as {EXAMPLE}") from error
    schemas = [frame.collect_schema() for frame in rows.values()]
    known = list(dict.fromkeys(name for schema in schemas for name in schema))
    for name in named:
        if name not in known:
            if name.lower() not in condition.lower():  # it is one that polars made of a select
                raise UsageError(f"{said}: not a condition (a select in it): write one such as {EXAMPLE}")
            if _is_value(name, rows.values()):
                raise UsageError(f"{said}: {name} is a name, not a column: write it in single quotes: '{name}'")
            raise UsageError(f"{said}: no column {name} in games or seats: {did_you_mean(name, known)}")
    if not any(set(named) <= set(schema) for schema in schemas):
        raise UsageError(f"{said}: no scenario of the run has all of its columns: ask one at a time, with --scenario")
    return asked


def _nearest_value(condition: str, rows: Iterable[pl.LazyFrame]) -> str | None:
    """What was meant by a text in quotes that no column holds, as far as one is like it."""
    texts = [column for frame in rows for column in frame.select(pl.col(pl.String)).collect()]
    held = {word for column in texts for word in column.unique().drop_nulls()}
    for word in re.findall(r"'([^']*)'", condition):
        if word not in held and (said := did_you_mean(word, held, otherwise="")):
            return f"no column holds '{word}': {said}"
    return None


def _is_value(word: str, rows: Iterable[pl.LazyFrame]) -> bool:
    """Whether the word is a strategy, a board, or another text of a column."""
    columns = ("strategy", "board", "plan", "arm", "scenario", "opening")
    frames = [frame.select(pl.any_horizontal((pl.col(name) == word).any() for name in columns)) for frame in rows]
    return any(frame.collect().item() for frame in frames)


def _met(rows: pl.LazyFrame, asked: pl.Expr, scenario: str) -> pl.DataFrame:
    """The games of a scenario that meet the condition, and in which boards were paid for."""
    met = rows.filter(asked).select("game").unique()
    paid = (pl.col("start") != 0).any() if "start" in rows.collect_schema() else pl.lit(False)
    games = rows.group_by("game").agg(pl.col("deal", "margin").first(), paid=paid)
    found = games.join(met, on="game", how="semi").sort("game")
    return found.select(pl.lit(scenario).alias("scenario"), "game", "deal", "margin", "paid").collect()


def _reason(error: pl.exceptions.PolarsError) -> str:
    """What is wrong, in short and in plain words."""
    first = str(error).splitlines()[0]
    if first.startswith("unsupported function"):
        return f"{first.replace('unsupported', 'unknown')}"
    if "must be of type" in first:
        return "it gives a value, no yes or no"
    if first.startswith("cannot compare"):
        return "it compares text with a number"
    return "it cannot be read"
