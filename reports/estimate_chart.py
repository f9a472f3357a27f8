"""Estimates as a forest plot, written as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reports.charts import Row, forest
from reports.charts.sheet import Estimate, Key, Scale
from reports.charts.sheet import differences as difference_scale
from reports.charts.style import INSIDE, LESS, MEASURE, MORE, NEUTRAL, house_style, png_bytes, svg_bytes
from reports.comparison_finding import row_name
from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.estimates import Block, Estimates

__all__ = ["write_chart"]

MAX_ROWS = 40  # rows
NO_VERDICT = f"fewer than {FEW_DEALS} deals: no word"
# The verdicts of a table by the colour of their rows.
VERDICTS = {
    MORE: ("stronger", "higher"), LESS: ("weaker", "lower"), INSIDE: ("fair", "same"), NEUTRAL: ("unclear", NO_VERDICT),
}  # fmt: skip


def write_chart(estimates: Estimates, path: Path, *, title: str = "") -> Path:
    """Write the chart. Raises ValueError for a suffix that is neither .svg nor .png, and OSError where the file cannot
    be written."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: name a file that ends in .svg or .png")
    with house_style():
        figure = draw_chart(estimates, title=title)
        path.write_bytes(svg_bytes(figure) if path.suffix == ".svg" else png_bytes(figure))
    return path


def draw_chart(estimates: Estimates, *, title: str = "") -> Figure:
    """The estimates of the first measure as a forest, in the order of the table; differences in the colours of their
    verdicts, by the table's words. Drawn in the house's style where that is in force."""
    block = estimates.blocks[0]
    table = estimates.table
    rows = table.filter(table["measure"] == block.measure.name).head(MAX_ROWS)
    rows = rows.filter(rows["low"].is_not_null())
    series = _series(rows["verdict"].to_list()) if any(block.against) else [Key("", MEASURE)]
    factor = 100.0 if block.is_bounded else 1.0
    forest_rows = []
    for row in rows.iter_rows(named=True):
        value, low, high = (factor * row[name] for name in ("estimate", "low", "high"))
        estimate = Estimate(value, low, high, row["n"])
        verdict = row["verdict"] or NO_VERDICT
        has_colour = [len(series) == 1 or verdict in VERDICTS[key.colour] for key in series]
        forest_rows.append(
            Row(row_name(estimates, row), tuple(estimate if is_drawn else None for is_drawn in has_colour))
        )
    words = block.measure.name.replace("_", " ")
    heading = title or f"{words[:1].upper()}{words[1:]}"
    return forest(
        heading, estimates.words, forest_rows, _scale(block), series=series, n_label=block.n_of, together=True
    )


def _series(verdicts: Sequence[str | None]) -> list[Key]:
    """A series for each colour among these verdicts, called by the verdicts that have it."""
    present = {verdict or NO_VERDICT for verdict in verdicts}
    labels = {colour: [word for word in words if word in present] for colour, words in VERDICTS.items()}
    return [Key(", or ".join(words), colour, "point", verdict=True) for colour, words in labels.items() if words]


def _reference_text(block: Block) -> str:
    """What differences are from, in words; "" where it is not one thing."""
    chains = block.comparison.against
    if block.minus:
        return "the other"
    if len(chains) != 1 or len(chains[0]) != 1:
        return ""
    (reference,) = chains[0]
    return "the other" if reference.kind == "each" else reference.words.removeprefix("relative to ")


def _scale(block: Block) -> Scale:
    """The axis: differences around zero, with the tolerance for win shares; or plain values."""
    words = block.measure.name.replace("_", " ")
    if not any(block.against):
        return Scale(f"{words}, %" if block.measure.is_share else words)
    unit = "pp" if block.is_bounded else "parts of it" if block.is_relative else "units"
    margin = 100 * block.frames.margin if block.is_judged else None
    than = f" than {_reference_text(block)}" if _reference_text(block) else ""
    return difference_scale(f"difference in {words}", unit, margin=margin, less=f"less{than}", more=f"more{than}")
