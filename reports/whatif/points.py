"""Which points change: mean points of a seat by line of the scorepad before and after."""

from __future__ import annotations

import polars as pl

from reports.charts import forest
from reports.charts.scale import differences as difference_scale
from reports.estimators.scenarios import POINTS, compare_points
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, section_of
from reports.whatif.drawing import alt_text, keys, plain_rows
from reports.whatif.sides import BEFORE_CHANGE, sides

__all__ = ["PIECE"]


def table(run: RunFrames) -> pl.DataFrame:
    """Mean points of a seat by line of the scorepad, and in all, on each side."""
    return compare_points(sides(run)) if run.changes and run.games_played else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection:
    """What every line of the scorepad brings more or less than before."""
    rows = [row for row in evidence.rows("points", "label", "scenario", "mean") if row["scenario"] != BEFORE_CHANGE]

    def draw() -> list[Chart]:
        forest_rows = plain_rows(rows, "label", "difference")
        if not forest_rows:
            return []
        title = "Which points change?"
        subtitle = "Mean points of a player after the change minus those before, by scoring category, same deals."
        scale = difference_scale("difference", "points", less="fewer", more="more")
        figure = forest(
            title, subtitle, forest_rows, scale, series=keys(rows), above="more points", below="fewer points"
        )
        return [chart("points", title, alt_text(forest_rows, rows), figure)]

    return section_of("points", "Points", "Each line is a mean over all seats.", ("points",), evidence, draw)


PIECE = Piece(section, (Table("points", POINTS, table, beside=("mean", "difference")),))
