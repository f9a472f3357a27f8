"""Estimates as a forest plot, written as SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

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

__all__ = ["chart_rows", "draw_chart", "forest_of_rows", "write_chart"]

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
    rows = chart_rows(estimates).to_dicts()
    words = "" if len({row["measure"] for row in rows}) > 1 else measure_name(estimates.blocks[0])
    return forest_of_rows(rows, title or f"{words[:1].upper()}{words[1:]}", estimates.words)


def chart_rows(estimates: Estimates) -> pl.DataFrame:
    """What is drawn of estimates, a row each: name, measure, n (n_of: what it counts), value with value_low and
    value_high (together; fractions where unit is pp or %), p, verdict ("": values, not differences), and of the axis
    its words, what less and more mean on it, and the tolerance (null: none)."""
    block = estimates.blocks[0]
    blocks = {other.measure.name: other for other in estimates.blocks if _unit(other) == _unit(block)}
    table = estimates.table
    table = table.filter(table["measure"].is_in(list(blocks)), table["low"].is_not_null()).head(MAX_ROWS)
    several = table["measure"].n_unique() > 1
    has_one_each = table["measure"].n_unique() == len(table)
    scale = _scale(estimates, block, "" if several else measure_name(block))
    rows = []
    for row in table.iter_rows(named=True):
        measure = row["measure"].removeprefix("score_").replace("_", " ")
        names = [*([measure] if several else []), *([] if several and has_one_each else [row_name(estimates, row)])]
        rows.append(
            {
                "name": ": ".join(names), "measure": measure, "n": row["n"], "n_of": block.n_of,
                "value": row["estimate"], "value_low": row["low"], "value_high": row["high"], "p": row["p"],
                "unit": _unit(block), "verdict": (row["verdict"] or NO_VERDICT) if any(block.against) else "",
                "axis": scale.label, "less": scale.less, "more": scale.more, "margin": scale.margin,
            }
        )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides={"margin": pl.Float64, "p": pl.Float64}, infer_schema_length=None)


def forest_of_rows(rows: Sequence[Mapping[str, Any]], title: str, subtitle: str) -> Figure:
    """The forest of `chart_rows`."""
    first = rows[0]
    is_difference = bool(first["verdict"])
    series = _series([row["verdict"] for row in rows]) if is_difference else [Key("", MEASURE)]
    factor = 100.0 if first["unit"] in ("pp", "%") else 1.0
    forest_rows = []
    for row in rows:
        value, low, high = (factor * row[name] for name in ("value", "value_low", "value_high"))
        estimate = Estimate(value, low, high, row["n"])
        has_colour = [len(series) == 1 or row["verdict"] in VERDICTS[key.colour] for key in series]
        forest_rows.append(Row(row["name"], tuple(estimate if is_drawn else None for is_drawn in has_colour)))
    scale = Scale(first["axis"])
    if is_difference:
        ends = {"margin": first["margin"], "less": first["less"], "more": first["more"]}
        scale = replace(difference_scale("", "", **ends), label=first["axis"])
    return forest(title, subtitle, forest_rows, scale, series=series, n_label=first["n_of"], together=True)


def _series(verdicts: Sequence[str]) -> list[Key]:
    """A series for each colour among these verdicts, called by the verdicts that have it."""
    present = set(verdicts)
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
    margin = 100 * block.scenario.margin if block.is_judged else None
    reference = reference_name(estimates, block) or ("the other" if _is_each(block) else "")
    than = f" than {reference}" if reference else ""
    label = f"difference in {words}" if words else "difference"
    scale = difference_scale(label, unit, margin=margin, less=f"less{than}", more=f"more{than}")
    return scale if unit and not is_said else replace(scale, label=label)


def _is_each(block: Block) -> bool:
    """Whether rows are pairs of levels."""
    return any(reference.kind == "each" for chain in block.comparison.against for reference in chain)
