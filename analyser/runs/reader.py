"""A run directory read for comparisons: `reports.run.Run`; and an experiment played from Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyser.errors import DataError
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.run_facts import frames_of
from analyser.runs.store import RunDirectory
from cext.messages import format_switch
from reports.arguments import check_process, number_argument, path_argument
from reports.frames import ScenarioRun
from reports.run import Run

__all__ = ["open_run", "play_games"]


def open_run(path: str | Path, *, margin: float | None = None) -> Run:
    """The run in a directory, to be compared and read.

    margin: percentage points of win share that a designer would shrug off (None: as the run was configured). Raises
    DataError for what is no run, or one without finished games, TypeError for an argument of the wrong kind, and
    RuntimeError in a process that was forked from one that had read a run.
    """
    margin = None if margin is None else number_argument("margin", margin)
    directory = RunDirectory.open(path_argument("open_run", path))
    check_process()
    manifest = directory.manifest
    scenarios = tuple(
        _scenario(directory, entry, margin) for entry in manifest.scenarios if manifest.games_done_in(entry.name)
    )
    if not scenarios:
        raise DataError(f"{path}: holds no finished games yet: {directory.resume_command} plays them")
    return Run(scenarios, str(path), {"the game": manifest.versions["engine"], **manifest.strategies})


def _scenario(directory: RunDirectory, entry: ScenarioEntry, margin: float | None) -> ScenarioRun:
    """A scenario's finished games with what it was played with."""
    manifest = directory.manifest
    run = frames_of(directory, entry, margin=margin)
    if run.looks and len(manifest.scenarios) > 1:
        run = replace(run, looks=run.looks.unplanned())
    return run.played_with(**_settings(manifest, entry))


def _settings(manifest: Manifest, entry: ScenarioEntry) -> dict[str, object]:
    """What a scenario was played with, a level of each setting."""
    base = manifest.base_scenario(entry)
    options = dict.fromkeys(name for each in manifest.main_scenarios for name in each.option)
    values = {name: base.option.get(name, base.facts.options.get(name)) for name in options}
    return {
        "scenario": base.name if entry.printing is not None or entry.retuned else entry.name,
        "players": base.players,
        "level": base.levels,
        "printing": None if entry.printing is None else str(entry.printing),
        "tuned": "tuned" if entry.retuned else "ordinary",
        **{name: format_switch(value) for name, value in values.items()},
    }


def play_games(
    game: str | Path,
    *,
    games: int = 20_000,
    players: int | None = None,
    strategies: Sequence[str] | None = (),
    boards: Sequence[str] | None = (),
    design: str = "run",
    out: str | Path | None = None,
    **settings: Any,
) -> Run:
    """Play an experiment and open it.

    game: its name. design: the question whose games are played (boards, balance, openings, …), or `run` for line-ups
    of one's own. settings: any other key of a configuration file (seed, option, record, workers, margin, …). out: the
    run directory (None: the next free one under `runs`). Worker processes import the script that calls it: put the
    call below `if __name__ == "__main__":`, or play in this process with workers=0. Raises DataError or UsageError as
    the command line does, and TypeError for an argument of the wrong kind.
    """
    from analyser.experiments.config_loader import check_arguments, load_experiment
    from analyser.runs.adaptive import play_adaptively
    from analyser.runs.executors import PipeExecutor
    from analyser.runs.lifecycle import start_run
    from analyser.runs.play import open_executor
    from analyser.runs.worker import end_unguarded

    end_unguarded()  # before it is refused for what the first call has made: a directory
    values = {"game": game, "games": games, "players": players, "strategies": strategies, "boards": boards, "out": out}
    experiment = load_experiment(*check_arguments(design, {**values, **settings}))
    with open_executor(experiment.config) as pool:
        if isinstance(pool, PipeExecutor):
            pool.submit(int).result()  # a script that workers cannot import is refused before there is a directory
        directory, job = start_run(experiment, None if out is None else Path(out), [], pool=pool)
        play_adaptively(directory, job, pool=pool)
    return open_run(directory.path)
