"""A record as JSON Lines: the same bytes for the same game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from analyser.errors import write_error
from analyser.files import check_replaceable, write_atomic
from analyser.records.format import Line

__all__ = ["check_record_place", "line_text", "record_text", "write_record"]

BEGIN = b'{"type":"header","format":"analyser game record"'


def line_text(line: Line) -> str:
    """One line, without its end."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def record_text(lines: Iterable[Line]) -> str:
    """The whole record."""
    return "".join(line_text(line) + "\n" for line in lines)


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
