"""Estimates as a forest plot, written as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from reports.charts.forest import Row, forest
from reports.charts.sheet import Estimate, Key, Scale
from reports.charts.sheet import differences as difference_scale
from reports.charts.style import (
    INSIDE,
    LESS,
    MEASURE,
    MORE,
    NEUTRAL,
    house_style,
    missing_letters,
    png_bytes,
    svg_bytes,
    warn_of_boxes,
)
from reports.comparison_finding import measure_name, reference_name, row_name, unit_of
from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.estimates import Block, Estimates

__all__ = ["write_chart"]

MAX_ROWS = 70  # rows
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
        if path.suffix == ".png":
            warn_of_boxes(missing_letters(figure))
    return path


def draw_chart(estimates: Estimates, *, title: str = "") -> Figure:
    """The estimates as a forest, in the order of the table: those of the first measure, and of others with its unit;
    differences in the colours of their verdicts, by the table's words. Drawn in the house's style where that is in
    force."""
    block = estimates.blocks[0]
    blocks = {other.measure.name: other for other in estimates.blocks if _unit(other) == _unit(block)}
    table = estimates.table
    rows = table.filter(table["measure"].is_in(list(blocks)), table["low"].is_not_null()).head(MAX_ROWS)
    several = rows["measure"].n_unique() > 1
    has_one_each = rows["measure"].n_unique() == len(rows)
    series = _series(rows["verdict"].to_list()) if any(block.against) else [Key("", MEASURE)]
    factor = 100.0 if _unit(block) in ("pp", "%") else 1.0
    forest_rows = []
    for row in rows.iter_rows(named=True):
        value, low, high = (factor * row[name] for name in ("estimate", "low", "high"))
        estimate = Estimate(value, low, high, row["n"])
        verdict = row["verdict"] or NO_VERDICT
        has_colour = [len(series) == 1 or verdict in VERDICTS[key.colour] for key in series]
        measure = row["measure"].removeprefix("score_").replace("_", " ")
        names = [*([measure] if several else []), *([] if several and has_one_each else [row_name(estimates, row)])]
        forest_rows.append(Row(": ".join(names), tuple(estimate if is_drawn else None for is_drawn in has_colour)))
    words = "" if several else measure_name(block)
    heading = title or f"{words[:1].upper()}{words[1:]}"
    scale = _scale(estimates, block, words)
    return forest(heading, estimates.words, forest_rows, scale, series=series, n_label=block.n_of, together=True)


def _series(verdicts: Sequence[str | None]) -> list[Key]:
    """A series for each colour among these verdicts, called by the verdicts that have it."""
    present = {verdict or NO_VERDICT for verdict in verdicts}
    labels = {colour: [word for word in words if word in present] for colour, words in VERDICTS.items()}
    return [Key(", or ".join(words), colour, "point", verdict=True) for colour, words in labels.items() if words]


def _unit(block: Block) -> str:
    """The unit of a chart's axis."""
    if block.is_relative:
        return "%"
    return ("pp" if any(block.against) else "%") if block.is_bounded else unit_of(block)


def _scale(estimates: Estimates, block: Block, words: str) -> Scale:
    """The axis: differences around zero, with the tolerance for win shares; or plain values."""
    unit = _unit(block)
    is_said = bool(unit) and words.endswith(unit)
    if not any(block.against):
        return Scale(", ".join(text for text in (words, "" if is_said else unit) if text))
    margin = 100 * block.frames.margin if block.is_judged else None
    reference = reference_name(estimates, block) or ("the other" if _is_each(block) else "")
    than = f" than {reference}" if reference else ""
    label = f"difference in {words}" if words else "difference"
    scale = difference_scale(label, unit, margin=margin, less=f"less{than}", more=f"more{than}")
    return scale if unit and not is_said else replace(scale, label=label)


def _is_each(block: Block) -> bool:
    """Whether rows are pairs of levels."""
    return any(reference.kind == "each" for chain in block.comparison.against for reference in chain)
