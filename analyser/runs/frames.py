"""Run frames from the kernel's arrays: names for numbers, the smallest types that fit, no copy of what is long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from analyser.experiments.schemes import ARMS, Rows

__all__ = ["Frames", "frames", "opening_letters"]

Array = npt.NDArray[Any]

GAME_TYPES = {
    "decisions": pl.UInt16,
    "options": pl.UInt32,
    "forced": pl.UInt16,
    "lead_changes": pl.UInt16,
    "winners": pl.UInt8,
    "margin": pl.Int16,
}
SEAT_TYPES = {"score": pl.Int16, "rank": pl.UInt8, "share60": pl.UInt8}
DECISION_TYPES = {
    "game": pl.UInt32,
    "ply": pl.UInt16,
    "round": pl.UInt8,
    "turn": pl.UInt8,
    "seat": pl.UInt8,
    "stage": pl.UInt8,
    "kind": pl.UInt8,
    "a": pl.UInt8,
    "b": pl.UInt8,
    "c": pl.UInt8,
    "class": pl.UInt8,
    "options": pl.UInt16,
    "value": pl.Float32,
    "margin": pl.Float32,
    "before": pl.Int16,
    "after": pl.Int16,
}


@dataclass(frozen=True)
class Frames:
    """The three frames of a batch; no decisions when none were recorded."""

    games: pl.DataFrame
    seats: pl.DataFrame
    decisions: pl.DataFrame | None


def frames(rows: Rows, played: Any, *, strategies: Sequence[str], plans: Sequence[str], game: Any) -> Frames:
    """The frames of played rows, as SCHEMA.md describes them."""
    n, k = rows.policy.shape
    named = [
        pl.Series("game", rows.game),
        pl.Series("deal", rows.deal),
        pl.Series("lineup", rows.lineup),
        _enum("arm", rows.arm, ARMS),
    ]
    games = pl.DataFrame(
        [*named, pl.Series("players", np.full(n, k, dtype=np.uint8))]
        + [_typed(name, played.games[name], dtype) for name, dtype in GAME_TYPES.items()]
    )
    repeat = pl.Series(np.repeat(np.arange(n, dtype=np.uint32), k))
    board = np.asarray(played.seats.get("board", rows.board.reshape(-1)))
    seats = pl.DataFrame(
        [
            *(column.gather(repeat) for column in named),
            pl.Series("seat", np.tile(np.arange(1, k + 1, dtype=np.uint8), n)),
            _enum("strategy", rows.policy.reshape(-1), strategies),
            _enum("board", board, game.boards),
            _enum("plan", rows.plan.reshape(-1), plans),
            *(_typed(name, played.seats[name], dtype) for name, dtype in SEAT_TYPES.items()),
            opening_letters(np.asarray(played.seats["opening"]), [letter for letter, _ in game.classes]),
            *_counters(played.seats, [name for name, _ in game.sources], [name for name, _ in game.tallies]),
        ]
    )
    return Frames(games, seats, _decisions(played.decisions, game))


def _counters(seats: Mapping[str, Array], sources: Sequence[str], tallies: Sequence[str]) -> list[pl.Series]:
    scores = [_typed(f"score_{name}", seats[f"score_{name}"], pl.Int16) for name in sources]
    return scores + [_typed(name, seats[name], pl.Int32) for name in tallies]


def _decisions(columns: Mapping[str, Array] | None, game: Any) -> pl.DataFrame | None:
    if columns is None or not len(columns["game"]):
        return None
    categories = {"stage": game.stages, "kind": game.kinds}
    return pl.DataFrame(
        [
            _enum(name, columns[name], categories[name]) if name in categories else _typed(name, columns[name], dtype)
            for name, dtype in DECISION_TYPES.items()
        ]
    )


def _typed(name: str, values: Array, dtype: Any) -> pl.Series:
    """A series over the array's own memory; missing floats become null. Converted only if the type differs."""
    series = pl.Series(name, values, nan_to_null=values.dtype.kind == "f")
    return series if series.dtype == dtype else series.cast(dtype)


def _enum(name: str, codes: Array, categories: Sequence[str]) -> pl.Series:
    """Names for numbers; negative numbers are null."""
    dtype = pl.Enum(list(categories))
    if not categories:
        return pl.Series(name, [None] * len(codes), dtype=dtype)
    if codes.dtype.kind == "u":
        return pl.Series(name, codes).cat.to(dtype)
    series = pl.Series(name, codes)
    physical = pl.UInt8 if len(categories) < 255 else pl.UInt16
    present = series.set(series < 0, None) if len(codes) and int(codes.min()) < 0 else series
    return present.cast(physical).cat.to(dtype)


def opening_letters(codes: npt.NDArray[np.uint32], letters: Sequence[str]) -> pl.Series:
    """Openings as text: four bits a turn, the first turn lowest, 0 where no turn was taken."""
    distinct, at = np.unique(codes, return_inverse=True)
    texts = [
        "".join(letters[int(code) >> shift & 15] for shift in range(0, 32, 4) if int(code) >> shift & 15)
        for code in distinct
    ]
    return pl.Series("opening", texts, dtype=pl.String).gather(pl.Series(at.reshape(-1).astype(np.uint32)))
