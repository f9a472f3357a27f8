"""A map of plans searched for, played anew on fresh deals, and written: its table, its chart, and every plan of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyser import __version__
from analyser.errors import write_error
from analyser.experiments.objective import CHECK, FINAL, SEARCH, WORST, Objective, PlanScores, play_table
from analyser.files import write_atomic
from analyser.runs.executors import take_notices
from analyser.tuning.map_start import Axis, MapSession
from analyser.tuning.parameters import PlanParameters, Vector, rewrite_plan
from analyser.tuning.search import MapElites, ribs_version
from analyser.tuning.start import SearchProgress, explain_stop
from cext.messages import count_noun
from strategies import StrategyFileError
from strategies.plan import Plan

if TYPE_CHECKING:
    import polars as pl

__all__ = ["MapElite", "PlanMap", "map_frame", "play_map", "write_map"]

CHECKS, FINALS = 4, 10  # deals for each game of a candidate: on which elites are placed, and on which they are measured
NEEDED = 50  # deals an interval needs
PLANS = "plans"  # folder of the elites, a file each
TABLE, CHART = "archive", "map"


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
class PlanMap:
    """What a search came to."""

    elites: tuple[MapElite, ...]
    n_cells: int  # cells of the search; fewer hold on fresh deals
    generations: int
    games: int  # of the search
    seconds: float
    by_time: bool


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


def play_map(session: MapSession, executor: Executor, watch: Callable[[SearchProgress], None]) -> PlanMap:
    """Search until the generations are done or the time is over, then play every elite on fresh deals.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    with explain_stop(session):
        return _run_search(session, executor, watch)


def _run_search(session: MapSession, executor: Executor, watch: Callable[[SearchProgress], None]) -> PlanMap:
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
        watch(SearchProgress(checkpoint.n_generations, take_notices(executor), n_cells=search.n_cells))
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


# -- written -----------------------------------------------------------------------------------------------------------


def map_frame(session: MapSession, plan_map: PlanMap) -> pl.DataFrame:
    """A row a cell with a plan, by the first axis and then the second (analyser/SCHEMA.md)."""
    import polars as pl

    first, second = session.axes
    return pl.DataFrame(
        [
            {
                first.name: first.keys[elite.cells[0]],
                second.name: second.keys[elite.cells[1]],
                "plan": f"{PLANS}/{elite.plan.name}.toml",
                "share": elite.share, "share_low": elite.low, "share_high": elite.high,
                "ahead": elite.lead, "ahead_low": elite.lead_low, "ahead_high": elite.lead_high,
                f"held_{first.name}": elite.axis_values[0], f"held_{second.name}": elite.axis_values[1],
                "placed_by": elite.order, "searched": elite.search, "n": elite.deals,
            }
            for elite in plan_map.elites
        ]
    )  # fmt: skip


def write_map(session: MapSession, plan_map: PlanMap) -> list[Path]:
    """Write table, chart and plans, each whole or not at all; the files. Plans of an earlier session are replaced.

    Raises DataError or DiskFull.
    """
    import io

    from reports.charts.style import house_style, missing_letters, png_bytes, svg_bytes, warn_of_boxes
    from reports.map import map_chart

    frame, parquet = map_frame(session, plan_map), io.BytesIO()
    frame.write_parquet(parquet)
    with house_style():
        figure = map_chart(frame, session.axes, session.facts, count_noun(plan_map.games, "game"))
        files = {
            f"{TABLE}.csv": frame.write_csv().encode(),
            f"{TABLE}.parquet": parquet.getvalue(),
            f"{CHART}.svg": svg_bytes(figure),
            f"{CHART}.png": png_bytes(figure),
        }
        warn_of_boxes(missing_letters(figure))
    text = session.file.read_text(encoding="utf-8")
    for elite in plan_map.elites:
        provenance = {
            "who": f"tuned from {session.checkpoint.plan} by analyser {__version__}",
            "on_what": _on_what(session, plan_map, elite),
            "when": str(datetime.now(UTC).date()),
        }
        files[f"{PLANS}/{elite.plan.name}.toml"] = rewrite_plan(
            text, elite.plan, board=None, provenance=provenance
        ).encode()
    folder = session.out / PLANS
    try:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.toml"):
            path.unlink()
        for name, content in files.items():
            write_atomic(session.out / name, content)
    except OSError as error:
        raise write_error(session.out, error, "--resume when it can", with_room="--resume") from error
    return [session.out / name for name in files]


def _on_what(session: MapSession, plan_map: PlanMap, elite: MapElite) -> str:
    """Provenance: how it was found, and what it came to."""
    tuning = session.checkpoint.tuning
    return "".join(
        [
            f"MAP-Elites (CMA-ME, pyribs {ribs_version()}) over {' and '.join(axis.name for axis in session.axes)} on ",
            f"{tuning.goal_text}, against {', '.join(tuning.against)} at {tuning.players[0]} players",
            *(f", {name}={value}" for name, value in tuning.option),
            f", components {tuning.components}" if tuning.components else "",
            f"; {count_noun(plan_map.generations, 'generation')}, {plan_map.games // tuning.games:,} plans",
            f" at {tuning.games} games, seed {tuning.seed}",
            f"; on {elite.deals:,} fresh deals it wins {100 * elite.share:.1f} % ",
            f"({100 * elite.low:.1f} to {100 * elite.high:.1f}), {elite.lead:+.1f} points ahead ",
            f"({elite.lead_low:.1f} to {elite.lead_high:.1f})",
        ]
    )
