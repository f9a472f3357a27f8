"""What a mark of a chart stands for, in words: its subject, value, interval and n; a title in the
SVG, read by hovering."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote, unquote

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

__all__ = ["counted", "region", "say", "titled"]

_PREFIX = "says:"  # of a group's id: matplotlib writes the id, and nothing else, of an artist into the SVG


def say(artist: Artist, *lines: str) -> None:
    """Give the artist its words, the subject in the first line; empty lines are left out."""
    artist.set_gid(_PREFIX + quote("\n".join(line for line in lines if line), safe=""))


def region(axes: Axes, corner: tuple[float, float], width: float, height: float, *lines: str) -> None:
    """An unseen rectangle with words, in data units: where a mark is too thin for a finger."""
    box = axes.add_patch(Rectangle(corner, width, height, facecolor="none", edgecolor="none", linewidth=0, zorder=9))
    say(box, *lines)


def counted(n: int | None, what: str = "") -> str:
    """The line that says on how many a value rests."""
    return "" if n is None else f"n {n:,} {what}".strip()


def titled(svg: str) -> str:
    """The drawing with a title, and the class `mark`, where an artist was given words."""
    return re.sub(rf'<g id="{_PREFIX}([^"]*)">', _group, svg)


def _group(found: re.Match[str]) -> str:
    return f'<g class="mark" pointer-events="all"><title>{escape(unquote(found[1]), quote=False)}</title>'
