"""A command on a terminal of its own, and what stands on its screen."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import Any

from tests.cli.conftest import command, environment

ROWS, COLUMNS = 40, 100
TOKEN = re.compile(r"\x1b\[(?P<number>\d*)(?P<order>[A-Za-z])|\x1b\[[?\d;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+")


def set_size(end: int, rows: int, columns: int) -> None:
    """Make a terminal so large."""
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@dataclass
class Terminal:
    """What a command has written to it, and how that looks."""

    process: subprocess.Popen[bytes]
    end: int  # of the terminal that the test reads
    before: list[Any]  # how the terminal was set when the command began
    lines: list[str] = field(default_factory=lambda: [""])  # all that was ever scrolled through, and the screen
    row: int = 0
    column: int = 0
    written: deque[re.Match[str]] = field(default_factory=deque)  # by the command, and not on the screen yet

    @property
    def text(self) -> str:
        """All lines."""
        return "\n".join(line.rstrip() for line in self.lines)

    def read_until(self, seen: Callable[[str], bool], seconds: float = 60) -> str:
        """Take what comes until the screen looks so, or the command has ended; how it looks then. What stands there for
        a moment only is seen even where this process is slow: the screen is looked at after each thing written."""
        deadline = time.monotonic() + seconds
        while not seen(self.text) and time.monotonic() < deadline:
            if self.written:
                self._write(self.written.popleft())
            elif select([self.end], [], [], 0.05)[0]:
                try:
                    content = os.read(self.end, 1 << 16)
                except OSError:  # the command has ended
                    break
                self.written += TOKEN.finditer(content.decode("utf-8", "replace"))
        return self.text

    def shown(self, words: str, seconds: float = 60) -> str:
        """What has been written since the last time, without colours, when it holds these words."""
        text, deadline = "", time.monotonic() + seconds
        while words not in text:
            assert time.monotonic() < deadline, f"{words!r} is not shown: {text[-2000:]!r}"
            if select([self.end], [], [], 0.2)[0]:
                content = os.read(self.end, 1 << 16).decode(errors="replace")
                text += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", content)
        return text

    def press(self, keys: str) -> None:
        """Type these keys."""
        os.write(self.end, keys.encode())

    def _write(self, token: re.Match[str]) -> None:
        order, number = token["order"], int(token["number"] or 1)
        if token[0] == "\r":
            self.column = 0
        elif token[0] == "\n":
            self.row += 1
            self.lines += [""] * (self.row + 1 - len(self.lines))
        elif order == "A":
            self.row = max(0, self.row - number)
        elif order == "K":
            self.lines[self.row] = ""
        elif not token[0].startswith("\x1b"):
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + token[0] + line[self.column + len(token[0]) :]
            self.column += len(token[0])


@contextmanager
def terminal(*words: object, cwd: Path, rows: int = ROWS, stdout: int | None = None) -> Iterator[Terminal]:
    """`analyser WORDS…` on a terminal, ended with the block. stdout: where it prints, if elsewhere."""
    end, other = pty.openpty()
    set_size(end, rows, COLUMNS)
    before = termios.tcgetattr(end)
    names = {name: value for name, value in environment().items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        command(*words), cwd=cwd, env=names | {"TERM": "xterm"}, stdin=other,
        stdout=other if stdout is None else stdout, stderr=other, start_new_session=True,
    )  # fmt: skip
    os.close(other)
    try:
        yield Terminal(process, end, before)
    finally:
        process.kill()
        process.wait()
        os.close(end)
