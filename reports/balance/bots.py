"""Where the points of a bot come from, beside those of the players at its table."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports import scorepad
from reports.balance.arms import free_table
from reports.charts import Scale, paired_bars
from reports.charts.estimate import Estimate
from reports.charts.sheet import signed
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of
from reports.stats.joint import joint

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    *scorepad.COLUMNS,
    c.points("players", "players", estimate=True, note="mean points of a seat that decides"),
    c.points("bots", "bots", estimate=True),
    c.points("difference", "players minus bots", sign=True, estimate=True, note="in the same games"),
    c.N,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Mean points of players and of bots by line of the scorepad and in all; empty where there is no bot."""
    if not run.game.bots:
        return pl.DataFrame()
    seats = scorepad.with_entries(run, free_table(run)).with_columns(decides=pl.col("strategy").is_not_null())
    out = []
    for one in (*scorepad.entries(run), scorepad.TOTAL):
        both = joint(seats, ["decides"], one.column)  # groups: bots, players
        if len(both.estimate) < 2:
            return pl.DataFrame()
        found = both.contrast([[0, 1], [1, 0], [-1, 1]])
        row: dict[str, object] = {**one.row, "n": int(both.n[1])}
        for i, name in enumerate(("players", "bots", "difference")):
            ends = (found.estimate[i], found.low[i], found.high[i])
            row |= {f"{name}{end}": float(x) for end, x in zip(("", "_low", "_high"), ends, strict=True)}
        out.append(row)
    return pl.DataFrame(out, schema_overrides={"part_of": pl.String})


def section(evidence: Evidence) -> ShownSection | None:
    """The points of both, category by category; None for a game without bots."""
    if not evidence.game.bots:
        return None
    rows = evidence.rows("bots", "label", "players", "bots", "difference")
    who = evidence.game.opponent
    one = "player" if evidence.game.players == 1 else "players"
    title = f"Where do the points of {who} come from, and where those of the {one}?"

    def draw() -> list[Chart]:
        drawn: list[tuple[str, Estimate, Estimate, Estimate]] = []
        for row in rows:
            parts = [estimate(row, name, n=False) for name in ("players", "bots", "difference")]
            if parts[0] and parts[1] and parts[2] and row["source"] != scorepad.TOTAL.name:
                drawn.append((str(row["label"]), parts[0], parts[1], parts[2]))
        if not drawn:
            return []
        figure = paired_bars(
            title,
            "Mean points by scoring category in the final score.",
            drawn,
            (one, who),
            Scale("mean, points", None),
            difference_label=f"ahead of {who}, points",
            text=Scale("points", 0.0, text=lambda value: signed(value, 1)),
        )
        alt = "; ".join(f"{label}: {own.value:.1f} against {his.value:.1f}" for label, own, his, _ in drawn)
        return [chart("bots", title, alt, figure)]

    reading = f"Where {who} is ahead, a plan must match it or earn more elsewhere."
    return section_of("bots", f"The points of {who}", reading, ("bots",), evidence, draw)


PIECE = Piece(section, (Table("bots", COLUMNS, table),))
