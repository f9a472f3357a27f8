"""A tuning played: generation after generation, looks at deals it has not seen, the new file at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

import numpy as np
from msgspec import structs

from analyser import __version__
from analyser.errors import DataError, write_error
from analyser.experiments.objective import CHECK, FINAL, Gain, Objective, PlanScores, changes_of, evaluate_plan, fitness
from analyser.files import write_atomic
from analyser.runs.executors import take_notices
from analyser.sessions import explain_stop
from analyser.tuning.checkpoint import TuningCheckpoint
from analyser.tuning.parameters import plan_text, rewrite_plan
from analyser.tuning.search import PLANS, CmaSearch
from analyser.tuning.start import SearchProgress, TuningSession
from cext.messages import count_noun
from strategies.plan import Plan

__all__ = [
    "END", "TuningResult", "Watch", "run_search", "scores_on_fresh_deals", "tune",
]  # fmt: skip

LOOK_INTERVAL = 10  # generations between two looks
LOOK = 8  # deals of a look for each game of a candidate
END = 50  # deals of the end for each
BLOCK = 500  # deals a task plays


@dataclass(frozen=True)
class TuningResult:
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


Watch = Callable[[SearchProgress], None]


def tune(session: TuningSession, executor: Executor, watch: Watch) -> TuningResult:
    """Search until the generations are done or the time is over, then write the plan, if it has gained.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    with explain_stop(session):
        return run_search(session, executor, watch)


def run_search(session: TuningSession, executor: Executor, watch: Watch) -> TuningResult:
    """The same by an executor that is there; what stops it is raised as it is."""
    checkpoint, started = session.checkpoint, time.monotonic() - session.checkpoint.seconds
    searches = [CmaSearch(session.parameters, checkpoint.objective.seed, number) for number in range(checkpoint.starts)]
    for generation in checkpoint.fitness_values:  # led again as it was
        for search, values in zip(searches, generation, strict=True):
            search.ask()
            search.tell(values)
    fresh_games = _FreshGames(session, executor)
    by_time = False
    while checkpoint.limit is None or checkpoint.n_done < checkpoint.limit:
        if not checkpoint.has_time(time.monotonic() - started):
            by_time = True
            break
        _run_generation(session, executor, searches)
        checkpoint.seconds = round(time.monotonic() - started, 3)
        number, gain = checkpoint.n_done, None
        if number % LOOK_INTERVAL == 0:
            gain, _ = fresh_games.best(searches)
            checkpoint.looks.append({"generation": number, **asdict(gain)})
        checkpoint.save(session.checkpoint_file)
        watch(SearchProgress(number, take_notices(executor), gain))
    return _finish(session, searches, fresh_games, by_time=by_time)


def _run_generation(session: TuningSession, executor: Executor, searches: list[CmaSearch]) -> None:
    """Every search asks for plans and is told their fitness; nothing is kept of a generation broken off."""
    checkpoint = session.checkpoint
    solutions = [search.ask() for search in searches]
    tasks = [
        [executor.submit(fitness, checkpoint.objective, session.parameters.at(x), checkpoint.n_done) for x in vectors]
        for vectors in solutions
    ]
    fitness_values = [[float(task.result()) for task in start] for start in tasks]
    for search, values in zip(searches, fitness_values, strict=True):
        search.tell(values)
    checkpoint.fitness_values.append(fitness_values)


class _FreshGames:
    """Fresh deals played by the plan as it was, once, and by what searches have found."""

    def __init__(self, session: TuningSession, executor: Executor) -> None:
        self.session, self.executor = session, executor
        self._plan_games: PlanScores | None = None

    def best(self, searches: list[CmaSearch]) -> tuple[Gain, int]:
        """The gain of the search that has gained most on the deals of looks, and its number."""
        deals = LOOK * self.session.checkpoint.objective.games
        if self._plan_games is None:
            self._plan_games = self.games(self.session.plan, CHECK, deals)
        plans = [self.session.parameters.at(search.mean) for search in searches]
        gains = [Gain.of(self._plan_games, self.games(plan, CHECK, deals)) for plan in plans]
        number = max(range(len(gains)), key=lambda at: gains[at].value)
        return gains[number], number

    def games(self, plan: Plan, use: int, deals: int) -> PlanScores:
        """The plan on so many deals for that use."""
        return scores_on_fresh_deals(self.executor, self.session.checkpoint.objective, plan, use, deals)


def scores_on_fresh_deals(executor: Executor, tuning: Objective, plan: Plan, use: int, deals: int) -> PlanScores:
    """The plan on the first so many deals for that use, by an executor."""
    tasks: list[Future[PlanScores]] = [
        executor.submit(evaluate_plan, tuning, plan, use, first, min(BLOCK, deals - first))
        for first in range(0, deals, BLOCK)
    ]
    parts = [task.result() for task in tasks]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("share", "lead", "value")}
    return PlanScores(**joined)


def _finish(
    session: TuningSession, searches: list[CmaSearch], fresh_games: _FreshGames, *, by_time: bool
) -> TuningResult:
    """The best search's plan held against the old one on deals nobody has looked at, and written if it is better."""
    checkpoint = session.checkpoint
    number = fresh_games.best(searches)[1] if len(searches) > 1 else 0
    x = searches[number].mean
    plan = structs.replace(session.parameters.at(x), name=session.out.stem)
    deals = END * checkpoint.objective.games
    gain = Gain.of(fresh_games.games(session.plan, FINAL, deals), fresh_games.games(plan, FINAL, deals))
    result = TuningResult(
        plan, gain, checkpoint.n_done,
        checkpoint.n_done * checkpoint.starts * PLANS * checkpoint.objective.games * len(checkpoint.objective.players),
        checkpoint.seconds, number + 1, gain.value > 0, by_time, session.parameters.moved(x, 5),
    )  # fmt: skip
    if result.written:
        _write(session, result)
    return result


def _write(session: TuningSession, result: TuningResult) -> None:
    """The new file, whole or not at all."""
    text = rewrite_plan(
        plan_text(session.file, session.plan), result.plan, board=session.checkpoint.objective.board,
        provenance={
            "who": f"tuned from {session.checkpoint.plan} by analyser {__version__}",
            "on_what": "".join(_on_what(session.checkpoint, result)),
            "when": str(datetime.now(UTC).date()),
        },
    )  # fmt: skip
    if session.out.exists():
        raise DataError(f"--out {session.out} is there by now and stays as it is: move it, then --resume")
    try:
        write_atomic(session.out, text.encode())
    except OSError as error:
        raise write_error(session.out, error, "--resume when it can", with_room="--resume") from error


def _on_what(checkpoint: TuningCheckpoint, result: TuningResult) -> Iterator[str]:
    """Provenance: what was searched for, on what, and what it gained."""
    tuning = checkpoint.objective
    yield f"CMA-ES on {tuning.goal_text}, against {', '.join(tuning.against)}"
    yield f" at {' and '.join(map(str, tuning.players))} players"
    yield f" on {tuning.board}" if tuning.board else ""
    yield f", {changes}" if (changes := changes_of(tuning)) else ""
    generations = count_noun(result.generations, "generation")
    yield f"; {generations} of {PLANS} plans at {tuning.games} games, seed {tuning.seed}"
    yield f", deals 0 to {result.generations * tuning.games - 1}"
    yield f", the best of {checkpoint.starts} starts" if checkpoint.starts > 1 else ""
    yield ", ended by a time limit" if result.by_time else ""
    yield f"; on {result.gain.deals:,} fresh deals {result.gain.words}"
