"""How does a game on one map differ from one on another: length, points and tension, on the same deals."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import columns as c
from reports.boards.against import spoken
from reports.boards.pairs import pair_arm
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames
from reports.game_measures import GameMeasure, compare_groups, game_measures, per_game
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
    unique,
)
from reports.race import half_way, leaders

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.word("measure", "measure"),
    c.UNIT,
    c.BOARD,
    c.count("n", "n", "games"),
    c.number("mean", "mean", estimate=True),
    c.number(
        "difference",
        "difference from the first",
        sign=True,
        estimate=True,
        note="from A, same deal and line-up; boards that are the whole table's, arm `table`",
    ),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Every measure on every board, and its difference from the first board on the same deals and line-ups."""
    arm = pair_arm(run) if run.game.shared else None
    games = _games(run, arm) if arm else pl.DataFrame()
    if arm is None or not len(games):
        return pl.DataFrame()
    measures = game_measures(run)
    if (half := half_way(run, run.rows(arm))) is not None:
        number, column = half
        rows = run.rows(arm)
        led = [
            leaders(rows.filter(pl.col("board") == board), column).select("game", lost=3600 - pl.col("led"))
            for board in games["board"].unique(maintain_order=True)
        ]
        games = games.join(pl.concat(led), on="game")
        measures.append(GameMeasure(f"comebacks (winner not leading after round {number})", "fraction", "lost", 3600))
    return pl.concat(_measured(games, measure, run) for measure in measures)


def _games(run: RunFrames, arm: str) -> pl.DataFrame:
    """One row a game: its board, and the integers that are averaged."""
    rows = run.rows(arm)
    boards = rows.group_by("game").agg(pl.col("board").first().cast(pl.String))
    games = run.games.filter(pl.col("arm").cast(pl.String) == arm)
    return per_game(run.table, games).join(boards, on="game").collect()


def _measured(games: pl.DataFrame, measure: GameMeasure, run: RunFrames) -> pl.DataFrame:
    table = compare_groups(games, "board", run.game.a_sides[0], measure)
    place = pl.Series("place", [run.game.board_rank(board) for board in table["board"]])
    return table.with_columns(place).sort("place").drop("place")


def section(evidence: Evidence) -> ShownSection | None:
    """Length, points and tension: means as changes in per cent of the first board's, fractions of games in pp."""
    if not evidence.game.shared:
        return None
    words = evidence.words
    rows = evidence.rows("table_shape", "measure", "board", "mean")
    there = words.baseline

    def draw() -> list[Chart]:
        bases = {row["measure"]: float(row["mean"]) for row in rows if number(row, "difference") is None}
        out = []
        for board in unique(row["board"] for row in rows if number(row, "difference") is not None):
            here, mine = words.board(board), [row for row in rows if row["board"] == board and row["measure"] in bases]
            means = [row for row in mine if row["unit"] != "fraction" and bases[row["measure"]]]
            fractions = [row for row in mine if row["unit"] == "fraction"]
            for name, some, unit, title, subtitle in (
                (
                    f"shape_{board}",
                    [_change(row, bases[row["measure"]], 100 / abs(bases[row["measure"]])) for row in means],
                    "%",
                    f"How does a game on {here} differ from one on {there}?",
                    f"Means from {there} to {here}, same deals and line-ups; change in % of the mean on {there}.",
                ),
                (
                    f"tension_{board}",
                    [_change(row, bases[row["measure"]], 100) for row in fractions],
                    "pp",
                    f"Is a game on {here} as open as one on {there}?",
                    f"Fractions of games from {there} to {here}, same deals and line-ups; change in percentage points.",
                ),
            ):
                if some:
                    scale = difference_scale("change", unit, less="less", more="more")
                    above, below = f"more on {here}", f"less on {here}"
                    drawn = forest(title, subtitle, some, scale, above=above, below=below)
                    out.append(chart(name, title, f"Changes in {unit}: {spoken(some)}", drawn))
        return out

    reading = "Each row names what it was and what it becomes; its dot is the change, paired by deal."
    return section_of("shape", "Points, length and tension", reading, ("table_shape",), evidence, draw)


def _change(row: dict[str, Any], base: float, factor: float) -> Row:
    """A measure with its mean on both boards, and the change between them."""
    was, now = (f"{100 * x:.1f} %" if row["unit"] == "fraction" else f"{x:.1f}" for x in (base, float(row["mean"])))
    return Row(f"{row['measure']}: {was} → {now}", (estimate(row, "difference", factor),))


PIECE = Piece(section, (Table("table_shape", COLUMNS, table),))
