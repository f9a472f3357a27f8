"""A record as JSON Lines: the same bytes for the same game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from analyser.errors import write_error
from analyser.records.format import Line
from analyser.runs.store import write_whole

__all__ = ["line_text", "record_text", "write_record"]


def line_text(line: Line) -> str:
    """One line, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def record_text(lines: Iterable[Line]) -> str:
    """The whole record."""
    return "".join(line_text(line) + "\n" for line in lines)


def write_record(lines: Iterable[Line], path: Path) -> None:
    """Write a record; the file exists whole or not at all. DataError or DiskFull when it cannot be written."""
    content = record_text(lines).encode()
    try:
        write_whole(path, content)
    except OSError as error:
        raise write_error(path, error, "name another file") from error
