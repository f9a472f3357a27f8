"""What strategies print, and what libraries warn of, on standard error; the processes that strategies start, which end
with the command."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
import warnings
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from analyser.errors import BatchesFailed
from cext.safe_files import escape_controls
from cext.user_code import with_last_words, with_prints_to

__all__ = [
    "ADOPTS", "Prints", "current_prints", "descendants_of", "end_command", "end_processes", "ended_descendants",
    "error_stream", "show_warnings", "shown_prints",
]  # fmt: skip

MAX_LINES = 40  # that are shown
MAX_CHARACTERS = 500  # of a line
CHUNK = 1 << 16  # bytes read at once


class Prints:
    """The pipe, what has come through it, and where that is shown. `write_end` is a descriptor for processes that
    run a strategy."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.n_lines = self.n_shown = 0
        self.rest = b""  # of a line whose end has not come yet
        self.read_end, self.write_end = os.pipe()
        self.wake_end, self.stop_end = os.pipe()
        os.set_blocking(self.read_end, False)
        self.text = open(os.dup(self.write_end), "w", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: PTH123, SIM115
        self.thread = threading.Thread(target=self._read, name="prints", daemon=True)
        self.thread.start()

    @contextmanager
    def here(self) -> Iterator[None]:
        """This process prints into the pipe, whichever way it prints, for the block."""
        streams = sys.stdout, sys.stderr
        _flush(*streams)
        copies = [(number, os.dup(number)) for number in (1, 2)]
        for number, _ in copies:
            os.dup2(self.write_end, number)
        sys.stdout = sys.stderr = self.text
        try:
            yield
        finally:
            _flush(self.text)
            sys.stdout, sys.stderr = streams
            for number, copy in copies:
                os.dup2(copy, number)
                os.close(copy)

    def close(self) -> None:
        """Show what has come so far, and the number of lines that were not shown, without waiting for processes that
        still have the pipe."""
        os.write(self.stop_end, b".")
        self.thread.join()
        self._take(b"\n" if self.rest else b"")
        if more := self.n_lines - self.n_shown:
            self._show(f"… {more:,} more line{'s' * (more > 1)} that strategies printed")
        for stream in (self.text, self.out):
            if stream is not sys.stderr:
                with suppress(OSError, ValueError):
                    stream.close()
        for end in (self.read_end, self.write_end, self.wake_end, self.stop_end):
            os.close(end)

    def _read(self) -> None:
        stopping = False
        while not stopping:
            ready, _, _ = select.select([self.read_end, self.wake_end], [], [])
            stopping = self.wake_end in ready
            with suppress(BlockingIOError):
                while content := os.read(self.read_end, CHUNK):
                    self._take(content)
                    if not stopping and len(content) < CHUNK:
                        break

    def _take(self, content: bytes) -> None:
        """Show the lines that are whole, as far as there is room; count all."""
        self.n_lines += content.count(b"\n")
        if self.n_shown >= MAX_LINES:
            self.rest = b"." if content and not content.endswith(b"\n") else b""
            return
        *lines, rest = (self.rest + content).split(b"\n")
        self.rest = rest[: 8 * MAX_CHARACTERS]
        for line in lines[: MAX_LINES - self.n_shown]:
            text = escape_controls(line.rstrip(b"\r").decode("utf-8", "backslashreplace").expandtabs())
            self._show(text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]} …")
            self.n_shown += 1

    def _show(self, line: str) -> None:
        with suppress(OSError, ValueError):
            print(line, file=self.out, flush=True)


def _flush(*streams: IO[str] | None) -> None:
    for stream in streams:
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()  # type: ignore[union-attr]


def error_stream() -> IO[str]:
    """Standard error in a stream that still leads there while descriptor 2 leads into a pipe."""
    try:
        copy = os.dup(sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):  # a stream without a descriptor
        return sys.stderr
    return open(copy, "w", encoding=sys.stderr.encoding, errors=sys.stderr.errors, buffering=1)  # noqa: PTH123


@dataclass
class _Command:
    """A command that runs: what is made when it first runs a strategy, or starts a process that may."""

    cleanup: ExitStack
    prints: Prints | None = None


_commands: list[_Command] = []  # the innermost last; none where this is a library


def current_prints() -> Prints | None:
    """Where strategies print to; None where no command runs."""
    if not _commands:
        return None
    command = _commands[-1]
    if command.prints is None:
        command.prints = Prints(error_stream())
        command.cleanup.callback(command.prints.close)
        command.cleanup.enter_context(ended_descendants())
    return command.prints


def end_command(words: str) -> None:
    """End the program at once, with these last words, the exit code of batches that failed, and all processes that were
    started: what runs in it cannot be stopped otherwise. Nothing where no command runs."""
    if not (prints := current_prints()):
        return
    with suppress(OSError, ValueError):
        print(f"analyser: {escape_controls(words)}", file=prints.out, flush=True)
    end_processes(descendants_of())
    os._exit(BatchesFailed.exit_code)


@contextmanager
def shown_prints() -> Iterator[None]:
    """A command: what strategies print in this process and in its workers is shown on standard error, within bounds,
    and mixes with nothing else; the processes they start end with the block."""

    @contextmanager
    def output() -> Iterator[None]:
        prints = current_prints()
        assert prints is not None
        with prints.here():
            yield

    with ExitStack() as cleanup, with_prints_to(output), with_last_words(end_command):
        _commands.append(_Command(cleanup))
        try:
            yield
        finally:
            _commands.pop()


ROOT = Path(__file__).parents[2]
PACKAGES = [ROOT / name for name in ("analyser", "cext", "reports", "strategies")]
PROGRAM = [Path(sys.prefix), Path(sys.base_prefix), *PACKAGES]  # folders of this program, its libraries and Python


def show_warnings() -> None:
    """From now on a warning of this program's own is one line on standard error, one about a user's file is shown as
    Python does, and one of a library is not shown; all are where Python is asked to show them (-W)."""
    import logging

    if sys.warnoptions:
        return
    logging.getLogger("matplotlib").addHandler(logging.NullHandler())  # it warns there, too
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], filename: str, *where: Any, **more: Any) -> None:
        if category.__module__.startswith("reports."):
            sys.stderr.write(f"analyser: {escape_controls(str(message))}\n")
        elif Path(filename).is_file() and not any(Path(filename).resolve().is_relative_to(x) for x in PROGRAM):
            usual(message, category, filename, *where, **more)

    warnings.showwarning = show


if TYPE_CHECKING:
    from psutil import Process


ADOPTS = sys.platform == "linux"  # whether a process can be the parent of what its children leave behind
PR_SET_CHILD_SUBREAPER = 36  # of Linux's prctl()
SECONDS = 5.0  # in which those that start others all the time are to be caught


def descendants_of(pid: int | None = None) -> set[Process]:
    """The processes that this one (None), or that of the number, has started, and those they have started."""
    import psutil

    with suppress(psutil.Error):
        return set(psutil.Process(pid).children(recursive=True))
    return set()


def end_processes(processes: Collection[Process]) -> None:
    """Kill them, and wait for those that are children of this process."""
    import psutil

    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=1)


@contextmanager
def ended_descendants() -> Iterator[None]:
    """End what is started in the block, by this process or its descendants, with the block. Where processes cannot be
    adopted (all but Linux), those that have lost their parent go on."""
    earlier = descendants_of()
    _adopt(yes=True)
    try:
        yield
    finally:
        last = time.monotonic() + SECONDS
        while (
            started := {process for process in descendants_of() - earlier if process.pid != _tracker()}
        ) and time.monotonic() < last:
            end_processes(started)
        _adopt(yes=False)


def _tracker() -> int | None:
    """The process that multiprocess starts once and keeps, to free what others leave; it ends with this one."""
    module = sys.modules.get("multiprocess.resource_tracker")
    return None if module is None else module._resource_tracker._pid


def _adopt(*, yes: bool) -> None:
    """Have this process, or no longer, become the parent of its descendants whose parent ends."""
    if ADOPTS:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0)
