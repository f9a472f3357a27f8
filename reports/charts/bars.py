"""Bars: shares stacked to a whole, winners beside losers, differences around zero, and what a decision turned on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.sheet import (
    Estimate,
    Key,
    Scale,
    colour_of,
    differences,
    finish,
    keys_of,
    limits,
    measured,
    open_sheet,
    panel_heads,
    panels_abreast,
    plain,
)
from reports.charts.style import region, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

__all__ = ["BarRow", "feature_bars", "paired_bars", "small_bars", "stacked_bars", "value_bars"]


@dataclass(frozen=True)
class BarRow:
    """A labelled row of parts, one a series, in the unit drawn; `tail` is printed behind the bar."""

    label: str
    parts: tuple[float, ...]
    tail: str = ""


def stacked_bars(
    title: str,
    subtitle: str,
    rows: Sequence[BarRow],
    series: Sequence[Key],
    *,
    unit: str = "%",
    digits: int | None = None,
    note: str = "",
) -> Figure:
    """One bar a row, its parts side by side and printed where they fit; a row without parts is a heading."""
    if style.width() < style.WIDTH:  # on phones tails stand in the marks alone
        rows = [replace(row, tail="") for row in rows]
    widest = max(style.measure(row.label, style.BODY, bold=not row.parts) for row in rows)
    label_width = min(0.32 * style.width(), 0.12 + widest)
    tail_width = max((style.measure(row.tail, style.SMALL) for row in rows), default=0.0)
    labels = [style.wrap(row.label, label_width, style.BODY, bold=not row.parts) for row in rows]
    heights = [
        max(0.34, 0.1 + 0.145 * (label.count("\n") + 1)) + (0.0 if row.parts else 0.04)
        for row, label in zip(rows, labels, strict=True)
    ]
    sheet = open_sheet(title, subtitle, sum(heights) + 0.5, keys=series if len(series) > 1 else (), note=note)
    left = label_width + 0.12
    width = style.width() - left - 0.12 - (tail_width + 0.12 if tail_width else 0.0)
    reach = (max(sum(row.parts) for row in rows) or 1.0) * (1.0 if len(series) > 1 else 1.12)
    plot = sheet.plot(left, 0.04, width, sum(heights), (0, reach), (sum(heights), 0))
    finish(plot, Scale(unit, None, text=plain), ticks=5)
    top = 0.0
    for row, label, tall in zip(rows, labels, heights, strict=True):
        middle = top + tall / 2
        sheet.text(0.02, 0.04 + middle, label, weight="normal" if row.parts else "bold")
        if row.tail:
            sheet.text(style.width() - 0.05, 0.04 + middle, row.tail, size=style.SMALL, color=style.MUTED, ha="right")
        _parts(plot, middle, row, series, digits, unit)
        top += tall
    return sheet.figure


def _parts(plot: Plot, y: float, row: BarRow, series: Sequence[Key], digits: int | None, unit: str) -> None:
    """The parts of one bar, each with its number inside where it fits; a single part has it behind."""
    inch = plot.box[2] / plot.x[1]
    start = 0.0
    for part, key in zip(row.parts, series, strict=False):
        text = plain(part, digits if digits is not None else (0 if part >= 9.95 else 1))
        bar = plot.rectangle((start, y - 0.12), part, 0.24, key.colour, edgecolor=style.PAPER, linewidth=0.8)
        label = f"{key.label}: " if key.label else ""
        say(bar, row.label, f"{label}{plain(part, 1 if digits is None else digits)} {unit}", row.tail)
        if len(series) == 1:
            plot.text(part, y, text, shift=(3.0, 0.0), size=style.SMALL, va="center_baseline")
        elif part * inch > style.measure(text, style.SMALL) + 0.08:
            plot.text(
                start + part / 2,
                y,
                text,
                ha="center",
                va="center_baseline",
                size=style.SMALL,
                color=style.chosen_ink(key.colour),
            )
        start += part


def paired_bars(
    title: str,
    subtitle: str,
    rows: Sequence[tuple[str, Estimate, Estimate, Estimate]],
    names: tuple[str, str],
    scale: Scale,
    *,
    difference_label: str,
    text: Scale,
) -> Figure:
    """Two bars a row (first and second group) and, at the right, their difference with its interval."""
    is_wide = style.width() == style.WIDTH
    label_width = min(1.9 if is_wide else 1.05, 0.12 + max(style.measure(row[0], style.BODY) for row in rows))
    keys = [Key(names[0], style.MEASURE), Key(names[1], style.OTHERS)]
    tall = 0.42
    height = tall * len(rows)
    interval = max(style.measure(text.interval(row[3]), style.SMALL) for row in rows)
    interval = max(interval, style.measure(difference_label, style.NOTE) - 0.4) if is_wide else -0.1
    note = "Bold: the 95 % interval of the difference leaves zero out."
    sheet = open_sheet(title, subtitle, height + 0.72, keys=keys, note=note)
    left = label_width + 0.12
    bars = [e for row in rows for e in row[1:3]]
    low, high = min(0.0, *(e.low for e in bars)), max(1e-9, *(max(e.high, e.value) for e in bars))
    reach = (low - (0.06 * (high - low) if low < 0 else 0.0), high + 0.06 * (high - low))
    plot = sheet.plot(left, 0.22, style.width() - left - interval - 0.75, height, reach, (len(rows), 0))
    if low < 0:
        plot.upright(0.0, color=style.FAINT, linewidth=0.9, zorder=1)
    finish(plot, scale)
    sheet.text(style.width() - 0.05, 0.08, difference_label, size=style.NOTE, color=style.MUTED, ha="right")
    for number, (label, first, second, difference) in enumerate(rows):
        y = number + 0.5
        depth = 0.22 + y * tall
        sheet.text(0.02, depth, style.wrap(label, label_width, style.BODY))
        for estimate, key, shift in ((first, keys[0], -0.17), (second, keys[1], 0.17)):
            plot.rectangle((0.0, y + shift - 0.155), estimate.value, 0.31, key.colour)
            if estimate.high > estimate.low:
                plot.line([estimate.low, estimate.high], [y + shift] * 2, color=style.INK, linewidth=0.8)
            texts = f"{label}, {key.label}", *measured(estimate, scale)
            region(plot, (plot.x[0], y + shift - 0.155), high - low, 0.31, *texts)
        clear = not difference.low <= 0 <= difference.high
        sheet.text(
            style.width() - 0.05 - interval - 0.1,
            depth,
            text.text(difference.value),
            size=style.SMALL,
            ha="right",
            weight="bold" if clear else "normal",
            color=style.INK if clear else style.MUTED,
        )
        if is_wide:
            ends = text.interval(difference)
            sheet.text(style.width() - 0.05, depth, ends, size=style.SMALL, ha="right", color=style.MUTED)
    return sheet.figure


def _bar(plot: Plot, y: float, estimate: Estimate, scale: Scale) -> None:
    """A bar from par with its interval as a thin line."""
    colour, par = colour_of(estimate, scale), scale.par or 0.0
    plot.rectangle((par, y - 0.31), estimate.value - par, 0.62, colour, alpha=0.9)
    plot.line([estimate.low, estimate.high], [y, y], color=style.INK, linewidth=0.9)


def small_bars(
    title: str,
    subtitle: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, Sequence[Estimate | None]]],
    scale: Scale,
    *,
    above: str = "more",
    below: str = "less",
) -> Figure:
    """Small multiples of bars from par, rows shared, values printed at the far side of par (at most four abreast)."""
    par = scale.par or 0.0
    label_width = min(1.7, 0.1 + max(style.measure(label, style.BODY) for label in labels))
    subjects = labels
    labels = [style.wrap(label, label_width, style.BODY) for label in labels]
    estimates = [e for _, values in panels for e in values if e is not None]
    tall, gap, foot = 0.32, 0.14, 0.42
    height = tall * len(labels)
    left = label_width + 0.14
    abreast = panels_abreast(len(panels), style.width() - left - 0.14, gap)
    bands = -(-len(panels) // abreast)
    width = (style.width() - left - 0.14 - gap * (abreast - 1)) / abreast
    names, head = panel_heads([name for name, _ in panels], width)
    keys = keys_of(estimates, scale, above=above, below=below, mark="patch")
    sheet = open_sheet(title, subtitle, bands * (head + height + foot) + 0.12, keys=keys)
    low, high = limits(estimates, scale)
    low, high = (low, high) if scale.par is not None else (min(0.0, low), high)
    for number, (name, (_, values)) in enumerate(zip(names, panels, strict=True)):
        depth = (number // abreast) * (head + height + foot)
        x = left + (number % abreast) * (width + gap)
        sheet.text(x, depth + head / 2 - 0.01, name, weight="bold")
        room = 0.3 * (high - low) * min(1.0, 1.3 / width)
        reach = (low - room if low < par else low, high + room)
        plot = sheet.plot(x, depth + head, width, height, reach, (len(labels), 0))
        finish(plot, scale, ticks=3, label=False)
        for row, (label, estimate) in enumerate(zip(labels, values, strict=True)):
            if number % abreast == 0:
                sheet.text(0.02, depth + head + (row + 0.5) * tall, label)
            if estimate is None:
                continue
            _bar(plot, row + 0.5, estimate, scale)
            texts = f"{subjects[row]}, {panels[number][0]}", *measured(estimate, scale)
            region(plot, (reach[0], row + 0.1), reach[1] - reach[0], 0.8, *texts)
            right = estimate.value >= par
            edge = max(estimate.high, estimate.value) if right else min(estimate.low, estimate.value)
            plot.text(
                edge,
                row + 0.5,
                scale.text(estimate.value),
                shift=(3.0 if right else -3.0, 0.0),
                size=style.NOTE,
                ha="left" if right else "right",
                va="center_baseline",
            )
    sheet.text(
        left + (style.width() - left) / 2,
        bands * (head + height + foot) - 0.02,
        scale.label,
        size=style.SMALL,
        color=style.MUTED,
        ha="center",
    )
    return sheet.figure


def feature_bars(
    decision: str, judge: str, options: Sequence[str], terms: Sequence[tuple[str, Sequence[float]]], *, max_terms: int
) -> Figure:
    """What speaks for the first option: points by feature over each of the others. terms: (feature, points by which the
    first option is ahead of each other one); those that differ most are drawn, the rest as one."""
    differing = sorted(
        (term for term in terms if any(term[1])), key=lambda term: -max(abs(points) for points in term[1])
    )
    rows = [*differing[:max_terms]]
    if rest := differing[max_terms:]:
        rows.append((f"{len(rest)} others", [sum(points) for points in zip(*(term[1] for term in rest), strict=True)]))
    rows.append(("", [sum(term[1][at] for term in terms) for at in range(len(options) - 1)]))
    panels = [
        (f"over: {other}", [_exact(points[at]) if points[at] or not name else None for name, points in rows])
        for at, other in enumerate(options[1:])
    ]
    return small_bars(
        f"What speaks for the best option at {decision}?",
        f"{options[0]}: points ahead of the next options, by feature, as {judge} weighs them.",
        [name or "all together" for name, _ in rows],
        panels,
        differences("ahead", "points"),
        above="speaks for it",
        below="speaks against it",
    )


def value_bars(
    decision: str, judge: str, options: Sequence[str], values: Sequence[float | None], games: Sequence[str]
) -> Figure:
    """How well the games went that were played out after each option, None of one that was not tried; the first is the
    judge's choice. games: how many there were, in words."""
    rows = [
        BarRow(text, () if value is None else (value,), tail)
        for text, value, tail in zip(options, values, games, strict=True)
    ]
    return stacked_bars(
        f"How well do the options of {decision} do when they are played out?",
        f"Mean reward of the games that {judge} played out after each option, %; its choice first.",
        rows,
        [Key("reward", style.MEASURE)],
        digits=1,
        note="A reward is the share of the win, mixed with by how much a game is won where the search says so.",
    )


def _exact(value: float) -> Estimate:
    return Estimate(value, value, value)
