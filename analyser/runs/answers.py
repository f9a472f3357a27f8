"""Answers from a run: its finished parts asked a question, one answer and one report for each scenario."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import DataError, DiskFull
from analyser.runs.digests import strategy_digest
from analyser.runs.looks import Look, look
from analyser.runs.store import Manifest, Run, ScenarioEntry
from reports.facts import Edit, GameFacts, RunFacts
from reports.strength import Table

if TYPE_CHECKING:
    from reports.answer import Answer

__all__ = ["Answered", "answers", "run_facts"]


@dataclass(frozen=True)
class Answered:
    """What a scenario answers, and where its report lies."""

    scenario: str
    games: int  # finished ones it rests on
    answer: Answer
    page: Path


def answers(
    run: Run, question: str, *, margin: float | None = None, out: Path | None = None, scenario: str | None = None
) -> Iterator[Answered]:
    """Answer the question from every scenario, or from the one named, and write the reports.

    margin: percentage points of win share (None: as the run was configured). out: where the report goes, in a folder a
    scenario where several are answered; None: under the run. Raises DataError or DiskFull.
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
    apart = several and (out is None or scenario is None)
    return (
        _answered(run, entry, question, margin, folder / entry.name if apart else folder)
        for entry in asked
        if manifest.games_done_in(entry.name)
    )


def _answered(run: Run, entry: ScenarioEntry, question: str, margin: float, folder: Path) -> Answered:
    """One scenario's answer, its report written."""
    from reports.ask import ask
    from reports.frames import Frames
    from reports.page.write import write_report

    seats, games, decisions = (run.scan(table, entry.name) for table in ("seats", "games", "decisions"))
    if seats is None or games is None:
        raise DataError(f"{run.path}: its parts are gone: {run.go_on} plays them again")
    try:
        game = GameFacts.read(entry.game)
        done = run.manifest.games_done_in(entry.name)
        looks = look(run.path, Look(question, entry.name, done))
        facts = replace(run_facts(run.manifest, entry), looks=looks, strength=_strength(run.manifest, entry, game))
        answer = ask(question, Frames(seats, games, decisions), game=game, run=facts, margin=margin / 100)
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    try:
        page = write_report(answer, folder, game=game)
    except OSError as error:
        raise DiskFull(
            f"{folder}: the report cannot be written ({error.strerror}): make room or name another --out"
        ) from error
    return Answered(entry.name, done, answer, page)


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
