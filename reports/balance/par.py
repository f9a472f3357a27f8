"""Win shares against par: Elo, tests and effects to judge; nothing of it where one seat decides."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.draw import Row
from reports.effects import Effect
from reports.frames import RunFrames
from reports.stats.elo import elo_of_share
from reports.stats.joint import two_sided
from reports.stats.verdict import holm

__all__ = ["against_par", "spoken"]


def against_par(run: RunFrames, found: pl.DataFrame, names: list[str]) -> tuple[pl.DataFrame, list[Effect]]:
    """Adds win points, Elo and tests against par to a table of shares; the same as effects to judge."""
    nan = float("nan")
    share, se, low, high = (
        found[c].cast(pl.Float64).fill_null(nan).to_numpy() for c in ("share", "share_se", "share_low", "share_high")
    )
    p = two_sided(np.where(np.abs(share - run.par) < 1e-12, 0.0, share - run.par), se, found["deals"].to_numpy() - 1.0)
    table = found.with_columns(
        win_points=pl.col("share") * run.players,
        elo=pl.Series(elo_of_share(share, run.players)),
        p=pl.Series(p),
        p_holm=pl.Series(holm(p)),
    )
    gap, sizes = share - run.par, zip(names, found["n"].to_list(), found["deals"].to_list(), strict=True)
    effects = [
        Effect(
            name, float(gap[i]), float(low[i] - run.par), float(high[i] - run.par), float(se[i]), float(p[i]), n, deals
        )
        for i, (name, n, deals) in enumerate(sizes)
    ]
    return table, effects


def spoken(rows: list[Row]) -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{label} {e.value:.1f} % [{e.low:.1f}, {e.high:.1f}]" for label, e in found) + "."
