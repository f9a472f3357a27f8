"""What a design can and cannot tell apart, read off the line-ups that were played: aliased and uneven factors.

Model: a row's result is a sum of one effect for each of its factors (strategy, board, seat). Two levels of a factor can
be compared, the others held equal, exactly when every vector of the incidence matrix's null space gives both the same
weight (estimable functions: Searle, Linear Models, 1971, chapter 5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.sums import sum_groups

__all__ = ["UNEVEN", "Aliasing", "Uneven", "aliasing", "comparable_levels"]

# How far a level's share of another factor's level may be from the usual one: a board worth 20 pp moves a strategy by
# 1 pp at most, half the usual margin.
UNEVEN = 0.05
ZERO = 1e-9  # of the largest eigenvalue: below it one counts as 0; those of small integer matrices lie far apart

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class Uneven:
    """A level that met a level of another factor in another share of its rows (`share`) than all rows have (`usual`):
    both effects can be estimated, but the level's plain mean holds some of the other's."""

    factor: str
    level: str
    other: str
    partner: str
    share: float
    usual: float


@dataclass(frozen=True)
class Aliasing:
    """What the rows of a design can tell apart.

    `meetings[factor, level, other]` are the levels of another factor that a level met, in order.
    """

    levels: Mapping[str, tuple[str, ...]]  # of every factor that varied
    inseparable: tuple[tuple[str, ...], ...]  # groups of factors whose effects cannot all be told apart
    uneven: tuple[Uneven, ...]  # between factors that can be told apart, furthest from usual first
    meetings: Mapping[tuple[str, str, str], tuple[str, ...]]

    def aliased(self, factor: str) -> tuple[str, ...]:
        """The factors that this one cannot be told apart from; none where its levels can be compared."""
        return next((tuple(x for x in group if x != factor) for group in self.inseparable if factor in group), ())

    def partners(self, factor: str, level: str) -> dict[str, tuple[str, ...]]:
        """By factor that this one is aliased with: the levels that a level met, all others it never did."""
        return {other: self.meetings[factor, level, other] for other in self.aliased(factor)}

    def leaning(self, factor: str, level: str) -> Uneven | None:
        """What a level met most above the usual; None where its rows are even."""
        uneven = (each for each in self.uneven if (each.factor, each.level) == (factor, level))
        return next((each for each in uneven if each.share > each.usual), None)


def aliasing(rows: pl.DataFrame | pl.LazyFrame, factors: Sequence[str], *, count: str | None = None) -> Aliasing:
    """What rows with these factors (columns) can tell apart; `count` names a column of row counts when rows are totals.

    A row without a level of a factor that others have is left out. Cost: one aggregation, then the eigenvalues of a
    matrix of as many rows as there are levels.
    """
    cells = sum_groups(rows, factors, [], count=count)
    present = [f for f in factors if cells[f].null_count() < len(cells)]
    table = cells.drop_nulls(present).with_columns(pl.col(present).cast(pl.String)).sort(present)
    levels = {f: tuple(table[f].unique().sort().to_list()) for f in present}
    varied = tuple(f for f in present if len(levels[f]) > 1)
    levels = {f: levels[f] for f in varied}
    if len(varied) < 2:
        return Aliasing(levels, (), (), {})
    meetings = {
        (f, level, g): tuple(levels_met)
        for f in varied
        for g in varied
        if f != g
        for level, levels_met in table.group_by(f).agg(pl.col(g).unique().sort()).iter_rows()
    }
    inseparable = _inseparable(table, varied)
    return Aliasing(levels, inseparable, _uneven(table, varied, inseparable), meetings)


def comparable_levels(table: pl.DataFrame, factors: Sequence[str]) -> dict[str, list[list[str]]]:
    """By factor: its levels in classes; those of one class can be compared with each other, the other factors held
    equal."""
    levels = {f: sorted(table[f].unique().to_list()) for f in factors}
    incidence = np.hstack([_indicator(table[f], levels[f]) for f in factors])
    values, vectors = np.linalg.eigh(incidence.T @ incidence)
    null = vectors[:, values < ZERO * values[-1]]
    out, start = {}, 0
    for f in factors:
        classes: list[tuple[Floats, list[str]]] = []
        for level, weight in zip(levels[f], null[start : start + len(levels[f])], strict=True):
            same = next((names for first, names in classes if np.abs(first - weight).max(initial=0.0) < 1e-6), None)
            if same is None:
                classes.append((weight, [level]))
            else:
                same.append(level)
        out[f] = [names for _, names in classes]
        start += len(levels[f])
    return out


def _indicator(column: pl.Series, levels: Sequence[str]) -> Floats:
    place = {level: i for i, level in enumerate(levels)}
    return np.eye(len(levels))[[place[str(value)] for value in column.to_list()]]


def _inseparable(table: pl.DataFrame, factors: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Groups of factors some of whose levels cannot be compared."""
    classes = comparable_levels(table, factors)
    deficient = [f for f in factors if len(classes[f]) > 1]
    pairs = [(f, g) for f, g in combinations(deficient, 2) if len(_blocks(table, f, g)) > 1]
    if {f for pair in pairs for f in pair} != set(deficient):  # some are so only when three or more come together
        return (tuple(deficient),)
    joined = _joined(deficient, pairs)
    return tuple(tuple(f for f in deficient if f in group) for group in joined)


def _blocks(table: pl.DataFrame, first: str, second: str) -> list[set[tuple[str, str]]]:
    """Levels of two factors, each behind its factor, that met each other, directly or through others."""
    nodes = [(factor, level) for factor in (first, second) for level in table[factor].unique()]
    meetings = table.select(first, second).unique().iter_rows()
    return _joined(nodes, [((first, a), (second, b)) for a, b in meetings])


def _joined(nodes: Sequence[T], edges: Sequence[tuple[T, T]]) -> list[set[T]]:
    """Connected components of a graph, in the order of their first nodes."""
    groups = {node: {node} for node in nodes}
    for a, b in edges:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for node in groups[b]:
                groups[node] = groups[a]
    return [group for node, group in groups.items() if node == next(n for n in nodes if n in group)]


def _uneven(table: pl.DataFrame, factors: Sequence[str], inseparable: Sequence[tuple[str, ...]]) -> tuple[Uneven, ...]:
    """Levels that met those of another, separable factor in other shares than usual."""
    pairs = [
        (f, g)
        for f in factors
        for g in factors
        if f != g and not any(f in group and g in group for group in inseparable)
    ]
    total = int(table["n_"].sum())
    candidates = []
    for f, g in pairs:
        usual = {level: n / total for level, n in table.group_by(g).agg(pl.col("n_").sum()).iter_rows()}
        n_of = dict(table.group_by(f).agg(pl.col("n_").sum()).iter_rows())
        cells = {(a, b): n for a, b, n in table.group_by(f, g).agg(pl.col("n_").sum()).iter_rows()}
        for level, rows in sorted(n_of.items()):
            shares = {other: cells.get((level, other), 0) / rows for other in sorted(usual)}
            candidates += [Uneven(f, level, g, other, share, usual[other]) for other, share in shares.items()]
    far = [each for each in candidates if abs(each.share - each.usual) > UNEVEN]
    return tuple(sorted(far, key=lambda each: -abs(each.share - each.usual)))
