"""What is played before the first game: pilots, by the processes that will play the games, and a sample that tells how
long a decision takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import pairwise

import numpy as np

from analyser.errors import DataError, TaskFailed
from analyser.experiments.arena import Arena, plays_slowly
from analyser.experiments.design import PILOT_DEAL, Design, PilotGames, Play
from analyser.experiments.experiment import Job
from analyser.experiments.forced_openings import ForcedOpening
from analyser.experiments.schemes import GameRows
from analyser.runs.batch import load_experiment
from analyser.runs.executors import PipeExecutor

__all__ = ["PilotClock", "distribute_pilot", "load_players", "start_process", "time_decisions"]

PIECES = 4  # for each worker, so that they end together
TIMED_GAMES = 100  # of each strategy among its like: some hundredths of a second of most
ROUNDS = 3  # of which the quickest counts: whatever else the machine does makes them longer


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

        def count(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
            begin = time.monotonic()
            games = play(rows, forced)
            self.games += len(rows)
            self.seconds += workers * (time.monotonic() - begin)
            return games

        return count


def start_process() -> None:
    """A process that has been asked this has all at hand that playing takes, but for the job."""


def load_players(job: Job) -> None:
    """Load the job's strategies in this process; DataError where one cannot be."""
    for arena in load_experiment(job).arenas:
        if arena.setting.scenario.of is None:
            _ = arena.policies


def distribute_pilot(pool: PipeExecutor, job: Job, arena: Arena) -> Play:
    """How a pilot has its games played on one of the job's arenas: in these workers, who then have it loaded."""
    return partial(_play, pool, job, arena.setting.scenario.name)


def _play(
    pool: PipeExecutor, job: Job, scenario: str, rows: GameRows, forced: Sequence[ForcedOpening] = ()
) -> PilotGames:
    """What becomes of the rows does not depend on how they are cut. Raises DataError."""
    edges = np.linspace(0, len(rows), max(1, min(len(rows), PIECES * pool.size)) + 1).astype(int).tolist()
    pieces = [_cut(rows, lo, hi) for lo, hi in pairwise(edges)]
    futures = [pool.submit(play_piece, job, scenario, piece, tuple(forced)) for piece in pieces]
    try:
        results = [future.result() for future in futures]
    except TaskFailed as error:
        raise DataError(f"the pilot, which decides how games are laid out, cannot be played: {error}") from error
    names = [column.name for column in fields(PilotGames)]
    return PilotGames(*(np.concatenate([getattr(result, name) for result in results]) for name in names))


def _cut(rows: GameRows, lo: int, hi: int) -> GameRows:
    return GameRows(*(getattr(rows, column.name)[lo:hi] for column in fields(GameRows)))


def play_piece(job: Job, scenario: str, rows: GameRows, forced: Sequence[ForcedOpening]) -> PilotGames:
    """These rows on the arena of the scenario; DataError where a strategy fails."""
    (arena,) = (arena for arena in load_experiment(job).arenas if arena.setting.scenario.name == scenario)
    try:
        return arena.play_pilot(rows, forced)
    except ValueError as error:
        raise DataError(str(error)) from error


def time_decisions(arena: Arena, design: Design) -> dict[str, float]:
    """Processor time in milliseconds that a decision takes each strategy that does not think long, with the move it
    makes; ValueError where a strategy fails. On deals that no experiment plays."""
    milliseconds = {}
    names = [name for name in arena.setting.names if not plays_slowly([name], arena.setting.game.name)]
    arena = arena.with_strategies(names)
    games = design.rows(0, min(TIMED_GAMES, design.games))
    for number, name in enumerate(names):
        deal = np.arange(len(games), dtype=games.deal.dtype) + games.deal.dtype.type(PILOT_DEAL)
        record = np.zeros_like(games.record)
        free, policy = np.full_like(games.forced_opening, -1), np.full_like(games.policy, number)
        rows = replace(games, policy=policy, deal=deal, forced_opening=free, record=record)
        spent, decisions = [], 0
        for _ in range(ROUNDS):
            begin = time.process_time()
            outcome = arena.play(rows)
            spent.append(time.process_time() - begin)
            decisions = int(outcome.games["n_decisions"].sum())
        if decisions:
            milliseconds[name] = round(1000 * min(spent) / decisions, 7)
    return milliseconds
