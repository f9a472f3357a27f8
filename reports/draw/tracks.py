"""Tracks with slots: how long each is and how far it is filled, small multiples with shared rows; and ranges of mixed
units."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.draw import style
from reports.draw.estimate import Estimate
from reports.draw.marks import counted, region
from reports.draw.sheet import open_sheet

__all__ = ["ranges", "track_panels"]


def track_panels(
    title: str,
    subtitle: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, Sequence[tuple[float, Estimate, str] | None]]],
    *,
    note: str = "",
) -> Figure:
    """One panel a board, one row a track: (slots, mean filled, words at the right); at most three panels abreast."""
    label_width = min(1.3, 0.1 + max(style.measure(label, style.BODY) for label in labels))
    subjects = labels
    labels = [style.wrap(label, label_width, style.BODY) for label in labels]
    tails = [track[2] for _, tracks in panels for track in tracks if track is not None]
    tail = max((style.measure(text, style.NOTE) for text in tails), default=0.0) + 0.1
    longest = max(track[0] for _, tracks in panels for track in tracks if track is not None)
    abreast = min(3, len(panels))
    tall, head, gap = 0.31, 0.27, 0.22
    left = label_width + 0.1
    width = (style.WIDTH - left - gap * (abreast - 1)) / abreast
    bands = -(-len(panels) // abreast)
    depth_of_band = head + tall * len(labels) + 0.16
    sheet = open_sheet(title, subtitle, bands * depth_of_band, note=note)
    for number, (name, tracks) in enumerate(panels):
        x, depth = left + (number % abreast) * (width + gap), (number // abreast) * depth_of_band
        sheet.text(x, depth + 0.12, style.wrap(name, width, style.BODY, bold=True, lines=1), weight="bold")
        axes = sheet.axes(x, depth + head, width - tail, tall * len(labels))
        axes.set(xlim=(-0.05, longest + 0.05), ylim=(len(labels), 0))
        axes.axis("off")
        for row, (label, track) in enumerate(zip(labels, tracks, strict=True)):
            if number % abreast == 0:
                sheet.text(0.02, depth + head + (row + 0.5) * tall, label)
            if track is None:
                continue
            slots, filled, words = track
            for slot in range(int(slots)):
                axes.add_patch(Rectangle((slot + 0.05, row + 0.2), 0.9, 0.6, facecolor=style.BAND, linewidth=0))
                part = min(1.0, max(0.0, filled.value - slot))
                axes.add_patch(
                    Rectangle((slot + 0.05, row + 0.2), 0.9 * part, 0.6, facecolor=style.MEASURE, linewidth=0)
                )
            axes.plot([filled.low, filled.high], [row + 0.5] * 2, color=style.INK, linewidth=1.0)
            told = f"{_short(filled.value)} of {slots:g} filled [{_short(filled.low)}, {_short(filled.high)}]"
            region(axes, (0, row + 0.1), longest, 0.8, f"{name}, {subjects[row]}", told, counted(filled.n))
            sheet.text(
                x + width - 0.02,
                depth + head + (row + 0.5) * tall,
                words,
                size=style.NOTE,
                color=style.MUTED,
                ha="right",
            )
    return sheet.figure


def _short(value: float) -> str:
    """A number as short as its size allows: no decimals from 100 on, else one, none where it is whole."""
    return f"{value:,.0f}" if abs(value) >= 99.95 or value == round(value) else f"{value:.1f}"


def _ends(low: float, high: float, *, inch: float) -> list[tuple[float, str]]:
    """Where the ends of a bar are named and on which side of them: inside, outside where it is short, once where they
    are one."""
    if _short(low) == _short(high):
        return [(high, "center")]
    room = style.measure(_short(low) + _short(high), style.NOTE) + 0.1
    return [(low, "left"), (high, "right")] if (high - low) * inch > room else [(low, "right"), (high, "left")]


def ranges(
    title: str, subtitle: str, rows: Sequence[tuple[str, str, float, Sequence[float | None]]], *, note: str = ""
) -> Figure:
    """Rows (label, unit, mean, [5th percentile, median, 95th]), each on an axis of its own that begins at zero."""
    label_width = min(2.3, 0.12 + max(style.measure(f"{label}, {unit}", style.BODY) for label, unit, *_ in rows))
    tall = 0.42
    sheet = open_sheet(title, subtitle, tall * len(rows) + 0.05, note=note)
    left = label_width + 0.2
    width = style.WIDTH - left - 1.05
    for number, (label, unit, mean, spread) in enumerate(rows):
        axes = sheet.axes(left, number * tall, width, tall)
        known = [value for value in spread if value is not None]
        whole = unit == "%" and (not known or max(known) < 1.0)  # a tiny part is drawn as one
        low, high = min([0.0, mean, *known]), 100.0 if whole else 1.04 * max([mean, *known])
        axes.set(xlim=(low, high or 1.0), ylim=(1, 0))
        axes.axis("off")
        axes.plot([low, high], [0.68, 0.68], color=style.GRID, linewidth=1.0)
        if len(known) == 3:
            p05, p50, p95 = known
            axes.plot([p05, p95], [0.68, 0.68], color=style.PALE, linewidth=5)
            axes.plot([p50, p50], [0.5, 0.86], color=style.INK, linewidth=1.2)
            for value, ha in _ends(p05, p95, inch=width / (high - low or 1.0)):
                axes.text(value, 0.3, _short(value), size=style.NOTE, color=style.MUTED, ha=ha, va="center")
        axes.plot(
            [mean],
            [0.68],
            "o",
            color=style.MEASURE,
            markersize=5.5,
            markeredgecolor=style.PAPER,
            zorder=5,
            clip_on=False,
        )
        most = "nine games in ten: " + " to ".join(map(_short, known[::2])) if len(known) == 3 else ""
        subject = f"{label}, {unit}" if unit else label
        region(axes, (low, 0.1), (high or 1.0) - low, 0.9, subject, f"mean {_short(mean)}", most)
        words = style.wrap(subject, label_width, style.BODY)
        sheet.text(0.02, (number + 0.66) * tall, words)
        text = f"mean {_short(mean)}" + (" %" if unit == "%" else "")
        sheet.text(style.WIDTH - 0.05, (number + 0.66) * tall, text, size=style.SMALL, ha="right")
    return sheet.figure
