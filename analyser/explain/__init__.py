"""Why a move was made: what a strategy thinks of every option of a decision, what speaks for the best, and the largest
mistakes of a game."""

from analyser.explain.judging import Judge, judge_named, judge_of_seat
from analyser.explain.mistakes import GameAnalysis, Mistake, analyse_game
from analyser.explain.options import Explanation, Option, Term, decision_of, explain_decision

__all__ = [
    "Explanation",
    "GameAnalysis",
    "Judge",
    "Mistake",
    "Option",
    "Term",
    "analyse_game",
    "decision_of",
    "explain_decision",
    "judge_named",
    "judge_of_seat",
]
