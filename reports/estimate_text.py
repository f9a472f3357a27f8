"""Estimates as text: a table of what was compared, with intervals, in plain characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from reports.estimates import Estimates

__all__ = ["level_text", "text_of"]

MAX_ROWS = 60  # rows


def text_of(estimates: Estimates) -> str:
    """The comparison in words, a row an estimate, and what n counts."""
    table = estimates.table
    keys = [*estimates.keys, *(name for name in ("measure", "against") if table[name].n_unique() > 1)]
    shares = {block.measure.name for block in estimates.blocks if block.measure.is_share}
    is_difference = {block.measure.name: any(block.against) for block in estimates.blocks}
    head = [*keys, "estimate", "95 % together", "verdict", table["n_of"][0] if len(table) else "n", "deals"]
    body = []
    for row in table.head(MAX_ROWS).iter_rows(named=True):
        share, signed = row["measure"] in shares, is_difference[row["measure"]]
        value, low, high = (_number(row[name], share, signed) for name in ("estimate", "low", "high"))
        unit = " pp" if share and signed else " %" if share else ""
        word = row["verdict"] or ("*" if row["deals"] < FEW_DEALS else "")
        word += f", leaning {row['leaning']}" if row["leaning"] else ""
        body.append(
            [
                *(level_text(row[key]) for key in keys),
                value + unit,
                f"{low} to {high}",
                word,
                f"{row['n']:,}",
                f"{row['deals']:,}",
            ]
        )
    widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    n_keys = len(keys)

    def line(cells: list[str]) -> str:
        parts = [
            cell.ljust(width) if i < n_keys or head[i] == "verdict" else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return "  ".join(parts).rstrip()

    more = [f"… and {len(table) - MAX_ROWS:,} more rows"] if len(table) > MAX_ROWS else []
    few = [f"* fewer than {FEW_DEALS} deals: no word"] if (table["deals"] < FEW_DEALS).any() else []
    lines = [line(head), *(line(cells) for cells in body)]
    return "\n".join([estimates.words, "", *lines, *more, "", *few, estimates.note])


def _number(value: float | None, share: bool, signed: bool) -> str:
    if value is None:
        return "?"
    x = 100 * value if share else value
    text = f"{x:+z,.1f}" if signed else f"{x:z,.1f}"
    return text.replace("-", "−")


def level_text(value: Any) -> str:
    """A level of a factor as it is printed."""
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
