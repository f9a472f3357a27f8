"""Answers to one question from several scenarios of a run, which one report tells together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.answer import Answer
from reports.facts import GameFacts
from reports.first_screen import verdicts_of_screen
from reports.scenario_comparison import ScenarioComparison
from reports.sentences import join_names

__all__ = ["LEVEL", "ScenarioAnswer", "Several"]

LEVEL = "level"  # what scenarios differ in that are skill levels of players


@dataclass(frozen=True)
class ScenarioAnswer:
    """The answer of a scenario: the scenario's name, and what it is called where there are several."""

    scenario: str
    label: str
    answer: Answer
    game: GameFacts


@dataclass(frozen=True)
class Several:
    """The answers of a run, at least one of them; `by` says what their scenarios differ in: players, the name of an
    option, level, or scenario. `comparison`: the scenarios side by side, where the question compares them."""

    title: str
    by: str
    answers: Sequence[ScenarioAnswer]
    comparison: ScenarioComparison | None = None

    @property
    def labels(self) -> str:
        """The scenarios in few words: "2, 3 and 4 players"."""
        if self.by == "players":
            return f"{join_names([str(each.game.players) for each in self.answers])} players"
        return join_names([each.label for each in self.answers])

    @property
    def context(self) -> str:
        """What was played and what is asked, in small print over the finding."""
        if len(self.answers) == 1:
            return self.answers[0].answer.context
        game, _, question = self.title.rpartition(": ")
        return f"{game} · {self.labels} · {question}"

    @property
    def finding(self) -> str:
        """What all answers come to, as a title."""
        findings = {each.answer.screen.finding for each in self.answers}
        return findings.pop() if len(findings) == 1 else f"The answer differs between {self.labels}"

    @property
    def summary(self) -> str:
        """What the answers come to together, before each of them; "" where they are told one by one."""
        from reports.questions.shared import levels_summary

        if self.by != LEVEL or len(self.answers) < 2:
            return ""
        return levels_summary([(each.label, verdicts_of_screen(each.answer.verdicts)) for each in self.answers])

    @property
    def families(self) -> str:
        """What holds together, and what does not; "" where there is one answer, or no verdict."""
        if len(self.answers) == 1 or not any(each.answer.verdicts for each in self.answers):
            return ""
        if self.by == LEVEL:
            return (
                "All seats of a game are played by one level, and all levels play the same deals. Intervals of a "
                "family of comparisons hold together over all levels."
            )
        return "Intervals of a scenario hold together, those of different scenarios do not."
