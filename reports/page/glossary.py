"""The terms that every page explains; those of one question or section stand with it."""

from __future__ import annotations

from reports.facts import GameFacts
from reports.questions.base import Question, Term

__all__ = ["EVERYWHERE", "terms"]

EVERYWHERE: tuple[Term, ...] = (
    ("Win share", "1 for a sole win, 1/k for each of k joint winners, 0 for a loss; averaged over games."),
    ("Deal", "Every random input of a game. Games of one deal share their luck, so errors are counted by deal."),
    ("Interval", "In 95 of 100 such experiments the interval holds the true value."),
    ("n", "The games, seats or pairs that a number rests on."),
)
OF_VERDICTS: tuple[Term, ...] = (
    ("Fair share", "The win share of a seat that is neither favoured nor harmed: one over the number of players."),
    ("Tolerance", "The shift of win share a designer would shrug off, set before the games are played."),
    (
        "Together",
        "Intervals of the first screen hold together: in 95 of 100 such experiments all hold their true values.",
    ),
    (
        "Too strong, too weak",
        "The interval lies wholly beyond the tolerance; stronger or weaker where nothing is a norm.",
    ),
    ("Fair", "The interval lies wholly inside the tolerance."),
    ("Unclear", "Neither: the interval crosses the tolerance, or there are fewer than 50 deals."),
    ("p", "The chance of such a difference if there were none, corrected for comparisons side by side."),
)


def terms(question: Question, game: GameFacts) -> list[Term]:
    """Terms and their meaning for a question's page, in the game's words; each once."""
    question_terms = [*question.terms(game), *(term for piece in question.sections for term in piece.terms)]
    common = [*EVERYWHERE, *(OF_VERDICTS if game.par is not None else ())]
    meanings = {term: meaning.replace("{noun}", game.nouns[0]) for term, meaning in (*common, *question_terms)}
    return list(meanings.items())
