"""Who finishes ahead of whom, and by how much more the one wins than the other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.effects import Effect, differences, effects_of
from reports.estimators.free_games import free_rows
from reports.frames import RunFrames
from reports.head_to_head import ahead
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, section_of
from reports.questions.views import draw_meetings
from reports.stats.joint import joint
from reports.tournament.standing import standing

__all__ = ["PIECE", "Pairs", "met", "paired"]

COLUMNS: tuple[Column, ...] = (
    c.code("row", "strategy"),
    c.code("column", "against"),
    c.FINISHES_AHEAD,
    c.pp("effect", "wins more", estimate=True, note=f"win share of row minus that of column; {c.TOGETHER}"),
    c.P,
    c.count("n", "n", "pairs of seats"),
)


@dataclass(frozen=True)
class Pairs:
    """Strategies from the strongest to the weakest, and of every two the difference of their win shares, the stronger's
    first: all as one family."""

    names: tuple[str, ...]
    effects: dict[tuple[str, str], Effect]

    def told_apart(self, stronger: str, weaker: str) -> bool:
        """Whether the simultaneous interval of their difference leaves 0 out."""
        found = self.effects[stronger, weaker]
        return found.low > 0 or found.high < 0


def paired(run: RunFrames) -> Pairs:
    """Every two strategies of the standing, compared on the deals they share."""
    found = run.once(standing)
    return _compared(run, tuple(found["strategy"].to_list()) if len(found) else ())


def met(run: RunFrames) -> Pairs:
    """The same in the order of their names, which is the same at every look."""
    names = free_rows(run).select(pl.col("strategy").cast(pl.String).unique().sort()).collect()["strategy"]
    return _compared(run, tuple(names.to_list()))


def _compared(run: RunFrames, names: tuple[str, ...]) -> Pairs:
    if len(names) < 2:
        return Pairs(names, {})
    means = joint(free_rows(run), ["strategy"], "win_share60", scale=60)
    place = {name: means.index(strategy=name) for name in names}
    pairs = list(combinations(names, 2))
    weights = np.zeros((len(pairs), len(names)))
    for row, (stronger, weaker) in enumerate(pairs):
        weights[row, place[stronger]], weights[row, place[weaker]] = 1.0, -1.0
    family = differences(run, means, weights, "tournament pairs")
    told = effects_of(family, [f"{stronger} against {weaker}" for stronger, weaker in pairs])
    return Pairs(names, dict(zip(pairs, told, strict=True)))


def table(run: RunFrames) -> pl.DataFrame:
    """A row for each strategy and each other, both from the strongest to the weakest."""
    pairs = run.once(paired)
    if not pairs.effects:
        return pl.DataFrame()
    rows = []
    for (row, column), one in pairs.effects.items():
        for sign, down, across in ((1, row, column), (-1, column, row)):
            ends = sorted((sign * one.low, sign * one.high))
            rows.append((down, across, sign * one.effect, *ends, one.p))
    names = ["row", "column", "effect", "effect_low", "effect_high", "p"]
    compared = pl.DataFrame(rows, schema=names, orient="row").fill_nan(None)
    met = ahead(run, free_rows(run), "strategy")
    order = {name: place for place, name in enumerate(pairs.names)}
    placed = [pl.col(one).replace_strict(order, return_dtype=pl.Int64).alias(f"{one}_") for one in ("row", "column")]
    return met.join(compared, on=["row", "column"], how="left").with_columns(placed).sort("row_", "column_")


def section(evidence: Evidence) -> ShownSection:
    """The finish-ahead table as a heat map."""
    rows = evidence.rows("finish_ahead", "row", "column", "ahead")

    def draw() -> list[Chart]:
        meetings = draw_meetings("finish_ahead", "Who finishes ahead of whom?", rows)
        return [meetings] if meetings else []

    reading = (
        "Rows and columns stand from the strongest to the weakest, so blue fills the upper right; orange there is "
        "somebody who beats a stronger one. Numbers are of games in which both sat at the table."
    )
    return section_of("finish_ahead", "Who beats whom", reading, ("finish_ahead",), evidence, draw)


PIECE = Piece(section, (Table("finish_ahead", COLUMNS, table),))
