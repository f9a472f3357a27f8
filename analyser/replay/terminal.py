"""A table for the terminal: its panels side by side or one above another, in screens of so many lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from analyser.replay.renderer import TableRenderer, plain_text, spans_of
from analyser.replay.timeline import Moment, Timeline
from cext.games.palette import DARK_INKS, GROUNDS, INK, SEATS

__all__ = [
    "Lines", "cut", "is_short", "legend_table", "line_of_last", "line_of_next", "lines_on", "render_table", "screens",
    "style_of", "table_screens",
]  # fmt: skip

SHORT_COLUMN = 24  # characters a part needs in short words
LONG_COLUMN = 42  # … and in long ones
GAP = 1

Lines = list[list[Any]]  # of segments


def style_of(tone: str) -> str:
    """The terminal's style for a tone of a drawing."""
    ground, name = tone.startswith("on-"), tone.removeprefix("on-")
    if name.startswith("seat") and name[4:].isdigit():  # as a ground always: letters that dark may be lost on black
        return f"bold #ffffff on {SEATS[(int(name[4:]) - 1) % len(SEATS)]}"
    if ground:
        return f"{INK} on {GROUNDS[name]}" if name in GROUNDS else ""
    return {"strong": "bold", "muted": "dim"}.get(name, DARK_INKS.get(name, ""))


def rich_text(text: Any) -> Text:
    """A text of a drawing with its tones."""
    styled = Text()
    for words, tone in spans_of(text):
        styled.append(words, style_of(tone))
    return styled


def is_short(width: int, players: int) -> bool:
    """Whether the boards of all players stand side by side only in short words."""
    return width < players * (LONG_COLUMN + GAP)


def side_by_side(parts: Sequence[RenderableType], width: int, min_width: int) -> RenderableType:
    """As many parts in a row as have `least` characters each, in rows of equal length."""
    max_columns = max(1, min(len(parts), (width + GAP) // (min_width + GAP)))
    rows = -(-len(parts) // max_columns)
    columns = -(-len(parts) // rows)
    return Group(*(Row(parts[first : first + columns], columns) for first in range(0, len(parts), columns)))


@dataclass(frozen=True)
class Row:
    """Parts side by side in columns of equal width: a grid of rich's would lay each out several times to measure it."""

    parts: Sequence[RenderableType]
    columns: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        free, blocks = options.max_width, []
        for left in range(self.columns, self.columns - len(self.parts), -1):
            width = -(-free // left)
            free -= width
            blocks.append((width, width - (GAP if left > 1 else 0)))
        columns = [
            console.render_lines(part, options.update(width=inner, height=None))
            for part, (_, inner) in zip(self.parts, blocks, strict=True)
        ]
        for lines in zip_longest(*columns):
            for line, (width, inner) in zip(lines, blocks, strict=True):
                yield from line or [Segment(" " * inner)]
                yield Segment(" " * (width - inner))
            yield Segment.line()


@dataclass
class LaidOut:
    """What is laid out once for each width in which it is shown."""

    content: RenderableType
    lines: dict[int, Lines] = field(default_factory=dict)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        if width not in self.lines:
            self.lines[width] = console.render_lines(self.content, options.update(width=width, height=None))
        for line in self.lines[width]:
            yield from line
            yield Segment.line()


# -- parts and blocks -----------------------------------------------------------------------------------------------


def render_table(view: Mapping[str, Any], width: int, *, short: bool, to_move: int | None = None) -> RenderableType:
    """All parts of a drawing: first the table, then what lies in front of each player."""
    return _arranged(view, _laid_out(view, short=short, to_move=to_move), width, short=short)


def _laid_out(view: Mapping[str, Any], *, short: bool, to_move: int | None) -> tuple[list[LaidOut], list[LaidOut]]:
    """The parts of the table, and what lies in front of each player."""
    table = [part(panel, short=short) for panel in view["parts"] if panel["seat"] is None and not panel.get("wide")]
    boards = [part(panel, short=short, marked=panel["seat"] == to_move) for panel in view["parts"] if panel["seat"]]
    return list(map(LaidOut, table)), list(map(LaidOut, boards))


def _arranged(
    view: Mapping[str, Any], parts: tuple[Sequence[LaidOut], Sequence[LaidOut]], width: int, *, short: bool
) -> RenderableType:
    """All parts below one another: table, boards, and what takes the whole width."""
    table, boards = parts
    min_width = SHORT_COLUMN if short else LONG_COLUMN
    rows: list[RenderableType] = []
    if table:
        rows.append(side_by_side(table, width, max(min_width, *(panel.get("least", 0) for panel in view["parts"]))))
    if boards:
        rows.append(side_by_side(boards, width, min_width))
    return Group(*rows, *(part(panel, short=False) for panel in view["parts"] if panel.get("wide")))


def part(panel: dict[str, Any], *, short: bool, marked: bool = False) -> RenderableType:
    """A titled part; the board of the player to move is marked."""
    head = Table.grid(expand=True)
    head.add_column(ratio=1)
    head.add_column(justify="right")
    title = rich_text(panel["title"])
    title.stylize("bold")
    head.add_row(title, Text(f"{plain_text(panel['aside'])}{' ◄' if marked else ''} ", style="bold"))
    rule = Rule(style="bold" if marked else "dim", characters="━" if marked else "─")
    return Group(head, rule, *(block(entry, short=short) for entry in panel["blocks"]))


def block(entry: dict[str, Any], *, short: bool) -> RenderableType:
    """One block of a part."""
    if "facts" in entry:
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(style="dim", no_wrap=short)
        grid.add_column(overflow="fold")
        for label, text in entry["facts"]:
            grid.add_row(rich_text(label), rich_text(text))
        return grid
    if "table" in entry:
        return _rows(entry["table"], short=short)
    if "grid" in entry:
        return _squares(entry["grid"])
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="bold")
    grid.add_column(overflow="fold")
    for tile in entry["tiles"]:
        joint = "  " if short else "\n"
        lines = Text(joint).join([rich_text(line) for line in tile["lines"]])
        status = rich_text(tile["status"])
        grid.add_row(rich_text(tile["title"]), Text("\n").join([status, lines]) if tile["lines"] else status)
    return grid


def _squares(grid: dict[str, Any]) -> RenderableType:
    """A map: two characters a square, one line a row, without space between."""
    lines = [Text("   " + "".join(f"{name:<2}" for name in grid["head"]), style="dim", no_wrap=True)]
    for name, *cells in grid["rows"]:
        line = Text(no_wrap=True).append(f"{name:>2} ", "dim")
        for words, tone in cells:
            line.append(f"{words:<2}", style_of(tone))
        lines.append(line)
    return Group(*lines)


def _rows(table: dict[str, Any], *, short: bool) -> RenderableType:
    grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, show_header=not short, header_style="dim")
    for name in table["head"]:
        grid.add_column(rich_text(name), overflow="fold")
    for row in table["rows"]:
        grid.add_row(*(rich_text(cell) for cell in row))
    return grid


# -- around a table -------------------------------------------------------------------------------------------------


def moment_title(timeline: Timeline, moment: Moment, view: dict[str, Any]) -> Text:
    """Which moment of the game it is, in one line."""
    title = Text.assemble((f"{timeline.header['title']} · ", "bold"), plain_text(view["title"]))
    title.append(f" · decision {moment.ply} of {len(timeline.moments) - 1}", "dim")
    if moment.turn:
        title.append(f" · {moment.turn}", "dim")
    title.no_wrap, title.overflow = True, "ellipsis"
    return title


def line_of_last(timeline: Timeline, moment: Moment, *, events: int | None = None) -> Text:
    """The last move in words, with what followed, or the first `events` of it; of the set-up, what the record lacks."""
    if moment.last is None:
        return Text(f"The set-up is done{f'; {timeline.note}' if timeline.note else ''}.", style="dim")
    words = Text.assemble((timeline.seat_name(moment.last["seat"]), style_of(f"seat{moment.last['seat']}")), ": ")
    words.append(moment.words, "bold")
    words.append(f" ({moment.last['move']})")
    followed = moment.last["events"]
    for event in followed[:events]:
        words.append(f" · {event}", "dim")
    if followed[:events] != followed:
        words.append(" · …", "dim")
    return words


def line_of_next(timeline: Timeline, moment: Moment) -> Text:
    """Who decides what."""
    if moment.next is None:
        return Text(timeline.outcome, style="bold")
    options = len(moment.next["legal"])
    words = "no choice" if options == 1 else f"{options} options"
    return Text(
        f"Next: {timeline.seat_name(moment.next['seat'])} decides: {moment.next['stage']}, {words}", style="dim"
    )


def score_table(timeline: Timeline) -> RenderableType:
    """Scores by category at the end."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for seat in timeline.end["seats"]:
        table.add_column(timeline.seat_name(seat["seat"]), justify="right")
    for name in timeline.header["categories"]:
        table.add_row(name, *(str(seat["by_category"][name]) for seat in timeline.end["seats"]))
    table.add_row("score", *(str(seat["score"]) for seat in timeline.end["seats"]), style="bold")
    table.add_row("rank", *(str(seat["rank"]) for seat in timeline.end["seats"]))
    return table


def legend_table(renderer: TableRenderer) -> RenderableType:
    """What letters and signs stand for."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold")
    grid.add_column()
    for name, words in renderer.legend:
        grid.add_row(name, words)
    return grid


def lines_on(console: Console, screen: RenderableType) -> list[list[Any]]:
    """The screen as lines of segments, to be cut into pages."""
    return console.render_lines(screen, console.options.update(height=None), pad=True)


def screens(
    console: Console, timeline: Timeline, moment: Moment, renderer: TableRenderer, *, height: int, short: bool
) -> list[Lines]:
    """A moment of a timeline in screens of so many lines; at the end the scores come first."""
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
    packed into. above: what stands between title and table. to_move: the seat whose board is marked."""
    width = console.size.width
    head = lines_on(console, title)[:1]
    laid_out = _laid_out(view, short=short, to_move=to_move)
    page = head + lines_on(console, Group(*above, _arranged(view, laid_out, width, short=short)))
    if len(page) <= height:
        return [page]
    min_width = SHORT_COLUMN if short else LONG_COLUMN
    table = [entry for entry in view["parts"] if entry["seat"] is None and not entry.get("wide")]
    boards = [entry for entry in view["parts"] if entry["seat"]]
    groups = list(above)
    for entries, panels in zip((table, boards), laid_out, strict=True):
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
