"""Which opening wins: what was chosen (confounded by what the seat held) and what was forced on the same deals
(causal)."""

from __future__ import annotations

from reports.openings.habit import warnings
from reports.openings.verdicts import judge, notes, nothing
from reports.questions.base import Question

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = (
    "groups",
    "plans",
    "orders",
    "trajectory",
    "lines",
    "coarse",
    "tree",
    "best_where",
    "places",
)

TERMS = (
    (
        "Chosen",
        (
            "Openings as the strategies themselves chose them; confounded by what they had to choose from, for luck "
            "invites certain openings."
        ),
    ),
    ("Forced", "Openings drawn by lot and imposed on the same deals: what the opening itself does."),
    (
        "Plan",
        "A forced opening: which action classes a seat must take in its first turns, wherever one of them is legal.",
    ),
    ("Level", "Lower bound of an opening's win share: what it can be trusted to win."),
    ("q", "Share of false alarms to expect among all openings at least as striking (Benjamini and Hochberg)."),
)

QUESTION = Question(
    name="openings",
    package="reports.openings",
    pieces=PIECES,
    asks=lambda game: "which opening wins?",
    judge=judge,
    screen=lambda game: ("tip", "openings") if game.tip_levels else ("openings",),
    warnings=warnings,
    before=nothing,
    after=notes,
    terms=lambda game: TERMS,
)
