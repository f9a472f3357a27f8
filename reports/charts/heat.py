"""Heat maps: a table of values coloured by their distance from par, pale where it may be chance, every value
printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.marks import count_text, say
from reports.charts.scale import plain
from reports.charts.sheet import open_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

__all__ = ["Cell", "heat_map", "ramp"]

PALE = 0.35  # of the colour: what a cell has whose interval does not leave par out


@dataclass(frozen=True)
class Cell:
    """A cell: its value in the unit drawn, the half width of its interval, whether the interval leaves par out, n."""

    value: float
    half: float | None = None
    clear: bool = False
    n: int | None = None


def _column_labels(labels: Sequence[str], width: float) -> tuple[list[str], float, bool]:
    """Wrapped labels, the inches they take, and whether they must stand on end."""
    level = [style.wrap(label, width - 0.06, style.SMALL, lines=3) for label in labels]
    fits = all(
        "…" not in line and style.measure(line, style.SMALL) <= width - 0.04
        for text in level
        for line in text.split("\n")
    )
    if fits:
        return level, 0.1 + 0.145 * max(text.count("\n") + 1 for text in level), False
    upright = [style.wrap(label, 1.45, style.SMALL, lines=2) for label in labels]
    longest = max(style.measure(line, style.SMALL) for text in upright for line in text.split("\n"))
    return upright, 0.12 + longest, True


def heat_map(
    title: str,
    subtitle: str,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell | None]],
    *,
    centre: float,
    unit: str,
    column_title: str = "",
    text: Callable[[float], str] = plain,
    floor: float = 5.0,
    note: str = "",
) -> Figure:
    """Cells coloured orange below the centre and blue above it, in full only where the interval leaves it out; `floor`
    is the least distance that gets full colour."""
    from matplotlib.colors import Normalize

    label_width = min(1.9, 0.12 + max(style.measure(row, style.BODY) for row in rows))
    labels = [style.wrap(row, label_width, style.BODY) for row in rows]
    width = min(1.25, (style.width() - label_width - 0.2) / max(1, len(columns)))
    heads, head_height, upright = _column_labels(columns, width)
    halves = any(cell is not None and cell.half is not None for line in cells for cell in line)
    tall = 0.46 if halves and width > 0.5 else 0.36
    head = head_height + (0.2 if column_title else 0.0)
    present = [cell for line in cells for cell in line if cell is not None]
    # In full only what leaves the centre out; where no cell has an interval, all.
    values = [abs(cell.value - centre) for cell in present if cell.clear or not halves]
    sheet = open_sheet(title, subtitle, head + tall * len(rows) + (0.5 if values else 0.1), note=note)
    left = label_width + 0.14
    axes = sheet.axes(left, head, width * len(columns), tall * len(rows))
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0))
    axes.axis("off")
    reach = max([floor, *values])
    norm = Normalize(centre - reach, centre + reach, clip=True)
    for y, line in enumerate(cells):
        sheet.text(0.02, head + (y + 0.5) * tall, labels[y])
        for x, cell in enumerate(line):
            pale = halves and cell is not None and not cell.clear
            box = _cell(axes, x, y, cell, norm, text, narrow=width < 0.5, halves=halves and width > 0.5, pale=pale)
            if cell is not None:
                half = "" if cell.half is None else f" ± {cell.half:.1f}"
                say(box, f"{rows[y]}, {columns[x]}", f"{text(cell.value)}{half} {unit}", count_text(cell.n))
    for x, label in enumerate(heads):
        middle = left + (x + 0.5) * width
        if upright:
            sheet.text(middle, head - 0.05, label, size=style.SMALL, rotation=90, ha="center", va="bottom")
        else:
            sheet.text(middle, head - 0.05, label, size=style.SMALL, ha="center", va="bottom")
    if column_title:
        sheet.text(left + width * len(columns) / 2, 0.06, column_title, size=style.NOTE, color=style.MUTED, ha="center")
    if values:
        strip = sheet.axes(left, head + tall * len(rows) + 0.14, min(2.4, width * len(columns)), 0.09)
        ramp(strip, norm, centre, unit, text)
    return sheet.figure


def _cell(
    axes: Axes,
    x: int,
    y: int,
    cell: Cell | None,
    norm: Normalize,
    text: Callable[[float], str],
    *,
    narrow: bool,
    halves: bool,
    pale: bool,
) -> Patch:
    """One coloured square with its value (bold where the interval leaves par out) and, small, its half interval."""
    from matplotlib.patches import Rectangle

    edge: dict[str, Any] = {"edgecolor": style.PAPER, "linewidth": 1.6}
    if cell is None:
        axes.text(x + 0.5, y + 0.5, "–", ha="center", va="center", color=style.MUTED, size=style.SMALL)
        return axes.add_patch(Rectangle((x, y), 1, 1, facecolor=style.BAND, **edge))
    strength = PALE if pale else 1.0
    colour = style.DIVERGING(0.5 + strength * (norm(cell.value) - 0.5))
    ink = style.chosen_ink(colour)
    box = axes.add_patch(Rectangle((x, y), 1, 1, facecolor=colour, **edge))
    axes.text(
        x + 0.5,
        y + (0.36 if halves else 0.5),
        text(cell.value),
        ha="center",
        va="center",
        color=ink,
        size=style.NOTE if narrow else style.BODY,
        weight="bold" if cell.clear else "normal",
    )
    if halves and cell.half is not None:
        axes.text(
            x + 0.5,
            y + 0.73,
            f"±{cell.half:.1f}",
            ha="center",
            va="center",
            color=ink,
            size=style.NOTE,
        )
    return box


def ramp(axes: Axes, norm: Normalize, centre: float, unit: str, text: Callable[[float], str]) -> None:
    """The colour key: a strip with its ends and its centre named; no share is less than nothing."""
    from matplotlib.patches import Rectangle

    low, high = float(norm.vmin or 0.0), float(norm.vmax or 1.0)
    low = max(low, 0.0) if unit == "%" else low
    edges = [low + (high - low) * step / 60 for step in range(61)]
    for left, right in pairwise(edges):
        axes.add_patch(
            Rectangle((left, 0), (right - left) * 1.05, 1, facecolor=style.DIVERGING(norm(left)), linewidth=0)
        )
    axes.set(xlim=(low, high), ylim=(0, 1))
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set(yticks=[], xticks=[low, centre, high])
    axes.set_xticklabels([text(low), text(centre), f"{text(high)} {unit}"], size=style.NOTE)
    axes.tick_params(length=2)
