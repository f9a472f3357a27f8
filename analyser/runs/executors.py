"""Executors: batches of games in this process or in worker processes that may die; cluster.py has that of dask."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from analyser.errors import DataError, LimitExceeded, TaskFailed, UsageError
from analyser.experiments.parse import check_bound
from analyser.runs.limits import TICK, ResourceLimits, enforce_limits, max_workers
from analyser.runs.worker import EXIT_SECONDS, STOPPED_SECONDS, UNGUARDED, Task, Worker, end_unguarded, worker_context
from cext.installation import install_command

__all__ = [
    "MAX_TRIES",
    "InlineExecutor",
    "PipeExecutor",
    "WorkerDied",
    "check_engine",
    "cores",
    "local_executor",
    "managed_executor",
    "side_process",
    "take_notices",
    "worker_count",
]

Pool = TypeVar("Pool", bound=Executor)

NO_GUARD = (
    "worker processes import the script that asks for them, and this one plays as it is imported: put what it does "
    'below `if __name__ == "__main__":`, or play in one process with workers=0'
)
MAX_TRIES = 3  # a batch whose worker dies is given to another one, so often in all


class WorkerDied(TaskFailed):
    """The process that worked on a task ended without an answer, each time it was tried."""


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def worker_count(n_asked: int | None, memory_limit: str | None) -> int:
    """The number of worker processes: as many as are asked for, by default one a core, and no more than memory has room
    for. UsageError where more are asked for."""
    max_count = max_workers(memory_limit)
    check_bound("--workers", n_asked)
    if n_asked is not None and n_asked > max_count:
        raise UsageError(
            f"--workers {n_asked}: 80 % of this machine's memory has room for {max_count:,}: give that or fewer"
        )
    return min(cores(), max_count) if n_asked is None else n_asked


def check_engine(engine: str) -> None:
    """DataError when the engine needs what is not installed."""
    if engine != "local" and find_spec("distributed") is None:
        raise DataError(f"--engine {engine}: dask.distributed is not installed: {install_command('cluster')}")


def local_executor(workers: int, limits: ResourceLimits | None = None) -> Executor:
    """So many worker processes, or for 0 this one; limits: of a task, None: there are none."""
    return PipeExecutor(workers, limits) if workers else InlineExecutor(limits)


@contextmanager
def side_process(*, is_needed: bool) -> Iterator[PipeExecutor | None]:
    """A process for what can be done beside the work of this one: where it is wanted, and a core is left for it. It is
    killed at the end of the block, even at work: to let it end by itself takes a third of a second."""
    if not is_needed or cores() < 2:
        yield None
        return
    pool = PipeExecutor(1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def managed_executor(pool: Pool) -> Iterator[Pool]:
    """The pool, for the block: what waits is done before it ends; after an error, or Ctrl-C, it is not waited for."""
    try:
        yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


class InlineExecutor(Executor):
    """Each task runs in this process at once: for debugging, and for code that a worker cannot import."""

    def __init__(self, limits: ResourceLimits | None = None) -> None:
        self._limits = limits

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The call's future, which is over when this returns."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            with enforce_limits(self._limits, clock=True):
                result = fn(*args, **kwargs)
            future.set_result(result)
        except Exception as error:
            future.set_exception(error)
        return future


class PipeExecutor(Executor):
    """Worker processes behind pipes.

    They start with the first task, or with start(), so that what is refused before costs none. They end when this
    process does, or their pipe. Tasks must be idempotent: one whose worker dies is run again, up to MAX_TRIES times,
    then its future holds WorkerDied; one that passes a limit is not tried again, its worker is killed, and its future
    holds LimitExceeded. An exception raised by the task itself is its result. What happens to workers is noted in
    `notices`, a sentence each.
    """

    def __init__(self, workers: int, limits: ResourceLimits | None = None, *, threads: int = 1) -> None:
        self._context = worker_context()
        self._limits, self._threads = limits, threads
        self._waiting: deque[Task] = deque()
        self._lock = threading.Lock()
        self._closing = False
        self._broken: DataError | None = None  # why no processes can be had
        self._bell, self._ring = self._context.Pipe(duplex=False)
        self.size = workers
        self.notices: deque[str] = deque()
        self._workers: list[Worker] = []
        self._thread = threading.Thread(target=self._serve, name="workers", daemon=True)

    def start(self) -> None:
        """Start the workers, so that they are ready when the first task comes; nothing where they were started."""
        end_unguarded()
        with self._lock:
            if self._closing or self._thread.ident is not None:
                return
            try:
                self._workers += [Worker(self._context, self._limits, self._threads) for _ in range(self.size)]
            except (OSError, EOFError) as error:  # EOFError: the process that forks them could not
                raise no_processes(error) from error
            self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The call's future, of the next idle worker; RuntimeError after shutdown."""
        task = Task((fn, args, kwargs))
        self.start()
        with self._lock:
            if self._broken:
                raise self._broken
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

        last_look = 0.0
        try:
            while self._hand_out():
                busy = {worker.pipe: worker for worker in self._workers}
                for ready in wait([self._bell, *busy], timeout=TICK):
                    if ready is self._bell:
                        self._bell.recv_bytes()
                    else:
                        self._receive(busy[ready])
                if time.monotonic() - last_look >= TICK:
                    last_look = time.monotonic()
                    self._look()
        except Exception as error:  # no thread serves from now on: waiting callers must be told
            self._give_up(error)
        for worker in self._workers:
            worker.pipe.close()
        last = time.monotonic() + EXIT_SECONDS
        for worker in self._workers:
            worker.end(within=max(0.0, last - time.monotonic()))

    def _hand_out(self) -> bool:
        """Give every idle worker a task, replace the dead; False when all is done and the executor closes."""
        while self._waiting and len(self._workers) < self.size:
            self._workers.append(Worker(self._context, self._limits, self._threads))
        for worker in list(self._workers):
            while worker.task is None:
                with self._lock:
                    task = self._waiting.popleft() if self._waiting else None
                if task is None:
                    break
                if task.deaths or task.future.set_running_or_notify_cancel():
                    worker.begin(task)
                    self._send(worker, task)
        with self._lock:
            return not self._closing or bool(self._waiting) or any(worker.task for worker in self._workers)

    def _send(self, worker: Worker, task: Task) -> None:
        try:
            worker.pipe.send(task.call)
        except (BrokenPipeError, ConnectionResetError):
            return  # the worker is dead: its pipe reads as closed, and the serving loop replaces it
        except Exception as error:  # the call cannot be pickled
            worker.task = None
            worker.sent -= 1
            task.future.set_exception(error)

    def _receive(self, worker: Worker) -> None:
        try:
            good, value = worker.pipe.recv()
        except Exception:  # its end is closed, or what came is no answer: a strategy wrote into the pipe
            self._remove(worker)
            return
        task, worker.task = worker.task, None
        if task is None:
            return
        task.future.tries = task.deaths + 1  # type: ignore[attr-defined]
        if good:
            task.future.set_result(value)
        else:
            task.future.set_exception(value)

    def _look(self) -> None:
        """See to workers that are gone, stopped, or beyond a limit."""
        for worker in list(self._workers):
            if worker.has_exited():
                if not worker.pipe.poll():  # else its last answer, or its end, is about to be received
                    self._remove(worker)
                continue
            if worker.task is None:
                continue
            message, over = worker.check_health()
            if message:
                self.notices.append(message)
            if over:
                self._remove(worker, over)
            elif worker.stopped > STOPPED_SECONDS:
                self._remove(worker)

    def _remove(self, worker: Worker, over: str = "") -> None:
        """End a worker, and put its task back in front of the queue, or give the task up: after MAX_TRIES deaths, or
        where a limit is passed (over: what to say of it)."""
        where = worker.activity
        worker.end()
        self._workers.remove(worker)
        task = worker.task
        if task is None:
            return
        task.deaths += 1
        task.future.tries = min(task.deaths, MAX_TRIES)  # type: ignore[attr-defined]
        if over:
            task.future.set_exception(LimitExceeded(over))
        elif worker.process.exitcode == UNGUARDED:
            task.future.set_exception(UsageError(NO_GUARD))
        elif task.deaths < MAX_TRIES:
            self.notices.append(f"a worker process ended {worker.exit_reason()} ({where}): another plays its games")
            with self._lock:
                self._waiting.appendleft(task)
        else:
            message = f"{task.deaths} workers died over it, the last {worker.exit_reason()}: {where}"
            task.future.set_exception(WorkerDied(message))

    def _give_up(self, error: Exception) -> None:
        """No more processes can be had: every task fails."""
        with self._lock:
            self._closing, self._broken = True, no_processes(error)
            tasks = [worker.task for worker in self._workers if worker.task] + list(self._waiting)
            self._waiting.clear()
        for task in tasks:
            if not task.future.done():
                task.future.set_exception(self._broken)


def take_notices(pool: Executor) -> tuple[str, ...]:
    """News of the pool's processes since the last call, a sentence each."""
    waiting: deque[str] = pool.notices if isinstance(pool, PipeExecutor) else deque()
    return tuple(waiting.popleft() for _ in range(len(waiting)))


def no_processes(error: Exception) -> DataError:
    """What to say where a process cannot be started."""
    return DataError(f"no worker process can be had ({error}): fewer --workers may do, 0 plays in this process")
