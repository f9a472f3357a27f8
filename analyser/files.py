"""Files of the program's own: written whole or not at all; journals, which grow at their end; digests, so that damage
is noticed; values held against the types of the dataclass they are to become."""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from analyser.errors import DataError
from cext.messages import field_error
from cext.safe_files import has_controls, read_limited

__all__ = [
    "TEMPORARY", "DigestError", "add_digest", "append_lines", "check_replaceable", "check_texts", "check_types",
    "digest", "field_types", "has_type", "journal_lines", "json_digest", "read_journal", "verify_digest",
    "write_atomic",
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


Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # numbers with an end: none that the program writes is beyond
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Positive = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Real = Annotated[float, Meta(ge=-1e300, le=1e300)]  # and no infinity or NaN
T = TypeVar("T")


def decode(plain: object, kind: type[T]) -> T:
    """The plain value, as JSON has it, as one of that type; ValueError, with the place first, where it is none."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise ValueError(field_error(error)) from None


MAX_INT = 2**64  # of a whole number: none that the program writes is as large
MAX_CHARS = 40  # characters of a value


def check_types(kind: type[Any], values: Mapping[str, Any]) -> None:
    """TypeError where a value of a dataclass to be is none of its field's type, with all that lies in it; KeyError
    where a field without a default has none. Every number has an end."""
    types = field_types(kind)  # type: ignore[arg-type]
    for field in fields(kind):
        if field.name in values:
            if not has_type(values[field.name], types[field.name]):
                raise TypeError(f"{field.name} is {repr(values[field.name])[:MAX_CHARS]}, no {field.type}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise KeyError(field.name)


@cache
def field_types(kind: type[Any]) -> dict[str, Any]:
    """Types of a dataclass's fields, worked out once: a run may have a million lines to be checked."""
    return get_type_hints(kind)


def has_type(value: Any, form: Any) -> bool:
    """Whether the value is of that type; lists may stand for tuples, whole numbers for others."""
    origin, parts = get_origin(form) or form, get_args(form)
    if origin is Any:
        return True
    if origin in (Union, UnionType):
        return any(has_type(value, part) for part in parts)
    if origin is NoneType:
        return value is None
    if origin in (list, tuple) and isinstance(value, list | tuple):
        if origin is list or parts[-1] is Ellipsis:
            return all(has_type(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(has_type, value, parts))
    if isinstance(value, dict):
        if is_dataclass(origin):
            check_types(origin, value)  # type: ignore[arg-type]
            return True
        of_keys, of_values = parts if origin is dict else (Any, Any)
        return origin is dict and all(has_type(k, of_keys) and has_type(item, of_values) for k, item in value.items())
    if origin is float:
        return _is_int(value) or (isinstance(value, float) and math.isfinite(value))
    return _is_int(value) if origin is int else origin in (str, bool) and isinstance(value, origin)


def _is_int(value: Any) -> bool:
    """Whether it is a whole number, and none beyond all limits."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INT
