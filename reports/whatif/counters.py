"""What is used more and what less: counters of a seat before and after."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.draw import forest
from reports.draw.scale import differences as difference_scale
from reports.evidence import Chart, Evidence, Rows, Section, chart, estimate, section_of, unique
from reports.frames import RunFrames
from reports.page.words import sentence_case
from reports.question import Piece, Table
from reports.whatif.drawing import CHANGE, keys, plain_rows, spoken
from reports.whatif.sides import common
from reports.whatif.uses import NUMBERS, compare_uses

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *NUMBERS)
RUNNING = ("score_after_round_", "first_square")  # scores and places of a moment: no counters
DRAWN = 14  # counters of a chart
RARE = 0.02  # a seat and game: what is rarer is left to the table


def table(run: RunFrames) -> pl.DataFrame:
    """Every counter the game names: actions, abilities, what was built, held and left."""
    of_boards = {x for board in run.game.boards.values() for one in board.abilities for x in (one.uses, one.brought)}
    names = [name for name in run.game.tallies if name in common(run) and not name.startswith(RUNNING)]
    names = [name for name in names if name not in of_boards]  # which mean something else on another board
    if not names or not run.changes or not run.games_played:
        return pl.DataFrame()
    labels = {name: sentence_case(run.game.tallies[name] or name.replace("_", " ")) for name in names}
    rows = compare_uses(run, names, "arm != 'forced'")
    return rows.with_columns(label=pl.col("counter").replace_strict(labels, return_dtype=pl.String))


def section(evidence: Evidence) -> Section:
    """The counters that change most."""
    rows = _most([row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE])

    def draw() -> list[Chart]:
        drawn = plain_rows(rows, "label", "relative", 100)
        if not drawn:
            return []
        title = "What is used more, what less?"
        subtitle = (
            "Mean of a seat after the change against before, in % of before: the counters that changed most surely."
        )
        scale = difference_scale("change", "%", less="less", more="more")
        figure = forest(title, subtitle, drawn, scale, series=keys(rows), above="more", below="less")
        return [chart("counters", title, spoken(drawn, rows), figure)]

    why = "no counter of the game changed"
    return section_of("counters", "Use of actions, abilities and things", "", ("counters",), evidence, draw, why=why)


def _most(rows: Rows) -> Rows:
    """The rows of the counters whose change is most sure, in the game's order."""

    def sureness(row: Mapping[str, Any]) -> float:
        found = estimate(row, "relative")
        half = (found.high - found.low) / 2 if found else 0.0
        return abs(row["relative"]) / half if half else math.inf if row["relative"] else 0.0

    off = [row for row in rows if sureness(row) > 1]
    best = unique(row["counter"] for row in sorted(off, key=sureness, reverse=True))[:DRAWN]
    return [row for row in rows if row["counter"] in best]


PIECE = Piece(section, (Table("counters", COLUMNS, table),))
