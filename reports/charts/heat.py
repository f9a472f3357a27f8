"""Values as they lie: heat maps coloured by their distance from par, grids of fields, and tracks with slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.sheet import Estimate, Sheet, open_sheet, panels_abreast, plain, short
from reports.charts.style import count_text, region, say

if TYPE_CHECKING:
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    from reports.charts.plot import Plot

__all__ = ["Cell", "Field", "field_grid", "heat_map", "track_panels"]


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
    plot = sheet.plot(left, head, width * len(columns), tall * len(rows), (0, len(columns)), (len(rows), 0))
    reach = max([floor, *values])
    norm = Normalize(centre - reach, centre + reach, clip=True)
    for y, line in enumerate(cells):
        sheet.text(0.02, head + (y + 0.5) * tall, labels[y])
        for x, cell in enumerate(line):
            pale = halves and cell is not None and not cell.clear
            box = _cell(plot, x, y, cell, norm, text, narrow=width < 0.5, halves=halves and width > 0.5, pale=pale)
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
        _ramp(sheet, (left, head + tall * len(rows) + 0.14, min(2.4, width * len(columns))), norm, centre, unit, text)
    return sheet.figure


def _cell(
    plot: Plot,
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
    edge: dict[str, Any] = {"edgecolor": style.PAPER, "linewidth": 1.6}
    if cell is None:
        plot.text(x + 0.5, y + 0.5, "–", ha="center", va="center", color=style.MUTED, size=style.SMALL)
        return plot.rectangle((x, y), 1, 1, style.BAND, **edge)
    strength = PALE if pale else 1.0
    colour = style.DIVERGING(0.5 + strength * (norm(cell.value) - 0.5))
    ink = style.chosen_ink(colour)
    box = plot.rectangle((x, y), 1, 1, colour, **edge)
    plot.text(
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
        plot.text(
            x + 0.5,
            y + 0.73,
            f"±{cell.half:.1f}",
            ha="center",
            va="center",
            color=ink,
            size=style.NOTE,
        )
    return box


def _ramp(
    sheet: Sheet, place: tuple[float, float, float], norm: Normalize, centre: float, unit: str,
    text: Callable[[float], str],
) -> None:  # fmt: skip
    """The colour key: a strip with its ends and its centre named; no share is less than nothing. place: left edge,
    depth and width, inches."""
    low, high = float(norm.vmin or 0.0), float(norm.vmax or 1.0)
    low = max(low, 0.0) if unit == "%" else low
    edges = [low + (high - low) * step / 60 for step in range(61)]
    plot = sheet.plot(*place, 0.09, (low, high), (0, 1))
    for left, right in pairwise(edges):
        plot.rectangle((left, 0), min((right - left) * 1.05, high - left), 1, style.DIVERGING(norm(left)))
    words = [text(low), text(centre), f"{text(high)} {unit}"]
    plot.x_axis([low, centre, high], words, line=False, length=2.0, size=style.NOTE)


WIDE, LINE = 1.9, 0.15  # inches: a field, wider where its words are; a line of its words
SHADES = style.Ramp((style.BAND, style.PALE, style.MEASURE))  # none, most


@dataclass(frozen=True)
class Field:
    """A field: its name, the share (%) that shades it, and lines of words below."""

    name: str
    share: float
    words: tuple[str, ...] = ()


def field_grid(title: str, subtitle: str, rows: Sequence[Sequence[Field | None]]) -> Figure:
    """Fields row by row (None: none there); the darkest has the largest share."""
    across = max(len(row) for row in rows)
    fields = [field for row in rows for field in row if field]
    longest = max((style.measure(line, style.NOTE) for field in fields for line in field.words), default=0.0)
    width = min(max(WIDE, longest + 0.2), (style.width() - 0.3) / across)
    names = {field: style.wrap(field.name, width - 0.2, style.SMALL, bold=True, lines=3) for field in fields}
    words = {field: [style.wrap(line, width - 0.2, style.NOTE, lines=3) for line in field.words] for field in fields}
    n_name, n_words = (
        max((text.count("\n") + 1 for text in texts), default=0)
        for texts in (names.values(), ["\n".join(lines) for lines in words.values() if lines])
    )
    top = 0.09 + 0.16 * n_name
    tall = top + 0.43 + LINE * n_words
    sheet = open_sheet(title, subtitle, tall * len(rows) + 0.1)
    left = 0.05
    wide, high = width * across, tall * len(rows)
    plot = sheet.plot(left, 0.04, wide, high, (0, wide), (high, 0))
    max_share = max((field.share for field in fields), default=0.0) or 1.0
    for y, row in enumerate(rows):
        for x, field in enumerate(row):
            if field is None:
                continue
            colour = SHADES(0.62 * field.share / max_share)
            ink = style.chosen_ink(colour)
            corner = (x * width, y * tall)
            box = plot.rectangle(corner, width, tall, colour, edgecolor=style.PAPER, linewidth=2.0)
            say(box, field.name, f"{plain(field.share)} %", *field.words)
            place, head = x * width + 0.1, y * tall
            plot.text(place, head + 0.09, names[field], size=style.SMALL, weight="bold", color=ink, va="top")
            size = f"{plain(field.share, 0)} %"
            plot.text(place, head + top + 0.17, size, size=style.TITLE, color=ink, va="center")
            below = "\n".join(words[field])
            plot.text(place, head + top + 0.33, below, size=style.NOTE, color=ink, va="top", linespacing=1.3)
    return sheet.figure


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
    tall, head, gap = 0.31, 0.27, 0.22
    left = label_width + 0.1
    abreast = min(3, panels_abreast(len(panels), style.width() - left, gap))
    width = (style.width() - left - gap * (abreast - 1)) / abreast
    bands = -(-len(panels) // abreast)
    depth_of_band = head + tall * len(labels) + 0.16
    sheet = open_sheet(title, subtitle, bands * depth_of_band, note=note)
    for number, (name, tracks) in enumerate(panels):
        x, depth = left + (number % abreast) * (width + gap), (number // abreast) * depth_of_band
        sheet.text(x, depth + 0.12, style.wrap(name, width, style.BODY, bold=True, lines=1), weight="bold")
        reach = (-0.05, longest + 0.05)
        plot = sheet.plot(x, depth + head, width - tail, tall * len(labels), reach, (len(labels), 0))
        for row, (label, track) in enumerate(zip(labels, tracks, strict=True)):
            if number % abreast == 0:
                sheet.text(0.02, depth + head + (row + 0.5) * tall, label)
            if track is None:
                continue
            slots, filled, words = track
            for slot in range(int(slots)):
                plot.rectangle((slot + 0.05, row + 0.2), 0.9, 0.6, style.BAND)
                part = min(1.0, max(0.0, filled.value - slot))
                plot.rectangle((slot + 0.05, row + 0.2), 0.9 * part, 0.6, style.MEASURE)
            plot.line([filled.low, filled.high], [row + 0.5] * 2, color=style.INK, linewidth=1.0)
            text = f"{short(filled.value)} of {slots:g} filled [{short(filled.low)}, {short(filled.high)}]"
            region(plot, (0, row + 0.1), longest, 0.8, f"{name}, {subjects[row]}", text, count_text(filled.n))
            sheet.text(
                x + width - 0.02,
                depth + head + (row + 0.5) * tall,
                words,
                size=style.NOTE,
                color=style.MUTED,
                ha="right",
            )
    return sheet.figure
