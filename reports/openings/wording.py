"""Effects of openings in words, and what must be said beside verdicts on them."""

from __future__ import annotations

from reports.openings.forced import ForcedShares
from reports.openings.parts import ORDINARY

__all__ = ["best_note", "followed_note", "heading", "partly", "players_name"]

ALWAYS = 0.995  # of a plan's games: below it a note says how often the plan could be kept


def players_name(plans: ForcedShares, players: str) -> str:
    """Who plays, as a sentence has it: "plans tuned to open so"; where nobody is tuned, "these strategies"."""
    if plans.players == (ORDINARY,):
        return "these strategies"
    alone = [group for group, one in plans.at(players).items() if one.players != players]
    but = f" ({', '.join(alone)} played by ordinary ones)" if alone else ""
    return "ordinary plans" if players == ORDINARY else f"plans {players}{but}"


def heading(plans: ForcedShares, family: str, players: str) -> str:
    """A family of verdicts, and where there are several kinds of players, by whom its openings are played."""
    return family if len(plans.players) == 1 else f"{family}, {players_name(plans, players)}"


def best_note(plans: ForcedShares, players: str) -> str:
    """The best group in the hands of these players, with a warning of the winner's curse."""
    grouping, at = plans.grouping, plans.at(players)
    best = plans.best_of(players, list(at))
    row = plans.row(at[best])
    low, high = row["share_low"], row["share_high"]
    ends = "" if low is None else f", 95 % interval {100 * low:.1f} to {100 * high:.1f} %"
    kind = heading(plans, "number" if grouping.letter else f"first {grouping.turn[0]}", players)
    return (
        f"Best forced {kind}: {grouping.label(best)} (win share {100 * row['share']:.1f} %{ends}). It was picked as "
        f"the best of {len(at)}, so it looks better than it is (winner's curse); comparisons with it are "
        "corrected for the choice."
    )


def followed_note(plans: ForcedShares) -> str:
    """How often groups could be kept to, where the rules did not always leave such a turn; "" where they did."""
    kept = partly(plans, ORDINARY)
    shown = ", ".join(f"{plans.grouping.label(group)} {100 * share:.0f} %" for group, share in kept.items())
    if not shown:
        return ""
    return (
        f"The rules did not let every seat keep to its plan; kept: {shown}. A seat that cannot plays freely. Plans are "
        "compared as planned, kept or not: where few could keep one, its own effect is probably larger than shown."
    )


def partly(plans: ForcedShares, players: str) -> dict[str, float]:
    """Groups whose plan these players could not always keep, with the fraction of the games in which they did."""
    kept = {group: float(plans.row(one)["followed"]) for group, one in plans.at(players).items()}
    return {group: share for group, share in kept.items() if share < ALWAYS}
