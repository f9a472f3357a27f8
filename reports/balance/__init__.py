"""Is the game balanced: fair to every seat and strategy, and what shape has a game."""

from __future__ import annotations

from reports.balance.arms import free_arms, free_mix
from reports.balance.verdicts import NOT_FREE, effective, judge, notes
from reports.page.terms import ELO, WIN_POINTS
from reports.question import Question

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = (
    "seats",
    "strategies",
    "sources",
    "counters",
    "margin",
    "rounds",
    "actions",
    "variance",
    "shape",
)

TERMS = (
    ELO,
    WIN_POINTS,
    ("Winners", "Seats that won, joint winners too; all others are the seats that did not."),
    (
        "Close game",
        "One won by at most a tenth of what winners usually score, but no less than 1 point and no more than 5.",
    ),
)

QUESTION = Question(
    name="balance",
    package="reports.balance",
    pieces=PIECES,
    asks=lambda game: "is the game balanced?",
    judge=judge,
    idle=lambda run: "" if free_arms(run) else NOT_FREE,
    warnings=lambda run: run.once(free_mix).warnings,
    before=notes,
    header=effective,
    terms=lambda game: TERMS,
)
