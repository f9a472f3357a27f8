"""Watching a story in the terminal: one screen, moved by keys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.console import Console, Group
from rich.control import Control
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from analyser.replay.drawing import drawing_of
from analyser.replay.keys import keyboard
from analyser.replay.screens import Lines, cut, screens
from analyser.replay.story import Story
from analyser.replay.terminal import is_short, legend_table, line_of_last, line_of_next, lines_on

__all__ = ["Place", "move", "watch"]

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


@dataclass(frozen=True)
class Place:
    """Where one looks."""

    ply: int = 0
    page: int = 0  # of the screens a table takes, from 0
    short: bool | None = None  # words asked for; None: what fits
    help: bool = False
    typed: str = ""  # beginning of a round's number
    over: bool = False


def move(story: Story, place: Place, key: str) -> Place:
    """The place a key leads to."""
    turned = {"up": -1, "k": -1, "page up": -1, "down": 1, "j": 1, "page down": 1}.get(key, 0)
    if place.help and key != "q" and not turned:
        return replace(place, help=False, page=0)
    last = len(story.frames) - 1
    plies = {
        "right": min(place.ply + 1, last), " ": min(place.ply + 1, last), "l": min(place.ply + 1, last),
        "left": max(place.ply - 1, 0), "back": max(place.ply - 1, 0), "h": max(place.ply - 1, 0),
        "n": story.turn_after(place.ply), "p": story.turn_before(place.ply), "home": 0, "end": last,
    }  # fmt: skip
    if key in plies:
        return replace(place, ply=plies[key], typed="")
    if key.isdigit() or (key == "enter" and place.typed):
        return _to_round(story, place, key)
    if key == "w":
        return replace(place, short=not place.short)
    if key == "?":
        return replace(place, help=True, page=0, typed="")
    return replace(place, page=max(0, place.page + turned), over=key == "q", typed="")


def _to_round(story: Story, place: Place, key: str) -> Place:
    """Digits go to a round as soon as no other round's number begins with them; enter ends a shorter one."""
    typed = place.typed + (key if key != "enter" else "")
    longer = [n for n in story.rounds if str(n).startswith(typed) and str(n) != typed]
    if longer and key != "enter":
        return replace(place, typed=typed)
    number = int(typed)
    return replace(place, ply=story.rounds.get(number, place.ply), typed="")


def watch(story: Story, console: Console) -> None:
    """Show the story until the user quits."""
    place, shown = Place(), None
    with keyboard() as keys, console.screen(hide_cursor=True):
        while not place.over:
            size = console.size
            if (place, size) != shown:
                place = show(story, place, console)
                shown = (place, size)
            try:
                key = keys.key(LOOK)
            except EOFError:
                return
            if key:
                place = move(story, place, key)


def show(story: Story, place: Place, console: Console) -> Place:
    """Draw one screen; the place with what was found out about it: words that fit, the last page there is."""
    width, height = console.size.width, console.size.height - 1
    if place.short is None:
        fits = not is_short(width, story.header["players"])
        fits = fits and len(_pages(story, replace(place, short=False, help=False), console, height - LEAST_WORDS)) == 1
        place = replace(place, short=not fits)
    pages = _pages(story, place, console, height if place.help else height - LEAST_WORDS)
    place = replace(place, page=min(place.page, len(pages) - 1))
    body = pages[place.page]
    words = [] if place.help else _words(story, place, console, max(LEAST_WORDS, height - len(body)))
    foot = console.render_lines(Text(_foot(story, place, len(pages)), "dim", no_wrap=True), pad=True)[:1]
    blank = [Segment(" " * width)]
    rows = [*body, *([blank] * (height - len(words) - len(body))), *words, *foot]
    segments: list[Segment] = []
    for number, row in enumerate(rows):
        segments += [*row, Segment("\n")] if number < len(rows) - 1 else row
    console.print(Control.home(), end="")
    console.print(Segments(segments), end="")
    return place


def _words(story: Story, place: Place, console: Console, room: int) -> list[list[Segment]]:
    """The last move and what comes, below a rule, in so many lines."""
    frame = story.frames[place.ply]
    coming = lines_on(console, line_of_next(story, frame))
    events = len(frame.last["events"]) if frame.last else 0
    last = lines_on(console, line_of_last(story, frame))
    while len(last) > max(1, room - 1 - len(coming)) and events:
        events -= 1
        last = lines_on(console, line_of_last(story, frame, events=events))
    last = last[: max(1, room - 1 - len(coming))]
    return [*lines_on(console, Rule(style="dim")), *last, *coming][:room]


def _pages(story: Story, place: Place, console: Console, height: int) -> list[Lines]:
    """What there is to see, in screens of so many lines."""
    short = bool(place.short)
    drawing = drawing_of(story.header, short=short)
    if not place.help:
        return screens(console, story, story.frames[place.ply], drawing, height=height, short=short)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for key, words in KEYS:
        grid.add_row(Text(key, "bold"), words)
    return cut(lines_on(console, Group(grid, "", legend_table(drawing))), height)


def _foot(story: Story, place: Place, pages: int) -> str:
    """Keys, and what is going on."""
    if place.typed:
        return f"round {place.typed}… (enter)"
    rounds = list(story.rounds)
    foot = FOOT.format(rounds=f"{rounds[0]}-{rounds[-1]}" if rounds else "1")
    if pages > 1:
        foot = f"↑ ↓ page {place.page + 1} of {pages}   {foot}"
    return foot
