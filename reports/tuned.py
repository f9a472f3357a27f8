"""The same comparison of ordinary players and of players tuned for it: one family, its table, its sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.effects import together
from reports.stats.families import Family

__all__ = ["MORE", "ORDINARY", "PLAYERS", "TUNED", "Tuned", "parts", "weights"]

ORDINARY, TUNED, MORE = "ordinary players", "tuned for it", "difference"
PLAYERS = ((ORDINARY, "ordinary"), (TUNED, "tuned"), (MORE, "more"))
Name = TypeVar("Name")


class Tuned(NamedTuple, Generic[Name]):
    """What is compared in the hands of both kinds of players: what ordinary ones gain, what those tuned for it
    gain, and how much more. Parts of one family, whose first part has the first for all there is."""

    names: list[Name]
    ordinary: Family
    tuned: Family
    more: Family

    def rows(
        self,
        frame_of: Callable[[Sequence[Name]], pl.DataFrame],
        plans: Mapping[Name, pl.DataFrame] = MappingProxyType({}),
    ) -> pl.DataFrame:
        """A row for each kind of players under each name: `players`, n, effect with its interval, p. frame_of: a frame
        with a row for each name. plans: such rows of single plans that are tuned for it, to stand behind theirs."""
        kinds = [
            together(family).with_columns(n=pl.Series(family.n), players=pl.lit(players))
            for players, family in ((words, getattr(self, part)) for words, part in PLAYERS)
        ]
        out = []
        for i, name in enumerate(self.names):
            ordinary, tuned, more = (kind[[i]] for kind in kinds)
            rows = pl.concat([ordinary, tuned, *([plans[name].select(tuned.columns)] if name in plans else []), more])
            out.append(frame_of([name] * len(rows)).hstack(rows))
        return pl.concat(out)


def weights(ordinary: Sequence[ArrayLike], tuned: Sequence[ArrayLike], same: Sequence[int]) -> NDArray[np.float64]:
    """Contrasts of the whole family: of ordinary players, of those tuned for it, and between each of the latter and
    the one of the former at that place."""
    first, second = np.array(ordinary, dtype=np.float64), np.array(tuned, dtype=np.float64)
    return np.vstack([first, second, second - first[list(same)]]) if len(tuned) else first


def parts(family: Family, first: Family, names: list[Name], same: Sequence[int]) -> Tuned[Name] | None:
    """The parts of a family of these contrasts; first: that of ordinary players. None where nobody was tuned."""
    n, m = len(first.effect), len(names)
    if not m:
        return None
    return Tuned(names, first.part(list(same)), family.part(slice(n, n + m)), family.part(slice(n + m, n + 2 * m)))
