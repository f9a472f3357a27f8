"""Scatter of named things: how often against how well, with intervals, names only where they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from reports.draw import style
from reports.draw.estimate import Estimate
from reports.draw.marks import say
from reports.draw.scale import Scale, colour_of, keys_of, limits, measured, plain, tick_text
from reports.draw.sheet import open_sheet

__all__ = ["Dot", "scatter"]

NAMED = 14  # points that get a name, best lower bound first


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
    """Points on a logarithmic x axis; names are set best first and left out where they would overlap."""
    estimates = [dot.estimate for dot in dots]
    height = 3.3
    width = style.WIDTH - 0.72
    sheet = open_sheet(
        title, subtitle, height + 0.55, keys=keys_of(estimates, scale, above=above, below=below), note=note
    )
    axes = sheet.axes(0.62, 0.06, width, height)
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
        axes.annotate(
            scale.par_label,
            (right, scale.par),
            xytext=(-2, 3),
            textcoords="offset points",
            size=style.NOTE,
            color=style.MUTED,
            ha="right",
            va="bottom",
        )
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
    to_display = axes.transData.transform
    points = [tuple(to_display((dot.x, dot.estimate.value)) / sheet.figure.dpi) for dot in dots]
    taken = [(x - 0.045, y - 0.045, x + 0.045, y + 0.045) for x, y in points]
    if scale.par is not None:
        _, y = to_display((right, scale.par)) / sheet.figure.dpi
        taken.append((0.62 + width - 0.1 - style.measure(scale.par_label, style.NOTE), y, 0.62 + width, y + 0.2))
    for dot, (x, y) in sorted(zip(dots, points, strict=True), key=lambda pair: -pair[0].estimate.low)[:NAMED]:
        w = style.measure(dot.label, style.NOTE)
        for dx, dy, ha in ((0.07, 0.0, "left"), (-0.07, 0.0, "right"), (0.05, 0.1, "left"), (0.05, -0.1, "left")):
            start = x + dx if ha == "left" else x + dx - w
            box = (start, y + dy - 0.055, start + w, y + dy + 0.055)
            inside = box[0] > 0.62 and box[2] < style.WIDTH - 0.05
            if inside and not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
                axes.annotate(
                    dot.label,
                    (dot.x, dot.estimate.value),
                    xytext=(dx * 72, dy * 72),
                    textcoords="offset points",
                    size=style.NOTE,
                    ha=ha,
                    va="center",
                    color=style.INK,
                    bbox={"boxstyle": "square,pad=0.08", "facecolor": style.PAPER, "alpha": 0.8, "linewidth": 0},
                )
                taken.append(box)
                break
    return sheet.figure
