"""What goes with winning, strategies held equal: points by line of the scorepad, counters, things that happen once; and
where the points of a bot come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from reports import columns as c
from reports.estimates import Estimates, ends_each
from reports.frames import ScenarioRun, free_rows
from reports.measure_lists import COUNTERS as COUNTERS_OF_CHARTS
from reports.measure_lists import FIELD_ROUNDS, FIELDS, LINES, TOTAL, ScoreLine, score_lines
from reports.section_comparison import SectionComparison

__all__ = [
    "BOTS", "COUNTERS", "COUNTERS_OF_WINNERS", "FIELD_SHARES", "LINE", "MOMENTS", "POINTS_OF_BOTS", "POINTS_OF_WINNERS",
    "SOURCES", "counter_rows", "line_rows", "moment_rows", "points_of_bots", "source_rows",
]  # fmt: skip

WITHIN = "mean of the differences for the same bot"
N_OF_BOTH = pl.col("n_winners") + pl.col("n_losers")

# -- two sides --------------------------------------------------------------------------------------------------------


def _meet(run: ScenarioRun) -> bool:
    """Whether some strategy has seats that won and others."""
    sides = free_rows(run).group_by("strategy").agg(won=(pl.col("win_share60") > 0).n_unique())
    return bool(sides.select((pl.col("won") > 1).any()).collect().item())


def _of_winners(measures: str) -> tuple[SectionComparison, SectionComparison]:
    """Means of winners (joint ones too) and of all others, and their differences, strategies held equal: a strong plan
    wins more and does more of what it does."""
    means = SectionComparison(measures, "won", where="{arm}", family=f"{measures} of winners")
    gaps = replace(
        means,
        against="no",
        within="strategy",
        family=f"{measures} within strategies",
        needs=lambda run: run.result(_meet),
    )
    return means, gaps


def _side_rows(rows: pl.DataFrame, names: Mapping[str, str], means: Estimates, gaps: Estimates) -> pl.DataFrame:
    """Rows of measures with their means on both sides under these names (of the levels of the factor), their difference
    with its p, which holds together with those of the others (Bonferroni; none below 50 deals on a side), and the seats
    of both sides; none where a side has no seats."""
    (factor,) = means.keys
    first, second = (
        means.table.filter(pl.col(factor) == level).select("measure", pl.col("n").alias(f"n_{name}"), *ends_each(name))
        for level, name in names.items()
    )
    p_alone = np.concatenate([[], *(family.p_alone for family in gaps.families)])
    differences = gaps.table.with_columns(p=pl.Series(p_alone, dtype=pl.Float64))
    if "within" in gaps.keys:
        differences = differences.filter(pl.col("within") != "")
    p = pl.when(pl.col("verdict").is_not_null()).then((pl.col("p") * len(rows)).clip(upper_bound=1.0)).alias("p")
    differences = differences.select("measure", p, *ends_each("difference"))
    return (
        rows.join(first, on="measure", maintain_order="left")
        .join(second, on="measure", maintain_order="left")
        .join(differences, on="measure", how="left", maintain_order="left")
    )


# -- points -----------------------------------------------------------------------------------------------------------

# Columns of a table with a row a line of the scorepad: its name, what it is called, and the line it is a part of.
LINE = (
    c.word("source", "source", printed=False),
    c.code("label", "source of points"),
    c.word("part_of", "part of", printed=False, note="the line of the scorepad it is a part of; null: a line itself"),
)

SOURCES = (
    *LINE,
    c.points("winners", "winners", estimate=True, note="mean points"),
    c.points("losers", "all others", estimate=True),
    replace(c.DIFFERENCE, note=WITHIN),
    c.P,
    c.percent("share_of_total", "of all points"),
    c.N,
)
BOTS = (
    *LINE,
    c.points("players", "players", estimate=True, note="mean points of a seat that decides"),
    c.points("bots", "bots", estimate=True),
    c.points("difference", "players minus bots", sign=True, estimate=True, note="in the same games"),
    c.P,
    c.N,
)


OF_WINNERS = {"yes": "winners", "no": "losers"}
POINTS_OF_WINNERS = _of_winners(LINES)
MEAN_OF_BOTS = SectionComparison(
    f"{LINES},score", "bot", where="{arm}", family="points of bots", needs=lambda run: run.game.bots > 0
)
POINTS_OF_BOTS = (MEAN_OF_BOTS, replace(MEAN_OF_BOTS, against="yes", family="points ahead of bots"))


def line_rows(run: ScenarioRun, *more: ScoreLine) -> pl.DataFrame:
    """A row a line of the scorepad: its name, its label, the line it is a part of, and its measure."""
    rows = [(x.name, x.label, x.part_of, x.column) for x in (*score_lines(run.game, run.columns["seats"]), *more)]
    return pl.DataFrame(
        rows, schema=dict.fromkeys((*(column.name for column in LINE), "measure"), pl.String), orient="row"
    )


def source_rows(run: ScenarioRun, means: Estimates, gaps: Estimates) -> pl.DataFrame:
    """Mean points of each line of the scorepad, and of its parts, for winners and all others, and its share of all
    points."""
    table = _side_rows(line_rows(run), OF_WINNERS, means, gaps)
    points = pl.col("n_winners") * pl.col("winners") + pl.col("n_losers") * pl.col("losers")
    total = points.filter(pl.col("part_of").is_null()).sum()
    return table.with_columns(n=N_OF_BOTH, share_of_total=pl.when(total != 0).then(points / total))


def points_of_bots(run: ScenarioRun, means: Estimates, gaps: Estimates) -> pl.DataFrame:
    """Mean points of players and of bots by line of the scorepad and in all, and their difference in the same games;
    empty where there is no bot."""
    table = _side_rows(line_rows(run, TOTAL), {"no": "players", "yes": "bots"}, means, gaps)
    return table.with_columns(n="n_players")


# -- counters, and what happens once ----------------------------------------------------------------------------------


COUNTERS = (
    c.word("chart", "chart"),
    c.word("counter", "counter", printed=False),
    c.code("label", "what is counted"),
    c.UNIT,
    c.number("winners", "winners", estimate=True),
    c.number("losers", "all others", estimate=True),
    c.number("difference", "difference", sign=True, estimate=True, note=WITHIN),
    c.P,
    c.N,
)
MOMENTS = (
    c.word("grid", "grid"),
    c.word("counter", "counter", printed=False),
    c.code("label", "field"),
    c.count("row", "row"),
    c.count("column", "column"),
    c.percent("frequency", "of all seats", estimate=True, note="in which it happened"),
    c.percent("winners", "of winners", estimate=True),
    c.percent("losers", "of all others", estimate=True),
    c.number("round", "round", estimate=True, note="mean of those to whom it happened"),
    c.N,
)


COUNTERS_OF_WINNERS = _of_winners(COUNTERS_OF_CHARTS)
FIELD_SHARES = (
    SectionComparison(f"{FIELDS},{FIELD_ROUNDS}", where="{arm}", family="fields"),
    SectionComparison(FIELDS, "won", where="{arm}", family="fields of winners"),
)


def counter_rows(run: ScenarioRun, means: Estimates, gaps: Estimates) -> pl.DataFrame:
    """The counters of the game's charts for winners and all others, chart by chart; a counter the run does not hold is
    left out."""
    rows = [
        (chart.key, counter, label, chart.unit, counter)
        for chart in run.game.charts
        for counter, label in chart.tallies.items()
        if counter in run.columns["seats"]
    ]
    counters = pl.DataFrame(rows, schema=["chart", "counter", "label", "unit", "measure"], orient="row")
    return _side_rows(counters, OF_WINNERS, means, gaps).with_columns(n=N_OF_BOTH)


def moment_rows(run: ScenarioRun, of_all: Estimates, sides: Estimates) -> pl.DataFrame:
    """How often, and in which round, what may happen to a seat once happens to all, to winners and to all others: the
    fields of the game's grids, grid by grid; those the run does not hold are left out."""
    rows = [
        (grid.key, counter, label, y, x, f"share of {counter} > 0", f"when_{counter}")
        for grid in run.game.grids
        for y, line in enumerate(grid.rows, 1)
        for x, (counter, label) in enumerate(line.items(), 1)
        if counter in run.columns["seats"]
    ]
    table = pl.DataFrame(rows, schema=["grid", "counter", "label", "row", "column", "measure", "when"], orient="row")
    parts = [("measure", of_all.table.select("measure", "n", *ends_each("frequency")))]
    parts += [
        ("measure", sides.table.filter(won=won).select("measure", *ends_each(name))) for won, name in OF_WINNERS.items()
    ]
    parts += [("when", of_all.table.select(pl.col("measure").alias("when"), *ends_each("round")))]
    for key, part in parts:
        table = table.join(part, on=key, how="left", maintain_order="left")
    return table
