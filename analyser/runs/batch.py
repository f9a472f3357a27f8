"""A batch: games of a job played in a worker, and their rows written as a part of the run."""

from __future__ import annotations

import errno
import time
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import DataError, DiskFull
from analyser.experiments.experiment import Job, Schedule
from analyser.runs.frames import Categories, frames
from analyser.runs.store import Batch, write_parts

__all__ = ["BatchResult", "play_batch"]


@dataclass(frozen=True)
class BatchResult:
    """What a batch tells the one who waits: sizes, time, moments of the main contrast; its rows are in its parts."""

    games: int
    rows: dict[str, int]
    seconds: float
    blocks: int
    total: float
    squares: float


_last: dict[str, tuple[Schedule, Categories]] = {}  # the last job's games, kept from batch to batch


def _opened(job: Job) -> tuple[Schedule, Categories]:
    """The job's games, loaded once in a process."""
    key = job.key
    if key not in _last:
        schedule = job.schedule()
        _last.clear()
        _last[key] = schedule, Categories.of(schedule)
    return _last[key]


def play_batch(job: Job, run: str, number: int, batch: Batch, metadata: dict[str, str]) -> BatchResult:
    """Play the games of the batch and write them as part `number`; the same call always writes the same part."""
    from cext.kernel.policy import StrategyError

    begin = time.perf_counter()
    schedule, categories = _opened(job)
    arena, design = schedule.at(batch.scenario)
    rows = design.rows(batch.lo, batch.hi)
    try:
        played = arena.play(rows, design.forced)
    except StrategyError as error:
        raise DataError(str(error)) from error
    values = design.contrast(rows, arena.shares(played))
    plans = [opening.name for opening in design.forced]
    parts = frames(rows, played, arena=arena, plans=plans, categories=categories, kinds=design.kinds)
    del played
    try:
        sizes = write_parts(Path(run), number, parts, metadata)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull(f"{run}: no space left on the device while writing part {number}") from error
        raise
    seconds = time.perf_counter() - begin
    return BatchResult(len(rows), sizes, seconds, len(values), float(values.sum()), float((values**2).sum()))
