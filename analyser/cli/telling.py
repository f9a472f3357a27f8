"""An answer for a person at a terminal: a screen of it, or all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from analyser.cli.output import fits, table_lines
from analyser.cli.screen import SCREEN, WIDTH, Form, Part, first_sentence, fitted, lines_of, whole, wrapped
from analyser.cli.verdicts import largest, verdict_lines
from analyser.runs.answers import Answered
from cext.spelling import counted
from reports.answer import Answer

__all__ = ["told"]

Answers = Mapping[str, Answer]  # by the label of the scenario, "" of a single one

RESTS = "on what it rests"  # named where nothing else is left out: the command prints it in any case
LEAST = 8  # lines of the answers of many scenarios that are printed in any case
ROWS = 12  # verdicts at most, so that there is room for what is said of them


def told(run: Path, found: Sequence[Answered], by: str, *, full: bool, below: int = 0) -> str:
    """What is printed of a run's answers, of one scenario or of several, which differ in `by`, and where the report
    lies: a screen of it, or, if full, all. below: lines in which something else will be told on the same screen."""
    parts = list(_parts(found, by))
    page = f"Report: {found[0].page}"
    if full:
        blocks = ["\n".join(form.lines) for form in whole(parts) if any(form.lines)]
        return "\n\n".join([*blocks, page])
    room = SCREEN - below - len(page) // WIDTH  # a path is not broken: where it is long, the terminal does it
    for most in range(room - 1, 0, -1):
        forms = fitted(parts, most)
        lines = lines_of(parts, forms)
        foot = [*_more_of(run, found[0].answer.question, [form.left for form in forms if form.left]), page]
        if len(lines) + len(foot) <= room:
            break
    blank = [""] if len(lines) + len(foot) < room else []
    return "\n".join([*lines, *blank, *foot])


def _more_of(run: Path, question: str, left: Sequence[str]) -> list[str]:
    """What is left out, and the command that prints it: naming the run, where its name costs no line."""
    if not left:
        return []
    left = [thing for thing in left if thing != RESTS] or [RESTS]
    said = [wrapped(f"More ({', '.join(left)}): `analyser report {question} {one} --full`") for one in ("RUN", run)]
    return min(reversed(said), key=len)


def _parts(found: Sequence[Answered], by: str) -> Iterator[Part]:
    """What there is to tell, from the title to who played."""
    several = len(found) > 1
    answers = {one.label if several else "": one.answer for one in found}
    first = found[0].answer
    yield Part([Form(wrapped(found[0].title if several else first.title))])
    yield _growing(_differences(first), "difference", grows=3, least=1, apart=False)
    yield Part([Form([]), Form([""])], grows=4, apart=False)
    if together := found[0].report.several.summary:
        short = first_sentence(together)
        forms = [Form(wrapped(short), "" if short == together else "how all go by level"), Form(wrapped(together))]
        yield Part(forms, grows=1, apart=False)
    yield _summaries([f"{label}: {answer.summary}" if label else answer.summary for label, answer in answers.items()])
    yield _warnings(answers)
    yield _in_short(found)
    yield _verdicts(answers, by)
    if not any(answer.verdicts for answer in answers.values()):
        notes = _each_once(answers, lambda answer: answer.notes)
        yield Part([Form(_paragraphs(notes[:1]), _more(len(notes[1:]), "note")), Form(_paragraphs(notes))], grows=7)
    yield _growing(_each_once(answers, lambda answer: answer.said), "finding", grows=6)
    yield _compared(found[0])
    heads = _each_once(answers, lambda answer: [line for line in answer.head if line not in _who(answer)])
    for place, line in enumerate(heads):
        short = first_sentence(line)
        forms = [Form(wrapped(short), RESTS if short != line else ""), Form(wrapped(line))]
        yield Part(forms, grows=4, apart=not place)
    yield _players(answers)


def _differences(answer: Answer) -> list[str]:
    """What a change makes otherwise, where one is asked about."""
    several = len(answer.differences) > 1
    return [
        f"{f'{one.change}: ' if several else ''}{one.what}: {one.before} → {one.after}" for one in answer.differences
    ]


def _summaries(lines: Sequence[str]) -> Part:
    """Each answer in a few words; in one sentence, and of the first of many, where there is no more room."""
    short = [first_sentence(line) for line in lines]
    least = next((n for n in range(len(short), 1, -1) if len(_paragraphs(short[:n])) <= LEAST), 1)
    forms = [Form(_paragraphs(short[:n]), _more(len(short) - n, "scenario")) for n in range(least, len(short))]
    shortened = "the answer at length" if short != lines else ""
    return Part([*forms, Form(_paragraphs(short), shortened), Form(_paragraphs(lines))], grows=1, apart=False)


def _warnings(answers: Answers) -> Part:
    """What to know before anything is believed: the first sentence of each, and all of it where there is room."""
    short = _each_once(answers, lambda answer: map(first_sentence, answer.warnings), "Warning")
    lines = _each_once(answers, lambda answer: answer.warnings, "Warning")
    shortened = "warnings at length" if short != lines else ""
    return Part([Form(_paragraphs(short), shortened), Form(_paragraphs(lines))], grows=5)


def _verdicts(answers: Answers, by: str) -> Part:
    """As many as there is room for of those that refine no other, the largest of each family; the whole is all."""
    from reports.several import split

    every = [(label, one) for label, answer in answers.items() for one in answer.verdicts]
    coarse = [(label, one) for label, answer in answers.items() for one in split(answer.verdicts)[0]]
    families = len({verdict.family for _, verdict in coarse})
    shown = [largest(coarse, rows) for rows in (0, *range(families, min(ROWS, len(coarse)) + 1))]
    forms = [Form(verdict_lines(rows, by, folded=False), _more(len(every) - len(rows), "verdict")) for rows in shown]
    return Part([*forms, Form(verdict_lines(every, by, folded=True))], grows=2)


def _in_short(found: Sequence[Answered]) -> Part:
    """The table that says it all, where the question has one: of each answer as many rows as there is room for, without
    the last columns where a row would be folded for them."""
    shown = {one.label if len(found) > 1 else "": one.in_short for one in found if one.in_short and one.in_short.rows}
    if not shown:
        return Part([Form([])])
    heads = next(iter(shown.values())).heads
    whole = {label: one.rows for label, one in shown.items()}
    columns = len(heads)
    while columns > 2 and not fits([head.text for head in heads[:columns]], _cut(whole, columns)):
        columns -= 1
    head, right = [one.text for one in heads[:columns]], [at for at, one in enumerate(heads[:columns]) if one.numeric]
    cut = [one.label for one in heads[columns:]]
    forms = [Form([], "the standing")]
    for most in range(1, 1 + max(len(rows) for rows in whole.values())):
        left = sum(max(0, len(rows) - most) for rows in whole.values())
        shortened = ", ".join(filter(None, [_more(left, "row"), *cut]))
        forms.append(Form(table_lines(head, _cut(whole, columns, most), right=right), shortened))
    return Part(forms, grows=2)


def _cut(
    rows: Mapping[str, Sequence[Sequence[str]]], columns: int, most: int | None = None
) -> dict[str, list[Sequence[str]]]:
    """The first columns of tables, of the first rows."""
    return {label: [row[:columns] for row in one[:most]] for label, one in rows.items()}


def _compared(one: Answered) -> Part:
    """The scenarios side by side, where the question compares them."""
    from reports.page.tables import printed_beside
    from reports.page.words import Words

    if one.comparison is None:
        return Part([Form([])])
    shown = printed_beside(*one.comparison.summary_table, Words(one.comparison.game))
    lines = table_lines([head.text for head in shown.heads], {"": shown.rows}, right=range(2, len(shown.heads)))
    return Part([Form([], "scenarios side by side"), Form(lines)], grows=6)


def _players(answers: Answers) -> Part:
    """Who played, and how strong they are."""
    lines = _each_once(answers, _who)
    short = _each_once(answers, lambda answer: map(first_sentence, _who(answer)))
    if not lines:
        return Part([Form([])])
    forms = [Form([], "who played"), Form(_paragraphs(short), "how strong they are"), Form(_paragraphs(lines))]
    return Part(forms, grows=8)


def _who(answer: Answer) -> list[str]:
    """The line about those who played."""
    return [answer.strength.line] if answer.strength else []


def _growing(lines: Sequence[str], thing: str, *, grows: int, least: int = 0, apart: bool = True) -> Part:
    """Paragraphs, as many as there is room for and so many at least."""
    counts = range(min(least, len(lines)), len(lines) + 1)
    return Part([Form(_paragraphs(lines[:n]), _more(len(lines) - n, thing)) for n in counts], grows, apart)


def _each_once(answers: Answers, of: Callable[[Answer], Iterable[str]], before: str = "") -> list[str]:
    """What answers say, each sentence once, with the labels of those that say it; with none where all do."""
    about: dict[str, list[str]] = {}
    for label, answer in answers.items():
        for line in of(answer):
            about.setdefault(line, []).append(label)
    said = []
    for line, labels in about.items():
        who = "" if len(labels) == len(answers) else ", ".join(labels)
        opening = ", ".join(filter(None, (before, who)))
        said.append(f"{opening}: {line}" if opening else line)
    return said


def _paragraphs(texts: Iterable[str]) -> list[str]:
    """Each wrapped on its own."""
    return [line for text in texts for line in wrapped(text)]


def _more(left: int, thing: str) -> str:
    """What is left out, in words."""
    return counted(left, thing) if left else ""
