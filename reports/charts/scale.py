"""What an axis measures: its label and unit, its par line, the margin that counts as balanced, and how its values are
written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.charts import style
from reports.charts.estimate import Estimate
from reports.charts.marks import count_text
from reports.charts.sheet import Key, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "OPEN", "Scale", "colour_of", "finish", "keys_of", "limits", "margin_key", "measured", "panel_heads", "plain",
    "short",
]  # fmt: skip

OPEN = "unclear"  # as the verdict says of an interval that reaches over the margin's end


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
    par_label: str = "par"
    margin: float | None = None
    text: Callable[[float], str] = plain
    less: str = ""
    more: str = ""

    @property
    def margin_label(self) -> str:
        """The margin in words; a margin of shares is given in percentage points."""
        unit = self.label.rsplit(", ", 1)[-1].replace("%", "pp")
        return f"fair, give or take {self.margin:g} {unit}"

    def interval(self, estimate: Estimate) -> str:
        """The interval as text."""
        return f"[{self.text(estimate.low)}, {self.text(estimate.high)}]"


def differences(label: str, unit: str, *, margin: float | None = None, less: str = "", more: str = "") -> Scale:
    """An axis of differences around zero."""
    return Scale(f"{label}, {unit}", 0.0, "no difference", margin, signed, less, more)


def colour_of(estimate: Estimate, scale: Scale) -> str:
    """Blue when the whole interval lies above par, orange when below, grey when it holds par.

    Where a margin counts as balanced the colours are those of the verdicts: blue and orange for beyond it, dark for
    inside it, grey for undecided.
    """
    if scale.par is None:
        return style.MEASURE
    margin = scale.margin or 0.0
    if estimate.low > scale.par + margin:
        return style.MORE
    if estimate.high < scale.par - margin:
        return style.LESS
    inside = scale.par - margin < estimate.low and estimate.high < scale.par + margin
    return style.INSIDE if inside else style.NEUTRAL


def keys_of(estimates: Iterable[Estimate], scale: Scale, *, above: str, below: str, mark: str = "point") -> list[Key]:
    """The key of a one-series chart: only colours that occur. What is exactly par has no colour to be explained."""
    coloured = (estimate for estimate in estimates if estimate.low < estimate.high or estimate.value != scale.par)
    colours = {colour_of(estimate, scale) for estimate in coloured}
    words = (
        (style.MORE, above),
        (style.LESS, below),
        (style.INSIDE, "fair"),
        (style.NEUTRAL, OPEN if scale.margin else "interval includes " + ("zero" if scale.par == 0 else "par")),
    )
    keys = [Key(label, colour, mark, verdict=True) for colour, label in words if colour in colours]
    return keys + margin_key(scale)


def measured(estimate: Estimate, scale: Scale, n_label: str = "") -> tuple[str, ...]:
    """Lines for an estimate: what is measured with value, unit and interval; n with what it counts."""
    quantity, _, unit = scale.label.rpartition(", ")
    value = f"{scale.text(estimate.value)} {unit}" if quantity else scale.text(estimate.value)
    interval = f" {scale.interval(estimate)}" if estimate.low < estimate.high else ""
    return (f"{quantity or unit}: {value}{interval}", count_text(estimate.n, n_label))


def panel_heads(names: Sequence[str], width: float) -> tuple[list[str], float]:
    """Headings of small multiples in panels of that width, three lines at most, and the inches they take."""
    broken = [style.wrap(name, width, style.BODY, bold=True, lines=3) for name in names]
    return broken, 0.26 + 0.16 * max((name.count("\n") for name in broken), default=0)


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


def finish(axes: Axes, scale: Scale, *, ticks: int = 7, label: bool = True) -> None:
    """Grid, ticks, par line and margin band of a horizontal measuring axis without a y axis."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(scale, value, axes.get_xticks())))
    axes.grid(axis="x")
    if scale.margin and scale.par is not None:
        axes.axvspan(scale.par - scale.margin, scale.par + scale.margin, color=style.BAND, linewidth=0, zorder=0)
    if scale.par is not None:
        axes.axvline(scale.par, color=style.INK, linewidth=0.9, zorder=1)
    if label:
        axes.set_xlabel(scale.label, labelpad=4)


def tick_text(scale: Scale, value: float, ticks: Iterable[float]) -> str:
    """A tick's label: as many digits as the step between ticks needs."""
    places = list(ticks)
    step = float(abs(places[1] - places[0])) if len(places) > 1 else 1.0
    digits = 0 if abs(step - round(step)) < 1e-9 else (1 if abs(10 * step - round(10 * step)) < 1e-6 else 2)
    return signed(value, digits) if scale.text is signed else plain(value, digits)
