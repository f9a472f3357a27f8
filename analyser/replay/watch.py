"""Watching a timeline in the terminal: one screen, moved by keys as they are pressed."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from rich.console import Console, Group
from rich.control import Control
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from analyser.replay.renderer import renderer_of
from analyser.replay.terminal import Lines, cut, is_short, legend_table, line_of_last, line_of_next, lines_on, screens
from analyser.replay.timeline import Timeline

__all__ = ["Cursor", "Keyboard", "keyboard", "move", "watch"]

ESCAPES = {
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left",
    b"\x1bOA": "up", b"\x1bOB": "down", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\x1b[H": "home", b"\x1b[F": "end", b"\x1bOH": "home", b"\x1bOF": "end", b"\x1b[1~": "home", b"\x1b[4~": "end",
    b"\x1b[5~": "page up", b"\x1b[6~": "page down",
}  # fmt: skip
PLAIN = {b"\r": "enter", b"\n": "enter", b"\x1b": "escape", b"\x7f": "back", b"\x08": "back", b"\x04": "q"}

LOOK = 0.3  # seconds between two looks at the size of the terminal
LEAST_WORDS = 4  # lines at the bottom: a rule, two of the last move, what comes
KEYS = (
    ("→ ←", "one decision on, back (space and backspace too)"),
    ("n p", "next turn, previous turn"),
    ("1 2 …", "to the beginning of that round"),
    ("home end", "to the set-up, to the end of the game"),
    ("↑ ↓", "previous page, next page, where the table takes more than one screen"),
    ("w", "long words or short ones"),
    ("?", "this page"),
    ("q", "quit"),
)
FOOT = "q quit   ? help   → ← decision   n p turn   {rounds} round"


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


@dataclass(frozen=True)
class Cursor:
    """Where one looks."""

    ply: int = 0
    page: int = 0  # of the screens a table takes, from 0
    short: bool | None = None  # words asked for; None: what fits
    help: bool = False
    digits: str = ""  # beginning of a round's number
    is_over: bool = False
    cached_pages: tuple[object, list[Lines]] = field(default=(None, []), compare=False, repr=False)  # after their key


def move(timeline: Timeline, cursor: Cursor, key: str) -> Cursor:
    """The place a key leads to."""
    page_step = {"up": -1, "k": -1, "page up": -1, "down": 1, "j": 1, "page down": 1}.get(key, 0)
    if cursor.help and key != "q" and not page_step:
        return replace(cursor, help=False, page=0)
    last = len(timeline.moments) - 1
    plies = {
        "right": min(cursor.ply + 1, last), " ": min(cursor.ply + 1, last), "l": min(cursor.ply + 1, last),
        "left": max(cursor.ply - 1, 0), "back": max(cursor.ply - 1, 0), "h": max(cursor.ply - 1, 0),
        "n": timeline.turn_after(cursor.ply), "p": timeline.turn_before(cursor.ply), "home": 0, "end": last,
    }  # fmt: skip
    if key in plies:
        return replace(cursor, ply=plies[key], digits="")
    if key.isdigit() or (key == "enter" and cursor.digits):
        return _to_round(timeline, cursor, key)
    if key == "w":
        return replace(cursor, short=not cursor.short)
    if key == "?":
        return replace(cursor, help=True, page=0, digits="")
    return replace(cursor, page=max(0, cursor.page + page_step), is_over=key == "q", digits="")


def _to_round(timeline: Timeline, cursor: Cursor, key: str) -> Cursor:
    """Digits go to a round as soon as no other round's number begins with them; enter ends a shorter one."""
    digits = cursor.digits + (key if key != "enter" else "")
    longer = [n for n in timeline.rounds if str(n).startswith(digits) and str(n) != digits]
    if longer and key != "enter":
        return replace(cursor, digits=digits)
    number = int(digits)
    return replace(cursor, ply=timeline.rounds.get(number, cursor.ply), digits="")


def watch(timeline: Timeline, console: Console) -> None:
    """Show the timeline until the user quits."""
    cursor, displayed = Cursor(), None
    with keyboard() as keys, console.screen(hide_cursor=True):
        while not cursor.is_over:
            size = console.size
            if (cursor, size) != displayed:
                cursor = show(timeline, cursor, console)
                displayed = (cursor, size)
            try:
                key = keys.key(LOOK)
            except EOFError:
                return
            if key:
                cursor = move(timeline, cursor, key)


def show(timeline: Timeline, cursor: Cursor, console: Console) -> Cursor:
    """Draw one screen; the place with what was found out about it: words that fit, the last page there is."""
    width, height = console.size.width, console.size.height - 1
    if cursor.short is None:
        fits = not is_short(width, timeline.header["players"])
        fits = (
            fits and len(_pages(timeline, replace(cursor, short=False, help=False), console, height - LEAST_WORDS)) == 1
        )
        cursor = replace(cursor, short=not fits)
    pages_key = cursor.ply, cursor.short, cursor.help, width, height
    pages = cursor.cached_pages[1] if cursor.cached_pages[0] == pages_key else None  # another page of the same table
    if pages is None:
        pages = _pages(timeline, cursor, console, height if cursor.help else height - LEAST_WORDS)
    cursor = replace(cursor, page=min(cursor.page, len(pages) - 1), cached_pages=(pages_key, pages))
    body = pages[cursor.page]
    words = [] if cursor.help else _bottom_lines(timeline, cursor, console, max(LEAST_WORDS, height - len(body)))
    foot = console.render_lines(Text(_foot(timeline, cursor, len(pages)), "dim", no_wrap=True), pad=True)[:1]
    blank = [Segment(" " * width)]
    rows = [*body, *([blank] * (height - len(words) - len(body))), *words, *foot]
    segments: list[Segment] = []
    for number, row in enumerate(rows):
        segments += [*row, Segment("\n")] if number < len(rows) - 1 else row
    console.print(Control.home(), end="")
    console.print(Segments(segments), end="")
    return cursor


def _bottom_lines(timeline: Timeline, cursor: Cursor, console: Console, room: int) -> list[list[Segment]]:
    """The last move and what comes, below a rule, in so many lines."""
    moment = timeline.moments[cursor.ply]
    coming = lines_on(console, line_of_next(timeline, moment))
    events = len(moment.last["events"]) if moment.last else 0
    last = lines_on(console, line_of_last(timeline, moment))
    while len(last) > max(1, room - 1 - len(coming)) and events:
        events -= 1
        last = lines_on(console, line_of_last(timeline, moment, events=events))
    last = last[: max(1, room - 1 - len(coming))]
    return [*lines_on(console, Rule(style="dim")), *last, *coming][:room]


def _pages(timeline: Timeline, cursor: Cursor, console: Console, height: int) -> list[Lines]:
    """What there is to see, in screens of so many lines."""
    short = bool(cursor.short)
    renderer = renderer_of(timeline.header, short=short)
    if not cursor.help:
        return screens(console, timeline, timeline.moments[cursor.ply], renderer, height=height, short=short)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for key, words in KEYS:
        grid.add_row(Text(key, "bold"), words)
    return cut(lines_on(console, Group(grid, "", legend_table(renderer))), height)


def _foot(timeline: Timeline, cursor: Cursor, pages: int) -> str:
    """Keys, and what is going on."""
    if cursor.digits:
        return f"round {cursor.digits}… (enter)"
    rounds = list(timeline.rounds)
    foot = FOOT.format(rounds=f"{rounds[0]}-{rounds[-1]}" if rounds else "1")
    if pages > 1:
        foot = f"↑ ↓ page {cursor.page + 1} of {pages}   {foot}"
    return foot
