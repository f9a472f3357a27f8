"""Start and resume runs: play pilots, lay out the manifest, compare inputs with what they were."""

from __future__ import annotations

import json
from collections import ChainMap, Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec import structs, to_builtins

from analyser.errors import DataError, ResumeMismatch, TaskFailed, UsageError
from analyser.experiments.config import EXECUTION, Config
from analyser.experiments.config_loader import load_experiment, load_file
from analyser.experiments.experiment import Experiment, Job, Schedule, prepare
from analyser.experiments.experiment_kind import ExperimentKind, Pilot
from analyser.experiments.parse import bound_error, check_bound
from analyser.experiments.printings import with_default_printings
from analyser.experiments.schedule import Design
from analyser.experiments.simulator import Simulator
from analyser.files import check_texts
from analyser.runs.batch import (
    PilotClock,
    batch_edges,
    distribute_pilot,
    hand_on,
    load_players,
    own_strategies,
    start_process,
)
from analyser.runs.executors import PipeExecutor, check_engine
from analyser.runs.game_budget import with_strong_players
from analyser.runs.inputs import (
    INPUTS,
    changed_inputs,
    copy_inputs,
    engine_digest,
    inputs_of,
    missing_inputs,
    named_files,
    program_versions,
    strategy_digest,
    use_copies,
)
from analyser.runs.integrity import repair
from analyser.runs.limits import enforce_limits, limits_of
from analyser.runs.lock import lock_run
from analyser.runs.looks import repair_looks
from analyser.runs.maintenance import RUNS
from analyser.runs.manifest import Manifest, PlanChoices, PlanTrial, ScenarioEntry
from analyser.runs.plan_trials import (
    RANDOM,
    ask_plans,
    failing_plans,
    planned_positions,
    planned_trial,
    play_trial,
    time_decisions,
)
from analyser.runs.planned_batches import next_number, numbered
from analyser.runs.store import RunDirectory, check_free, now
from analyser.runs.tuned_players import check_plans
from cext.fallback_files import spelled_as
from reports.facts import parse_facts
from reports.run_facts import Edit

__all__ = [
    "changed_since_start",
    "extend_run",
    "job_of",
    "replan_run",
    "resume_run",
    "start_run",
    "without_failing_plans",
]

T = TypeVar("T")


def start_run(
    experiment: Experiment,
    out: Path | None,
    argv: list[str],
    *,
    pool: Executor | None = None,
    on_stage: Callable[[str], None] = lambda words: None,
) -> tuple[RunDirectory, Job]:
    """A new run directory of an experiment with its manifest, ready to be played; the pilots are played on the way.

    out: where the run will lie; None: under RUNS, numbered. pool: who will play it; its processes play the pilots.
    on_stage: receives a few words on what is being done. Raises DataError or UsageError, and Interrupted in a pilot.
    """
    experiment, few_strong = with_strong_players(experiment, on_stage)
    config = experiment.config
    check_texts([argv, config.to_dict(), str((out or RUNS).absolute())])
    if out is not None:
        check_free(out)
    check_engine(config.engine)
    clock = PilotClock()
    experiment, left_out = without_failing_plans(experiment, pool, on_stage)
    config = with_default_printings(experiment.config, experiment.simulators[0].prepared)
    if config != experiment.config:
        experiment = prepare(config)
        config = experiment.config
    pilots = _play_pilots(experiment, clock, pool, on_stage)
    choices = _ask_plans(Job(config, pilots), pool, on_stage)
    on_stage("Laying out the games…")
    full_schedule = schedule = experiment.schedule(pilots)
    edges = batch_edges(config, full_schedule)
    if config.until is not None:
        first_looks = {name: _look_after(0, max_games) for name, max_games in _max_games(full_schedule).items()}
        schedule = full_schedule.first_games(first_looks)
        edges = batch_edges(config, schedule)
    inputs = inputs_of(config)
    check_texts(to_builtins(inputs))
    manifest = Manifest(
        argv=argv,
        config=config.to_dict(),
        config_sha256=config.sha256,
        seed=config.seed,
        deals=schedule.deals,
        games=schedule.games,
        scenarios=_entries(experiment.kind, schedule, pilots, _max_games(full_schedule) if config.until else {}),
        strategies={name: strategy_digest(name, config.game) for name in config.players_of_all},
        player_classes=_player_classes(experiment),
        limits=_limits(experiment),
        inputs=inputs,
        tuned=_tuned(config),
        quick=time_decisions(schedule.simulators[0], schedule.designs[0]) if experiment.kind.times_decisions else {},
        choices=choices,
        left_out=left_out,
        versions=program_versions(engine_digest(config)),
        batches=numbered(edges, 0),
        started=now(),
        earlier_configs=[],
    )
    if out is None:
        players = "-".join(str(k) for k in dict.fromkeys(scenario.players for scenario in config.scenarios))
        run = RunDirectory.create_next(RUNS, f"{Path(config.game).stem}-{config.design}-{players}p", manifest)
    else:
        run = RunDirectory.create(out, manifest)
    run.game_seconds = clock.game_seconds
    run.notices += [few_strong] * bool(few_strong)
    copy_inputs(run.path, inputs)
    use_copies(run.path, inputs)
    return run, Job(config, pilots)


def without_failing_plans(
    experiment: Experiment, pool: Executor | None, on_stage: Callable[[str], None] = lambda words: None
) -> tuple[Experiment, list[PlanTrial]]:
    """The experiment without those of the game's own plans that cannot play, which are tried first, and the figures of
    those left out; as it is where its strategies were named. DataError where a program fails."""
    plans, deals = planned_trial(experiment)
    if not plans:
        return experiment, []
    on_stage(f"Trying the plans on {deals:,} deals…")
    job = Job(experiment.config, ())
    if not isinstance(pool, PipeExecutor):
        hand_on(job, experiment)
    tasks = {name: partial(play_trial, job, name, deals) for name in (RANDOM, *plans)}
    trials = dict(zip(tasks, _work_out(job, pool, list(tasks.values()), "the plans cannot be tried"), strict=True))
    failing = failing_plans(trials, max_rounds=len(experiment.simulators[0].game.rounds))
    if not failing:
        return experiment, []
    left_out = {trial.strategy for trial in failing}
    strategies = tuple(name for name in experiment.config.strategies if name not in left_out)
    return prepare(replace(experiment.config, strategies=strategies)), failing


def _work_out(job: Job, pool: Executor | None, tasks: Sequence[Callable[[], T]], failure: str) -> list[T]:
    """What the tasks return, worked out by the pool's processes where it has some, else by this one. failure: what
    cannot be done where a process fails, for DataError."""
    if not isinstance(pool, PipeExecutor):
        max_bytes = job.config.memory_limit if job.config.workers == 0 else None
        with enforce_limits(limits_of(job.config.time_limit, max_bytes, 1), clock=True):
            return [task() for task in tasks]
    try:
        return [future.result() for future in [pool.submit(task) for task in tasks]]
    except TaskFailed as error:
        raise DataError(f"{failure}: {error}") from error


def _play_pilots(
    experiment: Experiment, clock: PilotClock, pool: Executor | None, on_stage: Callable[[str], None]
) -> tuple[Pilot, ...]:
    """The pilots, played by the pool's processes where it has some, else by this one; strategies are loaded first."""
    config = experiment.config
    if isinstance(pool, PipeExecutor):  # its processes begin all at once
        for _ in range(pool.size):
            pool.submit(start_process)
    if config.retune is not None:
        check_plans(config)
    job = Job(config, ())
    on_stage("Loading the strategies…")
    if isinstance(pool, PipeExecutor):
        if own_strategies(config):
            pool.submit(load_players, job).result()
        return experiment.pilots(
            lambda simulator: clock.timed(partial(distribute_pilot, pool, job, simulator, on_stage), workers=pool.size)
        )
    # a limit of memory is one of workers: this process, which takes what it takes, is one only without any others
    max_bytes = config.memory_limit if config.workers == 0 else None
    with enforce_limits(limits_of(config.time_limit, max_bytes, 1), clock=True):
        hand_on(job, experiment)
        load_players(job)
        return experiment.pilots(
            lambda simulator: clock.timed(partial(distribute_pilot, None, job, simulator, on_stage), workers=1)
        )


def _ask_plans(job: Job, pool: Executor | None, on_stage: Callable[[str], None]) -> PlanChoices | None:
    """How alike the plans choose, asked by one of the pool's processes where it has some, else by this one; None where
    there are too few plans or games. DataError where a program fails."""
    positions = planned_positions(job)
    if not positions:
        return None
    on_stage(f"Asking the plans for their moves at {positions:,} positions…")
    failure = "the plans cannot be asked how alike they choose"
    (choices,) = _work_out(job, pool, [partial(ask_plans, job, positions)], failure)
    return choices


def resume_run(path: Path, changes: dict[str, Any]) -> tuple[RunDirectory, Job]:
    """The run at `path`, ready to be resumed; ResumeMismatch when it would continue with other rows."""
    run, config = _reopen_run(path, changes, f"--resume {path}")
    return run, job_of(run.manifest, config)


def extend_run(path: Path, more: int, changes: dict[str, Any]) -> tuple[RunDirectory, Job]:
    """The finished run at `path` with `more` games of each scenario planned beside those it has, ready to be played.

    What is played is what a new run of the total would play that is laid out as the run's pilots decided. Raises
    UsageError or ResumeMismatch.
    """
    check_bound("--more", more)
    run, config = _reopen_run(path, changes, f"--more {more}: {path}")
    manifest = run.manifest
    if manifest.missing():
        progress = f"{manifest.games_done:,} of {manifest.games:,} games are played"
        advice = f"{run.resume_command} plays the others first"
        raise ResumeMismatch(f"--more {more}: {path} is not finished, {progress}: {advice}")
    config = replace(config, games=config.games + more)
    if error := bound_error("games", config.games):
        raise UsageError(f"--more {more}: {config.games:,} games in all: {error}")
    return run, replan_run(run, config, look=True)


def replan_run(run: RunDirectory, config: Config, *, look: bool | Collection[str] = False) -> Job:
    """The run planned anew with more games of its scenarios, or more scenarios that vary them; what is played stays.

    look: of a run that goes on until it is decided, which scenarios are played up to their next look: True: all.
    """
    manifest = run.manifest
    job = job_of(manifest, config)
    experiment = prepare(config)
    full_schedule = schedule = experiment.schedule(job.pilots)
    if config.until is not None:
        n_games = {entry.name: entry.games for entry in manifest.main_scenarios}
        for name, max_games in _max_games(full_schedule).items():
            if look is True or (look and name in look):
                n_games[name] = _look_after(n_games[name], max_games)
        schedule = full_schedule.first_games(n_games)
    n_played = {entry.name: entry.games for entry in manifest.scenarios}
    edges = batch_edges(config, schedule, n_played, n_batches=len(manifest.batches))
    run.manifest = structs.replace(
        manifest,
        config=config.to_dict(),
        config_sha256=config.sha256,
        versions={**manifest.versions, "engine": engine_digest(config)},
        deals=schedule.deals,
        games=schedule.games,
        scenarios=_entries(
            experiment.kind, schedule, job.pilots, _max_games(full_schedule) if config.until else {}, manifest.scenarios
        ),
        batches=[*manifest.batches, *numbered(edges, next_number(manifest.batches))],
        complete=False,
        earlier_configs=manifest.configs,
    )
    run.save()
    return job


def _reopen_run(path: Path, changes: dict[str, Any], action: str) -> tuple[RunDirectory, Config]:
    """The run at `path` with all of its batches as they are on disk, and its configuration."""
    RunDirectory.open(path)  # what is no run gets no lock
    with lock_run(path) as lock_notice:
        run = RunDirectory.open(path)
        config = _unchanged(run, changes, action)
        faults = repair(run)
        copy_inputs(path, [copied for copied in run.manifest.inputs if Path(copied.source).exists()])
        looks = repair_looks(path)
    run.notices += [lock_notice] * bool(lock_notice)
    run.notices += [f"{fault}: the line is removed" for fault in looks]
    if lost := missing_inputs(run.manifest.inputs):
        missing_text = f"{lost[0]}{f' and {len(lost) - 1} more' * (len(lost) > 1)}"
        run.notices.append(f"{missing_text} cannot be found: what {path / INPUTS} has of it is played")
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        run.notices.append(f"{faults[0]}{more}: {len(run.manifest.missing())} batches are to be played")
    return run, config


def _unchanged(run: RunDirectory, changes: dict[str, Any], action: str) -> Config:
    """The run's configuration with what is given beside it; ResumeMismatch when the two would play other rows."""
    old, inputs = run.manifest.config, run.manifest.inputs
    changes = spelled_as(changes, old, named_files(inputs))
    again = "start a new run, or go on without changing anything"
    if changes.get("game", old["game"]) != old["game"]:
        raise ResumeMismatch(f"{action}: the run is of {old['game']}: {again}")
    if files := changed_inputs(inputs):  # before one of them is run
        raise ResumeMismatch(f"{action}: {', '.join(files)} changed since the run was started: {again}")
    experiment = load_experiment("run", changes, load_file(run.path))
    config = experiment.config
    other = [key for key, value in config.to_dict().items() if value != old.get(key) and key not in EXECUTION]
    if other == ["games"]:
        add = "--more N adds N games to a finished run"
        raise ResumeMismatch(f"{action}: the run was started with another number of games ({old['games']}): {add}")
    if other or config.sha256 != run.manifest.config_sha256:
        raise ResumeMismatch(f"{action}: the run was started with other values of {', '.join(other)}: {again}")
    if change := changed_since_start(run.manifest, config):
        raise ResumeMismatch(f"{action}: {change} since the run was started: {again}")
    schedule = experiment.schedule(job_of(run.manifest, config).pilots)
    replicates = {
        name: _replicate_of(design.to_dict()) for name, design in zip(schedule.names, schedule.designs, strict=True)
    }
    if any(_replicate_of(entry.design) != replicates[entry.name] for entry in run.manifest.main_scenarios):
        raise ResumeMismatch(
            f"{action}: this version plays other games than the one that began the run: start a new run"
        )
    return config


def _replicate_of(design: Mapping[str, Any]) -> str:
    """What a stored design plays in a replicate, however many replicates it has."""
    parts = [
        {name: value for name, value in part.items() if name not in ("blocks", "games", "deals")}
        | {"proportion": str(Fraction(part["blocks"], design["parts"][0]["blocks"]))}
        for part in design["parts"]
    ]
    return json.dumps([parts, design["plans"]], sort_keys=True)


def job_of(manifest: Manifest, config: Config) -> Job:
    """The job of a run: its configuration with what its pilots decided."""
    try:
        pilots = {entry.name: Pilot.from_dict(entry.design["pilot"]) for entry in manifest.main_scenarios}
        return Job(config, tuple(pilots[scenario.of or scenario.name] for scenario in config.scenarios))
    except (KeyError, ValueError) as error:
        reason = f"its scenarios are not those of its configuration ({' '.join(map(str, error.args))})"
        raise DataError(f"manifest.json: {reason}: play the run again") from error


def changed_since_start(manifest: Manifest, config: Config) -> str:
    """What decides rows and is not what it was when the run was started, as the begin of a sentence; "" where all is.
    The game must have been loaded."""
    if files := changed_inputs(manifest.inputs):
        return f"{', '.join(files)} changed"
    if (engine := engine_digest(config)) != manifest.versions["engine"]:
        return f"engine or component data have changed ({engine})"
    names = config.players_of_all
    strategies = [name for name in names if strategy_digest(name, config.game) != manifest.strategies.get(name)]
    return f"{', '.join(strategies)} changed" if strategies else ""


def _player_classes(experiment: Experiment) -> dict[str, str]:
    """How well each strategy of the experiment plays; programs are asked now."""
    from strategies import player_class

    config, classes = experiment.config, ChainMap(*(dict(each.prepared.classes) for each in experiment.simulators))
    return {name: classes.get(name) or player_class(name, config.game) for name in config.players_of_all}


def _limits(experiment: Experiment) -> dict[str, str]:
    """What strategies of the experiment cannot do, as far as their files say it."""
    from strategies import limit_of

    sentences = {}
    for name in experiment.config.players_of_all:
        games = [each.prepared.game for each in experiment.simulators if name in each.prepared.strategies]
        tables = [(game.players, game.digest, game.options) for game in games]
        sentences[name] = limit_of(name, experiment.config.game, tables)
    return {name: sentence for name, sentence in sentences.items() if sentence}


def _tuned(config: Config) -> dict[str, list[str]]:
    """The boards for which strategies of the configuration have weights of their own."""
    from strategies import tuned_for

    board_lists = {name: list(tuned_for(name, config.game)) for name in config.players_of_all}
    return {name: boards for name, boards in board_lists.items() if boards}


def _max_games(schedule: Schedule) -> dict[str, int]:
    """Games of each scenario that is answered by itself."""
    planned = zip(schedule.simulators, schedule.designs, strict=True)
    return {
        simulator.prepared.scenario.name: design.games
        for simulator, design in planned
        if simulator.prepared.scenario.of is None
    }


def _look_after(games: int, max_games: int) -> int:
    """Games at the next look."""
    from reports.stats.sequential import next_look

    return next_look(games, max_games)


def _entries(
    kind: ExperimentKind,
    schedule: Schedule,
    pilots: tuple[Pilot, ...],
    max_games: Mapping[str, int],
    earlier: Sequence[ScenarioEntry] = (),
) -> list[ScenarioEntry]:
    """Every scenario as the manifest has it; max_games: of those that are played until they are decided; earlier: as
    they stood there, with the looks at them."""
    planned = zip(schedule.simulators, schedule.designs, pilots, strict=True)
    entries = [_entry(kind, simulator, design, pilot) for simulator, design, pilot in planned]
    known_looks = {entry.name: (entry.looks, entry.planned_games) for entry in earlier}
    for entry in entries:
        entry.most = max_games.get(entry.name, 0)
        entry.looks, entry.planned_games = known_looks.get(entry.name, ([], entry.most))
    return entries


def _edits(simulator: Simulator) -> list[Edit]:
    """What its component files, and data that are set, say otherwise than the shipped ones; no printing of them."""
    from analyser.experiments.printings import base_folder, scenario_content
    from cext.games import component_set

    game, scenario = simulator.prepared.game.name, simulator.prepared.scenario
    if not (scenario.components or scenario.component_data):
        return []
    if scenario.printing is None:
        content = simulator.game.words.component_tables()
    else:
        content = scenario_content(game, structs.replace(scenario, printing=None))
    components = component_set(game)
    names = components.locate(base_folder(game, scenario.components))  # a file that an option names is no edit
    edits = components.edits({name: content[name] for name in names if name in content})
    return [Edit(**asdict(edit)) for edit in edits]


def _entry(kind: ExperimentKind, simulator: Simulator, design: Design, pilot: Pilot) -> ScenarioEntry:
    """One scenario; the provenance of its game without the data of boards that are not played."""
    facts, scenario = simulator.prepared.game, simulator.prepared.scenario
    settings = {**structs.asdict(scenario), "games": design.games, "deals": design.deals}
    if scenario.of is not None:
        is_drawn = kind.name == "cards" and scenario.printing is not None  # its cards may be others
        cards = list(parse_facts(simulator.game.facts()).cards) if is_drawn else None
        return ScenarioEntry(**settings, design={}, game=None, cards=cards)
    board_numbers = kind.boards(simulator.prepared)
    counts = Counter(facts.provenance)
    for number, board in enumerate(facts.boards.values()):
        if number not in board_numbers:
            counts.subtract(board.provenance)
    return ScenarioEntry(
        **settings,
        design={**design.to_dict(), "pilot": {**pilot.to_dict(), "decided": kind.rotation(pilot)}},
        game=structs.replace(facts, provenance=dict(counts)),
        edits=_edits(simulator),
    )
