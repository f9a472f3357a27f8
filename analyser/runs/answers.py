"""Answers from a run: its finished parts asked a question, an answer for each scenario, one report for all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import DataError, DiskFull
from analyser.runs.digests import strategy_digest
from analyser.runs.looks import Look, look
from analyser.runs.store import Manifest, Run, ScenarioEntry
from cext.spelling import counted
from reports.facts import Edit, GameFacts, RunFacts
from reports.several import Several, Told
from reports.strength import Table

if TYPE_CHECKING:
    from reports.answer import Answer

__all__ = ["Answered", "answers", "differing", "run_facts"]


@dataclass(frozen=True)
class Answered:
    """What a scenario answers, and where the report lies that says so."""

    scenario: str
    label: str  # of the scenario among several: "3 players", or its name
    title: str  # of what all scenarios are asked
    games: int  # finished ones it rests on
    answer: Answer
    page: Path


def answers(
    run: Run, question: str, *, margin: float | None = None, out: Path | None = None, scenario: str | None = None
) -> list[Answered]:
    """Answer the question from every scenario, or from the one named, and write the report: one for all of them.

    margin: percentage points of win share (None: as the run was configured). out: where the report goes; None: under
    the run, that of a scenario named in a folder of its own. Raises DataError or DiskFull.
    """
    manifest = run.manifest
    margin = manifest.config["margin"] if margin is None else margin
    if not 0 < margin < 100:
        raise DataError(f"--margin {margin:g}: give percentage points of win share between 0 and 100")
    asked = manifest.scenarios if scenario is None else [manifest.scenario(scenario)]
    several = len(manifest.scenarios) > 1
    if not run.parts("games", scenario):
        raise DataError(f"{run.path}: holds no finished games yet: {run.go_on} plays them")
    folder = run.path / "reports" / question if out is None else out
    if several and scenario is not None and out is None:
        folder /= scenario
    told = [_told(run, entry, question, margin) for entry in asked if manifest.games_done_in(entry.name)]
    together = Several(_title(manifest, told[0]), differing(manifest.scenarios), told)
    page = _report(together, folder, alone=not several or scenario is not None)
    done = manifest.games_done_in
    return [Answered(one.scenario, one.label, together.title, done(one.scenario), one.answer, page) for one in told]


def differing(entries: Sequence[ScenarioEntry]) -> str:
    """What scenarios differ in: `players` and nothing else, or else `scenario`."""
    settings = {json.dumps([one.option, one.components, one.levels, one.forbidden], sort_keys=True) for one in entries}
    return "players" if len(settings) == 1 and len({one.players for one in entries}) == len(entries) else "scenario"


def _told(run: Run, entry: ScenarioEntry, question: str, margin: float) -> Told:
    """One scenario's answer."""
    from reports.ask import ask
    from reports.frames import Frames

    seats, games, decisions = (run.scan(table, entry.name) for table in ("seats", "games", "decisions"))
    if seats is None or games is None:
        raise DataError(f"{run.path}: its parts are gone: {run.go_on} plays them again")
    manifest = run.manifest
    try:
        game = GameFacts.read(entry.game)
        looks = look(run.path, Look(question, entry.name, manifest.games_done_in(entry.name)))
        facts = replace(run_facts(manifest, entry), looks=looks, strength=_strength(manifest, entry, game))
        answer = ask(question, Frames(seats, games, decisions), game=game, run=facts, margin=margin / 100)
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    by_players = differing(manifest.scenarios) == "players"
    return Told(entry.name, counted(entry.players, "player") if by_players else entry.name, answer, game)


def _title(manifest: Manifest, first: Told) -> str:
    """What was played, without its scenarios, and what is asked."""
    from reports.ask import QUESTIONS

    named = {replace(run_facts(manifest, entry), scenarios=()).named(first.game) for entry in manifest.scenarios}
    played = named.pop() if len(named) == 1 else first.game.title
    return f"{played}: {QUESTIONS[first.answer.question].asks(first.game)}"


def _report(several: Several, folder: Path, *, alone: bool) -> Path:
    """The report written, of all answers or of the one `alone`; its page."""
    from reports.page.write import write_report, write_reports

    first = several.told[0]
    try:
        return write_report(first.answer, folder, game=first.game) if alone else write_reports(several, folder)
    except OSError as error:
        raise DiskFull(
            f"{folder}: the report cannot be written ({error.strerror}): make room or name another --out"
        ) from error


def _strength(manifest: Manifest, entry: ScenarioEntry, game: GameFacts) -> Table | None:
    """How strong those who played the scenario are; what has changed since was not measured."""
    from analyser.strength.looking_up import strength_of

    played = manifest.strategies
    changed = [name for name, digest in played.items() if _digest_now(name, game.name) != digest]
    forbidden = bool(entry.forbidden)
    return strength_of(list(played), game, learners=manifest.learners, changed=changed, forbidden=forbidden)


def _digest_now(name: str, game: str) -> str | None:
    """Digest of the strategy's file as it is; None where it is gone."""
    try:
        return strategy_digest(name, game)
    except ValueError:
        return None


def run_facts(manifest: Manifest, entry: ScenarioEntry) -> RunFacts:
    """How a scenario of the run was played, for the head of its report."""
    figures = entry.design["pilot"]["figures"]
    seconds = manifest.seconds
    return RunFacts(
        design=", ".join(part["scheme"] for part in entry.design["parts"]),
        planned_games=entry.games,
        seed=manifest.seed,
        margin=manifest.config["margin"] / 100,
        strategies=tuple(dict.fromkeys(manifest.config["strategies"])),
        analyser_version=manifest.versions["analyser"],
        engine=manifest.versions["engine"],
        configuration=manifest.config_sha256[:12],
        started=manifest.started,
        games_per_second=round(manifest.games_done / seconds) if seconds else None,
        seconds_of_play=round(seconds, 1) if seconds else None,
        pilot_design_effect=figures.get("design_effect"),
        pilot_rho=figures.get("rho"),
        components=entry.components or "",
        edits=tuple(Edit(**edit) for edit in entry.edits),
        scenarios=tuple(one.name for one in manifest.scenarios),
        scenario=entry.name,
        learners=tuple(manifest.learners),
    )
