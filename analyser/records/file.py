"""A record as JSON Lines in a file: read, its form checked (what it says is verified elsewhere), and written; and from
it back to the game: its rules with the record's components, its set-up, its positions."""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from analyser.errors import DataError, write_error
from analyser.files import check_replaceable, write_atomic
from analyser.records.format import FORMAT, FORMAT_VERSION, Line
from cext.games.errors import ComponentError
from cext.kernel.game import Game, Position
from cext.safe_files import MAX_DEPTH, MAX_RECORD_BYTES, breaks_lines, read_limited, too_deep

__all__ = [
    "Record", "Step", "check_record_place", "format_line", "game_of", "positions", "read_record", "record_text",
    "start_of", "write_record",
]  # fmt: skip

TYPES = ("header", "decision", "state", "end")
# Of a line's text: what a terminal would obey, written out or in the ways of JSON; a tab and a line feed are neither.
CONTROLS = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]|\\u(?:00(?:0[0-8b-fB-F]|1|7[fF]|[89])"
                      r"|20(?:0[eEfF]|2[89a-eA-E]|6[6-9]))|\\[bfr]")  # fmt: skip


@dataclass(frozen=True)
class Step:
    """A decision and the whole states that follow it, oldest first; the first step has no decision: the set-up."""

    decision: Line | None
    states: tuple[Line, ...]


@dataclass(frozen=True)
class Record:
    """A game record as it stands in its file."""

    name: str  # of the file, for messages
    lines: tuple[Line, ...]
    numbers: tuple[int, ...]  # of the lines in the file, from 1; empty lines are skipped

    @property
    def header(self) -> Line:
        """What was played, by whom, and the set-up."""
        return self.lines[0]

    @property
    def end(self) -> Line:
        """Scores, ranks and the digest of the whole."""
        return self.lines[-1]

    @property
    def decisions(self) -> tuple[Line, ...]:
        """The lines of decisions, oldest first."""
        return tuple(line for line in self.lines if line["type"] == "decision")

    @property
    def steps(self) -> tuple[Step, ...]:
        """The set-up, then every decision, each with the states that follow it."""
        steps: list[tuple[Line | None, list[Line]]] = [(None, [])]
        for line in self.lines[1:-1]:
            if line["type"] == "decision":
                steps.append((line, []))
            else:
                steps[-1][1].append(line)
        return tuple(Step(decision, tuple(states)) for decision, states in steps)


def read_record(path: Path) -> Record:
    """The record in a file; DataError, in one line, for what is no record, a part of one, or of another version."""
    try:
        text = read_limited(path, MAX_RECORD_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror}): name a file written by `record`") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not text in UTF-8: name a file written by `record`") from error
    return parse_record(text, str(path))


def parse_record(text: str, name: str) -> Record:
    """The record in a text."""
    lines: list[Line] = []
    numbers: list[int] = []
    for number, piece in enumerate(text.split("\n"), start=1):
        if piece.strip():
            lines.append(_line(piece, f"{name}, line {number}", first=not lines))
            numbers.append(number)
    if not lines:
        raise DataError(f"{name}: the file is empty: name one written by `record`")
    if lines[-1]["type"] != "end":
        raise DataError(f"{name}: truncated: the last line is no end line: write the record again")
    for line, number in zip(lines[1:-1], numbers[1:-1], strict=True):
        if line["type"] in ("header", "end"):
            raise DataError(f"{name}, line {number}: a second {line['type']} line: one file holds one game")
    return Record(name, tuple(lines), tuple(numbers))


def _line(piece: str, where: str, *, first: bool) -> Line:
    """One line as an object of a known type."""
    try:
        line = json.loads(piece, object_pairs_hook=_object, parse_float=_number, parse_constant=_constant)
    except RecursionError as error:
        raise DataError(f"{where}: nested too deeply: not a line of a game record") from error
    except json.JSONDecodeError as error:
        raise DataError(
            f"{where}: not JSON from character {error.pos + 1} on: the file is damaged or no game record"
        ) from error
    except ValueError as error:
        raise DataError(f"{where}: not JSON ({error}): the file is damaged or no game record") from error
    odd = "\\" in piece or "\x7f" in piece or not piece.isascii()  # few lines are, and these are found at once
    if odd and CONTROLS.search(piece):
        raise DataError(f"{where}: control characters in it: the file is damaged or no game record")
    if too_deep(line):
        raise DataError(f"{where}: nested deeper than {MAX_DEPTH}: not a line of a game record")
    if odd and any(breaks_lines(text) for text in _texts(line)):
        raise DataError(f"{where}: tabs or line feeds in its texts: the file is damaged or no game record")
    if not isinstance(line, dict) or line.get("type") not in TYPES:
        raise DataError(f"{where}: no object with a type ({', '.join(TYPES)}): not a line of a game record")
    if first:
        if line["type"] != "header" or line.get("format") != FORMAT:
            raise DataError(f"{where}: not the header of a game record: name a file written by `record`")
        if line.get("format_version") != FORMAT_VERSION or isinstance(line.get("format_version"), bool):
            version = line.get("format_version")
            raise DataError(
                f"{where}: format version {version!r}, this program reads {FORMAT_VERSION}: use its version"
            )
    return line


def _texts(line: object) -> Iterator[str]:
    """Keys and texts of a line, but texts of components, which may have several lines."""
    waiting = [(line, False)]
    while waiting:
        value, printed = waiting.pop()
        if isinstance(value, dict):
            yield from value
            waiting += ((item, printed or (value is line and key == "components")) for key, item in value.items())
        elif isinstance(value, list):
            waiting += ((item, printed) for item in value)
        elif isinstance(value, str) and not printed:
            yield value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each."""
    table = dict(pairs)
    if len(table) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return table


def _number(text: str) -> int | float:
    """1.0 and 1e3 are whole numbers too."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return int(value) if value.is_integer() else value


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


BEGIN = b'{"type":"header","format":"analyser game record"'


def format_line(line: Line) -> str:
    """One line, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def record_text(lines: Iterable[Line]) -> str:
    """The whole record."""
    return "".join(format_line(line) + "\n" for line in lines)


def check_record_place(path: Path) -> None:
    """DataError where something else than a record lies."""
    check_replaceable(path, lambda begin: begin.startswith(BEGIN), "record")


def write_record(lines: Iterable[Line], path: Path) -> None:
    """Write a record, also over another one; the file exists whole or not at all. DataError or DiskFull when it cannot
    be written."""
    check_record_place(path)
    content = record_text(lines).encode()
    try:
        write_atomic(path, content)
    except OSError as error:
        raise write_error(path, error, "name another file") from error


def game_of(header: Line) -> Game:
    """The game of a record, with its options and its component tables; DataError where there is no such game."""
    from cext.games import load_game, load_shipped

    try:
        name, players, options, tables = header["game"], header["players"], header["options"], header["components"]
        shipped = _shipped(name, players, _check_options(options, tables))
        if shipped is not None and shipped.words.component_tables() == tables:
            return shipped
        with tempfile.TemporaryDirectory(prefix="components-") as folder:
            load_shipped(name, players=players).words.write_components(tables, Path(folder))
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
    from cext.games import load_shipped

    if any(isinstance(value, str) and value.endswith(".toml") for value in options.values()):
        return None
    try:
        return load_shipped(name, players=players, **options)
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
