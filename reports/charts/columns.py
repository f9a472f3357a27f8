"""Stacked columns: the make-up of a whole over many steps (rounds), side by side so that a shift shows as a slope."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.marks import say
from reports.charts.scale import plain
from reports.charts.sheet import Key, open_sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["stacked_columns"]


def stacked_columns(
    title: str,
    subtitle: str,
    columns: Sequence[tuple[float, Sequence[float]]],
    series: Sequence[Key],
    *,
    x_label: str,
    y_label: str,
    note: str = "",
) -> Figure:
    """One column a step (place on the axis, parts in %), the first series at the foot; a part is printed where it fits
    and stands out."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    sheet = open_sheet(title, subtitle, 3.5, keys=series, note=note)
    width, height = style.width() - 0.65, 2.95
    axes = sheet.axes(0.55, 0.08, width, height)
    first, last = columns[0][0], columns[-1][0]
    axes.set(xlim=(first - 0.55, last + 0.55), ylim=(0, 100))
    inch = width / (last - first + 1.1)
    for place, parts in columns:
        foot = 0.0
        for part, key in zip(parts, series, strict=True):
            (bar,) = axes.bar(
                place, part, bottom=foot, width=0.86, color=key.colour, edgecolor=style.PAPER, linewidth=0.5
            )
            say(bar, f"{x_label} {place:g}", f"{key.label}: {plain(part)} %")
            text = plain(part, 0)
            if part * height / 100 > 0.15 and style.measure(text, style.NOTE) < 0.8 * inch:
                ink = style.chosen_ink(key.colour)
                axes.text(place, foot + part / 2, text, size=style.NOTE, color=ink, ha="center", va="center_baseline")
            foot += part
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    return sheet.figure
