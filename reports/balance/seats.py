"""Does it matter where you sit: win share and score of each seat."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from reports import columns as c
from reports.answer import OverPlans
from reports.balance.ahead import with_ahead
from reports.balance.arms import free_mix, free_rows
from reports.balance.par import against_par, joint_note, par_words, share_scale, spoken
from reports.charts import Row, forest
from reports.columns import Column
from reports.effects import Effect, plan_differences
from reports.frames import SCORE, SHARE, RunFrames
from reports.mixed import SEAT, STRATEGY
from reports.plans import plan_rows
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import joint

__all__ = ["PIECE", "measured", "over_plans"]

COLUMNS: tuple[Column, ...] = (
    c.SEAT,
    c.ALIAS,
    c.count("n", "n", "games"),
    replace(c.SHARE, note=c.TOGETHER),
    c.WIN_POINTS,
    c.SCORE,
    c.AHEAD,
    c.ELO,
    c.P,
)


def measured(run: RunFrames) -> tuple[pl.DataFrame, list[Effect]]:
    """The table with design effects, and its effects against par: none where there is no par, nor where they are those
    of strategies that never left their seats."""
    frame = run.once(with_ahead)
    measures = {"share": SHARE, "score": SCORE}
    measures |= {"margin_to_best": Measure("ahead")} if "ahead" in frame.columns else {}
    found = grouped(frame, ["seat"], measures, detail=True)
    mix, names = run.once(free_mix), found["seat"].cast(pl.String).to_list()
    found = found.with_columns(alias=pl.Series([mix.alias(SEAT, s) or None for s in names], dtype=pl.String))
    table, effects = against_par(run, found, [mix.named(SEAT, s) for s in names], free_rows(run), "seat")
    return table, [] if STRATEGY in mix.aliasing.aliased(SEAT) else effects  # the strategies' are the same


def over_plans(run: RunFrames) -> dict[str, OverPlans]:
    """What plans say of each seat: the win share there of a plan's seats less its mean over all seats."""
    _, effects = run.once(measured)
    if not effects:
        return {}
    means = joint(plan_rows(run, free_rows(run)), ["seat", "strategy"], "win_share60", scale=60)
    groups = run.once(measured)[0]["seat"].cast(pl.String).to_list()
    weights = np.eye(len(groups)) - 1.0 / len(groups)
    return plan_differences(run, means, groups, weights, [e.subject for e in effects], "balance seat")


def table(run: RunFrames) -> pl.DataFrame:
    """One row a seat, against par."""
    return run.once(measured)[0]


def section(evidence: Evidence) -> ShownSection:
    """Win share of each seat."""
    rows = evidence.rows("seats", "seat", "share")

    def draw() -> list[Chart]:
        if not rows:
            return []
        title = "Does it matter where you sit?" if several else "How often does the player win?"
        name = "seat {}" if several else "all plans"
        drawn = [Row(name.format(row["seat"]), (estimate(row, "share", 100),)) for row in rows]
        scale = share_scale(evidence)
        if several:
            scale = replace(scale, less="wins too seldom", more="wins too often")
        of = "Win share by seat in the first round" if several else "Share of the games won"
        subtitle, note = f"{of}; {par_words(evidence)}.", joint_note(rows, "seat")
        figure = forest(title, subtitle, drawn, scale, together=several, note=note)
        return [chart("seats", title, spoken(drawn), figure)]

    several = evidence.par is not None
    reading = "Seat 1 begins the first round, the others follow clockwise. Inside the grey band a seat counts as fair."
    reading = reading if several else "One seat decides: there is no par to hold its win share against."
    return section_of("seats", "Seats" if several else "The player", reading, ("seats", "verdicts"), evidence, draw)


PIECE = Piece(section, (Table("seats", COLUMNS, table),))
