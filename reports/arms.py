"""Arms of a run, parts of its schedule of games: which factors' levels each assigns, and which to compare in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from reports.conditions import ConditionError

__all__ = ["ARMS", "ASSIGNED", "Design", "check_arms", "choose_arm"]


@dataclass(frozen=True)
class Design:
    """How the levels of a factor come to seats: the arms that assign them at random, the best first; those in which
    two levels meet on one deal, and within which columns they are then paired."""

    assigned: tuple[str, ...]
    paired: tuple[str, ...] = ()
    within: tuple[str, ...] = ()


# Arms of a run, in words.
ARMS: Mapping[str, str] = {
    "mirror": "one strategy in all seats, every order of sides on each deal",
    "cross": "strategies, boards and seats crossed",
    "table": "every line-up on every board of the table, on the same deals",
    "free": "strategies and seats crossed, as the players choose",
    "chosen": "openings as the players choose them",
    "forced": "one seat told how to open, on the same deals",
    "dealt": "every seat has another board than side A",
    "priced": "every seat has another board than side A, and pays for it",
    "tuned": "one seat told how to open and played by a plan tuned to that, on the same deals",
}
ASSIGNED: Mapping[str, Design] = {
    "board": Design(("table", "dealt", "cross", "mirror", "free"), ("table", "mirror"), ("strategy", "seat")),
    "strategy": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "seat": Design(("free", "cross", "table", "dealt", "chosen", "mirror")),
    "forced_opening": Design(("forced", "tuned")),
}


def choose_arm(arms: Sequence[str], factors: Mapping[str, Design | None], levels: Collection[str]) -> str:
    """The arm to compare in: the first that assigns the levels of all factors that are ever assigned; for the factors
    of which one level is the reference, one that pairs it with the others on a deal.

    factors: the design of each, None: chosen by players. Raises ConditionError where no arm assigns them all, or where
    none is ever assigned and there are several arms.
    """
    assigned = {name: design for name, design in factors.items() if design}
    if not assigned:
        if len(arms) == 1:
            return arms[0]
        listed_arms = ", ".join(arms)
        raise ConditionError(
            f"the run has games of several kinds ({listed_arms}): add where \"arm = '{arms[0]}'\", or another"
        )
    order = list(next(iter(assigned.values())).assigned)
    for name, design in assigned.items():
        if name in levels and design.paired:  # a reference such as side A is not dealt in games of other boards alone
            order = [*design.paired, *(arm for arm in order if arm not in (*design.paired, "dealt"))]
    for arm in order:
        if arm in arms and all(arm in (*design.assigned, *design.paired) for design in assigned.values()):
            return arm
    listed_arms = ", ".join(arms)
    raise ConditionError(f"no games assign {' and '.join(assigned)} at random: name an arm with where ({listed_arms})")


def check_arms(arms: Sequence[str], factors: Mapping[str, Design | None]) -> None:
    """ConditionError where a factor that players choose would be compared over several arms: they differ in more."""
    factor = next((name for name, design in factors.items() if design is None), "")
    if len(arms) > 1 and factor:
        raise ConditionError(f"{factor} is chosen by players, not assigned: name one arm, not {', '.join(arms)}")
