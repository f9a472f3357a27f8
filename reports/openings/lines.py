"""Which whole openings can be trusted to win."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.charts import Dot, forest, scatter
from reports.columns import Column
from reports.frames import RunFrames
from reports.openings.drawing import alone as alone_of
from reports.openings.drawing import by_how, keys_of, share_scale
from reports.openings.folding import LINES, RARE, REST, folded
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
    unique,
)

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.opening("line", "line"),
    c.opening("coarse", "coarse form"),
    c.HOW,
    c.N,
    c.FREQUENCY,
    c.SHARE,
    c.SCORE,
    c.percent("level", "level (lower bound)", note="lower bound"),
    c.p_value("q", "q (false discovery)"),
)


def table(run: RunFrames) -> pl.DataFrame:
    """One row a line, rare ones folded."""
    return run.once(folded)[0]


def notes(run: RunFrames) -> list[str]:
    """What was folded, and how to read the best of many."""
    if not len(run.once(folded)[0]):
        return []
    said = (
        f"Lines seen in fewer than {RARE} seat-games, or beyond the {LINES} most frequent, are folded into '{REST}'. "
        "q: false discovery rate (Benjamini and Hochberg) of a win share different from the mean of all lines of its "
        "kind. The best of many lines looks better than it is: trust its lower bound."
    )
    return [said]


def section(evidence: Evidence) -> ShownSection:
    """The best whole openings, by the lower bound of what they win."""
    rows = [row for row in evidence.rows("lines", "line", "how", "share", "level") if row["line"] != REST]
    alone = alone_of(evidence, evidence.rows("lines", "line"), "line")

    def draw() -> list[Chart]:
        if not rows or alone:
            return []
        order = unique(row["line"] for row in sorted(rows, key=lambda row: (-row["level"], row["line"])))
        top = order[:14]
        title = "Which openings can be trusted to win?"
        which = f"The {len(top)} of {len(order)} openings with" if len(order) > len(top) else "Openings not rare, first"
        subtitle = f"{which} the highest level: what an opening wins at the least, given its games."
        figure = forest(
            title,
            subtitle,
            by_how(evidence, rows, "line", top),
            share_scale(evidence),
            series=keys_of(rows),
            n_label="seat-games",
        )
        best = chart("lines", title, f"Best first: {'; '.join(map(evidence.words.opening, top))}.", figure)
        popular = _popularity(evidence, rows)
        return [best] if popular is None else [best, popular]

    reading = "Openings are ranked by level, not by share, so that a lucky rare line does not top the list."
    one = evidence.words.turn[0]
    return section_of("lines", f"Openings {one} by {one}", reading, ("lines",), evidence, draw, why=alone)


def _popularity(evidence: Evidence, rows: Rows) -> Chart | None:
    """Chosen openings, how often against how well; None for one or two."""
    chosen = [row for row in rows if row["how"] == "chosen" and (number(row, "frequency") or 0) > 0]
    if len(chosen) <= 2:
        return None
    dots = [
        Dot(evidence.words.opening(row["line"]), 100 * row["frequency"], e)
        for row in chosen
        if (e := estimate(row, "share", 100)) is not None
    ]
    title = "Are the popular openings the good ones?"
    figure = scatter(
        title,
        "Chosen openings: how often against how well. Named: the most frequent and the decided ones.",
        dots,
        share_scale(evidence),
        x_label="how often, % of openings (logarithmic)",
        above="wins more than par",
        below="wins less than par",
    )
    return chart("lines_popularity", title, f"{len(dots)} openings by frequency and win share.", figure)


PIECE = Piece(section, (Table("lines", COLUMNS, table),), notes)
