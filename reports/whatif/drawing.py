"""Rows, keys and words of charts with a row for everything compared and an estimate for every change."""

from __future__ import annotations

from collections.abc import Sequence

from reports import columns as c
from reports.charts import Row
from reports.charts.sheet import Key, signed
from reports.charts.style import colours_of
from reports.columns import Column
from reports.questions.base import Evidence, Rows, estimate, unique
from reports.sentences import sentence_case
from reports.whatif.sides import BOARD

__all__ = ["CHANGE", "WHO", "alt_text", "grouped_rows", "keys", "plain_rows"]

CHANGE = c.code("scenario", "change")
WHO: tuple[Column, ...] = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)


def grouped_rows(rows: Rows, name: str, factor: float, evidence: Evidence) -> list[Row]:
    """A row for everybody under the heading of its kind, an estimate a change."""
    forest_rows: list[Row] = []
    changes = unique(row["scenario"] for row in rows)
    for kind in unique(row["kind"] for row in rows):
        plural = evidence.words.nouns[1] if kind == BOARD else {"seat": "seats"}.get(kind, "strategies")
        forest_rows.append(Row(sentence_case(plural)))
        forest_rows += _rows_with_estimates([row for row in rows if row["kind"] == kind], "name", name, factor, changes)
    return forest_rows


def plain_rows(rows: Rows, key: str, name: str, factor: float = 1.0) -> list[Row]:
    """A row for each of `key`, an estimate a change; those without any are left out."""
    return _rows_with_estimates(rows, key, name, factor, unique(row["scenario"] for row in rows))


def _rows_with_estimates(rows: Rows, key: str, name: str, factor: float, changes: Sequence[str]) -> list[Row]:
    forest_rows = []
    for who in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == who}
        estimates = tuple(estimate(of[change], name, factor, n=False) if change in of else None for change in changes)
        if any(estimates):
            forest_rows.append(Row(str(who), estimates))
    return forest_rows


def keys(rows: Rows) -> list[Key]:
    """A key for every change; none where there is one alone, whose colours say more."""
    labels = unique(row["scenario"] for row in rows)
    if len(labels) < 2:
        return []
    return [Key(label, colour, "point") for label, colour in zip(labels, colours_of(labels), strict=True)]


def alt_text(forest_rows: Sequence[Row], rows: Rows) -> str:
    """The numbers of a chart as a sentence."""
    labels = unique(row["scenario"] for row in rows)
    parts = [
        f"{row.label}{f', {label}' if len(labels) > 1 else ''}: {signed(e.value)} [{signed(e.low)}, {signed(e.high)}]"
        for row in forest_rows
        for label, e in zip(labels, row.estimates, strict=False)
        if e is not None
    ]
    return "; ".join(parts)
