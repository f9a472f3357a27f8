"""Files written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from analyser.errors import DataError
from cext.limits import has_controls

__all__ = ["TEMPORARY", "check_replaceable", "check_texts", "write_atomic"]

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
    check_texts([str(path)])
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


def check_texts(texts: Iterable[str]) -> None:
    """DataError for a text, such as a path, that nobody could read again from a file of this program."""
    for text in texts:
        if has_controls(text):
            reason = "characters that no terminal shows, or that are no UTF-8"
            raise DataError(f"{text}: has {reason}: use a name without them")
