"""From a record back to the game: its rules with the record's components, its set-up, its positions."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from analyser.errors import DataError
from analyser.records.format import Line
from analyser.records.reading import Record
from cext.kernel.game import Game, Position

__all__ = ["game_of", "positions", "start_of"]


def game_of(header: Line) -> Game:
    """The game of a record, with its options and its component tables; DataError where there is no such game."""
    from cext.games import load_game

    try:
        name, players, options = header["game"], header["players"], header["options"]
        game = load_game(name, players=players, **options)
        if game.words.component_tables() == header["components"]:
            return game
        with tempfile.TemporaryDirectory(prefix="components-") as folder:
            game.words.write_components(header["components"], Path(folder))
            return load_game(name, players=players, components=Path(folder), **options)
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise DataError(f"the header's game cannot be loaded: {what}") from error


def start_of(game: Game, header: Line) -> Position:
    """The position the record's set-up lays out; DataError where it is none."""
    try:
        boards = [seat["board"] for seat in header["seats"]]
        return game.words.dealt(header["set_up"], seed=header["seed"], deal=header["deal"], boards=boards)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
        what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise DataError(f"the header's set-up cannot be laid out: {what}") from error


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
