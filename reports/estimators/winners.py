"""What goes with winning, strategies held equal: points by line of the scorepad, counters, things that happen once; and
where the points of a bot come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.frames import RunFrames, free_rows, free_table
from reports.stats.group_means import GroupSums, mean_table, means
from reports.stats.intervals import Averaged, limits, two_sided
from reports.stats.sums import numbers

__all__ = [
    "BOTS", "COUNTERS", "LINE", "MOMENTS", "SOURCES", "TOTAL", "ScoreLine", "compare_winners", "counter_rows",
    "moment_rows", "points_of_bots", "score_lines", "source_rows",
]  # fmt: skip

WITHIN = "mean of the differences within strategies"
ENDS = ("", "_low", "_high")
AT_ONCE = 8  # columns that are read together: all would be more than the run

# -- two sides --------------------------------------------------------------------------------------------------------


def compare_sides(
    rows: pl.LazyFrame, columns: Sequence[str], names: tuple[str, str], is_first: pl.Expr, within: str
) -> dict[str, dict[str, Any]]:
    """By column of whole numbers: its means over both sides under their names, their `difference` with the levels of
    another column held equal (None: no level has both) with its p value, each with its interval, the number of rows and
    the column's sum; empty where a side has no rows.

    Levels weigh n_1 n_2 / (n_1 + n_2), so that the difference is the coefficient of a least-squares regression with a
    constant for every level (Frisch and Waugh 1933).
    """
    frame = rows.select("deal", level=within, side=is_first).collect()
    sums, result = GroupSums.of(frame, ["level", "side"]), dict[str, dict[str, Any]]()
    is_side = sums.groups["side"].to_numpy()
    if is_side.all() or not is_side.any():
        return {}
    sums = sums.with_unions(np.stack([is_side, ~is_side]))
    for at in range(0, len(columns), AT_ONCE):
        for values in rows.select(columns[at : at + AT_ONCE]).collect():
            estimates = means(sums, numbers(values))
            contrast = estimates.contrast(_contrasts(sums.groups, estimates.n))
            ends_of_each = limits(contrast.estimate, contrast.se, contrast.clusters)
            row: dict[str, Any] = {"n": len(values), "sum": float(values.sum()), "p": None}
            row |= dict.fromkeys(f"difference{end}" for end in ENDS)
            ends = zip(*(x.tolist() for x in (contrast.estimate, *ends_of_each)), strict=True)
            for name, estimate in zip((*names, "difference"), ends, strict=False):
                row |= dict(zip((f"{name}{end}" for end in ENDS), estimate, strict=True))
            if len(contrast.estimate) > 2:
                row["p"] = float(two_sided(contrast.estimate, contrast.se, contrast.clusters - 1)[2])
            result[values.name] = row
    return result


def _contrasts(groups: pl.DataFrame, n: NDArray[np.int64]) -> NDArray[np.float64]:
    """Weights of the means of both sides, which stand first, and of their difference; without it where no level has
    both."""
    level = groups["level"][2:].cast(pl.String).to_list()
    weights = np.zeros(len(groups))
    for i in range(len(level) - 1):
        if level[i] == level[i + 1]:  # groups are sorted by level and side
            first, second = (float(x) for x in n[2 + i : 4 + i])
            weights[2 + i : 4 + i] = np.array([-1.0, 1.0]) * (first * second / (first + second))
    total = weights[weights > 0].sum()
    sides = np.eye(2, len(weights))
    return np.vstack([sides, weights / total]) if total else sides


def compare_winners(rows: pl.LazyFrame, columns: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The same of winners (joint ones too) and all others, strategies held equal: a strong plan wins more and does more
    of what it does."""
    return compare_sides(rows, columns, ("winners", "losers"), pl.col("win_share60") > 0, "strategy")


def _together(rows: Sequence[dict[str, Any]]) -> pl.DataFrame:
    """A table of them, whose p values hold together (Bonferroni)."""
    table = pl.DataFrame(rows, schema_overrides={"part_of": pl.String}, infer_schema_length=None)
    return table.with_columns((pl.col("p").cast(pl.Float64) * len(rows)).clip(upper_bound=1.0)) if rows else table


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


@dataclass(frozen=True)
class ScoreLine:
    """A line of the scorepad, or a category that is a part of one: `columns` add up to its points."""

    name: str
    label: str
    part_of: str | None
    columns: tuple[str, ...]

    @property
    def column(self) -> str:
        """The column that holds its points."""
        return self.columns[0] if len(self.columns) == 1 else f"line_{self.name}"

    @property
    def row(self) -> dict[str, str | None]:
        """Its values in LINE."""
        return {"source": self.name, "label": self.label, "part_of": self.part_of}


TOTAL = ScoreLine("score", "final score", None, ("score",))


def score_lines(run: RunFrames) -> list[ScoreLine]:
    """The lines in order, each followed by its parts where it has several; categories the run does not hold are left
    out."""
    lines = []
    for line in run.game.scorepad:
        sources = [source for source in line.sources if f"score_{source}" in run.columns]
        if sources:
            lines.append(ScoreLine(line.name, line.label, None, tuple(f"score_{source}" for source in sources)))
        if len(line.sources) > 1:
            lines += [ScoreLine(s, f"of it: {s.replace('_', ' ')}", line.name, (f"score_{s}",)) for s in sources]
    return lines


def _with_lines(run: RunFrames, rows: pl.LazyFrame) -> pl.LazyFrame:
    """Seat rows with a column for every line."""
    sums = {line.column: pl.sum_horizontal(line.columns) for line in score_lines(run) if len(line.columns) > 1}
    return rows.with_columns(**sums)


def source_rows(run: RunFrames) -> pl.DataFrame:
    """Mean points of each line of the scorepad, and of its parts, for winners and all others, and its share of all
    points."""
    lines = score_lines(run)
    columns = list(dict.fromkeys(line.column for line in lines))
    by_column = compare_winners(_with_lines(run, free_rows(run)), [*columns, *(["score"] if columns else [])])
    if not by_column:
        return pl.DataFrame()
    total = by_column.pop("score")["sum"]
    share = {column: row["sum"] / total if total else None for column, row in by_column.items()}
    return _together([{**line.row, **by_column[line.column], "share_of_total": share[line.column]} for line in lines])


def points_of_bots(run: RunFrames) -> pl.DataFrame:
    """Mean points of players and of bots by line of the scorepad and in all, and their difference in the same games;
    empty where there is no bot."""
    if not run.game.bots:
        return pl.DataFrame()
    seats, decides = _with_lines(run, free_table(run)), pl.col("strategy").is_not_null()
    lines = (*score_lines(run), TOTAL)
    columns = list(dict.fromkeys(line.column for line in lines))
    by_column = compare_sides(seats.with_columns(all_=1), columns, ("players", "bots"), decides, "all_")
    n = {"n": seats.select(decides.sum()).collect().item()}
    return _together([by_column[line.column] | line.row | n for line in lines if by_column])


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


def counter_rows(run: RunFrames) -> pl.DataFrame:
    """The counters of the game's charts for winners and all others, chart by chart; a counter the run does not hold is
    left out."""
    rows = [
        {"chart": chart.key, "counter": counter, "label": label, "unit": chart.unit}
        for chart in run.game.charts
        for counter, label in chart.tallies.items()
        if counter in run.columns
    ]
    by_counter = compare_winners(free_rows(run), list(dict.fromkeys(row["counter"] for row in rows)))
    return _together([row | by_counter[row["counter"]] for row in rows if row["counter"] in by_counter])


def moment_rows(run: RunFrames) -> pl.DataFrame:
    """How often, and in which round, what may happen to a seat once happens to all, to winners and to all others: the
    fields of the game's grids, grid by grid; those the run does not hold are left out."""
    rows: list[dict[str, Any]] = [
        {"grid": grid.key, "counter": counter, "label": label, "row": y, "column": x}
        for grid in run.game.grids
        for y, line in enumerate(grid.rows, 1)
        for x, (counter, label) in enumerate(line.items(), 1)
        if counter in run.columns
    ]
    for row in rows:
        counter = row["counter"]
        happened = (pl.col(counter) > 0).cast(pl.Int64)
        seats = free_rows(run).select("deal", counter, happened=happened, won=pl.col("win_share60") > 0)
        measure = Averaged("happened", bounded=True)
        for total in mean_table(seats, [], {"frequency": measure}).drop("deals").iter_rows(named=True):
            row |= total
        for side in mean_table(seats, ["won"], {"x": measure}).iter_rows(named=True):
            row |= {f"{'winners' if side['won'] else 'losers'}{end}": side[f"x{end}"] for end in ENDS}
        for mean in mean_table(seats.filter(pl.col(counter) > 0), [], {"round": Averaged(counter)}).iter_rows(
            named=True
        ):
            row |= {f"round{end}": mean[f"round{end}"] for end in ENDS}
    return pl.DataFrame(rows, infer_schema_length=None)
