"""Axes of a map of plans: what a plan is known by there, measured on the games it played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.objective import TableGames
from analyser.experiments.openings import CLASS_BITS
from cext.messages import did_you_mean
from reports.facts import GameFacts
from reports.map import Axis as MapAxis

__all__ = ["OPENING", "SOURCE", "Axis", "axes_of", "axis_names"]

Floats = npt.NDArray[np.float64]

OPENING, SOURCE = "opening", "source"
CELLS = 6  # of a column's axis
NOT_MEASURED = ("rank", "tie_break", "win_share60", OPENING, "board")  # columns that tell no way to play


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
