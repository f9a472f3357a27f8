"""Answers to one question from several scenarios of a run, which one report tells together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.answer import Answer
from reports.facts import GameFacts
from reports.scenario_comparison import ScenarioComparison
from reports.sentences import join_names

__all__ = ["LEVEL", "Several", "Told"]

LEVEL = "level"  # what scenarios differ in that are skill levels of players


@dataclass(frozen=True)
class Told:
    """The answer of a scenario: the scenario's name, and what it is called where there are several."""

    scenario: str
    label: str
    answer: Answer
    game: GameFacts


@dataclass(frozen=True)
class Several:
    """The answers of a run, at least one of them; `by` says what their scenarios differ in: players, the name of an
    option, level, or scenario. `compared`: the scenarios side by side, where the question compares them."""

    title: str
    by: str
    told: Sequence[Told]
    compared: ScenarioComparison | None = None

    @property
    def labels(self) -> str:
        """The scenarios in few words: "2, 3 and 4 players"."""
        if self.by == "players":
            return f"{join_names([str(one.game.players) for one in self.told])} players"
        return join_names([one.label for one in self.told])

    @property
    def asked(self) -> str:
        """What was played and what is asked, in small print over the finding."""
        if len(self.told) == 1:
            return self.told[0].answer.asked
        game, _, question = self.title.rpartition(": ")
        return f"{game} · {self.labels} · {question}"

    @property
    def finding(self) -> str:
        """What all answers come to, as a title."""
        findings = {one.answer.screen.finding for one in self.told}
        return findings.pop() if len(findings) == 1 else f"Different findings for {self.labels}"

    @property
    def summary(self) -> str:
        """What the answers come to together, in a few sentences; "" where each stands by itself."""
        from reports.levels import from_weakest_to_strongest

        return from_weakest_to_strongest(self.told) if self.by == LEVEL and len(self.told) > 1 else ""

    @property
    def families(self) -> str:
        """What holds together, and what does not; "" where there is one answer, or no verdict."""
        if len(self.told) == 1 or not any(one.answer.verdicts for one in self.told):
            return ""
        if self.by == LEVEL:
            return (
                "All seats of a game are played by one level, and all levels play the same deals. Intervals of a "
                "family of comparisons hold together over all levels."
            )
        return "Intervals of a scenario hold together, those of different scenarios do not."
