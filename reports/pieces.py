"""Games a few thousand at a time, in whole deals: what is summed by deal needs no more of them in memory at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

__all__ = ["Disordered", "cut", "ends"]

GAMES = 5_000  # of a piece; of more than one deal, those that lie between its first and last game too


class Disordered(ValueError):
    """Rows are not in the order of games and seats, in which runs are stored."""


def ends(game: ArrayLike, deal: ArrayLike, games: int = GAMES) -> list[int]:
    """The last game of each piece: so many games or a few more, and no deal in two pieces. `game` in ascending
    order; raises Disordered for another."""
    numbers, deals = np.asarray(game, dtype=np.int64), np.asarray(deal, dtype=np.int64)
    if not len(numbers):
        return []
    if (np.diff(numbers) < 0).any():
        raise Disordered("games of a run are in their order: these are not")
    rest = np.minimum.accumulate(deals[::-1])[::-1]  # the smallest deal from each game on
    complete = np.flatnonzero(
        np.maximum.accumulate(deals)[:-1] < rest[1:]
    )  # games that a deal ends with, and all before
    out, n_cut = [], 0
    while (at := int(np.searchsorted(complete, n_cut + games - 1))) < len(complete):
        out.append(int(numbers[complete[at]]))
        n_cut = int(complete[at]) + 1
    return [*out, int(numbers[-1])]


def cut(rows: pl.LazyFrame, last: Sequence[int]) -> Iterator[pl.DataFrame]:
    """The rows of each piece, by the pieces' last games; rows in ascending order of `game`, as runs are stored, and
    never all in memory. Raises Disordered for another order."""
    batches = [rows.collect_schema().to_frame()]
    at, last_game = 0, -1
    for batch in rows.collect_batches(maintain_order=True, lazy=True):
        if not len(batch):
            continue
        if batch["game"][0] < last_game or not batch["game"].is_sorted():
            raise Disordered("rows of a run are in the order of its games: these are not")
        last_game = batch["game"][-1]
        while at < len(last) and last_game > last[at]:
            size = batch["game"].search_sorted(last[at], side="right")
            yield pl.concat([*batches, batch[:size]])
            batches, batch, at = batches[:1], batch[size:], at + 1
        batches.append(batch)
    for _ in last[at:]:
        yield pl.concat(batches)
        batches = batches[:1]
