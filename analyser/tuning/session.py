"""A tuning played: generation after generation, looks at deals it has not seen, the new file at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from analyser import __version__
from analyser.errors import DataError, Interrupted, TaskLost, write_error
from analyser.experiments.objective import CHECK, FINAL, Objective, PlanScores, changes_of, evaluate_plan, fitness
from analyser.runs.limits import limits_of
from analyser.runs.store import write_whole
from analyser.runs.workers import closing, executor, notices_of, worker_count
from analyser.tuning.beginning import Begun
from analyser.tuning.kept import Kept, file_of
from analyser.tuning.numbers import rewritten
from analyser.tuning.search import PLANS, Search
from cext.spelling import counted
from strategies.plan import Plan

__all__ = ["END", "Gain", "Look", "Result", "fresh_games", "players", "searched", "tune"]

EVERY = 10  # generations between two looks
LOOK = 8  # deals of a look for each game of a candidate
END = 50  # deals of the end for each
BLOCK = 500  # deals a task plays


@dataclass(frozen=True)
class Gain:
    """What a plan has gained over the one it began as, on the same fresh deals; errors are clustered by deal."""

    deals: int
    before: float  # win share
    after: float
    share: float  # gain of win share, with its 95 % interval
    share_low: float
    share_high: float
    ahead: float  # gain of points ahead of the mean opponent
    ahead_low: float
    ahead_high: float
    value: float  # gain of what was searched for

    @classmethod
    def of(cls, old: PlanScores, new: PlanScores) -> Gain:
        """Of two plans on the same deals."""
        share, ahead = new.share - old.share, new.lead - old.lead
        low, high = _limits(share, bounded=True)
        ahead_low, ahead_high = _limits(ahead, bounded=False)
        return cls(
            len(share), float(old.share.mean()), float(new.share.mean()), float(share.mean()), low, high,
            float(ahead.mean()), ahead_low, ahead_high, float((new.value - old.value).mean()),
        )  # fmt: skip

    @property
    def words(self) -> str:
        """Both gains with their intervals."""
        share = f"{100 * self.share:+.1f} pp of win share ({100 * self.share_low:.1f} to {100 * self.share_high:.1f})"
        return f"{share}, {self.ahead:+.1f} points ahead ({self.ahead_low:.1f} to {self.ahead_high:.1f})"


@dataclass(frozen=True)
class Look:
    """Where a tuning stands."""

    generation: int
    generations: int | None  # at most; None: until the time is over
    gain: Gain | None  # of the best search, where deals not searched on were just played
    notices: tuple[str, ...] = ()  # what happened to worker processes since the last look, a sentence each


@dataclass(frozen=True)
class Result:
    """What a tuning came to."""

    plan: Plan
    gain: Gain
    generations: int
    games: int  # of the search
    seconds: float
    start: int  # which search it comes from, from 1 on
    written: bool
    by_time: bool  # the time ended it
    moved: list[tuple[str, float, float]]


Watch = Callable[[Look], None]


@contextmanager
def players(
    workers: int | None, time_limit: float | None = None, memory_limit: str | None = None
) -> Iterator[Executor]:
    """Who plays the games of a tuning. time_limit, memory_limit: of the games of a plan, as those of a batch."""
    count = worker_count(workers, memory_limit)
    with closing(executor("local", count, limits_of(time_limit, memory_limit, count))) as pool:
        yield pool


def tune(begun: Begun, pool: Executor, watch: Watch) -> Result:
    """Search until the generations are done or the time is over, then write the plan, if it has gained.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    try:
        return searched(begun, pool, watch)
    except KeyboardInterrupt:
        kept = _kept(begun)
        if not kept:
            raise Interrupted("stopped before the first generation was over: nothing is kept") from None
        raise Interrupted(f"stopped: {kept}") from None
    except TaskLost as error:
        kept = _kept(begun)
        raise DataError(f"{error}{f': {kept}' if kept else ''}") from error


def _kept(begun: Begun) -> str:
    """What there is of a search that has stopped, and how to go on with it; "" where there is nothing."""
    file = file_of(begun.out)
    n_saved = begun.kept.n_saved(file)
    going_on = f"`analyser tune --resume --out {begun.out}` goes on"
    return f"{file} keeps {counted(n_saved, 'generation')}: {going_on}" if n_saved else ""


def searched(begun: Begun, pool: Executor, watch: Watch) -> Result:
    """The same, played by a pool that is there; what stops it is raised as it is."""
    kept, begin, before = begun.kept, time.monotonic(), begun.kept.seconds
    searches = [Search(begun.numbers, kept.tuning.seed, number) for number in range(kept.starts)]
    for generation in kept.worths:  # led again as it was
        for search, values in zip(searches, generation, strict=True):
            search.ask()
            search.tell(values)
    old = _Plays(begun, pool)
    by_time = False
    while kept.generations is None or len(kept.worths) < kept.generations:
        if kept.minutes is not None and kept.worths and before + time.monotonic() - begin > 60 * kept.minutes:
            by_time = True
            break
        _generation(begun, pool, searches)
        kept.seconds = round(before + time.monotonic() - begin, 3)
        number, gain = len(kept.worths), None
        if number % EVERY == 0:
            gain, _ = old.best(searches)
            kept.looks.append({"generation": number, **asdict(gain)})
        kept.save(file_of(begun.out))
        watch(Look(number, kept.generations, gain, notices_of(pool)))
    return _ended(begun, pool, searches, old, by_time=by_time)


def _generation(begun: Begun, pool: Executor, searches: list[Search]) -> None:
    """Every search asks for plans and is told what they are worth; nothing is kept of a generation broken off."""
    kept = begun.kept
    asked = [search.ask() for search in searches]
    tasks = [
        [pool.submit(fitness, kept.tuning, begun.numbers.at(x), len(kept.worths)) for x in vectors] for vectors in asked
    ]
    worths = [[float(task.result()) for task in start] for start in tasks]
    for search, values in zip(searches, worths, strict=True):
        search.tell(values)
    kept.worths.append(worths)


class _Plays:
    """Fresh deals played by the plan as it was, once, and by what searches have found."""

    def __init__(self, begun: Begun, pool: Executor) -> None:
        self.begun, self.pool = begun, pool
        self._old: PlanScores | None = None

    def best(self, searches: list[Search]) -> tuple[Gain, int]:
        """The gain of the search that has gained most on the deals of looks, and its number."""
        deals = LOOK * self.begun.kept.tuning.games
        if self._old is None:
            self._old = self.games(self.begun.plan, CHECK, deals)
        found = [self.begun.numbers.at(search.found) for search in searches]
        gains = [Gain.of(self._old, self.games(plan, CHECK, deals)) for plan in found]
        number = max(range(len(gains)), key=lambda at: gains[at].value)
        return gains[number], number

    def games(self, plan: Plan, use: int, deals: int) -> PlanScores:
        """The plan on so many deals for that use."""
        return fresh_games(self.pool, self.begun.kept.tuning, plan, use, deals)


def fresh_games(pool: Executor, tuning: Objective, plan: Plan, use: int, deals: int) -> PlanScores:
    """The plan on the first so many deals for that use, played by a pool."""
    tasks: list[Future[PlanScores]] = [
        pool.submit(evaluate_plan, tuning, plan, use, first, min(BLOCK, deals - first))
        for first in range(0, deals, BLOCK)
    ]
    parts = [task.result() for task in tasks]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("share", "lead", "value")}
    return PlanScores(**joined)


def _ended(begun: Begun, pool: Executor, searches: list[Search], old: _Plays, *, by_time: bool) -> Result:
    """The best search's plan held against the old one on deals nobody has looked at, and written if it is better."""
    kept = begun.kept
    number = old.best(searches)[1] if len(searches) > 1 else 0
    x = searches[number].found
    plan = replace(begun.numbers.at(x), name=begun.out.stem)
    deals = END * kept.tuning.games
    gain = Gain.of(old.games(begun.plan, FINAL, deals), old.games(plan, FINAL, deals))
    result = Result(
        plan, gain, len(kept.worths), len(kept.worths) * kept.starts * PLANS * kept.tuning.games
        * len(kept.tuning.players), kept.seconds, number + 1, gain.value > 0, by_time, begun.numbers.moved(x, 5),
    )  # fmt: skip
    if result.written:
        _write(begun, result)
    return result


def _write(begun: Begun, result: Result) -> None:
    """The new file, whole or not at all."""
    text = rewritten(
        begun.file.read_text(encoding="utf-8"), result.plan, board=begun.kept.tuning.board,
        provenance={
            "who": f"tuned from {begun.kept.plan} by analyser {__version__}",
            "on_what": "".join(_on_what(begun.kept, result)),
            "when": str(datetime.now(UTC).date()),
        },
    )  # fmt: skip
    if begun.out.exists():
        raise DataError(f"--out {begun.out} is there by now and stays as it is: --resume with another place for it")
    try:
        write_whole(begun.out, text.encode())
    except OSError as error:
        raise write_error(begun.out, error, "--resume when it can", with_room="--resume") from error


def _on_what(kept: Kept, result: Result) -> Iterator[str]:
    """Provenance: what was searched for, on what, and what it gained."""
    tuning = kept.tuning
    yield f"CMA-ES on {tuning.goal_text}, against {', '.join(tuning.against)}"
    yield f" at {' and '.join(map(str, tuning.players))} players"
    yield f" on {tuning.board}" if tuning.board else ""
    yield f", {changed}" if (changed := changes_of(tuning)) else ""
    yield f"; {counted(result.generations, 'generation')} of {PLANS} plans at {tuning.games} games, seed {tuning.seed}"
    yield f", deals 0 to {result.generations * tuning.games - 1}"
    yield f", the best of {kept.starts} starts" if kept.starts > 1 else ""
    yield ", ended by a time limit" if result.by_time else ""
    yield f"; on {result.gain.deals:,} fresh deals {result.gain.words}"


def _limits(values: Any, *, bounded: bool) -> tuple[float, float]:
    """Both ends of the 95 % interval of the mean of one value a deal; bounded: it lies between -1 and 1, and they reach
    at least as far as rare deals may take it."""
    from reports.stats.cluster import limits, rare_half, skewness_of

    n, mean = len(values), float(values.mean())
    if n < 2:
        return float("nan"), float("nan")
    off, se = values - mean, values.std(ddof=1) / np.sqrt(n)
    low, high = (float(end) for end in limits(mean, se, n))
    if not bounded:
        return low, high
    skewness = skewness_of((off**2).sum(), (off**3).sum())
    below = float(rare_half(0.025, 1.0 + mean, se, -skewness, n))
    above = float(rare_half(0.025, 1.0 - mean, se, skewness, n))
    return min(low, mean - below), max(high, mean + above)
