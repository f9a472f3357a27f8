"""Answers on the terminal: a table of verdicts, the first ones in words, where the report lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from analyser.cli.output import plain_json, print_json, print_table, say
from analyser.cli.replaying import of_each_kind, write_beside
from analyser.runs.answers import Answered, answers, differing
from analyser.runs.store import Run

if TYPE_CHECKING:
    from reports.answer import Over, Verdict

__all__ = ["answer_run"]

# Verdicts also told in words: the question itself comes first, what it is broken down by stands in the page.
SENTENCES = 4
WIDTH = 110  # of a line of running text
HEAD = ("compared", "effect", "simultaneous 95 %", "verdict", "n", "games needed")
NUMERIC = (1, 2, 4, 5)
OVER = ("95 % of printings", "hold")


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
    """One answer: what is changed, where a change is asked about; its verdicts that refine no other, the first of them
    in words. Of many on a change those that say that nothing changed are left to the report."""
    from reports.several import split

    answer = one.answer
    for different in answer.differences:
        named = f"{different.change}: " if len(answer.differences) > 1 else ""
        print(_wrapped(f"{named}{different.what}: {different.before} → {different.after}"))
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
    shown = split(answer.verdicts)[0]
    head, right, over = _head(shown)
    print_table(head, [_line(verdict, over=over) for verdict in shown], title=answer.title, right=right)
    for verdict in shown[:SENTENCES]:
        print(verdict.over.sentence if verdict.over else verdict.sentence)
    left = max(0, len(answer.verdicts) - SENTENCES)
    if left:
        print(f"{left} more {'verdict stands' if left == 1 else 'verdicts stand'} in words in the report.")
    for sentence in answer.said:
        print(f"\n{_wrapped(sentence)}")
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
        head, right, over = _head([verdict for _, verdict in coarse])
        rows = [[one.label, *_line(verdict, over=over)] for one, verdict in coarse]
        print_table((by, *head), rows, title=found[0].title, right=tuple(place + 1 for place in right))
    else:
        print(f"{found[0].title}\n")
    for one in found:
        print(_wrapped(f"{one.label}: {in_one_sentence(one.answer)}"))
        for sentence in one.answer.said:
            print(_wrapped(f"{one.label}: {sentence}"))
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


def _head(verdicts: Sequence[Verdict]) -> tuple[tuple[str, ...], tuple[int, ...], bool]:
    """Heads of the verdicts' table, which columns are numbers, and whether printings were played."""
    if not any(verdict.over for verdict in verdicts):
        return HEAD, NUMERIC, False
    return (*HEAD[:3], *OVER, *HEAD[3:]), (1, 2, 3, 4, 6, 7), True


def _line(verdict: Verdict, *, over: bool) -> list[str]:
    """The verdict as a row; `over`: with what printings say of it."""
    low, high, effect = _points(verdict.low), _points(verdict.high), _points(verdict.effect)
    needed = verdict.games_needed
    hopeless = "not decidable" if verdict.verdict == "undecided" and verdict.n else ""
    return [
        verdict.subject,
        f"{effect} {verdict.unit}" if effect else "",
        f"{low} to {high}" if low and high else "",
        *(_over(verdict.over) if over else ()),
        f"{verdict.word}, leaning {verdict.leans}" if verdict.leans else verdict.word,
        f"{verdict.n:,}",
        hopeless if needed is None else str(needed),
    ]


def _over(over: Over | None) -> tuple[str, str]:
    """Where other printings lie, and in how many of them the verdict holds."""
    if over is None:
        return "", ""
    holds = "" if over.holds is None else f"{over.holds} of {over.printings}"
    return f"{_points(over.low)} to {_points(over.high)}", holds


def _points(value: float | None) -> str:
    """A fraction of win share in percentage points, with its sign and a true minus."""
    plain = plain_json(value)
    return "" if plain is None else f"{plain * 100:+.2f}".replace("-", "−")
