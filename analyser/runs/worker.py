"""A worker process: how it begins, what it answers, what it is held to, and how it ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from analyser.errors import AnalyserError
from analyser.heartbeat import BYTES, TASKS, Activity, Heartbeat, share_heartbeat
from analyser.runs.limits import TICK, ResourceLimits, TimeUsed, enforce_limits
from analyser.runs.prints import ADOPTS, current_prints, descendants_of, end_processes, show_warnings

__all__ = ["EXIT_SECONDS", "STOPPED_SECONDS", "UNGUARDED", "Task", "Worker", "end_unguarded", "worker_context"]

STOPPED_SECONDS = 60.0  # seconds after which the task of a stopped process is given to another
UNGUARDED = 79  # exit code of a worker whose script begins anew in it, instead of what the worker is asked for
EXIT_SECONDS = 5.0  # seconds a process may take to end on request
PR_SET_PDEATHSIG = 1  # of Linux's prctl(): the signal sent to a process when its parent ends
START_METHOD = "forkserver" if sys.platform == "linux" else "spawn"  # polars does not survive a fork once it is used
# No module from the folder they happen to start in.
WORKER_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONSAFEPATH": "1"}


def end_unguarded() -> None:
    """End this process where it is a worker that is only just importing the script that asks for workers."""
    from multiprocess.process import current_process

    if getattr(current_process(), "_inheriting", False):
        os._exit(UNGUARDED)


class Task:
    """A call, the future that will hold its result, and how many workers have died over it."""

    def __init__(self, call: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]) -> None:
        self.call = call
        self.future: Future[Any] = Future()
        self.deaths = 0


class Worker:
    """A process, our end of its pipe, the task it works on, and what it has been seen to do. threads: with which it
    reads frames; one where the workers themselves use the cores."""

    def __init__(self, context: Any, limits: ResourceLimits | None, threads: int) -> None:
        from multiprocess.connection import Connection

        self.pipe, theirs = context.Pipe()
        memory = context.RawArray("b", BYTES)
        self.heartbeat, self.limits = Heartbeat(memory), limits
        prints = current_prints()
        output = Connection(os.dup(2 if prints is None else prints.write_end), readable=False)
        environment = os.environ | WORKER_ENVIRONMENT | {"POLARS_MAX_THREADS": str(threads)}
        self.process = context.Process(target=_work, args=(theirs, memory, limits, output, environment), daemon=True)
        with worker_environment():
            self.process.start()
        theirs.close()
        output.close()
        self.task: Task | None = None
        self.sent = 0  # tasks so far
        self.spent = TimeUsed()
        self.stopped = 0.0  # seconds for which it has been seen stopped

    def begin(self, task: Task) -> None:
        """Note the task that is sent to it."""
        self.task, self.sent, self.spent, self.stopped = task, self.sent + 1, TimeUsed(), 0.0

    @property
    def activity(self) -> Activity:
        """What it plays."""
        return self.heartbeat.read()

    def has_exited(self) -> bool:
        """Whether the process is over: its pipe may be held open by one that it has forked."""
        return not self.process.is_alive()

    def check_health(self) -> tuple[str, str]:
        """Look at a process at work: a notice about it, and why its task is given up; "" each without one.

        Time counts from when it has taken the task up, and not while it is stopped.
        """
        import psutil

        try:
            process = psutil.Process(self.process.pid)
            still, size = process.status() == psutil.STATUS_STOPPED, process.memory_info().rss
        except psutil.Error:  # it has just ended
            return "", ""
        activity = self.activity
        pid = self.process.pid
        message = f"worker process {pid} is stopped ({activity}): `kill -CONT {pid}` lets it go on, "
        message += f"after {STOPPED_SECONDS:g} s another takes its work over"
        message = message if still and not self.stopped else ""
        self.stopped = self.stopped + TICK if still else 0.0
        if self.limits is None:
            return message, ""
        if size > self.limits.memory:
            return message, self.limits.memory_words(activity)
        counts_time = not still and activity.tasks >= self.sent
        return message, self.spent.look(self.limits, activity, counts_time=counts_time)

    def end(self, *, within: float = 0.0) -> None:
        """End the process: by itself within `within` seconds, in which it sees that its pipe is closed; by force where
        a thread of it, or its task, never ends."""
        started = set() if ADOPTS else descendants_of(self.process.pid)  # they could not be found later
        self.pipe.close()
        if within:
            self.process.join(within)
        self.process.kill()
        self.process.join(EXIT_SECONDS)
        if started:
            end_processes(started)

    def exit_reason(self) -> str:
        """How the process ended."""
        code = self.process.exitcode
        if code is None:
            return "without an end"
        if code >= 0:
            return f"with exit code {code}"
        try:
            return f"by {signal.Signals(-code).name}"
        except ValueError:
            return f"by signal {-code}"


def worker_context() -> Any:
    """The multiprocess context that starts workers: forked from a process that has loaded what they need, and begins
    with this call, where that is safe."""
    import multiprocess
    from multiprocess import forkserver

    context = multiprocess.get_context(START_METHOD)
    if START_METHOD == "forkserver":
        context.set_forkserver_preload(["analyser.runs.fork_server"])
        with worker_environment():
            forkserver.ensure_running()
    return context


@contextmanager
def worker_environment() -> Iterator[None]:
    """The environment in which processes find the modules that this one finds, and libraries keep to one thread."""
    values = WORKER_ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    old_values = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in old_values.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# -- in the process itself ---------------------------------------------------------------------------------------------


def _work(pipe: Any, memory: Any, limits: ResourceLimits | None, output: Any, environment: dict[str, str]) -> None:
    """Body of a worker: answer calls until the pipe closes. output: where strategies print to."""
    os.environ.clear()
    os.environ.update(environment)
    for number in (signal.SIGINT, signal.SIGHUP):  # they reach the whole group; the parent ends its workers
        signal.signal(number, signal.SIG_IGN)
    _end_with_parent()
    _print_to(output)
    show_warnings()
    heartbeat = share_heartbeat(memory)
    while True:
        try:
            fn, args, kwargs = pipe.recv()
        except (EOFError, OSError):
            return
        heartbeat.numbers[TASKS] += 1
        try:
            with enforce_limits(limits, clock=False):
                answer = (True, fn(*args, **kwargs))
        except BaseException as error:
            answer = (False, _portable(error))
        try:
            pipe.send(answer)
        except (BrokenPipeError, ConnectionResetError):
            return
        except Exception as error:  # the answer cannot be pickled
            pipe.send((False, _portable(error)))


def _print_to(output: Any) -> None:
    """What a strategy prints must not mix with the command's output: it goes there, each line when it is whole."""
    os.dup2(output.fileno(), 2)
    os.dup2(2, 1)
    output.close()
    sys.stdout, sys.stderr = (
        open(number, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
        for number in (1, 2)
    )


def _end_with_parent() -> None:
    """End this process with that of the pool, whatever it is doing: a thread waits for that, which gets its turn in any
    Python code; the process that workers are forked from ends, too, and the system kills them with it."""
    import multiprocess
    from multiprocess.forkserver import _forkserver

    if START_METHOD == "forkserver":
        os.close(_forkserver._forkserver_alive_fd)  # that process ends when this descriptor is closed everywhere
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    parent = multiprocess.parent_process()

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def _portable(error: BaseException) -> Exception:
    """The error in a form that survives the pipe: its text and, as a note, where it was raised."""
    if isinstance(error, AnalyserError):
        carried: Exception = type(error)(str(error))
    else:
        carried = RuntimeError(f"{type(error).__name__}: {error}")
    carried.add_note("in a worker process:\n" + "".join(traceback.format_exception(error)))
    return carried
