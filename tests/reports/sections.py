"""The sections of a page with their figures, as they are before they are written; whole reports written."""

from pathlib import Path

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.facts import GameFacts
from reports.page.write import report_of
from reports.questions.base import Evidence, Question, ShownSection
from reports.several import ScenarioAnswer, Several

__all__ = ["sections_of", "shown_sections", "write_report", "write_reports"]


def sections_of(question: Question, evidence: Evidence) -> list[ShownSection]:
    """Those the page of the question has for this evidence."""
    return [shown for section in question.sections if (shown := section.section(evidence)) is not None]


def shown_sections(answer: Answer, game: GameFacts) -> dict[str, ShownSection]:
    """The same of an answer, by their keys."""
    evidence = Evidence(answer.tables, Words(game), 2.0, verdicts=tuple(answer.verdicts))
    return {section.key: section for section in sections_of(QUESTIONS[answer.question], evidence)}


def write_report(answer: Answer, folder: Path, *, game: GameFacts, run: str = "") -> Path:
    """The page of the report of one answer; run: as it is typed in the commands of the page."""
    several = Several(answer.title, "", [ScenarioAnswer("", "", answer, game)])
    return report_of(several, is_single=True, run=run).write(folder)


def write_reports(several: Several, folder: Path) -> Path:
    """The page of the one report of several answers."""
    return report_of(several, is_single=False).write(folder)
