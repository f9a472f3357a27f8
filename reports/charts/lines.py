"""Lines over a whole-number axis (rounds, counts), each with its interval, columns stacked over rounds, and named dots
over a logarithmic axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from types import MappingProxyType
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.sheet import (
    STEPS,
    Estimate,
    Key,
    Scale,
    margin_key,
    measured,
    open_sheet,
    panel_heads,
    plain,
    tick_texts,
)
from reports.charts.style import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Limits, Plot

__all__ = ["Dot", "Series", "dot_panels", "draw_axes", "line_panels", "lines", "spread", "stacked_columns"]


CROWD = 16  # points on a line up to which they are drawn large
SHIFT = 0.07  # of the axis: from one series with bars to the next
LEFT = 0.62  # inches of the vertical axis and its numbers
HEIGHT = 2.9  # inches of one plot
DOT = 12.0  # points between a plot and the name of a line; its dot stands in their middle
DOT_SIZE = 5.2  # points of a dot with its name beside it
THIN = 0.015  # inches that a line and its air reach to both sides
STEPS_OF_LINE = 60  # between two corners, which names keep away from


@dataclass(frozen=True)
class Series:
    """A named line: whole-number x, an estimate each, colour; `bars` draws interval bars with dots instead of a
    band."""

    label: str
    colour: str
    x: tuple[float, ...]
    estimates: tuple[Estimate, ...]
    bars: bool = False

    def __post_init__(self) -> None:
        if self.colour in style.VERDICT:
            raise ValueError(f"{self.label}: {self.colour} says better or worse than par, and nothing else")


def spread(targets: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Places as near as can be to the targets, in order, at least that distance apart, inside the limits."""
    order = sorted(range(len(targets)), key=lambda i: targets[i])
    places, floor, ceiling = [0.0] * len(targets), low, high
    for i in order:
        places[i] = max(targets[i], floor)
        floor = places[i] + distance
    for i in reversed(order):
        places[i] = min(places[i], ceiling)
        ceiling = places[i] - distance
    return places


def _draw(plot: Plot, series: Sequence[Series], scale: Scale, x_label: str, names: Mapping[float, str]) -> None:
    """Draw the series, those with bars a little apart so that intervals stay readable. Many points are small, and bands
    of many series faint. Every point has its words: an unseen disc on it, large enough to be hit."""
    size = 5.2 if max(len(line.x) for line in series) <= CROWD else 3.2
    veil = min(0.16, 0.6 / len(series))
    places = [
        [x + (number - (len(series) - 1) / 2) * SHIFT * line.bars for x in line.x] for number, line in enumerate(series)
    ]
    for line, xs in zip(series, places, strict=True):
        values = [e.value for e in line.estimates]
        plot.line(xs, values, color=line.colour, linewidth=1.8, zorder=4)
        if line.bars:
            for place, e in zip(xs, line.estimates, strict=True):
                plot.line([place, place], [e.low, e.high], color=line.colour, linewidth=1.3, zorder=3)
            plot.points(xs, values, color=line.colour, markersize=size, zorder=5)
        else:
            low, high = [e.low for e in line.estimates], [e.high for e in line.estimates]
            plot.band(xs, low, high, color=line.colour, alpha=veil, zorder=2)
    for line, xs in zip(series, places, strict=True):
        for x, at, e in zip(line.x, xs, line.estimates, strict=True):
            disc = plot.points([at], [e.value], markersize=9, markeredgewidth=0, alpha=0, zorder=8)
            place_name = names.get(x, f"{x:g}").replace("\n", " ")
            of = f"{line.label}, " if line.label else ""
            say(disc, f"{of}{x_label} {place_name}", *measured(e, scale))


def _reach(series: Sequence[Series], scale: Scale) -> tuple[Limits, Limits]:
    """Limits of a plot of these lines."""
    values = [bound for line in series for e in line.estimates for bound in (e.low, e.high, e.value)]
    xs = sorted({x for line in series for x in line.x})
    if scale.par is not None:
        values += [scale.par - (scale.margin or 0.0), scale.par + (scale.margin or 0.0)]
    low, high = min(values), max(values)
    pad = 0.08 * (high - low) or 1.0
    return (xs[0] - 0.3, xs[-1] + 0.3), (low - pad, high + pad)


def draw_axes(
    plot: Plot, scale: Scale, x_label: str, *, names: Mapping[float, str] = MappingProxyType({}), grid: bool = True
) -> None:
    """Axes of a plot whose values stand upright over whole numbers, grid, par line and margin band. names: of places at
    the foot, for their numbers."""
    from reports.charts.plot import tick_places

    names = names or {place: f"{place:g}" for place in tick_places(plot.x, 12, integer=True)}
    plot.x_axis(list(names), names.values(), x_label)
    places = tick_places(plot.y, 6, steps=STEPS)
    plot.y_axis(places, tick_texts(scale, places), scale.label, grid=grid)
    if scale.par is not None:
        if scale.margin:
            left, right = plot.x
            plot.rectangle((left, scale.par - scale.margin), right - left, 2 * scale.margin, style.BAND, zorder=0)
        plot.level(scale.par, color=style.INK, linewidth=0.9, zorder=1)


def lines(
    title: str,
    subtitle: str,
    series: Sequence[Series],
    scale: Scale,
    *,
    x_label: str,
    tick_labels: Mapping[float, str] = MappingProxyType({}),
) -> Figure:
    """One plot of several lines, each named beside its last point after a dot of its colour."""
    label_width = min(1.9, 0.15 + DOT / 72 + max(style.measure(line.label, style.SMALL, bold=True) for line in series))
    par_label = scale.par_label if scale.par is not None else ""
    label_width = max(label_width, 0.15 + style.measure(par_label, style.NOTE))
    ticks = 0.45 + 0.15 * max((label.count("\n") + 1 for label in tick_labels.values()), default=1)
    width = style.width() - LEFT - label_width - 0.1
    axis_label = style.wrap(x_label, width + 2 * LEFT - 0.1, style.SMALL)  # it may reach as far as the numbers do
    ticks += 0.15 * axis_label.count("\n")
    sheet = open_sheet(title, subtitle, HEIGHT + ticks, keys=margin_key(scale))
    plot = sheet.plot(LEFT, 0.1, width, HEIGHT, *_reach(series, scale))
    _draw(plot, series, scale, x_label, tick_labels)
    draw_axes(plot, scale, axis_label, names=tick_labels)
    low, high = plot.y
    unit = (high - low) / HEIGHT  # data units an inch
    names = [style.wrap(line.label, label_width, style.SMALL, bold=True) for line in series]
    targets = [line.estimates[-1].value for line in series] + ([] if scale.par is None else [scale.par])
    tallest = max(name.count("\n") + 1 for name in names)
    places = spread(targets, 0.15 * tallest * unit, low + 0.05 * unit, high - 0.05 * unit)
    edge = plot.x[1]
    for name, line, y in zip(names, series, places, strict=False):
        plot.points([edge], [y], right=DOT / 2, color=line.colour, markersize=5)
        plot.text(edge, y, name, shift=(DOT, 0.0), size=style.SMALL, weight="bold", va="center")
    if scale.par is not None:
        muted = {"color": style.MUTED, "size": style.NOTE}
        plot.text(edge, places[-1], par_label, shift=(4.0, 0.0), va="center", **muted)
    return sheet.figure


def line_panels(
    title: str,
    subtitle: str,
    panels: Sequence[tuple[str, Sequence[Series], Scale]],
    *,
    x_label: str,
    tick_labels: Mapping[float, str] = MappingProxyType({}),
    note: str = "",
) -> Figure:
    """Up to three plots abreast with the key of the lines of the first, each with its own vertical axis."""
    height, gap, left = 2.4, 0.62, 0.6
    width = (style.width() - left - 0.08 - gap * (len(panels) - 1)) / len(panels)
    keys = [Key(line.label, line.colour, "line") for line in panels[0][1]]
    names, head = panel_heads([name for name, _, _ in panels], width)
    sheet = open_sheet(title, subtitle, head + height + 0.59, keys=keys, note=note)
    for number, (name, (_, series, scale)) in enumerate(zip(names, panels, strict=True)):
        x = left + number * (width + gap)
        sheet.text(x, head / 2 - 0.01, name, weight="bold")
        plot = sheet.plot(x, head + 0.02, width, height, *_reach(series, scale))
        _draw(plot, series, scale, x_label, tick_labels)
        draw_axes(plot, scale, x_label, names=tick_labels)
    return sheet.figure


def stacked_columns(
    title: str,
    subtitle: str,
    columns: Sequence[tuple[float, Sequence[float]]],
    series: Sequence[Key],
    *,
    x_label: str,
    y_label: str,
    note: str = "",
) -> Figure:
    """One column a step (place on the axis, parts in %), the first series at the foot; a part is printed where it fits
    and stands out."""
    sheet = open_sheet(title, subtitle, 3.5, keys=series, note=note)
    width, height = style.width() - 0.65, 2.95
    first, last = columns[0][0], columns[-1][0]
    plot = sheet.plot(0.55, 0.08, width, height, (first - 0.55, last + 0.55), (0, 100))
    inch = width / (last - first + 1.1)
    for place, parts in columns:
        foot = 0.0
        for part, key in zip(parts, series, strict=True):
            bar = plot.rectangle((place - 0.43, foot), 0.86, part, key.colour, edgecolor=style.PAPER, linewidth=0.5)
            say(bar, f"{x_label} {place:g}", f"{key.label}: {plain(part)} %")
            text = plain(part, 0)
            if part * height / 100 > 0.15 and style.measure(text, style.NOTE) < 0.8 * inch:
                ink = style.chosen_ink(key.colour)
                plot.text(place, foot + part / 2, text, size=style.NOTE, color=ink, ha="center", va="center_baseline")
            foot += part
    draw_axes(plot, Scale(y_label), x_label, grid=False)
    return sheet.figure


@dataclass(frozen=True)
class Dot:
    """A named value over a place on a logarithmic axis; `joined`: a line leads from joined dot to joined dot."""

    name: str
    colour: str
    x: float  # above 0
    estimate: Estimate
    words: str
    joined: bool = False


def dot_panels(
    title: str,
    subtitle: str,
    panels: Sequence[tuple[str, Sequence[Dot], Scale]],
    *,
    x_label: str,
    keys: Sequence[Key] = (),
    note: str = "",
) -> Figure:
    """Plots one below the other, each with its heading: dots with their intervals and names over a logarithmic axis."""
    height, head, foot = 2.5, 0.3, 0.5
    depth = head + height + foot
    sheet = open_sheet(title, subtitle, len(panels) * depth, keys=keys, note=note)
    last_power = ceil(max(log10(dot.x) for _, dots, _ in panels for dot in dots))
    width = style.width() - LEFT - 0.06 - style.measure(f"{10.0**last_power:,g}", style.BODY) / 2  # half a tick's label
    for number, (heading, dots, scale) in enumerate(panels):
        sheet.text(LEFT, number * depth + head / 2, style.wrap(heading, width, style.BODY, bold=True), weight="bold")
        first, last = floor(min(log10(dot.x) for dot in dots)), ceil(max(log10(dot.x) for dot in dots))
        line = Series("", style.MEASURE, (first, last), tuple(dot.estimate for dot in dots))
        plot = sheet.plot(
            LEFT, number * depth + head, width, height, (first - 0.02, last + 0.02), _reach([line], scale)[1]
        )
        draw_axes(plot, scale, x_label, names={float(power): f"{10.0**power:,g}" for power in range(first, last + 1)})
        _draw_dots(plot, sorted(dots, key=lambda dot: dot.x), scale)
    return sheet.figure


def _draw_dots(plot: Plot, dots: Sequence[Dot], scale: Scale) -> None:
    """Draw the dots, the line through those that are joined, and names where they lie least on what is there."""
    front = [dot for dot in dots if dot.joined]
    xs, ys = [log10(dot.x) for dot in front], [dot.estimate.value for dot in front]
    plot.line(xs, ys, color=style.INK, linewidth=1.2, zorder=2)
    for dot, shift in zip(dots, _name_places(plot, dots), strict=True):
        x, y = log10(dot.x), dot.estimate.value
        plot.line([x, x], [dot.estimate.low, dot.estimate.high], color=dot.colour, linewidth=1.3, zorder=3)
        mark = plot.points([x], [y], color=dot.colour, markersize=DOT_SIZE, markeredgewidth=0, zorder=4)
        say(mark, dot.words, *measured(dot.estimate, scale, "games"))
        plot.text(x, y, dot.name, shift=shift, size=style.NOTE, va="center", zorder=5)


Box = tuple[float, float, float, float]  # left, foot, right, top in inches


def _name_places(plot: Plot, dots: Sequence[Dot]) -> list[tuple[float, float]]:
    """Where names begin, in points to the right of and above their dots."""
    _, _, width, height = plot.box
    across, upward = width / (plot.x[1] - plot.x[0]), height / (plot.y[1] - plot.y[0])

    def inches(dot: Dot, value: float) -> tuple[float, float]:
        return (log10(dot.x) - plot.x[0]) * across, (value - plot.y[0]) * upward

    centres = [inches(dot, dot.estimate.value) for dot in dots]
    half, air = style.NOTE / 144, DOT_SIZE / 144 + 0.035
    boxes = [(x - air, y - air / 2, x + air, y + air / 2) for x, y in centres]
    boxes += [
        (x - THIN, inches(dot, dot.estimate.low)[1], x + THIN, inches(dot, dot.estimate.high)[1])
        for dot, (x, _) in zip(dots, centres, strict=True)
    ]
    boxes += _boxes_of_line([centre for dot, centre in zip(dots, centres, strict=True) if dot.joined])
    places = []
    for dot, (x, y) in zip(dots, centres, strict=True):
        size = style.measure(dot.name, style.NOTE)
        shifts = [
            (right, up * (half + air) / 2)
            for up in (0, 2, -2, 3, -3, 4, -4, 6, -6)
            for right in ((air, -air - size) if abs(up) < 3 else (air, -air - size, -size / 2))
        ]
        options = [(x + right, y + up - half, x + right + size, y + up + half) for right, up in shifts]
        crowding = [
            sum(_shared_area(box, other) for other in boxes) + (min(box) < 0 or box[2] > width or box[3] > height)
            for box in options
        ]
        best = min(range(len(shifts)), key=lambda number: (round(crowding[number], 6), number))
        places.append((72 * shifts[best][0], 72 * shifts[best][1]))
        boxes.append(options[best])
    return places


def _boxes_of_line(corners: Sequence[tuple[float, float]]) -> list[Box]:
    """A line through these corners as boxes in a row."""
    return [
        (x - THIN, y - THIN, x + THIN, y + THIN)
        for (left, foot), (right, top) in pairwise(corners)
        for part in range(STEPS_OF_LINE)
        for x, y in [(left + (right - left) * part / STEPS_OF_LINE, foot + (top - foot) * part / STEPS_OF_LINE)]
    ]


def _shared_area(box: Box, other: Box) -> float:
    width, height = min(box[2], other[2]) - max(box[0], other[0]), min(box[3], other[3]) - max(box[1], other[1])
    return max(0.0, width) * max(0.0, height)
