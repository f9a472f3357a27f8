"""The sections of a page with their figures, as they are before they are written."""

from reports.questions.base import Evidence, Question, ShownSection

__all__ = ["sections_of"]


def sections_of(question: Question, evidence: Evidence) -> list[ShownSection]:
    """Those the page of the question has for this evidence."""
    built = [piece.section(evidence) for piece in question.load()]
    listed = [[one] if isinstance(one, ShownSection) else one or [] for one in built]
    return [section for sections in listed for section in sections]
