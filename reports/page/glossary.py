"""The terms a reader meets on every report's page; those of one question alone stand with it, those of one piece of
evidence with that piece."""

from __future__ import annotations

from reports.facts import GameFacts
from reports.questions.base import Question, Term

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
    (
        "Simultaneous interval",
        (
            "Verdicts of the first screen hold together: in 95 of 100 such experiments all their intervals hold their "
            "true values. Exploratory ones, which are folded, do so within their family. Charts and tables name such "
            "intervals where they show them; others stand each by itself."
        ),
    ),
    ("Stronger, weaker", "The simultaneous interval lies wholly beyond the margin."),
    ("Slightly stronger, slightly weaker", "The simultaneous interval is off 0 and lies wholly inside the margin."),
    ("Fair", "The simultaneous interval holds 0 and lies wholly inside the margin; not merely “no difference found”."),
    ("Better, worse, equal", "Of who is stronger: the simultaneous interval leaves 0 out, or lies inside the margin."),
    (
        "Undecided",
        (
            "Anything else, and whatever rests on fewer than 50 deals; “leaning” where the interval is off 0. The "
            "verdict names the games that would probably decide it."
        ),
    ),
    (
        "p",
        "Chance of such a difference if there were none, corrected for the comparisons made side by side.",
    ),
)
# Terms of verdicts: there are none where one seat decides.
OF_VERDICTS = frozenset(
    {
        *("Par", "Margin", "Simultaneous interval", "Stronger, weaker", "Slightly stronger, slightly weaker", "Fair"),
        "Better, worse, equal",
        *("Undecided", "Elo", "Win points"),
    }
)


def terms(question: Question, game: GameFacts) -> list[Term]:
    """Terms and their meaning for a question's page, in the game's words; each once."""
    own = [*question.terms(game), *(term for piece in question.load() for term in piece.terms)]
    known = {term: meaning.replace("{noun}", game.nouns[0]) for term, meaning in (*EVERYWHERE, *own)}
    return [(term, meaning) for term, meaning in known.items() if game.par is not None or term not in OF_VERDICTS]
