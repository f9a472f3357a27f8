"""The sections of a page with their figures, as they are before they are written; whole reports written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.facts import parse_facts
from reports.page.write import report_of
from reports.questions.base import Evidence, Question, ShownSection
from reports.several import ScenarioAnswer, Several
from tests.reports.synthetic import FACTS


def evidence_of(answer: Answer, facts: Mapping[str, Any] = FACTS) -> Evidence:
    """What the sections of the answer's page are made of, for a game that tells these facts."""
    words, verdicts = Words(parse_facts(facts)), tuple(answer.verdicts)
    commands, who = answer.commands, answer.player_class
    return Evidence(answer.tables, words, 2.0, verdicts=verdicts, player_class=who, commands=commands)


def sections_of(question: Question, evidence: Evidence) -> list[ShownSection]:
    """Those the page of the question has for this evidence."""
    return [shown for section in question.sections if (shown := section.section(evidence)) is not None]


def shown_sections(answer: Answer, facts: Mapping[str, Any] = FACTS) -> dict[str, ShownSection]:
    """The same of an answer, by their keys."""
    sections = sections_of(QUESTIONS[answer.question], evidence_of(answer, facts))
    return {section.key: section for section in sections}


def write_report(answer: Answer, folder: Path, facts: Mapping[str, Any] = FACTS, *, run: str = "") -> Path:
    """The page of the report of one answer; run: as it is typed in the commands of the page."""
    several = Several(answer.title, "", [ScenarioAnswer("", "", answer, parse_facts(facts))])
    return report_of(several, is_single=True, run=run).write(folder)


def write_reports(several: Several, folder: Path) -> Path:
    """The page of the one report of several answers."""
    return report_of(several, is_single=False).write(folder)
