"""Play of a run: hand batches to an executor, note in the manifest what they report, survive interruptions."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

from analyser.errors import AnalyserError, BatchesFailed, Interrupted, TaskFailed
from analyser.experiments.config import LOCAL, Config
from analyser.experiments.experiment import Job
from analyser.runs.batch import BatchResult, check_repeatability, play_batch
from analyser.runs.cluster import Cluster
from analyser.runs.executors import check_engine, local_executor, managed_executor, take_notices, worker_count
from analyser.runs.limits import limits_of
from analyser.runs.lock import lock_run
from analyser.runs.manifest import Manifest
from analyser.runs.planned_batches import Batch
from analyser.runs.store import BATCH_LOG, RunDirectory

__all__ = ["Progress", "ProgressCallback", "open_executor", "play_run"]

TICK = 0.5  # seconds between two looks at the clock
# Time between two counts of the games of a run, in counts: one goes through all batches, and as many counts as batches
# would take the square of their number.
REST = 20
EARLY = 2  # small batches that a new run begins with, so that its first numbers are soon there
MAX_REASONS = 3  # reasons for which batches failed that a message names


@dataclass(frozen=True)
class Progress:
    """How far runs are that are played one after the other, mostly a single one."""

    done: int  # games
    games: int  # planned
    failed: int  # batches given up so far
    notices: tuple[str, ...] = ()  # what happened to worker processes since the last look, a sentence each

    @classmethod
    def of(cls, *runs: RunDirectory, notices: tuple[str, ...] = ()) -> Progress:
        """The games of these runs, as their manifests have them now."""
        manifests = [run.manifest for run in runs]
        return cls(
            sum(manifest.games_done for manifest in manifests),
            sum(manifest.games for manifest in manifests),
            sum(len(manifest.failed()) for manifest in manifests),
            notices,
        )


ProgressCallback = Callable[[Progress], None]


@dataclass
class _Clock:
    """When a session began, and when its first game did."""

    begin: float = field(default_factory=time.monotonic)
    first: float = math.inf

    def note(self, result: BatchResult) -> None:
        """A batch is over at this moment."""
        self.first = min(self.first, time.monotonic() - result.seconds)

    def stop(self, manifest: Manifest) -> None:
        """Note the session's seconds, and how many of them were over before its first game: all, where none was."""
        now = time.monotonic()
        manifest.seconds += round(now - self.begin, 3)
        manifest.starting += round(min(self.first, now) - self.begin, 3)


def play_run(
    run: RunDirectory, job: Job, *, watch: ProgressCallback | None = None, pool: Executor | None = None
) -> None:
    """Play what is missing; finished parts are kept whatever happens.

    pool: who plays; it is shut down only where the run stops. None: workers of its own. Raises Interrupted, DiskFull,
    BatchesFailed, or DataError, also where another process writes the run.
    """
    with lock_run(run.path):
        clock = _Clock()
        if pool is not None:
            _play_out(run, job, pool, watch, clock)
            return
        with open_executor(job.config, batches=len(run.manifest.missing())) as pool:
            _play_out(run, job, pool, watch, clock)


@contextmanager
def open_executor(config: Config, *, batches: int | None = None) -> Iterator[Executor]:
    """The executor that plays a configuration, in `batches` batches if they are known; DataError without one."""
    if config.engine != LOCAL:
        check_engine(config.engine)
        with managed_executor(Cluster(config.engine, collect=config.collect)) as cluster:
            yield cluster
        return
    workers = _workers(config) if batches is None else min(_workers(config), max(1, batches))
    limits = limits_of(config.time_limit, config.memory_limit, workers)
    with managed_executor(local_executor(workers, limits)) as pool:
        yield pool


def _workers(config: Config) -> int:
    return worker_count(config.workers, config.memory_limit)


def _play_out(run: RunDirectory, job: Job, pool: Executor, watch: ProgressCallback | None, clock: _Clock) -> None:
    stopped: BaseException | None = None
    try:
        try:
            if isinstance(pool, Cluster):
                pool.prepare_workers(run, job)
            _play(run, job, pool, watch, clock)
        finally:
            clock.stop(run.manifest)
        if not run.manifest.failed():
            run.manifest.repeated = check_repeatability(run, job, pool)
    except KeyboardInterrupt:
        retained = f"{run.path} keeps {run.manifest.games_done:,} of {run.manifest.games:,} games"
        stopped = Interrupted(f"stopped: {retained}: {run.resume_command} plays the others and answers")
    except AnalyserError as error:
        stopped = error
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    if stopped is not None:
        pool.shutdown(cancel_futures=True)  # before the lock is free: a worker that plays on would write
    failed = run.manifest.failed()
    try:
        run.finish(complete=stopped is None and not failed)
    except AnalyserError as error:
        stopped = stopped or error
    if stopped is not None:
        raise stopped
    if failed:
        share = f"{len(failed)} of {len(run.manifest.batches)} batches failed"
        reasons = _reasons(run.manifest, failed)
        retained = f"{run.path} keeps {run.manifest.games_done:,} of {run.manifest.games:,} games"
        raise BatchesFailed(f"{share} ({reasons}): {retained}: {run.resume_command} tries the others again")


def _reasons(manifest: Manifest, failed: Sequence[int]) -> str:
    """Why batches failed: the first few of the reasons."""
    several = len(manifest.scenarios) > 1
    batches = (manifest.batches[place] for place in failed)
    reasons = list(dict.fromkeys(f"{f'{batch.scenario}: ' if several else ''}{batch.error}" for batch in batches))
    more = f"; and {len(reasons) - MAX_REASONS} more, in {BATCH_LOG}" if len(reasons) > MAX_REASONS else ""
    return "; ".join(reasons[:MAX_REASONS]) + more


def _play(run: RunDirectory, job: Job, pool: Executor, watch: ProgressCallback | None, clock: _Clock) -> None:
    manifest = run.manifest
    play: Callable[..., Future[BatchResult]]
    play = pool.play if isinstance(pool, Cluster) else lambda *batch: pool.submit(play_batch, *batch)
    waiting = play_order(manifest)[::-1]
    running: dict[Future[BatchResult], int] = {}
    folder = str(run.path.resolve())
    saved = next_look = 0.0
    at_once = 2 * _workers(job.config) or 1
    while waiting or running:
        window = pool.window if isinstance(pool, Cluster) else at_once
        while waiting and len(running) < window:
            place = waiting.pop()
            batch = manifest.batches[place]
            future = play(job, folder, batch.number, batch, manifest.metadata())
            running[future] = place
        finished, _ = wait(running, timeout=TICK, return_when=FIRST_COMPLETED)
        for future in finished:
            batch = manifest.batches[running.pop(future)]
            result = _settle(batch, future)
            run.unsaved_batches.append(batch)
            if result:
                clock.note(result)
        if finished and (time.monotonic() - saved > TICK or not (waiting or running)):
            run.save_notes()
            saved = time.monotonic()
        begin = time.monotonic()
        if watch and (begin >= next_look or not (waiting or running)):
            progress = Progress.of(run, notices=take_notices(pool))
            next_look = begin + REST * (time.monotonic() - begin)
            watch(progress)


def play_order(manifest: Manifest) -> list[int]:
    """Places of the batches not done, in the order they are played: scenarios that are answered by themselves, those
    that vary them, strong players; of these those that were cut smaller last, but for the EARLY ones of a new run, and
    else by the golden section, so that whatever has been played at a time is spread over the whole experiment."""
    ranks = {each.name: (each.of is not None) + (each.player is not None) for each in manifest.scenarios}
    rank_of = [ranks[batch.scenario] for batch in manifest.batches]
    largest: dict[str, int] = {}
    for batch in manifest.batches:
        largest[batch.scenario] = max(largest.get(batch.scenario, 0), batch.games)

    def is_small(place: int) -> bool:
        batch = manifest.batches[place]
        return 2 * batch.games <= largest[batch.scenario]

    spread = sorted(manifest.missing(), key=lambda place: place * 0.6180339887498949 % 1)
    early = [place for place in spread if is_small(place) and not rank_of[place]][: 0 if manifest.games_done else EARLY]
    return sorted(spread, key=lambda place: (rank_of[place], place not in early, is_small(place)))


def _settle(batch: Batch, future: Future[BatchResult]) -> BatchResult | None:
    """Note how a batch ended; raises what should end the run."""
    batch.tries = getattr(future, "tries", 1)
    try:
        result = future.result()
    except TaskFailed as error:
        batch.error = str(error)
        return None
    except AnalyserError:
        raise
    except Exception as error:
        batch.error = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return None
    batch.parts, batch.seconds, batch.error = result.parts, round(result.seconds, 3), None
    batch.thinking = result.thinking
    return result
