"""Forest plots: estimates with their intervals around a par line and a margin band, numbers printed beside them; and
small multiples, of intervals or of bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.sheet import (
    Estimate,
    Key,
    Scale,
    Sheet,
    colour_of,
    finish,
    keys_of,
    limits,
    margin_key,
    measured,
    open_sheet,
    panel_heads,
    panel_places,
    right_edges,
    wrap_labels,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

__all__ = ["Row", "forest", "small_multiples", "subjects_of"]

_ROW, _BAR = 0.27, 0.32  # inches a row of one series takes; a row of bars
_STRIP = 0.24  # inches an interval takes on a narrow sheet
_DODGE = 0.19  # inches between the series of one row
_LINE = 0.14  # inches a line of a label takes
_HEAD, _AXIS = 0.24, 0.5  # inches of heads of numbers, of an axis
_FOOT = 0.42  # inches below a small multiple
THREE_DIGITS = 95.0  # from here on labels at the ends of neighbouring axes need room


@dataclass(frozen=True)
class Row:
    """A labelled row: one estimate a series (None: not measured); no estimates at all: a heading. dots: values of which
    the estimate is made, drawn behind it; ring: one to be told from them."""

    label: str
    estimates: tuple[Estimate | None, ...] = ()
    strong: bool = False
    dots: tuple[float, ...] = ()
    ring: float | None = None

    @property
    def is_bold(self) -> bool:
        """Whether its words are: those of headings are."""
        return self.strong or not self.estimates

    @property
    def weight(self) -> str:
        """The weight of its words."""
        return "bold" if self.is_bold else "normal"

    @property
    def measured(self) -> list[tuple[int, Estimate]]:
        """Its estimates, each with the number of its series."""
        return [(number, estimate) for number, estimate in enumerate(self.estimates) if estimate is not None]


def subjects_of(rows: Sequence[Row]) -> list[str]:
    """What each row is about: its label, behind that of its heading."""
    subjects, heading = [], ""
    for row in rows:
        heading = heading if row.estimates else f"{row.label}: "
        subjects.append(heading + row.label)
    return subjects


def _draw(plot: Plot, y: float, estimate: Estimate, colour: str, *, strong: bool = False) -> None:
    """One point with its interval; where the axis ends before the interval does, an arrow says so."""
    left, right = plot.x
    low, high = max(estimate.low, left), min(estimate.high, right)
    plot.line([low, high], [y, y], color=colour, linewidth=2.6 if strong else 1.7, zorder=3)
    for bound, inside, mark in ((estimate.low, low, "<"), (estimate.high, high, ">")):
        if bound != inside:
            plot.points([inside], [y], mark, color=colour, markersize=4, zorder=4)
    point = plot.points([estimate.value], [y], color=colour, markersize=7 if strong else 5.4, zorder=5)
    point.set(markeredgecolor=style.PAPER, markeredgewidth=0.9)


def _draw_bar(plot: Plot, y: float, estimate: Estimate, scale: Scale) -> None:
    """A bar from par with its interval as a thin line, its value at the far side of par."""
    par, right = scale.par or 0.0, estimate.value >= (scale.par or 0.0)
    colour = colour_of(estimate, scale)
    plot.rectangle((par, y - 0.31 * _BAR), estimate.value - par, 0.62 * _BAR, colour, alpha=0.9)
    plot.line([estimate.low, estimate.high], [y, y], color=style.INK, linewidth=0.9)
    edge = max(estimate.high, estimate.value) if right else min(estimate.low, estimate.value)
    side, shift = ("left", 3.0) if right else ("right", -3.0)
    text = scale.text(estimate.value)
    plot.text(edge, y, text, shift=(shift, 0.0), size=style.NOTE, ha=side, va="center_baseline")


def _add_tooltip(plot: Plot, y: float, tall: float, subject: str, lines: tuple[str, ...]) -> None:
    """Give the strip of an estimate, as wide as the axis, its words."""
    left, right = plot.x
    plot.region((left, y - tall / 2), right - left, tall, subject, *lines)


def forest(
    title: str,
    subtitle: str,
    rows: Sequence[Row],
    scale: Scale,
    *,
    series: Sequence[Key] = (),
    above: str = "above fair",
    below: str = "below fair",
    n_label: str = "games",
    together: bool = False,
    note: str = "",
    interval: str = "",
) -> Figure:
    """Rows of estimates around par; with `series` each row holds one estimate a series, drawn in the series'
    colours. `together`: the intervals are simultaneous ones, and are called so, or as `interval` says."""
    estimates = [estimate for row in rows for _, estimate in row.measured]
    keys = [*(key for key in series if key.label), *margin_key(scale)]
    if not series:
        keys = keys_of(estimates, scale, above=above, below=below) if scale.par is not None else []
    heads = [interval or ("95 %, all together" if together else "95 % interval")]
    heads += [n_label] if any(estimate.n is not None for estimate in estimates) else []

    subjects = {id(row): subject for row, subject in zip(rows, subjects_of(rows), strict=True)}

    def draw(plot: Plot, y: float, tall: float, row: Row, number: int, estimate: Estimate) -> None:
        colour = series[number].colour if series else colour_of(estimate, scale)
        _draw(plot, y, estimate, colour, strong=row.strong)
        if row.dots:
            plot.points(row.dots, [y] * len(row.dots), color=colour, markersize=3, alpha=0.35, zorder=4)
        if row.ring is not None:
            ring = plot.points([row.ring], [y], color=style.INK, markersize=5.6, zorder=6)
            ring.set(markerfacecolor=style.PAPER, markeredgewidth=1.3)
        of = f", {series[number].label}" if series and series[number].label else ""
        _add_tooltip(plot, y, tall, subjects[id(row)] + of, measured(estimate, scale, n_label))

    lay_out = _stacked if style.width() < style.WIDTH else _abreast
    return lay_out(rows, scale, heads, draw, partial(open_sheet, title, subtitle, keys=keys, note=note))


Draw = Callable[["Plot", float, float, Row, int, Estimate], None]  # in a strip of a height, at its middle


def _abreast(rows: Sequence[Row], scale: Scale, heads: Sequence[str], draw: Draw, new: Callable[..., Sheet]) -> Figure:
    """Labels at the left, all rows over one axis, their numbers at the right."""
    estimates = [estimate for row in rows for _, estimate in row.measured]
    bold = [row.is_bold for row in rows]
    labels, label_width = wrap_labels([row.label for row in rows], 2.1, pad=0.15, bold=bold, lines=3)
    texts = [scale.interval(e) for e in estimates], [f"{e.n:,}" for e in estimates if e.n is not None]
    edges = right_edges(list(zip(heads, texts, strict=False)), (0.12, 0.16))
    heights = _heights(labels, [len(row.measured) for row in rows])
    height = sum(heights)
    sheet = new(_HEAD + height + _AXIS + _ends_height(scale))
    left = label_width + 0.12
    number_width = max(style.measure(scale.text(e.value), style.SMALL, bold=True) for e in estimates)
    width = edges[0] - number_width - 0.2 - left
    plot = sheet.plot(left, _HEAD, width, height, limits(estimates, scale), (height, 0))
    finish(plot, scale)
    small: dict[str, Any] = {"ha": "right", "color": style.MUTED}
    for edge, head in zip(edges[1:], heads, strict=True):
        sheet.text(edge, 0.1, head, size=style.NOTE, **small)
    top = 0.0
    for label, row, tall in zip(labels, rows, heights, strict=True):
        middle = top + tall / 2
        sheet.text(0.02, _HEAD + middle, label, weight=row.weight)
        for place, (number, estimate) in enumerate(row.measured):
            y = middle + (place - (len(row.measured) - 1) / 2) * _DODGE
            draw(plot, y, tall if len(row.measured) == 1 else _DODGE, row, number, estimate)
            depth, n = _HEAD + y, [] if estimate.n is None else [f"{estimate.n:,}"]
            sheet.text(edges[0], depth, scale.text(estimate.value), size=style.SMALL, ha="right", weight=row.weight)
            for edge, text in zip(edges[1:], [scale.interval(estimate), *n], strict=False):
                sheet.text(edge, depth, text, size=style.SMALL, **small)
        top += tall
    _draw_ends(sheet, scale, left, left + width, _HEAD + height + 0.52)
    return sheet.figure


def _stacked(rows: Sequence[Row], scale: Scale, heads: Sequence[str], draw: Draw, new: Callable[..., Sheet]) -> Figure:
    """The same rows on a narrow sheet: what else stands beside an interval stands above it."""
    estimates = [estimate for row in rows for _, estimate in row.measured]
    lines = [_line(estimate, scale) for estimate in estimates]
    numbers = 0.1 + max(style.measure(line, style.SMALL, bold=True) for line in lines)
    wide = style.width() - 0.07
    labels = [style.wrap(row.label, wide - numbers, style.BODY, bold=row.strong, lines=4) for row in rows]
    tops = [0.08 + _LINE * (label.count("\n") + 1) for label in labels]
    strips = [_STRIP if len(row.measured) == 1 else len(row.measured) * (_STRIP + 0.17) for row in rows]
    height, reach = sum(map(sum, zip(tops, strips, strict=True))), limits(estimates, scale)
    sheet = new(_HEAD + height + _AXIS + _ends_height(scale))
    sheet.text(wide, 0.1, "; n: ".join(heads), size=style.NOTE, ha="right", color=style.MUTED)
    depth = _HEAD
    for row, label, top in zip(rows, labels, tops, strict=True):
        sheet.text(0.02, depth + top / 2, label, weight=row.weight)
        depth += top
        for number, estimate in row.measured:
            depth += 0.0 if len(row.measured) == 1 else 0.17
            sheet.text(wide, depth - 0.1, _line(estimate, scale), size=style.SMALL, ha="right", weight=row.weight)
            plot = sheet.plot(0.12, depth, wide - 0.24, _STRIP, reach, (_STRIP, 0))
            is_last = estimate is estimates[-1]
            finish(plot, replace(scale, margin=None), ticks=5, label=is_last, axis=is_last)
            if is_last and scale.par is not None and scale.margin:
                sheet.band(plot, scale.par - scale.margin, scale.par + scale.margin, _HEAD, height)
            draw(plot, _STRIP / 2, _STRIP, row, number, estimate)
            depth += _STRIP
    _draw_ends(sheet, scale, 0.12, wide - 0.12, _HEAD + height + 0.52)
    return sheet.figure


def _heights(labels: Sequence[str], counts: Sequence[int]) -> list[float]:
    """Inches each row takes: more for several series or labels of several lines."""
    pairs = zip(labels, counts, strict=True)
    return [max(_ROW + _DODGE * max(0, n - 1), 0.17 + _LINE * (label.count("\n") + 1)) for label, n in pairs]


def _line(estimate: Estimate, scale: Scale) -> str:
    """Value, interval and n in one line."""
    n = "" if estimate.n is None else f"   n {estimate.n:,}"
    return f"{scale.text(estimate.value)}  {scale.interval(estimate)}{n}"


def _ends_height(scale: Scale) -> float:
    """Inches that words for the ends of the axis take."""
    return 0.17 if scale.less or scale.more else 0.0


def _draw_ends(sheet: Sheet, scale: Scale, left: float, right: float, depth: float) -> None:
    """Words below the axis for what its two ends mean."""
    room = right - left - 0.6  # beside the arrows and the gap
    widths = [style.measure(words, style.SMALL) for words in (scale.less, scale.more)]
    rest = room - min(room / 2, *widths)
    less, more = (
        style.wrap(words, min(rest, width + 0.01), style.SMALL, lines=1)
        for words, width in zip((scale.less, scale.more), widths, strict=True)
    )
    above, below = scale.colours
    if less:
        sheet.text(left, depth, "← " + less, size=style.SMALL, color=below)
    if more:
        sheet.text(right, depth, more + " →", size=style.SMALL, color=above, ha="right")


def small_multiples(
    title: str,
    subtitle: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, Sequence[Estimate | None]]],
    scale: Scale,
    *,
    above: str,
    below: str,
    bars: bool = False,
) -> Figure:
    """A narrow forest a panel, or bars from par, all on one scale, rows shared (at most four panels abreast)."""
    wrapped, label_width = wrap_labels(labels, 1.7, pad=0.1)
    heights = [_BAR] * len(labels) if bars else _heights(wrapped, [1] * len(labels))
    estimates = [estimate for _, values in panels for estimate in values if estimate is not None]
    low, high = limits(estimates, scale)
    left, gap = label_width + 0.14, 0.36 if max(abs(low), abs(high)) >= THREE_DIGITS else 0.14
    width, places = panel_places(len(panels), left, 0.14, gap)
    names, head = panel_heads([name for name, _ in panels], width)
    room = 0.3 * (high - low) * min(1.0, 1.3 / width) if bars else 0.0  # of values beside bars
    height, tall = sum(heights), head + sum(heights) + _FOOT
    keys = keys_of(estimates, scale, above=above, below=below, mark="patch" if bars else "point")
    sheet = open_sheet(title, subtitle, (places[-1][0] + 1) * tall + 0.12, keys=keys)
    for name, (subject, values), (band, x) in zip(names, panels, places, strict=True):
        depth = band * tall
        sheet.text(x, depth + head / 2 - 0.01, name, weight="bold")
        plot = sheet.plot(x, depth + head, width, height, (low - room, high + room), (height, 0))
        finish(plot, scale, ticks=3, label=False)
        y = 0.0
        for label, lines, estimate, high_ in zip(labels, wrapped, values, heights, strict=True):
            middle = y + high_ / 2
            if x == left:
                sheet.text(0.02, depth + head + middle, lines)
            if estimate is not None:
                if bars:
                    _draw_bar(plot, middle, estimate, scale)
                else:
                    _draw(plot, middle, estimate, colour_of(estimate, scale))
                _add_tooltip(plot, middle, high_, f"{label}, {subject}", measured(estimate, scale))
            y += high_
    middle, depth = left + (style.width() - left) / 2, (places[-1][0] + 1) * tall - 0.02
    sheet.text(middle, depth, scale.label, size=style.SMALL, color=style.MUTED, ha="center")
    return sheet.figure
