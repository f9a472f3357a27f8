"""Copies that are read where a file is missing: those a run keeps of what it was played with."""

from collections.abc import Mapping
from pathlib import Path

__all__ = ["is_copy", "register_copies", "registered_copies", "resolve_path"]

_copies: dict[str, str] = {}  # path as it was typed, and the absolute one -> its copy
_copies_only: set[str] = set()  # of those paths: what lies there is not read


def register_copies(copies: Mapping[str, str], *, copies_only: bool = False) -> None:
    """Read copies, in this process, of files or folders that are missing; copies_only: also of those that exist, which
    may be others on this machine."""
    _copies.update(copies)
    _copies_only.update(copies if copies_only else ())


def registered_copies() -> dict[str, str]:
    """Path -> its copy, for another process."""
    return dict(_copies)


def resolve_path(path: Path) -> Path:
    """The path of the file or folder; where it is missing, or not the one that is meant, that of its copy, if any."""
    if not _copies:
        return path
    names = [name for name in (str(path), str(path.absolute())) if name in _copies]
    names = [name for name in names if name in _copies_only] or ([] if path.exists() else names)
    return Path(_copies[names[0]]) if names else path


def is_copy(path: Path) -> bool:
    """Whether a file is the copy of another."""
    return str(path) in _copies.values()
