"""Who gains and who loses: win shares of boards, seats and strategies before and after."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.charts import forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.effects import together
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, section_of
from reports.whatif.drawing import WHO, alt_text, grouped_rows, keys
from reports.whatif.sides import ORDINARY, Kind, before_and_after, kinds_of, win_shares
from reports.whatif.verdicts import subject_name, win_share_changes

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    *WHO,
    c.N,
    c.percent("before", "win share before", estimate=True),
    c.percent("after", "after", estimate=True),
    c.pp("effect", "difference", estimate=True, note=f"after minus before, on the same deals; {c.TOGETHER}, the kind"),
    c.P,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Win share before and after of everything the games can tell apart, change by change."""
    kinds = kinds_of(run) if run.games_played and run.changes else []
    return pl.concat([_of_kind(run, kind) for kind in kinds]) if kinds else pl.DataFrame()


def _of_kind(run: RunFrames, kind: Kind) -> pl.DataFrame:
    shares = run.once(win_shares)[kind.name].shares.table.filter(tuned=ORDINARY)
    shares = shares.with_columns(pl.col(kind.name).cast(pl.String).alias("who"))
    names, family = win_share_changes(run, kind)
    frame = pl.DataFrame(names, schema={"who": pl.String, "scenario": pl.String}, orient="row").hstack(together(family))
    frame = frame.join(before_and_after(shares, ["who"]), on=["who", "scenario"], how="left", maintain_order="left")
    words = [subject_name(run, kind.name, who) for who in frame["who"]]
    return frame.with_columns(kind=pl.lit(kind.name), name=pl.Series(words, dtype=pl.String))


def section(evidence: Evidence) -> ShownSection:
    """What everybody gains or loses."""
    rows = evidence.rows("win_shares", "name", "scenario", "effect")
    exact = all(row["effect"] == 0 and row["effect_low"] is None for row in rows)  # both sides are the same game

    def draw() -> list[Chart]:
        if exact:
            return []
        forest_rows, series = grouped_rows(rows, "effect", 100, evidence), keys(rows)
        title = "Who gains and who loses by the change?"
        scale = difference_scale("difference in win share", "pp", margin=evidence.margin, less="loses", more="gains")
        subtitle = "Win share after the change minus win share before, on the same deals and seats."
        figure = forest(title, subtitle, forest_rows, scale, series=series, together=True, above="gains", below="loses")
        return [chart("win_shares", title, alt_text(forest_rows, rows), figure)]

    reading = (
        "Each dot is a difference between games that agree in deal, seats and line-up. Win shares of a kind add up: "
        "what one gains the others lose."
    )
    if evidence.par is not None:
        reading += " A line that stays inside the grey band means: unchanged, whatever the exact value."
    why = "both sides are the same game" if rows and exact else ""
    return section_of("win_shares", "Gains and losses", reading, ("win_shares", "verdicts"), evidence, draw, why=why)


PIECE = Piece(section, (Table("win_shares", COLUMNS, table),))
