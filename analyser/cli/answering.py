"""Answers on the terminal: a table of verdicts, the first ones in words, where the report lies."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import Any

from analyser.cli.output import plain_json, print_json, print_table, say
from analyser.runs.answers import Answered, answers, differing
from analyser.runs.store import Run

__all__ = ["answer_run"]

# Verdicts also told in words: the question itself comes first, what it is broken down by stands in the page.
SENTENCES = 4
WIDTH = 110  # of a line of running text
HEAD = ("compared", "effect", "simultaneous 95 %", "verdict", "n", "games needed")
NUMERIC = (1, 2, 4, 5)


def answer_run(
    question: str,
    path: Path,
    *,
    margin: float | None,
    out: Path | None,
    json: bool,
    quiet: bool,
    scenario: str | None = None,
) -> None:
    """Answer the question from the run's finished parts, print the verdicts, write the reports."""
    from reports.ask import QUESTIONS

    run = Run.open(path)
    manifest = run.manifest
    found = answers(run, question, margin=margin, out=out, scenario=scenario)
    if not manifest.complete and manifest.games_done:
        say(f"{path} is incomplete: {manifest.games_done:,} of {manifest.games:,} games are answered from", quiet=quiet)
    several = len(manifest.scenarios) > 1 and not QUESTIONS[question].whole
    if json:
        whole = {"command": question, "run": str(run.path)}
        told = {one.scenario: _told(one, manifest.complete) for one in found}
        print_json({**whole, "scenarios": told, **_beside(found[0])} if several else {**whole, **told.popitem()[1]})
    elif several and scenario is None:
        _print_all(found, differing(manifest.scenarios))
    else:
        _print(found[0])


def _told(one: Answered, complete: bool) -> dict[str, Any]:
    """An answer for programs."""
    answer = one.answer
    return {
        "report": str(one.page),
        "complete": complete,
        "games": one.games,
        "warnings": answer.warnings,
        "differences": [asdict(one) for one in answer.differences],
        "head": answer.head,
        "strength": answer.strength.stored() if answer.strength else None,
        "facts": answer.facts,
        "verdicts": [asdict(verdict) for verdict in answer.verdicts],
        "notes": answer.notes,
    }


def _beside(one: Answered) -> dict[str, Any]:
    """The scenarios side by side for programs; nothing where they are not compared."""
    from reports.page.tables import json_rows

    if one.compared is None:
        return {}
    return {"side_by_side": {name: json_rows(frame) for name, frame in one.compared.tables.items()}}


def _print(one: Answered) -> None:
    """One answer: what is changed, where a change is asked about; its verdicts, the first of them in words. Of many on
    a change those that say that nothing changed are left to the report."""
    from reports.several import split

    answer = one.answer
    for different in answer.differences:
        head = f"{different.change}: " if len(answer.differences) > 1 else ""
        print(_wrapped(f"{head}{different.what}: {different.before} → {different.after}"))
    if answer.differences:
        print()
    for line in (*(f"Warning: {warning}" for warning in answer.warnings), *answer.head):
        print(f"{_wrapped(line)}\n")
    if not answer.verdicts:
        print(f"{answer.title} No verdict from this run:")
        for note in answer.notes:
            print(note)
        print(f"\nReport: {one.page}")
        return
    shown = split(answer.verdicts)[0] if answer.differences else answer.verdicts
    print_table(HEAD, [_line(asdict(verdict)) for verdict in shown], title=answer.title, right=NUMERIC)
    for verdict in shown[:SENTENCES]:
        print(verdict.sentence)
    left = max(0, len(answer.verdicts) - SENTENCES)
    if left:
        print(f"{left} more {'verdict stands' if left == 1 else 'verdicts stand'} in words in the report.")
    print(f"\nReport: {one.page}")


def _print_all(found: Sequence[Answered], by: str) -> None:
    """Several answers: the verdicts of all that refine no other, one sentence for each scenario, who played."""
    from reports.page.tables import printed_beside
    from reports.page.words import Words
    from reports.several import in_one_sentence, split

    for one in found:
        for warning in one.answer.warnings:
            print(f"{_wrapped(f'Warning, {one.label}: {warning}')}\n")
    coarse = [(one, verdict) for one in found for verdict in split(one.answer.verdicts)[0]]
    if coarse:
        rows = [[one.label, *_line(asdict(verdict))] for one, verdict in coarse]
        print_table((by, *HEAD), rows, title=found[0].title, right=tuple(place + 1 for place in NUMERIC))
    else:
        print(f"{found[0].title}\n")
    for one in found:
        print(_wrapped(f"{one.label}: {in_one_sentence(one.answer)}"))
    if compared := found[0].compared:
        shown = printed_beside(*compared.in_short, Words(compared.game))
        print()
        print_table([head.text for head in shown.heads], shown.rows, right=range(2, len(shown.heads)))
    for one in found:
        for line in one.answer.head:
            print(f"\n{_wrapped(f'{one.label}: {line}')}")
    print(f"\nReport: {found[0].page}")


def _wrapped(text: str) -> str:
    """Running text in lines; options such as --games stay whole."""
    return fill(text, WIDTH, break_on_hyphens=False, break_long_words=False)


def _line(verdict: Mapping[str, Any]) -> list[str]:
    low, high = _points(verdict["low"]), _points(verdict["high"])
    needed = verdict["games_needed"]
    hopeless = "not decidable" if verdict["verdict"] == "undecided" and verdict["n"] else ""
    effect = _points(verdict["effect"])
    unit = verdict["unit"]
    return [
        verdict["subject"],
        f"{effect} {unit}" if effect else "",
        f"{low} to {high}" if low and high else "",
        f"{verdict['verdict']}, leaning {verdict['leaning']}" if verdict["leaning"] else verdict["verdict"],
        f"{verdict['n']:,}",
        hopeless if needed is None else str(needed),
    ]


def _points(value: float | None) -> str:
    """A fraction of win share in percentage points, with its sign and a true minus."""
    plain = plain_json(value)
    return "" if plain is None else f"{plain * 100:+.2f}".replace("-", "−")
