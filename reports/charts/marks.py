"""What a mark of a chart stands for, in words: its subject, value, interval and n; a title in the
SVG, read by hovering."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

__all__ = ["beheaded", "count_text", "head", "region", "say", "titled"]

# Of a group's id: matplotlib writes the id, and nothing else, of an artist into the SVG.
_PREFIX = "says:"
_HEAD = "head:"


def say(artist: Artist, *lines: str) -> None:
    """Give the artist its words, the subject in the first line; empty lines are left out."""
    artist.set_gid(_PREFIX + quote("\n".join(line for line in lines if line), safe=""))


def head(artist: Artist, words: str, depth: float) -> None:
    """Mark a text that stands above the chart proper, which begins at the depth (points), with its words uncut."""
    artist.set_gid(f"{_HEAD}{depth:.2f}:{quote(words, safe='')}")


def region(axes: Axes, corner: tuple[float, float], width: float, height: float, *lines: str) -> None:
    """An unseen rectangle with words, in data units: where a mark is too thin for a finger."""
    from matplotlib.patches import Rectangle

    box = axes.add_patch(Rectangle(corner, width, height, facecolor="none", edgecolor="none", linewidth=0, zorder=9))
    say(box, *lines)


def count_text(n: int | None, noun: str = "") -> str:
    """The line that says on how many a value rests."""
    return "" if n is None else f"n {n:,} {noun}".strip()


def titled(svg: str) -> str:
    """The drawing with a title, and the class `mark`, where an artist was given words; heads are called so."""
    heads = rf'<g id="{_HEAD}([\d.]+):([^"]*)">'
    return re.sub(heads, _headed, re.sub(rf'<g id="{_PREFIX}([^"]*)">', _group, svg))


def beheaded(svg: str) -> tuple[list[str], str]:
    """The words that stand above the chart proper, and the drawing without them, its box beginning below."""
    words: list[str] = []
    depth = 0.0
    while opened := re.search(r'<g class="head" data-depth="([\d.]+)"><title>(.*?)</title>', svg, re.DOTALL):
        depth = float(opened[1])
        words.append(unescape(opened[2]))
        svg = svg[: opened.start()] + svg[_end(svg, opened.end()) :]
    return words, re.sub(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', lambda box: _below(box, depth), svg, count=1)


def _end(svg: str, place: int) -> int:
    """Where the group ends that is open at the place."""
    level = 1
    for tag in re.finditer(r"<g\b|</g>", svg[place:]):
        level += 1 if tag[0] == "<g" else -1
        if not level:
            return place + tag.end()
    raise ValueError("not an SVG picture: a group has no end")


def _below(box: re.Match[str], depth: float) -> str:
    return f'viewBox="0 {depth:.2f} {box[1]} {float(box[2]) - depth:.2f}"'


def _headed(match: re.Match[str]) -> str:
    return f'<g class="head" data-depth="{match[1]}"><title>{escape(unquote(match[2]), quote=False)}</title>'


def _group(match: re.Match[str]) -> str:
    return f'<g class="mark" pointer-events="all"><title>{escape(unquote(match[1]), quote=False)}</title>'
