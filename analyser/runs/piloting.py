"""Pilots played by the processes that will play the games: their rows handed out in pieces, and put together again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise

import numpy as np

from analyser.errors import DataError, TaskLost
from analyser.experiments.arena import Arena
from analyser.experiments.experiment import Job
from analyser.experiments.forced import ForcedOpening
from analyser.experiments.pilot import PilotGames, Play
from analyser.experiments.schemes import Rows
from analyser.runs.batch import loaded
from analyser.runs.executors import PipeExecutor

__all__ = ["PilotClock", "load_players", "ready", "shared_out"]

PIECES = 4  # for each worker, so that they end together


@dataclass
class PilotClock:
    """How long games of pilots take."""

    games: int = 0
    seconds: float = 0.0  # of one core

    @property
    def game_seconds(self) -> float | None:
        """Of one core, for a game; None where none was played."""
        return self.seconds / self.games if self.games else None

    def timed(self, play: Play, *, workers: int) -> Play:
        """The same games, played by so many processes, and counted."""

        def count(rows: Rows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
            begin = time.monotonic()
            games = play(rows, forced)
            self.games += len(rows)
            self.seconds += workers * (time.monotonic() - begin)
            return games

        return count


def ready() -> None:
    """A process that has been asked this has all at hand that playing takes, but for the job."""


def load_players(job: Job) -> None:
    """Load the job's strategies in this process; DataError where one cannot be."""
    for arena in loaded(job).arenas:
        if arena.setting.scenario.of is None:
            _ = arena.policies


def shared_out(pool: PipeExecutor, job: Job, arena: Arena) -> Play:
    """How a pilot has its games played on one of the job's arenas: in these workers, who then have it loaded."""
    return partial(_play, pool, job, arena.setting.scenario.name)


def _play(pool: PipeExecutor, job: Job, scenario: str, rows: Rows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """What becomes of the rows does not depend on how they are cut. Raises DataError."""
    edges = np.linspace(0, len(rows), max(1, min(len(rows), PIECES * pool.size)) + 1).astype(int).tolist()
    pieces = [_cut(rows, lo, hi) for lo, hi in pairwise(edges)]
    futures = [pool.submit(play_piece, job, scenario, piece, tuple(forced)) for piece in pieces]
    try:
        results = [future.result() for future in futures]
    except TaskLost as error:
        raise DataError(f"the pilot, which decides how games are laid out, cannot be played: {error}") from error
    names = [column.name for column in fields(PilotGames)]
    return PilotGames(*(np.concatenate([getattr(result, name) for result in results]) for name in names))


def _cut(rows: Rows, lo: int, hi: int) -> Rows:
    return Rows(*(getattr(rows, column.name)[lo:hi] for column in fields(Rows)))


def play_piece(job: Job, scenario: str, rows: Rows, forced: Sequence[ForcedOpening]) -> PilotGames:
    """These rows on the arena of the scenario; DataError where a strategy fails."""
    (arena,) = (arena for arena in loaded(job).arenas if arena.setting.scenario.name == scenario)
    try:
        return arena.play_pilot(rows, forced)
    except ValueError as error:
        raise DataError(str(error)) from error
