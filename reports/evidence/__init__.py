"""The evidence on each question's page: which charts are drawn from which tables, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from reports.evidence import balance, boards, openings
from reports.evidence.base import Evidence
from reports.evidence.places import places
from reports.types import Section

__all__ = ["Evidence", "sections_of"]

_QUESTIONS: Mapping[str, Sequence[Callable[[Evidence], Section | list[Section] | None]]] = {
    "boards": boards.SECTIONS,
    "balance": balance.SECTIONS,
    "openings": (*openings.SECTIONS, places),
}


def sections_of(question: str, evidence: Evidence) -> list[Section]:
    """The question's sections, those left out that mean nothing for this game; tables no section shows follow at the
    end, so that nothing measured is hidden."""
    built = [build(evidence) for build in _QUESTIONS.get(question, ())]
    listed = [one if isinstance(one, list) else [one] for one in built]
    sections = [section for several in listed for section in several if section is not None]
    shown = {table for section in sections for table in section.tables} | {"verdicts"}
    rest = tuple(name for name, frame in evidence.tables.items() if name not in shown and frame.height)
    if rest:
        sections.append(
            Section("more", "Further tables", "Measured as well, without a picture of their own.", tables=rest)
        )
    return sections
