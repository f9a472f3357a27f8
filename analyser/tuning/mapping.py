"""A map of plans begun or taken up again, searched for, played anew on fresh deals, and written."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyser.errors import DataError, Interrupted, TaskLost, UsageError
from analyser.experiments.arena import default_strategies
from analyser.experiments.objective import CHECK, FINAL, SEARCH, WORST, Objective, PlanScores, columns, play_table
from analyser.runs.workers import notices_of
from analyser.strength.elo import elo_file, read_elo
from analyser.tuning.beginning import Begun, asked_for, checked, digests, go_on, named, submitted, unchanged
from analyser.tuning.illumination import Illumination, ribs_version
from analyser.tuning.kept import Kept, KeptMap
from analyser.tuning.map_axes import Axis, axes_of, axis_names
from analyser.tuning.numbers import Numbers, Vector
from cext.spelling import counted
from reports.facts import GameFacts
from strategies import StrategyFileError
from strategies.catalogue import find, plan_of
from strategies.plan import Plan

__all__ = ["Elite", "Look", "Map", "MapBegun", "begin_map", "play_map", "resume_map"]

KEPT = "map.json"  # in the folder of a map: the search, as far as it has come
CHECKS, FINALS = 4, 10  # deals for each game of a candidate: on which elites are placed, and on which they are measured
GAMES = 200  # of a candidate, unless told otherwise
NEEDED = 50  # deals an interval needs


@dataclass
class MapBegun(Begun):
    """The same of a map: `out` is its folder."""

    axes: tuple[Axis, Axis]
    known: tuple[Plan, ...]  # plans of the game, which the search begins with
    facts: GameFacts

    @property
    def kept_file(self) -> Path:
        """Where the search is kept."""
        return self.out / KEPT


@dataclass(frozen=True)
class Elite:
    """The best plan of a cell, and what it came to on deals on which nothing was chosen."""

    cells: tuple[int, int]
    plan: Plan
    search: float  # its worth in the search: the best of many, and so too good
    deals: int
    share: float  # win share, with its 95 % interval
    low: float
    high: float
    ahead: float  # points ahead of the mean opponent, with its 95 % interval
    ahead_low: float
    ahead_high: float
    held: tuple[float, float]  # by how much it is there, on each axis
    order: float  # worth on the deals on which it was placed: the best of a row is chosen by it


@dataclass(frozen=True)
class Look:
    """Where a search stands."""

    generation: int
    reached: int  # cells
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Map:
    """What a search came to."""

    elites: tuple[Elite, ...]
    reached: int  # cells of the search; fewer hold on fresh deals
    generations: int
    games: int  # of the search
    seconds: float
    by_time: bool


def begin_map(
    given: Mapping[str, Any],
    out: Path | None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    pool: Executor | None = None,
) -> MapBegun:
    """A new map. given: what was asked, by the names of Tuning and KeptMap, the plan a game alone where none is named;
    out: its folder. pool: plays what is tried; None: this process. Raises UsageError or DataError."""
    version = ribs_version()
    asked = {"games": GAMES, **{key: value for key, value in given.items() if value is not None}}
    asked["plan"] = _plan_named(asked.get("plan"))
    axes = asked.pop("axes", ())
    plain, file = asked_for(asked, generations=generations, minutes=minutes)
    kept = KeptMap(**{one.name: getattr(plain, one.name) for one in fields(Kept)}, axes=axes)
    out = out or Path(f"{kept.tuning.game}-map")
    if out.exists():
        going = (
            f": go on with it by --resume{'' if (out / KEPT).exists() else ' if it is a map'}, or name another folder"
        )
        raise DataError(f"--out {out} is there already{going}")
    if not out.parent.is_dir():
        raise DataError(f"--out {out}: there is no folder {out.parent}: make it, or name another place")
    begun = _begun(kept, file, out, pool)
    kept.digests = digests(kept, file, version, "ribs")
    out.mkdir()
    return begun


def resume_map(
    given: Mapping[str, Any],
    out: Path | None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    pool: Executor | None = None,
) -> MapBegun:
    """The map in the folder `out`, as it was begun. ResumeMismatch where another was asked for, or inputs changed."""
    if out is None:
        raise UsageError("--resume: name the folder of the map with --out")
    version = ribs_version()
    kept = KeptMap.read(out / KEPT)
    asked = {**given, "plan": kept.plan if given.get("plan") == kept.tuning.game else given.get("plan")}
    go_on(kept, asked, out, generations=generations, minutes=minutes)
    _, _, file = named(kept.plan)
    begun = _begun(kept, file, out, pool)
    unchanged(kept, file, version, out, "ribs")
    return begun


def _plan_named(spec: str | None) -> str | None:
    """The plan a search begins with: the game's best by Elo, or its first, where a game alone is named."""
    from cext.games import GAMES

    if spec not in GAMES:
        return spec
    plans = default_strategies(spec)
    elo = {row.strategy: row.elo for row in read_elo(elo_file(spec)) if row.strategy in plans}
    return f"{spec}/{max(plans, key=lambda name: elo.get(name, -np.inf))}"


def _begun(kept: KeptMap, file: Path, out: Path, pool: Executor | None) -> MapBegun:
    tuning = kept.tuning
    if len(tuning.players) > 1:
        raise UsageError(f"--players {','.join(map(str, tuning.players))}: a map is of one table: name one number")
    begun = checked(kept, file, out, pool)
    known = tuple(plan_of(find(name, tuning.game)) for name in default_strategies(tuning.game))
    one = submitted(pool, play_table, replace(tuning, games=1), tuning.players[0], begun.plan, CHECK, 0, 1).result()
    if one.facts.players < 2:
        raise UsageError(f"--players {tuning.players[0]}: one seat decides and there is no par: name more players")
    names = columns(tuning)
    kept.axes = kept.axes or axis_names(one.facts, names)[:2]
    seen: dict[str, list[float]] = {}
    if any(name in names for name in kept.axes):
        for plan in (begun.plan, *known):
            played = submitted(pool, play_table, tuning, tuning.players[0], plan, CHECK, 0, tuning.games).result()
            for name in kept.axes:
                if name in names:
                    seen.setdefault(name, []).append(float(played.plan_values(name).mean()))
    axes = axes_of(kept.axes, one.facts, names, {name: np.array(values) for name, values in seen.items()})
    return MapBegun(kept, begun.plan, file, begun.numbers, out, axes, known, one.facts)


# -- searching --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Placed:
    """What a plan came to, and what decides its cell on each axis."""

    games: PlanScores
    measured: tuple[Any, ...]


def placed(tuning: Objective, plan: Plan, axes: tuple[Axis, Axis], use: int, games: int) -> Placed | None:
    """The plan on the first deals for that use; None for numbers that no plan can have."""
    try:
        found = play_table(tuning, tuning.players[0], plan, use, 0, games)
    except StrategyFileError:
        return None
    return Placed(found.games, tuple(axis.measure(found) for axis in axes))


def play_map(begun: MapBegun, pool: Executor, watch: Callable[[Look], None]) -> Map:
    """Search until the generations are done or the time is over, then play every elite on fresh deals.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    try:
        return _played(begun, pool, watch)
    except KeyboardInterrupt:
        raise Interrupted(f"stopped: {_told(begun)}") from None
    except TaskLost as error:
        raise DataError(f"{error}: {_told(begun)}") from error


def _told(begun: MapBegun) -> str:
    """What there is of a search that has stopped, and how to go on with it."""
    n_saved = begun.kept.n_saved(begun.kept_file)
    if not n_saved:
        return "nothing is kept before the first generation is over"
    kept = f"{begun.kept_file} keeps {counted(n_saved, 'generation')}"
    return f"{kept}: `analyser tune --map --resume --out {begun.out}` goes on"


def _played(begun: MapBegun, pool: Executor, watch: Callable[[Look], None]) -> Map:
    kept, started, before = begun.kept, time.monotonic(), begun.kept.seconds
    starts = [np.zeros(len(begun.numbers.keys)), *(_vector(begun.numbers, plan) for plan in begun.known)]
    search = Illumination(starts, [len(axis.keys) for axis in begun.axes], kept.tuning.seed)
    for rows in kept.worths:  # led again as it was
        search.ask()
        search.tell(rows)
    by_time = False
    while kept.generations is None or len(kept.worths) < kept.generations:
        if kept.minutes is not None and kept.worths and before + time.monotonic() - started > 60 * kept.minutes:
            by_time = True
            break
        rows = _generation(begun, pool, search.ask())
        search.tell(rows)
        kept.worths.append(rows)
        kept.seconds = round(before + time.monotonic() - started, 3)
        kept.save(begun.kept_file)
        watch(Look(len(kept.worths), search.reached, notices_of(pool)))
    plans = sum(map(len, kept.worths))
    return Map(
        _measured(begun, pool, search), search.reached, len(kept.worths), plans * kept.tuning.games, kept.seconds,
        by_time,
    )  # fmt: skip


def _generation(begun: MapBegun, pool: Executor, asked: list[Vector]) -> list[list[float]]:
    """Worth and cells of each plan, all on the same deals: the map compares plans of all generations."""
    tuning, axes = begun.kept.tuning, begun.axes
    tasks = [pool.submit(placed, tuning, begun.numbers.at(x), axes, SEARCH, tuning.games) for x in asked]
    rows = []
    for task in tasks:
        found = task.result()
        if found is None:
            rows.append([WORST, 0.0, 0.0])
            continue
        cells = (axis.cell(value) for axis, value in zip(axes, found.measured, strict=True))
        rows.append([float(found.games.value.mean()), *map(float, cells)])
    return rows


def _vector(numbers: Numbers, plan: Plan) -> Vector:
    """Another plan by the numbers that the search moves; what it has beyond them is lost."""
    weighed = {"weights": plan.weights, **{f"by_round.{of}": row for of, row in plan.by_round.items()}}
    weighed |= {f"by_board.{of}": row for of, row in plan.by_board.items()}
    usual = {"by_round": 1.0}
    values = [weighed.get(of, {}).get(key, usual.get(of.partition(".")[0], 0.0)) for of, key in numbers.keys]
    return (np.array(values) - numbers.start) / numbers.sizes()


# -- measuring --------------------------------------------------------------------------------------------------------


def _measured(begun: MapBegun, pool: Executor, search: Illumination) -> tuple[Elite, ...]:
    """The elites where fresh deals place them, the best of those that meet in a cell, and what each came to on others:
    the best of many is partly luck (the winner's curse), which neither of these deals shares."""
    tuning, axes = begun.kept.tuning, begun.axes
    found = [(worth, begun.numbers.at(x)) for _, worth, x in search.elites if worth > WORST]
    tasks = [pool.submit(placed, tuning, plan, axes, CHECK, CHECKS * tuning.games) for _, plan in found]
    best: dict[tuple[int, ...], tuple[float, float, Plan]] = {}
    for (worth, plan), task in zip(found, tasks, strict=True):
        checked_ = task.result()
        assert checked_ is not None
        cells = tuple(axis.cell(value) for axis, value in zip(axes, checked_.measured, strict=True))
        order = float(checked_.games.value.mean())
        if cells not in best or order > best[cells][0]:
            best[cells] = (order, worth, plan)
    deals = max(NEEDED, FINALS * tuning.games)
    last = {cells: pool.submit(placed, tuning, plan, axes, FINAL, deals) for cells, (_, _, plan) in best.items()}
    return tuple(_elite(begun, cells, *best[cells], task.result()) for cells, task in sorted(last.items()))


def _elite(
    begun: MapBegun, cells: tuple[int, ...], order: float, worth: float, plan: Plan, found: Placed | None
) -> Elite:
    from reports.stats.cluster import limits, share_limits

    assert found is not None
    share, ahead, n = found.games.share, found.games.lead, len(found.games.share)
    low, high = (float(end) for end in share_limits(share.mean(), share.std(ddof=1) / np.sqrt(n), n))
    below, above = (float(end) for end in limits(ahead.mean(), ahead.std(ddof=1) / np.sqrt(n), n))
    first, second = (axis.axis_value(value) for axis, value in zip(begun.axes, found.measured, strict=True))
    name = "-".join(axis.keys[cell] for axis, cell in zip(begun.axes, cells, strict=True))
    labels = (f"{axis.title}: {axis.labels[cell]}" for axis, cell in zip(begun.axes, cells, strict=True))
    idea = "; ".join(labels)
    named_plan = replace(plan, name=name, idea=f"{idea[:1].upper()}{idea[1:]}.", alike={})
    return Elite(
        (cells[0], cells[1]), named_plan, worth, n, float(share.mean()), low, high, float(ahead.mean()), below, above,
        (first, second), order,
    )  # fmt: skip
