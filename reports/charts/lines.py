"""Lines over a whole-number axis (rounds, counts), each with its interval, and columns stacked over rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.sheet import STEPS, Estimate, Key, Scale, margin_key, measured, open_sheet, plain, tick_texts
from reports.charts.style import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Limits, Plot

__all__ = ["Series", "frame_bars", "line_panels", "lines", "spread", "stacked_columns"]


CROWD = 16  # points on a line up to which they are drawn large
LEFT = 0.62  # inches of the vertical axis and its numbers
HEIGHT = 2.9  # inches of one plot
DOT = 12.0  # points between a plot and the name of a line; its dot stands in their middle


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
    places = [0.0] * len(targets)
    at = low - distance
    for i in order:
        at = max(targets[i], at + distance)
        places[i] = at
    over = at - high
    ceiling = high
    for i in reversed(order):
        if over <= 0:
            break
        places[i] = min(places[i], ceiling)
        ceiling = places[i] - distance
    return places


def _draw(plot: Plot, series: Sequence[Series], shift: float) -> None:
    """Draw the series; those with bars stand a little apart so that intervals stay readable. Many points are small, and
    bands of many series faint."""
    size = 5.2 if max(len(line.x) for line in series) <= CROWD else 3.2
    veil = min(0.16, 0.6 / len(series))
    for number, line in enumerate(series):
        x = _offset_x(line, number, len(series), shift)
        plot.line(x, [e.value for e in line.estimates], color=line.colour, linewidth=1.8, zorder=4)
        if line.bars:
            for place, e in zip(x, line.estimates, strict=True):
                plot.line([place, place], [e.low, e.high], color=line.colour, linewidth=1.3, zorder=3)
            plot.points(x, [e.value for e in line.estimates], color=line.colour, markersize=size, zorder=5)
        else:
            low, high = [e.low for e in line.estimates], [e.high for e in line.estimates]
            plot.band(x, low, high, color=line.colour, alpha=veil, zorder=2)


def _offset_x(line: Series, number: int, count: int, shift: float) -> list[float]:
    """Where the points of a series stand: those with bars a little beside each other."""
    offset = (number - (count - 1) / 2) * shift if line.bars else 0.0
    return [value + offset for value in line.x]


def _add_tooltips(
    plot: Plot, series: Sequence[Series], scale: Scale, x_label: str, names: Mapping[float, str], shift: float
) -> None:
    """Give every point its words: an unseen disc on it, large enough to be hit."""
    for number, line in enumerate(series):
        for x, at, e in zip(line.x, _offset_x(line, number, len(series), shift), line.estimates, strict=True):
            disc = plot.points([at], [e.value], markersize=9, markeredgewidth=0, alpha=0, zorder=8)
            place = names.get(x, f"{x:g}").replace("\n", " ")
            say(disc, f"{line.label}, {x_label} {place}" if line.label else f"{x_label} {place}", *measured(e, scale))


def _reach(series: Sequence[Series], scale: Scale) -> tuple[Limits, Limits]:
    """Limits of a plot of these lines."""
    values = [bound for line in series for e in line.estimates for bound in (e.low, e.high, e.value)]
    xs = sorted({x for line in series for x in line.x})
    if scale.par is not None:
        values += [scale.par - (scale.margin or 0.0), scale.par + (scale.margin or 0.0)]
    low, high = min(values), max(values)
    pad = 0.08 * (high - low) or 1.0
    return (xs[0] - 0.3, xs[-1] + 0.3), (low - pad, high + pad)


def _frame(
    plot: Plot, scale: Scale, x_label: str, *, y_label: bool, tick_labels: Mapping[float, str] | None = None
) -> None:
    """Axes, grid, par line and margin band of a line chart."""
    from reports.charts.plot import tick_places

    places = tick_places(plot.x, 12, integer=True)
    tick_labels = tick_labels or {place: f"{place:g}" for place in places}
    plot.x_axis(list(tick_labels), tick_labels.values(), x_label)
    places = tick_places(plot.y, 6, steps=STEPS)
    plot.y_axis(places, tick_texts(scale, places), scale.label if y_label else "", grid=True)
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
    tick_labels: dict[float, str] | None = None,
) -> Figure:
    """One plot of several lines, each named beside its last point after a dot of its colour."""
    label_width = min(1.9, 0.15 + DOT / 72 + max(style.measure(line.label, style.SMALL, bold=True) for line in series))
    par_label = scale.par_label if scale.par is not None else ""
    label_width = max(label_width, 0.15 + style.measure(par_label, style.NOTE))
    ticks = 0.45 + 0.15 * max((label.count("\n") + 1 for label in (tick_labels or {}).values()), default=1)
    width = style.width() - LEFT - label_width - 0.1
    axis_label = style.wrap(x_label, width + 2 * LEFT - 0.1, style.SMALL)  # it may reach as far as the numbers do
    ticks += 0.15 * axis_label.count("\n")
    sheet = open_sheet(title, subtitle, HEIGHT + ticks, keys=margin_key(scale))
    plot = sheet.plot(LEFT, 0.1, width, HEIGHT, *_reach(series, scale))
    _draw(plot, series, shift=0.07)
    _add_tooltips(plot, series, scale, x_label, tick_labels or {}, shift=0.07)
    _frame(plot, scale, axis_label, y_label=True, tick_labels=tick_labels)
    low, high = plot.y
    unit = (high - low) / HEIGHT  # data units an inch
    names = [
        (style.wrap(line.label, label_width, style.SMALL, bold=True), line.estimates[-1].value, line.colour)
        for line in series
    ]
    targets = [value for _, value, _ in names] + ([scale.par] if scale.par is not None else [])
    tallest = max(name.count("\n") + 1 for name, _, _ in names)
    places = spread(targets, 0.15 * tallest * unit, low + 0.05 * unit, high - 0.05 * unit)
    edge = plot.x[1]
    for (name, _, colour), y in zip(names, places, strict=False):
        plot.points([edge], [y], right=DOT / 2, color=colour, markersize=5)
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
    keys: Sequence[Key],
    shared: bool = True,
    note: str = "",
) -> Figure:
    """Two or three plots abreast with one key; `shared` gives all of them one vertical axis."""
    count = len(panels)
    height, gap, left = 2.4, 0.3 if shared else 0.62, 0.6
    width = (style.width() - left - 0.08 - gap * (count - 1)) / count
    sheet = open_sheet(title, subtitle, height + 0.85, keys=keys, note=note)
    reaches = [_reach(series, scale) for _, series, scale in panels]
    common = min(y[0] for _, y in reaches), max(y[1] for _, y in reaches)
    for number, (name, series, scale) in enumerate(panels):
        x = left + number * (width + gap)
        sheet.text(x, 0.12, name, weight="bold")
        across, up = reaches[number]
        plot = sheet.plot(x, 0.28, width, height, across, common if shared else up)
        _draw(plot, series, shift=0.07)
        _add_tooltips(plot, series, scale, x_label, {}, shift=0.07)
        _frame(plot, scale, x_label, y_label=number == 0 or not shared)
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
    frame_bars(plot, x_label, y_label)
    return sheet.figure


def frame_bars(plot: Plot, x_label: str, y_label: str, *, grid: bool = False) -> None:
    """Axes of upright bars: whole numbers at the foot."""
    from reports.charts.plot import tick_places

    across, up = tick_places(plot.x, 12, integer=True), tick_places(plot.y, 5)
    plot.x_axis(across, [f"{place:g}" for place in across], x_label)
    plot.y_axis(up, [f"{place:g}" for place in up], y_label, grid=grid)
