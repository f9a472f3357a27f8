"""Two JSON values held against each other: where they differ, what was expected, what was found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Difference", "compare", "shown"]

SHOWN = 160  # characters of a value in a message


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


def shown(value: Any) -> str:
    """A value as it can stand in a message."""
    if value is NOTHING:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def compare(expected: Any, found: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """(path, expected, found) for every difference; the order of keys is none, true is not 1."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from compare(value, found.get(key, NOTHING), _path(path, key))
        for key in found:
            if key not in expected:
                yield _path(path, key), "nothing", shown(found[key])
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) == len(found):
            for place, (one, other) in enumerate(zip(expected, found, strict=True)):
                yield from compare(one, other, f"{path}[{place}]")
        else:
            yield from _lengths(expected, found, path)
    elif isinstance(expected, bool) is not isinstance(found, bool) or expected != found:
        yield path, shown(expected), shown(found)


def _path(path: str, key: str) -> str:
    """The place of a key, which a stranger's file may make as long as it likes."""
    name = key if len(key) <= SHOWN else f"{key[:SHOWN]}…"
    return f"{path}.{name}" if path else name


def _lengths(expected: list[Any], found: list[Any], path: str) -> Iterator[tuple[str, str, str]]:
    """Lists of different lengths: one difference, at the first entry that is another."""
    same = 0
    while same < min(len(expected), len(found)) and not any(compare(expected[same], found[same])):
        same += 1
    one, other = ([*entries, NOTHING][same] for entries in (expected, found))
    yield f"{path}[{same}]", f"{shown(one)} in {len(expected)} entries", f"{shown(other)} in {len(found)} entries"
