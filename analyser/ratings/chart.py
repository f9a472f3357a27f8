"""The chart of strength against cost: a plot for each table, cost on a logarithmic axis, the front joined."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from analyser.ratings.cost import KINDS, front_of, kind_of, table_head
from reports.charts import style
from reports.charts.sheet import Estimate, Key, Scale, measured, open_sheet
from reports.charts.style import CATEGORIES, house_style, say, svg_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyser.ratings.table import CostRow
    from reports.charts.plot import Plot

__all__ = ["cost_figure", "draw_costs"]

COLOURS = dict(zip(KINDS, (CATEGORIES[2], CATEGORIES[3], CATEGORIES[6], CATEGORIES[1], CATEGORIES[0]), strict=True))
LEFT, HEIGHT = 0.6, 2.5  # inches of a vertical axis with its numbers, and of a plot
HEAD, FOOT = 0.3, 0.42  # inches above a plot and below it, for its name and its axis
DOT = 5.2  # points
THIN = 0.015  # inches that a line reaches to both sides, with air
STEPS = 60  # of a line between two corners, which labels keep away from

Box = tuple[float, float, float, float]  # left, foot, right, top in inches
Table = tuple[str, Sequence["CostRow"]]  # its game's name and its rows


def draw_costs(tables: Sequence[Table]) -> bytes:
    """The chart as SVG."""
    with house_style():
        return svg_bytes(cost_figure(tables))


def cost_figure(tables: Sequence[Table]) -> Figure:
    """The chart; to be drawn in the house style."""
    drawn = {kind_of(row.strategy) for _, rows in tables for row in rows}
    worthy = {kind_of(row.strategy) for _, rows in tables for row in front_of(rows)}
    rest = [kind for kind in KINDS if kind in drawn - worthy]
    claim = f"Never worth their time: {', '.join(rest)}" if rest else "Every kind of player is worth its time"
    sheet = open_sheet(
        claim,
        "Wins of one player alone among the game's best plans, by what a decision takes it; 95 % intervals. "
        "The line joins the players that none at most as dear beats.",
        len(tables) * (HEAD + HEIGHT + FOOT),
        keys=[Key(kind, COLOURS[kind], "point") for kind in KINDS if kind in drawn],
        note="Numbers at dots: N. Black lines: a fair share.",
    )
    for number, (game, rows) in enumerate(tables):
        depth = number * (HEAD + HEIGHT + FOOT)
        sheet.text(LEFT, depth + HEAD / 2, table_head(game, rows), weight="bold")
        costs = [log10(row.microseconds) for row in rows]
        low, high = min(row.low for row in rows), max(row.high for row in rows)
        x = (floor(min(costs)) - 0.02, ceil(max(costs)) + 0.02)
        y = (100 * max(0.0, low - 0.06), 100 * min(1.0, high + 0.06))
        plot = sheet.plot(LEFT, depth + HEAD, style.width() - LEFT - 0.1, HEIGHT, x, y)
        _draw_table(plot, rows)
    return sheet.figure


def _draw_table(plot: Plot, rows: Sequence[CostRow]) -> None:
    from reports.charts.lines import draw_axes

    scale = Scale("wins of 100 games", 100 / rows[0].players)
    decades = range(ceil(plot.x[0]), floor(plot.x[1]) + 1)
    names = {float(decade): f"{10.0**decade:,g}" for decade in decades}
    draw_axes(plot, scale, "microseconds of processor time a decision", names=names)
    front = front_of(rows)
    plot.line(
        [log10(row.microseconds) for row in front], [100 * row.share for row in front],
        color=style.INK, linewidth=1.2, zorder=2,
    )  # fmt: skip
    for row in rows:
        place, colour = log10(row.microseconds), COLOURS[kind_of(row.strategy)]
        wins = Estimate(100 * row.share, 100 * row.low, 100 * row.high, row.games)
        plot.line([place, place], [wins.low, wins.high], color=colour, linewidth=1.3, zorder=3)
        dot = plot.points([place], [wins.value], color=colour, markersize=DOT, markeredgewidth=0, zorder=4)
        say(dot, f"{row.strategy}, {row.microseconds:,.1f} µs", *measured(wins, scale, "games"))
    for row, (right, up) in zip(rows, label_places(plot, rows), strict=True):
        x, y, shift = log10(row.microseconds), 100 * row.share, (72 * right, 72 * up)
        plot.text(x, y, _label(row), shift=shift, size=style.NOTE, va="center", zorder=5)


def _label(row: CostRow) -> str:
    """What a dot is called beside it, where its colour says the kind."""
    kind = kind_of(row.strategy)
    return row.strategy if kind == KINDS[0] else row.strategy.split(":")[kind.split(":").index("N")]


def label_places(plot: Plot, rows: Sequence[CostRow]) -> list[tuple[float, float]]:
    """Where labels begin, in inches to the right of and above their dots: where each lies least on what is there."""
    _, _, width, height = plot.box
    across, upward = width / (plot.x[1] - plot.x[0]), height / (plot.y[1] - plot.y[0])
    dots = [((log10(row.microseconds) - plot.x[0]) * across, (100 * row.share - plot.y[0]) * upward) for row in rows]
    half, air = style.NOTE / 144, DOT / 144 + 0.035
    taken: list[Box] = [(x - air, y - air / 2, x + air, y + air / 2) for x, y in dots]
    taken += [
        (x - THIN, (100 * row.low - plot.y[0]) * upward, x + THIN, (100 * row.high - plot.y[0]) * upward)
        for row, (x, _) in zip(rows, dots, strict=True)
    ]
    taken += _steps([dots[rows.index(row)] for row in front_of(rows)])
    places = []
    for row, (x, y) in zip(rows, dots, strict=True):
        size = style.measure(_label(row), style.NOTE)
        tried = [
            (right, up * (half + air))
            for up in (0, 1, -1, 2, -2, 3, -3)
            for right in ((air, -air - size) if up in (0, 1, -1) else (air, -air - size, -size / 2))
        ]
        boxes = [(x + right, y + up - half, x + right + size, y + up + half) for right, up in tried]
        inside = [min(box) >= 0 and box[2] <= width and box[3] <= height for box in boxes]
        crowd = [
            sum(_shared(box, other) for other in taken) + (not is_in) for box, is_in in zip(boxes, inside, strict=True)
        ]
        best = min(range(len(tried)), key=lambda number: (round(crowd[number], 6), number))
        places.append(tried[best])
        taken.append(boxes[best])
    return places


def _steps(corners: Sequence[tuple[float, float]]) -> list[Box]:
    """A line through these corners as boxes in a row."""
    return [
        (x - THIN, y - THIN, x + THIN, y + THIN)
        for (left, foot), (right, top) in pairwise(corners)
        for part in range(STEPS)
        for x, y in [(left + (right - left) * part / STEPS, foot + (top - foot) * part / STEPS)]
    ]


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    return max(0.0, width) * max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
