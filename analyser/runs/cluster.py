"""A dask cluster that plays batches: workers compared and given what they need, parts brought back one at a time."""

from __future__ import annotations

import logging
import pickle
import time
import uuid
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from analyser.errors import ClusterError, DataError, write_error
from analyser.experiments.experiment import Job
from analyser.files import digest, write_atomic
from analyser.runs.batch import BatchResult, play_batch
from analyser.runs.cluster_worker import (
    NotPrepared,
    TaskResult,
    WorkerSetup,
    forget_run,
    play_batch_remotely,
    prepare_worker,
    run_task,
)
from analyser.runs.executors import MAX_TRIES, WorkerDied
from analyser.runs.inputs import INPUTS, copy_paths, engine_digest, program_versions
from analyser.runs.planned_batches import Batch
from analyser.runs.store import MANIFEST, RunDirectory, part_path
from cext.commands import command

__all__ = ["Cluster", "save_parts"]

ANSWERS = 10  # seconds in which a scheduler must answer
WORKERS_WITHIN = 60  # seconds in which one of its workers must be there
WINDOW_AGE = 5.0  # seconds for which a count of threads is good
EACH = 2  # batches handed out for each thread: none waits for work, and few parts wait to be brought back
START = "start one with `dask scheduler` and workers with `dask worker SCHEDULER --nthreads 1`"


@dataclass(eq=False)
class _Call:
    """What was asked for, and the future that will hold what comes of it."""

    pickled: bytes
    keep: Callable[[TaskResult], Any]
    tries: int = 0  # of workers that had nothing of the run
    future: Future[Any] = field(default_factory=Future)


class Cluster(Executor):
    """The workers of a dask scheduler. They play what `prepare_workers` gave them and nothing else.

    address: dask://HOST:PORT, or tls://HOST:PORT with the certificates that dask is configured with. collect: parts
    come back from the workers, which need not see the run's directory. Raises ClusterError without an answer.
    """

    def __init__(self, address: str, *, collect: bool) -> None:
        from distributed import Client

        self.address, self.collect = address, collect
        if address.startswith("tls://"):
            _check_certificates(address)
        _quieten()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # versions are compared by `prepare_workers`
                scheduler = address.replace("dask://", "tcp://")
                self._client = Client(scheduler, timeout=ANSWERS, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            who = " with the certificates that dask is configured with" if address.startswith("tls://") else ""
            raise ClusterError(f"--engine {address}: no dask scheduler answers there{who}: {START}") from error
        self._key = uuid.uuid4().hex
        self._shipment: WorkerSetup | None = None
        self._run = Path()
        self._calls: set[_Call] = set()
        self._closing = False
        # One thread: a part is in memory until it is written, and only then the next one is fetched.
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="collecting")
        self._threads = (0.0, 1)  # when they were counted, and how many there were

    # -- before the first game ----------------------------------------------------------------------------------------

    def prepare_workers(self, run: RunDirectory, job: Job) -> None:
        """Give every worker what the run is played with, and hold it against what plays here. Raises ClusterError."""
        self._run = run.path.resolve()
        inputs = run.manifest.inputs
        contents = {entry.copy: (run.path / INPUTS / entry.copy).read_bytes() for entry in inputs}
        if damaged := [entry.copy for entry in inputs if digest(contents[entry.copy]) != entry.blake2b]:
            raise DataError(f"{run.path}: {INPUTS}/{damaged[0]} is damaged: --resume copies it again")
        shared_disk = (
            {} if self.collect else {"run": str(self._run), "manifest": digest((run.path / MANIFEST).read_bytes())}
        )
        folder, copies = run.path.absolute(), copy_paths(run.path, inputs)
        self._shipment = WorkerSetup(
            key=self._key,
            files={f"{INPUTS}/{name}": content for name, content in contents.items()},
            digests={f"{INPUTS}/{entry.copy}": entry.blake2b for entry in inputs},
            stand_in={name: str(Path(where).relative_to(folder)) for name, where in copies.items()},
            versions=program_versions(engine_digest(job.config)),
            strategies={name: value for name, value in run.manifest.strategies.items() if value},
            job=pickle.dumps(replace(job, copies={})),
            limits=(job.config.time_limit, job.config.memory_limit),
            **shared_disk,
        )
        self._ship(self._workers())

    def _workers(self) -> list[str]:
        """Those there are, once there is one."""
        try:
            self._client.wait_for_workers(1, timeout=WORKERS_WITHIN)
            return list(self._client.nthreads())
        except (OSError, RuntimeError) as error:
            how = f"start them with `dask worker {self.address.replace('dask://', 'tcp://')} --nthreads 1`"
            raise ClusterError(f"--engine {self.address}: the scheduler has no workers: {how}") from error

    def _ship(self, workers: Iterable[str]) -> None:
        """What the run needs, to these; ClusterError where one of them is not fit to play it."""
        addresses = list(workers)
        specs = self._client.run(find_spec, "analyser", workers=addresses, on_error="return")
        reasons = {
            address: "has no analyser installed: install it as it is here"
            for address, spec in specs.items()
            if not spec
        }
        if not reasons:
            answers = self._client.run(prepare_worker, self._shipment, workers=addresses, on_error="return")
            # An OSError: the worker is gone since, and plays nothing.
            unfit = {
                address: answer
                for address, answer in answers.items()
                if answer != "" and not isinstance(answer, OSError)
            }
            reasons = {address: _words(answer) for address, answer in unfit.items()}
        if reasons:
            (worker, words), *more = sorted(reasons.items())
            others = f" (and {len(more)} more of {len(addresses)} workers are unfit)" if more else ""
            raise ClusterError(f"{self.address}: the worker {worker} {words}{others}")

    @property
    def window(self) -> int:
        """Batches to be handed out at a time."""
        counted_at, threads = self._threads
        if time.monotonic() - counted_at > WINDOW_AGE:
            try:
                threads = max(1, sum(self._client.nthreads().values()))
            except (OSError, RuntimeError):  # the scheduler is gone: what is handed out says so
                threads = max(1, threads)
            self._threads = time.monotonic(), threads
        return EACH * threads

    # -- games --------------------------------------------------------------------------------------------------------

    def play(self, job: Job, run: str, number: int, batch: Batch, metadata: dict[str, str]) -> Future[BatchResult]:
        """As play_batch() in a worker; the part lies in the run when the future is over."""
        if self.collect:
            return self._send(partial(save_parts, self._run, number), play_batch_remotely, job, number, batch, metadata)
        return self._send(_loaded, play_batch, job, run, number, batch, metadata)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The call's future; its first argument is the job that `prepare_workers` was given."""
        return self._send(_loaded, fn, *args, **kwargs)

    def _send(self, keep: Callable[[TaskResult], Any], fn: Callable[..., Any], job: Job, /, *args: Any) -> Future[Any]:
        call = _Call(pickle.dumps((fn, replace(job, copies={}), args)), keep)
        self._calls.add(call)
        self._hand_out(call)
        return call.future

    def _hand_out(self, call: _Call) -> None:
        try:
            answer = self._client.submit(run_task, self._key, call.pickled, pure=False)
            answer.add_done_callback(lambda done: self._desk.submit(self._take, call, done))
        except RuntimeError as error:  # dask's own, and that of a desk which is closed
            self._over(call, error=self._lost(error))

    def _take(self, call: _Call, answer: Any) -> None:
        """One answer, and no second before it is dealt with."""
        from distributed import KilledWorker

        try:
            if self._closing:
                return
            got = answer.result()
            if isinstance(got, NotPrepared):
                self._again(call, got.worker)
            else:
                self._over(call, call.keep(got))
        except KilledWorker as error:
            self._over(call, error=WorkerDied(_first_line(error)))
        except CancelledError as error:
            self._over(call, error=self._lost(error))
        except BaseException as error:
            self._over(call, error=error)
        finally:
            del answer  # what a worker still holds of it may go

    def _again(self, call: _Call, worker: str) -> None:
        """A worker that joined later gets what the others have, and the call is handed out again."""
        call.tries += 1
        if call.tries > MAX_TRIES:
            raise WorkerDied(f"{call.tries} workers had nothing of the run, the last {worker}")
        self._ship([worker])
        self._hand_out(call)

    def _over(self, call: _Call, value: Any = None, *, error: BaseException | None = None) -> None:
        self._calls.discard(call)
        if call.future.done():
            return
        if error is None:
            call.future.set_result(value)
        else:
            call.future.set_exception(error)

    def _lost(self, error: BaseException) -> ClusterError:
        go_on = f"{command('run', '--resume', self._run, '--engine', 'local')} plays on here, --engine with another"
        lost = ClusterError(f"{self.address}: the scheduler is gone: what is finished is kept: {go_on} address there")
        lost.__cause__ = error
        return lost

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the calls, or drop them, and leave the cluster; its workers forget the run."""
        while wait and not cancel_futures and self._calls:
            time.sleep(0.05)
        self._closing = True
        for call in list(self._calls):
            self._calls.discard(call)
            call.future.cancel()
        self._desk.shutdown(wait=False, cancel_futures=True)
        try:
            if self._client.status == "running":
                self._client.run(forget_run, self._key, on_error="ignore")
            self._client.close(timeout=ANSWERS)
        except (OSError, RuntimeError, ValueError):
            pass  # the scheduler is gone


def _check_certificates(address: str) -> None:
    """ClusterError where dask has none to show, or cannot read them."""
    from distributed.security import Security

    try:
        if Security().get_connection_args("client")["ssl_context"] is not None:
            return
        why = "names none"
    except (OSError, ValueError, TypeError) as error:
        why = f"names some that cannot be read ({_first_line(error)})"
    keys = "distributed.comm.tls with ca-file, client.cert and client.key"
    raise ClusterError(f"--engine {address}: needs certificates, and dask's configuration {why}: set {keys}")


def save_parts(run: Path, number: int, sent: TaskResult) -> BatchResult:
    """The result of a batch whose parts have been written into the run, each as it was written there. Raises DataError
    or DiskFull, or OSError where one is another."""
    result: BatchResult = _loaded(sent)
    for table, part in sorted(result.parts.items(), reverse=True):  # games last, as wherever a batch is played
        content = sent.parts[table]
        if len(content) != part.bytes or digest(content) != part.blake2b:
            raise OSError(f"{table} of batch {number} came back otherwise than it was written")
        path = part_path(run, table, number)
        try:
            path.parent.mkdir(exist_ok=True)
            write_atomic(path, content)
        except OSError as error:
            raise write_error(path, error, "--resume when it can", with_room="--resume") from error
    return result


def _loaded(sent: TaskResult) -> Any:
    return pickle.loads(sent.result)


def _words(answer: Any) -> str:
    """What a worker says of itself; of one that could not say it: why."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, DataError):
        return f"cannot play the run: {answer}"
    return f"has another version of analyser, or cannot load it ({_first_line(answer)}): install it as it is here"


def _first_line(error: Any) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _quieten() -> None:
    """Report what happens to a cluster in one line."""
    for name in ("distributed", *(name for name in logging.root.manager.loggerDict if name.startswith("distributed."))):
        logging.getLogger(name).setLevel(logging.CRITICAL)
