"""A drawn table as screens of so many lines: one where everything fits, else the table, then the boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType

from analyser.replay.drawing import TableRenderer
from analyser.replay.story import Moment, Timeline
from analyser.replay.terminal import (
    GAP,
    LONG_COLUMN,
    SHORT_COLUMN,
    lines_on,
    moment_title,
    part,
    render_table,
    score_table,
    side_by_side,
)

__all__ = ["Lines", "cut", "screens", "table_screens"]

Lines = list[list[Any]]  # of segments


def screens(
    console: Console, timeline: Timeline, moment: Moment, renderer: TableRenderer, *, height: int, short: bool
) -> list[Lines]:
    """A moment of a story in screens of so many lines; at the end the scores come first."""
    view = renderer.render(moment.state)
    above = [] if moment.next else [score_table(timeline)]
    to_move = moment.next["seat"] if moment.next else None
    title = moment_title(timeline, moment, view)
    return table_screens(console, view, title, above, height=height, short=short, to_move=to_move)


def table_screens(
    console: Console,
    view: Mapping[str, Any],
    title: RenderableType,
    above: Sequence[RenderableType] = (),
    *,
    height: int,
    short: bool,
    to_move: int | None = None,
) -> list[Lines]:
    """A drawn table in so many lines each, under the first line of a title: as few screens as parts, whole, can be
    packed into. before: what stands between title and table. to_move: the seat whose board is marked."""
    width = console.size.width
    head = lines_on(console, title)[:1]
    table = render_table(view, width, short=short, to_move=to_move)
    page = head + lines_on(console, Group(*above, table))
    if len(page) <= height:
        return [page]
    min_width = SHORT_COLUMN if short else LONG_COLUMN
    parts = [entry for entry in view["parts"] if not entry["seat"] and not entry.get("wide")]
    boards = [entry for entry in view["parts"] if entry["seat"]]
    groups = list(above)
    for entries in (parts, boards):
        panels = [
            part(entry, short=short, marked=to_move is not None and entry["seat"] == to_move) for entry in entries
        ]
        needed = max([min_width, *(entry.get("least", 0) for entry in entries)])
        groups += _packed_screens(console, panels, width, needed, height - len(head))
    pages = [head + lines for screen in groups for lines in cut(lines_on(console, screen), height - len(head))]
    for entry in view["parts"]:
        if entry.get("wide"):
            wide = lines_on(console, part(entry, short=short))
            free = next((page for page in pages if len(page) + len(wide) <= height), None)
            if free is None:
                pages += [head + lines for lines in cut(wide, height - len(head))]
            else:
                free += wide
    return pages


def cut(lines: Lines, height: int) -> list[Lines]:
    """Lines in pieces of so many."""
    return [lines[first : first + height] for first in range(0, len(lines), max(1, height))] or [[]]


def _packed_screens(
    console: Console, parts: Sequence[RenderableType], width: int, min_width: int, height: int
) -> Iterator[RenderableType]:
    """Parts in columns of at least so many characters: no more screens than needed, each as low as can be."""
    if not parts:
        return
    across = max(1, min(len(parts), (width + GAP) // (min_width + GAP)))
    narrow = console.options.update(width=(width - GAP * (across - 1)) // across, height=None)
    heights = [len(console.render_lines(panel, narrow)) for panel in parts]
    n_screens = -(-len(_columns(heights, height)) // across)
    limits = range(min(max(heights), height), height + 1)
    columns = next(columns for limit in limits if -(-len(columns := _columns(heights, limit)) // across) == n_screens)
    each = -(-len(columns) // n_screens)
    for first in range(0, len(columns), each):
        column_groups = [Group(*(parts[k] for k in column)) for column in columns[first : first + each]]
        yield side_by_side(column_groups, width, min_width)


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
