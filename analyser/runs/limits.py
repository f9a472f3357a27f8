"""What a batch may take of time and memory, and how a process holds itself to it."""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from analyser.errors import LimitExceeded
from analyser.experiments.parse import parse_size
from analyser.heartbeat import Activity, own_heartbeat
from analyser.runs.prints import end_command
from cext.signals import TimeOver

__all__ = [
    "DECISION", "TICK", "ResourceLimits", "TimeUsed", "enforce_limits", "limits_of", "max_workers", "memory_of_machine",
    "size_words",
]  # fmt: skip

TICK = 0.25  # seconds between two looks at the clock
# Seconds in which a decision must have been made, where nothing is said of a batch; and strategies been loaded.
DECISION = 600.0
SHARE = 0.8  # of the machine's memory, for all workers together, where nothing is said
MIN_WORKER_BYTES = 512_000_000  # bytes of a worker, at least, where nothing is said: it takes 100 to 300 MB by itself
IGNORED = 2.0  # seconds for which a strategy may go on when its time is over and this process plays it
CGROUP = Path("/sys/fs/cgroup/memory.max")  # what a container may take


@dataclass(frozen=True)
class ResourceLimits:
    """Of a task: a batch, a piece of a pilot, a plan of a generation, a game to record."""

    memory: int  # bytes of the process that plays it
    seconds: float | None = None  # of play; None: any number, as long as a decision is made every DECISION seconds

    def memory_words(self, where: object) -> str:
        """What to say where the memory ran out."""
        return f"more than --memory-limit {size_words(self.memory)}: {where}"


@dataclass
class TimeUsed:
    """Seconds of a task: those it has played, and those since its games last went on."""

    play_seconds: float = 0.0
    still: float = 0.0
    steps: int = -1
    last_look: float = 0.0  # when, on the monotonic clock; 0: not yet

    def look(self, limits: ResourceLimits, activity: Activity, *, counts_time: bool = True) -> str:
        """Look at the clock; gives what to say where the time is over, else "". counts_time: not while the process was
        stopped; nor does time count in which this process was stopped itself and could not look."""
        now = time.monotonic()
        passed = min(now - self.last_look, 2 * TICK) if self.last_look and counts_time else 0.0
        self.last_look = now
        playing = activity.is_played
        self.play_seconds += passed if playing else 0.0
        self.still = self.still + passed if activity.steps == self.steps else 0.0
        self.steps = activity.steps
        if limits.seconds is not None and self.play_seconds > limits.seconds:
            return f"longer than --time-limit {limits.seconds:g}: {activity}"
        if (limits.seconds is None or not playing) and self.still > DECISION:
            return f"nothing played for {DECISION:g} seconds: {activity}"
        return ""


def limits_of(time_limit: float | None, memory_limit: str | None, processes: int) -> ResourceLimits:
    """The limits asked for, or their defaults for this number of processes."""
    if memory_limit is not None:
        return ResourceLimits(parse_size(memory_limit), time_limit)
    return ResourceLimits(max(MIN_WORKER_BYTES, int(SHARE * memory_of_machine() / max(1, processes))), time_limit)


def max_workers(memory_limit: str | None) -> int:
    """How many worker processes the machine's memory has room for: each takes MIN_WORKER_BYTES, or its limit if that is
    less."""
    each = MIN_WORKER_BYTES if memory_limit is None else min(MIN_WORKER_BYTES, parse_size(memory_limit))
    return max(1, int(SHARE * memory_of_machine()) // each)


def memory_of_machine() -> int:
    """Bytes there are for this program: the machine's, or the container's where it has less."""
    import psutil

    total = int(psutil.virtual_memory().total)
    try:
        return min(total, int(CGROUP.read_text()))
    except (OSError, ValueError):  # no such file, or it says "max"
        return total


def size_words(size: int) -> str:
    """Bytes as they are written: 2GB, 500MB."""
    return f"{size / 1e9:.3g}GB" if size >= 1e9 else f"{size / 1e6:.3g}MB"


@contextmanager
def enforce_limits(limits: ResourceLimits | None, *, clock: bool) -> Iterator[None]:
    """What is played in the block holds to the limits; raises LimitExceeded. clock: of time, too, which in a worker
    process is for its parent."""
    if limits is None:
        yield
        return
    own_heartbeat().clear()
    timed = clock and threading.current_thread() is threading.main_thread()
    try:
        with _memory(limits.memory), _alarm(limits) if timed else nullcontext():
            yield
    except TimeOver as over:
        raise LimitExceeded(str(over)) from None
    except Exception as error:
        if not any(isinstance(cause, MemoryError) for cause in _chain(error)):
            raise
        for cause in _chain(error):  # else the error keeps alive what filled the memory
            traceback.clear_frames(cause.__traceback__)
        raise LimitExceeded(limits.memory_words(own_heartbeat().read())) from error


@contextmanager
def _alarm(limits: ResourceLimits) -> Iterator[None]:
    """A clock that stops code in Python, also an endless choose(); and between two decisions whatever plays."""
    spent, on, over = TimeUsed(), True, 0

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal over
        if on and (words := spent.look(limits, own_heartbeat().read())):
            over += 1
            if over * TICK > IGNORED:
                end_command(f"{words}: nothing else ends it, so the program ends; finished parts are kept")
            raise TimeOver(words)

    handler_before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        on = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler_before)


@contextmanager
def _memory(max_bytes: int) -> Iterator[None]:
    """Where the system counts a process's data (Linux), more than is left of `max_bytes` raises MemoryError in the
    block, and nothing left LimitExceeded before it: what is there but not used, such as stacks of threads, does not
    count."""
    import resource

    import psutil

    now = psutil.Process().memory_info()
    if not hasattr(now, "data"):
        yield
        return
    if now.rss >= max_bytes:  # with no room at all polars ends the process instead of raising MemoryError
        raise LimitExceeded(
            f"more than --memory-limit {size_words(max_bytes)}: the program itself takes {size_words(now.rss)}"
        )
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = now.data + max_bytes - now.rss
    ends = [end for end in (soft, hard) if end != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([limit, *ends]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those it came of."""
    n_links = 0
    while error is not None and n_links < 50:
        yield error
        error, n_links = error.__cause__ or error.__context__, n_links + 1
