"""Strategies and games that users write: whether a file of one may run, what its run may leave behind in the
interpreter, and where in it an error arose."""

import builtins
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from cext.signals import SignalReceived, TimeOver
from cext.user_modules import USER_FINDER, compile_module, run_module

__all__ = [
    "EndlessGame", "ProgramError", "Visit", "bounded", "check_trusted", "error_location", "execute_file",
    "stops_program", "trust_check", "with_last_words", "with_prints_to",
]  # fmt: skip

T = TypeVar("T")

LOADING_SECONDS = 20.0  # in which a game must be loaded
TICK = 0.25  # seconds between two looks at the clock
IGNORED = 2.0  # seconds for which code may go on when its time is over, where something can end it
SPARE_BYTES = 10**9  # of memory that loading a game may take
SPARE_FILES = 64  # descriptors that stay free for this program where a strategy opens all it can

_checks: list[Callable[[Path], None]] = []  # the last one is called; none: a caller of the library answers for itself
_ends: list[Callable[[str], None]] = []  # the last one ends this program; none: nobody does
_outputs: list[Callable[[], AbstractContextManager[None]]] = []  # where the last one leads; none: where all goes


class ProgramError(ValueError):
    """A program of somebody's cannot be used, or has failed: one line that says where in its file, and why."""


class EndlessGame(ProgramError):
    """A game goes on after as many decisions as a game may have (MAX_DECISIONS of cext/kernel/types.pxd)."""


@contextmanager
def _last(stack: list[T], item: T) -> Iterator[None]:
    stack.append(item)
    try:
        yield
    finally:
        stack.remove(item)


def trust_check(check: Callable[[Path], None]) -> AbstractContextManager[None]:
    """Have `check` called, in this process, before a file is executed; it raises what forbids it."""
    return _last(_checks, check)


def check_trusted(path: Path) -> None:
    """Return where the file may be executed."""
    if _checks:
        _checks[-1](path)


def with_prints_to(output: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[None]:
    """Have every Visit in this process within `output()`, which says where it prints to."""
    return _last(_outputs, output)


def with_last_words(end: Callable[[str], None]) -> AbstractContextManager[None]:
    """Have `end(message)` called, which ends this program, where code neither comes back nor can be interrupted."""
    return _last(_ends, end)


def stops_program(error: BaseException) -> bool:
    """Whether an error is a signal or a limit that stops this program, and none of a strategy's own: that may raise
    KeyboardInterrupt, too, which is Ctrl-C only where Python itself raises it for the signal."""
    if isinstance(error, SignalReceived | TimeOver):
        return True
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def error_location(error: BaseException, file: str | None) -> str:
    """File and line nearest to the error among the files of that folder, or to the one it came in the way of, as an
    alarm that rings again does; the file alone where neither passed one of them; where no file is known, the place
    where it was raised."""
    frames = list(traceback.extract_tb(error.__traceback__))
    if file is not None:
        folder = Path(file).resolve().parent
        frames = [frame for frame in frames if Path(frame.filename).resolve().parent == folder]
        if not frames and error.__context__ is not None:
            return error_location(error.__context__, file)
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else str(file)


def execute_file(path: Path) -> ModuleType:
    """The module in a Python file, executed anew where it may be; raises ProgramError."""
    check_trusted(path)
    module = ModuleType(f"program_{path.stem}")
    module.__file__ = str(path)
    try:
        with Visit():
            USER_FINDER.register(path)
            run_module(module, compile_module(path))
    except SyntaxError as error:
        raise ProgramError(f"{error.filename or path}, line {error.lineno}: {error.msg}: correct it there") from error
    except BaseException as error:
        if stops_program(error):
            raise
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise ProgramError(f"{error_location(error, str(path))}: {reason}: correct it there") from error
    return module


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
        sys.meta_path.insert(0, USER_FINDER)
        Visit._current = self

    def __exit__(self, *error: Any) -> None:
        if not self.outermost:
            return
        Visit._current = None
        self.put_back()
        if USER_FINDER in sys.meta_path:
            sys.meta_path.remove(USER_FINDER)
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
        if self.names != self.values:  # what changes a dictionary makes Python look up anew what it has found there
            self.names.update(self.values)
        sys.modules = self.modules
        self.modules.update(self.loaded)
        sys.stdin, sys.stdout, sys.stderr = self.streams

    @staticmethod
    def restore() -> None:
        """Put back at once, where there is a Visit, what its program may have damaged: it has failed."""
        if Visit._current is not None:
            Visit._current.put_back()


# What ends, replaces or doubles this process, or sends it a signal.
EXITS = ("_exit", "abort", "execv", "execve", "fork", "forkpty", "kill", "killpg")


@contextmanager
def bounded(file: str | None, seconds: float | None = None) -> Iterator[None]:
    """Code in a user's file is interrupted where it is after so many seconds (LOADING_SECONDS), gets no input and
    SPARE_BYTES of memory, and cannot end this process; raises ProgramError. In other threads than the main one nothing
    is bounded."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    bounds = Bounds(file, LOADING_SECONDS if seconds is None else seconds)
    try:
        with bounds:
            yield
    except TimeOver as error:
        if not bounds.is_over:
            raise
        raise ProgramError(f"{error_location(error, file)}: {error}") from error


class Bounds:
    """A clock in a thread of its own, which alarms of the code do not stop, and what is forbidden while it runs."""

    def __init__(self, file: str | None, seconds: float) -> None:
        self.file, self.left, self.is_over = file, seconds, False
        self.message = f"not done within {seconds:g} seconds: look for a loop or a wait that does not end"
        self.done, self.lock = threading.Event(), threading.Lock()

    def __enter__(self) -> None:
        self.stdin, sys.stdin = sys.stdin, open(os.devnull, encoding="utf-8")  # noqa: PTH123
        places = [(module, name) for module in (os, sys.modules[os.name]) for name in EXITS if hasattr(module, name)]
        self.exits = [(module, name, getattr(module, name)) for module, name in [*places, (signal, "raise_signal")]]
        for module, name, _ in self.exits:
            setattr(module, name, _refused(name))
        self.handler = signal.signal(signal.SIGALRM, self.interrupt)
        self.timer = signal.setitimer(signal.ITIMER_REAL, 0)
        self.memory = _with_less_memory()
        threading.Thread(target=self.watch, args=(signal.pthread_kill,), name="bounds", daemon=True).start()

    def __exit__(self, *error: Any) -> None:
        with self.lock:
            self.done.set()
        if self.memory:
            _set_memory(self.memory)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if self.handler is None else self.handler)
        signal.setitimer(signal.ITIMER_REAL, *self.timer)
        self.allow_exits()
        sys.stdin.close()
        sys.stdin = self.stdin

    def allow_exits(self) -> None:
        for module, name, function in self.exits:
            setattr(module, name, function)

    def interrupt(self, number: int, frame: Any) -> None:
        """The handler of the alarm: the code may have set one of its own."""
        if self.is_over:
            raise TimeOver(self.message)

    def watch(self, send: Callable[[int, int], None]) -> None:
        """Count the time in ticks, so that a stopped process has not used it; interrupt until the code comes back."""
        main = threading.main_thread().ident
        assert main is not None
        while not self.done.wait(TICK):
            self.left -= TICK
            with self.lock:
                if self.left > 0 or self.done.is_set():
                    continue
                self.is_over = True
                send(main, signal.SIGALRM)
            if self.left < -IGNORED and _ends:
                self.allow_exits()
                _ends[-1](f"{self.file}: {self.message}: nothing else ends it, so the program ends")


def _refused(name: str) -> Callable[..., None]:
    def refuse(*arguments: Any, **named: Any) -> None:
        raise RuntimeError(f"{name}() would end this program, or double it: leave it out")

    return refuse


def _with_less_memory() -> tuple[int, int] | None:
    """Leave SPARE_BYTES more than is used now, where the system counts that (Linux); the limits as they were."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[5])
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    except (ImportError, OSError, ValueError, LookupError):
        return None
    ends = [end for end in (soft, hard) if end != resource.RLIM_INFINITY]
    _set_memory((min([pages * resource.getpagesize() + SPARE_BYTES, *ends]), hard))
    return soft, hard


def _set_memory(limits: tuple[int, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, limits)


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
