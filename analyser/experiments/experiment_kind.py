"""The interface of a kind of experiment: its defaults, what it cannot be asked, its pilot and its design."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from analyser.errors import DataError, UsageError
from analyser.experiments.arena import default_strategies
from analyser.experiments.config import Config, DesignInput, board_numbers
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import Design, DesignPart, ForcedOpening, Pilot, Play
from cext.messages import count_noun, did_you_mean
from reports.facts import GameFacts
from strategies.plan import FULL

__all__ = ["ExperimentKind", "check_until"]


class ExperimentKind(ABC):
    """What to play in order to answer a question.

    They are listed in `EXPERIMENTS` of experiment.py. Adding one: a file with a subclass, and a line there.
    """

    name: ClassVar[str]  # of the command and of `design` in a configuration
    games: ClassVar[int] = 200_000  # unless told otherwise: an answer within two minutes on two cores
    sample: ClassVar[float | None] = None  # share of the deals whose decisions are recorded; None: no decisions
    one_pilot: ClassVar[bool] = False  # whether all scenarios are played as the first one's pilot decided
    has_verdicts: ClassVar[bool] = True  # whether its answer has verdicts, until which it can be played
    times_decisions: ClassVar[bool] = False  # whether it is measured how long a decision takes those who decide quickly
    every_opponent: ClassVar[bool] = False  # whether all bots of a game are played unless one is named

    @property
    def question(self) -> str:
        """The question that its games answer."""
        return self.name

    @property
    def defaults(self) -> dict[str, Any]:
        """Values of the configuration's fields that differ from those of Config."""
        recorded = {} if self.sample is None else {"record": "decisions", "sample": self.sample}
        return {"games": self.games, **recorded}

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """Which plans play where no strategy is named, by the `strength` that their files say."""
        return (FULL,)

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """Who plays where no strategy is named: the plans shipped with the game of these strengths."""
        return default_strategies(game.name, self.strengths(game))

    def scenarios(self, config: Config, games: Sequence[GameFacts]) -> tuple[Scenario, ...]:
        """The scenarios that are played, of those configured, whose games these are."""
        return config.scenarios

    def check(self, config: Config, game: GameFacts) -> None:
        """Raise UsageError or DataError where the configuration asks what the game cannot answer."""
        check_boards(config.boards, game)

    def boards(self, setting: DesignInput) -> frozenset[int]:
        """Numbers of the boards that are played."""
        return frozenset(setting.boards)

    def pilot(self, setting: DesignInput, play: Play) -> Pilot:
        """A few deals played beforehand, and what they decide; nothing unless the kind says otherwise."""
        return Pilot()

    def pilot_for(self, setting: DesignInput, play: Play, pilot: Pilot) -> Pilot:
        """The first scenario's pilot for another, where all play as that one decided; DataError where it cannot."""
        return pilot

    @abstractmethod
    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """At least `setting.games` games, in whole replicates; what a game is must not depend on how many there are."""

    def rotation(self, pilot: Pilot) -> str:
        """What the pilot decided, in words."""
        if pilot.same_deal:
            return "line-ups take all their turns at the table on one deal"
        return "every game has a deal of its own"

    def build_design(
        self,
        setting: DesignInput,
        parts: Sequence[DesignPart],
        *,
        sample: float,
        forced: Sequence[ForcedOpening] = (),
    ) -> Design:
        """The design whose replicates are made of these parts."""
        design = Design(self.name, tuple(parts), setting.seed, sample=sample, forced=tuple(forced))
        return design.at_least(setting.games)


def check_until(kind: ExperimentKind, config: Config, game: GameFacts) -> None:
    """Raise UsageError where games are to be played until the verdicts are there, and there will be none."""
    if config.until is None:
        return
    option = f"--until {config.until}"
    if not kind.has_verdicts:
        raise UsageError(f"{option}: `analyser {kind.name}` judges nothing: ask a question, such as `analyser balance`")
    if game.par is None:
        raise UsageError(f"{option}: one seat decides: there is no fair share and no verdict to wait for: leave it out")


def check_boards(names: Sequence[str], game: GameFacts) -> None:
    """Raise where the boards named do not fit the game or its seats."""
    singular, plural = game.nouns
    for name in names:
        if name not in game.boards:
            raise DataError(f"--boards: {game.name} has no {singular} '{name}': {did_you_mean(name, game.boards)}")
    if len(names) not in (0, 1, game.players):
        seats = "1" if game.players == 1 else f"1 (for every seat) or {game.players}"
        raise UsageError(f"--boards: {len(names)} boards for {count_noun(game.players, 'player')}: name {seats}")
    numbers = board_numbers(tuple(names), game)
    board_names = list(game.boards)
    if game.shared:
        if len(set(numbers)) > 1:
            raise UsageError(
                f"--boards: all seats of {game.name} play on one {singular}: name one of {', '.join(board_names)}"
            )
        return
    for number in game.b_sides:
        if game.board.single and numbers.count(number) > 1:
            twice = f"'{board_names[number]}' exists once, but {numbers.count(number)} seats would have it"
            raise DataError(f"--boards: the {singular} {twice}: name different {plural}, or {board_names[game.plain]}")
