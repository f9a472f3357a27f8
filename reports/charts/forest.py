"""Forest plots: estimates with their intervals around a par line and a margin band, numbers printed beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
    panels_abreast,
)
from reports.charts.style import region

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

__all__ = ["Row", "forest", "forest_panels"]

_ROW = 0.27  # inches a row of one series takes
THREE_DIGITS = 95.0  # from here on labels at the ends of neighbouring axes need room
_STEP = 0.14  # inches a label is set in
_STRIP = 0.24  # inches an interval takes on a narrow sheet
_DODGE = 0.19  # inches between the series of one row


@dataclass(frozen=True)
class Row:
    """A labelled row: one estimate a series (None: not measured); no estimates at all: a heading. dots: values of which
    the estimate is made, drawn behind it; ring: one to be told from them; indent: steps to the right."""

    label: str
    estimates: tuple[Estimate | None, ...] = ()
    strong: bool = False
    dots: tuple[float, ...] = ()
    ring: float | None = None
    indent: int = 0


def _draw(plot: Plot, y: float, estimate: Estimate, colour: str, *, strong: bool = False) -> None:
    """One point with its interval; where the axis ends before the interval does, an arrow says so."""
    left, right = plot.x
    low, high = max(estimate.low, left), min(estimate.high, right)
    plot.line([low, high], [y, y], color=colour, linewidth=2.6 if strong else 1.7, zorder=3)
    for bound, inside, mark in ((estimate.low, low, "<"), (estimate.high, high, ">")):
        if bound != inside:
            plot.points([inside], [y], mark, color=colour, markersize=4, zorder=4)
    plot.points(
        [estimate.value],
        [y],
        color=colour,
        markersize=7 if strong else 5.4,
        markeredgecolor=style.PAPER,
        markeredgewidth=0.9,
        zorder=5,
    )


def _mark(plot: Plot, y: float, row: Row, colour: str) -> None:
    """The row's dots and its ring."""
    if row.dots:
        plot.points(row.dots, [y] * len(row.dots), color=colour, markersize=3, alpha=0.35, zorder=4)
    if row.ring is not None:
        ring = plot.points([row.ring], [y], color=style.INK, markersize=5.6, zorder=6)
        ring.set(markerfacecolor=style.PAPER, markeredgewidth=1.3)


def _add_tooltip(plot: Plot, y: float, tall: float, subject: str, lines: tuple[str, ...]) -> None:
    """Give the strip of an estimate, as wide as the axis, its words."""
    left, right = plot.x
    region(plot, (left, y - tall / 2), right - left, tall, subject, *lines)


def _heights(rows: Sequence[Row]) -> list[float]:
    """Inches each row takes: more for several series or two-line labels."""
    out = []
    for row in rows:
        series = sum(1 for estimate in row.estimates if estimate is not None)
        out.append(max(_ROW + _DODGE * max(0, series - 1), 0.17 + 0.14 * (row.label.count("\n") + 1)))
    return out


def _numbers(
    sheet: Sheet, depth: float, estimate: Estimate, scale: Scale, columns: tuple[float, float, float], strong: bool
) -> None:
    """Value, interval and n at the right of a row; columns are the right edges of the three."""
    weight = "bold" if strong else "normal"
    sheet.text(columns[0], depth, scale.text(estimate.value), size=style.SMALL, ha="right", weight=weight)
    sheet.text(columns[1], depth, scale.interval(estimate), size=style.SMALL, ha="right", color=style.MUTED)
    if estimate.n is not None:
        sheet.text(columns[2], depth, f"{estimate.n:,}", size=style.SMALL, ha="right", color=style.MUTED)


def _columns(estimates: Sequence[Estimate], scale: Scale, n_label: str, head: str) -> tuple[float, float, float]:
    """Right edges of the printed numbers, as narrow as they can be."""
    has_n = any(estimate.n is not None for estimate in estimates)
    n_width = max((style.measure(f"{e.n:,}", style.SMALL) for e in estimates if e.n is not None), default=0.0)
    n_width = max(n_width, style.measure(n_label, style.NOTE))
    interval = max((style.measure(scale.interval(e), style.SMALL) for e in estimates), default=0.6)
    interval = max(interval, style.measure(head, style.NOTE))
    right = style.width() - 0.05
    second = right - (n_width + 0.16 if has_n else 0.0)
    return second - interval - 0.12, second, right


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
    keys = (
        [*(key for key in series if key.label), *margin_key(scale)]
        if series
        else keys_of([e for row in rows for e in row.estimates if e is not None], scale, above=above, below=below)
        if scale.par is not None
        else []
    )
    interval = interval or ("95 %, all together" if together else "95 % interval")
    if style.width() < style.WIDTH:
        has_n = any(e is not None and e.n is not None for row in rows for e in row.estimates)
        words = f"{interval}; n: {n_label}" if has_n else interval
        return _stacked(title, subtitle, rows, scale, series=series, keys=keys, words=words, n_label=n_label, note=note)
    label_width = min(
        2.1,
        0.15
        + max(
            style.measure(row.label, style.BODY, bold=row.strong or not row.estimates) + row.indent * _STEP
            for row in rows
        ),
    )
    names = [row.label for row in rows]
    rooms = [label_width - row.indent * _STEP for row in rows]
    rows = [
        replace(row, label=style.wrap(row.label, room, style.BODY, bold=row.strong or not row.estimates, lines=3))
        for row, room in zip(rows, rooms, strict=True)
    ]
    estimates = [e for row in rows for e in row.estimates if e is not None]
    columns = _columns(estimates, scale, n_label, interval)
    number_width = max(style.measure(scale.text(e.value), style.SMALL, bold=True) for e in estimates)
    heights = _heights(rows)
    height = sum(heights)
    head = 0.24
    ends = 0.17 if scale.less or scale.more else 0.0
    sheet = open_sheet(title, subtitle, head + height + 0.5 + ends, keys=keys, note=note)
    left = label_width + 0.12
    width = columns[0] - number_width - 0.2 - left
    plot = sheet.plot(left, head, width, height, limits(estimates, scale), (height, 0))
    finish(plot, scale)
    _heads(sheet, columns, interval, n_label if any(e.n is not None for e in estimates) else "")
    top = 0.0
    for name, row, tall in zip(names, rows, heights, strict=True):
        middle = top + tall / 2
        heading = not row.estimates
        sheet.text(
            0.02 + row.indent * _STEP,
            head + middle,
            row.label,
            weight="bold" if row.strong or heading else "normal",
        )
        present = [(i, e) for i, e in enumerate(row.estimates) if e is not None]
        for place, (number, estimate) in enumerate(present):
            y = middle + (place - (len(present) - 1) / 2) * _DODGE
            colour = series[number].colour if series else colour_of(estimate, scale)
            _draw(plot, y, estimate, colour, strong=row.strong)
            _mark(plot, y, row, colour)
            of = series[number].label if series else ""
            thick = tall if len(present) == 1 else _DODGE
            _add_tooltip(plot, y, thick, f"{name}, {of}" if of else name, measured(estimate, scale, n_label))
            _numbers(sheet, head + y, estimate, scale, columns, row.strong)
        top += tall
    _ends(sheet, scale, left, left + width, head + height + 0.52)
    return sheet.figure


def _stacked(
    title: str,
    subtitle: str,
    rows: Sequence[Row],
    scale: Scale,
    *,
    series: Sequence[Key],
    keys: Sequence[Key],
    words: str,
    n_label: str,
    note: str,
) -> Figure:
    """The same rows on a narrow sheet: what else stands beside an interval stands above it; `words` say what."""
    estimates = [e for row in rows for e in row.estimates if e is not None]
    numbers = 0.1 + max(style.measure(_line(e, scale), style.SMALL, bold=True) for e in estimates)
    wide = style.width() - 0.07
    labels = [
        style.wrap(row.label, wide - numbers - row.indent * _STEP, style.BODY, bold=row.strong, lines=4) for row in rows
    ]
    heads = [0.08 + 0.14 * (label.count("\n") + 1) for label in labels]
    counts = [sum(e is not None for e in row.estimates) for row in rows]
    heights = [
        head + (_STRIP if count == 1 else count * (_STRIP + 0.17)) for head, count in zip(heads, counts, strict=True)
    ]
    height, ends, reach = sum(heights), 0.17 if scale.less or scale.more else 0.0, limits(estimates, scale)
    sheet = open_sheet(title, subtitle, 0.24 + height + 0.5 + ends, keys=keys, note=note)
    sheet.text(wide, 0.1, words, size=style.NOTE, ha="right", color=style.MUTED)
    depth = 0.24
    for row, label, head in zip(rows, labels, heads, strict=True):
        weight = "normal" if row.estimates and not row.strong else "bold"
        sheet.text(0.02 + row.indent * _STEP, depth + head / 2, label, weight=weight)
        depth += head
        present = [(i, e) for i, e in enumerate(row.estimates) if e is not None]
        for number, estimate in present:
            depth += 0.0 if len(present) == 1 else 0.17
            sheet.text(wide, depth - 0.1, _line(estimate, scale), size=style.SMALL, ha="right", weight=weight)
            plot = sheet.plot(0.12, depth, wide - 0.24, _STRIP, reach, (_STRIP, 0))
            foot = estimate is estimates[-1]
            finish(plot, scale, ticks=5, label=foot, axis=foot)
            colour = series[number].colour if series else colour_of(estimate, scale)
            _draw(plot, _STRIP / 2, estimate, colour, strong=row.strong)
            _mark(plot, _STRIP / 2, row, colour)
            of = series[number].label if series else ""
            _add_tooltip(
                plot, _STRIP / 2, _STRIP, f"{row.label}, {of}" if of else row.label, measured(estimate, scale, n_label)
            )
            depth += _STRIP
    _ends(sheet, scale, 0.12, wide - 0.12, 0.24 + height + 0.52)
    return sheet.figure


def _line(estimate: Estimate, scale: Scale) -> str:
    """Value, interval and n in one line."""
    n = "" if estimate.n is None else f"   n {estimate.n:,}"
    return f"{scale.text(estimate.value)}  {scale.interval(estimate)}{n}"


def _heads(sheet: Sheet, columns: tuple[float, float, float], interval: str, n_label: str) -> None:
    """Heads of the printed columns."""
    sheet.text(columns[1], 0.1, interval, size=style.NOTE, ha="right", color=style.MUTED)
    if n_label:
        sheet.text(columns[2], 0.1, n_label, size=style.NOTE, ha="right", color=style.MUTED)


def _ends(sheet: Sheet, scale: Scale, left: float, right: float, depth: float) -> None:
    """Words below the axis for what its two ends mean."""
    room = right - left - 0.6  # beside the arrows and the gap
    shorter = min(room / 2, *(style.measure(words, style.SMALL) for words in (scale.less, scale.more)))
    less, more = (
        style.wrap(words, min(room - shorter, style.measure(words, style.SMALL) + 0.01), style.SMALL, lines=1)
        for words in (scale.less, scale.more)
    )
    if less:
        sheet.text(left, depth, "← " + less, size=style.SMALL, color=style.LESS)
    if more:
        sheet.text(right, depth, more + " →", size=style.SMALL, color=style.MORE, ha="right")


def forest_panels(
    title: str,
    subtitle: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, Sequence[Estimate | None]]],
    scale: Scale,
    *,
    above: str = "above fair",
    below: str = "below fair",
    note: str = "",
) -> Figure:
    """Small multiples: one narrow forest a panel, all on one scale, rows shared (at most four panels abreast)."""
    label_width = min(1.7, 0.1 + max(style.measure(label, style.BODY) for label in labels))
    subjects = labels
    labels = [style.wrap(label, label_width, style.BODY) for label in labels]
    heights = _heights([Row(label) for label in labels])
    height = sum(heights)
    estimates = [e for _, values in panels for e in values if e is not None]
    reach, foot = limits(estimates, scale), 0.42
    gap = 0.36 if max(map(abs, reach)) >= THREE_DIGITS else 0.14
    left = label_width + 0.14
    abreast = panels_abreast(len(panels), style.width() - left - 0.14, gap)
    bands = -(-len(panels) // abreast)
    width = (style.width() - left - 0.14 - gap * (abreast - 1)) / abreast
    names, head = panel_heads([name for name, _ in panels], width)
    keys = keys_of(estimates, scale, above=above, below=below)
    sheet = open_sheet(title, subtitle, bands * (head + height + foot) + 0.12, keys=keys, note=note)
    for number, (name, (_, values)) in enumerate(zip(names, panels, strict=True)):
        depth = (number // abreast) * (head + height + foot)
        x = left + (number % abreast) * (width + gap)
        sheet.text(x, depth + head / 2 - 0.01, name, weight="bold")
        plot = sheet.plot(x, depth + head, width, height, reach, (height, 0))
        finish(plot, scale, ticks=3, label=False)
        top = 0.0
        for subject, label, estimate, tall in zip(subjects, labels, values, heights, strict=True):
            if number % abreast == 0:
                sheet.text(0.02, depth + head + top + tall / 2, label)
            if estimate is not None:
                _draw(plot, top + tall / 2, estimate, colour_of(estimate, scale))
                _add_tooltip(plot, top + tall / 2, tall, f"{subject}, {panels[number][0]}", measured(estimate, scale))
            top += tall
    sheet.text(
        left + (style.width() - left) / 2,
        bands * (head + height + foot) - 0.02,
        scale.label,
        size=style.SMALL,
        color=style.MUTED,
        ha="center",
    )
    return sheet.figure
