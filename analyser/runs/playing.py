"""Play of a run: batches handed to an executor, what they report put down in the manifest, interruptions survived."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

from analyser.errors import AnalyserError, BatchesFailed, DiskFull, Interrupted
from analyser.experiments.experiment import Job
from analyser.runs.batch import BatchResult, play_batch
from analyser.runs.store import Batch, Manifest, Run
from analyser.runs.workers import MAX_TRIES, WorkerDied, cores, executor

__all__ = ["Progress", "Watch", "play_run"]

TICK = 0.5  # seconds between two looks at the clock
CLUSTER_WINDOW = 256  # batches handed to a cluster at a time: two a worker on 128 of them


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    done: int  # games
    games: int  # planned
    failed: int  # batches given up so far
    estimate: float | None  # of the main contrast, in the scenario that is known least; None: too early to say
    half_width: float | None  # of its interval
    measures: str  # what the main contrast is
    scenario: str = ""  # which is known least; "": there is but one

    @property
    def difference(self) -> bool:
        """Whether the main contrast is a difference of win shares."""
        return " minus " in self.measures


Watch = Callable[[Progress], None]


@dataclass
class _Moments:
    """Running mean and spread of a scenario's main contrast, over the blocks of this session."""

    planned: int  # blocks
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, result: BatchResult) -> None:
        """Count in the blocks of a batch."""
        self.n += result.blocks
        self.total += result.total
        self.squares += result.squares

    @property
    def mean(self) -> float:
        """Of the blocks counted in."""
        return self.total / self.n

    def half_width(self) -> float | None:
        """Half of an asymptotic confidence sequence, narrowest at the planned end; it may be looked at all the time."""
        if self.n < 2:
            return None
        from reports.stats.sequential import half_width

        spread = math.sqrt(max(0.0, self.squares / self.n - self.mean**2))
        return float(half_width(spread, self.n, n_best=max(1, self.planned)))


def play_run(run: Run, job: Job, *, watch: Watch | None = None) -> None:
    """Play what is missing; finished parts are kept whatever happens.

    Raises Interrupted, DiskFull, DataError or BatchesFailed.
    """
    config = job.config
    begin = time.monotonic()
    workers = cores() if config.workers is None else config.workers
    pool = executor(config.engine, min(workers, max(1, len(run.manifest.missing()))) if workers else 0)
    stopped: BaseException | None = None
    try:
        _play(run, job, pool, 2 * workers or 1 if config.engine == "local" else CLUSTER_WINDOW, watch)
    except KeyboardInterrupt:
        kept = f"{run.path} keeps {run.manifest.games_done} of {run.manifest.games} games"
        stopped = Interrupted(f"stopped: {kept}: {run.go_on} plays the others")
    except AnalyserError as error:
        stopped = error
    finally:
        pool.shutdown(cancel_futures=stopped is not None)
        run.manifest.seconds += round(time.monotonic() - begin, 3)
    failed = run.manifest.failed()
    try:
        run.finish(complete=stopped is None and not failed)
    except DiskFull as error:
        stopped = stopped or error
    if stopped is not None:
        raise stopped
    if failed:
        reasons = "; ".join(sorted({str(run.manifest.batches[number].error) for number in failed}))
        share = f"{len(failed)} of {len(run.manifest.batches)} batches failed"
        raise BatchesFailed(f"{share} ({reasons}): {run.path} keeps the others, {run.go_on} tries again")


def _play(run: Run, job: Job, pool: Executor, window: int, watch: Watch | None) -> None:
    manifest = run.manifest
    moments = {entry.name: _Moments(entry.design["parts"][0]["blocks"]) for entry in manifest.told}
    # Golden-section order: whatever has been played at a time is spread over the whole experiment.
    waiting = sorted(manifest.missing(), key=lambda number: number * 0.6180339887498949 % 1, reverse=True)
    running: dict[Future[BatchResult], int] = {}
    folder = str(run.path.resolve())
    saved = 0.0
    while waiting or running:
        while waiting and len(running) < window:
            number = waiting.pop()
            batch = manifest.batches[number]
            future = pool.submit(play_batch, job, folder, number, batch, manifest.metadata())
            running[future] = number
        finished, _ = wait(running, timeout=TICK, return_when=FIRST_COMPLETED)
        for future in finished:
            batch = manifest.batches[running.pop(future)]
            if (result := _settle(batch, future)) and batch.scenario in moments:
                moments[batch.scenario].add(result)
        if finished and (time.monotonic() - saved > TICK or not (waiting or running)):
            run.save()
            saved = time.monotonic()
        if watch:
            watch(_progress(manifest, moments))


def _progress(manifest: Manifest, moments: dict[str, _Moments]) -> Progress:
    known = {name: width for name, moment in moments.items() if (width := moment.half_width()) is not None}
    widest = max(known, key=lambda name: known[name]) if len(known) == len(moments) else None
    return Progress(
        done=manifest.games_done,
        games=manifest.games,
        failed=len(manifest.failed()),
        estimate=None if widest is None else moments[widest].mean,
        half_width=None if widest is None else known[widest],
        measures=manifest.scenarios[0].design["measures"],
        scenario=widest if widest is not None and len(moments) > 1 else "",
    )


def _settle(batch: Batch, future: Future[BatchResult]) -> BatchResult | None:
    """Note how a batch ended; raises what should end the run."""
    batch.tries = getattr(future, "tries", 1)
    try:
        result = future.result()
    except AnalyserError:
        raise
    except WorkerDied as error:
        batch.state, batch.error, batch.tries = "failed", str(error), MAX_TRIES
        return None
    except Exception as error:
        batch.state, batch.error = "failed", f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return None
    batch.state, batch.rows, batch.seconds, batch.error = "done", result.rows, round(result.seconds, 3), None
    return result
