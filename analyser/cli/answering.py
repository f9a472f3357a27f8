"""A question answered from a run: for a person or for programs, with the report and the replays beside it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from analyser.cli.output import print_json, say, table_lines
from analyser.cli.progress import stage_display
from analyser.cli.replaying import LARGE, of_each_kind, write_beside
from analyser.runs.answers import Answered, answers, typed_path
from analyser.runs.checking import reading_rows
from analyser.runs.store import RunDirectory
from analyser.runs.workers import side_process
from cext.limits import visible
from reports.page.terminal import MAX_LINES, first_sentence, screen_lines, wrap_text

__all__ = ["answer_run"]


def answer_run(
    question: str,
    path: Path,
    *,
    margin: float | None,
    out: Path | None,
    json: bool,
    quiet: bool,
    full: bool = False,
    scenario: str | None = None,
    replays: int | None = None,
    trust: bool = False,
) -> None:
    """Answer the question from the run's finished parts, print a screen of it or, if full, all; then write the report
    and the replays of so many games of each kind to look at (None: one, of a large run)."""
    run = RunDirectory.open(path)
    manifest = run.manifest
    looked_at = of_each_kind(run, replays, trust=trust)
    wanted = manifest.config["workers"] != 0 and (looked_at > 0 or manifest.games_done >= LARGE)
    with reading_rows(run), side_process(is_needed=wanted) as pool:
        from analyser.replay.examples import Writing
        from reports.page.html import ready

        if pool:
            pool.submit(ready)
        pages = Writing(run, pool)
        asked = partial(answers, margin=margin, out=out, scenario=scenario, replays=looked_at)
        with stage_display("Working out the answer…", quiet=quiet):
            found = asked(run, question, on_examples=pages.begin, pool=pool)
        if not manifest.complete and manifest.games_done:
            done = f"{manifest.games_done:,} of {manifest.games:,}"
            say(f"{path} is not finished: this answer uses {done} games", quiet=quiet)
        unwritten: OSError | None = None
        try:
            _print(question, run, found, json=json, full=full, below=bool(looked_at))
            sys.stdout.flush()
        except OSError as error:  # nobody reads on, or there is no room: the page is another matter
            unwritten = error
        telling = found[0].report
        with stage_display("Drawing the charts and writing the page…", quiet=quiet):
            report, linked = telling.write(pool, pages.there)
        write_beside(pages, linked, partial(telling.link, report), quiet=quiet)
    if unwritten is not None:
        raise unwritten


def _print(question: str, run: RunDirectory, found: Sequence[Answered], *, json: bool, full: bool, below: bool) -> None:
    """The answer on standard output."""
    from reports.ask import QUESTIONS

    manifest = run.manifest
    if not json:
        lines = _screen(run.path, found, below=below, max_lines=10_000 if full else MAX_LINES)
        print(visible("\n".join([*lines, *(_tables(found) if full else [])])))
        return
    whole = {"command": question, "run": str(run.path)}
    each = {one.scenario: _plain(one, manifest.complete) for one in found}
    together = found[0].report.several.summary
    told_first = {"summary": together} if together else {}
    if len(manifest.main_scenarios) > 1 and not QUESTIONS[question].is_joint:
        print_json({**whole, **told_first, "scenarios": each, **_beside(found[0])})
    else:
        print_json({**whole, **each.popitem()[1]})


def _screen(run: Path, found: Sequence[Answered], *, below: bool, max_lines: int) -> list[str]:
    """The first screen of the answers. below: another line follows on the same screen."""
    first, several = found[0], found[0].report.several
    findings = [(answered.label, answered.answer.screen.finding) for answered in found] if len(found) > 1 else []
    cautions = dict.fromkeys(
        first_sentence(caution)
        for answered in found
        for caution in (*answered.answer.warnings, *answered.answer.screen.cautions)
    )
    screen = replace(first.answer.screen, cautions=tuple(cautions))
    return screen_lines(
        several.context if findings else first.answer.context,
        screen,
        page=str(first.page),
        max_lines=max_lines - below,
        findings=findings,
        run=typed_path(run),
    )


def _tables(found: Sequence[Answered]) -> list[str]:
    """Every table of the answers, verdicts first, and what must be said of them."""
    from markupsafe import Markup

    from reports.ask import QUESTIONS
    from reports.columns import Words
    from reports.page.tables import COMMON, common_tables, printed

    lines: list[str] = []
    for answered, scenario in zip(found, found[0].report.several.answers, strict=True):
        answer = answered.answer
        specs = {**QUESTIONS[answer.question].tables, **COMMON}
        if len(found) > 1:
            lines += ["", answered.label]
        for verdict in answer.verdicts:
            lines += wrap_text(f"* {verdict.sentence}", indent="  ")
        for name, frame in {**answer.tables, **common_tables(answer)}.items():
            if frame.height:
                shape = printed(specs[name], frame, Words(scenario.game))
                right = [at for at, head in enumerate(shape.heads) if head.numeric]
                rows = [[cell.striptags() if isinstance(cell, Markup) else cell for cell in row] for row in shape.rows]
                lines += ["", name, *table_lines([head.text for head in shape.heads], {"": rows}, right=right)]
        lines += [line for note in (*answer.head, *answer.notes) for line in ["", *wrap_text(note)]]
    return lines


def _plain(one: Answered, complete: bool) -> dict[str, Any]:
    """An answer for programs."""
    from reports.page.write import verdict_content

    answer = one.answer
    return {
        "report": str(one.page),
        "summary": answer.summary,
        "screen": asdict(answer.screen),
        "complete": complete,
        "games": one.games,
        "warnings": answer.warnings,
        "differences": [asdict(one) for one in answer.differences],
        "head": answer.head,
        "strength": answer.strength.stored() if answer.strength else None,
        "facts": answer.facts,
        "verdicts": [verdict_content(verdict) for verdict in answer.verdicts],
        "notes": answer.notes,
    }


def _beside(one: Answered) -> dict[str, Any]:
    """The scenarios side by side for programs; nothing where they are not compared."""
    from reports.page.tables import json_rows

    if one.comparison is None:
        return {}
    return {"side_by_side": {name: json_rows(frame) for name, frame in one.comparison.tables.items()}}
