"""Journals of a run: files of JSON objects, a line each, that grow at their end; every line carries its digest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from analyser.digest import add_digest, verify_digest
from cext.limits import file_bytes

__all__ = ["append_lines", "journal_lines", "read_journal"]


def journal_lines(entries: Iterable[Mapping[str, Any]]) -> bytes:
    """The entries as lines of a journal."""
    return "".join(f"{json.dumps(add_digest(entry), ensure_ascii=False)}\n" for entry in entries).encode()


def append_lines(file: Path, lines: bytes) -> None:
    """Add lines at the end of a journal: all of them or, where that raises OSError, none."""
    with file.open("ab", buffering=0) as journal:  # what a buffer still held would be written when it is closed
        n_bytes = journal.tell()
        try:
            while lines:
                lines = lines[journal.write(lines) :]
            os.fsync(journal.fileno())
        except OSError:
            os.truncate(file, n_bytes)
            raise


def read_journal(
    file: Path, max_bytes: int, take: Callable[[Mapping[str, Any]], object], *, is_growing: bool = False
) -> list[str]:
    """Give each line's object to `take`, and a sentence for each line that is not as it was written; nothing where
    there is no file. is_growing: another process may be writing the last line, which is none until it has its end.
    Raises OSError.

    A line without a digest, as earlier versions wrote them, is one where `take` raises nothing: it refuses keys that it
    does not know, for one of them may be a damaged "blake2b".
    """
    try:
        *lines, end = file_bytes(file, max_bytes).split(b"\n")
    except FileNotFoundError:
        return []
    faults: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            take(verify_digest(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            faults.append(f"{file.name}: line {number} is damaged")
    if end and not is_growing:
        faults.append(f"{file.name}: line {len(lines) + 1} is damaged: its end is missing")
    return faults
