"""Executors: batches of games in this process or in worker processes that may die; cluster.py has that of dask."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from analyser.errors import AnalyserError, DataError, strategy_left

__all__ = [
    "MAX_TRIES",
    "InlineExecutor",
    "PipeExecutor",
    "WorkerDied",
    "beside",
    "check_engine",
    "cores",
    "executor",
]

MAX_TRIES = 3  # a batch whose worker dies is given to another one, so often in all
# One thread a worker: the workers themselves use the cores. No module from the folder they happen to start in.
WORKER_ENVIRONMENT = {
    "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONSAFEPATH": "1",
}  # fmt: skip


class WorkerDied(Exception):
    """The process that worked on a task ended without an answer, each time it was tried."""


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executor(engine: str, workers: int, *, collect: bool = False) -> Executor:
    """The executor named: 'local' with 0 (this process) or more workers, or the scheduler of a cluster; collect: parts
    come back from it."""
    check_engine(engine)
    if engine != "local":
        from analyser.runs.cluster import Cluster

        return Cluster(engine, collect=collect)
    return PipeExecutor(workers) if workers else InlineExecutor()


def check_engine(engine: str) -> None:
    """DataError when the engine needs what is not installed."""
    if engine != "local" and find_spec("distributed") is None:
        raise DataError(f"--engine {engine}: dask.distributed is not installed: pip install 'analyser[cluster]'")


@contextmanager
def beside(*, wanted: bool) -> Iterator[PipeExecutor | None]:
    """A process for what can be done beside the work of this one: where it is wanted, and a core is left for it."""
    if not wanted or cores() < 2:
        yield None
        return
    pool = PipeExecutor(1)
    try:
        yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


class InlineExecutor(Executor):
    """Each task runs in this process at once: for debugging, and for code that a worker cannot import."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The call's future, which is over when this returns."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class _Worker:
    """A process, our end of its pipe, and the task it works on."""

    def __init__(self, context: Any) -> None:
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        with _environment(WORKER_ENVIRONMENT):
            self.process.start()
        theirs.close()
        self.task: _Task | None = None


class _Task:
    """A call, the future that will hold its result, and how many workers have died over it."""

    def __init__(self, call: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]) -> None:
        self.call = call
        self.future: Future[Any] = Future()
        self.deaths = 0


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Environment variables for processes started inside the block."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class PipeExecutor(Executor):
    """Worker processes behind pipes: spawned, for polars does not survive a fork.

    They start with the first task, or with start(), so that what is refused before costs none. They ignore SIGINT
    (Ctrl-C reaches the whole group; the parent ends them) and end when their pipe does.
    Tasks must be idempotent: one whose worker dies is run again, up to MAX_TRIES times, then its future holds
    WorkerDied. An exception raised by the task itself is its result and is not tried again.
    """

    def __init__(self, workers: int) -> None:
        import multiprocess

        self._context = multiprocess.get_context("spawn")
        self._waiting: deque[_Task] = deque()
        self._lock = threading.Lock()
        self._closing = False
        self._bell, self._ring = self._context.Pipe(duplex=False)
        self.size = workers
        self._workers: list[_Worker] = []
        self._thread = threading.Thread(target=self._serve, name="workers", daemon=True)

    def start(self) -> None:
        """Start the workers, so that they are ready when the first task comes; nothing where they were started."""
        with self._lock:
            if self._closing or self._thread.ident is not None:
                return
            self._workers += [_Worker(self._context) for _ in range(self.size)]
            self._thread.start()

    @property
    def pids(self) -> list[int]:
        """Process numbers of the workers."""
        return [worker.process.pid for worker in self._workers]

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The call's future, of the next idle worker; RuntimeError after shutdown."""
        task = _Task((fn, args, kwargs))
        self.start()
        with self._lock:
            if self._closing:
                raise RuntimeError("the executor is shut down")
            self._waiting.append(task)
        self._ring.send_bytes(b".")
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop: after the waiting tasks, or, with cancel_futures, at once; running workers are then killed."""
        with self._lock:
            already, self._closing = self._closing, True
            if cancel_futures:
                for task in self._waiting:
                    task.future.cancel()
                self._waiting.clear()
                for worker in list(self._workers):
                    if worker.task:
                        worker.task.deaths = MAX_TRIES
                    worker.process.kill()
        if self._thread.ident is None:
            return
        if not already:
            self._ring.send_bytes(b".")
        if wait and threading.current_thread() is not self._thread:
            self._thread.join()

    # -- the serving thread ----------------------------------------------------------------------------------

    def _serve(self) -> None:
        from multiprocess.connection import wait

        while self._hand_out():
            busy = {worker.pipe: worker for worker in self._workers}
            for ready in wait([self._bell, *busy]):
                if ready is self._bell:
                    self._bell.recv_bytes()
                else:
                    self._receive(busy[ready])
        for worker in self._workers:
            worker.pipe.close()
            worker.process.join()

    def _hand_out(self) -> bool:
        """Give every idle worker a task, replace the dead; False when all is done and the executor closes."""
        while self._waiting and len(self._workers) < self.size:
            self._workers.append(_Worker(self._context))
        for worker in list(self._workers):
            while worker.task is None:
                with self._lock:
                    task = self._waiting.popleft() if self._waiting else None
                if task is None:
                    break
                if task.deaths or task.future.set_running_or_notify_cancel():
                    worker.task = task
                    self._send(worker, task)
        with self._lock:
            return not self._closing or bool(self._waiting) or any(worker.task for worker in self._workers)

    def _send(self, worker: _Worker, task: _Task) -> None:
        try:
            worker.pipe.send(task.call)
        except (BrokenPipeError, ConnectionResetError):
            return  # the worker is dead: its pipe reads as closed, and the serving loop replaces it
        except Exception as error:  # the call cannot be pickled
            worker.task = None
            task.future.set_exception(error)

    def _receive(self, worker: _Worker) -> None:
        try:
            good, value = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._remove_dead(worker)
            return
        task, worker.task = worker.task, None
        if task is None:
            return
        task.future.tries = task.deaths + 1  # type: ignore[attr-defined]
        if good:
            task.future.set_result(value)
        else:
            task.future.set_exception(value)

    def _remove_dead(self, worker: _Worker) -> None:
        """Remove a dead worker and put its task back in front of the queue, or give the task up."""
        worker.process.join()
        worker.pipe.close()
        self._workers.remove(worker)
        task = worker.task
        if task is None:
            return
        task.deaths += 1
        if task.deaths < MAX_TRIES:
            with self._lock:
                self._waiting.appendleft(task)
        else:
            code = worker.process.exitcode
            task.future.set_exception(WorkerDied(f"{task.deaths} workers died over it, the last with exit code {code}"))


def _work(pipe: Any) -> None:
    """Body of a worker: answer calls until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what a strategy prints must not mix with the command's output
    while True:
        try:
            fn, args, kwargs = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, fn(*args, **kwargs))
        except SystemExit as error:
            answer = (False, strategy_left(error))
        except Exception as error:
            answer = (False, _portable(error))
        try:
            pipe.send(answer)
        except (BrokenPipeError, ConnectionResetError):
            return
        except Exception as error:  # the answer cannot be pickled
            pipe.send((False, _portable(error)))


def _portable(error: Exception) -> Exception:
    """The error in a form that survives the pipe: its text and, as a note, where it was raised."""
    if isinstance(error, AnalyserError):
        carried: Exception = type(error)(str(error))
    else:
        carried = RuntimeError(f"{type(error).__name__}: {error}")
    carried.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    return carried
