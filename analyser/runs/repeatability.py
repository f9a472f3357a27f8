"""A sample of a finished run's games played again: a strategy that does not repeat itself is told by its name."""

from __future__ import annotations

from bisect import bisect_right
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import accumulate

from analyser.errors import AnalyserError, DataError
from analyser.experiments.arena import OWN_KINDS
from analyser.experiments.config import Config
from analyser.experiments.experiment import Job
from analyser.runs.batch import open_schedule
from analyser.runs.manifest import Batch
from analyser.runs.store import RunDirectory, part_path

__all__ = ["Repeatability", "check_repeatability", "own_strategies"]

SAMPLE = 12  # games: a strategy that changes one game in four is found in 97 of 100 runs
SHARE = 0.05  # of the time the games took, at most, but for MIN_GAMES of them
MIN_GAMES = 3

Game = tuple[str, int]  # scenario, number
GameResult = tuple[int, int, tuple[int, ...]]  # decisions, options offered, scores by seat


@dataclass(frozen=True)
class Repeatability:
    """What became of the games of a run when they were played again."""

    games: int
    differing: int
    strategies: list[str]  # programs of somebody's that sat in all games that differ, or else in any


def check_repeatability(run: RunDirectory, job: Job, pool: Executor) -> Repeatability | None:
    """Play some games of the run again, in another order, and hold them against their rows; None where no strategy is
    a program of somebody's. Raises what play_batch raises."""
    programs = own_strategies(job.config)
    done = [batch for batch in run.manifest.batches if batch.parts]
    if not programs or not done:
        return None
    each = sum(batch.seconds for batch in done) / sum(batch.games for batch in done)
    budget = SHARE * sum(batch.seconds for batch in done) / each if each else SAMPLE
    sample_games = sample(done, max(MIN_GAMES, min(SAMPLE, int(budget))))
    try:
        again = pool.submit(play_again, job, [(batch.scenario, game) for batch, game in sample_games]).result()
    except AnalyserError:
        raise
    except Exception as error:
        raise DataError(f"{run.path}: games that were played once could not be played again ({error})") from error
    seated = []
    for (batch, game), result in zip(sample_games, again, strict=True):
        stored, strategies = rows_of(run, batch, game)
        if stored != result:
            seated.append(strategies & programs)
    names = set.intersection(*seated) or set.union(*seated) if seated else set()
    return Repeatability(len(sample_games), len(seated), sorted(names))


def own_strategies(config: Config) -> set[str]:
    """Strategies of the configuration that are programs of somebody's."""
    from strategies.catalogue import find

    return {name for name in config.strategies if find(name, config.game).kind in OWN_KINDS}


def sample(batches: list[Batch], n: int) -> list[tuple[Batch, int]]:
    """So many games, or all, spread over the batches; the last of them first."""
    ends = list(accumulate(batch.games for batch in batches))
    n = min(n, ends[-1])
    sample_games = []
    for place in range(n):
        at = (2 * place + 1) * ends[-1] // (2 * n)
        batch = batches[number := bisect_right(ends, at)]
        sample_games.append((batch, batch.hi - ends[number] + at))
    return sample_games[::-1]


def play_again(job: Job, games: list[Game]) -> list[GameResult]:
    """What became of the games, one after the other."""
    import numpy as np

    from cext.kernel.policy import StrategyError

    schedule, _ = open_schedule(job)
    results: list[GameResult] = []
    for scenario, game in games:
        arena, design = schedule.arena_of(scenario)
        try:
            outcome = arena.play(design.rows(game, game + 1), design.forced)
        except StrategyError as error:
            raise DataError(str(error)) from error
        scores = tuple(int(score) for score in np.asarray(outcome.seats["score"]))
        results.append((int(outcome.games["n_decisions"][0]), int(outcome.games["n_legal_moves"][0]), scores))
    return results


def rows_of(run: RunDirectory, batch: Batch, game: int) -> tuple[GameResult, set[str]]:
    """What the run has of a game, and the strategies seated in it."""
    import polars as pl

    games, seats = (
        pl.scan_parquet(part_path(run.path, table, batch.number).absolute(), glob=False, hive_partitioning=False)
        .filter(pl.col("game") == game)
        .collect()
        for table in ("games", "seats")
    )
    (decisions, options), scores = games.select("n_decisions", "n_legal_moves").row(0), tuple(seats["score"].to_list())
    return (decisions, options, scores), set(seats["strategy"].cast(pl.String).drop_nulls().to_list())
