"""A question answered from a run: for a person or for programs, with the report and the replays beside it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.cli.output import print_json, print_status, table_lines
from analyser.cli.progress import stage_display
from analyser.errors import AnalyserError, UsageError
from analyser.runs.answer import Answered, answer_run, typed_path
from analyser.runs.executors import side_process
from analyser.runs.integrity import explain_read_errors
from analyser.runs.store import RunDirectory
from cext.messages import count_noun
from cext.safe_files import escape_controls
from reports.page.terminal import MAX_LINES, first_sentence, screen_lines, wrap_text

if TYPE_CHECKING:
    from analyser.replay.example_pages import ReplayLink, ReplayPages

__all__ = ["LARGE_RUN_GAMES", "n_replays", "print_answer", "write_replays"]

LARGE_RUN_GAMES = 5_000  # games of a run that is worth some seconds more: a smaller one is a trial


def print_answer(
    question: str,
    path: Path,
    *,
    margin: float | None,
    out: Path | None,
    json: bool,
    quiet: bool,
    full: bool = False,
    scenario: str | None = None,
    player_class: str = "",
    replays: int | None = None,
    trust: bool = False,
) -> None:
    """Answer the question from the run's finished parts, print a screen of it or, if full, all; then write the report
    and `replays` replays of each kind of game to watch (None: one, of a large run)."""
    run = RunDirectory.open(path)
    manifest = run.manifest
    n_games = n_replays(run, replays, trust=trust)
    needs_process = manifest.config["workers"] != 0 and (n_games > 0 or manifest.games_done >= LARGE_RUN_GAMES)
    with explain_read_errors(run), side_process(is_needed=needs_process) as pool:
        from analyser.replay.example_pages import ReplayPages
        from reports.page.html import ready

        if pool:
            pool.submit(ready)
        pages = ReplayPages(run, pool)
        answer_question = partial(
            answer_run, margin=margin, out=out, scenario=scenario, player_class=player_class, replays=n_games
        )
        with stage_display("Working out the answer…", quiet=quiet):
            results = answer_question(run, question, on_examples=pages.begin, pool=pool)
        if not manifest.complete and manifest.games_done:
            done = f"{manifest.games_done:,} of {manifest.games:,}"
            print_status(f"{path} is not finished: this answer uses {done} games", quiet=quiet)
        unwritten: OSError | None = None
        try:
            _print(question, run, results, json=json, full=full, below=bool(n_games))
            sys.stdout.flush()
        except OSError as error:  # no reader, or no room: the page is still written
            unwritten = error
        job = results[0].report
        with stage_display("Drawing the charts and writing the page…", quiet=quiet):
            report, linked = job.write(pool, pages.written_paths)
        write_replays(pages, linked, partial(job.link, report), quiet=quiet)
    if unwritten is not None:
        raise unwritten


def _print(
    question: str, run: RunDirectory, results: Sequence[Answered], *, json: bool, full: bool, below: bool
) -> None:
    """The answer on standard output."""
    from reports.ask import QUESTIONS

    manifest = run.manifest
    if not json:
        lines = _screen(run.path, results, below=below, max_lines=10_000 if full else MAX_LINES)
        print(escape_controls("\n".join([*lines, *(_tables(results) if full else [])])))
        return
    content = {"command": question, "run": str(run.path)}
    by_scenario = {result.scenario: _plain(result, manifest.complete) for result in results}
    summary = results[0].report.several.summary
    summary_entry = {"summary": summary} if summary else {}
    if len(manifest.main_scenarios) > 1 and not QUESTIONS[question].is_joint:
        print_json({**content, **summary_entry, "scenarios": by_scenario, **_comparison_tables(results[0])})
    else:
        print_json({**content, **by_scenario.popitem()[1]})


def _screen(run: Path, results: Sequence[Answered], *, below: bool, max_lines: int) -> list[str]:
    """The first screen of the answers. below: another line follows on the same screen."""
    first, several = results[0], results[0].report.several
    is_listed = len(results) > 1 and not several.is_of_one
    findings = [(answered.label, answered.answer.screen.finding) for answered in results] if is_listed else []
    cautions = dict.fromkeys(
        first_sentence(caution)
        for answered in results
        for caution in (*answered.answer.warnings, *answered.answer.screen.cautions)
    )
    screen = replace(several.screen, cautions=tuple(cautions))
    return screen_lines(
        several.context,
        screen,
        page=str(first.page),
        max_lines=max_lines - below,
        findings=findings,
        run=typed_path(run),
    )


def _tables(results: Sequence[Answered]) -> list[str]:
    """Every table of the answers, verdicts first, and what must be said of them."""
    from markupsafe import Markup

    from reports.ask import QUESTIONS
    from reports.columns import Words
    from reports.page.tables import COMMON, common_tables, printed

    lines: list[str] = []
    for answered, scenario in zip(results, results[0].report.several.answers, strict=True):
        answer = answered.answer
        specs = {**QUESTIONS[answer.question].tables, **COMMON}
        if len(results) > 1:
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


def _plain(result: Answered, complete: bool) -> dict[str, Any]:
    """An answer for programs."""
    from reports.page.write import verdict_content

    answer = result.answer
    return {
        "report": str(result.page),
        "summary": answer.summary,
        "screen": asdict(answer.screen),
        "complete": complete,
        "games": result.games,
        "warnings": answer.warnings,
        "differences": [asdict(difference) for difference in answer.differences],
        "head": answer.head,
        "strength": answer.strength.stored() if answer.strength else None,
        "facts": answer.facts,
        "verdicts": [verdict_content(verdict) for verdict in answer.verdicts],
        "notes": answer.notes,
    }


def _comparison_tables(result: Answered) -> dict[str, Any]:
    """The scenarios side by side for programs; nothing where they are not compared."""
    from reports.page.tables import json_rows

    if result.comparison is None:
        return {}
    return {"side_by_side": {name: json_rows(frame) for name, frame in result.comparison.tables.items()}}


def n_replays(run: RunDirectory, requested: int | None, *, trust: bool) -> int:
    """Of how many games of each kind to look at replays are written: as many as asked, or one in a large run.

    Raises UsageError where they were asked for and cannot be.
    """
    from analyser.replay.example_pages import replay_obstacle

    explicit = bool(requested) or trust
    if requested == 0 or (not explicit and run.manifest.games_done < LARGE_RUN_GAMES):
        return 0
    reason = replay_obstacle(run, trust=trust)
    if reason and explicit:
        raise UsageError(f"--replays: no game of {run.path} can be played again: {reason}")
    return 0 if reason else requested or 1


def write_replays(
    pages: ReplayPages, linked: Collection[str], link: Callable[[list[str]], None], *, quiet: bool
) -> None:
    """Have the replays of games to look at, once the report is out; its page is then to `link` to those that are there,
    all of them or the ones before an error or an interruption, unless they are those it has `linked` to already."""
    if not pages.games:
        return
    games = count_noun(len(pages.games), "game")
    written: list[str] = []

    def note(game: ReplayLink) -> None:
        written.append(game.path)

    try:
        with stage_display(f"Writing replays of {games} to watch…", quiet=quiet):
            pages.finish(note=note)
    except AnalyserError as error:
        print_status(f"analyser: replays were not all written: {error}")
    finally:
        if written != list(linked):
            link(written)
