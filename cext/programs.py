"""Strategies that are programs of somebody's: who is asked before a file of one is executed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["asked_first", "may_run"]

_asked: list[Callable[[Path], None]] = []  # the last one is asked; none: a caller of the library answers for itself


@contextmanager
def asked_first(ask: Callable[[Path], None]) -> Iterator[None]:
    """Have `ask` asked, in this process, before a file is executed; it raises what forbids it."""
    _asked.append(ask)
    try:
        yield
    finally:
        _asked.remove(ask)


def may_run(path: Path) -> None:
    """Return where the file may be executed."""
    if _asked:
        _asked[-1](path)
