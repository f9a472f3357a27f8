"""Two JSON values held against each other: where they differ, what was expected, what was found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Difference", "compare", "format_value"]

MAX_VALUE_CHARS = 160  # characters of a value in a message


class Nothing:
    """Stands for a value that is not there."""


NOTHING = Nothing()


@dataclass(frozen=True)
class Difference:
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
