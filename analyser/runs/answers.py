"""Answers from a run: its finished parts asked a question, an answer for each scenario; one report for all, written
when they are out."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import DataError, write_error
from analyser.runs.checking import check_parts
from analyser.runs.digests import strategy_digest
from analyser.runs.looks import Look, look, scenario_looks
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.printings import printings_of
from analyser.runs.store import RunDirectory, check_texts
from cext.games.printings import unknowns_of
from cext.spelling import counted
from cext.switch_words import switch_words
from reports.facts import Edit, GameFacts, Replays, RunFacts
from reports.several import LEVEL, Several, Told
from reports.strength import Table

if TYPE_CHECKING:
    import polars as pl

    from reports.answer import Answer
    from reports.frames import Frames
    from reports.page.tables import Printed
    from reports.page.write import Report
    from reports.printings import Printings
    from reports.scenario_comparison import ScenarioComparison

    Found = tuple[Told, Frames, Printings | None]

    # the folder of the page, the scenario, and its games to look at
    Known = Callable[[Path, str, pl.DataFrame], None]

__all__ = ["Answered", "Telling", "answers", "differing", "in_short", "run_facts", "strength_facts"]


@dataclass(frozen=True)
class Telling:
    """The report of all answers, whose tables are worked out and drawn, and which is written in a folder, once they are
    out: that takes its time."""

    run: Path
    several: Several
    folder: Path
    alone: bool  # one answer is told by itself

    def write(
        self, pool: Executor | None = None, there: Callable[[], Collection[str]] = tuple
    ) -> tuple[Report, Collection[str]]:
        """Draw and write it, with links to the replays that are there by then; gives it with those; pool: draws a part
        of the charts beside this process. Raises DataError or DiskFull."""
        from reports.page.write import report_of

        try:
            told = [replace(one, answer=_with_tables(one.answer)) for one in self.several.told]
        except ValueError as error:
            raise DataError(f"{self.run}: {error}") from error
        report = report_of(replace(self.several, told=told), alone=self.alone, pool=pool)
        linked = there()
        self.link(report, linked)
        return report, linked

    def link(self, report: Report, replays: Collection[str]) -> None:
        """Write what has been drawn, with links to these replays, which are there. Raises DataError or DiskFull."""
        try:
            report.write(self.folder, replays=replays)
        except OSError as error:
            advice = "name another folder with --out"
            raise write_error(self.folder, error, advice, with_room=f"ask again, or {advice}") from error


@dataclass(frozen=True)
class Answered:
    """What a scenario answers, and where the report will lie that says so."""

    scenario: str
    label: str  # of the scenario among several: "3 players", or its name
    title: str  # of what all scenarios are asked
    games: int  # finished ones it rests on
    answer: Answer
    page: Path
    report: Telling  # of all scenarios together
    compared: ScenarioComparison | None = None  # all scenarios side by side
    in_short: Printed | None = None  # the table of it that a terminal shows


def answers(
    run: RunDirectory,
    question: str,
    *,
    margin: float | None = None,
    out: Path | None = None,
    scenario: str | None = None,
    replays: int = 0,
    known: Known | None = None,
    pool: Executor | None = None,
) -> list[Answered]:
    """Answer the question from every scenario, or from the one named; the report of all of them is to be written.

    margin: percentage points of win share (None: as the run was configured). out: where the report goes; None: under
    the run, that of a scenario named in a folder of its own. replays: of so many games of each kind to look at a replay
    is for the caller to write, and to `link` afterwards; `known` is told of those games before all else is worked out.
    pool: works out a part of the answer beside this process. Raises DataError.
    """
    from reports.ask import QUESTIONS
    from reports.frames import RunFrames
    from reports.run import run_of
    from reports.scenario_comparison import compare_scenarios

    manifest = run.manifest
    margin = manifest.config["margin"] if margin is None else margin
    if not 0 < margin < 100:
        raise DataError(f"--margin {margin:g}: give percentage points of win share between 0 and 100")
    asked = manifest.told if scenario is None else [manifest.scenario(scenario)]
    several = len(manifest.told) > 1
    check_parts(run, "games", scenario)
    if not run.parts("games", scenario):
        raise DataError(f"{run.path}: holds no finished games yet: {run.go_on} plays them")
    folder = run.path / "reports" / question if out is None else out
    if several and scenario is not None and out is None:
        folder /= scenario
    _check_folder(folder, None if out else run.path)
    if QUESTIONS[question].whole and scenario is None:
        return [_whole(run, question, margin, folder, Replays("replays", replays) if replays else None, known)]
    by = differing(manifest)
    found = []
    for entry in asked:
        if manifest.games_done_in(entry.name):
            where = f"replays/{entry.name}" if several and scenario is None else "replays"
            pages = Replays(where, replays) if replays else None
            examples = partial(known, folder, entry.name) if known else None
            found.append(_told(run, entry, question, margin, by, pages, examples, pool, whole=len(asked) > 1))
    told = [one for one, _, _ in found]
    compared = None
    if len(told) > 1:
        looks = scenario_looks(manifest, asked[0])
        runs = tuple(
            RunFrames.of(
                frames,
                game=one.game,
                margin=margin / 100,
                seed=manifest.seed,
                printings=printings,
                looks=looks and looks.unplanned(),
            )
            for one, frames, printings in found
        )
        scenarios = run_of(({"scenario": one.label}, frames) for one, frames in zip(told, runs, strict=True))
        compared = compare_scenarios(QUESTIONS[question], scenarios)
    together = Several(_title(manifest, told[0], by), by, told, compared)
    report = Telling(run.path, together, folder, alone=not several or scenario is not None)
    done = manifest.games_done_in
    return [
        Answered(
            one.scenario,
            one.label,
            together.title,
            done(one.scenario),
            one.answer,
            folder / one.answer.page,
            report,
            compared,
            in_short(one),
        )
        for one in told
    ]


def _check_folder(folder: Path, run: Path | None) -> None:
    """DataError where a report would be written among other files, or through links; run: whose folder it is, None: it
    was named."""
    from reports.page.write import folder_error

    if run is None:
        check_texts([str(folder)])
    try:
        reason = folder_error(folder, run)
    except OSError as error:
        reason = f"cannot be read ({error.strerror})"
    if reason:
        raise DataError(f"{folder}: {reason}: name another folder with --out")


def in_short(told: Told) -> Printed | None:
    """The table of the answer that a terminal shows; None where the question has none."""
    from reports.ask import QUESTIONS
    from reports.page.tables import printed
    from reports.page.words import Words

    question = QUESTIONS[told.answer.question]
    if question.in_short is None:
        return None
    name, columns = question.in_short
    table = question.tables[name]
    shown = replace(table, columns=tuple(column for column in table.columns if column.name in columns))
    return printed(shown, told.answer.tables[name], Words(told.game))


def _whole(
    run: RunDirectory, question: str, margin: float, folder: Path, replays: Replays | None, known: Known | None
) -> Answered:
    """The one answer of all scenarios, the first of which the others are held against."""
    from analyser.runs.changes import changed_answer
    from reports.examples import EXAMPLES

    told = changed_answer(run, question, margin, replays=replays)
    if known and EXAMPLES in told.answer.tables:
        known(folder, told.scenario, told.answer.tables[EXAMPLES])
    answer, done = told.answer, run.manifest.games_done
    report = Telling(run.path, Several(answer.title, "scenario", [told]), folder, alone=True)
    return Answered(told.scenario, told.label, answer.title, done, answer, folder / answer.page, report)


def _with_tables(answer: Answer) -> Answer:
    """The answer with all its tables worked out."""
    return replace(answer, tables=dict(answer.tables))


def differing(manifest: Manifest) -> str:
    """What scenarios differ in: `players` and nothing else, one switch by its name and nothing else, `level` and
    nothing else, or else `scenario`."""
    entries = manifest.told
    if manifest.alongside > 1:
        return LEVEL

    def each(one: ScenarioEntry, left_out: str = "") -> str:
        option = {name: value for name, value in one.option.items() if name != left_out}
        return json.dumps([option, one.components, one.levels, one.forbidden], sort_keys=True)

    counts = {one.players for one in entries}
    if len({each(one) for one in entries}) == 1:
        return "players" if len(counts) == len(entries) else "scenario"
    for name in entries[0].option:
        values = {json.dumps(one.option.get(name)) for one in entries}
        if len(counts) == 1 and len(values) == len(entries) and len({each(one, name) for one in entries}) == 1:
            return name
    return "scenario"


def _label(entry: ScenarioEntry, game: GameFacts, by: str) -> str:
    """What the scenario is called among those that differ in `by`."""
    if by == "players":
        return counted(entry.players, "player")
    if by in ("scenario", LEVEL):
        return entry.levels if by == LEVEL and entry.levels else entry.name
    value = entry.option[by]
    told = switch_words(value)
    if game.bot is not None and game.bot.option == by:
        return game.bot.labels.get(told, f"{game.bot.name} {told}")
    return f"{by.replace('_', ' ')} {told}"


def _told(
    run: RunDirectory,
    entry: ScenarioEntry,
    question: str,
    margin: float,
    by: str,
    replays: Replays | None,
    examples: Callable[[pl.DataFrame], None] | None,
    pool: Executor | None,
    *,
    whole: bool,
) -> Found:
    """One scenario's answer, and what it was found in. whole: with its tables worked out, not to keep what they are
    made from beside that of all other scenarios."""
    from reports.ask import ask
    from reports.frames import Frames

    tables = ("seats", "games", "decisions", "rounds")
    seats, games, decisions, rounds = (run.scan(table, entry.name) for table in tables)
    if seats is None or games is None:
        raise DataError(f"{run.path}: its parts are gone: {run.go_on} plays them again")
    manifest = run.manifest
    try:
        game = GameFacts.read(manifest.varied(entry).game)
        looks = look(run.path, Look(question, entry.name, manifest.games_done_in(entry.name)))
        strength = strength_facts(manifest, entry, game)
        facts = replace(run_facts(manifest, entry), looks=looks, strength=strength, replays=replays)
        frames = Frames(seats, games, decisions, rounds)
        printings = printings_of(run, entry)
        answer = ask(
            question,
            frames,
            game=game,
            run=facts,
            margin=margin / 100,
            printings=printings,
            examples=examples,
            alongside=manifest.alongside,
            pool=pool,
        )
        answer = _with_tables(answer) if whole else answer
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    return Told(entry.name, _label(entry, game, by), answer, game), frames, printings


def _title(manifest: Manifest, first: Told, by: str) -> str:
    """What was played, without its scenarios and the switch they differ in, and what is asked."""
    from reports.ask import QUESTIONS

    named = {replace(run_facts(manifest, entry), scenarios=()).named(first.game) for entry in manifest.told}
    played = named.pop() if len(named) == 1 else first.game.title
    all_of_them = replace(first.game, options={name: x for name, x in first.game.options.items() if name != by})
    return f"{played}: {QUESTIONS[first.answer.question].asks(all_of_them)}"


def strength_facts(manifest: Manifest, entry: ScenarioEntry, game: GameFacts) -> Table | None:
    """How strong those who played the scenario are; what has changed since was not measured."""
    from analyser.strength.looking_up import strength_of

    played = players_of(manifest, entry)
    digests = manifest.strategies
    changed = [name for name in played if _digest_now(name, game.name) != digests.get(name)]
    forbidden = bool(entry.forbidden)
    return strength_of(played, game, learners=manifest.learners, changed=changed, forbidden=forbidden)


def players_of(manifest: Manifest, entry: ScenarioEntry) -> list[str]:
    """The different strategies that played the scenario: all of the run's, or those of its level."""
    from strategies.levels import level_of

    named = list(dict.fromkeys(manifest.config["strategies"]))
    if entry.levels is None:
        return named
    try:
        of_level = level_of(manifest.config["game"], entry.levels).strategy
    except ValueError:  # its levels have changed since
        return named
    return [of_level] if of_level in named else named


def _digest_now(name: str, game: str) -> str | None:
    """Digest of the strategy's file as it is; None where it is gone."""
    try:
        return strategy_digest(name, game)
    except ValueError:
        return None


def run_facts(manifest: Manifest, entry: ScenarioEntry) -> RunFacts:
    """How a scenario of the run was played, for the head of its report."""
    design = manifest.varied(entry).design
    figures = design["pilot"]["figures"]
    return RunFacts(
        design=", ".join(part["scheme"] for part in design["parts"]),
        planned_games=entry.games,
        seed=manifest.seed,
        margin=manifest.config["margin"] / 100,
        strategies=tuple(players_of(manifest, entry)),
        analyser_version=manifest.versions["analyser"],
        engine=manifest.versions["engine"],
        configuration=manifest.config_sha256[:12],
        started=manifest.started,
        games_per_second=round(manifest.games_per_second) or None,
        seconds_of_play=round(manifest.seconds - manifest.starting, 1) or None,
        pilot_design_effect=figures.get("design_effect"),
        pilot_rho=figures.get("rho"),
        components=entry.components or "",
        edits=tuple(Edit(**edit) for edit in entry.edits),
        scenarios=tuple(one.name for one in manifest.told),
        scenario=entry.name,
        learners=tuple(manifest.learners),
        unrepeatable=manifest.unrepeatable,
        tuned={name: tuple(boards) for name, boards in manifest.tuned.items()},
        milliseconds=manifest.milliseconds,
        until=scenario_looks(manifest, entry),
        varies=unknowns_of(manifest.config["game"]) is not None,
    )
