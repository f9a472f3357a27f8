"""Rows, keys and words of charts with a row for everything compared and an estimate for every change."""

from __future__ import annotations

from collections.abc import Sequence

from reports import columns as c
from reports.columns import Column
from reports.draw import Row
from reports.draw.sheet import Key, signed
from reports.draw.style import colours_of
from reports.evidence import Evidence, Rows, estimate, unique
from reports.page.words import sentence_case
from reports.whatif.sides import BOARD

__all__ = ["CHANGE", "WHO", "grouped_rows", "keys", "plain_rows", "spoken"]

CHANGE = c.code("scenario", "change")
WHO: tuple[Column, ...] = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)


def grouped_rows(rows: Rows, name: str, factor: float, evidence: Evidence) -> list[Row]:
    """A row for everybody under the heading of its kind, an estimate a change."""
    drawn: list[Row] = []
    changes = unique(row["scenario"] for row in rows)
    for kind in unique(row["kind"] for row in rows):
        several = evidence.words.nouns[1] if kind == BOARD else {"seat": "seats"}.get(kind, "strategies")
        drawn.append(Row(sentence_case(several)))
        drawn += _estimated([row for row in rows if row["kind"] == kind], "name", name, factor, changes)
    return drawn


def plain_rows(rows: Rows, key: str, name: str, factor: float = 1.0) -> list[Row]:
    """A row for each of `key`, an estimate a change; those without any are left out."""
    return _estimated(rows, key, name, factor, unique(row["scenario"] for row in rows))


def _estimated(rows: Rows, key: str, name: str, factor: float, changes: Sequence[str]) -> list[Row]:
    made = []
    for who in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == who}
        found = tuple(estimate(of[one], name, factor, n=False) if one in of else None for one in changes)
        if any(found):
            made.append(Row(str(who), found))
    return made


def keys(rows: Rows) -> list[Key]:
    """A key for every change; none where there is one alone, whose colours say more."""
    labels = unique(row["scenario"] for row in rows)
    if len(labels) < 2:
        return []
    return [Key(label, colour, "point") for label, colour in zip(labels, colours_of(labels), strict=True)]


def spoken(drawn: Sequence[Row], rows: Rows) -> str:
    """The numbers of a chart as a sentence."""
    labels = unique(row["scenario"] for row in rows)
    told = [
        f"{row.label}{f', {label}' if len(labels) > 1 else ''}: {signed(e.value)} [{signed(e.low)}, {signed(e.high)}]"
        for row in drawn
        for label, e in zip(labels, row.estimates, strict=False)
        if e is not None
    ]
    return "; ".join(told)
