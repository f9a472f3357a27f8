"""Which card is worth most: when it is dealt (chance), when it is forced into a hand (an experiment), and when it is
played (a choice, confounded)."""

from __future__ import annotations

from reports.cards.telling import after, best_and_worst
from reports.cards.verdicts import judge
from reports.questions.base import Question

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = ("ranking", "traits", "forced", "played")

TERMS = (
    (
        "Dealt",
        (
            "Chance deals the cards, so seats that hold one differ from the others of their game in nothing else: the "
            "difference of their win shares is cause and effect."
        ),
    ),
    (
        "Played",
        "What a seat chose to do with a card; confounded, for seats that can afford to play it differ from others.",
    ),
    (
        "Begins with",
        "An experiment: the same deal, line-up and seat twice, once as dealt and once with the card in the hand.",
    ),
    (
        "Shrunken",
        (
            "Drawn towards the mean by as much as noise explains of the spread (empirical Bayes): of many noisy "
            "effects the top one is the luckiest, of shrunken ones it is the best guess."
        ),
    ),
    ("q", "Share of false alarms to expect among all cards at least as striking (Benjamini and Hochberg)."),
    ("Trait", "What several cards have alike: an aspect, a trigger, an ability, a band of numbers."),
)


QUESTION = Question(
    name="cards",
    package="reports.cards",
    pieces=PIECES,
    asks=lambda game: "which cards win?",
    judge=judge,
    screen=lambda game: [f"cards {one.key}" for one in game.cards],
    first=best_and_worst,
    after=after,
    terms=lambda game: TERMS,
)
