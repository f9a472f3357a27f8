"""Evidence on what winners have more of: paired bars of winners and all others, a section a chart the game asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.columns import fraction_unit
from reports.draw import Scale, paired_bars
from reports.evidence.base import Evidence, Rows, chart, estimate, section
from reports.sheet import signed
from reports.types import Chart, Estimate, Section
from reports.words import pretty

__all__ = ["against_others", "counters"]


def counters(evidence: Evidence) -> list[Section]:
    """One section for each of the game's charts that the run holds counters for; their one table stands in the last."""
    found = evidence.rows("counters", "chart", "label", "winners", "losers", "difference")
    known = [one for one in evidence.words.charts if any(row["chart"] == one["key"] for row in found)]
    return [_section(evidence, one, found, last=one is known[-1]) for one in known]


def _section(evidence: Evidence, one: Mapping[str, Any], found: Rows, *, last: bool) -> Section:
    """The section of one chart, in the game's words."""
    rows = [row for row in found if row["chart"] == one["key"]]
    key = f"counters_{one['key']}"

    def draw() -> list[Chart | None]:
        return [against_others(key, one["title"], one.get("subtitle", ""), one.get("unit", ""), rows)]

    name = pretty(one["key"])
    tables = ("counters",) if last else ()
    return section(key, name[:1].upper() + name[1:], one.get("reading", ""), tables, evidence, draw)


def against_others(name: str, title: str, subtitle: str, unit: str, rows: Rows) -> Chart | None:
    """Winners beside all others by `label`, with the difference; what nobody has any of is left to the table."""
    factor, unit = (100.0, "%") if fraction_unit(unit) else (1.0, unit)
    drawn: list[tuple[str, Estimate, Estimate, Estimate]] = []
    for row in rows:
        parts = [estimate(row, column, factor, n=False) for column in ("winners", "losers", "difference")]
        if parts[0] and parts[1] and parts[2] and (parts[0].value or parts[1].value):
            drawn.append((str(row["label"]), parts[0], parts[1], parts[2]))
    if not drawn:
        return None
    digits = 1 if max(abs(e.value) for row in drawn for e in row[1:3]) >= 20 else 2
    difference = "difference, pp" if unit == "%" else f"difference, {unit}" if unit else "difference"
    figure = paired_bars(
        title,
        subtitle,
        drawn,
        ("winners", "all others"),
        Scale(f"mean, {unit}" if unit else "mean", None),
        difference_label=difference,
        text=Scale(difference, 0.0, text=lambda value: signed(value, digits)),
    )
    alt = "; ".join(f"{label}: {won.value:.{digits}f} against {lost.value:.{digits}f}" for label, won, lost, _ in drawn)
    return chart(name, title, alt, figure)
