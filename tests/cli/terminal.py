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

from tests.cli.conftest import command, environment

ROWS, COLUMNS = 40, 100
TOKEN = re.compile(r"\x1b\[(?P<number>\d*)(?P<order>[A-Za-z])|\x1b\[[?\d;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+")


@dataclass
class Terminal:
    """What a command has written to it, and how that looks."""

    process: subprocess.Popen[bytes]
    end: int  # of the terminal that the test reads
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
def terminal(*words: object, cwd: Path) -> Iterator[Terminal]:
    """`analyser WORDS…` on a terminal, ended with the block."""
    end, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    names = environment() | {"TERM": "xterm", "COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
    process = subprocess.Popen(
        command(*words), cwd=cwd, env=names, stdin=other, stdout=other, stderr=other, start_new_session=True
    )
    os.close(other)
    try:
        yield Terminal(process, end)
    finally:
        process.kill()
        process.wait()
        os.close(end)
