"""Keys as they are pressed: a terminal read key by key, and put back as it was."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Keyboard", "keyboard"]

ESCAPES = {
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left",
    b"\x1bOA": "up", b"\x1bOB": "down", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\x1b[H": "home", b"\x1b[F": "end", b"\x1bOH": "home", b"\x1bOF": "end", b"\x1b[1~": "home", b"\x1b[4~": "end",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
}  # fmt: skip
PLAIN = {b"\r": "enter", b"\n": "enter", b"\x1b": "escape", b"\x7f": "back", b"\x08": "back", b"\x04": "q"}


class Keyboard:
    """Keys pressed on a terminal."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        self.waiting: list[str] = []

    def key(self, seconds: float) -> str | None:
        """The next key by name or letter; None when there is none within so many seconds. EOFError: nobody is there."""
        if not self.waiting:
            ready, _, _ = select.select([self.terminal], [], [], seconds)
            if not ready:
                return None
            data = os.read(self.terminal, 1024)
            if not data:
                raise EOFError
            self.waiting = list(split(data))
        return self.waiting.pop(0)


def split(data: bytes) -> Iterator[str]:
    """Keys in what a terminal sent."""
    while data:
        length = next((n for n in (4, 3) if data[:n] in ESCAPES), 0)
        if length:
            yield ESCAPES[data[:length]]
        else:
            length = 1
            yield PLAIN.get(data[:1]) or data[:1].decode("latin-1")
        data = data[length:]


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """The keyboard of the terminal on standard input, restored at the end whatever happens."""
    terminal = sys.stdin.fileno()
    attributes = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield Keyboard(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, attributes)
