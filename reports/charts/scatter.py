"""Scatter of named things: how often against how well, with intervals; those that answer the question are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.estimate import Estimate
from reports.charts.lines import spread
from reports.charts.marks import say
from reports.charts.scale import Scale, colour_of, keys_of, limits, measured, plain, tick_text
from reports.charts.sheet import Key, Sheet, open_sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Dot", "named", "scatter"]

NAMED = 10  # points that get a name at most
FREQUENT = 3  # of them the most frequent
HEIGHT = 3.3  # inches of the plot
_LEFT, _NAMES = 0.62, 2.0  # inches at the left of the plot, and at its right for names
_LEAD = 0.3  # of them for the lines that lead to the names


@dataclass(frozen=True)
class Dot:
    """A named point: x in its unit (positive), the estimate on the y axis."""

    label: str
    x: float
    estimate: Estimate


def scatter(
    title: str,
    subtitle: str,
    dots: Sequence[Dot],
    scale: Scale,
    *,
    x_label: str,
    above: str,
    below: str,
    note: str = "",
) -> Figure:
    """Points on a logarithmic x axis; the most frequent and the decided ones are named beside the plot."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    estimates = [dot.estimate for dot in dots]
    width = style.width() - _LEFT - _NAMES
    keys = keys_of(estimates, scale, above=above, below=below)
    keys += [Key(scale.par_label, style.INK, "line")] if scale.par is not None else []
    sheet = open_sheet(title, subtitle, HEIGHT + 0.55, keys=keys, note=note)
    axes = sheet.axes(_LEFT, 0.06, width, HEIGHT)
    low, high = limits(estimates, scale)
    left, right = min(dot.x for dot in dots) / 1.25, max(dot.x for dot in dots) * 1.6
    axes.set(xscale="log", xlim=(left, right), ylim=(low, high))
    axes.grid(axis="y")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(scale, value, axes.get_yticks())))
    axes.set_xlabel(x_label)
    axes.set_ylabel(scale.label)
    if scale.par is not None:
        axes.axhline(scale.par, color=style.INK, linewidth=0.9)
        if scale.margin:
            axes.axhspan(scale.par - scale.margin, scale.par + scale.margin, color=style.BAND, linewidth=0, zorder=0)
    for dot in dots:
        colour = colour_of(dot.estimate, scale)
        bounds = [max(dot.estimate.low, low), min(dot.estimate.high, high)]
        axes.plot([dot.x, dot.x], bounds, color=colour, linewidth=0.8, alpha=0.35, zorder=2)
        (point,) = axes.plot(
            [dot.x],
            [dot.estimate.value],
            "o",
            color=colour,
            markersize=5,
            markeredgecolor=style.PAPER,
            markeredgewidth=0.7,
        )
        say(point, dot.label, *measured(dot.estimate, scale), f"{x_label}: {plain(dot.x)}")
    _names(sheet, axes, named(dots, scale), left_edge=_LEFT + width)
    return sheet.figure


def named(dots: Sequence[Dot], scale: Scale) -> list[Dot]:
    """The dots that answer whether what is frequent is good: the most frequent ones, and those decided, the farthest
    from par first."""
    frequent = sorted(dots, key=lambda dot: -dot.x)[:FREQUENT]
    decided = [dot for dot in dots if colour_of(dot.estimate, scale) in style.VERDICT and dot not in frequent]
    par = scale.par or 0.0
    decided.sort(key=lambda dot: -max(dot.estimate.low - par, par - dot.estimate.high))
    return [*frequent, *decided][:NAMED]


def _names(sheet: Sheet, axes: Axes, dots: Sequence[Dot], *, left_edge: float) -> None:
    """Names in a column at the right of the plot, in the order of their dots, each with a line to its own."""
    room = style.width() - left_edge - _LEAD
    told = [style.wrap(dot.label, room, style.NOTE) for dot in dots]
    low, high = axes.get_ylim()
    unit = (high - low) / HEIGHT  # of the axis an inch
    tall = 0.05 + 0.12 * max((name.count("\n") + 1 for name in told), default=1)
    places = spread([dot.estimate.value for dot in dots], tall * unit, low + 0.1 * unit, high - 0.1 * unit)
    edge = axes.get_xlim()[1]
    for dot, name, place in zip(dots, told, places, strict=True):
        across, up = axes.transData.transform((edge, place))
        end = axes.transData.inverted().transform((across + (_LEAD - 0.05) * sheet.figure.dpi, up))
        axes.annotate(
            "",
            (dot.x, dot.estimate.value),
            xytext=tuple(end),
            arrowprops={"arrowstyle": "-", "color": style.FAINT, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 3},
            annotation_clip=False,
            zorder=1,
        )
        depth = 0.06 + HEIGHT * (high - place) / (high - low)
        sheet.text(left_edge + _LEAD, depth, name, size=style.NOTE)
