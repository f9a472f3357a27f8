"""What one who decides alone asks: how often is the game won, and by how much, told in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from reports.balance import seats, strategies
from reports.effects import Judged
from reports.estimators.printings import PERCENT, POINTS, cached_effects
from reports.frames import RunFrames
from reports.sentences import pp
from reports.stats.cluster import rare_half

__all__ = ["ALL", "beaten", "win_shares"]

ALL = "all plans"
AHEAD = ", points ahead"  # a refinement of the plan's win share
ONE_SD = 0.32  # what lies more than a standard error away, on both sides


def win_shares(run: RunFrames) -> Judged:
    """Win share, and points ahead, over all games and with each plan, best first: subject, unit, effect, its 95 %
    interval by itself, se. There is nothing to judge: no verdicts."""
    whole = run.once(seats.measured)[0].with_columns(strategy=pl.lit(ALL))
    plans = run.once(strategies.measured)[0]
    found = pl.concat([whole, plans], how="diagonal_relaxed")
    rows = [_estimates(found, "share", PERCENT, "")]
    if "margin_to_best" in found.columns:
        rows.append(_estimates(found, "margin_to_best", POINTS, AHEAD))
    return pl.concat(rows), []


def _estimates(found: pl.DataFrame, name: str, unit: str, what: str) -> pl.DataFrame:
    """One measure of the rows; a share no deal contradicts has the error of what so many deals may not have shown."""
    se = pl.col(f"{name}_se")
    if unit == PERCENT:
        share, error, deals = (found[column].to_numpy() for column in (name, f"{name}_se", "deals"))
        se = pl.max_horizontal(se, pl.Series(rare_half(ONE_SD, np.maximum(share, 1.0 - share), error, 0.0, deals)))
    return found.select(
        subject=pl.format("{}{}", "strategy", pl.lit(what)),
        unit=pl.lit(unit),
        effect=name,
        effect_low=f"{name}_low",
        effect_high=f"{name}_high",
        se=se,
    )


def beaten(run: RunFrames) -> list[str]:
    """How often and by how many points the player beats the bots: over all games, and with each plan, best first."""
    whole = run.once(seats.measured)[0].to_dicts()
    plans = run.once(strategies.measured)[0].to_dicts()
    said = [f"The player {_wins(row, run)}.{_elsewhere(ALL, run)}" for row in whole]
    each = [(row["strategy"], _wins(row, run)) for row in plans if len(plans) > 1]
    return said + [f"With {plan} the player {wins}.{_elsewhere(plan, run)}" for plan, wins in each]


def _elsewhere(plan: str, run: RunFrames) -> str:
    """What other printings make of the win share, and of the points ahead, in a sentence; "" without printings."""
    found = run.once(cached_effects(win_shares))
    share, ahead = found.get(plan), found.get(f"{plan}{AHEAD}")
    if share is None:
        return ""
    here = share.spread
    said = (
        f" Over {here.n_levels} admissible printings {pp(here.mean)} % in the mean, {pp(here.low)} to {pp(here.high)} "
        f"% in 95 of 100 (sd between printings {pp(here.sd)} pp)"
    )
    if ahead is None:
        return f"{said}."
    low, high = (f"{x:.1f}".replace("-", "−") for x in (ahead.spread.low, ahead.spread.high))
    return f"{said}, and {low} to {high} points ahead."


def _wins(row: Mapping[str, Any], run: RunFrames) -> str:
    """Win share and points ahead with their intervals."""
    share = f"wins {pp(row['share'])} %{_between(row, 'share', 100)} of {row['n']:,} games"
    if row.get("margin_to_best") is None:
        return share
    points = float(row["margin_to_best"])
    where = "ahead of" if points >= 0 else "behind"
    between = _between(row, "margin_to_best", 1)
    return f"{share} and is {pp(abs(points) / 100)} points {where} {run.game.opponent} in the mean{between}"


def _between(row: Mapping[str, Any], name: str, factor: float) -> str:
    """The 95 % interval in brackets; "" where there is none."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    if low is None or high is None:
        return ""
    return f" [{pp(factor * low / 100)}, {pp(factor * high / 100)}]"
