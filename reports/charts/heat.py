"""Values as they lie: heat maps coloured by their distance from par, grids of fields, and tracks with slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.sheet import Estimate, Sheet, open_sheet, panel_places, plain, short, wrap_labels
from reports.charts.style import count_text, say

if TYPE_CHECKING:
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

__all__ = ["Field", "field_grid", "heat_map", "track_panels"]

FLOOR = 5.0  # the least distance from the centre that has full colour


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
    cells: Sequence[Sequence[Estimate | None]],
    *,
    centre: float,
    unit: str,
    column_title: str = "",
    text: Callable[[float], str] = plain,
    note: str = "",
) -> Figure:
    """Cells coloured orange below the centre and blue above it, in full only where the interval leaves it out."""
    from matplotlib.colors import Normalize

    labels, label_width = wrap_labels(rows, 1.9)
    width = min(1.25, (style.width() - label_width - 0.2) / max(1, len(columns)))
    heads, head_height, upright = _column_labels(columns, width)
    present = [cell for line in cells for cell in line if cell is not None]
    has_halves, is_narrow = any(cell.half is not None for cell in present), width < 0.5
    shows_halves = has_halves and width > 0.5 and style.width() > style.PHONE  # too small to be read there
    note = f"± half the 95 % interval. {note}".strip() if shows_halves else note
    tall = 0.46 if shows_halves else 0.36
    head = head_height + (0.2 if column_title else 0.0)
    # In full only what leaves the centre out; where no cell has an interval, all.
    values = [abs(cell.value - centre) for cell in present if _is_clear(cell, centre) or not has_halves]
    sheet = open_sheet(title, subtitle, head + tall * len(rows) + (0.5 if values else 0.1), note=note)
    left, across = label_width + 0.14, width * len(columns)
    plot = sheet.plot(left, head, across, tall * len(rows), (0, len(columns)), (len(rows), 0))
    reach = max([FLOOR, *values])
    norm = Normalize(centre - reach, centre + reach, clip=True)
    middle: dict[str, Any] = {"ha": "center", "va": "center"}
    edge = {"edgecolor": style.PAPER, "linewidth": 1.6}
    for y, line in enumerate(cells):
        sheet.text(0.02, head + (y + 0.5) * tall, labels[y])
        for x, cell in enumerate(line):
            if cell is None:
                plot.text(x + 0.5, y + 0.5, "–", color=style.MUTED, size=style.SMALL, **middle)
                plot.rectangle((x, y), 1, 1, style.BAND, **edge)
                continue
            is_clear = _is_clear(cell, centre)
            is_plain = has_halves and not is_clear
            colour = style.BAND if is_plain else style.colour_at(style.DIVERGING, norm(cell.value))
            ink = style.INK if is_plain else style.chosen_ink(colour)
            box = plot.rectangle((x, y), 1, 1, colour, **edge)
            half = "" if cell.half is None else f"± {cell.half:.1f} "
            say(box, f"{rows[y]}, {columns[x]}", f"{text(cell.value)} {half}{unit}", count_text(cell.n))
            size, weight = style.NOTE if is_narrow else style.BODY, "bold" if is_clear else "normal"
            place = y + (0.36 if shows_halves else 0.5)
            plot.text(x + 0.5, place, text(cell.value), color=ink, size=size, weight=weight, **middle)
            if shows_halves and half:
                plot.text(x + 0.5, y + 0.73, half.replace(" ", ""), color=ink, size=style.NOTE, **middle)
    for x, label in enumerate(heads):
        how = {"rotation": 90 if upright else 0, "ha": "center", "va": "bottom", "size": style.SMALL}
        sheet.text(left + (x + 0.5) * width, head - 0.05, label, **how)
    if column_title:
        sheet.text(left + across / 2, 0.06, column_title, size=style.NOTE, color=style.MUTED, ha="center")
    if values:
        _draw_ramp(sheet, (left, head + tall * len(rows) + 0.14, min(2.4, across)), norm, centre, unit, text)
    return sheet.figure


def _is_clear(cell: Estimate, centre: float) -> bool:
    """Whether a cell is shown to be off the centre."""
    return cell.may_head and cell.half is not None and not cell.low <= centre <= cell.high


def _draw_ramp(
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
        colour = style.colour_at(style.DIVERGING, norm(left))
        plot.rectangle((left, 0), min((right - left) * 1.05, high - left), 1, colour)
    words = [text(low), text(centre), f"{text(high)} {unit}"]
    plot.x_axis([low, centre, high], words, line=False, length=2.0, size=style.NOTE)


WIDE, LINE = 1.9, 0.15  # inches: a field, wider where its words are; a line of its words
SHADES = (style.BAND, style.PALE, style.MEASURE)  # none, most


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
    words = {
        field: "\n".join(style.wrap(line, width - 0.2, style.NOTE, lines=3) for line in field.words) for field in fields
    }
    n_name = max((name.count("\n") + 1 for name in names.values()), default=0)
    n_words = max((text.count("\n") + 1 for text in words.values() if text), default=0)
    top = 0.09 + 0.16 * n_name
    tall = top + 0.43 + LINE * n_words
    sheet = open_sheet(title, subtitle, tall * len(rows) + 0.1)
    wide, high = width * across, tall * len(rows)
    plot = sheet.plot(0.05, 0.04, wide, high, (0, wide), (high, 0))
    max_share = max((field.share for field in fields), default=0.0) or 1.0
    for y, row in enumerate(rows):
        for x, field in enumerate(row):
            if field is None:
                continue
            colour = style.colour_at(SHADES, 0.62 * field.share / max_share)
            ink = style.chosen_ink(colour)
            box = plot.rectangle((x * width, y * tall), width, tall, colour, edgecolor=style.PAPER, linewidth=2.0)
            say(box, field.name, f"{plain(field.share)} %", *field.words)
            place, head = x * width + 0.1, y * tall
            plot.text(place, head + 0.09, names[field], size=style.SMALL, weight="bold", color=ink, va="top")
            plot.text(place, head + top + 0.17, f"{plain(field.share, 0)} %", size=style.TITLE, color=ink, va="center")
            top_of_words, below = head + top + 0.33, words[field]
            plot.text(place, top_of_words, below, size=style.NOTE, color=ink, va="top", linespacing=1.3)
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
    wrapped, label_width = wrap_labels(labels, 1.3, pad=0.1)
    present = [track for _, tracks in panels for track in tracks if track is not None]
    tail = max(style.measure(track[2], style.NOTE) for track in present) + 0.1
    longest = max(track[0] for track in present)
    tall, head, left = 0.31, 0.27, label_width + 0.1
    width, places = panel_places(len(panels), left, 0.0, 0.22, max_abreast=3)
    depth_of_band = head + tall * len(labels) + 0.16
    sheet = open_sheet(title, subtitle, (places[-1][0] + 1) * depth_of_band, note=note)
    for (name, tracks), (band, x) in zip(panels, places, strict=True):
        depth = band * depth_of_band
        sheet.text(x, depth + 0.12, style.wrap(name, width, style.BODY, bold=True, lines=1), weight="bold")
        reach = (-0.05, longest + 0.05)
        plot = sheet.plot(x, depth + head, width - tail, tall * len(labels), reach, (len(labels), 0))
        for row, track in enumerate(tracks):
            middle = depth + head + (row + 0.5) * tall
            if x == left:
                sheet.text(0.02, middle, wrapped[row])
            if track is None:
                continue
            slots, filled, words = track
            for slot in range(int(slots)):
                part = min(1.0, max(0.0, filled.value - slot))
                plot.rectangle((slot + 0.05, row + 0.2), 0.9, 0.6, style.BAND)
                plot.rectangle((slot + 0.05, row + 0.2), 0.9 * part, 0.6, style.MEASURE)
            plot.line([filled.low, filled.high], [row + 0.5] * 2, color=style.INK, linewidth=1.0)
            text = f"{short(filled.value)} of {slots:g} filled [{short(filled.low)}, {short(filled.high)}]"
            plot.region((0, row + 0.1), longest, 0.8, f"{name}, {labels[row]}", text, count_text(filled.n))
            sheet.text(x + width - 0.02, middle, words, size=style.NOTE, color=style.MUTED, ha="right")
    return sheet.figure
