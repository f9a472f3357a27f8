"""Who is stronger, and how sure is it: strategies that met in mixed line-ups, from the strongest to the weakest."""

from __future__ import annotations

from reports.estimators.free_games import free_mix
from reports.questions.base import Question
from reports.tournament.behaviour import likest
from reports.tournament.cycles import said
from reports.tournament.ladder import climbed
from reports.tournament.verdicts import judge, judge_all, notes, summary, who_met

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order.
PIECES = ("standing", "finish_ahead", "behaviour", "cycles", "ladder", "places")

ELO = (
    "How strong a player is, 0 being the mean strength of those who played: whoever is 100 points above all others at "
    "the table wins 1.8 times as often as each of them, 200 points 3.2 times, 400 points 10 times."
)
TERMS = (("Elo", ELO),)

QUESTION = Question(
    name="tournament",
    package="reports.tournament",
    pieces=PIECES,
    asks=lambda game: "who is stronger, and how sure is it?",
    judge=judge,
    screen=lambda game: ("tournament pairs",),
    judge_interim=judge_all,
    idle=who_met,
    warnings=lambda run: run.once(free_mix).warnings,
    summary=summary,
    before=notes,
    said=lambda run: [*climbed(run), *said(run), *likest(run)],
    in_short=("standing", ("strategy", "elo", "share", "milliseconds", "rank")),
    terms=lambda game: TERMS,
)
