"""On a worker of a cluster: what is shipped to it, checked against what plays here, and games played by our processes.

A worker keeps what is shipped in a folder of its own, below its local directory, and plays in processes of its own (as
many as it has threads), which live as long as the run: no module of another run is in them, and a strategy that ends
its process does not end the worker. Nothing here imports what plays: a worker of dask stays small.
"""

from __future__ import annotations

import asyncio
import pickle
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import NotTrusted
from analyser.files import digest
from analyser.runs.executors import PipeExecutor, cores
from analyser.runs.limits import limits_of
from cext.user_code import trust_check

if TYPE_CHECKING:
    from analyser.experiments.experiment import Job
    from analyser.runs.batch import BatchResult
    from analyser.runs.planned_batches import Batch

__all__ = [
    "NotPrepared", "TaskResult", "WorkerSetup", "forget_run", "only_from", "play_batch_remotely", "prepare_worker",
    "run_task", "version_difference", "write_files",
]  # fmt: skip

IDLE_SECONDS = 600.0  # seconds without a task, after which another run's shipment makes a worker forget one


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker needs before it plays games of a run."""

    key: str  # of the session that plays
    files: Mapping[str, bytes]  # by their places in a folder
    digests: Mapping[str, str]  # of those files
    stand_in: Mapping[str, str]  # path as it is named -> the file or folder in that one
    versions: Mapping[str, str]  # of everything that could change a row, where the run lies
    strategies: Mapping[str, str]  # digests
    job: bytes  # pickled
    limits: tuple[float | None, str | None] = (None, None)  # --time-limit and --memory-limit
    run: str = ""  # the run's directory, where workers write into it
    manifest: str = ""  # digest of its manifest


@dataclass(frozen=True)
class NotPrepared:
    """The answer of a worker that has nothing of the run: it joined, or was started again, after the others got it."""

    worker: str


@dataclass(frozen=True)
class TaskResult:
    """A pickled result, and the parts that came with it."""

    result: bytes
    parts: Mapping[str, bytes] = field(default_factory=dict)  # table -> content of the file


@dataclass
class _Place:
    """A run on a worker: its folder and its processes."""

    folder: Path
    pool: PipeExecutor
    copies: dict[str, str]  # path as it is named -> its copy
    last_used: float = 0.0

    def ask(self, fn: Callable[..., Any], *args: Any) -> Any:
        """What a process of the place gives back."""
        self.last_used = time.monotonic()
        try:
            return self.pool.submit(fn, str(self.folder), *args).result()
        finally:
            self.last_used = time.monotonic()

    def close(self) -> None:
        """End its processes and remove its folder."""
        self.pool.shutdown(cancel_futures=True)
        shutil.rmtree(self.folder, ignore_errors=True)


_places: dict[tuple[str, str], _Place] = {}  # by worker and key: threads of a process may be several workers
_lock = threading.Lock()


# -- in the process of the worker -------------------------------------------------------------------------------------


async def prepare_worker(shipment: WorkerSetup, dask_worker: Any = None) -> str:
    """Take what is shipped; says how this worker differs from where the run lies, "" where it may play."""
    return await asyncio.to_thread(_received, shipment, dask_worker)


def _received(shipment: WorkerSetup, worker: Any) -> str:
    now = time.monotonic()
    with _lock:
        others = {key: place for key, place in _places.items() if key[1] != shipment.key}
        for key, other in others.items():
            if now - other.last_used > IDLE_SECONDS:
                del _places[key]
                other.close()
        place = _places.get((worker.address, shipment.key))
        if place is None:
            folder = Path(tempfile.mkdtemp(prefix="analyser-", dir=worker.local_directory))
            copies = {name: str(folder / where) for name, where in shipment.stand_in.items()}
            size = max(1, worker.state.nthreads)
            # Dask counts its own process, not these: each gets a core's share of the machine, if nothing is said.
            limits = limits_of(*shipment.limits, max(size, cores()))
            place = _Place(folder, PipeExecutor(size, limits), copies, now)
    reason = write_files(shipment, place.folder) or place.ask(_differing, place.copies, shipment)
    with _lock:
        if reason:
            _places.pop((worker.address, shipment.key), None)
            place.close()
        else:
            _places[worker.address, shipment.key] = place
    return str(reason)


def write_files(shipment: WorkerSetup, folder: Path) -> str:
    """Write the files; says what came otherwise than it was sent."""
    for name, content in shipment.files.items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            return f"got {name}, which would lie elsewhere"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        if digest(path.read_bytes()) != shipment.digests[name]:
            return f"got {name} otherwise than it was sent: start the run again"
    return ""


def run_task(key: str, call: bytes) -> TaskResult | NotPrepared:
    """What a process of ours gives for a call (pickled: function, job, arguments); raises what that raises."""
    from distributed import get_worker

    worker = get_worker()
    place = _places.get((worker.address, key))
    if place is None:
        return NotPrepared(worker.address)
    sent: TaskResult = place.ask(_called, place.copies, call)
    return sent


def forget_run(key: str, dask_worker: Any = None) -> None:
    """End the processes of a run that is over, and remove its folder."""
    with _lock:
        place = _places.pop((dask_worker.address, key), None)
    if place:
        place.close()


# -- in a process of ours ---------------------------------------------------------------------------------------------


def _called(folder: str, copies: dict[str, str], call: bytes) -> TaskResult:
    """The call, with nothing but what was shipped."""
    fn, job, args = pickle.loads(call)
    tempfile.tempdir = folder
    with trust_check(only_from(folder)):
        result = fn(_local_job(job, copies), *args)
    return result if isinstance(result, TaskResult) else TaskResult(pickle.dumps(result))


def _local_job(job: Job, copies: dict[str, str]) -> Job:
    """The job with what was shipped in place of all files it names."""
    from dataclasses import replace

    return replace(job, copies=copies, copies_only=True)


def only_from(folder: str) -> Callable[[Path], None]:
    """Refuse to run a program that was not shipped: the file at its path here may be another one."""

    def check(path: Path) -> None:
        if not path.resolve().is_relative_to(Path(folder).resolve()):
            raise NotTrusted(f"{path} was not shipped to this worker: it is not run")

    return check


def play_batch_remotely(job: Job, number: int, batch: Batch, metadata: dict[str, str]) -> TaskResult:
    """Play a batch, and give its parts away: nothing of them stays here."""
    from analyser.runs.batch import play_batch
    from analyser.runs.store import part_path

    with tempfile.TemporaryDirectory() as folder:
        result: BatchResult = play_batch(job, folder, number, batch, metadata)
        return TaskResult(
            pickle.dumps(result), {table: part_path(Path(folder), table, number).read_bytes() for table in result.parts}
        )


def _differing(folder: str, copies: dict[str, str], shipment: WorkerSetup) -> str:
    """How what plays here differs from what plays where the run lies, "" where it does not."""
    from analyser.runs.batch import load_experiment
    from analyser.runs.inputs import engine_digest, program_versions, strategy_digest

    if shipment.run and (reason := _unseen(shipment)):
        return reason
    tempfile.tempdir = folder
    same = "install the same wheel of analyser on all machines"
    engine_version = {"engine": shipment.versions["engine"]}
    if reason := version_difference(shipment.versions, {**program_versions(""), **engine_version}):
        return f"{reason}: {same}"
    job = _local_job(pickle.loads(shipment.job), copies)
    with trust_check(only_from(folder)):
        config = load_experiment(job).config
    if reason := version_difference(shipment.versions, program_versions(engine_digest(config))):
        return f"{reason} (compiled modules and component data): {same}"
    for name, digest_here in shipment.strategies.items():
        if strategy_digest(name, config.game) != digest_here:
            return f"has another {name}: install the same version of what it comes with on all machines"
    return ""


def _unseen(shipment: WorkerSetup) -> str:
    """What keeps a worker from writing into the run's directory."""
    import os

    run = Path(shipment.run)
    try:
        same = digest((run / "manifest.json").read_bytes()) == shipment.manifest
    except OSError:
        same = False
    if same and os.access(run, os.W_OK):
        return ""
    return f"cannot write into {run}: --collect brings parts back without a common disk"


def version_difference(reference: Mapping[str, str], other: Mapping[str, str]) -> str:
    """The first of the versions that differs, in words; of Python, patches count as one."""

    def version_of(versions: Mapping[str, str], name: str) -> str:
        version = versions.get(name, "none")
        return ".".join(version.split(".")[:2]) if name == "python" else version

    for name in reference:
        if version_of(reference, name) != version_of(other, name):
            return f"has {name} {version_of(other, name)}, here it is {version_of(reference, name)}"
    return ""
