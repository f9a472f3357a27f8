"""Why a move was made: what a strategy thinks of every option of a decision, what speaks for the best, and the largest
mistakes of a game."""

from analyser.explain.judging import Judge, judge_named, judge_of_seat
from analyser.explain.mistakes import Mistake, Reckoning, reckoned
from analyser.explain.options import Explained, Option, Term, decision_of, explained

__all__ = [
    "Explained",
    "Judge",
    "Mistake",
    "Option",
    "Reckoning",
    "Term",
    "decision_of",
    "explained",
    "judge_named",
    "judge_of_seat",
    "reckoned",
]
