"""Strategies that are programs of somebody's: who is asked before a file of one is executed, and what its run may leave
behind in the interpreter."""

import builtins
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from cext.stopping import Stopped, TimeOver

__all__ = ["Visit", "asked_first", "may_run", "stops_program", "with_prints_to"]

T = TypeVar("T")

SPARE_FILES = 64  # descriptors that stay free for this program where a strategy opens all it can

_asked: list[Callable[[Path], None]] = []  # the last one is asked; none: a caller of the library answers for itself
_outputs: list[Callable[[], AbstractContextManager[None]]] = []  # where the last one leads; none: where all goes


@contextmanager
def _last(stack: list[T], item: T) -> Iterator[None]:
    stack.append(item)
    try:
        yield
    finally:
        stack.remove(item)


def asked_first(ask: Callable[[Path], None]) -> AbstractContextManager[None]:
    """Have `ask` asked, in this process, before a file is executed; it raises what forbids it."""
    return _last(_asked, ask)


def may_run(path: Path) -> None:
    """Return where the file may be executed."""
    if _asked:
        _asked[-1](path)


def with_prints_to(output: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[None]:
    """Have every Visit in this process within `output()`, which says where it prints to."""
    return _last(_outputs, output)


def stops_program(error: BaseException) -> bool:
    """Whether an error is a signal or a limit that stops this program, and none of a strategy's own: that may raise
    KeyboardInterrupt, too, which is Ctrl-C only where Python itself raises it for the signal."""
    if isinstance(error, Stopped | TimeOver):
        return True
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


class Visit:
    """The time in which a program of somebody's runs in this interpreter. Afterwards builtins, modules, streams and the
    current folder are what they were, and there are descriptors left for files; a Visit within one is nothing."""

    _current: ClassVar["Visit | None"] = None

    def __enter__(self) -> None:
        self.outermost = Visit._current is None
        if not self.outermost:
            return
        self.output = _outputs[-1]() if _outputs else None
        if self.output:
            self.output.__enter__()
        self.names, self.modules = builtins.__dict__, sys.modules
        self.values, self.loaded = dict(self.names), dict(self.modules)
        self.streams = sys.stdin, sys.stdout, sys.stderr
        self.folder = _descriptor(os.curdir)
        self.files = _with_fewer_files()
        Visit._current = self

    def __exit__(self, *error: Any) -> None:
        if not self.outermost:
            return
        Visit._current = None
        self.put_back()
        if self.files:
            _set_files(self.files)
        if self.folder >= 0:
            with suppress(OSError):
                os.fchdir(self.folder)
            os.close(self.folder)
        if self.output:
            self.output.__exit__(None, None, None)

    def put_back(self) -> None:
        """Builtins, modules and streams as they were; calls nothing that is found by its name among the builtins."""
        self.names.update(self.values)
        sys.modules = self.modules
        self.modules.update(self.loaded)
        sys.stdin, sys.stdout, sys.stderr = self.streams

    @staticmethod
    def restore() -> None:
        """Put back at once, where there is a Visit, what its program may have damaged: it has failed."""
        if Visit._current is not None:
            Visit._current.put_back()


def _descriptor(folder: str) -> int:
    """A descriptor of a folder; -1 where there is none."""
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return -1


def _with_fewer_files() -> tuple[int, int] | None:
    """Lower the number of files this process may have open; what it was, None where it stays."""
    try:
        import resource
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft < 4 * SPARE_FILES:
        return None
    _set_files((soft - SPARE_FILES, hard))
    return soft, hard


def _set_files(limits: tuple[int, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, limits)
