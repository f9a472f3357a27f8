"""What charts of openings share: the order and colours of groups, and how openings came about."""

from __future__ import annotations

from reports.charts import Row, Scale
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES, MEASURE
from reports.openings.habit import ALIKE
from reports.questions.base import Evidence, Rows, estimate, number, unique

__all__ = ["HOWS", "alike_of", "alone", "by_how", "keys_of", "order_of", "share_scale"]

# How an opening came about, with its colour: forced is the causal number and comes first.
HOWS = (("forced", MEASURE, "point"), ("chosen", CATEGORIES[1], "point"))


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares: par and the margin around it."""
    par = evidence.par
    return Scale("win share, %", par, f"par {par:.1f} %" if par else "", evidence.margin)


def order_of(evidence: Evidence, rows: Rows) -> list[str]:
    """The groups of these rows, numbers by size, classes as the game lists them."""
    words = evidence.words
    place = {letter: i for i, letter in enumerate(words.classes)}
    found = unique(row["group"] for row in rows)
    return sorted(found, key=lambda name: (float(name) if words.counted else place.get(name, len(place)), name))


def by_how(evidence: Evidence, rows: Rows, key: str, order: list[str]) -> list[Row]:
    """One row an opening with one estimate for forced and one for chosen."""
    found = {(row[key], row["how"]): estimate(row, "share", 100) for row in rows}
    return [Row(evidence.words.opening(name), tuple(found.get((name, how)) for how, _, _ in HOWS)) for name in order]


def keys_of(rows: Rows) -> list[Key]:
    """The chart's key; what the rows do not hold stays unnamed."""
    present = {row["how"] for row in rows}
    return [Key(how if how in present else "", colour, mark) for how, colour, mark in HOWS]


def alone(evidence: Evidence, rows: Rows, key: str) -> str:
    """Why openings are not compared where all are the same one; empty where they differ."""
    same = len(rows) == 1 and (number(rows[0], "frequency") or 0.0) >= 1.0
    return f"every opening was {evidence.words.opening(rows[0][key])}" if same else ""


def alike_of(evidence: Evidence) -> str:
    """Why chosen openings are not compared where nearly all are of one group; "" where they differ."""
    chosen = [row for row in evidence.rows("groups", "group", "how", "frequency") if row["how"] == "chosen"]
    most = max(chosen, key=lambda row: float(row["frequency"]), default=None)
    if most is None or most["frequency"] < ALIKE:
        return ""
    words, share = evidence.words, "all" if most["frequency"] == 1 else f"{100 * most['frequency']:.1f} %"
    group = str(most["group"])
    same = f"have {group} {words.groups}" if words.counted else f"open with {words.group(group)}"
    return f"{share} of the chosen openings {same}"
