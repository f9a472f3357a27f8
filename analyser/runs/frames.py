"""Run frames from the kernel's arrays: names for numbers, the smallest types that fit, no copy of what is long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from analyser.experiments.experiment import Schedule
from analyser.experiments.schedule import ARMS, GameRows
from analyser.experiments.simulator import Simulator
from cext.kernel.decision_columns import DECISION_COLUMNS

__all__ = ["BatchFrames", "Categories", "build_frames", "opening_letters", "schema_error"]

Array = npt.NDArray[Any]

# Numbers that are reckoned with are signed: the difference of two must not wrap around. Identities and codes are not.
GAME_TYPES = {
    "n_decisions": pl.Int32,
    "n_legal_moves": pl.Int64,
    "n_forced": pl.Int32,
    "rounds": pl.Int32,
    "lead_changes": pl.Int32,
    "winners": pl.Int8,
    "winning_margin": pl.Int64,
}
SEAT_TYPES = {"score": pl.Int64, "rank": pl.Int8, "tie_break": pl.Int8, "win_share60": pl.Int8}
NAMES = (pl.Enum, pl.String)
NAMED_TYPES = {"game": pl.UInt32, "scenario": NAMES, "deal": pl.UInt32, "lineup": pl.UInt16, "arm": pl.Enum}
SEATED_TYPES = {"seat": pl.Int8, "strategy": pl.Enum, "board": pl.Enum, "forced_opening": pl.Enum}
# Columns that not every row has.
EMPTY = ("strategy", "board", "forced_opening", *(column.name for column in DECISION_COLUMNS if column.is_optional))
DECISION_TYPES = {column.name: getattr(pl, column.type) for column in DECISION_COLUMNS}
SEAT_KEYS = {"scenario": NAMES, "deal": pl.UInt32, "strategy": pl.Enum, "board": pl.Enum}
ROUND_TYPES = {name: DECISION_TYPES[name] for name in ("game", "round", "seat")}


@dataclass(frozen=True)
class BatchFrames:
    """The frames of a batch; no decisions and no rounds when none were recorded."""

    games: pl.DataFrame
    seats: pl.DataFrame
    decisions: pl.DataFrame | None
    rounds: pl.DataFrame | None


@dataclass(frozen=True)
class Categories:
    """Values of the columns that hold names, over all scenarios of a run: every part has the same types."""

    # Empty where scenarios may yet join, as printings do, and those of tuned players: their names are plain text.
    scenario: tuple[str, ...]
    strategy: tuple[str, ...]
    board: tuple[str, ...]
    forced_opening: tuple[str, ...]
    stage: tuple[str, ...]
    kind: tuple[str, ...]

    @classmethod
    def of(cls, schedule: Schedule, *, grows: bool = False) -> Categories:
        """Each name once, in the order of scenarios; what varies a scenario has its names. grows: some will join."""
        simulators, scenarios = schedule.simulators, [simulator.prepared.scenario for simulator in schedule.simulators]
        grows = grows or any(scenario.of is not None for scenario in scenarios)
        games = [simulator.game for simulator in simulators if simulator.prepared.scenario.of is None]
        return cls(
            scenario=() if grows else tuple(scenario.name for scenario in scenarios),
            strategy=_each(simulator.prepared.names for simulator in simulators),
            board=_each(game.boards for game in games),
            forced_opening=_each([opening.name for opening in design.forced] for design in schedule.designs),
            stage=_each(game.stages for game in games),
            kind=_each(game.kinds for game in games),
        )


def schema_error(frame: pl.DataFrame, table: str, sources: Iterable[str], tallies: Iterable[str]) -> str:
    """What in a part of that table is not as build_frames() makes it of a game with these sources and tallies: a
    column, its type, or values that are missing; "" where nothing is."""
    types: dict[str, Any]
    schema = frame.schema  # made anew each time it is asked for
    if table == "decisions":
        types = DECISION_TYPES | SEAT_KEYS | {"forced": pl.Boolean}
    elif table == "rounds":
        types = ROUND_TYPES | SEAT_KEYS | {name: pl.Int32 for name in tallies if name in schema}
    elif table == "games":
        types = NAMED_TYPES | {"players": pl.Int8, "redraw": pl.Int8} | GAME_TYPES
    else:
        types = NAMED_TYPES | SEATED_TYPES | SEAT_TYPES | {"start_points": pl.Int32, "opening": pl.String}
        types |= counter_types(sources, tallies)
    for name, kind in types.items():
        if name not in schema:
            return f"{name} is missing"
        if not any(schema[name] == accepted for accepted in (kind if isinstance(kind, tuple) else (kind,))):
            return f"{name} is {str(schema[name])[:40]}, not {kind}"
        if name not in EMPTY and frame[name].null_count():
            return f"{name} lacks values"
    if not frame["game"].is_sorted():
        return "its games are not in order"
    return next((f"{name[:40]} is no column" for name in schema if name not in types), "")


def _each(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(lists)))


def build_frames(
    rows: GameRows,
    results: Any,
    *,
    simulator: Simulator,
    forced: Sequence[str],
    categories: Categories,
    kinds: Sequence[str] = (),
) -> BatchFrames:
    """The frames of played rows, as SCHEMA.md describes them; forced: names of openings by their numbers; kinds:
    those of moves whose decisions are kept (none: all).

    A bot's row has neither strategy nor board nor opening.
    """
    game, prepared = simulator.game, simulator.prepared
    n, k = rows.policy.shape
    m = prepared.game.seats
    scenario = _scenario(prepared.scenario.name, categories)
    keys_of_games = [
        pl.Series("game", rows.game),
        scenario.new_from_index(0, n),
        pl.Series("deal", rows.deal),
        pl.Series("lineup", rows.lineup),
        _enum("arm", rows.arm, ARMS),
    ]
    games = pl.DataFrame(
        [*keys_of_games, pl.Series("players", np.full(n, k, dtype=np.int8)), _series("redraw", rows.redraw, pl.Int8)]
        + [_series(name, results.games[name], dtype) for name, dtype in GAME_TYPES.items()]
    )
    repeat = pl.Series(np.repeat(np.arange(n, dtype=np.uint32), m))
    board = np.asarray(results.seats["board"])
    counters = counter_types((name for name, _ in game.categories), (name for name, _ in game.counters))
    seats = pl.DataFrame(
        [
            *(column.gather(repeat) for column in keys_of_games),
            pl.Series("seat", np.tile(np.arange(1, m + 1, dtype=np.int8), n)),
            _enum("strategy", _seatwise(rows.policy, m), prepared.names, categories.strategy),
            _enum("board", board, game.boards, categories.board),
            _enum("forced_opening", _seatwise(rows.forced_opening, m), forced, categories.forced_opening),
            *(_series(name, results.seats[name], dtype) for name, dtype in SEAT_TYPES.items()),
            _series("start_points", _seatwise(rows.start_points, m, bots=0), pl.Int32),
            opening_letters(np.asarray(results.seats["opening"]), [letter for letter, _ in game.classes]),
            *(_series(name, results.seats[name], dtype) for name, dtype in counters.items()),
        ]
    )
    decisions = _decisions_of(results.decisions, [game.kinds.index(kind) for kind in kinds])
    rounds = _rounds(results.rounds, seats, m, scenario)
    return BatchFrames(games, seats, _decisions(decisions, seats, m, game, categories, scenario), rounds)


def _scenario(name: str, categories: Categories) -> pl.Series:
    """The scenario's name, once."""
    if not categories.scenario:
        return pl.Series("scenario", [name])
    wide = np.uint8 if len(categories.scenario) <= 255 else np.uint16
    return _enum("scenario", np.array([categories.scenario.index(name)], dtype=wide), categories.scenario)


def _seatwise(codes: Array, seats: int, bots: int = -1) -> Array:
    """Numbers [game, player] as a column of one a seat; `bots` for those behind the players."""
    n, k = codes.shape
    if k == seats:
        return codes.reshape(-1)
    column = np.full((n, seats), bots, dtype=np.int32)
    column[:, :k] = codes
    return column.reshape(-1)


def counter_types(sources: Iterable[str], tallies: Iterable[str]) -> dict[str, type[pl.DataType]]:
    """Types of the columns of scoring categories and counters. Points are sums, wider than their parts."""
    names = [*(f"score_{name}" for name in sources), *tallies]
    return {name: pl.Int64 if name.startswith("score_") else pl.Int32 for name in names}


def _decisions_of(columns: Mapping[str, Array] | None, kinds: Sequence[int]) -> Mapping[str, Array] | None:
    """The decisions that took moves of these kinds."""
    if columns is None or not kinds:
        return columns
    is_kept = np.isin(columns["move_kind"], kinds)
    return {name: column[is_kept] for name, column in columns.items()}


def _decisions(
    columns: Mapping[str, Array] | None,
    seats: pl.DataFrame,
    m: int,
    game: Any,
    categories: Categories,
    scenario: pl.Series,
) -> pl.DataFrame | None:
    """Decisions with the keys of their seats: rows of m seats a game, games in order."""
    if columns is None or not len(columns["game"]):
        return None
    names = {"stage": (game.stages, categories.stage), "move_kind": (game.kinds, categories.kind)}
    n = len(columns["game"])

    def column(name: str, dtype: Any) -> pl.Series:
        """A column of the frame; null where the kernel has none, as no move was valued."""
        if name not in columns:
            return pl.Series(name, [None], dtype=dtype).new_from_index(0, n)
        return _enum(name, columns[name], *names[name]) if name in names else _series(name, columns[name], dtype)

    series = [column(name, dtype) for name, dtype in DECISION_TYPES.items()]
    forced = pl.Series("forced", columns["n_legal"] == 1)
    keys = _seat_keys(columns, seats, m)
    return pl.DataFrame([series[0], scenario.new_from_index(0, n), *keys, *series[1:], forced])


def _rounds(
    columns: Mapping[str, Array] | None, seats: pl.DataFrame, m: int, scenario: pl.Series
) -> pl.DataFrame | None:
    """Counters after each round with the keys of their seats, likewise."""
    if columns is None or not len(columns["game"]):
        return None
    series = [_series(name, np.ascontiguousarray(c), ROUND_TYPES.get(name, pl.Int32)) for name, c in columns.items()]
    keys = _seat_keys(columns, seats, m)
    return pl.DataFrame([series[0], scenario.new_from_index(0, len(series[0])), *keys, *series[1:]])


def _seat_keys(columns: Mapping[str, Array], seats: pl.DataFrame, m: int) -> list[pl.Series]:
    """Deal, strategy and board of the seat of each row."""
    first = columns["game"].astype(np.int64) - seats["game"][0]  # games of a batch follow one another
    at = pl.Series(first * m + columns["seat"] - 1)
    return [seats[name].gather(at) for name in ("deal", "strategy", "board")]


def _series(name: str, values: Array, dtype: Any) -> pl.Series:
    """A series over the array's own memory; missing floats become null. Converted only if the type differs."""
    series = pl.Series(name, values, nan_to_null=values.dtype.kind == "f")
    return series if series.dtype == dtype else series.cast(dtype)


def _enum(name: str, codes: Array, categories: Sequence[str], run: Sequence[str] | None = None) -> pl.Series:
    """Names for numbers; negative numbers are null. run: the values of the column over the whole run, if more."""
    dtype = pl.Enum(list(categories))
    if not categories:
        column = pl.Series(name, [None] * len(codes), dtype=dtype)
    elif codes.dtype.kind == "u":
        column = pl.Series(name, codes).cat.to(dtype)
    else:
        series = pl.Series(name, codes)
        physical = pl.UInt8 if len(categories) < 255 else pl.UInt16
        present = series.set(series < 0, None) if len(codes) and int(codes.min()) < 0 else series
        column = present.cast(physical).cat.to(dtype)
    return column if run is None or tuple(run) == tuple(categories) else column.cast(pl.String).cast(pl.Enum(list(run)))


def opening_letters(codes: npt.NDArray[np.uint32], letters: Sequence[str]) -> pl.Series:
    """Openings as text: four bits a turn, the first turn lowest, 0 where no turn was taken."""
    distinct, at = np.unique(codes, return_inverse=True)
    texts = [
        "".join(letters[int(code) >> shift & 15] for shift in range(0, 32, 4) if int(code) >> shift & 15)
        for code in distinct
    ]
    return pl.Series("opening", texts, dtype=pl.String).gather(pl.Series(at.reshape(-1).astype(np.uint32)))
