"""Bars: shares stacked to a whole, winners beside losers, and what a decision turned on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.forest import small_multiples
from reports.charts.sheet import Estimate, Key, Scale, differences, finish, measured, open_sheet, plain, wrap_labels
from reports.charts.style import say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

__all__ = ["BarRow", "feature_bars", "paired_bars", "stacked_bars", "value_bars"]


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
    """One bar a row, its parts side by side and printed where they fit; a row without parts has words alone."""
    if style.width() < style.WIDTH:  # on phones tails stand in the marks alone
        rows = [replace(row, tail="") for row in rows]
    bold = [not row.parts for row in rows]
    labels, label_width = wrap_labels([row.label for row in rows], 0.32 * style.width(), bold=bold)
    tail_width = max(style.measure(row.tail, style.SMALL) for row in rows)
    heights = [
        max(0.34, 0.1 + 0.145 * (label.count("\n") + 1)) + (0.0 if row.parts else 0.04)
        for row, label in zip(rows, labels, strict=True)
    ]
    sheet = open_sheet(title, subtitle, sum(heights) + 0.5, keys=series if len(series) > 1 else (), note=note)
    left = label_width + 0.12
    width = style.width() - left - 0.12 - (tail_width + 0.12 if tail_width else 0.0)
    reach = (max(sum(row.parts) for row in rows) or 1.0) * (1.0 if len(series) > 1 else 1.12)
    plot = sheet.plot(left, 0.04, width, sum(heights), (0, reach), (sum(heights), 0))
    finish(plot, Scale(unit), ticks=5)
    top = 0.0
    for row, label, tall in zip(rows, labels, heights, strict=True):
        middle = top + tall / 2
        sheet.text(0.02, 0.04 + middle, label, weight="normal" if row.parts else "bold")
        if row.tail:
            sheet.text(style.width() - 0.05, 0.04 + middle, row.tail, size=style.SMALL, color=style.MUTED, ha="right")
        _draw_parts(plot, middle, row, series, digits, unit)
        top += tall
    return sheet.figure


def _draw_parts(plot: Plot, y: float, row: BarRow, series: Sequence[Key], digits: int | None, unit: str) -> None:
    """The parts of one bar, each with its number inside where it fits; a single part has it behind."""
    inch = plot.box[2] / plot.x[1]
    start = 0.0
    for part, key in zip(row.parts, series, strict=False):
        text = plain(part, digits if digits is not None else (0 if part >= 9.95 else 1))
        bar = plot.rectangle((start, y - 0.12), part, 0.24, key.colour, edgecolor=style.PAPER, linewidth=0.8)
        label = f"{key.label}: " if key.label else ""
        say(bar, row.label, f"{label}{plain(part, 1 if digits is None else digits)} {unit}", row.tail)
        how: dict[str, Any] = {"size": style.SMALL, "va": "center_baseline"}
        if len(series) == 1:
            plot.text(part, y, text, shift=(3.0, 0.0), **how)
        elif part * inch > style.measure(text, style.SMALL) + 0.08:
            plot.text(start + part / 2, y, text, ha="center", color=style.chosen_ink(key.colour), **how)
        start += part


def paired_bars(
    title: str,
    subtitle: str,
    rows: Sequence[tuple[str, Estimate, Estimate, Estimate]],
    names: tuple[str, str],
    scale: Scale,
    difference: Scale,
) -> Figure:
    """Two bars a row (first and second group) and, at the right, their difference with its interval."""
    is_wide = style.width() == style.WIDTH
    labels, label_width = wrap_labels([row[0] for row in rows], 1.9 if is_wide else 1.05)
    keys = [Key(names[0], style.MEASURE), Key(names[1], style.OTHERS)]
    tall = 0.42
    height = tall * len(rows)
    interval = max(style.measure(difference.interval(row[3]), style.SMALL) for row in rows)
    interval = max(interval, style.measure(difference.label, style.NOTE) - 0.4) if is_wide else -0.1
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
    right = style.width() - 0.05
    sheet.text(right, 0.08, difference.label, size=style.NOTE, color=style.MUTED, ha="right")
    for number, (label, first, second, gap) in enumerate(rows):
        y = number + 0.5
        depth = 0.22 + y * tall
        sheet.text(0.02, depth, labels[number])
        for estimate, key, shift in ((first, keys[0], -0.17), (second, keys[1], 0.17)):
            plot.rectangle((0.0, y + shift - 0.155), estimate.value, 0.31, key.colour)
            if estimate.high > estimate.low:
                plot.line([estimate.low, estimate.high], [y + shift] * 2, color=style.INK, linewidth=0.8)
            texts = f"{label}, {key.label}", *measured(estimate, scale)
            plot.region((plot.x[0], y + shift - 0.155), high - low, 0.31, *texts)
        how = {"weight": "normal", "color": style.MUTED} if gap.low <= 0 <= gap.high else {"weight": "bold"}
        sheet.text(right - interval - 0.1, depth, difference.text(gap.value), size=style.SMALL, ha="right", **how)
        if is_wide:
            sheet.text(right, depth, difference.interval(gap), size=style.SMALL, ha="right", color=style.MUTED)
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
        (
            f"over: {other}",
            [Estimate(points[at], points[at], points[at]) if points[at] or not name else None for name, points in rows],
        )
        for at, other in enumerate(options[1:])
    ]
    return small_multiples(
        f"What speaks for the best option at {decision}?",
        f"{options[0]}: points ahead of the next options, by feature, as {judge} weighs them.",
        [name or "all together" for name, _ in rows],
        panels,
        differences("ahead", "points"),
        above="speaks for it",
        below="speaks against it",
        bars=True,
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
