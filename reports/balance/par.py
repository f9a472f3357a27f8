"""Win shares against par: Elo, tests and effects to judge; nothing of it where one seat decides."""

from __future__ import annotations

import polars as pl

from reports.charts import Row, Scale
from reports.effects import Effect, effects_of, shares
from reports.frames import RunFrames
from reports.questions.base import Evidence, Rows
from reports.stats.elo import elo_of_share
from reports.stats.joint import joint

__all__ = ["against_par", "joint_note", "par_words", "share_scale", "spoken"]


def against_par(
    run: RunFrames, found: pl.DataFrame, names: list[str], rows: pl.LazyFrame, key: str
) -> tuple[pl.DataFrame, list[Effect]]:
    """Adds win points, Elo and the family's intervals and tests against par to a table of shares by `key`, worked out
    from these seat rows; the same as effects to judge (none without par)."""
    if run.par is None:
        return found, []
    family = shares(run, joint(rows, [key], "win_share60", scale=60), f"balance {key}")
    table = found.with_columns(
        win_points=pl.col("share") * run.players,
        elo=pl.Series(elo_of_share(found["share"].to_numpy(), run.players)),
        share_low=pl.Series(family.low + run.par).fill_nan(None),
        share_high=pl.Series(family.high + run.par).fill_nan(None),
        p=pl.Series(family.p).fill_nan(None),
    )
    return table, effects_of(family, names)


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares, with par and the verdicts' margin where there is one."""
    par = evidence.par
    return Scale("win share, %") if par is None else Scale("win share, %", par, f"par {par:.1f} %", evidence.margin)


def par_words(evidence: Evidence) -> str:
    """Par as the end of a subtitle, or what a win share means where one seat decides."""
    par = evidence.par
    return f"a tie with {evidence.game.opponent} counts a half" if par is None else f"par is {par:.1f} %"


def joint_note(rows: Rows, key: str) -> str:
    """What the rows' effects cannot be told from, for below a chart; "" where each is its own."""
    told = "; ".join(f"{row[key]} {row['alias']}" for row in rows if row.get("alias"))
    return f"Not told apart: {told}." if told else ""


def spoken(rows: list[Row], unit: str = "%") -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{label} {e.value:.1f} {unit} [{e.low:.1f}, {e.high:.1f}]" for label, e in found) + "."
