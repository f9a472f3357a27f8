"""What does a change do? The same deals, seats and line-ups before and after it, boards, seats and strategies apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyser.errors import DataError, NothingChanges, UsageError
from analyser.experiments.balance import Balance
from analyser.experiments.boards import Boards, pilot_rotation
from analyser.experiments.config import Config
from analyser.experiments.design import Design, DesignPart
from analyser.experiments.design_input import DesignInput
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.pilot import Pilot, Play, pilot_rows
from analyser.experiments.scenario import BASE, Scenario
from analyser.experiments.schemes import Cross, Mirror
from cext.switch_words import switch_words
from reports.facts import GameFacts
from reports.sentences import join_names

__all__ = ["WhatIf"]

CHANGES = "--set, --option, --forbid or --change"


class WhatIf(ExperimentKind):
    """Two scenarios or more on one design: boards of the seats mirrored and crossed with strategies, unless boards are
    named; else strategies in balanced line-ups."""

    name = "whatif"
    games = 100_000
    one_pilot = True

    def scenarios(self, config: Config, games: Sequence[GameFacts]) -> tuple[Scenario, ...]:
        """The first, and those whose game is another: one that is the same is the first, which keeps the values that
        it sets, and is not played again. NothingChanges where no value of a change is another than before."""
        first, *others = config.scenarios
        scenarios, game = [first], games[0]
        for scenario, other in zip(others, games[1:], strict=True):
            if _is_same((first, game), (scenario, other)):
                scenarios[0] = replace(first, data=scenario.data, option=scenario.option)
            else:
                scenarios.append(scenario)
        if len(scenarios) == 1 and len(others) == 1 and (values := _values(others[0])):
            raise NothingChanges(f"{values} already: nothing changes")
        return tuple(scenarios)

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and a change must be named, though it may change nothing."""
        super().check(config, game)
        if [scenario.name for scenario in config.scenarios] == [BASE]:
            raise UsageError(f"nothing is changed: name what is, with {CHANGES}")
        if len({scenario.players for scenario in config.scenarios}) > 1:
            raise UsageError("--players: both sides of a change have the same seats: name one number of players")

    def boards(self, setting: DesignInput) -> frozenset[int]:
        """All boards where they are compared, else those of the seats."""
        return Boards().boards(setting) if _compares_boards(setting) else super().boards(setting)

    def pilot(self, setting: DesignInput, play: Play) -> Pilot:
        """The rotation of boards, or of line-ups."""
        return pilot_rotation(setting, play) if _compares_boards(setting) else Balance().pilot(setting, play)

    def pilot_for(self, setting: DesignInput, play: Play, pilot: Pilot) -> Pilot:
        """The same, where seats keep the boards that line-ups give them."""
        if _compares_boards(setting):
            rows = pilot_rows(Mirror.of(setting, pilot.rotation), 1, setting.seed)
            if not np.array_equal(play(rows).board, rows.board):
                raise DataError(
                    f"{setting.scenario.name}: seats choose their boards there, so boards cannot be held against those "
                    f"before: name them with --boards, for instance --boards {next(iter(setting.game.boards))}"
                )
        return pilot

    def design(self, setting: DesignInput, pilot: Pilot, *, sample: float) -> Design:
        """As many mirrored games as crossed ones, as nearly as whole blocks allow: boards are judged by the former,
        seats and strategies by the latter. Without boards to compare, line-ups with their rotations."""
        if not _compares_boards(setting):
            return Balance().design(setting, pilot, sample=sample, crossed=False)
        mirror, cross = Mirror.of(setting, pilot.rotation), Cross.of(setting)
        parts = [DesignPart(mirror, max(1, round(cross.block / mirror.block)))]
        parts.append(DesignPart(cross, max(1, round(mirror.block / cross.block))))
        return self.build_design(setting, parts, sample=sample)

    def rotation(self, pilot: Pilot) -> str:
        """What the pilot decided, in words."""
        of_lineups = not pilot.figures or "design_effect_same_deal" in pilot.figures
        return super().rotation(pilot) if of_lineups else Boards().rotation(pilot)


def _is_same(first: tuple[Scenario, GameFacts], other: tuple[Scenario, GameFacts]) -> bool:
    """Whether two scenarios are the same game: what it loads, not how that was written."""
    if not first[1].digest:  # the game does not say what it loaded
        return False
    key, other_key = (
        (scenario.printing, scenario.levels, set(scenario.forbidden), scenario.of, game.players, game.bots, game.digest)
        for scenario, game in (first, other)
    )
    return key == other_key and first[1].options == other[1].options


def _values(scenario: Scenario) -> str:
    """The values that a change sets, in words; none of a folder, which is compared by being played."""
    if scenario.components:
        return ""
    pairs = [pair.split("=", 1) for pair in scenario.data]
    pairs += [[name, switch_words(value)] for name, value in scenario.option.items()]
    return join_names([f"{name.removeprefix('boards.')} is {value}" for name, value in pairs])


def _compares_boards(setting: DesignInput) -> bool:
    """Whether boards of the seats are compared."""
    return not setting.fixed_boards and not setting.game.shared and bool(setting.game.b_sides)
