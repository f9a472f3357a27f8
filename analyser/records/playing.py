"""Games for records, played by this process or by one apart, which a program of somebody's may end or hold for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from analyser.experiments.config import Config
from analyser.records.format import Line
from analyser.runs.executors import local_executor, managed_executor
from analyser.runs.limits import ResourceLimits
from analyser.runs.repeatability import own_strategies

__all__ = ["Player", "player"]

# Plays a game: its lines, made ready here, which checks what is asked for and loads what the user allows; and the call
# that makes them ready once more, in another process.
Player = Callable[[Iterator[Line], Callable[[], Iterator[Line]]], list[Line]]


@contextmanager
def player(config: Config, limits: ResourceLimits) -> Iterator[Player]:
    """What plays games of the configuration within the limits. A process apart takes half a second to start, so it
    plays them only where a program of somebody's sits in them. Playing raises LimitPassed, and WorkerDied."""
    needs_process = bool(own_strategies(config))
    with managed_executor(local_executor(int(needs_process), limits)) as pool:

        def play(ready: Iterator[Line], again: Callable[[], Iterator[Line]]) -> list[Line]:
            future = pool.submit(_lines, again) if needs_process else pool.submit(list, ready)
            lines: list[Line] = future.result()
            return lines

        yield play


def _lines(ready: Callable[[], Iterator[Line]]) -> list[Line]:
    return list(ready())
