"""Tracks with slots: how long each is and how far it is filled, small multiples with shared rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.estimate import Estimate
from reports.charts.marks import count_text, region
from reports.charts.scale import short
from reports.charts.sheet import open_sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["track_panels"]


def track_panels(
    title: str,
    subtitle: str,
    labels: Sequence[str],
    panels: Sequence[tuple[str, Sequence[tuple[float, Estimate, str] | None]]],
    *,
    note: str = "",
) -> Figure:
    """One panel a board, one row a track: (slots, mean filled, words at the right); at most three panels abreast."""
    from matplotlib.patches import Rectangle

    label_width = min(1.3, 0.1 + max(style.measure(label, style.BODY) for label in labels))
    subjects = labels
    labels = [style.wrap(label, label_width, style.BODY) for label in labels]
    tails = [track[2] for _, tracks in panels for track in tracks if track is not None]
    tail = max((style.measure(text, style.NOTE) for text in tails), default=0.0) + 0.1
    longest = max(track[0] for _, tracks in panels for track in tracks if track is not None)
    abreast = min(3, len(panels))
    tall, head, gap = 0.31, 0.27, 0.22
    left = label_width + 0.1
    width = (style.width() - left - gap * (abreast - 1)) / abreast
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
            text = f"{short(filled.value)} of {slots:g} filled [{short(filled.low)}, {short(filled.high)}]"
            region(axes, (0, row + 0.1), longest, 0.8, f"{name}, {subjects[row]}", text, count_text(filled.n))
            sheet.text(
                x + width - 0.02,
                depth + head + (row + 0.5) * tall,
                words,
                size=style.NOTE,
                color=style.MUTED,
                ha="right",
            )
    return sheet.figure
