"""An answer as a golden file has it: the first screen as the terminal prints it, then a verdict of every
word, each section with its finding, its question and its commands, and the notes. Numbers of tables are tested by their
values elsewhere."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from analyser.cli.answer import _screen
from reports.answer import Answer, Verdict, word_of
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.facts import parse_facts
from reports.page.terminal import MAX_LINES
from reports.questions.base import MAX_WORDS, Evidence, Section
from reports.questions.scenarios import SCENARIOS
from reports.several import ScenarioAnswer, Several
from tests.reports.sections import evidence_of
from tests.reports.synthetic import FACTS

__all__ = ["text_of", "text_of_answer", "text_of_report"]

Found = tuple[str, str, Sequence[str]]  # a section's finding, its question and its commands


def text_of(several: Several) -> str:
    """Several answers, or one: of the others behind the first no questions and commands."""
    first = several.answers[0]
    name = f"{first.game.name}-{first.answer.question}-001"
    results = [
        SimpleNamespace(
            label=each.label,
            answer=each.answer,
            report=SimpleNamespace(several=several),
            page=f"runs/{name}/reports/{first.answer.question}/{first.answer.page}",
        )
        for each in several.answers
    ]
    screen = _screen(Path("runs", name), results, below=False, max_lines=MAX_LINES)  # type: ignore[arg-type]
    sections: list[Found] = []
    if (both := several.comparison) is not None:
        words = Words(first.game)
        sections += _sections([SCENARIOS], Evidence(both.tables, words, 2.0, both.labels))
    seen: set[str] = set()
    for each in several.answers:
        found = _sections(QUESTIONS[each.answer.question].sections, _evidence(each))
        if each is first:
            sections += found
        else:
            sections += [(f"{each.label}: {finding}", "", ()) for finding, _, _ in found if finding not in seen]
        seen |= {finding for finding, _, _ in found}
    verdicts = [verdict for each in several.answers for verdict in each.answer.verdicts]
    notes = [note for each in several.answers for note in _notes(each.answer)]
    return _text("\n".join(screen), verdicts, sections, [*filter(None, [several.families]), *notes])


def text_of_answer(answer: Answer, facts: Mapping[str, Any] = FACTS) -> str:
    """One answer, for a game that tells these facts."""
    return text_of(Several(answer.title, "", [ScenarioAnswer("", "", answer, parse_facts(facts))]))


def text_of_report(screen: str, folder: Path) -> str:
    """What a command printed, and the sections and notes of the report that it wrote into this folder."""
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    sections = [
        (_heading(one["finding"], one["sentence"], [f.values() for f in one["figures"]]), one["question"], one["ask"])
        for one in report["sections"]
    ]
    return _text(screen.rstrip("\n"), [], sections, [*report["warnings"], *report["notes"]])


def _evidence(each: ScenarioAnswer) -> Evidence:
    """What its sections are made of."""
    margin = 100 * max((verdict.margin for verdict in each.answer.verdicts), default=0.02)
    return replace(evidence_of(each.answer), words=Words(each.game), margin=margin)


def _sections(declared: Iterable[Section], evidence: Evidence) -> list[Found]:
    """The sections that a page shows; their charts are not made."""
    sections = [replace(section, charts=lambda *_: ()).section(evidence) for section in declared]
    shown = [one for one in sections if one is not None]
    return [(_heading(one.heading, one.sentence, one.figures), one.question, one.ask) for one in shown]


def _heading(heading: str, sentence: str, figures: Iterable[Iterable[str]]) -> str:
    """The heading of a section, which has at most nine words, its sentence and its numbers."""
    assert len(heading.split()) <= MAX_WORDS, heading
    numbers = "; ".join("{} {}, {}".format(*figure) for figure in figures)
    return "\n  ".join(filter(None, [heading, sentence, numbers]))


def _notes(answer: Answer) -> list[str]:
    return [*answer.warnings, *answer.screen.cautions, *answer.head, *answer.notes]


def _text(screen: str, verdicts: Sequence[Verdict], sections: Iterable[Found], notes: Iterable[str]) -> str:
    """A sentence takes one line, however long it is: a word that changes changes one line."""
    first_of = {word_of(verdict): verdict for verdict in reversed(verdicts)}  # of every word
    lines = [screen, ""]
    if first_of:
        lines += ["VERDICTS", *(f"* {verdict.sentence}" for verdict in reversed(first_of.values())), ""]
    lines += ["SECTIONS"]
    for finding, question, commands in sections:
        lines += [f"* {finding}", *([f"  {question}"] if question else [])]
        lines += [f"  analyser compare RUN {command}" for command in commands]
    lines += ["", "NOTES", *(f"* {note}" for note in dict.fromkeys(notes))]
    return "\n".join(lines) + "\n"
