"""A sheet is a figure laid out in inches from its top left corner: title, subtitle and key above, plots below, a note
at the foot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.marks import head

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Key", "Sheet", "open_sheet", "signed"]

_LINE = 1.32  # line height in units of the type size
_BASELINE = 0.36  # from the middle of a line of words to what they stand on, in units of the type size
_GAP = 0.16  # inches between a swatch's entry and the next


@dataclass(frozen=True)
class Key:
    """One entry of a chart's key; `mark` is patch, line, dashes, point, ring or band. Only keys of a `verdict` may have
    its colours."""

    label: str
    colour: str
    mark: str = "patch"
    verdict: bool = False

    def __post_init__(self) -> None:
        if self.colour in style.VERDICT and not self.verdict:
            raise ValueError(f"{self.label}: {self.colour} says better or worse than par, and nothing else")


@dataclass
class Sheet:
    """The figure, its free-hand layer in inches, and the depth at which the plots begin."""

    figure: Figure
    paper: Axes
    width: float
    height: float
    top: float

    def axes(self, left: float, depth: float, width: float, height: float) -> Axes:
        """Axes in inches: from the left edge, below the header by `depth`."""
        bottom = self.height - self.top - depth - height
        box = (left / self.width, bottom / self.height, width / self.width, height / self.height)
        return self.figure.add_axes(box)

    def text(self, x: float, depth: float, text: str, **how: Any) -> None:
        """Text in inches: from the left edge, below the header by `depth`."""
        how = {"size": style.BODY, "va": "center", "linespacing": 1.2, **how}
        if how["va"] == "center" and "\n" not in text:  # words of a row stand on one line, whatever their letters
            depth, how["va"] = depth + _BASELINE * how["size"] / 72, "baseline"
        self.paper.text(x, self.top + depth, text, **how)


def signed(value: float, digits: int = 1) -> str:
    """A difference as text with its sign, a true minus, and no sign on zero."""
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else ("+" if value > 0 else "−") + text


def _lines(text: str) -> int:
    return text.count("\n") + 1 if text else 0


def _key_rows(keys: Sequence[Key], width: float) -> list[list[tuple[float, Key]]]:
    """Entries with their place, broken into rows that fit the width."""
    rows: list[list[tuple[float, Key]]] = [[]]
    x = 0.0
    for key in keys:
        size = 0.24 + style.measure(key.label, style.SMALL)
        if rows[-1] and x + size > width:
            rows.append([])
            x = 0.0
        rows[-1].append((x, key))
        x += size + _GAP
    return rows if keys else []


def _swatch(paper: Axes, x: float, y: float, key: Key) -> None:
    """Draw one key entry's mark in a box 0.18 inches wide."""
    from matplotlib.patches import Rectangle

    if key.mark in ("patch", "band"):
        paper.add_patch(Rectangle((x, y - 0.05), 0.16, 0.10, facecolor=key.colour, edgecolor="none"))
    elif key.mark in ("line", "dashes"):
        dash = "-" if key.mark == "line" else (0, (2.2, 1.6))
        paper.plot([x, x + 0.17], [y, y], color=key.colour, linewidth=1.4, linestyle=dash)
    else:
        face = key.colour if key.mark == "point" else style.PAPER
        paper.plot([x + 0.08], [y], "o", color=key.colour, markerfacecolor=face, markersize=5, markeredgewidth=1.2)


def open_sheet(title: str, subtitle: str, plot_height: float, *, keys: Sequence[Key] = (), note: str = "") -> Sheet:
    """A sheet as wide as the page with its header and foot set; plots take the `plot_height` inches between."""
    from matplotlib.figure import Figure

    width = style.width()
    texts = title, subtitle
    more = math.ceil(style.WIDTH / width)  # times the lines
    title = style.wrap(title, width - 0.1, style.TITLE, bold=True, lines=2 * more)
    subtitle = style.wrap(subtitle, width - 0.1, style.BODY, lines=3 * more)
    note = style.wrap(note, width - 0.1, style.NOTE, lines=3 * more)
    rows = _key_rows(keys, width - 0.1)
    depth_subtitle = 0.06 + _lines(title) * style.TITLE * _LINE / 72 + 0.03
    depth_key = depth_subtitle + _lines(subtitle) * style.BODY * _LINE / 72 + (0.09 if rows else 0.0)
    top = depth_key + len(rows) * 0.2 + 0.08
    foot = (_lines(note) * style.NOTE * _LINE / 72 + 0.1) if note else 0.04
    height = top + plot_height + foot

    figure = Figure(figsize=(width, height), dpi=100)
    paper = figure.add_axes((0, 0, 1, 1), zorder=-1)
    paper.set(xlim=(0, width), ylim=(height, 0))
    paper.axis("off")
    begin = 72 * (depth_key - (0.09 if rows else 0.0))
    heading = paper.text(0.02, 0.04, title, size=style.TITLE, weight="bold", va="top", linespacing=1.15)
    below = paper.text(0.02, depth_subtitle, subtitle, size=style.BODY, color=style.MUTED, va="top", linespacing=1.25)
    for text, words in zip((heading, below), texts, strict=True):
        head(text, words, begin)
    for number, row in enumerate(rows):
        for x, key in row:
            y = depth_key + 0.1 + number * 0.2
            _swatch(paper, x + 0.02, y, key)
            paper.text(x + 0.24, y, key.label, size=style.SMALL, va="center_baseline")
    if note:
        paper.text(0.02, height - 0.04, note, size=style.NOTE, color=style.MUTED, va="bottom", linespacing=1.25)
    return Sheet(figure, paper, width, height, top)
