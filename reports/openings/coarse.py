"""Which mix of turns opens best, whatever the order."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.charts import forest
from reports.columns import Column
from reports.frames import RunFrames
from reports.openings.drawing import alone as alone_of
from reports.openings.drawing import by_how, keys_of, share_scale
from reports.openings.folding import REST, folded
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, number, section_of, unique

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    replace(
        c.opening("coarse", "coarse form"),
        note="letters sorted, `U3R1G1H1`: by number, then in the order of the classes; `7 7 R 6` where letters may be "
        "digits",
    ),
    c.HOW,
    c.N,
    c.FREQUENCY,
    c.SHARE,
    c.SCORE,
)


def table(run: RunFrames) -> pl.DataFrame:
    """One row a mix, rare ones folded."""
    return run.once(folded)[1]


MIXES = 14  # mixes drawn at most


def section(evidence: Evidence) -> ShownSection:
    """Openings by what was done, whatever the order."""
    rows = [row for row in evidence.rows("coarse", "coarse", "how", "share") if row["coarse"] != REST]
    _, turns = evidence.words.turn
    alone = alone_of(evidence, evidence.rows("coarse", "coarse"), "coarse")

    def draw() -> list[Chart]:
        if not rows or alone:
            return []
        order = unique(
            row["coarse"] for row in sorted(rows, key=lambda row: (-(number(row, "frequency") or 0), row["coarse"]))
        )[:MIXES]
        title = f"Which mix of {turns} opens best?"
        figure = forest(
            title,
            f"Order of {turns} ignored, most frequent first; rare mixes are left to the table.",
            by_how(evidence, rows, "coarse", order),
            share_scale(evidence),
            series=keys_of(rows),
            n_label="seat-games",
        )
        return [
            chart("coarse", title, f"Most frequent first: {'; '.join(map(evidence.words.opening, order))}.", figure)
        ]

    reading = f"The same openings with the order of {turns} ignored: fewer rows, narrower intervals."
    return section_of("coarse", "Openings by content", reading, ("coarse",), evidence, draw, why=alone)


PIECE = Piece(section, (Table("coarse", COLUMNS, table),))
