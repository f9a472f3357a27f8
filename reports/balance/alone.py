"""What one who decides alone asks: how often is the game won, and by how much, told in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.balance import seats, strategies
from reports.effects import pp
from reports.frames import RunFrames

__all__ = ["beaten"]


def beaten(run: RunFrames) -> list[str]:
    """How often and by how many points the player beats the bots: over all games, and with each plan, best first."""
    whole = run.once(seats.measured)[0].to_dicts()
    plans = run.once(strategies.measured)[0].to_dicts()
    said = [f"The player {_wins(row, run)}." for row in whole]
    return said + [f"With {row['strategy']} the player {_wins(row, run)}." for row in plans if len(plans) > 1]


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
