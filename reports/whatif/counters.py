"""What is used more and what less: counters of a seat before and after."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import polars as pl

from reports import columns as c
from reports.charts import forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    estimate,
    section_of,
    unique,
)
from reports.sentences import sentence_case
from reports.whatif.drawing import CHANGE, alt_text, keys, plain_rows
from reports.whatif.sides import common_columns
from reports.whatif.uses import NUMBERS, compare_uses

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *NUMBERS)
RUNNING = ("score_after_round_", "first_square")  # scores and places of a moment: no counters
MAX_COUNTERS = 14  # counters of a chart
RARE = 0.02  # a seat and game: what is rarer is left to the table


def table(run: RunFrames) -> pl.DataFrame:
    """Every counter the game names: actions, abilities, what was built, held and left."""
    abilities = [ability for board in run.game.boards.values() for ability in board.abilities]
    of_boards = {counter for ability in abilities for counter in (ability.uses, ability.brought)}
    names = [name for name in run.game.tallies if name in common_columns(run) and not name.startswith(RUNNING)]
    names = [name for name in names if name not in of_boards]  # which mean something else on another board
    if not names or not run.changes or not run.games_played:
        return pl.DataFrame()
    labels = {name: sentence_case(run.game.tallies[name] or name.replace("_", " ")) for name in names}
    rows = compare_uses(run, names, "arm != 'forced'")
    return rows.with_columns(label=pl.col("counter").replace_strict(labels, return_dtype=pl.String))


def section(evidence: Evidence) -> ShownSection:
    """The counters that change most."""
    rows = _surest_rows([row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE])

    def draw() -> list[Chart]:
        forest_rows = plain_rows(rows, "label", "relative", 100)
        if not forest_rows:
            return []
        title = "What is used more, what less?"
        subtitle = (
            "Mean of a seat after the change against before, in % of before: the counters that changed most surely."
        )
        scale = difference_scale("change", "%", less="less", more="more")
        figure = forest(title, subtitle, forest_rows, scale, series=keys(rows), above="more", below="less")
        return [chart("counters", title, alt_text(forest_rows, rows), figure)]

    why = "no counter of the game changed"
    return section_of("counters", "Use of actions, abilities and things", "", ("counters",), evidence, draw, why=why)


def _surest_rows(rows: Rows) -> Rows:
    """The rows of the counters whose change is most sure, in the game's order."""

    def sureness(row: Mapping[str, Any]) -> float:
        relative = estimate(row, "relative")
        half = (relative.high - relative.low) / 2 if relative else 0.0
        return abs(row["relative"]) / half if half else math.inf if row["relative"] else 0.0

    off = [row for row in rows if sureness(row) > 1]
    best = unique(row["counter"] for row in sorted(off, key=sureness, reverse=True))[:MAX_COUNTERS]
    return [row for row in rows if row["counter"] in best]


PIECE = Piece(section, (Table("counters", COLUMNS, table),))
