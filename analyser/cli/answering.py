"""Answers on the terminal: in a few words, then the verdicts, who played, where the report lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Any

from analyser.cli.output import WIDTH, print_json, print_table, say
from analyser.cli.replaying import of_each_kind, write_beside
from analyser.cli.verdicts import print_verdicts
from analyser.runs.answers import Answered, answers, differing
from analyser.runs.store import Run

__all__ = ["answer_run"]


def answer_run(
    question: str,
    path: Path,
    *,
    margin: float | None,
    out: Path | None,
    json: bool,
    quiet: bool,
    scenario: str | None = None,
    replays: int | None = None,
    trust: bool = False,
) -> None:
    """Answer the question from the run's finished parts, print the verdicts, write the reports; then the replays of so
    many games of each kind to look at (None: one, of a large run)."""
    from reports.ask import QUESTIONS

    run = Run.open(path)
    manifest = run.manifest
    each = of_each_kind(run, replays, trust=trust)
    found = answers(run, question, margin=margin, out=out, scenario=scenario, replays=each)
    if not manifest.complete and manifest.games_done:
        say(f"{path} is incomplete: {manifest.games_done:,} of {manifest.games:,} games are answered from", quiet=quiet)
    several = len(manifest.told) > 1 and not QUESTIONS[question].whole
    if json:
        whole = {"command": question, "run": str(run.path)}
        told = {one.scenario: _told(one, manifest.complete) for one in found}
        print_json({**whole, "scenarios": told, **_beside(found[0])} if several else {**whole, **told.popitem()[1]})
    elif several and scenario is None:
        _print_all(found, differing(manifest.told))
    else:
        _print(found[0])
    write_beside(run, found, quiet=quiet)


def _told(one: Answered, complete: bool) -> dict[str, Any]:
    """An answer for programs."""
    answer = one.answer
    return {
        "report": str(one.page),
        "summary": answer.summary,
        "complete": complete,
        "games": one.games,
        "warnings": answer.warnings,
        "differences": [asdict(one) for one in answer.differences],
        "head": answer.head,
        "strength": answer.strength.stored() if answer.strength else None,
        "facts": answer.facts,
        "verdicts": [asdict(verdict) for verdict in answer.verdicts],
        "said": answer.said,
        "notes": answer.notes,
    }


def _beside(one: Answered) -> dict[str, Any]:
    """The scenarios side by side for programs; nothing where they are not compared."""
    from reports.page.tables import json_rows

    if one.compared is None:
        return {}
    return {"side_by_side": {name: json_rows(frame) for name, frame in one.compared.tables.items()}}


def _print(one: Answered) -> None:
    """One answer: in a few words, what is changed where a change is asked about, its verdicts that refine no other."""
    from reports.several import split

    answer = one.answer
    print(f"{_wrapped(answer.title)}\n")
    for different in answer.differences:
        named = f"{different.change}: " if len(answer.differences) > 1 else ""
        print(_wrapped(f"{named}{different.what}: {different.before} → {different.after}"))
    if answer.differences:
        print()
    print(f"{_wrapped(answer.summary)}\n")
    for warning in answer.warnings:
        print(f"{_wrapped(f'Warning: {warning}')}\n")
    shown = split(answer.verdicts)[0]
    left = print_verdicts([("", verdict) for verdict in shown], "") if shown else 0
    left += len(answer.verdicts) - len(shown)
    if not shown:
        for note in answer.notes:
            print(_wrapped(note))
    for line in (*answer.said, *answer.head):
        print(f"\n{_wrapped(line)}")
    _print_page(one, left)


def _print_all(found: Sequence[Answered], by: str) -> None:
    """Several answers: each in a few words, the verdicts of all that refine no other, who played."""
    from reports.page.tables import printed_beside
    from reports.page.words import Words
    from reports.several import split

    print(f"{_wrapped(found[0].title)}\n")
    for one in found:
        print(f"{_wrapped(f'{one.label}: {one.answer.summary}')}\n")
    for one in found:
        for warning in one.answer.warnings:
            print(f"{_wrapped(f'Warning, {one.label}: {warning}')}\n")
    coarse = [(one.label, verdict) for one in found for verdict in split(one.answer.verdicts)[0]]
    left = print_verdicts(coarse, by) if coarse else 0
    left += sum(len(one.answer.verdicts) for one in found) - len(coarse)
    for one in found:
        for sentence in one.answer.said:
            print(_wrapped(f"{one.label}: {sentence}"))
    if compared := found[0].compared:
        shown = printed_beside(*compared.in_short, Words(compared.game))
        print()
        print_table([head.text for head in shown.heads], shown.rows, right=range(2, len(shown.heads)))
    for line, labels in _about(found).items():
        print(f"\n{_wrapped(f'{labels}{line}')}")
    _print_page(found[0], left)


def _about(found: Sequence[Answered]) -> dict[str, str]:
    """Lines of the heads, each with the labels of the answers that have it; "" where all do."""
    about: dict[str, list[str]] = {}
    for one in found:
        for line in one.answer.head:
            about.setdefault(line, []).append(one.label)
    return {line: "" if len(labels) == len(found) else f"{', '.join(labels)}: " for line, labels in about.items()}


def _print_page(one: Answered, left: int) -> None:
    """Where the report lies, and how many verdicts only it has."""
    more = f" ({left} more {'verdict' if left == 1 else 'verdicts'})" if left else ""
    print(f"\nReport{more}: {one.page}")


def _wrapped(text: str) -> str:
    """Running text in lines; options such as --games stay whole."""
    return fill(text, WIDTH, break_on_hyphens=False, break_long_words=False)
