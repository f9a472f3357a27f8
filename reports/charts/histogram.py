"""Histograms of a whole-number measure: fractions of games by class, with the quartile a reader asks for marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.marks import say
from reports.charts.scale import plain
from reports.charts.sheet import Key, open_sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["histogram"]


def _class(low: float, high: float) -> str:
    """The whole numbers of a class, whose bar reaches half a number farther on both sides."""
    first, last = low + 0.5, high - 0.5
    return f"{first:g}" if first >= last else f"{first:g} to {last:g}"


def histogram(
    title: str,
    subtitle: str,
    bins: Sequence[tuple[float, float, float]],
    *,
    x_label: str,
    y_label: str = "games, %",
    marked: Sequence[int] = (),
    keys: Sequence[Key] = (),
    note: str = "",
) -> Figure:
    """Bars over [low, high] classes with heights in %; `marked` classes stand out."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    sheet = open_sheet(title, subtitle, 2.75, keys=keys, note=note)
    axes = sheet.axes(0.55, 0.08, style.width() - 0.65, 2.2)
    for number, (low, high, height) in enumerate(bins):
        colour = style.MEASURE if number in marked or not marked else style.FAINT
        (bar,) = axes.bar((low + high) / 2, height, width=(high - low) * 0.9, color=colour, linewidth=0)
        say(bar, f"{x_label}: {_class(low, high)}", f"{y_label.replace(', %', '')}: {plain(height)} %")
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    low, high = min(b[0] for b in bins), max(b[1] for b in bins)
    axes.set_xlim(low - 0.01 * (high - low), high + 0.01 * (high - low))
    return sheet.figure
