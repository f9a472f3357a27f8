"""Answers from a run: its finished parts asked a question, an answer for each scenario; one report for all, written
when they are out."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from analyser.errors import DataError, write_error
from analyser.experiments.people import People
from analyser.files import check_texts
from analyser.runs.changes import answer_changes, change_frames, gains_of
from analyser.runs.integrity import check_parts
from analyser.runs.looks import Look, record_look, scenario_looks
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.run_facts import (
    frames_of,
    printings_of,
    run_facts,
    strength_facts,
    strong_of,
    tables_of,
    tolerance_of,
)
from analyser.runs.store import RunDirectory
from cext.messages import count_noun, format_switch
from reports.facts import GameFacts
from reports.frames import Retuned
from reports.run_facts import Replays
from reports.several import LEVEL, ScenarioAnswer, Several

if TYPE_CHECKING:
    import polars as pl

    from reports.answer import Answer, FirstScreen
    from reports.frames import Frames, Printings, ScenarioRun
    from reports.page.write import Report
    from reports.questions.base import Question
    from reports.several import ScenarioComparison

    ScenarioResult = tuple[ScenarioAnswer, Frames, Printings | None]

    # the folder of the page, the scenario, and its games to look at
    OnExamples = Callable[[Path, str, pl.DataFrame], None]

__all__ = [
    "Answered", "ReportJob", "answer_run", "provisional_screens", "typed_path",
]  # fmt: skip

OF_OWN = "balance"  # what is asked, while it is played, of an experiment of one's own
MIN_LIVE_DEALS = 200  # on fewer, intervals that hold at all times span nearly all there is: no share is printed


@dataclass(frozen=True)
class ReportJob:
    """The report of all answers, whose tables are worked out and drawn, and which is written in a folder, once they are
    out: that takes its time."""

    run: Path
    several: Several
    folder: Path
    is_single: bool  # one answer is printed by itself

    def write(
        self, pool: Executor | None = None, list_replays: Callable[[], Collection[str]] = tuple
    ) -> tuple[Report, Collection[str]]:
        """Draw and write it, with links to the replays that are there by then; gives it with those; pool: draws a part
        of the charts beside this process. Raises DataError or DiskFull."""
        from reports.page.write import report_of

        try:
            complete_answers = [replace(each, answer=_with_tables(each.answer)) for each in self.several.answers]
        except ValueError as error:
            raise DataError(f"{self.run}: {error}") from error
        complete = replace(self.several, answers=complete_answers)
        report = report_of(complete, is_single=self.is_single, executor=pool, run=typed_path(self.run))
        linked = list_replays()
        self.link(report, linked)
        return report, linked

    def link(self, report: Report, replays: Collection[str]) -> None:
        """Write what has been drawn, with links to these replays, which are there. Raises DataError or DiskFull."""
        try:
            report.write(self.folder, replays=replays)
        except OSError as error:
            advice = "name another folder with --out"
            raise write_error(self.folder, error, advice, with_room=f"ask again, or {advice}") from error


def typed_path(run: Path) -> str:
    """The run as commands name it: its path as it was typed, of an absolute one, which is of one machine alone, the
    name; in quotes where a shell needs them."""
    return shlex.quote(run.name if run.is_absolute() else str(run))


@dataclass(frozen=True)
class Answered:
    """What a scenario answers, and where the report will lie that says so."""

    scenario: str
    label: str  # of the scenario among several: "3 players", or its name
    title: str  # of what all scenarios are asked
    games: int  # finished ones it rests on
    answer: Answer
    page: Path
    report: ReportJob  # of all scenarios together
    comparison: ScenarioComparison | None = None  # all scenarios side by side


def answer_run(
    run: RunDirectory,
    question: str,
    *,
    margin: float | None = None,
    out: Path | None = None,
    scenario: str | None = None,
    player_class: str = "",
    replays: int = 0,
    on_examples: OnExamples | None = None,
    pool: Executor | None = None,
) -> list[Answered]:
    """Answer the question from every scenario, or from the one named; the report of all of them is to be written.

    margin: percentage points of win share (None: as the run was configured). out: where the report goes; None: under
    the run, that of a scenario named in a folder of its own. player_class: who counts (see ask()). replays: games of
    each kind to watch whose replays the caller writes, and links with `link` afterwards; `on_examples` receives those
    games before all else is worked out. pool: works out a part of the answer beside this process. Raises
    DataError.
    """
    from reports.ask import QUESTIONS

    manifest = run.manifest
    margin = tolerance_of(manifest, margin)
    entries = manifest.main_scenarios if scenario is None else [manifest.scenario(scenario)]
    several = len(manifest.main_scenarios) > 1
    check_parts(run, "games", scenario)
    if not run.parts("games", scenario):
        raise DataError(f"{run.path}: holds no finished games yet: {run.resume_command} plays them")
    folder = run.path / "reports" / question if out is None else out
    if several and scenario is not None and out is None:
        folder /= scenario
    _check_folder(folder, None if out else run.path)
    if QUESTIONS[question].is_joint and scenario is None:
        pages = Replays("replays", replays) if replays else None
        return [_answer_all_scenarios(run, question, margin, player_class, folder, pages, on_examples)]
    by = differing(manifest)
    results = []
    for entry in entries:
        if manifest.games_done_in(entry.name):
            where = f"replays/{entry.name}" if several and scenario is None else "replays"
            pages = Replays(where, replays) if replays else None
            examples = partial(on_examples, folder, entry.name) if on_examples else None
            results.append(
                _answer_scenario(
                    run, entry, question, margin, player_class, by, pages, examples, pool, with_tables=len(entries) > 1
                )
            )
    answers = [answer for answer, _, _ in results]
    comparison = _compare(manifest, entries, results, question, margin, player_class) if len(results) > 1 else None
    together = Several(_title(manifest, answers[0], by), by, answers, comparison)
    report = ReportJob(run.path, together, folder, is_single=not several or scenario is not None)
    return [
        Answered(
            each.scenario, each.label, together.title, manifest.games_done_in(each.scenario), each.answer,
            folder / each.answer.page, report, comparison,
        )
        for each in answers
    ]  # fmt: skip


def _compare(
    manifest: Manifest,
    entries: Sequence[ScenarioEntry],
    results: Sequence[ScenarioResult],
    question: str,
    margin: float,
    player_class: str,
) -> ScenarioComparison | None:
    """The scenarios side by side."""
    from reports.ask import QUESTIONS
    from reports.frames import ScenarioRun
    from reports.run import Run
    from reports.several import compare_scenarios

    looks = scenario_looks(manifest, *entries)
    runs = [
        ScenarioRun.of(
            frames, game=answer.game, settings={"scenario": answer.label}, margin=margin / 100, seed=manifest.seed,
            printings=printings, classes=manifest.player_classes, looks=looks and looks.unplanned(),
        ).counting(player_class or QUESTIONS[question].counts)
        for answer, frames, printings in results
    ]  # fmt: skip
    return compare_scenarios(QUESTIONS[question], Run(tuple(runs)))


def _check_folder(folder: Path, run: Path | None) -> None:
    """DataError where a report would be written among other files, or through links; run: whose folder it is, None: it
    was named."""
    from reports.page.write import folder_error

    if run is None:
        check_texts(str(folder))
    try:
        reason = folder_error(folder, run)
    except OSError as error:
        reason = f"cannot be read ({error.strerror})"
    if reason:
        raise DataError(f"{folder}: {reason}: name another folder with --out")


def _answer_all_scenarios(
    run: RunDirectory,
    question: str,
    margin: float,
    player_class: str,
    folder: Path,
    replays: Replays | None,
    on_examples: OnExamples | None,
) -> Answered:
    """The one answer of all scenarios, which compares the others with the first."""
    from reports.estimators.example_games import EXAMPLES

    scenario_answer = answer_changes(run, question, margin, replays=replays, player_class=player_class)
    if on_examples and EXAMPLES in scenario_answer.answer.tables:
        on_examples(folder, scenario_answer.scenario, scenario_answer.answer.tables[EXAMPLES])
    answer, done = scenario_answer.answer, run.manifest.games_done
    report = ReportJob(run.path, Several(answer.title, "scenario", [scenario_answer]), folder, is_single=True)
    name, label, page = scenario_answer.scenario, scenario_answer.label, folder / answer.page
    return Answered(name, label, answer.title, done, answer, page, report)


def _with_tables(answer: Answer) -> Answer:
    """The answer with all its tables worked out."""
    return replace(answer, tables=dict(answer.tables))


def differing(manifest: Manifest) -> str:
    """What scenarios differ in: `players` and nothing else, one switch by its name and nothing else, `level` and
    nothing else, or else `scenario`."""
    entries = manifest.main_scenarios
    if manifest.alongside > 1:
        return LEVEL

    def each(entry: ScenarioEntry, left_out: str = "") -> str:
        option = {name: value for name, value in entry.option.items() if name != left_out}
        return json.dumps([option, entry.components, entry.levels, entry.forbidden], sort_keys=True)

    counts = {entry.players for entry in entries}
    if len({each(entry) for entry in entries}) == 1:
        return "players" if len(counts) == len(entries) else "scenario"
    for name in entries[0].option:
        values = {json.dumps(entry.option.get(name)) for entry in entries}
        if len(counts) == 1 and len(values) == len(entries) and len({each(entry, name) for entry in entries}) == 1:
            return name
    return "scenario"


def scenario_label(entry: ScenarioEntry, game: GameFacts, by: str) -> str:
    """What the scenario is called among those that differ in `by`."""
    if by == "players":
        return count_noun(entry.players, "player")
    if by in ("scenario", LEVEL):
        return entry.levels if by == LEVEL and entry.levels else entry.name
    value = entry.option[by]
    value_text = format_switch(value)
    if game.bot is not None and game.bot.option == by:
        return game.bot.labels.get(value_text, f"{game.bot.name} {value_text}")
    return f"{by.replace('_', ' ')} {value_text}"


def _answer_scenario(
    run: RunDirectory,
    entry: ScenarioEntry,
    question: str,
    margin: float,
    player_class: str,
    by: str,
    replays: Replays | None,
    examples: Callable[[pl.DataFrame], None] | None,
    pool: Executor | None,
    *,
    with_tables: bool,
) -> ScenarioResult:
    """One scenario's answer, and what it was found in. with_tables: worked out, not to keep what they are
    made from beside that of all other scenarios."""
    from reports.ask import ask

    manifest, frames = run.manifest, tables_of(run, entry)
    try:
        game = manifest.base_scenario(entry).facts
        looks = record_look(run.path, Look(question, entry.name, manifest.games_done_in(entry.name)))
        strength = strength_facts(manifest, entry, game)
        facts = replace(run_facts(manifest, entry), looks=looks, strength=strength, replays=replays)
        retuned = _tuned_for_restrictions(run, entry, game)
        printings = None if retuned else printings_of(run, entry)
        strong = strong_of(run, entry, game)
        answer = ask(
            question,
            frames,
            game=game,
            run=facts,
            margin=margin / 100,
            retuned=retuned,
            printings=printings,
            strong=strong,
            examples=examples,
            alongside=manifest.alongside,
            player_class=player_class,
            pool=pool,
        )
        answer = _with_tables(answer) if with_tables else answer
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    return ScenarioAnswer(entry.name, scenario_label(entry, game, by), answer, game), frames, printings


def _tuned_for_restrictions(run: RunDirectory, entry: ScenarioEntry, game: GameFacts) -> Retuned | None:
    """The same games with plans tuned for what one seat does without; None where they have not played."""
    manifest = run.manifest
    varied = [each for each in manifest.scenarios if each.of == entry.name and manifest.games_done_in(each.name)]
    if not manifest.retuned or not varied:
        return None
    labels = {gain.scenario: gain.scenario for gain in manifest.retuned}
    return Retuned((frames_of(run, varied[0], game),), gains_of(manifest, labels))


def _title(manifest: Manifest, first: ScenarioAnswer, by: str) -> str:
    """What was played, without its scenarios and the switch they differ in, and what is asked."""
    from reports.ask import QUESTIONS

    titles = {
        replace(run_facts(manifest, entry), scenarios=()).title_of(first.game) for entry in manifest.main_scenarios
    }
    title = titles.pop() if len(titles) == 1 else first.game.title
    options = {name: x for name, x in first.game.options.items() if name != by}
    all_of_them = structs.replace(first.game, options=options)
    return f"{title}: {QUESTIONS[first.answer.question].asks(all_of_them)}"


# -- while the run is played -------------------------------------------------------------------------------------------


def provisional_screens(run: RunDirectory) -> list[tuple[str, str, FirstScreen]]:
    """The label ("" of a single one), what is asked, and the first screen of each scenario with at least
    MIN_LIVE_DEALS deals of which something can be said; its intervals hold at all times together, however often they
    are looked at. None of games that are to be compared with plays of people: those are not in the run.

    Raises what a question raises of games that are too few.
    """
    from reports.ask import QUESTIONS

    design = run.manifest.config["design"]
    if design == People.name:
        return []
    question = QUESTIONS.get(design, QUESTIONS[OF_OWN])
    return list(_together(run, question) if question.is_joint else _each(run, question))


def _each(run: RunDirectory, question: Question) -> Iterator[tuple[str, str, FirstScreen]]:
    manifest = run.manifest
    by = differing(manifest)
    for entry in manifest.main_scenarios:
        if manifest.games_done_in(entry.name) >= MIN_LIVE_DEALS:
            game = manifest.base_scenario(entry).facts
            strong, classes_beside = strong_of(run, entry, game), tuple(manifest.classes_beside)
            strong = strong if strong and _n_deals(strong) >= MIN_LIVE_DEALS else None
            frames = replace(frames_of(run, entry, game), strong=strong, classes_beside=classes_beside)
            if screen := _screen(question, frames):
                title = f"{run_facts(manifest, entry).title_of(game)} · {game.players} players"
                label = scenario_label(entry, game, by) if len(manifest.main_scenarios) > 1 else ""
                yield label, f"{title} · {question.asks(game)}", screen


def _together(run: RunDirectory, question: Question) -> Iterator[tuple[str, str, FirstScreen]]:
    manifest = run.manifest
    if all(manifest.games_done_in(entry.name) >= MIN_LIVE_DEALS for entry in manifest.main_scenarios):
        frames = change_frames(run)
        if screen := _screen(question, frames):
            title = replace(run_facts(manifest, manifest.main_scenarios[0]), scenarios=()).title_of(frames.game)
            yield "", f"{title} · {frames.players} players · {question.asks(frames.game)}", screen


def _screen(question: Question, frames: ScenarioRun) -> FirstScreen | None:
    """The first screen of the verdicts, those compared with the same as the first of them, without what to change;
    None where there are too few deals to say anything."""
    from reports.answer import FirstScreen
    from reports.first_screen import leading_verdicts, screen_of
    from reports.player_classes import with_classes

    frames = _live_frames(frames, question)
    if _n_deals(frames) < MIN_LIVE_DEALS or question.idle_reason(frames):
        return None
    verdicts = with_classes(question.interim_verdicts(frames)[1], frames, question.by_class(frames))
    verdicts = [verdict for verdict in verdicts if verdict.deals >= MIN_LIVE_DEALS]
    verdicts = leading_verdicts(verdicts, question.leads)
    has_numbers = any(verdict.effect is not None for verdict in verdicts)
    screen = screen_of(verdicts, frames) if has_numbers else FirstScreen("", "")
    if question.screen_of and (has_numbers or frames.par is None):
        screen = replace(question.screen_of(frames, screen), change=None)
    return screen if screen.finding else None


def _n_deals(frames: ScenarioRun) -> int:
    """How many deals its games are played on."""
    import polars as pl

    return int(frames.stored.games.lazy().select(pl.col("deal").n_unique()).collect().item())


def _live_frames(frames: ScenarioRun, question: Question) -> ScenarioRun:
    """The games so far, with intervals that hold at all times, those of strong players too."""
    from reports.stats.sequential import LiveLooks

    strong = frames.strong and _live_frames(frames.strong, question)
    parts = question.error_parts(frames.game)
    return replace(frames, strong=strong, looks=LiveLooks((), 0, 0), error_parts=parts, _results={})
