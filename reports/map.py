"""A map of plans: the best of every cell of two axes, as a heat map, and in sentences by rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from reports.charts.heat import heat_map
from reports.charts.sheet import Estimate
from reports.facts import GameFacts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Axis", "Best", "bests", "map_chart"]


@dataclass(frozen=True)
class Axis:
    """An axis of a map: its column, what a chart calls it, and its cells, as the column has them and in words."""

    name: str
    title: str
    keys: tuple[str, ...]  # short enough for the name of a file
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Best:
    """The best plan of a row or column of a map; its share is of deals on which it was not chosen."""

    key: str
    label: str
    other: str  # where it is on the other axis
    plan: str
    share: float
    low: float
    high: float
    cells: int  # of the row that hold a plan


def bests(frame: pl.DataFrame, axis: Axis, other: Axis) -> Iterator[Best | None]:
    """The best plan of each cell of an axis in order, as the deals say on which elites were placed; None where no plan
    was found."""
    labels = dict(zip(other.keys, other.labels, strict=True))
    for key, label in zip(axis.keys, axis.labels, strict=True):
        rows = frame.filter(pl.col(axis.name) == key).sort("placed_by", descending=True) if len(frame) else frame
        if not len(rows):
            yield None
            continue
        row = rows.row(0, named=True)
        shares = (row["share"], row["share_low"], row["share_high"])
        yield Best(key, label, labels[row[other.name]], row["plan"], *shares, len(rows))


def map_chart(frame: pl.DataFrame, axes: Sequence[Axis], game: GameFacts, searched: str) -> Figure:
    """The win share of the best plan of each cell, coloured by its distance from par; what no plan reached is empty."""
    first, second = axes
    par = game.par
    assert par is not None
    row_of = {(row[first.name], row[second.name]): row for row in frame.iter_rows(named=True)}
    keys = [key for key in second.keys if any(column == key for _, column in row_of)]

    def cell(row: str, column: str) -> Estimate | None:
        result = row_of.get((row, column))
        if result is None:
            return None
        value, low, high = (100 * result[name] for name in ("share", "share_low", "share_high"))
        return Estimate(value, low, high, result["n"])

    labels = dict(zip(second.keys, second.labels, strict=True))
    left_out = [labels[key] for key in second.keys if key not in keys]
    note = f"No plan was found for: {', '.join(left_out)}." if left_out else ""
    return heat_map(
        "What can be played, and how well?",
        f"Win share of the best plan found in each cell, on fresh deals; {100 * par:.0f} % is fair. "
        f"Rows: {first.title}. Columns: {second.title}. {searched} searched. A dash: no plan was found.",
        first.labels,
        [labels[key] for key in keys],
        [[cell(row, column) for column in keys] for row in first.keys],
        centre=100 * par,
        unit="%",
        note=note,
    )
