"""What every deal adds to estimates: sums by deal and group, and matrices [deal, group] worked out of them, for some
deals after others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.stats.sums import MAX_FLOAT

__all__ = ["ErrorParts", "MeanParts", "Parts", "ShareParts", "Sums"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """Where sums by deal and group stand: the groups in order, the numbers of the deals, deal by deal the group of each
    cell, and where each deal's cells start. order: the cells' places as they were given (None: in this order)."""

    groups: pl.DataFrame
    deals: NDArray[Any]
    column: NDArray[np.int32]
    start: Ints
    order: NDArray[Any] | None

    @classmethod
    def of(cls, cells: pl.DataFrame, keys: Sequence[str], cluster: str = "deal") -> Sums:
        """The places of cells, one a deal and group; groups sorted by their keys."""
        groups = cells.select(keys).unique().sort(keys) if keys else pl.DataFrame({"": [0]} if len(cells) else {"": []})
        if not keys:
            return cls.at(groups, cells[cluster], np.zeros(len(cells), dtype=np.int32))
        numbers = groups.with_row_index("group_").cast({"group_": pl.Int32})
        located = cells.select(keys).join(numbers, on=list(keys), how="left", nulls_equal=True, maintain_order="left")
        return cls.at(groups, cells[cluster], located["group_"].to_numpy())

    @classmethod
    def at(cls, groups: pl.DataFrame, deal: pl.Series, column: NDArray[np.int32]) -> Sums:
        """Those of cells with these deals and groups."""
        place, order = deal.cast(pl.Int64) * len(groups) + pl.Series(column, dtype=pl.Int64), None
        if not place.is_sorted():
            order = place.arg_sort().to_numpy()
            deal, column = deal.gather(order), column[order]
        numbers = deal.to_numpy()
        is_first = np.ones(len(numbers), dtype=bool)
        is_first[1:] = numbers[1:] != numbers[:-1]
        start = np.flatnonzero(is_first)
        return cls(groups, numbers[start], column, np.append(start, len(numbers)), order)

    def arranged(self, values: NDArray[Any]) -> NDArray[Any]:
        """A value a cell, deal by deal, whole numbers as narrow as they are."""
        values = values if self.order is None else values[self.order]
        return pl.Series(values).shrink_dtype().to_numpy() if values.dtype.kind in "iu" else values

    def totals(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a value, as cells were given, over the deals of each group, exact for whole numbers."""
        return self.added(self.arranged(values))

    def added(self, values: NDArray[Any]) -> NDArray[Any]:
        """The same of a value deal by deal."""
        is_whole = values.dtype.kind in "iub"
        if is_whole and len(values) * float(np.abs(values, dtype=np.float64).max(initial=1.0)) > MAX_FLOAT:
            out = np.zeros(len(self.groups), dtype=np.int64)
            np.add.at(out, self.column, values)
            return out
        sums = np.bincount(self.column, values, minlength=len(self.groups))
        return sums.astype(np.int64) if is_whole else sums

    def cells(self, low: int, high: int) -> slice:
        """The cells of some deals."""
        return slice(int(self.start[low]), int(self.start[high]))

    def matrix(self, values: NDArray[Any], low: int, high: int) -> Floats:
        """A matrix [deal, group] of some deals, from a value for each of their cells."""
        from scipy.sparse import csr_matrix

        column, start = self.column[self.cells(low, high)], self.start[low : high + 1] - self.start[low]
        shape = (high - low, len(self.groups))
        dense: Floats = csr_matrix((values.astype(np.float64, copy=False), column, start), shape=shape).toarray()
        return dense


class Parts(Protocol):
    """What every deal adds to the estimates of groups; `deals` are the deals' numbers, in order."""

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        ...

    def residual(self, low: int, high: int) -> Floats:
        """To their errors, of some deals: [deal, group]."""
        ...

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """To the means, and to the games: by these, deals that speak for and against a difference are counted."""
        ...


@dataclass(frozen=True)
class MeanParts:
    """Of means: (T_d / scale - mean N_d) few / N, from total and count of every cell; few: the correction for few
    deals."""

    sums: Sums
    total: NDArray[Any]
    count: NDArray[Any]
    scale: int
    mean: Floats
    part: Floats  # 1 / N
    few: Floats

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        return self.sums.deals

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, group]."""
        at = self.sums.cells(low, high)
        column = self.sums.column[at]
        # whole numbers until here, and the division once a cell: T_d n - t N_d would leave 53 bits in a long run
        residual = (self.total[at] / self.scale - self.mean[column] * self.count[at]) * self.part[column]
        return self.sums.matrix(residual * self.few[column], low, high)

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the means, and to the games."""
        at = self.sums.cells(low, high)
        part = self.part[self.sums.column[at]]
        moved, size = self.total[at] / self.scale * part, self.count[at] * part
        return self.sums.matrix(moved, low, high), self.sums.matrix(size, low, high)


@dataclass(frozen=True)
class ErrorParts:
    """Of estimates whose residuals are held, a cell each, with the size of each cell."""

    sums: Sums
    errors: Floats
    size: Floats
    few: Floats

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        return self.sums.deals

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, group]."""
        return self.sums.matrix(self.errors[self.sums.cells(low, high)], low, high) * self.few

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the means, and to the games."""
        at = self.sums.cells(low, high)
        return self.sums.matrix(self.errors[at], low, high), self.sums.matrix(self.size[at], low, high)


@dataclass(frozen=True)
class ShareParts:
    """Of how often rows of a whole are of each group, from the number of each cell; is_whole[a, b]: group b is of the
    whole of group a."""

    sums: Sums
    count: NDArray[Any]
    is_whole: Floats
    share: Floats
    part: Floats  # 1 / N of the whole
    few: Floats

    @property
    def deals(self) -> NDArray[Any]:
        """The numbers of the deals, in order."""
        return self.sums.deals

    def counts(self, low: int, high: int) -> tuple[Floats, Floats]:
        """Rows of each group and of its whole."""
        counts = self.sums.matrix(self.count[self.sums.cells(low, high)], low, high)
        return counts, counts @ self.is_whole.T

    def residual(self, low: int, high: int) -> Floats:
        """What some deals add to the errors: [deal, group]."""
        counts, wholes = self.counts(low, high)
        return (counts - self.share * wholes) * self.part * self.few

    def moved(self, low: int, high: int) -> tuple[Floats, Floats]:
        """What some deals add to the means, and to the games."""
        counts, wholes = self.counts(low, high)
        return counts * self.part, wholes * self.part
