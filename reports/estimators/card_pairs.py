"""Pairs of cards, or of what cards have alike, that are worth more or less together than the sum of both, as dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports.estimators.card_exposure import (
    CardGroups,
    Exposure,
    exposure_of,
    groups_of,
    in_stored_order,
    pieces,
    records_of,
)
from reports.facts import DEALT
from reports.stats.interactions import PairSums, false_discovery_rates
from reports.stats.intervals import limits
from reports.stats.random_effects import shrunk

if TYPE_CHECKING:
    from reports.frames import RunFrames

__all__ = ["DISCOVERY_RATE", "pair_rows"]

DISCOVERY_RATE = 0.05  # the false discovery rate at which a pair counts as found
MAX_PAIRS = 2_000  # of a set
MIN_LEVELS = 5  # of a trait, so that a hand is not filled by two of them
SCHEMA = {"set": pl.String, "trait": pl.String, "first": pl.String, "second": pl.String}


def pair_rows(run: RunFrames) -> pl.DataFrame:
    """A row a pair of levels of a trait, or of single cards where nothing gathers them, that chance deals: what a seat
    with both wins beyond the sum of what each does, by itself and shrunken, and the false discovery rate at which it is
    found; the most helpful first. No rows where one seat decides: there is nobody to compare it with in its game."""
    exposure = run.result(exposure_of)
    if exposure is None or run.players < 2:
        return pl.DataFrame()
    return in_stored_order(run, lambda rows: _sum_pairs(rows, exposure))


def _sum_pairs(run: RunFrames, exposure: Exposure) -> pl.DataFrame:
    records = [record for record in records_of(run) if record.use == DEALT and record.key in exposure.share]
    sums: dict[str, PairSums] = {}
    for record in records:
        pairs = [(low, high) for _, low, high in _pairs(record.groups)]
        if 0 < len(pairs) <= MAX_PAIRS:
            sums[record.of.key] = PairSums(pairs, 60)
    records = [record for record in records if record.of.key in sums]
    for is_second in (False, True) if records else ():
        for piece in pieces(run, exposure.arm, records):
            outcome, deal = piece.seats("win_share60").astype(np.float64), piece.seats("deal")[0]
            for record in records:
                pair_sums = sums[record.of.key]
                (pair_sums.add_errors if is_second else pair_sums.add)(record.copies(piece), outcome, deal)
    return pl.concat([_rows(run, key, each) for key, each in sums.items()]) if sums else pl.DataFrame()


def _pairs(groups: Sequence[CardGroups]) -> list[tuple[CardGroups, int, int]]:
    """Every two levels of a trait, or every two cards where no trait has many levels, by their places. Of few levels
    that fill a hand one more of one is one less of another: what both do together is then what each does by itself."""
    paired = [group for group in groups if group.trait and len(group.labels) >= MIN_LEVELS] or list(groups[:1])
    return [
        (group, low, high) for group in paired for low, high in combinations(range(group.first, group.columns.stop), 2)
    ]


def _rows(run: RunFrames, key: str, sums: PairSums) -> pl.DataFrame:
    (cards,) = (cards for cards in run.game.cards if cards.key == key)
    pairs, effects = _pairs(groups_of(cards)), sums.interactions()
    posterior, ends = (
        shrunk(effects.estimate, effects.se),
        limits(effects.estimate, effects.se, effects.deals),
    )
    names: Mapping[str, list[str | None]] = {
        "set": [key] * len(pairs),
        "trait": [group.trait or None for group, _, _ in pairs],
        "first": [group.labels[low - group.first] for group, low, _ in pairs],
        "second": [group.labels[high - group.first] for group, _, high in pairs],
    }
    rows = pl.DataFrame(
        {
            **names, "n": effects.n, "effect": effects.estimate, "effect_low": ends[0], "effect_high": ends[1],
            "shrunken": posterior.effect, "shrunken_low": posterior.low, "shrunken_high": posterior.high,
            "rate": false_discovery_rates(effects.p),
        },
        schema_overrides=SCHEMA,
    ).fill_nan(None)  # fmt: skip
    return rows.filter(pl.col("effect").is_not_null()).sort("shrunken", descending=True, maintain_order=True)
