"""A batch: games of a job played in a worker, and their rows written as a part of the run."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import NO_SPACE, DataError, DiskFull
from analyser.experiments.experiment import Experiment, Job, Schedule
from analyser.runs.frames import Categories, build_frames
from analyser.runs.manifest import Batch, Part
from analyser.runs.store import write_parts

__all__ = ["BatchResult", "hand_on", "load_experiment", "open_schedule", "play_batch"]


@dataclass(frozen=True)
class BatchResult:
    """What a batch tells the one who waits: its size and time; its rows are in its parts."""

    games: int
    parts: dict[str, Part]  # table -> what its part is known by
    seconds: float
    thinking: dict[str, tuple[int, float]]  # strategy that takes long -> its decisions, processor seconds


# The last job of this process, kept from batch to batch: what its configuration loads, and its games.
_loaded: dict[str, Experiment] = {}
_opened: dict[tuple[str, str], tuple[Schedule, Categories]] = {}


def load_experiment(job: Job) -> Experiment:
    """The job's games and strategies, loaded once in a process."""
    key, _ = job.keys
    if key not in _loaded:
        hand_on(job, job.experiment())
    return _loaded[key]


def hand_on(job: Job, experiment: Experiment) -> None:
    """This process has loaded the job's games and strategies: it plays with them."""
    key, _ = job.keys
    _loaded.clear()
    _loaded[key] = experiment


def open_schedule(job: Job) -> tuple[Schedule, Categories]:
    """The job's games as its pilots decided, with the names in their rows."""
    keys = job.keys
    if keys not in _opened:
        schedule = load_experiment(job).schedule(job.pilots)
        _opened.clear()
        _opened[keys] = schedule, Categories.of(schedule, grows=job.config.retune is not None)
    return _opened[keys]


def play_batch(job: Job, run: str, number: int, batch: Batch, metadata: dict[str, str]) -> BatchResult:
    """Play the games of the batch and write them as part `number`; the same call always writes the same part."""
    from cext.kernel.policy import StrategyError

    schedule, categories = open_schedule(job)
    begin = time.perf_counter()
    arena, design = schedule.arena_of(batch.scenario)
    rows = design.rows(batch.lo, batch.hi)
    try:
        outcome = arena.play(rows, design.forced)
    except StrategyError as error:
        raise DataError(str(error)) from error
    plans = [opening.name for opening in design.forced]
    parts = build_frames(rows, outcome, arena=arena, plans=plans, categories=categories, kinds=design.kinds)
    thinking = {
        name: (int(n_decisions), round(float(spent), 6))
        for name, n_decisions, spent in zip(arena.setting.names, *outcome.policies.values(), strict=True)
        if n_decisions
    }
    del outcome
    try:
        written = write_parts(Path(run), number, parts, metadata)
    except OSError as error:
        if error.errno in NO_SPACE:
            raise DiskFull(
                f"{run}: no space left on the device while writing part {number}: make room, then --resume"
            ) from error
        raise
    seconds = time.perf_counter() - begin
    return BatchResult(len(rows), written, seconds, thinking)
