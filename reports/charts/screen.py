"""The chart of a first screen: a row a subject with its number, two intervals over the fair band, and its word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cext.player_classes import WEAK, players_words
from reports.charts import style
from reports.charts.sheet import Key, Scale, Sheet, finish, open_sheet, plain
from reports.charts.style import signed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.answer import FirstScreen, ScreenRow
    from reports.charts.plot import Plot

__all__ = ["screen_chart"]

COLOURS = {"more": style.MORE, "less": style.LESS, "fair": style.INSIDE, "unclear": style.NEUTRAL}
MARK, THIN = 0.15, 1.6  # inches of the line of another class of players, points of its interval
ROW, TIGHT, STACKED = 0.27, 0.2, 0.4  # inches of a row; of one of many; of one whose words stand over its interval
MANY = 8  # rows
FEW, SHORT = 5, 1.2  # rows on phones, and inches of a name, up to which words stand over the interval, or beside it
HEAD = 0.25  # inches of a family's name
GAP = 0.14  # inches between columns
DOT = 5.0  # points of a bot's mark
LINE, AXIS, LABEL = 6.5, 0.34, 0.14  # points of an interval; inches of the axis with its label; of a line of that
SIZE = style.BODY + 0.6


def screen_chart(screen: FirstScreen, question: str) -> Figure:
    """The rows of a first screen, grouped where they belong to several families; on phones names and words of few rows,
    or of long names, stand over the intervals, before one band for all of them."""
    narrow = style.width() < style.WIDTH
    is_stacked = narrow and (len(screen.rows) <= FEW or _names(screen) > SHORT)
    axis = screen.axis
    if narrow:
        few = screen.furthest_rows(FEW) if is_stacked else screen.rows
        if len(few) < len(screen.rows):
            axis = f"{axis.partition('; the ')[0]}; the {len(few)} furthest from fair"
        screen = replace(screen, rows=tuple(replace(row, word=_short(row.word)) for row in few))
    axis = style.wrap(axis, style.width() - 0.1, style.SMALL)
    row_height = STACKED if is_stacked else ROW if len(screen.rows) <= MANY and not narrow else TIGHT
    row_heights = [row_height + MARK * len(row.classes) for row in screen.rows]
    groups = [row.group for row in screen.rows]
    begins = [bool(group) and group != last for last, group in zip(["", *groups], groups, strict=False)]
    depths = [sum(row_heights[:i]) + HEAD * sum(begins[: i + 1]) for i in range(len(groups))]
    depth = depths[-1] + row_heights[-1]
    foot = AXIS + LABEL * axis.count("\n")
    sheet = open_sheet(screen.finding, question, depth + foot + 0.04, keys=_keys(screen))
    left, right = 0.05, _values(screen) + GAP
    if not is_stacked:  # beside names and numbers, and words
        left, right = _names(screen) + _values(screen) + 2 * GAP + 0.02, _words(screen.rows) + GAP
    plot = sheet.plot(left, 0.0, style.width() - left - right, depth, screen.limits(screen.rows), (depth, 0.0))
    fair, margin = screen.fair, screen.margin
    if is_stacked and fair is not None and margin:  # behind words, which no line may cross
        sheet.band(plot, fair - margin, fair + margin, 0.0, depth)
    scale = Scale("" if narrow else axis, None if is_stacked else fair, "fair", margin, signed if fair == 0 else plain)
    finish(plot, scale, ticks=5 if is_stacked else 4 if narrow else 8, grid=not is_stacked)
    if narrow:  # the label is wider than the plot
        sheet.text(style.width() / 2, depth + 0.22, axis, ha="center", va="top", color=style.MUTED, size=style.SMALL)
    for row, begins_group, top in zip(screen.rows, begins, depths, strict=True):
        if begins_group:
            sheet.text(0.02, top - HEAD / 2 + 0.02, row.group, size=style.SMALL, color=style.MUTED, weight="bold")
        _draw_intervals(plot, screen, row, top, row_height, is_stacked=is_stacked)
        _draw_words(sheet, screen, row, top, row_height, is_stacked=is_stacked)
        _draw_marks(sheet, plot, screen, row, top + row_height, is_stacked=is_stacked)
    return sheet.figure


def _short(word: str) -> str:
    """The word of a row as phones have it: an unclear one that leans as what it may be."""
    leaning = word.partition("leaning ")[2]
    return f"{leaning}?" if leaning else word


def _draw_intervals(
    plot: Plot, screen: FirstScreen, row: ScreenRow, depth: float, row_height: float, *, is_stacked: bool
) -> None:
    """The interval over deals on that of the mean over plans, and what a pointer is told of them."""
    colour, middle = COLOURS[row.side], depth + (0.3 if is_stacked else row_height / 2)
    if is_stacked and screen.fair is not None:
        plot.line([screen.fair] * 2, (depth + 0.2, depth + 0.4), color=style.INK, linewidth=0.9, zorder=1)
    value, low, high = map(screen.text_of, (row.value, row.low, row.high))
    lines = [f"{value}, {screen.chance} {low} to {high}"]
    if row.plans_low is not None and row.plans_high is not None:
        plot.line([row.plans_low, row.plans_high], [middle] * 2, color=colour, alpha=0.3, linewidth=LINE, zorder=3)
        lines.append(f"mean over bots {screen.text_of(row.plans_low)} to {screen.text_of(row.plans_high)}")
    plot.line([row.low, row.high], [middle] * 2, color=colour, linewidth=LINE, zorder=4)
    point = plot.points([row.value], [middle], color=colour, markersize=LINE, zorder=5)
    dots = plot.points(row.dots, [middle] * len(row.dots), color=style.PALE, markersize=DOT, zorder=4.5)
    for artist in (point, dots):
        artist.set(markeredgecolor=style.PAPER, markeredgewidth=1.2)
    left, right = plot.x
    plot.region((left, depth), right - left, row_height, f"{row.name}: {row.word}", *lines)


def _draw_words(
    sheet: Sheet, screen: FirstScreen, row: ScreenRow, depth: float, row_height: float, *, is_stacked: bool
) -> None:
    """The row's name, number and word in their columns; on phones name and word in a line over its interval, with the
    number behind that."""
    is_decided = row.side in ("more", "less")
    ink = COLOURS[row.side] if is_decided and not is_stacked else style.MUTED if row.side == "unclear" else style.INK
    value = screen.text_of(row.value)
    names, values = _names(screen), _values(screen)
    word_left = style.width() - _words([row] if is_stacked else screen.rows)
    room = word_left - GAP if is_stacked else names
    middle = depth + (0.12 if is_stacked else row_height / 2)
    sheet.text(0.02, middle, style.wrap(row.name, room, SIZE, lines=1), size=SIZE)
    right, line = (style.width() - 0.02, depth + 0.3) if is_stacked else (0.02 + names + GAP + values, middle)
    sheet.text(right, line, value, ha="right", weight="bold", size=SIZE)
    at, side = (right, "right") if is_stacked else (word_left, "left")
    sheet.text(at, middle, row.word, weight="bold" if is_decided else "normal", color=ink, size=SIZE, ha=side)


def _draw_marks(
    sheet: Sheet, plot: Plot, screen: FirstScreen, row: ScreenRow, depth: float, *, is_stacked: bool
) -> None:
    """What other classes of players make of the row, a thin line each under its interval, beginners pale."""
    left, right = plot.x
    for at, mark in enumerate(row.classes):
        top = depth + MARK * at - MARK / 3
        middle = top + MARK / 2
        colour = style.OTHERS if mark.players in WEAK else style.NEUTRAL
        low, high = max(mark.low, left), min(mark.high, right)
        plot.line([low, high], [middle] * 2, color=colour, linewidth=THIN, zorder=4)
        plot.points([mark.value], [middle], color=colour, markersize=4.2, zorder=5)
        value = screen.text_of(mark.value)
        plot.region((left, top), right - left, MARK, f"{row.name}, {players_words(mark.players)}: {value}")
        how = {"size": style.NOTE, "color": style.MUTED}
        if is_stacked and mark.value < (left + right) / 2:
            sheet.text(style.width() - 0.02, middle, f"{mark.players} {value}", ha="right", **how)
        elif is_stacked:
            sheet.text(0.02, middle, f"{mark.players} {value}", **how)
        else:
            sheet.text(0.02, middle, mark.players, **how)
            sheet.text(_names(screen) + GAP + 0.02 + _values(screen), middle, value, ha="right", **how)


def _names(screen: FirstScreen) -> float:
    classes = [style.measure(mark.players, style.NOTE) for row in screen.rows for mark in row.classes]
    return min(2.0, max([style.measure(row.name, SIZE) for row in screen.rows] + classes)) + 0.04


def _values(screen: FirstScreen) -> float:
    return max(style.measure(screen.text_of(row.value), SIZE, bold=True) for row in screen.rows)


def _words(rows: Sequence[ScreenRow]) -> float:
    return max(style.measure(row.word, SIZE, bold=row.side in ("more", "less")) for row in rows) + 0.05


def _is_wider(row: ScreenRow) -> bool:
    """Whether the mean over plans can be seen behind the interval over deals."""
    low, high = row.plans_low, row.plans_high
    return low is not None and high is not None and (low < row.low or high > row.high)


def _keys(screen: FirstScreen) -> Sequence[Key]:
    """What band, dark and pale mean."""
    keys = [Key(f"{screen.chance}, 95 % sure", style.INSIDE, "line", verdict=True)]
    if any(row.dots for row in screen.rows):
        keys.append(Key("a bot", style.PALE, "point"))
    if any(_is_wider(row) for row in screen.rows):
        keys.append(Key("mean over bots", style.OTHERS, "line"))
    if screen.fair is not None and screen.margin:
        keys.append(Key(f"fair, give or take {screen.margin:g}", style.MARGIN, "band"))
    return keys
