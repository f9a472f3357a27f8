"""Icicle trees: one layer a step, width = how often, colour = how well, read from the top down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from reports.draw import style
from reports.draw.heat import ramp
from reports.draw.marks import counted, say
from reports.draw.scale import plain
from reports.draw.sheet import open_sheet

__all__ = ["Node", "icicle"]

_LAYER = 0.42

LEAST = 0.15  # nodes narrower than this (%) are not drawn: a hundredth of an inch


@dataclass(frozen=True)
class Node:
    """A node: its key, its parent's key (empty at the top), layer from 1, what is written in it, width in %, value
    coloured, half the width of its interval, n."""

    key: str
    parent: str
    depth: int
    label: str
    width: float
    value: float
    half: float | None = None
    n: int | None = None


def _places(nodes: Sequence[Node]) -> dict[str, float]:
    """Left edge of each node in %: children lie side by side under their parent, the widest first."""
    left: dict[str, float] = {}
    for depth in sorted({node.depth for node in nodes}):
        layer = [node for node in nodes if node.depth == depth]
        at = dict(left)
        at.setdefault("", 0.0)
        for node in sorted(layer, key=lambda node: (-node.width, node.key)):
            if node.parent not in at:
                continue
            left[node.key] = at[node.parent]
            at[node.parent] += node.width
    return left


def _way(node: Node, known: Mapping[str, Node]) -> list[str]:
    """The labels from the top down to the node."""
    above = known.get(node.parent)
    return [*(_way(above, known) if above else []), node.label]


def icicle(
    title: str,
    subtitle: str,
    nodes: Sequence[Node],
    *,
    centre: float,
    unit: str,
    layer_title: str = "turn",
    width_label: str = "how often, %",
    floor: float = 3.0,
    note: str = "",
) -> Figure:
    """The tree drawn top down; nodes too narrow for their text stay unlabelled, pruned branches stay blank."""
    nodes = [node for node in nodes if node.width >= LEAST] or nodes
    depth = max(node.depth for node in nodes)
    top = min(node.depth for node in nodes)
    height = _LAYER * (depth - top + 1)
    sheet = open_sheet(title, subtitle, height + 0.95, note=note)
    layers = [f"{layer_title} {layer + 1}" for layer in range(depth - top + 1)]
    left = max(0.6, 0.1 + max(style.measure(name, style.SMALL) for name in layers))
    width = style.WIDTH - left - 0.14
    axes = sheet.axes(left, 0.04, width, height)
    axes.set(xlim=(0, 100), ylim=(depth - top + 1, 0), yticks=[])
    for spine in ("left", "bottom"):
        axes.spines[spine].set_visible(False)
    axes.tick_params(length=2)
    axes.set_xticks([0, 25, 50, 75, 100], ["0", "25", "50", "75", "100"])
    axes.set_xlabel(width_label, labelpad=3)
    reach = max([floor, *(abs(node.value - centre) for node in nodes if node.width >= 1.0)])
    norm = Normalize(centre - reach, centre + reach, clip=True)
    places, known = _places(nodes), {node.key: node for node in nodes}
    for layer, name in enumerate(layers):
        sheet.text(0.02, 0.04 + (layer + 0.5) * _LAYER, name, size=style.SMALL, color=style.MUTED)
    for node in nodes:
        if node.key in places:
            box = _node(axes, places[node.key], node.depth - top, node, norm, width / 100)
            way = ", ".join(_way(node, known))
            half = f" ± {node.half:.1f}" if node.half else ""
            told = f"{plain(node.value)}{half} {unit}", f"{width_label.rpartition(', ')[0]}: {plain(node.width)} %"
            say(box, f"{layer_title} 1 to {node.depth - top + 1}: {way}", *told, counted(node.n))
    ramp(sheet.axes(left, height + 0.62, 2.4, 0.09), norm, centre, unit, plain)
    return sheet.figure


def _node(axes: Axes, x: float, y: int, node: Node, norm: Normalize, inch: float) -> Patch:
    """One box: its letter and, where there is room, its value under it."""
    colour = style.DIVERGING(norm(node.value))
    ink = style.chosen_ink(colour)
    thin = min(1.2, 0.25 * node.width)
    box = axes.add_patch(Rectangle((x, y), node.width, 1, facecolor=colour, edgecolor=style.PAPER, linewidth=thin))
    room = node.width * inch
    value = plain(node.value)
    if room > style.measure(value, style.NOTE) + 0.06:
        axes.text(
            x + node.width / 2,
            y + 0.33,
            node.label,
            ha="center",
            va="center",
            color=ink,
            size=style.BODY,
            weight="bold",
        )
        axes.text(x + node.width / 2, y + 0.7, value, ha="center", va="center", color=ink, size=style.NOTE)
    elif room > style.measure(node.label, style.SMALL, bold=True) + 0.03:
        axes.text(
            x + node.width / 2,
            y + 0.5,
            node.label,
            ha="center",
            va="center",
            color=ink,
            size=style.SMALL,
            weight="bold",
        )
    return box
