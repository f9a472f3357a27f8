"""Do games become longer, closer, more open: length, scores and tension before and after."""

from __future__ import annotations

import polars as pl

from reports.balance.scenarios import SHAPE, shape
from reports.evidence import Evidence, Section
from reports.frames import RunFrames
from reports.question import Piece, Table
from reports.whatif.sides import sides

__all__ = ["PIECE"]


def table(run: RunFrames) -> pl.DataFrame:
    """Length, points and tension of games on each side."""
    return shape(sides(run)) if run.changes and run.games_played else pl.DataFrame()


def section(evidence: Evidence) -> Section:
    """The measures of a game side by side."""
    reading = (
        "Length: decisions of a player. Tension: the winner's margin, joint wins, how often the lead changes hands."
    )
    tables = ("shape",) if evidence.rows("shape", "measure") else ()
    notes = () if tables else ("Not shown: this run holds no figures for it.",)
    return Section("shape", "Length and tension", reading if tables else "", tables=tables, notes=notes)


PIECE = Piece(section, (Table("shape", SHAPE, table, beside=("mean", "difference")),))
