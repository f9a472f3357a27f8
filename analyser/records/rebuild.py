"""From a record back to the game: its rules with the record's components, its set-up, its positions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from analyser.errors import DataError
from analyser.records.file import Record
from analyser.records.format import Line
from cext.games.errors import ComponentError
from cext.kernel.game import Game, Position

__all__ = ["game_of", "positions", "start_of"]


def game_of(header: Line) -> Game:
    """The game of a record, with its options and its component tables; DataError where there is no such game."""
    from cext.games import load_game

    try:
        name, players, options, tables = header["game"], header["players"], header["options"], header["components"]
        shipped = _shipped(name, players, _check_options(options, tables))
        if shipped is not None and shipped.words.component_tables() == tables:
            return shipped
        with tempfile.TemporaryDirectory(prefix="components-") as folder:
            load_game(name, players=players).words.write_components(tables, Path(folder))
            return load_game(name, players=players, components=Path(folder), **options)
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise DataError(f"the header's game cannot be loaded: {reason}") from error


def _check_options(options: Mapping[str, Any], tables: Mapping[str, Any]) -> dict[str, Any]:
    """The options, where none leads to a file that is not among the record's own component tables; ValueError where one
    does: nothing that a record names is opened."""
    maps = {PurePosixPath(name).stem for name in tables if "/" in name}
    for switch, value in options.items():
        if isinstance(value, str) and value.endswith(".toml") and Path(value).stem not in maps:
            raise ValueError(f"{switch} = {value} is not among its components")
    return dict(options)


def _shipped(name: str, players: int, options: dict[str, Any]) -> Game | None:
    """The game with the shipped components; None where an option is for the record's own."""
    from cext.games import load_game

    if any(isinstance(value, str) and value.endswith(".toml") for value in options.values()):
        return None
    try:
        return load_game(name, players=players, components=None, **options)
    except ComponentError:
        return None


def start_of(game: Game, header: Line) -> Position:
    """The position the record's set-up lays out; DataError where it is none."""
    try:
        boards = [seat["board"] for seat in header["seats"]]
        return game.words.deal_from_setup(header["set_up"], seed=header["seed"], deal=header["deal"], boards=boards)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise DataError(f"the header's set-up cannot be laid out: {reason}") from error


def positions(record: Record) -> Iterator[Position]:
    """The position before the first decision and after every one; DataError at a move that is not legal there."""
    game = game_of(record.header)
    position = start_of(game, record.header)
    yield position
    for line in record.decisions:
        try:
            move = game.words.parse(position, line["move"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(f"{record.name}, decision {line.get('ply')}: {error}") from error
        position = position.copy()
        position.apply(move)
        yield position
