"""The terms a reader meets on every report's page; those of one question alone stand with it, those of one piece of
evidence with that piece."""

from __future__ import annotations

from reports.facts import GameFacts
from reports.question import Question, Term

__all__ = ["EVERYWHERE", "terms"]

EVERYWHERE: tuple[Term, ...] = (
    (
        "Win share",
        (
            "1 for a sole win, 1/k for each of k joint winners after the game's own tie-breaks, 0 for a loss; averaged "
            "over games."
        ),
    ),
    ("Par", "The win share of a seat that is neither favoured nor harmed: one over the number of players."),
    ("pp", "Percentage points: the difference of two shares given in %."),
    (
        "Deal",
        "Every random input of a game: orders of decks, tiles, first player. Games of one deal share their luck.",
    ),
    (
        "Interval",
        (
            "95 % interval, with games of one deal counted as one cluster: in 95 of 100 such experiments it holds the "
            "true value."
        ),
    ),
    ("n", "The games, seat-games (one seat in one game) or pairs a number rests on."),
    ("Margin", "The difference a designer would shrug off; set before the games are played."),
    ("Balanced", "Shown to lie inside the margin (equivalence test at 5 %), not merely “no difference found”."),
    (
        "Unbalanced",
        "Shown to differ (corrected for the number of comparisons), and estimated to lie beyond the margin.",
    ),
    ("Small but real", "Shown to differ, and shown to lie inside the margin."),
    ("Undecided", "Neither shown: more deals are needed; the verdict says how many."),
    (
        "p (Holm)",
        "Chance of such a difference if there were none, corrected for the number of comparisons made side by side.",
    ),
)
# Terms of verdicts: there are none where one seat decides.
OF_VERDICTS = frozenset({"Par", "Margin", "Balanced", "Unbalanced", "Small but real", "Undecided", "Elo", "Win points"})


def terms(question: Question, game: GameFacts) -> list[Term]:
    """Terms and their meaning for a question's page, in the game's words; each once."""
    own = [*question.terms(game), *(term for piece in question.load() for term in piece.terms)]
    known = {term: meaning.replace("{noun}", game.nouns[0]) for term, meaning in (*EVERYWHERE, *own)}
    return [(term, meaning) for term, meaning in known.items() if game.par is not None or term not in OF_VERDICTS]
