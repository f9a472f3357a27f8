"""A record held against the rules: rebuilt from its header, replayed decision by decision, compared line by line."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyser.errors import DataError, NotTrusted
from analyser.experiments.loading import bounded_rules
from analyser.records.file import Record, game_of, start_of
from analyser.records.format import (
    Line,
    Seat,
    canonical,
    decision_line,
    digest,
    end_line,
    header_line,
    legal_moves,
    state_lines,
)
from cext.kernel.game import Game, Position

__all__ = ["RecordDifference", "Verification", "compare", "differences", "format_value", "verify_record"]


@dataclass(frozen=True)
class Verification:
    """What a verification looked at and what it found."""

    decisions: int
    moves: int  # legal moves listed
    states: int
    differences: tuple[RecordDifference, ...]

    def sentence(self, *, find_all: bool) -> str:
        """The result in words."""
        if not self.differences:
            return f"{self.decisions} decisions, {self.moves:,} legal moves, {self.states} states: as the rules say"
        n = len(self.differences)
        return f"differs from the rules in {n} place{'s'[: n > 1]}" if find_all else "differs from the rules"


def verify_record(record: Record, *, find_all: bool = False) -> Verification:
    """Hold a record against the rules; without `find_all` only the first difference is looked for."""
    result = differences(record)
    with bounded_rules(str(record.header.get("game")), len(record.decisions)):
        shown_differences = tuple(result if find_all else itertools.islice(result, 1))
    return Verification(
        decisions=len(record.decisions),
        moves=sum(len(moves) for line in record.decisions if isinstance(moves := line.get("legal"), list)),
        states=sum(line["type"] == "state" for line in record.lines),
        differences=shown_differences,
    )


def differences(record: Record) -> Iterator[RecordDifference]:
    """Every place where the record says something else than the rules, in the order of the game."""
    verifier = RecordVerifier(record)
    has_difference = False
    for difference in verifier.differences():
        has_difference = True
        yield difference
    if not has_difference:
        lines = [*record.lines[:-1], {key: value for key, value in record.end.items() if key != "sha256"}]
        # What no replay can tell: who played, with which program.
        for path, expected, other in compare(digest(lines), record.end.get("sha256"), "sha256"):
            expectation = f"{expected} (the record was changed after it was written, where the rules do not decide)"
            yield RecordDifference(record.numbers[-1], "end", None, path, expectation, other)


@dataclass
class RecordVerifier:
    """One pass through a record."""

    record: Record
    cursor: LineCursor = field(init=False)

    def __post_init__(self) -> None:
        self.cursor = LineCursor(self.record)

    def differences(self) -> Iterator[RecordDifference]:
        """All but the digest of the whole."""
        header = self.record.header
        try:
            game = game_of(self._with_components(header))
            seats = [Seat(seat["strategy"], seat["board"], seat["forced_opening"]) for seat in header["seats"]]
            position = self._dealt(game, header, seats)
        except NotTrusted:
            raise
        except (DataError, ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
            reason = f"no {error.args[0]!r}" if isinstance(error, KeyError) else str(error)
            yield RecordDifference(self.record.numbers[0], "header", None, "", "a game that can be dealt", reason)
            return
        yield from self._header(game, position, seats)
        yield from self._course(game, position)

    def _dealt(self, game: Game, header: Line, seats: list[Seat]) -> Position:
        seed, deal = header["seed"], header["deal"]
        try:
            return game.deal(seed=seed, deal=deal, boards=[seat.board for seat in seats])
        except (TypeError, OverflowError) as error:
            raise DataError(f"seed {format_value(seed)}, deal {format_value(deal)}: {error}") from error

    def _with_components(self, header: Line) -> Line:
        """The header; with the shipped component tables where its digest is theirs and its tables are not."""
        tables = header["components"]
        if digest([tables]) == header.get("components_sha256"):
            return header
        from cext.games import load_shipped

        shipped = load_shipped(header["game"], players=header["players"]).words.component_tables()
        if digest([shipped]) == header.get("components_sha256"):
            return {**header, "components": shipped}
        return header

    def _header(self, game: Game, position: Position, seats: list[Seat]) -> Iterator[RecordDifference]:
        header = self.record.header
        program = {name: header.get(name) for name in ("analyser", "engine")}
        expected = header_line(game, position, seats, header["seed"], header["deal"], program)  # type: ignore[arg-type]
        for name, kind in (("analyser", "a version"), ("engine", "a digest")):
            if not isinstance(program[name], str):
                yield self._difference(header, name, kind, format_value(program[name]))
        has_difference = False
        for difference in self._line_differences(expected, header):
            has_difference = True
            yield difference
        if not has_difference:
            # The words of the set-up are enough to lay it out.
            try:
                laid_out = start_of(game, header)
            except DataError as error:
                yield self._difference(header, "set_up", "a set-up that can be laid out", str(error))
            else:
                if laid_out != position:
                    yield self._difference(header, "set_up", "the position of its deal", "another one")

    def _course(self, game: Game, position: Position) -> Iterator[RecordDifference]:
        """Decisions and states from the set-up to the end."""
        ply = forced = 0
        for line in state_lines(game, None, position, ply):
            yield from self._expected(line)
        while position.to_move is not None:
            legal = position.moves()
            record_line = self.cursor.take("decision", ply)
            if record_line is None:
                if self.record.end.get("finished") is False:
                    break
                yield self._missing("decision", ply, "; the rest cannot be replayed")
                return
            listed = legal_moves(game, position, legal)
            move_index = self._move_index(listed, record_line)
            after = position.copy()
            after.apply(legal[move_index or 0])
            if move_index is None:
                after = position
            expected = decision_line(game, position, after, ply, legal[move_index or 0], listed, move_index or 0)
            yield from self._line_differences(expected, record_line)
            if move_index is None:
                yield self._difference(
                    record_line,
                    "move",
                    "a legal move; the rest cannot be replayed",
                    format_value(record_line.get("move")),
                )
                return
            position_before, position = position, after
            ply, forced = ply + 1, forced + (len(legal) == 1)
            for line in state_lines(game, position_before, position, ply):
                yield from self._expected(line)
        yield from self._line_differences(
            {**end_line(game, position, ply, forced), "sha256": self.record.end.get("sha256")}, self.record.end
        )
        for line in self.cursor.left():
            yield self._difference(line, "", "nothing", f"a {line['type']} line that has no place there")

    def _move_index(self, legal: Sequence[Line], line: Line) -> int | None:
        """Place of the move made: by its notation; by its number where no legal move is written so."""
        number, text = line.get("chosen"), line.get("move")
        written = [move["move"] for move in legal]
        if text in written:
            return written.index(text)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(legal):
            return number
        return None

    def _expected(self, expected: Line) -> Iterator[RecordDifference]:
        """A state line that ought to be there."""
        line = self.cursor.take("state", expected["ply"])
        if line is None:
            yield self._missing("state", expected["ply"], f" (after {', '.join(expected['after'])})")
        else:
            yield from self._line_differences(expected, line)

    def _line_differences(self, expected: Line, line: Line) -> Iterator[RecordDifference]:
        same = canonical(expected) == canonical(line)  # many times as fast as looking for the place
        for path, value_expected, other in () if same else compare(expected, line):
            yield self._difference(line, path, value_expected, other)

    def _difference(self, line: Line, path: str, expected: str, value: str) -> RecordDifference:
        ply = line.get("ply")
        return RecordDifference(
            self.cursor.number(line), line["type"], ply if isinstance(ply, int) else None, path, expected, value
        )

    def _missing(self, kind: str, ply: int, more: str) -> RecordDifference:
        return RecordDifference(None, kind, ply, "", f"a {kind} line{more}", "none")


class LineCursor:
    """The lines between header and end, taken in the order the game wants them."""

    def __init__(self, record: Record) -> None:
        self.waiting = list(record.lines[1:-1])
        self.passed: list[Line] = []  # over on the way to another
        self.numbers = {id(line): number for line, number in zip(record.lines, record.numbers, strict=True)}

    def number(self, line: Line) -> int:
        """Where the line stands in the file, from 1."""
        return self.numbers[id(line)]

    def take(self, kind: str, ply: int) -> Line | None:
        """The next line of that kind and ply; None where there is none, and nothing is taken."""
        for place, line in enumerate(self.waiting):
            if line["type"] == kind and line.get("ply") == ply:
                self.passed += self.waiting[:place]
                del self.waiting[: place + 1]
                return line
        return None

    def left(self) -> list[Line]:
        """Lines nobody asked for, in the order of the file."""
        return self.passed + self.waiting


MAX_VALUE_CHARS = 160  # characters of a value in a message


class Nothing:
    """Stands for a value that is not there."""


NOTHING = Nothing()


@dataclass(frozen=True)
class RecordDifference:
    """One place where a record says something else than the rules."""

    line: int | None  # of the file, from 1
    kind: str  # header, decision, state, end
    ply: int | None
    path: str  # within the line's object
    expected: str
    found: str

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        ply = f" ply {self.ply}" if self.ply is not None else ""
        path = f", {self.path}" if self.path else ""
        return f"{where}{self.kind}{ply}{path}: expected {self.expected}, found {self.found}"


def format_value(value: Any) -> str:
    """A value as it can stand in a message."""
    if value is NOTHING:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= MAX_VALUE_CHARS else f"{text[:MAX_VALUE_CHARS]}…"


def compare(expected: Any, value: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """(path, expected, found) for every difference; the order of keys is none, true is not 1."""
    if isinstance(expected, dict) and isinstance(value, dict):
        for key, expectation in expected.items():
            yield from compare(expectation, value.get(key, NOTHING), _path(path, key))
        for key in value:
            if key not in expected:
                yield _path(path, key), "nothing", format_value(value[key])
    elif isinstance(expected, list) and isinstance(value, list):
        if len(expected) == len(value):
            for place, (first, second) in enumerate(zip(expected, value, strict=True)):
                yield from compare(first, second, f"{path}[{place}]")
        else:
            yield from _lengths(expected, value, path)
    elif isinstance(expected, bool) is not isinstance(value, bool) or expected != value:
        yield path, format_value(expected), format_value(value)


def _path(path: str, key: str) -> str:
    """The place of a key, which a stranger's file may make as long as it likes."""
    name = key if len(key) <= MAX_VALUE_CHARS else f"{key[:MAX_VALUE_CHARS]}…"
    return f"{path}.{name}" if path else name


def _lengths(expected: list[Any], values: list[Any], path: str) -> Iterator[tuple[str, str, str]]:
    """Lists of different lengths: one difference, at the first entry that is another."""
    same = 0
    while same < min(len(expected), len(values)) and not any(compare(expected[same], values[same])):
        same += 1
    first, second = ([*entries, NOTHING][same] for entries in (expected, values))
    yield (
        f"{path}[{same}]",
        f"{format_value(first)} in {len(expected)} entries",
        f"{format_value(second)} in {len(values)} entries",
    )
