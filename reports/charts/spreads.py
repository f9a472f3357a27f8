"""How games spread: a table of means, medians and percentiles with small multiples, and histograms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.lines import draw_axes
from reports.charts.sheet import STEPS, Estimate, Key, Scale, Sheet, open_sheet, plain, right_edges, short, wrap_labels
from reports.charts.style import count_text, region, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

__all__ = ["Spread", "histogram", "spreads"]


_ROW, _AXIS = 0.31, 0.44  # inches a row takes, and the axis under the rows of a unit
_HEAD = 0.24
HEADS = ("mean", "95 % interval", "median", "nine games in ten")


@dataclass(frozen=True)
class Spread:
    """A measure of a game: its mean with interval, and the 5th percentile, median and 95th of games (none where games
    have it or not)."""

    label: str
    unit: str
    mean: Estimate
    percentiles: tuple[float, float, float] | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The numbers as printed, under `HEADS`."""
        mean = short(self.mean.value), f"[{short(self.mean.low)}, {short(self.mean.high)}]"
        if self.percentiles is None:
            return (*mean, "", "")
        low, middle, high = self.percentiles
        return (*mean, short(middle), f"{short(low)} to {short(high)}")

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the greatest value drawn."""
        values = (self.mean.low, self.mean.value, self.mean.high, *(self.percentiles or ()))
        return min(values), max(values)


def spreads(title: str, subtitle: str, rows: Sequence[Spread], *, note: str = "") -> Figure:
    """Rows by unit, every unit with its own axis from zero (percentages to 100), the numbers in columns beside."""
    units = list(dict.fromkeys(row.unit for row in rows))
    labels, label_width = wrap_labels([row.label for row in rows], 0.31 * style.width())
    label_of = dict(zip(rows, labels, strict=True))
    sheet = open_sheet(title, subtitle, _HEAD + _ROW * len(rows) + _AXIS * len(units), note=note)
    columns = [(head, [row.cells[place] for row in rows]) for place, head in enumerate(HEADS)]
    is_wide = style.width() == style.WIDTH  # phones have means alone
    edges = right_edges(columns[1:] if is_wide else [], (0.16, 0.16, 0.16))
    left = label_width + 0.14
    width = edges[0] - max(style.measure(row.cells[0], style.SMALL, bold=True) for row in rows) - 0.22 - left
    for head, edge in zip(HEADS, edges, strict=False):
        sheet.text(edge, 0.1, head, size=style.NOTE, color=style.MUTED, ha="right")
    depth = _HEAD
    for unit in units:
        of_unit = [row for row in rows if row.unit == unit]
        plot = _open_plot(sheet, left, depth, width, unit, of_unit)
        for number, row in enumerate(of_unit):
            middle = depth + (number + 0.5) * _ROW
            _draw(plot, number, row)
            sheet.text(0.02, middle, label_of[row])
            for place, (cell, edge) in enumerate(zip(row.cells, edges, strict=False)):
                colour, weight = (style.MUTED, "normal") if place else (style.INK, "bold")
                sheet.text(edge, middle, cell, size=style.SMALL, color=colour, weight=weight, ha="right")
        depth += _ROW * len(of_unit) + _AXIS
    return sheet.figure


def _open_plot(sheet: Sheet, left: float, depth: float, width: float, unit: str, rows: Sequence[Spread]) -> Plot:
    """The plot of a unit: from zero, its ticks and its name drawn."""
    from reports.charts.plot import tick_places

    low = min(0.0, *(row.reach[0] for row in rows))
    high = 100.0 if unit == "%" else 1.04 * max(row.reach[1] for row in rows)
    plot = sheet.plot(left, depth, width, _ROW * len(rows), (low, high or 1.0), (len(rows), 0))
    places = tick_places(plot.x, 4, steps=STEPS, integer=True)
    plot.x_axis(places, [plain(place, 0) for place in places], unit, grid=True, label_pad=1.0)
    return plot


def _draw(plot: Plot, number: int, row: Spread) -> None:
    """A bar from the 5th to the 95th percentile with its median, dot and interval of the mean."""
    y = number + 0.5
    if row.percentiles is not None:
        low, middle, high = row.percentiles
        plot.line([low, high], [y, y], color=style.PALE, linewidth=6, zorder=2)
        plot.line([middle, middle], [y - 0.28, y + 0.28], color=style.INK, linewidth=1.3, zorder=3)
    plot.line([row.mean.low, row.mean.high], [y, y], color=style.INK, linewidth=1.2, zorder=4)
    dot = plot.points([row.mean.value], [y], color=style.MEASURE, markersize=5.4, zorder=5)
    dot.set(markeredgecolor=style.PAPER, markeredgewidth=0.8)
    left, right = plot.x
    texts = [f"{head} {cell}" for head, cell in zip(HEADS, row.cells, strict=True) if cell]
    region(plot, (left, number), right - left, 1, f"{row.label}, {row.unit}", *texts, count_text(row.mean.n, "games"))


def histogram(
    title: str,
    subtitle: str,
    bins: Sequence[tuple[float, float, float]],
    *,
    x_label: str,
    marked: Sequence[int] = (),
    keys: Sequence[Key] = (),
    note: str = "",
) -> Figure:
    """Bars over [low, high] classes with heights in %; `marked` classes stand out."""
    sheet = open_sheet(title, subtitle, 2.75, keys=keys, note=note)
    low, high = min(b[0] for b in bins), max(b[1] for b in bins)
    reach = (low - 0.01 * (high - low), high + 0.01 * (high - low))
    top = 1.05 * max(b[2] for b in bins)
    plot = sheet.plot(0.55, 0.08, style.width() - 0.65, 2.2, reach, (0.0, top or 1.0))
    for number, (low, high, height) in enumerate(bins):
        colour = style.MEASURE if number in marked or not marked else style.FAINT
        bar = plot.rectangle((low + 0.05 * (high - low), 0.0), 0.9 * (high - low), height, colour)
        first, last = low + 0.5, high - 0.5  # bars reach half a number farther than their whole numbers
        numbers = f"{first:g}" if first >= last else f"{first:g} to {last:g}"
        say(bar, f"{x_label}: {numbers}", f"games: {plain(height)} %")
    draw_axes(plot, Scale("games, %"), x_label)
    return sheet.figure
