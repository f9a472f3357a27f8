"""A plot: lines, boxes and words in its own units on a figure, and of its axes what is drawn.

matplotlib's own axes take 20 ms each to make and to draw, most of it for ticks, spines and limits that no chart has.
Only functions that draw import this module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from matplotlib.artist import Artist
from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.markers import TICKDOWN
from matplotlib.patches import Polygon, Rectangle
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Affine2D, ScaledTranslation

from reports.charts import style

__all__ = ["Plot", "tick_places"]

T = TypeVar("T", bound=Artist)

Limits = tuple[float, float]
PAD, LABEL_PAD = 3.5, 4.0  # points between a tick and its number; between the numbers and the label
THIN = 0.7  # points of axes, ticks and grid


def tick_places(
    limits: Limits, count: int, *, steps: Sequence[float] | None = None, integer: bool = False
) -> list[float]:
    """Round numbers between the limits, about so many; steps: between them, times a power of ten."""
    low, high = sorted(limits)
    places = MaxNLocator(count, steps=steps, integer=integer).tick_values(low, high)
    air = 1e-9 * (high - low)
    return [float(place) for place in places if low - air <= place <= high + air]


class Plot(Artist):
    """A part of a figure with its own units: its box is left edge, top edge, width and height in inches from the upper
    left corner of the figure; limits are of the left and right edge, and of the lower and upper."""

    def __init__(self, figure: Figure, box: tuple[float, float, float, float], x: Limits, y: Limits) -> None:
        super().__init__()
        self.box, self.x, self.y = box, x, y
        self.x_label = self.y_label = ""
        self.x_ticks: list[float] = []
        self._children: list[Artist] = []
        left, top, width, height = box
        across, up = width / (x[1] - x[0]), height / (y[1] - y[0])
        sheet_width, sheet_height = figure.get_size_inches()
        foot = sheet_height - top - height
        to_inches = Affine2D.from_values(across, 0, 0, up, left - across * x[0], foot - up * y[0])
        self._units = to_inches.scale(1 / sheet_width, 1 / sheet_height) + figure.transFigure
        self._inches = figure.dpi_scale_trans
        figure.add_artist(self)

    def get_children(self) -> list[Artist]:
        """All that is drawn."""
        return self._children

    def draw(self, renderer: RendererBase) -> None:
        """Draw it."""
        for artist in sorted(self._children, key=lambda artist: artist.zorder):
            artist.draw(renderer)

    def line(self, x: Sequence[float], y: Sequence[float], **how: Any) -> Line2D:
        """A line through these points."""
        return self._add(Line2D(x, y, **how))

    def points(
        self, x: Sequence[float], y: Sequence[float], mark: Any = "o", *, right: float = 0.0, **how: Any
    ) -> Line2D:
        """A mark on each of these points, so many points of type farther to the right."""
        return self._add(Line2D(x, y, marker=mark, linestyle="none", **how), (right, 0.0))

    def upright(self, x: float, **how: Any) -> Line2D:
        """A line from the foot to the top."""
        return self.line([x, x], self.y, **how)

    def level(self, y: float, **how: Any) -> Line2D:
        """A line from the left to the right."""
        return self.line(self.x, [y, y], **how)

    def region(self, corner: tuple[float, float], width: float, height: float, *lines: str) -> None:
        """An unseen rectangle with words: where a mark is too thin for a finger."""
        style.say(self.rectangle(corner, width, height, "none", zorder=9), *lines)

    def rectangle(self, corner: tuple[float, float], width: float, height: float, colour: Any, **how: Any) -> Rectangle:
        """A rectangle, without an edge where none is asked for."""
        how = {"edgecolor": "none", "linewidth": 0.0, **how}
        return self._add(Rectangle(corner, width, height, facecolor=colour, **how))

    def band(self, x: Sequence[float], low: Sequence[float], high: Sequence[float], **how: Any) -> Polygon:
        """The area between two lines."""
        edge = [*zip(x, low, strict=True), *reversed(list(zip(x, high, strict=True)))]
        return self._add(Polygon(edge, linewidth=0.0, **how))

    def text(self, x: float, y: float, text: str, *, shift: tuple[float, float] = (0.0, 0.0), **how: Any) -> Text:
        """Words; shift: points of type to the right and up."""
        return self._add(Text(x, y, text, **how), shift)

    def x_axis(
        self, ticks: Sequence[float], words: Iterable[str] = (), label: str = "", *, grid: bool = False,
        line: bool = True, length: float = 3.0, size: float = style.SMALL,
    ) -> None:  # fmt: skip
        """The axis at the foot; without words its grid alone. length: points of a tick."""
        self.x_ticks, self.x_label = list(ticks), label
        if grid:
            self._grid([(tick, tick) for tick in ticks], [self.y] * len(ticks))
        words = list(words)
        if not words:
            return
        foot = self.y[0]
        if line:
            self.level(foot, color=style.FAINT, linewidth=THIN, solid_capstyle="projecting", zorder=2.5)
        self.points(ticks, [foot] * len(ticks), TICKDOWN, color=style.FAINT, markersize=length, markeredgewidth=THIN)
        how: dict[str, Any] = {"ha": "center", "va": "top", "color": style.MUTED, "size": size}
        for tick, word in zip(ticks, words, strict=True):
            self.text(tick, foot, word, shift=(0.0, -length - PAD), **how)
        below = length + PAD + size * (1.0 + 1.2 * max(word.count("\n") for word in words)) + LABEL_PAD
        if label:
            self.text(sum(self.x) / 2, foot, label, shift=(0.0, -below), **{**how, "size": style.SMALL})

    def y_axis(self, ticks: Sequence[float], words: Sequence[str], label: str = "", *, grid: bool = False) -> None:
        """The numbers at the left, which has no line."""
        self.y_label = label
        if grid:
            self._grid([self.x] * len(ticks), [(tick, tick) for tick in ticks])
        how: dict[str, Any] = {"color": style.MUTED, "size": style.SMALL}
        for tick, word in zip(ticks, words, strict=True):
            self.text(self.x[0], tick, word, shift=(-PAD, 0.0), ha="right", va="center_baseline", **how)
        aside = PAD + 72 * max((style.measure(word, style.SMALL) for word in words), default=0.0) + LABEL_PAD
        if label:
            how |= {"ha": "center", "va": "bottom", "rotation": 90, "rotation_mode": "anchor"}
            self.text(self.x[0], sum(self.y) / 2, label, shift=(-aside, 0.0), **how)

    def _grid(self, x: Sequence[Limits], y: Sequence[Limits]) -> None:
        """Lines from end to end, as one."""
        nowhere = (float("nan"),)
        self.line(
            [place for ends in x for place in (*ends, *nowhere)],
            [place for ends in y for place in (*ends, *nowhere)],
            color=style.GRID, linewidth=THIN, solid_capstyle="projecting", zorder=0.5,
        )  # fmt: skip

    def _add(self, artist: T, shift: tuple[float, float] = (0.0, 0.0)) -> T:
        """Have it drawn, so many points of type to the right and up."""
        right, up = shift
        moved = self._units + ScaledTranslation(right / 72, up / 72, self._inches) if right or up else self._units
        figure = self.figure
        assert figure is not None
        artist.set_figure(figure)
        artist.set_transform(moved)
        self._children.append(artist)
        return artist
