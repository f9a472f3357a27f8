"""Do games become longer, closer, more open: length, scores and tension before and after."""

from __future__ import annotations

import polars as pl

from reports.estimators.scenarios import SHAPE, compare_shapes
from reports.frames import RunFrames
from reports.questions.base import Evidence, Piece, ShownSection, Table
from reports.whatif.sides import is_same, sides

__all__ = ["PIECE"]


def table(run: RunFrames) -> pl.DataFrame:
    """Length, points and tension of games on each side."""
    if not run.changes or not run.games_played:
        return pl.DataFrame()
    rows, none = compare_shapes(sides(run)), pl.lit(None, dtype=pl.Float64)
    return rows.with_columns(difference_low=none, difference_high=none) if is_same(run) else rows


def section(evidence: Evidence) -> ShownSection:
    """The measures of a game side by side."""
    reading = (
        "Length: decisions of a player. Tension: the winner's margin, joint wins, how often the lead changes hands."
    )
    tables = ("shape",) if evidence.rows("shape", "measure") else ()
    notes = () if tables else ("Not shown: this run holds no figures for it.",)
    return ShownSection("shape", "Length and tension", reading if tables else "", tables=tables, notes=notes)


PIECE = Piece(section, (Table("shape", SHAPE, table, beside=("mean", "difference")),))
