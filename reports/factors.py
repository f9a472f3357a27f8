"""Factors: what groups of rows are made of, each with its design: which games assign its levels, and how they pair."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import polars as pl

from reports.arms import ARMS, ASSIGNED, Design
from reports.conditions import Condition, ConditionError, check_own, is_flag, parse_condition

__all__ = ["SETTINGS", "Factor", "parse_factor"]

# What a whole scenario was played with. One that differs in a run and that a comparison does not mention splits it.
SETTINGS: Mapping[str, str] = {
    "scenario": "the scenario: all that is set for a part of the run's games",
    "players": "number of players",
    "level": "skill level of the players, from novice to expert",
    "printing": "number of a printing: admissible values of the data that no rulebook states; null: as shipped",
    "tuned": "whether the players were tuned for their side of a change",
}


BAND = re.compile(r"band\(\s*(\w+)\s*((?:,\s*-?\d+(?:\.\d+)?\s*)+)\)")


@dataclass(frozen=True)
class Factor:
    """A factor as it is named: the column it stands in, the columns it is made of, and its design; None: players choose
    its levels, or the cards do, so that what it goes with is confounded."""

    name: str
    expression: pl.Expr
    columns: frozenset[str]
    design: Design | None = None
    condition: Condition | None = None  # whose levels are yes and no
    number: str = ""  # the column of whose numbers it makes bands
    width: float = 0.0  # of bands of one width

    @property
    def is_setting(self) -> bool:
        """Whether whole scenarios have its levels."""
        return self.name in SETTINGS


def parse_factor(text: str, settings: Sequence[str] = ()) -> Factor:
    """The factor a text names: a column, `band(score, 20)` (bands that wide), `band(score, 50, 100)` (bands that begin
    there), or a condition, whose levels are yes and no. settings: further settings of the run.

    Raises ConditionError for a text that is none of these.
    """
    name = text.strip()
    if name in SETTINGS or name in settings:
        return Factor(name, pl.col(name), frozenset(), Design(tuple(ARMS)))
    if re.fullmatch(r"[\w.]+|band\(.*", name) and not is_flag(name):
        check_own(name)
    if re.fullmatch(r"[A-Za-z_]\w*", name):
        return Factor(name, pl.col(name), frozenset({name}), ASSIGNED.get(name))
    if match := BAND.fullmatch(name):
        edges = [float(edge) for edge in match[2].split(",") if edge.strip()]
        if (len(edges) == 1 and edges[0] <= 0) or edges != sorted(set(edges)):
            raise ConditionError(f"{name}: give a width above 0, or edges that rise")
        width = edges[0] if len(edges) == 1 else 0.0
        return Factor(name, _band(pl.col(match[1]), edges), frozenset({match[1]}), number=match[1], width=width)
    condition = parse_condition(name)
    levels = pl.when(condition.holds).then(pl.lit("yes")).when(condition.holds.not_()).then(pl.lit("no"))
    designs = {ASSIGNED.get(column) for column in condition.names}
    design = designs.pop() if len(designs) == 1 else None
    return Factor(name, levels, condition.columns, design, condition)


def _band(column: pl.Expr, edges: Sequence[float]) -> pl.Expr:
    """The band that a number lies in: of bands of one width the number it begins with, else its two edges in words."""
    number = column.cast(pl.Float64)
    if len(edges) == 1:
        return (number / edges[0]).floor() * edges[0]
    names = [f"below {edges[0]:g}"]
    names += [f"{low:g} to {high:g}" for low, high in pairwise(edges)] + [f"from {edges[-1]:g}"]
    place = pl.sum_horizontal(*(number >= edge for edge in edges), ignore_nulls=False)
    return place.replace_strict(dict(enumerate(names)), return_dtype=pl.Enum(names))
