"""Files of the program's own: written whole or not at all; journals, which grow at their end; digests, so that damage
is noticed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from analyser.errors import DataError
from cext.safe_files import has_controls, read_limited

__all__ = [
    "TEMPORARY", "DigestError", "add_digest", "append_lines", "check_replaceable", "check_texts", "digest",
    "journal_lines", "json_digest", "read_journal", "verify_digest", "write_atomic",
]  # fmt: skip

TEMPORARY = ".writing"  # suffix of files not yet renamed
BEGIN_BYTES = 4096  # of a file, that say what it is


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it: it exists whole or not at all."""
    temporary = path.with_name(f"{path.name}{TEMPORARY}-{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def check_replaceable(path: Path, is_own: Callable[[bytes], bool], kind: str) -> None:
    """DataError where a file lies that is neither empty nor the program's own of that kind. is_own: is told how it
    begins."""
    check_texts(str(path))
    if not path.exists() and not path.is_symlink():
        return
    begin = b""
    if path.is_file():
        with suppress(OSError), path.open("rb") as file:
            begin = file.read(BEGIN_BYTES)
        if not begin and path.stat().st_size == 0:
            return
    if not is_own(begin):
        reason = "a folder" if path.is_dir() else f"there already and no {kind}"
        raise DataError(f"{path}: is {reason}: name another file")


def check_texts(value: Any) -> None:
    """DataError for a text in a plain value, such as a path, that nobody could read again from a file of this program;
    whatever else is in it may be there."""
    if isinstance(value, Mapping):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            check_texts(part)
    elif isinstance(value, str) and has_controls(value):
        reason = "characters that no terminal shows, or that are no UTF-8"
        raise DataError(f"{value}: has {reason}: use a name without them")


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
        *lines, end = read_limited(file, max_bytes).split(b"\n")
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


KEY = "blake2b"  # of the digest in an object
DIGEST_BYTES = 16


class DigestError(ValueError):
    """An object that says something else than what was written."""


def digest(content: bytes) -> str:
    """Digest of a file's content, as manifests and notes of runs have it."""
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


def json_digest(content: object) -> str:
    """Digest (SHA-256) of a value as JSON has it, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def add_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The object, as JSON gives it back, with its digest in the last place."""
    plain: dict[str, Any] = json.loads(json.dumps({key: value for key, value in stored.items() if key != KEY}))
    return {**plain, KEY: _object_digest(plain)}


def verify_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What add_digest() was given; DigestError where it is something else. Without a digest it is taken as it is."""
    plain = dict(stored)
    noted = plain.pop(KEY, None)
    if noted is not None and noted != _object_digest(plain):
        raise DigestError("its digest is not that of what was written")
    return plain


def _object_digest(stored: Mapping[str, Any]) -> str:
    return digest(json.dumps(stored, sort_keys=True, separators=(",", ":")).encode())
