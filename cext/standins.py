"""Files that are gone, and the copies that stand in for them: those a run keeps of what it was played with."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

__all__ = ["importing_from", "is_copy", "offer", "offered", "present"]

_copies: dict[str, str] = {}  # path as it was given, and the whole one -> its copy
_instead: set[str] = set()  # of those paths: what lies there is not looked at


def offer(copies: Mapping[str, str], *, instead: bool = False) -> None:
    """Let copies stand in, in this process, for files or folders that are gone; instead: also for those that are there,
    for they may be others on this machine."""
    _copies.update(copies)
    _instead.update(copies if instead else ())


def offered() -> dict[str, str]:
    """What may stand in for what, for another process."""
    return dict(_copies)


def present(path: Path) -> Path:
    """The file or folder; where it is gone, or not the one that is meant, its copy, if there is one."""
    if not _copies:
        return path
    named = [name for name in (str(path), str(path.absolute())) if name in _copies]
    wanted = [name for name in named if name in _instead] or ([] if path.exists() else named)
    return Path(_copies[wanted[0]]) if wanted else path


def is_copy(path: Path) -> bool:
    """Whether a file stands in for another."""
    return str(path) in _copies.values()


@contextmanager
def importing_from(path: Path) -> Iterator[None]:
    """Modules beside a copy are found while the context lasts: they were copied with it. Nothing is added to them: who
    is asked whether they may run looks at all that lies there."""
    if not is_copy(path):
        yield
        return
    folder, before = str(path.parent), sys.dont_write_bytecode
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        if folder in sys.path:
            sys.path.remove(folder)
