"""Processes that strategies start: they end with the command, whoever their parent is by then."""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from psutil import Process

__all__ = ["ADOPTS", "descendants_of", "end_processes", "ended_descendants"]

ADOPTS = sys.platform == "linux"  # whether a process can be the parent of what its children leave behind
PR_SET_CHILD_SUBREAPER = 36  # of Linux's prctl()
SECONDS = 5.0  # in which those that start others all the time are to be caught


def descendants_of(pid: int | None = None) -> set[Process]:
    """The processes that this one (None), or that of the number, has started, and those they have started."""
    import psutil

    with suppress(psutil.Error):
        return set(psutil.Process(pid).children(recursive=True))
    return set()


def end_processes(processes: Collection[Process]) -> None:
    """Kill them, and wait for those that are children of this process."""
    import psutil

    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=1)


@contextmanager
def ended_descendants() -> Iterator[None]:
    """What is started in the block, by this process or by one that it has started, is ended with it. Where the system
    lets nobody adopt processes (all but Linux), those that have lost their parent go on."""
    earlier = descendants_of()
    _adopt(yes=True)
    try:
        yield
    finally:
        last = time.monotonic() + SECONDS
        while (
            started := {process for process in descendants_of() - earlier if process.pid != _tracker()}
        ) and time.monotonic() < last:
            end_processes(started)
        _adopt(yes=False)


def _tracker() -> int | None:
    """The process that multiprocess starts once and keeps, to free what others leave; it ends with this one."""
    module = sys.modules.get("multiprocess.resource_tracker")
    return None if module is None else module._resource_tracker._pid


def _adopt(*, yes: bool) -> None:
    """Have this process, or no longer, become the parent of its descendants whose parent ends."""
    if ADOPTS:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0)
