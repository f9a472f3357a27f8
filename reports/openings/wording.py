"""Effects of openings in words, and what must be said beside verdicts on them."""

from __future__ import annotations

import polars as pl

from reports.effects import Effect, pp, signed_pp
from reports.openings.forced import ForcedShares
from reports.stats.verdict import FAIR, Judgement

__all__ = ["best_note", "compared", "followed_note", "partly"]

ALWAYS = 0.995  # of a plan's games: below it a note says how often the plan could be kept


def compared(e: Effect, j: Judgement) -> str:
    """The effect as a verb: "wins 2.1 pp more than with"."""
    if j.verdict == FAIR:
        return f"wins as often ({signed_pp(e.effect)} pp) as with"
    return f"wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than with"


def best_note(plans: ForcedShares) -> str:
    """The best forced group, with a warning of the winner's curse."""
    grouping, best = plans.grouping, plans.best_of(list(plans.at))
    row = plans.table.row(by_predicate=pl.col("forced_opening") == plans.at[best], named=True)
    low, high = row["share_low"], row["share_high"]
    ends = "" if low is None else f", 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    kind = "number" if grouping.letter else f"first {grouping.turn[0]}"
    return (
        f"Best forced {kind}: {grouping.label(best)} (win share {100 * row['share']:.1f} %{ends}). It was picked as "
        f"the best of {len(plans.at)}, so it looks better than it is (winner's curse); comparisons with it are "
        "corrected for the choice."
    )


def followed_note(plans: ForcedShares) -> str:
    """How often groups could be kept to, where the rules did not always leave such a turn; "" where they did."""
    shown = ", ".join(f"{plans.grouping.label(group)} {100 * share:.0f} %" for group, share in partly(plans).items())
    if not shown:
        return ""
    return (
        f"The rules did not let every seat keep to its plan; kept: {shown}. A seat that cannot plays freely. Plans are "
        "compared as planned, kept or not: where few could keep one, its own effect is probably larger than shown."
    )


def partly(plans: ForcedShares) -> dict[str, float]:
    """Groups whose plan could not always be kept, with the fraction of the games in which it was."""
    kept = dict(plans.table.select("forced_opening", "followed").iter_rows())
    return {group: kept[plan] for group, plan in plans.at.items() if kept[plan] < ALWAYS}
