"""Is there one plan that beats the others: strategies against par and against each other."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.balance.ahead import with_ahead
from reports.balance.arms import free_mix, free_rows
from reports.balance.par import against_par, joint_note, par_words, share_scale, spoken
from reports.charts import Row, Scale, forest, heat_map
from reports.charts.sheet import signed
from reports.columns import Column
from reports.effects import Effect
from reports.frames import SCORE, SHARE, RunFrames, text
from reports.head_to_head import ahead
from reports.mixed import STRATEGY
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    cell_note,
    chart,
    estimate,
    grid,
    section_of,
)
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE", "measured", "who_is_ahead"]

COLUMNS: tuple[Column, ...] = (
    c.STRATEGY,
    c.ALIAS,
    c.N,
    replace(c.SHARE, note=c.TOGETHER),
    c.SCORE,
    c.AHEAD,
    c.ELO,
    c.P,
)
PAIRS: tuple[Column, ...] = (
    c.code("row", "strategy"),
    c.code("column", "against"),
    c.percent("ahead", "finishes ahead", estimate=True),
    c.count("n", "n", "pairs of seats"),
)


def measured(run: RunFrames) -> tuple[pl.DataFrame, list[Effect]]:
    """The table, best first, and its effects against par (none where there is no par)."""
    frame, measures = run.once(with_ahead), {"share": SHARE, "score": SCORE}
    measures |= {"margin_to_best": Measure("ahead")} if "ahead" in frame.columns else {}
    found = text(grouped(frame, ["strategy"], measures, detail=True), "strategy")
    mix, names = run.once(free_mix), found["strategy"].to_list()
    found = found.with_columns(alias=pl.Series([mix.alias(STRATEGY, s) or None for s in names], dtype=pl.String))
    subjects = [f"strategy {mix.named(STRATEGY, s)}" for s in names]
    table, effects = against_par(run, found, subjects, free_rows(run), "strategy")
    return table.sort("share", descending=True, maintain_order=True), effects


def table(run: RunFrames) -> pl.DataFrame:
    """One row a strategy, best first, against par."""
    return run.once(measured)[0]


def pairs(run: RunFrames) -> pl.DataFrame:
    """Every strategy against every other that sat at its table."""
    return ahead(run, free_rows(run), "strategy") if len(run.once(measured)[0]) > 1 else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection:
    """Strategies against par and against each other."""

    def draw() -> list[Chart]:
        out = []
        rows = evidence.rows("strategies", "strategy", "share")
        joint = joint_note(rows, "strategy")
        if rows:
            ordered = sorted(rows, key=lambda row: -row["share"])
            drawn = [Row(str(row["strategy"]), (estimate(row, "share", 100),)) for row in ordered]
            title, subtitle = "Is there one plan that beats the others?", "Win share in tables of mixed strategies"
            if evidence.par is None:
                title, subtitle = "With which plan does the player win?", "Win share by plan"
            out.append(
                chart(
                    "strategies",
                    title,
                    spoken(drawn),
                    forest(
                        title,
                        f"{subtitle}, best first; {par_words(evidence)}.",
                        drawn,
                        share_scale(evidence),
                        n_label="seat-games",
                        together=evidence.par is not None,
                        note=joint,
                    ),
                )
            )
        if evidence.par is None:
            out += _ahead(evidence)
        rows = evidence.rows("strategy_strategy", "row", "column", "ahead")
        if rows:
            out.append(who_is_ahead("strategy_strategy", "Which plan finishes ahead of which?", rows, joint))
        return out

    reading = (
        "A healthy set of plans has no row that is blue throughout: every plan should have something that beats it."
        if evidence.par is not None
        else "Each plan plays alone against the same opponent; plans do not meet each other."
    )
    return section_of("strategies", "Strategies", reading, ("strategies", "strategy_strategy"), evidence, draw)


def who_is_ahead(name: str, title: str, rows: Rows, joint: str) -> Chart:
    """How often each strategy finishes ahead of each other, as a heat map; joint: what effects cannot be told from."""
    down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
    figure = heat_map(
        title,
        "Chance that the row's strategy ranks above the column's in one game, % ± half its interval.",
        [str(key) for key in down],
        [str(key) for key in across],
        cells,
        centre=50,
        unit="%",
        column_title="against",
        note=" ".join(filter(None, [cell_note(rows, "50 %"), joint])),
    )
    return chart(name, title, f"Heat map of {len(down)} strategies against {len(across)}.", figure)


def _ahead(evidence: Evidence) -> list[Chart]:
    """By how many points plans of one who decides are ahead."""
    rows = evidence.rows("strategies", "strategy", "share", "margin_to_best")
    if not rows:
        return []
    ordered = sorted(rows, key=lambda row: -row["share"])
    drawn = [Row(str(row["strategy"]), (estimate(row, "margin_to_best"),)) for row in ordered]
    who = evidence.game.opponent
    title = f"By how many points is {who} beaten?"
    figure = forest(
        title,
        "Mean of the player's score minus the best other at the table, over all games, won or lost.",
        drawn,
        Scale("points ahead", 0.0, "equal", text=signed, less=f"{who} ahead", more="player ahead"),
        above="player ahead",
        below=f"{who} ahead",
        n_label="games",
    )
    return [chart("ahead", title, spoken(drawn, "points"), figure)]


PIECE = Piece(section, (Table("strategies", COLUMNS, table), Table("strategy_strategy", PAIRS, pairs)))
