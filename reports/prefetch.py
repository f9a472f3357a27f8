"""Work on a run that another process begins."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from reports.frames import ScenarioRun

__all__ = ["Prefetch", "finish_work", "unpacked"]

T = TypeVar("T")
Work = Callable[[ScenarioRun], T]


@dataclass(frozen=True)
class Prefetch(Generic[T]):
    """Pieces of work on a run, the last of which another process began with; `futures` is empty without one."""

    run: ScenarioRun
    works: Sequence[Work[T]]
    futures: Sequence[Future[T]] = ()

    @classmethod
    def of(cls, run: ScenarioRun, works: Sequence[Work[T]]) -> Prefetch[T]:
        """Have the run's pool begin these with the last one, where it has one. They must be picklable, and ask for no
        printing and no change of the run."""
        if run.pool is None or not works:
            return cls(run, works)
        frames_of_run = replace(run, changes=(), retuned=None, printings=None, pool=None, _results={})
        packed = pickle.dumps(frames_of_run)
        futures = [run.pool.submit(_worked_out, work, packed) for work in reversed(works)]
        return cls(run, works, futures[::-1])

    def results(self) -> list[T]:
        """What they come to, in order. Those that nobody has begun are done here, as are those that failed there: an
        error can then be seen too."""
        return [self.result(place) for place in range(len(self.works))]

    def result(self, place: int) -> T:
        """What the one at that place comes to."""
        return finish_work(self.futures[place] if self.futures else None, self.works[place], self.run)


def finish_work(future: Future[T] | None, work: Callable[..., T], *arguments: object) -> T:
    """What another process has made or is making; what it has not begun, or could not, is made here."""
    if future is None or future.cancel() or future.exception() is not None:
        return work(*arguments)
    return future.result()


def _worked_out(work: Work[T], packed: bytes) -> T:
    """A piece of work, in another process."""
    return work(unpacked(packed))


@lru_cache(maxsize=1)
def unpacked(packed: bytes) -> Any:
    """What all pieces of a work are done on, unpacked once for all of them."""
    return pickle.loads(packed)
