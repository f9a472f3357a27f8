"""Estimates as a forest plot, written as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.draw import Row, forest
from reports.draw.estimate import Estimate
from reports.draw.scale import Scale
from reports.draw.scale import differences as difference_scale
from reports.draw.style import house_style, png_bytes, svg_bytes
from reports.estimate_text import level_text

if TYPE_CHECKING:
    from reports.estimates import Estimates

__all__ = ["write_chart"]

MAX_ROWS = 40  # rows


def write_chart(estimates: Estimates, path: Path, *, title: str = "") -> Path:
    """Draw the estimates of the first measure as a forest, in the order of the table. Raises ValueError for a suffix
    that is neither .svg nor .png, and OSError where the file cannot be written."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: name a file that ends in .svg or .png")
    block = estimates.blocks[0]
    table = estimates.table
    rows = table.filter(table["measure"] == block.measure.name).head(MAX_ROWS)
    keys = [name for name in estimates.keys if rows[name].null_count() < len(rows)]
    factor = 100.0 if block.measure.is_share else 1.0
    forest_rows = []
    for row in rows.iter_rows(named=True):
        if row["low"] is None:
            continue
        label = (
            ", ".join(level_text(row[key], estimates.band_widths.get(key, 0.0)) for key in keys) or block.measure.name
        )
        value, low, high = (factor * row[name] for name in ("estimate", "low", "high"))
        forest_rows.append(Row(label, (Estimate(value, low, high, row["n"]),)))
    with house_style():
        words = block.measure.name.replace("_", " ")
        figure = forest(
            title or f"{words[:1].upper()}{words[1:]}",
            estimates.words,
            forest_rows,
            _scale(estimates),
            n_label=block.n_of,
            together=True,
        )
        path.write_bytes(svg_bytes(figure) if path.suffix == ".svg" else png_bytes(figure))
    return path


def _scale(estimates: Estimates) -> Scale:
    """The axis: differences around zero, with the tolerance for win shares; or plain values."""
    block = estimates.blocks[0]
    words = block.measure.name.replace("_", " ")
    if any(block.against):
        unit = "pp" if block.measure.is_share else "units"
        margin = 100 * block.frames.margin if block.measure.is_win_share else None
        return difference_scale(f"difference in {words}", unit, margin=margin, less="less", more="more")
    return Scale(f"{words}, %" if block.measure.is_share else words)
