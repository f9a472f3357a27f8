"""The sections of a page with their figures, as they are before they are written."""

from reports.questions.base import Evidence, Question, ShownSection

__all__ = ["sections_of"]


def sections_of(question: Question, evidence: Evidence) -> list[ShownSection]:
    """Those the page of the question has for this evidence."""
    return [shown for section in question.sections if (shown := section.section(evidence)) is not None]
