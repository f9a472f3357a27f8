"""Runs begun and taken up again: pilots played, manifest laid out, inputs held against what they were."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import ResumeMismatch, UsageError
from analyser.experiments.arena import Arena
from analyser.experiments.config import EXECUTION, MAX_GAMES, Config
from analyser.experiments.design import Design
from analyser.experiments.experiment import Job, Schedule, prepare
from analyser.experiments.kind import Kind
from analyser.experiments.merging import merge
from analyser.experiments.pilot import Pilot
from analyser.runs.digests import engine_digest, strategy_digest
from analyser.runs.store import Batch, Manifest, Run, ScenarioEntry, check_free, now, versions
from analyser.runs.workers import check_engine

if TYPE_CHECKING:
    from cext.games.component_edits import Edit

__all__ = ["batch_size", "changed_strategies", "extend_run", "grow_run", "job_of", "resume_run", "start_run"]

RUNS = Path("runs")  # where runs lie that are not told where
BATCH_GAMES = 5_000  # a second or more of a core; a part of 20,000 rows of seats
# Recorded games of a batch: some 400 decisions each, 40 bytes a row, twice while they are written.
BATCH_RECORDED = 3_000
BATCHES = 16  # at least, so that workers end together and progress shows


def start_run(config: Config, out: Path | None, argv: list[str]) -> tuple[Run, Job]:
    """A new run directory with its manifest, ready to be played; the pilots are played on the way.

    out: where the run will lie; None: under RUNS, numbered. Raises DataError or UsageError.
    """
    if out is not None:
        check_free(out)
    check_engine(config.engine)
    experiment = prepare(config)
    config, pilots = experiment.config, experiment.pilots()
    schedule = experiment.schedule(pilots)
    manifest = Manifest(
        argv=argv,
        config=config.stored(),
        config_sha256=config.sha256,
        seed=config.seed,
        deals=schedule.deals,
        games=schedule.games,
        scenarios=_entries(experiment.kind, schedule, pilots),
        strategies={name: strategy_digest(name, config.game) for name in dict.fromkeys(config.strategies)},
        learners=_learners(config),
        versions=versions(engine_digest(config)),
        batches=[Batch(*edge) for edge in schedule.edges(_batch(config, schedule.games, schedule))],
        started=now(),
    )
    if out is not None:
        return Run.create(out, manifest), Job(config, pilots)
    players = "-".join(str(k) for k in dict.fromkeys(scenario.players for scenario in config.scenarios))
    return Run.create_next(RUNS, f"{config.game}-{config.design}-{players}p", manifest), Job(config, pilots)


def resume_run(path: Path, given: dict[str, Any]) -> tuple[Run, Job]:
    """The run at `path`, ready to go on; ResumeMismatch when it would go on with other rows than it began with."""
    run = Run.open(path)
    config = _unchanged(run, given, f"--resume {path}")
    run.sweep()
    return run, job_of(run.manifest, config)


def extend_run(path: Path, more: int, given: dict[str, Any]) -> tuple[Run, Job]:
    """The finished run at `path` with so many games of each scenario planned beside those it has, ready to be played.

    What is played is what a new run of the total would play. Raises UsageError or ResumeMismatch.
    """
    if more < 1:
        raise UsageError(f"--more {more}: give a number of games from 1 on")
    run = Run.open(path)
    config = _unchanged(run, given, f"--more {more}: {path}")
    run.sweep()
    manifest = run.manifest
    if manifest.missing():
        played = f"{manifest.games_done:,} of {manifest.games:,} games are played"
        raise ResumeMismatch(f"--more {more}: {path} is not finished, {played}: {run.go_on} plays the others first")
    config = replace(config, games=config.games + more)
    if config.games > MAX_GAMES:
        raise UsageError(
            f"--more {more}: {config.games} games in all, at most {MAX_GAMES} can be numbered: ask for fewer"
        )
    return run, grow_run(run, config)


def grow_run(run: Run, config: Config) -> Job:
    """The run planned anew with more games of its scenarios, or more scenarios that vary them; what is played stays."""
    manifest = run.manifest
    job = job_of(manifest, config)
    experiment = prepare(config)
    schedule = experiment.schedule(job.pilots)
    size = _batch(config, schedule.games - manifest.games, schedule)
    edges = schedule.edges(size, {entry.name: entry.games for entry in manifest.scenarios})
    run.manifest = replace(
        manifest,
        config=config.stored(),
        config_sha256=config.sha256,
        versions={**manifest.versions, "engine": engine_digest(config)},
        deals=schedule.deals,
        games=schedule.games,
        scenarios=_entries(experiment.kind, schedule, job.pilots),
        batches=[*manifest.batches, *(Batch(*edge) for edge in edges)],
        complete=False,
    )
    run.save()
    return job


def _unchanged(run: Run, given: dict[str, Any], asked: str) -> Config:
    """The run's configuration with what is given beside it; ResumeMismatch when the two would play other rows."""
    old = run.manifest.config
    stored = {key: value for key, value in old.items() if value is not None and key != "design"}
    again = "start a new run, or go on without changing anything"
    if given.get("game", old["game"]) != old["game"]:
        raise ResumeMismatch(f"{asked}: the run is of {old['game']}: {again}")
    config = prepare(merge(old["design"], given, stored)).config
    other = [key for key, value in config.stored().items() if value != old.get(key) and key not in EXECUTION]
    if other == ["games"]:
        add = "--more N adds N games to a finished run"
        raise ResumeMismatch(f"{asked}: the run was started with another number of games ({old['games']}): {add}")
    if other or config.sha256 != run.manifest.config_sha256:
        raise ResumeMismatch(f"{asked}: the run was started with other values of {', '.join(other)}: {again}")
    if (engine := engine_digest(config)) != run.manifest.versions["engine"]:
        raise ResumeMismatch(f"{asked}: engine or component data have changed ({engine}): {again}")
    if changed := changed_strategies(run.manifest, config):
        raise ResumeMismatch(f"{asked}: changed since the run was started: {', '.join(changed)}: {again}")
    return config


def job_of(manifest: Manifest, config: Config) -> Job:
    """The job of a run: its configuration with what its pilots decided."""
    pilots = {entry.name: Pilot.read(entry.design["pilot"]) for entry in manifest.told}
    return Job(config, tuple(pilots[one.of or one.name] for one in config.scenarios))


def changed_strategies(manifest: Manifest, config: Config) -> list[str]:
    """Strategies whose files are not what they were when the run was started."""
    names = dict.fromkeys(config.strategies)
    return [name for name in names if strategy_digest(name, config.game) != manifest.strategies.get(name)]


def _learners(config: Config) -> list[str]:
    """Strategies of the configuration that play weakly on purpose."""
    from strategies import is_learner

    return [name for name in dict.fromkeys(config.strategies) if is_learner(name, config.game)]


def batch_size(games: int, sample: float) -> int:
    """Games of a batch: few enough for memory and for progress, enough for a part worth a file."""
    most = min(BATCH_GAMES, int(BATCH_RECORDED / sample)) if sample else BATCH_GAMES
    return max(1, min(most, math.ceil(games / BATCHES)))


def _batch(config: Config, games: int, schedule: Schedule) -> int:
    """Games of a batch: as told, or what fits so many to play."""
    return config.batch or batch_size(games, schedule.designs[0].sample)


def _entries(kind: Kind, schedule: Schedule, pilots: tuple[Pilot, ...]) -> list[ScenarioEntry]:
    """Every scenario as the manifest has it."""
    played = zip(schedule.arenas, schedule.designs, pilots, strict=True)
    return [_entry(kind, arena, design, pilot) for arena, design, pilot in played]


def _edits(arena: Arena) -> tuple[Edit, ...]:
    """What its component files, and data that are set, say otherwise than the shipped ones; no printing of them."""
    from analyser.experiments.drawn import component_folder
    from cext.games import edits_of

    game = arena.setting.game.name
    with component_folder(game, replace(arena.setting.scenario, printing=None)) as folder:
        return edits_of(game, folder) if folder else ()


def _entry(kind: Kind, arena: Arena, design: Design, pilot: Pilot) -> ScenarioEntry:
    """One scenario; the provenance of its game without the data of boards that are not played."""
    facts, scenario = arena.setting.game, arena.setting.scenario
    stored = {**asdict(scenario), "games": design.games, "deals": design.deals}
    if scenario.of is not None:
        return ScenarioEntry(**stored, design={}, game={})
    played = kind.boards(arena.setting)
    counts = Counter(facts.provenance)
    for number, board in enumerate(facts.boards.values()):
        if number not in played:
            counts.subtract(board.provenance)
    return ScenarioEntry(
        **stored,
        design={**design.stored(), "pilot": {**pilot.stored(), "decided": kind.rotation(pilot)}},
        game={**facts.mapping, "provenance": dict(counts)},
        edits=[asdict(edit) for edit in _edits(arena)],
    )
