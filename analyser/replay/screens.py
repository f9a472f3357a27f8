"""A moment of a story as screens of so many lines: one where everything fits, else the table, then the boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType

from analyser.replay.drawing import Drawing
from analyser.replay.story import Frame, Story
from analyser.replay.terminal import (
    GAP,
    LONG_COLUMN,
    SHORT_COLUMN,
    frame_screen,
    frame_title,
    lines_on,
    part,
    score_table,
    side_by_side,
)

__all__ = ["Lines", "cut", "screens"]

Lines = list[list[Any]]  # of segments


def screens(console: Console, story: Story, frame: Frame, drawing: Drawing, *, height: int, short: bool) -> list[Lines]:
    """What there is to see in so many lines each: as few screens as parts, whole, can be packed into."""
    width = console.size.width
    whole = lines_on(console, frame_screen(story, frame, drawing, width, short=short))
    if len(whole) <= height:
        return [whole]
    drawn = drawing.draw(frame.state)
    head = lines_on(console, frame_title(story, frame, drawn))[:1]
    least = SHORT_COLUMN if short else LONG_COLUMN
    to_move = frame.next["seat"] if frame.next else None
    table = [entry for entry in drawn["parts"] if not entry["seat"]]
    boards = [entry for entry in drawn["parts"] if entry["seat"]]
    found: list[RenderableType] = [] if frame.next else [score_table(story)]
    for entries in (table, boards):
        parts = [part(entry, short=short, marked=to_move is not None and entry["seat"] == to_move) for entry in entries]
        needed = max([least, *(entry.get("least", 0) for entry in entries)])
        found += _packed_screens(console, parts, width, needed, height - len(head))
    return [head + lines for screen in found for lines in cut(lines_on(console, screen), height - len(head))]


def cut(lines: Lines, height: int) -> list[Lines]:
    """Lines in pieces of so many."""
    return [lines[first : first + height] for first in range(0, len(lines), max(1, height))] or [[]]


def _packed_screens(
    console: Console, parts: Sequence[RenderableType], width: int, least: int, height: int
) -> Iterator[RenderableType]:
    """Parts in columns of at least so many characters: no more screens than needed, each as low as can be."""
    if not parts:
        return
    across = max(1, min(len(parts), (width + GAP) // (least + GAP)))
    narrow = console.options.update(width=(width - GAP * (across - 1)) // across, height=None)
    heights = [len(console.render_lines(one, narrow)) for one in parts]
    fewest = -(-len(_columns(heights, height)) // across)
    limits = range(min(max(heights), height), height + 1)
    columns = next(columns for limit in limits if -(-len(columns := _columns(heights, limit)) // across) == fewest)
    each = -(-len(columns) // fewest)
    for first in range(0, len(columns), each):
        shown = [Group(*(parts[k] for k in column)) for column in columns[first : first + each]]
        yield side_by_side(shown, width, least)


def _columns(heights: Sequence[int], limit: int) -> list[list[int]]:
    """Places of parts, column by column, none of two parts or more higher than the limit: highest first, first fit."""
    columns: list[list[int]] = []
    for place in sorted(range(len(heights)), key=lambda k: -heights[k]):
        fits = (column for column in columns if sum(heights[k] for k in column) + heights[place] <= limit)
        column = next(fits, None)
        if column is None:
            columns.append([place])
        else:
            column.append(place)
    return sorted(map(sorted, columns))
