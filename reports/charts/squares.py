"""Maps of squares: a board drawn square by square in its own colours, and on it what was done where and how it went."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.heat import ramp
from reports.charts.marks import counted, say
from reports.charts.scale import plain
from reports.charts.sheet import Key, Sheet, open_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

__all__ = ["Spot", "square_map"]

SQUARE = 0.5  # inches: the most a square measures
LEAST, MOST = 0.42, 0.94  # diameter of the smallest and the largest disc, in squares
TINT = 0.5  # how much of a terrain's colour is left, so that discs stand out


@dataclass(frozen=True)
class Spot:
    """What is known of a square: a value that colours its disc, a weight that sizes it, whether the interval leaves the
    centre out, half its width, n."""

    value: float
    weight: float
    clear: bool = False
    half: float | None = None
    n: int | None = None


def square_map(
    title: str,
    subtitle: str,
    rows: Sequence[str],
    legend: Mapping[str, tuple[str, str]],
    spots: Mapping[tuple[int, int], Spot],
    *,
    centre: float,
    unit: str,
    weight_label: str,
    floor: float = 5.0,
    note: str = "",
) -> Figure:
    """Squares by the symbols of `rows`, coloured as `legend` (symbol: word, colour) has it; a disc on every spot (row,
    column from 0), its area by weight, its colour by distance from the centre.

    A symbol without a legend is no square. `floor` is the least distance that gets full colour; values that may be
    chance do not set it.
    """
    from matplotlib.patches import Rectangle

    across, down = max(len(row) for row in rows), len(rows)
    size = min(SQUARE, (style.width() - 0.5) / across)
    used = [symbol for symbol in legend if any(symbol in row for row in rows)]
    tints = {symbol: _tint(legend[symbol][1]) for symbol in used}
    keys = [Key(legend[symbol][0], tints[symbol]) for symbol in used]
    sheet = open_sheet(title, subtitle, size * down + 0.95, keys=keys, note=note)
    left = (style.width() - size * across) / 2 + 0.1
    axes = sheet.axes(left, 0.24, size * across, size * down)
    axes.set(xlim=(0, across), ylim=(down, 0))
    axes.axis("off")
    for y, row in enumerate(rows):
        sheet.text(left - 0.1, 0.24 + (y + 0.5) * size, str(y + 1), size=style.SMALL, color=style.MUTED, ha="right")
        for x, symbol in enumerate(row):
            if symbol in tints:
                axes.add_patch(Rectangle((x, y), 1, 1, facecolor=tints[symbol], edgecolor=style.PAPER, linewidth=1.2))
    for x in range(across):
        sheet.text(left + (x + 0.5) * size, 0.13, _letter(x), size=style.SMALL, color=style.MUTED, ha="center")
    norm = _norm(list(spots.values()), centre, floor)
    heaviest = max((spot.weight for spot in spots.values()), default=1.0)
    for (y, x), spot in spots.items():
        half = "" if spot.half is None else f" ± {spot.half:.1f}"
        value, weight = f"{plain(spot.value)}{half} {unit}", f"{weight_label}: {plain(spot.weight)}"
        told = f"{_letter(x)}{y + 1}", value, weight, counted(spot.n)
        _disc(axes, x, y, spot, norm, _diameter(spot.weight, heaviest), size, told)
    depth = 0.24 + size * down + 0.22
    foot = min(left, 0.45)
    ramp(sheet.axes(foot, depth, 2.3, 0.09), norm, centre, unit, plain)
    if spots:
        _sizes(sheet, foot + 3.0, depth + 0.05, size, heaviest, weight_label)
    return sheet.figure


def _tint(colour: str) -> str:
    """A colour mixed with paper."""
    from matplotlib.colors import to_hex, to_rgb

    red, green, blue = (1.0 - TINT * (1.0 - part) for part in to_rgb(colour))
    return to_hex((red, green, blue))


def _letter(column: int) -> str:
    """The name of a column: a to z, then aa, ab, …"""
    high, low = divmod(column, len(ascii_lowercase))
    return (ascii_lowercase[high - 1] if high else "") + ascii_lowercase[low]


def _norm(spots: Sequence[Spot], centre: float, floor: float) -> Normalize:
    """Colours reach as far as the farthest value that is no chance."""
    from matplotlib.colors import Normalize

    reach = max([floor, *(abs(spot.value - centre) for spot in spots if spot.clear)])
    return Normalize(centre - reach, centre + reach, clip=True)


def _diameter(weight: float, heaviest: float) -> float:
    """A disc's diameter in squares: areas in proportion to weights, the smallest big enough to show its colour."""
    return max(LEAST, MOST * math.sqrt(weight / heaviest))


def _disc(
    axes: Axes, x: int, y: int, spot: Spot, norm: Normalize, diameter: float, size: float, lines: tuple[str, ...]
) -> None:
    """The disc of a spot, ringed dark where its interval leaves the centre out, its value inside where it fits."""
    from matplotlib.patches import Circle

    colour = style.DIVERGING(norm(spot.value))
    edge, line = (style.INK, 1.3) if spot.clear else (style.FAINT, 0.6)
    middle = (x + 0.5, y + 0.5)
    disc = Circle(middle, diameter / 2, facecolor=colour, edgecolor=edge, linewidth=line, zorder=3)
    say(axes.add_patch(disc), *lines)
    text = plain(spot.value, 0)
    if style.measure(text, style.NOTE) < 0.86 * diameter * size:
        axes.text(
            *middle, text, size=style.NOTE, color=style.chosen_ink(colour), ha="center", va="center_baseline",
            weight="bold" if spot.clear else "normal", zorder=4,
        )  # fmt: skip


def _sizes(sheet: Sheet, left: float, depth: float, size: float, heaviest: float, label: str) -> None:
    """The key of the discs' sizes: the largest, and a quarter of it."""
    from matplotlib.patches import Circle

    x = left
    for weight in (heaviest / 4, heaviest):
        radius = _diameter(weight, heaviest) * size / 2
        x += radius
        sheet.paper.add_patch(
            Circle((x, sheet.top + depth), radius, facecolor=style.BAND, edgecolor=style.FAINT, linewidth=0.6)
        )
        text = plain(weight, 0 if weight >= 9.95 else 1)
        sheet.text(x + radius + 0.06, depth, text, size=style.NOTE, color=style.MUTED)
        x += radius + 0.16 + style.measure(text, style.NOTE)
    sheet.text(x, depth, label, size=style.NOTE, color=style.MUTED)
