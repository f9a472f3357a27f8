"""What strategies print, read from a pipe in place of descriptors 1 and 2 and shown on standard error: the first lines,
harmless to a terminal, and how many there were besides."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import IO

from analyser.errors import BatchesFailed
from cext.limits import visible
from cext.programs import with_prints_to

__all__ = ["Prints", "current_prints", "end_command", "error_stream", "shown_prints"]

MAX_LINES = 40  # that are shown
MAX_CHARACTERS = 500  # of a line
CHUNK = 1 << 16  # bytes read at once


class Prints:
    """The pipe, what has come through it, and where that is shown. `write_end` is a descriptor for whoever runs a
    strategy."""

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
        """Show what has come so far, and the number of lines that were not shown: nobody waits for those who may still
        have the pipe."""
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
            text = visible(line.rstrip(b"\r").decode("utf-8", "backslashreplace").expandtabs())
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

    ending: ExitStack
    prints: Prints | None = None


_commands: list[_Command] = []  # the innermost last; none where this is a library


def current_prints() -> Prints | None:
    """Where strategies print to; None where no command runs."""
    if not _commands:
        return None
    command = _commands[-1]
    if command.prints is None:
        from analyser.runs.descendants import ended_descendants

        command.prints = Prints(error_stream())
        command.ending.callback(command.prints.close)
        command.ending.enter_context(ended_descendants())
    return command.prints


def end_command(words: str) -> None:
    """End the program at once, with these last words, the exit code of batches that failed, and all processes that were
    started: what runs in it cannot be stopped otherwise. Nothing where no command runs."""
    if not (prints := current_prints()):
        return
    from analyser.runs.descendants import descendants_of, end_processes

    with suppress(OSError, ValueError):
        print(f"analyser: {visible(words)}", file=prints.out, flush=True)
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

    with ExitStack() as ending, with_prints_to(output):
        _commands.append(_Command(ending))
        try:
            yield
        finally:
            _commands.pop()
