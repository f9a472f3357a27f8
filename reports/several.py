"""Answers to one question from several scenarios of a run, side by side: the verdicts of all come first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.answer import EXPLORATORY, Answer, Verdict
from reports.facts import GameFacts
from reports.first_screen import verdicts_of_screen
from reports.scenario_comparison import ScenarioComparison
from reports.stats.verdict import FAIR, UNCLEAR

__all__ = ["LEVEL", "Several", "Told", "in_sight", "split"]

LEVEL = "level"  # what scenarios differ in that are levels of players
MANY = 8  # verdicts up to which all are spelled out; beyond, refinements are folded, and what leans to no side


@dataclass(frozen=True)
class Told:
    """The answer of a scenario: the scenario's name, and what it is called where several are told."""

    scenario: str
    label: str
    answer: Answer
    game: GameFacts


@dataclass(frozen=True)
class Several:
    """The answers of a run, at least one of them; `by` says what their scenarios differ in: players, the name of a
    switch, level, or scenario. `compared`: the scenarios side by side, where the question compares them."""

    title: str
    by: str
    told: Sequence[Told]
    compared: ScenarioComparison | None = None

    @property
    def summary(self) -> str:
        """What the answers come to together, before each of them; "" where they are told one by one."""
        from reports.questions.shared import levels_summary

        if self.by != LEVEL or len(self.told) < 2:
            return ""
        return levels_summary([(one.label, verdicts_of_screen(one.answer.verdicts)) for one in self.told])

    @property
    def families(self) -> str:
        """What holds together, and what does not."""
        if not any(one.answer.verdicts for one in self.told):
            return ""
        if self.by == LEVEL:
            return (
                "All seats of a game are played by one level: a board, a seat or an opening is judged among players "
                "who are alike. All levels play the same deals. Intervals of a family of comparisons hold together "
                "over all levels in 95 of 100 such experiments."
            )
        each = "number of players" if self.by == "players" else "scenario"
        together = "intervals of one hold together in 95 of 100 such experiments, those of the whole table do not"
        return f"Each {each} has families of comparisons of its own: {together}."


def split(verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    """The verdicts to open with, and those that are exploratory or, where there are many, say that nothing changed."""
    fine = [verdict for verdict in verdicts if verdict.kind == EXPLORATORY]
    if not fine and len(verdicts) > MANY:
        fine = [verdict for verdict in verdicts if verdict.reference.kind == "before" and verdict.verdict == FAIR]
    if len(fine) == len(verdicts):
        return list(verdicts), []
    return [verdict for verdict in verdicts if verdict not in fine], fine


def in_sight(verdicts: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    """Of the verdicts to open with those in sight, and, where they are many, those that are undecided and lean to no
    side."""
    open_ = [verdict for verdict in verdicts if verdict.word == UNCLEAR and not verdict.leans]
    if len(verdicts) <= MANY or len(open_) < 2:
        return list(verdicts), []
    return [verdict for verdict in verdicts if verdict not in open_], open_
