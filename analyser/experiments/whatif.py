"""What does a change do? The same deals, seats and line-ups before and after it, boards, seats and strategies apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from analyser.errors import DataError, NothingChanges, UsageError
from analyser.experiments.balance import Balance
from analyser.experiments.boards import Boards, pilot_rotation
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import ExperimentKind, Pilot, Play
from analyser.experiments.loading import accepts_options, default_players, load_scenario
from analyser.experiments.parse import check_game, parse_value
from analyser.experiments.restricted import parse_restrictions
from analyser.experiments.scenario import BASE, Scenario, Switches, absolute_path, find_start_points
from analyser.experiments.schedule import Design, DesignPart
from analyser.experiments.schemes import cross, mirror
from cext.games.options import FORBIDDEN
from cext.messages import format_switch
from reports.facts import GameFacts, parse_facts
from reports.sentences import join_names

__all__ = ["AFTER_CHANGE", "BEFORE_CHANGE", "ChangeRequest", "WhatIf", "change_scenarios", "compares_boards"]

CHANGES = "--set, --option, --forbid or --change"
BEFORE_CHANGE, AFTER_CHANGE = "before", "after"


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
                scenarios[0] = structs.replace(first, data=scenario.data, option=scenario.option)
            else:
                scenarios.append(scenario)
        if len(scenarios) == 1 and len(others) == 1 and (values := _format_values(others[0])):
            raise NothingChanges(f"{values} already: nothing changes")
        return tuple(scenarios)

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and a change must be named, though it may change nothing."""
        super().check(config, game)
        if [scenario.name for scenario in config.scenarios] == [BASE]:
            raise UsageError(f"nothing is changed: name what is, with {CHANGES}")
        if len({scenario.players for scenario in config.scenarios}) > 1:
            raise UsageError("--players: both sides of a change have the same seats: name one number of players")

    def boards(self, prepared: PreparedScenario) -> frozenset[int]:
        """All boards where they are compared, else those of the seats."""
        return Boards().boards(prepared) if compares_boards(prepared) else super().boards(prepared)

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """The rotation of boards, or of line-ups."""
        return pilot_rotation(prepared, play) if compares_boards(prepared) else Balance().pilot(prepared, play)

    def pilot_for(self, prepared: PreparedScenario, pilot: Pilot) -> Pilot:
        """The same, where seats keep the boards that line-ups give them."""
        if compares_boards(prepared) and prepared.game.board.is_chosen:
            raise DataError(
                f"{prepared.scenario.name}: seats choose their boards there, so boards cannot be held against "
                f"those before: name them with --boards, for instance --boards {next(iter(prepared.game.boards))}"
            )
        return pilot

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """As many mirrored games as crossed ones, as nearly as whole blocks allow: boards are judged by the former,
        seats and strategies by the latter. Without boards to compare, line-ups with their rotations."""
        if not compares_boards(prepared):
            return Balance().design(prepared, pilot, sample=sample, replayed=False)
        mirrored, crossed = mirror(prepared, pilot.rotation), cross(prepared)
        parts = [DesignPart(mirrored, max(1, round(crossed.block / mirrored.block)))]
        parts.append(DesignPart(crossed, max(1, round(mirrored.block / crossed.block))))
        return self.build_design(prepared, parts, sample=sample)

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
    if np.any(_start_points(first) != _start_points(other)):
        return False
    return key == other_key and first[1].options == other[1].options


def _start_points(side: tuple[Scenario, GameFacts]) -> NDArray[np.int64]:
    """Points that seats begin with [seat, board]; all 0 where none are given."""
    game = side[1]
    return np.array(find_start_points(*side) or np.zeros((game.players, len(game.boards) + 1)), dtype=np.int64)


def _format_values(scenario: Scenario) -> str:
    """The values that a change sets, in words; none of a folder, which is compared by being played."""
    if scenario.components:
        return ""
    pairs = [pair.split("=", 1) for pair in scenario.data]
    pairs += [[name, format_switch(value)] for name, value in scenario.option.items()]
    return join_names([f"{name.removeprefix('boards.')} is {value}" for name, value in pairs])


def compares_boards(prepared: PreparedScenario) -> bool:
    """Whether boards of the seats are compared."""
    return not prepared.fixed_boards and not prepared.game.shared and bool(prepared.game.other_boards)


@dataclass(frozen=True, kw_only=True)
class ChangeRequest:
    """What is changed: component files in a folder, data and switches as name=value or name=value,value, words for
    what is forbidden."""

    folder: Path | None = None
    data: Sequence[str] = ()
    options: Sequence[str] = ()
    forbidden: Sequence[str] = ()

    @property
    def has_changes(self) -> bool:
        """Whether there is a change at all."""
        return bool(self.folder or self.data or self.options or self.forbidden)


def change_scenarios(
    request: ChangeRequest, *, game: str, players: int | None, option: Switches
) -> tuple[dict[str, Any], ...]:
    """The scenario tables of a change: one before it, and one after; several where values are listed, named after them.

    `option` holds on both sides. Raises UsageError or DataError.
    """
    check_game(game)
    count = players or default_players(game)
    data = [_parse_pair("--set", text, "boards.triangle.tracks.4=2") for text in request.data]
    switches = [_parse_pair("--option", text, "draft=on") for text in request.options]
    values = {("data", path): _split_values(value) for path, value in data}
    for name, value in switches:
        takes_list = "," in value and accepts_options(game, count, {**option, name: value})
        values["option", name] = [value] if takes_list else _split_values(value)
    common: dict[str, Any] = {"components": absolute_path(str(request.folder))} if request.folder else {}
    after = _after_tables(values)
    if request.forbidden:
        loaded = load_scenario(game, Scenario(players=count, option=option, components=common.get("components")))
        restrictions = parse_restrictions(request.forbidden, parse_facts(loaded.facts()), loaded.kinds)
        if restrictions.moves:
            common["forbidden"] = restrictions.moves
        if restrictions.powers:
            after = [
                {**table, "option": {**table["option"], FORBIDDEN: ",".join(restrictions.powers)}} for table in after
            ]
    return {"name": BEFORE_CHANGE}, *({**common, **table} for table in after)


def _parse_pair(option: str, text: str, example: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise UsageError(f"{option} {text}: write it as name=value, for instance {example}")
    return name.strip(), value.strip()


def _split_values(text: str) -> list[str]:
    """Values with commas between them; commas in brackets are part of a value."""
    return [value.strip() for value in re.split(r",(?![^\[]*\])", text)]


def _after_tables(values: Mapping[tuple[str, str], Sequence[str]]) -> list[dict[str, Any]]:
    """A table for each place of the lists, which are of one length; what has one value has it in all."""
    lists = {name: listed for (_, name), listed in values.items() if len(listed) > 1}
    (first, first_values), *others = lists.items() or [(AFTER_CHANGE, [""])]
    for name, listed in [(first, first_values), *others]:
        pair = f"{name}={','.join(listed)}"
        if len(set(listed)) < len(listed) or (len(listed) > 1 and not all(listed)):
            raise UsageError(f"{pair}: name each value once")
        if len(listed) != (n := len(first_values)):
            raise UsageError(f"{pair}: {len(listed)} values beside {n} of {first}: lists go side by side")
    tables = []
    for place, text in enumerate(first_values):
        at = {key: listed[place if len(listed) > 1 else 0] for key, listed in values.items()}
        tables.append(
            {
                "name": re.sub(r"[^\w.+-]", "-", f"{first}-{format_switch(parse_value(text))}" if text else first),
                "data": tuple(f"{name}={value}" for (kind, name), value in at.items() if kind == "data"),
                "option": {name: parse_value(value) for (kind, name), value in at.items() if kind == "option"},
            }
        )
    return tables
