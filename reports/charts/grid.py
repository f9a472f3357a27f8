"""A grid of fields as they lie on the table, each shaded by a share, with its numbers inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.marks import say
from reports.charts.scale import plain
from reports.charts.sheet import open_sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Field", "field_grid"]

WIDE, TALL = 1.9, 0.98  # inches: what a field measures, wider where its words are
SHADES = style.Ramp((style.BAND, style.PALE, style.MEASURE))  # none, most


@dataclass(frozen=True)
class Field:
    """A field: its name, the share (%) that shades it, and lines of words below."""

    name: str
    share: float
    words: tuple[str, ...] = ()


def field_grid(
    title: str, subtitle: str, rows: Sequence[Sequence[Field | None]], *, unit: str = "%", note: str = ""
) -> Figure:
    """Fields row by row (None: none there); the darkest has the largest share."""
    from matplotlib.patches import Rectangle

    across = max(len(row) for row in rows)
    lines = (line for row in rows for field in row if field for line in field.words)
    longest = max((style.measure(line, style.NOTE) for line in lines), default=0.0)
    width = min(max(WIDE, longest + 0.2), (style.width() - 0.3) / across)
    sheet = open_sheet(title, subtitle, TALL * len(rows) + 0.1, note=note)
    left = 0.05
    axes = sheet.axes(left, 0.04, width * across, TALL * len(rows))
    axes.set(xlim=(0, width * across), ylim=(TALL * len(rows), 0))
    axes.axis("off")
    max_share = max((field.share for row in rows for field in row if field), default=0.0) or 1.0
    for y, row in enumerate(rows):
        for x, field in enumerate(row):
            if field is None:
                continue
            colour = SHADES(0.62 * field.share / max_share)
            ink = style.chosen_ink(colour)
            corner = (x * width, y * TALL)
            box = Rectangle(corner, width, TALL, facecolor=colour, edgecolor=style.PAPER, linewidth=2.0)
            say(axes.add_patch(box), field.name, f"{plain(field.share)} {unit}", *field.words)
            place, top = x * width + 0.1, y * TALL + 0.17
            name = style.wrap(field.name, width - 0.2, style.SMALL, bold=True, lines=1)
            axes.text(place, top, name, size=style.SMALL, weight="bold", color=ink, va="center")
            axes.text(place, top + 0.25, f"{plain(field.share, 0)} {unit}", size=style.TITLE, color=ink, va="center")
            for number, line in enumerate(field.words):
                axes.text(place, top + 0.48 + 0.15 * number, line, size=style.NOTE, color=ink, va="center")
    return sheet.figure
