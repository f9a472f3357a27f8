"""What all charts are laid out on: estimates, the scale they are measured on, a sheet with title, key and note."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.charts import style
from reports.charts.style import count_text, head, signed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.charts.plot import Limits, Plot

__all__ = [
    "Estimate", "Key", "Scale", "Sheet", "colour_of", "finish", "keys_of", "limits", "margin_key",
    "measured", "open_sheet", "panel_heads", "panel_places", "plain", "short", "tick_texts",
]  # fmt: skip


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval, in the unit it is drawn in; missing bounds equal the value."""

    value: float
    low: float
    high: float
    n: int | None = None
    may_head: bool = True  # whether a heading may claim it: without a verdict, nothing else has a colour

    @property
    def half(self) -> float | None:
        """Half the width of the interval; None where it has none."""
        return (self.high - self.low) / 2 if self.high > self.low else None


_LINE = 1.32  # line height in units of the type size
_BASELINE = 0.36  # from the middle of a line of words to what they stand on, in units of the type size
_GAP = 0.16  # inches between a swatch's entry and the next
PANEL = 1.2  # inches of a small multiple, at least


@dataclass(frozen=True)
class Key:
    """One entry of a chart's key; `mark` is patch, line, point, ring or band. Only keys of a `verdict` may have
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
    paper: Plot
    top: float

    def plot(self, left: float, depth: float, width: float, height: float, x: Limits, y: Limits) -> Plot:
        """A plot in inches: from the left edge, below the header by `depth`; limits: left and right, foot and top."""
        from reports.charts.plot import Plot

        return Plot(self.figure, (left, self.top + depth, width, height), x, y)

    def band(self, plot: Plot, low: float, high: float, depth: float, height: float) -> None:
        """A band from low to high on the axis of a plot, behind the words of all rows of a stack: inches from `depth`
        on."""
        inch = plot.box[2] / (plot.x[1] - plot.x[0])
        corner = plot.box[0] + (low - plot.x[0]) * inch, self.top + depth
        self.paper.rectangle(corner, (high - low) * inch, height, style.BAND, zorder=0)

    def text(self, x: float, depth: float, text: str, **how: Any) -> None:
        """Text in inches: from the left edge, below the header by `depth`."""
        how = {"size": style.BODY, "va": "center", "linespacing": 1.2, **how}
        if how["va"] == "center" and "\n" not in text:  # words of a row stand on one line, whatever their letters
            depth, how["va"] = depth + _BASELINE * how["size"] / 72, "baseline"
        self.paper.text(x, self.top + depth, text, **how)


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


def _swatch(paper: Plot, x: float, y: float, key: Key) -> None:
    """Draw one key entry's mark in a box 0.18 inches wide."""
    if key.mark in ("patch", "band"):
        paper.rectangle((x, y - 0.05), 0.16, 0.10, key.colour)
    elif key.mark == "line":
        paper.line([x, x + 0.17], [y, y], color=key.colour, linewidth=1.4)
    else:
        face = key.colour if key.mark == "point" else style.PAPER
        paper.points([x + 0.08], [y], color=key.colour, markerfacecolor=face, markersize=5, markeredgewidth=1.2)


def open_sheet(title: str, subtitle: str, plot_height: float, *, keys: Sequence[Key] = (), note: str = "") -> Sheet:
    """A sheet as wide as the page with its header and foot set; plots take the `plot_height` inches between."""
    from matplotlib.figure import Figure

    from reports.charts.plot import Plot

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
    paper = Plot(figure, (0.0, 0.0, width, height), (0.0, width), (height, 0.0))
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
    return Sheet(figure, paper, top)


def plain(value: float, digits: int = 1) -> str:
    """A value as text with a true minus; what rounds to nothing has none."""
    return f"{value:z,.{digits}f}".replace("-", "−")


def short(value: float) -> str:
    """A number as short as its size allows: no decimals from 100 on, else one, none where it is whole."""
    return plain(value, 0 if abs(value) >= 99.95 or value == round(value) else 1)


@dataclass(frozen=True)
class Scale:
    """An axis in display units: `par` is where nobody is favoured, `margin` the half width that counts as balanced."""

    label: str
    par: float | None = None
    par_label: str = "fair"
    margin: float | None = None
    text: Callable[[float], str] = plain
    less: str = ""
    more: str = ""

    @property
    def margin_label(self) -> str:
        """The margin in words; a margin of shares is given in percentage points."""
        unit = self.label.rsplit(", ", 1)[-1].replace("%", "pp")
        return f"fair, give or take {self.margin:g} {unit}"

    @property
    def colours(self) -> tuple[str, str]:
        """Of what lies above par and below it: those of stronger and weaker where shares of wins are compared, or Elo;
        points and uses have one of their own."""
        is_of_strength = self.margin is not None or self.label.rsplit(", ", 1)[-1] in ("pp", "%", "Elo")
        return style.VERDICT if is_of_strength else (style.MEASURE, style.MEASURE)

    def interval(self, estimate: Estimate) -> str:
        """The interval as text."""
        return f"[{self.text(estimate.low)}, {self.text(estimate.high)}]"


def differences(label: str, unit: str, *, margin: float | None = None, less: str = "", more: str = "") -> Scale:
    """An axis of differences around zero."""
    return Scale(f"{label}, {unit}", 0.0, "no difference", margin, signed, less, more)


def colour_of(estimate: Estimate, scale: Scale) -> str:
    """Blue when the whole interval lies above par, orange when below, or the one colour that the scale has for both;
    grey when it holds par.

    Where a margin counts as balanced the colours are those of the verdicts: blue and orange for beyond it, dark for
    inside it, grey for undecided. What no heading may claim is neither blue nor orange.
    """
    if scale.par is None:
        return style.MEASURE
    margin, (more, less) = scale.margin or 0.0, scale.colours
    if estimate.may_head and estimate.low > scale.par + margin:
        return more
    if estimate.may_head and estimate.high < scale.par - margin:
        return less
    inside = scale.par - margin < estimate.low and estimate.high < scale.par + margin
    return style.INSIDE if inside else style.NEUTRAL


def keys_of(estimates: Iterable[Estimate], scale: Scale, *, above: str, below: str, mark: str = "point") -> list[Key]:
    """The key of a one-series chart: only colours that occur. What is exactly par has no colour to be explained."""
    coloured = (estimate for estimate in estimates if estimate.low < estimate.high or estimate.value != scale.par)
    colours = {colour_of(estimate, scale) for estimate in coloured}
    more, less = scale.colours
    sides = [(more, above), (less, below)] if more != less else [(more, "differs")]
    words = (*sides, (style.INSIDE, "fair"), (style.NEUTRAL, "unclear"))
    keys = [Key(label, colour, mark, verdict=True) for colour, label in words if colour in colours]
    return keys + margin_key(scale)


def measured(estimate: Estimate, scale: Scale, n_label: str = "") -> tuple[str, ...]:
    """Lines for an estimate: what is measured with value, unit and interval; n with what it counts."""
    quantity, _, unit = scale.label.rpartition(", ")
    value = f"{scale.text(estimate.value)} {unit}" if quantity else scale.text(estimate.value)
    interval = f" {scale.interval(estimate)}" if estimate.low < estimate.high else ""
    return (f"{quantity or unit}: {value}{interval}", count_text(estimate.n, n_label))


def wrap_labels(
    labels: Sequence[str], max_width: float, *, pad: float = 0.12, bold: Sequence[bool] = (), lines: int = 2
) -> tuple[list[str], float]:
    """Labels of rows broken to stand at the left of a chart, and the inches they take with some air."""
    pairs = list(zip(labels, bold or [False] * len(labels), strict=True))
    width = min(max_width, pad + max(style.measure(label, style.BODY, bold=is_bold) for label, is_bold in pairs))
    return [style.wrap(label, width, style.BODY, bold=is_bold, lines=lines) for label, is_bold in pairs], width


def right_edges(columns: Sequence[tuple[str, Sequence[str]]], gaps: Sequence[float]) -> list[float]:
    """Right edges of printed columns (their heads, their texts), as narrow as they can be, with a gap before each; and
    first that of what stands at their left."""
    edges = [style.width() - 0.05]
    for (name, texts), gap in reversed(list(zip(columns, gaps, strict=False))):
        width = max(style.measure(name, style.NOTE), *(style.measure(text, style.SMALL) for text in texts))
        edges.insert(0, edges[0] - width - gap)
    return edges


def panel_heads(names: Sequence[str], width: float) -> tuple[list[str], float]:
    """Headings of small multiples in panels of that width, three lines at most, and the inches they take."""
    broken = [style.wrap(name, width, style.BODY, bold=True, lines=3) for name in names]
    return broken, 0.26 + 0.16 * max((name.count("\n") for name in broken), default=0)


def panel_places(
    count: int, left: float, right: float, gap: float, *, max_abreast: int = 4
) -> tuple[float, list[tuple[int, float]]]:
    """The width of so many small multiples between two margins of the sheet (inches), as many abreast as have room; and
    the band and left edge of each."""
    room = style.width() - left - right
    abreast = max(1, min(max_abreast, count, int((room + gap) / (PANEL + gap))))
    width = (room - gap * (abreast - 1)) / abreast
    return width, [(number // abreast, left + number % abreast * (width + gap)) for number in range(count)]


def margin_key(scale: Scale) -> list[Key]:
    """The key of the margin band, where there is one."""
    return [Key(scale.margin_label, style.MARGIN, "band")] if scale.margin else []


def limits(estimates: Sequence[Estimate], scale: Scale) -> tuple[float, float]:
    """Axis limits: par, the margin and every value; intervals in full unless they dwarf the values (then cut, with an
    arrow)."""
    centre = scale.par if scale.par is not None else sum(e.value for e in estimates) / max(1, len(estimates))
    values = [abs(e.value - centre) for e in estimates]
    reach = [max(abs(e.low - centre), abs(e.high - centre)) for e in estimates]
    cap = max(
        2.5 * max(values, default=0.0),
        2.0 * (scale.margin or 0.0),
        1.5 * sorted(reach)[len(reach) // 2] if reach else 0.0,
    )
    low = min([centre - (scale.margin or 0.0), *(max(e.low, centre - cap) for e in estimates)])
    high = max([centre + (scale.margin or 0.0), *(min(e.high, centre + cap) for e in estimates)])
    pad = 0.06 * (high - low) or 1.0
    return low - pad, high + pad


STEPS = (1, 2, 2.5, 5, 10)  # between numbers of an axis, times a power of ten


def finish(
    plot: Plot, scale: Scale, *, ticks: int = 7, label: bool = True, axis: bool = True, grid: bool = True
) -> None:
    """Grid, axis, par line and margin band of a plot whose values lie from left to right."""
    from reports.charts.plot import tick_places

    places = tick_places(plot.x, ticks, steps=STEPS)
    plot.x_axis(places, tick_texts(scale, places) if axis else (), scale.label if label else "", grid=grid)
    if scale.margin and scale.par is not None:
        low, high = plot.y
        plot.rectangle((scale.par - scale.margin, low), 2 * scale.margin, high - low, style.BAND, zorder=0)
    if scale.par is not None:
        plot.upright(scale.par, color=style.INK, linewidth=0.9, zorder=1)


def tick_texts(scale: Scale, places: Sequence[float]) -> list[str]:
    """Numbers of an axis: as many digits as the step between them needs."""
    step = abs(places[1] - places[0]) if len(places) > 1 else 1.0
    digits = 0 if abs(step - round(step)) < 1e-9 else (1 if abs(10 * step - round(10 * step)) < 1e-6 else 2)
    return [signed(place, digits) if scale.text is signed else plain(place, digits) for place in places]
