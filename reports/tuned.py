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

__all__ = ["COME", "MORE", "OWN", "PLAYERS", "Tuned", "parts", "weights"]

COME, OWN, MORE = "ordinary players", "tuned for it", "difference"
PLAYERS = ((COME, "come"), (OWN, "own"), (MORE, "more"))
Named = TypeVar("Named")


class Tuned(NamedTuple, Generic[Named]):
    """What is compared in the hands of both kinds of players: what ordinary ones gain, what those tuned for it
    gain, and how much more. Parts of one family, whose first part has the first for all there is."""

    names: list[Named]
    come: Family
    own: Family
    more: Family

    def rows(
        self,
        named: Callable[[Sequence[Named]], pl.DataFrame],
        plans: Mapping[Named, pl.DataFrame] = MappingProxyType({}),
    ) -> pl.DataFrame:
        """A row for each kind of players under each name: `players`, n, effect with its interval, p. named: a frame
        with a row for each name. plans: such rows of single plans that are tuned for it, to stand behind theirs."""
        kinds = [
            together(family).with_columns(n=pl.Series(family.n), players=pl.lit(players))
            for players, family in ((words, getattr(self, part)) for words, part in PLAYERS)
        ]
        out = []
        for i, name in enumerate(self.names):
            come, own, more = (kind[[i]] for kind in kinds)
            rows = pl.concat([come, own, *([plans[name].select(own.columns)] if name in plans else []), more])
            out.append(named([name] * len(rows)).hstack(rows))
        return pl.concat(out)


def weights(come: Sequence[ArrayLike], own: Sequence[ArrayLike], same: Sequence[int]) -> NDArray[np.float64]:
    """Contrasts of the whole family: of ordinary players, of those tuned for it, and between each of the latter and
    the one of the former at that place."""
    first, second = np.array(come, dtype=np.float64), np.array(own, dtype=np.float64)
    return np.vstack([first, second, second - first[list(same)]]) if len(own) else first


def parts(whole: Family, first: Family, names: list[Named], same: Sequence[int]) -> Tuned[Named] | None:
    """The parts of a family of these contrasts; first: that of ordinary players. None where nobody was tuned."""
    n, m = len(first.effect), len(names)
    if not m:
        return None
    return Tuned(names, first.part(list(same)), whole.part(slice(n, n + m)), whole.part(slice(n + m, n + 2 * m)))
