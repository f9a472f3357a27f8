"""A map of plans begun or taken up again, searched for, played anew on fresh deals, and written."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyser.errors import DataError, Interrupted, TaskFailed, UsageError
from analyser.experiments.arena import default_strategies
from analyser.experiments.objective import CHECK, FINAL, SEARCH, WORST, Objective, PlanScores, columns, play_table
from analyser.ratings.table import elo_file, load_elo
from analyser.runs.executors import take_notices
from analyser.tuning.checkpoint import MapCheckpoint
from analyser.tuning.map_axes import Axis, axes_of, axis_names
from analyser.tuning.parameters import PlanParameters, Vector
from analyser.tuning.search import MapElites, ribs_version
from analyser.tuning.start import (
    TuningSession,
    check_unchanged,
    extend,
    input_digests,
    new_checkpoint,
    parse_plan_name,
    submit,
    validate,
)
from cext.messages import count_noun
from reports.facts import GameFacts
from strategies import StrategyFileError
from strategies.catalogue import find, plan_of
from strategies.plan import Plan

__all__ = ["MapElite", "MapProgress", "MapSession", "PlanMap", "begin_map", "play_map", "resume_map"]

CHECKPOINT_FILE = "map.json"  # in the folder of a map: the search, as far as it has come
CHECKS, FINALS = 4, 10  # deals for each game of a candidate: on which elites are placed, and on which they are measured
GAMES = 200  # of a candidate, unless told otherwise
NEEDED = 50  # deals an interval needs


@dataclass
class MapSession(TuningSession):
    """The same of a map: `out` is its folder."""

    axes: tuple[Axis, Axis]
    known_plans: tuple[Plan, ...]  # plans of the game, which the search begins with
    facts: GameFacts

    @property
    def checkpoint_file(self) -> Path:
        """Where the search is kept."""
        return self.out / CHECKPOINT_FILE


@dataclass(frozen=True)
class MapElite:
    """The best plan of a cell, and what it came to on deals on which nothing was chosen."""

    cells: tuple[int, int]
    plan: Plan
    search: float  # its fitness in the search: the best of many, and so too good
    deals: int
    share: float  # win share, with its 95 % interval
    low: float
    high: float
    lead: float  # points ahead of the mean opponent, with its 95 % interval
    lead_low: float
    lead_high: float
    axis_values: tuple[float, float]  # by how much it is there, on each axis
    order: float  # fitness on the deals on which it was placed: the best of a row is chosen by it


@dataclass(frozen=True)
class MapProgress:
    """Where a search stands."""

    generation: int
    n_cells: int  # with a plan
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlanMap:
    """What a search came to."""

    elites: tuple[MapElite, ...]
    n_cells: int  # cells of the search; fewer hold on fresh deals
    generations: int
    games: int  # of the search
    seconds: float
    by_time: bool


def begin_map(
    options: Mapping[str, Any],
    out: Path | None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    executor: Executor | None = None,
) -> MapSession:
    """A new map. options: what was asked for, by the names of Objective and MapCheckpoint, the plan a game alone
    where none is named; out: its folder. executor: plays what is tried; None: this process. Raises UsageError or
    DataError."""
    version = ribs_version()
    settings = {"games": GAMES, **{key: value for key, value in options.items() if value is not None}}
    settings["plan"] = _first_plan(settings.get("plan"))
    axes = settings.pop("axes", ())
    base, file = new_checkpoint(settings, generations=generations, minutes=minutes)
    checkpoint = MapCheckpoint(**vars(base), axes=axes)
    out = out or Path(f"{Path(checkpoint.tuning.game).stem}-map")
    if out.exists():
        condition = "" if (out / CHECKPOINT_FILE).exists() else " if it is a map"
        raise DataError(f"--out {out} is there already: go on with it by --resume{condition}, or name another folder")
    if not out.parent.is_dir():
        raise DataError(f"--out {out}: there is no folder {out.parent}: make it, or name another place")
    session = _open_session(checkpoint, file, out, executor)
    checkpoint.digests = input_digests(checkpoint, version, "ribs")
    out.mkdir()
    return session


def resume_map(
    options: Mapping[str, Any],
    out: Path,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    executor: Executor | None = None,
) -> MapSession:
    """The map in the folder `out`, as it was begun. ResumeMismatch where another was asked for, or inputs changed."""
    version = ribs_version()
    checkpoint = MapCheckpoint.read(out / CHECKPOINT_FILE)
    settings = {
        **options,
        "plan": checkpoint.plan if options.get("plan") == checkpoint.tuning.game else options.get("plan"),
    }
    extend(checkpoint, settings, out, generations=generations, minutes=minutes)
    _, _, file = parse_plan_name(checkpoint.plan)
    session = _open_session(checkpoint, file, out, executor)
    check_unchanged(checkpoint, version, out, "ribs")
    return session


def _first_plan(spec: str | None) -> str | None:
    """The plan a search begins with: the game's best by Elo, or its first, where a game alone is named."""
    from cext.games import is_game

    if not is_game(spec):
        return spec
    plans = default_strategies(spec)
    elo = {row.strategy: row.elo for row in load_elo(elo_file(spec)) if row.strategy in plans}
    return f"{spec}/{max(plans, key=lambda name: elo.get(name, -np.inf))}"


def _open_session(checkpoint: MapCheckpoint, file: Path, out: Path, executor: Executor | None) -> MapSession:
    tuning = checkpoint.tuning
    if len(tuning.players) > 1:
        raise UsageError(f"--players {','.join(map(str, tuning.players))}: a map is of one table: name one number")
    session = validate(checkpoint, file, out, executor)
    known_plans = tuple(plan_of(find(name, tuning.game)) for name in default_strategies(tuning.game))
    first_game = submit(executor, play_table, replace(tuning, games=1), tuning.players[0], session.plan, CHECK, 0, 1)
    facts = first_game.result().facts
    if facts.players < 2:
        raise UsageError(f"--players {tuning.players[0]}: one seat decides, without a fair share: name more players")
    names = columns(tuning)
    checkpoint.axes = checkpoint.axes or axis_names(facts, names)[:2]
    column_means: dict[str, list[float]] = {}
    if any(name in names for name in checkpoint.axes):
        for plan in (session.plan, *known_plans):
            games = submit(executor, play_table, tuning, tuning.players[0], plan, CHECK, 0, tuning.games).result()
            for name in checkpoint.axes:
                if name in names:
                    column_means.setdefault(name, []).append(float(games.plan_values(name).mean()))
    axes = axes_of(checkpoint.axes, facts, names, {name: np.array(values) for name, values in column_means.items()})
    return MapSession(checkpoint, session.plan, file, session.parameters, out, axes, known_plans, facts)


# -- searching --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CellPlacement:
    """What a plan came to, and what decides its cell on each axis."""

    games: PlanScores
    axis_measures: tuple[Any, ...]


def place_plan(tuning: Objective, plan: Plan, axes: tuple[Axis, Axis], use: int, games: int) -> CellPlacement | None:
    """The plan on the first deals for that use; None for numbers that no plan can have."""
    try:
        games_table = play_table(tuning, tuning.players[0], plan, use, 0, games)
    except StrategyFileError:
        return None
    return CellPlacement(games_table.games, tuple(axis.measure(games_table) for axis in axes))


def play_map(session: MapSession, executor: Executor, watch: Callable[[MapProgress], None]) -> PlanMap:
    """Search until the generations are done or the time is over, then play every elite on fresh deals.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    try:
        return _run_search(session, executor, watch)
    except KeyboardInterrupt:
        raise Interrupted(f"stopped: {_saved_note(session)}") from None
    except TaskFailed as error:
        raise DataError(f"{error}: {_saved_note(session)}") from error


def _saved_note(session: MapSession) -> str:
    """What there is of a search that has stopped, and how to go on with it."""
    n_saved = session.checkpoint.n_saved(session.checkpoint_file)
    if not n_saved:
        return "nothing is kept before the first generation is over"
    note = f"{session.checkpoint_file} keeps {count_noun(n_saved, 'generation')}"
    return f"{note}: `analyser tune --map --resume {session.out}` goes on"


def _run_search(session: MapSession, executor: Executor, watch: Callable[[MapProgress], None]) -> PlanMap:
    checkpoint, started = session.checkpoint, time.monotonic() - session.checkpoint.seconds
    solutions = [
        np.zeros(len(session.parameters.keys)),
        *(_to_vector(session.parameters, plan) for plan in session.known_plans),
    ]
    search = MapElites(solutions, [len(axis.keys) for axis in session.axes], checkpoint.tuning.seed)
    for rows in checkpoint.fitness_values:  # led again as it was
        search.ask()
        search.tell(rows)
    by_time = False
    while checkpoint.generations is None or checkpoint.n_generations < checkpoint.generations:
        if not checkpoint.has_time(time.monotonic() - started):
            by_time = True
            break
        rows = _run_generation(session, executor, search.ask())
        search.tell(rows)
        checkpoint.fitness_values.append(rows)
        checkpoint.seconds = round(time.monotonic() - started, 3)
        checkpoint.save(session.checkpoint_file)
        watch(MapProgress(checkpoint.n_generations, search.n_cells, take_notices(executor)))
    plans = sum(map(len, checkpoint.fitness_values))
    return PlanMap(
        _measure_elites(session, executor, search), search.n_cells, checkpoint.n_generations,
        plans * checkpoint.tuning.games, checkpoint.seconds, by_time,
    )  # fmt: skip


def _run_generation(session: MapSession, executor: Executor, solutions: list[Vector]) -> list[list[float]]:
    """Fitness and cells of each plan, all on the same deals: the map compares plans of all generations."""
    tuning, axes = session.checkpoint.tuning, session.axes
    tasks = [
        executor.submit(place_plan, tuning, session.parameters.at(x), axes, SEARCH, tuning.games) for x in solutions
    ]
    rows = []
    for task in tasks:
        placement = task.result()
        if placement is None:
            rows.append([WORST, 0.0, 0.0])
            continue
        cells = (axis.cell(value) for axis, value in zip(axes, placement.axis_measures, strict=True))
        rows.append([float(placement.games.value.mean()), *map(float, cells)])
    return rows


def _to_vector(numbers: PlanParameters, plan: Plan) -> Vector:
    """Another plan by the numbers that the search moves; what it has beyond them is lost."""
    tables_of = {"weights": plan.weights, **{f"by_round.{of}": row for of, row in plan.by_round.items()}}
    tables_of |= {f"by_board.{of}": row for of, row in plan.by_board.items()}
    defaults = {"by_round": 1.0}
    values = [tables_of.get(of, {}).get(key, defaults.get(of.partition(".")[0], 0.0)) for of, key in numbers.keys]
    return (np.array(values) - numbers.start) / numbers.scales()


# -- measuring --------------------------------------------------------------------------------------------------------


def _measure_elites(session: MapSession, executor: Executor, search: MapElites) -> tuple[MapElite, ...]:
    """The elites where fresh deals place them, the best of those that meet in a cell, and what each came to on others:
    the best of many is partly luck (the winner's curse), which neither of these deals shares."""
    tuning, axes = session.checkpoint.tuning, session.axes
    candidates = [(fitness, session.parameters.at(x)) for _, fitness, x in search.elites if fitness > WORST]
    tasks = [executor.submit(place_plan, tuning, plan, axes, CHECK, CHECKS * tuning.games) for _, plan in candidates]
    best: dict[tuple[int, ...], tuple[float, float, Plan]] = {}
    for (fitness, plan), task in zip(candidates, tasks, strict=True):
        placement = task.result()
        assert placement is not None
        cells = tuple(axis.cell(value) for axis, value in zip(axes, placement.axis_measures, strict=True))
        order = float(placement.games.value.mean())
        if cells not in best or order > best[cells][0]:
            best[cells] = (order, fitness, plan)
    deals = max(NEEDED, FINALS * tuning.games)
    last = {
        cells: executor.submit(place_plan, tuning, plan, axes, FINAL, deals) for cells, (_, _, plan) in best.items()
    }
    return tuple(_measure_elite(session, cells, *best[cells], task.result()) for cells, task in sorted(last.items()))


def _measure_elite(
    session: MapSession,
    cells: tuple[int, ...],
    order: float,
    fitness: float,
    plan: Plan,
    placement: CellPlacement | None,
) -> MapElite:
    from reports.stats.intervals import limits, share_limits

    assert placement is not None
    share, lead, n = placement.games.share, placement.games.lead, len(placement.games.share)
    low, high = (float(end) for end in share_limits(share.mean(), share.std(ddof=1) / np.sqrt(n), n))
    below, above = (float(end) for end in limits(lead.mean(), lead.std(ddof=1) / np.sqrt(n), n))
    first, second = (axis.axis_value(value) for axis, value in zip(session.axes, placement.axis_measures, strict=True))
    name = "-".join(axis.keys[cell] for axis, cell in zip(session.axes, cells, strict=True))
    labels = (f"{axis.title}: {axis.labels[cell]}" for axis, cell in zip(session.axes, cells, strict=True))
    idea = "; ".join(labels)
    elite_plan = replace(plan, name=name, idea=f"{idea[:1].upper()}{idea[1:]}.", alike={})
    return MapElite(
        (cells[0], cells[1]), elite_plan, fitness, n, float(share.mean()), low, high, float(lead.mean()), below, above,
        (first, second), order,
    )  # fmt: skip
