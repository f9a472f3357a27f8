"""Is the game balanced: fair to every seat and strategy, and what shape has a game."""

from __future__ import annotations

from reports.balance.alone import beaten, win_shares
from reports.balance.arms import free_arms, free_mix
from reports.balance.luck import sentences
from reports.balance.verdicts import NOT_FREE, effective, judge, notes
from reports.facts import GameFacts
from reports.page.terms import ELO, WIN_POINTS
from reports.questions.base import Question

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = (
    "seats",
    "strategies",
    "bots",
    "sources",
    "counters",
    "grids",
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


def asks(game: GameFacts) -> str:
    """The question in words; one who decides alone asks another."""
    if game.par is not None:
        return "is the game balanced?"
    beaten = f"how often is {game.opponent} beaten" if game.bots else "how often does the player win"
    return f"{beaten}, and with which plan?"


QUESTION = Question(
    name="balance",
    package="reports.balance",
    pieces=PIECES,
    asks=asks,
    judge=judge,
    screen=lambda game: ("balance seat", "balance strategy"),
    alone=win_shares,
    idle=lambda run: "" if free_arms(run) else NOT_FREE,
    warnings=lambda run: run.once(free_mix).warnings,
    summary=lambda run: "" if run.par is not None else beaten(run)[0],
    before=notes,
    header=effective,
    said=sentences,
    scenario_view="scenarios",
    terms=lambda game: TERMS,
)
