"""A map of plans begun or taken up again: its two axes, and what plans are known by there; names and inputs checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.loading import default_strategies
from analyser.experiments.objective import CHECK, TableGames, columns, play_table
from analyser.experiments.openings import CLASS_BITS
from analyser.experiments.parse import TuningBudget
from analyser.ratings.table import elo_file, load_elo
from analyser.tuning.checkpoint import MapCheckpoint
from analyser.tuning.search import ribs_version
from analyser.tuning.start import (
    NO_BUDGET,
    TuningSession,
    check_unchanged,
    extend,
    input_digests,
    new_checkpoint,
    parse_plan_name,
    submit,
    validate,
)
from cext.commands import command_line
from cext.messages import did_you_mean
from reports.facts import GameFacts
from reports.map import Axis as MapAxis
from strategies.catalogue import find, plan_of
from strategies.plan import Plan

__all__ = ["OPENING", "SOURCE", "Axis", "MapSession", "axes_of", "axis_names", "begin_map", "resume_map"]

CHECKPOINT_FILE = "map.json"  # in the folder of a map: the search, as far as it has come
GAMES = 200  # of a candidate, unless told otherwise
OPENING, SOURCE = "opening", "source"
CELLS = 6  # of a column's axis
NOT_MEASURED = ("rank", "tie_break", "win_share60", OPENING, "board")  # columns that tell no way to play

Floats = npt.NDArray[np.float64]


@dataclass
class MapSession(TuningSession):
    """The same of a map: `out` is its folder."""

    axes: tuple[Axis, Axis]
    known_plans: tuple[Plan, ...]  # plans of the game, which the search begins with
    facts: GameFacts

    @property
    def checkpoint_file(self) -> Path:
        """In its folder."""
        return self.out / CHECKPOINT_FILE

    @property
    def resume_command(self) -> str:
        """Goes on with it."""
        return command_line("tune", "--map", "--resume", self.out)


def begin_map(
    options: Mapping[str, Any],
    out: Path | None,
    budget: TuningBudget = NO_BUDGET,
    executor: Executor | None = None,
) -> MapSession:
    """A new map. options: what was asked for, by the names of Objective and MapCheckpoint, the plan a game alone
    where none is named; out: its folder. executor: plays what is tried; None: this process. Raises UsageError or
    DataError."""
    version = ribs_version()
    settings = {"games": GAMES, **{key: value for key, value in options.items() if value is not None}}
    settings["plan"] = _first_plan(settings.get("plan"))
    axes = settings.pop("axes", ())
    base, file = new_checkpoint(settings, budget)
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
    budget: TuningBudget = NO_BUDGET,
    executor: Executor | None = None,
) -> MapSession:
    """The map in the folder `out`, as it was begun. ResumeMismatch where another was asked for, or inputs changed."""
    version = ribs_version()
    checkpoint = MapCheckpoint.read(out / CHECKPOINT_FILE)
    settings = {
        **options,
        "plan": checkpoint.plan if options.get("plan") == checkpoint.tuning.game else options.get("plan"),
    }
    extend(checkpoint, settings, out, budget)
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


# -- axes --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Axis(MapAxis):
    """One axis: its cells, and how a plan is found in one of them.

    opening: the group it opens with most often. source: the category of points in which it is farthest ahead of its
    mean opponent (least far behind, where it leads in none). Any other: a column of the seats table, its mean cut at
    `edges`.
    """

    edges: tuple[float, ...] = ()

    def measure(self, table: TableGames) -> Floats:
        """What decides the cell: how often each group opens, by how much each category is ahead, or a column's mean."""
        if self.name == OPENING:
            return _opening_shares(table, len(self.keys))
        if self.name == SOURCE:
            return np.array([table.lead(f"score_{key}").mean() for key in self.keys])
        return np.array([table.plan_values(self.name).mean()])

    def cell(self, values: Floats) -> int:
        """The number of the cell; the first of equals."""
        return int(np.searchsorted(self.edges, values[0])) if self.edges else int(values.argmax())

    def axis_value(self, values: Floats) -> float:
        """By how much it is there: the share of games opened so, points ahead in that category, or the mean."""
        return float(values[0] if self.edges else values.max())


def axis_names(facts: GameFacts, columns: Sequence[str]) -> tuple[str, ...]:
    """Every axis a game has, those it is mapped over by default first."""
    defaults = [OPENING] if facts.opening_turns and len(facts.classes) > 1 else []
    defaults += [SOURCE] if len(facts.sources) > 1 else []
    return (*defaults, *(column for column in columns if column not in NOT_MEASURED))


def axes_of(
    names: Sequence[str], facts: GameFacts, columns: Sequence[str], column_values: Mapping[str, Floats]
) -> tuple[Axis, Axis]:
    """The two axes of those names. seen: what plans of the game came to in columns, between which cells are laid.

    Raises UsageError unless two are named, DataError for one that the game does not have.
    """
    valid = axis_names(facts, columns)
    for name in names:
        if name not in valid:
            raise DataError(f"--axes: {facts.name} has no axis '{name}': {did_you_mean(name, valid)}")
    if len(names) != 2 or names[0] == names[1]:
        raise UsageError(f"--axes {','.join(names)}: name two different ones, such as {','.join(valid[:2])}")
    first, second = (_axis(name, facts, column_values) for name in names)
    return first, second


def _axis(name: str, facts: GameFacts, column_values: Mapping[str, Floats]) -> Axis:
    if name == OPENING:
        from reports.estimators.openings import Grouping  # slow to import in every worker

        grouping = Grouping(facts)
        of = grouping.turns() if grouping.letter else f"first {grouping.turn[0]}"
        keys = tuple(f"{key}{grouping.letter}" for key in grouping.order)
        return Axis(name, f"opening, {of}", keys, tuple(grouping.label(key) for key in grouping.order))
    if name == SOURCE:
        labels = tuple(key.replace("_", " ") for key in facts.sources)
        return Axis(name, "source of points farthest ahead of others", tuple(facts.sources), labels)
    low, high = float(column_values[name].min()), float(column_values[name].max())
    reach = (high - low) / 2 or max(1.0, abs(high)) / 2
    lowest = low - reach if low < 0 else max(0.0, low - reach)  # of what is counted there is none below 0
    edges = np.linspace(lowest, high + reach, CELLS + 1)[1:-1]
    ends = [f"{edge:.3g}" for edge in edges]
    labels = (f"to {ends[0]}", *(f"{a} to {b}" for a, b in pairwise(ends)), f"from {ends[-1]}")
    keys = tuple(f"{name}_{number}" for number in range(1, CELLS + 1))
    return Axis(name, facts.tallies.get(name, name.replace("_", " ")), keys, labels, tuple(map(float, edges)))


def _opening_shares(table: TableGames, groups: int) -> Floats:
    """The share of games that opened as each group says."""
    facts = table.facts
    codes = table.plan_values(OPENING).astype(np.int64)
    turns = codes[:, None] >> CLASS_BITS * np.arange(facts.opening_turns) & (1 << CLASS_BITS) - 1
    group = (turns == facts.counted_class).sum(axis=1) if facts.counted_class else turns[:, 0] - 1
    return np.bincount(group[group >= 0], minlength=groups)[:groups] / len(codes)
