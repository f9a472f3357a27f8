"""What does a change of the game do: to boards, seats, strategies, points, length, tension, and to what is used."""

from __future__ import annotations

from reports.facts import GameFacts
from reports.questions.base import Question, Term
from reports.whatif import fairness, response
from reports.whatif.sides import BOARD, KINDS, is_same
from reports.whatif.verdicts import judge, no_data_reason, no_effect_note, notes, size, solo_sentences

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = ("win_shares", "tuned", "fairness", "response", "points", "shape", "powers", "counters", "games")

TERMS: tuple[Term, ...] = (
    ("Before, after", "The game without and with the change: the same deals, seats and line-ups."),
    ("Gains, loses", "The simultaneous interval of the difference in win share lies wholly beyond the margin."),
    ("Gains slightly, loses slightly", "It is off 0 and lies wholly inside the margin."),
    ("Unchanged", "It holds 0 and lies wholly inside the margin."),
)


def asks(game: GameFacts) -> str:
    """The question in words."""
    return "what does the change do?"


def terms(game: GameFacts) -> tuple[Term, ...]:
    """The words of a comparison before and after."""
    return TERMS if game.par is not None else TERMS[:1]


QUESTION = Question(
    name="whatif",
    package="reports.whatif",
    pieces=PIECES,
    asks=asks,
    judge=judge,
    screen=lambda game: [f"whatif {kind.name}" for kind in KINDS if not (kind.name == BOARD and game.shared)],
    idle=no_data_reason,
    first=lambda run: [] if is_same(run) else [*fairness.first(run), *response.first(run)],
    summary=lambda run: no_effect_note(run) or " ".join(solo_sentences(run)),
    before=notes,
    header=size,
    terms=terms,
    whole=True,
)
