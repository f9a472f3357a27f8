"""What workers play: the pilots before a run, its batches, whose rows they write as its parts, and a sample of its
games once more, by which a strategy that does not repeat itself is found."""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from pathlib import Path

import numpy as np
import polars as pl

from analyser.errors import NO_SPACE, AnalyserError, DataError, DiskFull, Interrupted, TaskFailed, UsageError
from analyser.experiments.config import Config
from analyser.experiments.experiment import Experiment, Job, Schedule
from analyser.experiments.experiment_kind import PilotGames, Play, play_pilot
from analyser.experiments.loading import OWN_KINDS
from analyser.experiments.schedule import ForcedOpening, GameRows
from analyser.experiments.simulator import Simulator
from analyser.runs.executors import PipeExecutor, cores
from analyser.runs.frames import Categories, build_frames
from analyser.runs.manifest import ReplaySample
from analyser.runs.planned_batches import Batch, PartFile
from analyser.runs.store import RunDirectory, part_path, write_parts
from cext.file_games import is_file_game
from cext.messages import count_noun
from cext.safe_files import MAX_BATCHES
from cext.user_code import ProgramError

__all__ = [
    "BatchResult", "PilotClock", "batch_edges", "batch_size", "check_repeatability",
    "distribute_pilot", "hand_on", "load_experiment", "load_players", "open_schedule", "own_strategies",
    "play_batch", "start_process",
]  # fmt: skip

BATCH_GAMES = 5_000  # a second or more of a core; a part of 20,000 rows of seats
# Recorded games of a batch: some 400 decisions each, 40 bytes a row, twice while they are written.
BATCH_RECORDED = 3_000
BATCHES = 16  # at least, so that progress shows
# Least games of a batch of quick players and compiled rules: to write fewer takes longer than to play them.
BATCH_QUICK = 50
BATCHES_SLOW = 64  # of a scenario of strong players, so that workers end together
BATCHES_TO_LOOK = 4  # at least, up to each of many looks: parts are read at all of them
# Least games of the batches at the end: fewer would not be worth their files. With slow players a game takes longer
# than the files.
LATE, LATE_SLOW = 200, 2
PIECES = 4  # for each worker, so that they end together
LOCAL_PIECES = 16  # without workers: to show how far it is

SAMPLE = 12  # games: a strategy that changes one game in four is found in 97 of 100 runs
SHARE = 0.05  # of the time the games took, at most, but for MIN_GAMES of them
MIN_GAMES = 3

Game = tuple[str, int]  # scenario, number
GameResult = tuple[int, int, tuple[int, ...]]  # decisions, options offered, scores by seat


@dataclass(frozen=True)
class BatchResult:
    """The report of a finished batch: its size and time; its rows are in its parts."""

    games: int
    parts: dict[str, PartFile]  # table -> what its part is known by
    seconds: float
    thinking: dict[str, tuple[int, float]]  # strategy that takes long -> its decisions, processor seconds


# The last job of this process, kept from batch to batch: what its configuration loads, and its games.
_loaded: dict[str, Experiment] = {}
_opened: dict[tuple[str, str], tuple[Schedule, Categories]] = {}


def load_experiment(job: Job) -> Experiment:
    """The job's games and strategies, loaded once in a process."""
    key, _ = job.keys
    if key not in _loaded:
        hand_on(job, job.experiment())
    return _loaded[key]


def hand_on(job: Job, experiment: Experiment) -> None:
    """This process has loaded the job's games and strategies: it plays with them."""
    key, _ = job.keys
    _loaded.clear()
    _loaded[key] = experiment


def open_schedule(job: Job) -> tuple[Schedule, Categories]:
    """The job's games as its pilots decided, with the names in their rows."""
    keys = job.keys
    if keys not in _opened:
        schedule = load_experiment(job).schedule(job.pilots)
        _opened.clear()
        _opened[keys] = schedule, Categories.of(schedule, grows=job.config.retune is not None)
    return _opened[keys]


def play_batch(job: Job, run: str, number: int, batch: Batch, metadata: dict[str, str]) -> BatchResult:
    """Play the games of the batch and write them as part `number`; the same call always writes the same part."""
    schedule, categories = open_schedule(job)
    begin = time.perf_counter()
    simulator, design = schedule.simulator_of(batch.scenario)
    rows = design.rows(batch.lo, batch.hi)
    try:
        outcome = simulator.play(rows, design.forced)
    except ProgramError as error:
        raise DataError(str(error)) from error
    forced = [opening.name for opening in design.forced]
    parts = build_frames(rows, outcome, simulator=simulator, forced=forced, categories=categories, kinds=design.kinds)
    thinking = {
        name: (int(n_decisions), round(float(spent), 6))
        # after the strategies come plans tuned for a restriction, which are as quick as their originals
        for name, n_decisions, spent in zip(simulator.prepared.names, *outcome.policies.values(), strict=False)
        if n_decisions
    }
    del outcome
    try:
        written = write_parts(Path(run), number, parts, metadata)
    except OSError as error:
        if error.errno in NO_SPACE:
            raise DiskFull(
                f"{run}: no space left on the device while writing part {number}: make room, then --resume"
            ) from error
        raise
    seconds = time.perf_counter() - begin
    return BatchResult(len(rows), written, seconds, thinking)


def batch_size(games: int, sample: float, *, batches: int = BATCHES, min_games: int = 1) -> int:
    """Games of a batch: few enough for memory and for progress, enough for a part worth a file."""
    max_games = min(BATCH_GAMES, int(BATCH_RECORDED / sample)) if sample else BATCH_GAMES
    return max(min_games, min(max_games, math.ceil(games / batches)))


def batch_edges(
    config: Config, schedule: Schedule, n_played: Mapping[str, int] | None = None, *, n_batches: int = 0
) -> list[tuple[str, int, int]]:
    """The games of a schedule, but for those played, in batches of the configured size or of a size that fits; the last
    ones are smaller, so that workers end together. n_batches: how many there are already. UsageError where there would
    be more than a run may have."""
    edges = list(islice(_cuts(config, schedule, n_played or {}), MAX_BATCHES - n_batches + 1))
    if n_batches + len(edges) > MAX_BATCHES:
        size = f"--batch {config.batch}: " if config.batch else ""
        extra = f" beside the {n_batches:,} there are" if n_batches else ""
        min_games = -(-schedule.games // MAX_BATCHES)
        joined = ", or join those there are by `runs compact`" if n_batches else ""
        raise UsageError(
            f"{size}{schedule.games:,} games{extra} make more than {MAX_BATCHES:,} batches, the most that a run may "
            f"have: give --batch {max(2 * min_games, BATCH_GAMES)}, or fewer games{joined}"
        )
    return edges


def _cuts(config: Config, schedule: Schedule, n_played: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    if config.batch:
        return schedule.batch_ranges(config.batch, n_played)
    slow = schedule.simulators[0].prepared.slow or is_file_game(config.game)
    sizes = {}  # of scenarios with players of their own who take long, cut into more batches
    games = schedule.games - sum(n_played.values())
    for simulator, design in zip(schedule.simulators, schedule.designs, strict=True):
        scenario = simulator.prepared.scenario
        if scenario.player is not None or (simulator.prepared.slow and not slow):
            batches = BATCHES if scenario.player is None else BATCHES_SLOW
            sizes[scenario.name] = batch_size(design.games, design.sample, batches=batches)
            games -= design.games - n_played.get(scenario.name, 0)
    batches = BATCHES if config.until is None else max(BATCHES_TO_LOOK, config.workers or cores())
    quick, late = (1, LATE_SLOW) if slow else (BATCH_QUICK, LATE)
    size = batch_size(games, schedule.designs[0].sample, batches=batches, min_games=quick)
    return schedule.batch_ranges(size, n_played, last=max(late, size // 4) if size >= 2 * late else None, sizes=sizes)


# -- before the first game ---------------------------------------------------------------------------------------------


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
        """The same games, played by `workers` processes, and counted."""

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
    for simulator in load_experiment(job).simulators:
        if simulator.prepared.scenario.of is None:
            _ = simulator.policies


def distribute_pilot(
    pool: PipeExecutor | None, job: Job, simulator: Simulator, tell: Callable[[str], None], rows: GameRows,
    forced: Sequence[ForcedOpening] = (),
) -> PilotGames:  # fmt: skip
    """Games of a pilot on one of the job's simulators, played by these workers, who then have it loaded, or by this
    process; results do not depend on how the rows are cut. tell: receives how many games are finished, and who won how
    many of them. Raises DataError, and Interrupted where it is stopped."""
    n_pieces = PIECES * pool.size if pool else LOCAL_PIECES
    edges = np.linspace(0, len(rows), max(1, min(len(rows), n_pieces)) + 1).astype(int).tolist()
    pieces = [rows.take(slice(lo, hi)) for lo, hi in pairwise(edges)]
    prepared, results = simulator.prepared, list[PilotGames]()
    doing = f"Trying {count_noun(len(rows), 'game')} first, which decide how games are laid out"
    tell(f"{doing}…")
    try:
        for result in _play_pieces(pool, job, simulator, pieces, tuple(forced)):
            results.append(result)
            games = PilotGames.of(results)
            tell(f"{doing}: {len(games.share):,} are played, {games.words(prepared.game)}")
    except TaskFailed as error:
        raise DataError(f"the pilot, which decides how games are laid out, cannot be played: {error}") from error
    except KeyboardInterrupt:
        tried = f"{sum(len(result.share) for result in results):,} of {count_noun(len(rows), 'game')}"
        raise Interrupted(
            f"stopped before the first game of the run: {tried} that are tried first were played", is_lost=True
        ) from None
    return PilotGames.of(results)


def _play_pieces(
    pool: PipeExecutor | None,
    job: Job,
    simulator: Simulator,
    pieces: Sequence[GameRows],
    forced: tuple[ForcedOpening, ...],
) -> Iterator[PilotGames]:
    """The games of the pieces, each when it is finished."""
    if pool is None:
        yield from (play_pilot(simulator, piece, forced) for piece in pieces)
        return
    name = simulator.prepared.scenario.name
    futures = [pool.submit(play_piece, job, name, piece, forced) for piece in pieces]
    yield from (future.result() for future in futures)


def play_piece(job: Job, scenario: str, rows: GameRows, forced: Sequence[ForcedOpening]) -> PilotGames:
    """These rows on the simulator of the scenario; DataError where a strategy fails."""
    (simulator,) = (
        simulator for simulator in load_experiment(job).simulators if simulator.prepared.scenario.name == scenario
    )
    try:
        return play_pilot(simulator, rows, forced)
    except ValueError as error:
        raise DataError(str(error)) from error


# -- games played again ------------------------------------------------------------------------------------------------


def check_repeatability(run: RunDirectory, job: Job, pool: Executor) -> ReplaySample | None:
    """Play some games of the run again, in another order, and compare them with their rows; None where no strategy is
    a user's program. Raises what play_batch raises."""
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
        rows = stored_rows(run, batch.scenario, game)
        decisions, options = rows["games"].select("n_decisions", "n_legal_moves").row(0)
        if (decisions, options, tuple(rows["seats"]["score"])) != result:
            seated.append(set(rows["seats"]["strategy"].cast(pl.String).drop_nulls()) & programs)
    names = set.intersection(*seated) or set.union(*seated) if seated else set()
    return ReplaySample(len(sample_games), len(seated), sorted(names))


def own_strategies(config: Config) -> set[str]:
    """Strategies of the configuration that are user programs."""
    from strategies.catalogue import find

    return {name for name in config.players_of_all if find(name, config.game).kind in OWN_KINDS}


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
    schedule, _ = open_schedule(job)
    results: list[GameResult] = []
    for scenario, game in games:
        simulator, design = schedule.simulator_of(scenario)
        try:
            outcome = simulator.play(design.rows(game, game + 1), design.forced)
        except ProgramError as error:
            raise DataError(str(error)) from error
        scores = tuple(int(score) for score in np.asarray(outcome.seats["score"]))
        results.append((int(outcome.games["n_decisions"][0]), int(outcome.games["n_legal_moves"][0]), scores))
    return results


def stored_rows(run: RunDirectory, scenario: str, game: int) -> dict[str, pl.DataFrame]:
    """The rows that a run has of a game, by table: none where it was not played yet."""
    batches = [batch for batch in run.manifest.batches if batch.scenario == scenario and batch.lo <= game < batch.hi]
    return {
        table: pl.scan_parquet(part_path(run.path, table, batch.number).absolute(), glob=False, hive_partitioning=False)
        .filter(pl.col("game") == game)
        .collect()
        for batch in batches
        for table in batch.parts
    }
