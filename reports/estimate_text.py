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
    shares = {block.measure.name for block in estimates.blocks if block.is_bounded}
    is_difference = {block.measure.name: any(block.against) for block in estimates.blocks}
    widths = estimates.band_widths
    n_of = table["n_of"][0] if len(table) else "n"
    head = [*keys, "estimate", "95 % together", "verdict", n_of, "deals"]
    sizes: dict[str, float] = {}
    for name, value in table.select("measure", "estimate").drop_nulls().iter_rows():
        sizes[name] = max(sizes.get(name, 0.0), abs(value))
    body = []
    for row in table.head(MAX_ROWS).iter_rows(named=True):
        share, signed = row["measure"] in shares, is_difference[row["measure"]]
        digits = 2 if not share and sizes.get(row["measure"], 0.0) < 10 else 1
        value, low, high = (_number(row[name], share, signed, digits) for name in ("estimate", "low", "high"))
        unit = " pp" if share and signed else " %" if share else ""
        word = row["verdict"] or ("*" if row["deals"] < FEW_DEALS else "")
        word += f", leaning {row['leaning']}" if row["leaning"] else ""
        body.append(
            [
                *(level_text(row[key], widths.get(key, 0.0)) for key in keys),
                value + unit,
                f"{low} to {high}",
                word,
                f"{row['n']:,}",
                f"{row['deals']:,}",
            ]
        )
    if not any(cells[len(keys) + 2] for cells in body):
        head, *body = [cells[: len(keys) + 2] + cells[len(keys) + 3 :] for cells in (head, *body)]
    column_widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
    n_keys = len(keys)

    def line(cells: list[str]) -> str:
        parts = [
            cell.ljust(width) if i < n_keys or head[i] == "verdict" else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, column_widths, strict=True))
        ]
        return "  ".join(parts).rstrip()

    more = [f"… and {len(table) - MAX_ROWS:,} more rows"] if len(table) > MAX_ROWS else []
    few = [f"* fewer than {FEW_DEALS} deals: no word"] if (table["deals"] < FEW_DEALS).any() else []
    lines = [line(head), *(line(cells) for cells in body)]
    return "\n".join([estimates.words, "", *lines, *more, "", *few, estimates.note])


def _number(value: float | None, share: bool, signed: bool, digits: int) -> str:
    if value is None:
        return "?"
    x = 100 * value if share else value
    text = f"{x:+z,.{digits}f}" if signed else f"{x:z,.{digits}f}"
    return text.replace("-", "−")


def level_text(value: Any, width: float = 0.0) -> str:
    """A level of a factor as it is printed; width: of the band that begins with it."""
    if value is None:
        return ""
    if isinstance(value, float):
        text = f"{value:g} to {value + width:g}" if width else f"{value:g}"
        return text.replace("-", "−")
    return str(value)
