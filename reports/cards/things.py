"""What is compared: the cards of a set, or the levels of one of their traits; and their effects as rows of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.card_facts import CardSet
from reports.columns import Column
from reports.frames import RunFrames
from reports.stats.cluster import limits
from reports.stats.exposure import Slopes
from reports.stats.joint import two_sided
from reports.stats.shrinkage import shrunk
from reports.stats.verdict import bh

__all__ = [
    "KEYS",
    "SHRUNK",
    "TEXTS",
    "Q",
    "Things",
    "best_first",
    "effect_rows",
    "estimates",
    "judged_of",
    "kinds_of",
    "things_of",
]

KEYS: tuple[Column, ...] = (
    c.word("set", "set", printed=False),
    c.word("trait", "trait", note="null: a card by itself"),
    c.code("thing", "card or trait"),
)
TEXTS = {column.name: pl.String for column in KEYS}  # a trait is null in all rows of cards
SHRUNK = c.pp("shrunken", "shrunken", estimate=True, note="drawn towards the mean of its kind; 95 % posterior interval")
FINE = 12  # digits of a win share: what lies behind them is rounding
Q = c.p_value("q", "q", note="false discovery rate within its kind")


@dataclass(frozen=True)
class Things:
    """Things of one kind: single cards (no trait), or the levels of a trait; `members` are places of cards in the set,
    `first` is the place of the first of them among the things of all kinds."""

    of: CardSet
    trait: str
    labels: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    first: int

    @property
    def columns(self) -> slice:
        """Their places among the things of all kinds."""
        return slice(self.first, self.first + len(self.labels))

    @property
    def keys(self) -> dict[str, list[str | None]]:
        """The key columns, a row a thing."""
        size = len(self.labels)
        return {"set": [self.of.key] * size, "trait": [self.trait or None] * size, "thing": list(self.labels)}

    @property
    def noun(self) -> str:
        """What one of them is: "card", "trigger"."""
        return self.of.traits[self.trait] if self.trait else self.of.noun[0]


def kinds_of(one: CardSet) -> list[Things]:
    """Every kind of things of a set, the cards themselves first."""
    out = [Things(one, "", tuple(card.label for card in one.cards), tuple((at,) for at in range(len(one.cards))), 0)]
    for trait in one.traits:
        levels: dict[str, list[int]] = {}
        for at, card in enumerate(one.cards):
            levels.setdefault(card.traits[trait], []).append(at)
        out.append(Things(one, trait, tuple(levels), tuple(map(tuple, levels.values())), out[-1].columns.stop))
    return out


def judged_of(kinds: Sequence[Things]) -> list[Things]:
    """Those of a set that are judged: what cards have alike, or single cards where nothing gathers them."""
    return [one for one in kinds if one.trait] or list(kinds)


def things_of(run: RunFrames) -> Iterator[Things]:
    """Every kind of things of every set."""
    for one in run.game.cards:
        yield from kinds_of(one)


def estimates(name: str, value: ArrayLike, low: ArrayLike, high: ArrayLike) -> dict[str, NDArray[np.float64]]:
    """The three columns of an estimate."""
    named = ((name, value), (f"{name}_low", low), (f"{name}_high", high))
    return {key: np.asarray(column, dtype=np.float64) for key, column in named}


def best_first(rows: pl.DataFrame, by: str) -> pl.DataFrame:
    """Rows of things, the largest of the column first; those that differ by rounding alone by their names."""
    return rows.sort(pl.col(by).round(FINE), "thing", descending=[True, False], maintain_order=True)


def effect_rows(things: Things, found: Slopes, more: Mapping[str, ArrayLike] | None = None) -> pl.DataFrame:
    """The effects of things, by themselves and shrunken, with their q; those that never varied are left out."""
    effect, se, deals = found.estimate, found.se, found.deals
    low, high = limits(effect, se, deals)
    drawn = shrunk(effect, se)
    columns = {
        **things.keys,
        "n": found.n,
        **estimates("effect", effect, low, high),
        **estimates("shrunken", drawn.effect, drawn.low, drawn.high),
        "q": bh(two_sided(effect, se, deals - 1)),
        **(more or {}),
    }
    rows = pl.DataFrame(columns, schema_overrides=TEXTS).fill_nan(None)
    return rows.filter(pl.col("effect").is_not_null())
