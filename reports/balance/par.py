"""Win shares against par: Elo, tests and effects to judge; nothing of it where one seat decides."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.draw import Row, Scale
from reports.effects import Effect
from reports.evidence import Evidence
from reports.frames import RunFrames
from reports.stats.elo import elo_of_share
from reports.stats.joint import two_sided
from reports.stats.verdict import holm

__all__ = ["against_par", "par_words", "share_scale", "spoken"]


def against_par(run: RunFrames, found: pl.DataFrame, names: list[str]) -> tuple[pl.DataFrame, list[Effect]]:
    """Adds win points, Elo and tests against par to a table of shares; the same as effects to judge (none without
    par)."""
    nan = float("nan")
    share, se, low, high = (
        found[c].cast(pl.Float64).fill_null(nan).to_numpy() for c in ("share", "share_se", "share_low", "share_high")
    )
    if (par := run.par) is None:
        return found, []
    gap = share - par
    p = two_sided(np.where(np.abs(gap) < 1e-12, 0.0, gap), se, found["deals"].to_numpy() - 1.0)
    table = found.with_columns(
        win_points=pl.col("share") * run.players,
        elo=pl.Series(elo_of_share(share, run.players)),
        p=pl.Series(p),
        p_holm=pl.Series(holm(p)),
    )
    sizes = zip(names, found["n"].to_list(), found["deals"].to_list(), strict=True)
    effects = [
        Effect(name, float(gap[i]), float(low[i] - par), float(high[i] - par), float(se[i]), float(p[i]), n, deals)
        for i, (name, n, deals) in enumerate(sizes)
    ]
    return table, effects


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares, with par where there is one."""
    par = evidence.par
    return Scale("win share, %") if par is None else Scale("win share, %", par, f"par {par:.1f} %")


def par_words(evidence: Evidence) -> str:
    """Par as the end of a subtitle, or what a win share means where one seat decides."""
    par = evidence.par
    return "a tie with a bot counts a half" if par is None else f"par is {par:.1f} %"


def spoken(rows: list[Row]) -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{label} {e.value:.1f} % [{e.low:.1f}, {e.high:.1f}]" for label, e in found) + "."
