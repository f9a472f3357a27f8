"""An experiment made ready to play: names checked and games loaded once, then pilots and designs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from msgspec import structs

from analyser.errors import DataError
from analyser.experiments.balance import Balance, Tournament
from analyser.experiments.boards import Boards
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import ExperimentKind, Pilot, Play, check_until, play_pilot
from analyser.experiments.loading import (
    check_players,
    load_policies,
    load_scenario,
    player_classes,
    plays_slowly,
    tuned_plans,
)
from analyser.experiments.openings import Cards, Openings, own_openings
from analyser.experiments.parse import bound_error, check_game
from analyser.experiments.people import People
from analyser.experiments.repair import Repair, RepairOpenings
from analyser.experiments.restricted import Restricted
from analyser.experiments.scenario import (
    Scenario,
    absolute_path,
    find_start_points,
    forbidden_kinds,
    strategies_of,
    strategy_of_level,
)
from analyser.experiments.schedule import Design, DesignPart
from analyser.experiments.schemes import free
from analyser.experiments.simulator import Simulator
from analyser.experiments.whatif import WhatIf
from cext.fallback_files import register_copies, registered_copies
from reports.facts import FactsError, GameFacts, parse_facts

__all__ = ["EXPERIMENTS", "CustomExperiment", "Experiment", "Job", "Schedule", "prepare"]


class CustomExperiment(ExperimentKind):
    """Whatever is named; as many strategies as players sit in the order given."""

    name = "run"
    games = 20_000
    has_verdicts = False

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Line-ups with their rotations on one deal each."""
        strategies = prepared.strategies
        fixed = len(strategies) == prepared.game.players
        lineup = [prepared.names.index(name) for name in strategies] if fixed else None
        scheme = free(prepared, same_deal=pilot.same_deal, lineup=lineup)
        return self.build_design(prepared, [DesignPart(scheme)], sample=sample)


EXPERIMENTS: dict[str, ExperimentKind] = {
    kind.name: kind
    for kind in (
        Boards(),
        Balance(),
        Openings(),
        Cards(),
        WhatIf(),
        Tournament(),
        Restricted(),
        Repair(),
        RepairOpenings(),
        People(),
        CustomExperiment(),
    )
}


@dataclass(frozen=True)
class Schedule:
    """All games of a run, each scenario's numbered from 0: on which simulator they are played, and by which design."""

    simulators: tuple[Simulator, ...]
    designs: tuple[Design, ...]

    @property
    def games(self) -> int:
        """Games of all scenarios."""
        return sum(design.games for design in self.designs)

    @property
    def deals(self) -> int:
        """Different deals: scenarios play the same ones."""
        return max(design.deals for design in self.designs)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the scenarios."""
        return tuple(simulator.prepared.scenario.name for simulator in self.simulators)

    def batch_ranges(
        self, size: int, n_played: Mapping[str, int] | None = None, *, last: int | None = None,
        sizes: Mapping[str, int] = MappingProxyType({}),
    ) -> Iterator[tuple[str, int, int]]:  # fmt: skip
        """The games of every scenario cut into batches of about `size`: its name, first game, game after the last.

        n_played: games of each scenario that there are already; they are left out. last: about the size of the batches
        at the end of the last scenario. sizes: of scenarios whose batches are smaller.
        """
        first = {name: (n_played or {}).get(name, 0) for name in self.names}
        late_sizes = [*(None for _ in self.names[1:]), last]
        cuts = (
            (name, design.batch_ranges(sizes.get(name, size), first[name], last=None if name in sizes else late))
            for name, design, late in zip(self.names, self.designs, late_sizes, strict=True)
        )
        return ((name, lo, hi) for name, edges in cuts for lo, hi in edges)

    def first_games(self, games: Mapping[str, int]) -> Schedule:
        """The first so many games of these scenarios, in whole replicates; all of the others."""
        designs = (
            min(design, design.at_least(games.get(name, design.games)), key=lambda candidate: candidate.replicates)
            for name, design in zip(self.names, self.designs, strict=True)
        )
        return replace(self, designs=tuple(designs))

    def simulator_of(self, scenario: str) -> tuple[Simulator, Design]:
        """Where the games of a scenario are played."""
        place = self.names.index(scenario)
        return self.simulators[place], self.designs[place]


@dataclass(frozen=True)
class Experiment:
    """A configuration with every default written out, and a simulator for each of its scenarios."""

    config: Config
    kind: ExperimentKind
    simulators: tuple[Simulator, ...]
    has_default_players: bool = False  # whether its strategies are the game's own, as none were named

    def pilots(
        self, play: Callable[[Simulator], Play] = lambda simulator: partial(play_pilot, simulator)
    ) -> tuple[Pilot, ...]:
        """The pilot of every scenario, played; what varies one is played as its pilot decided, and so are all others
        where the kind says so. DataError where one cannot be. play: how the games of a simulator are played."""
        pilots: dict[str, Pilot] = {}
        try:
            for simulator in self.simulators:
                name = simulator.prepared.scenario.name
                if simulator.prepared.scenario.of is not None:
                    continue
                prepared = simulator.prepared
                if pilots and self.kind.one_pilot:
                    pilots[name] = self.kind.pilot_for(prepared, next(iter(pilots.values())))
                else:
                    pilots[name] = self.kind.pilot(prepared, play(simulator))
        except ValueError as error:
            raise DataError(str(error)) from error
        return tuple(pilots[scenario.of or scenario.name] for scenario in self.config.scenarios)

    def schedule(self, pilots: Sequence[Pilot]) -> Schedule:
        """The games as the pilots decided; DataError where they are too many to be numbered."""
        sample = self.config.sample if self.config.record == "decisions" else 0.0
        designs: dict[str, Design] = {}
        try:
            for simulator, pilot in zip(self.simulators, pilots, strict=True):
                prepared = simulator.prepared
                sample_of_scenario = sample if prepared.scenario.player is None else 0.0
                design = (
                    self.kind.design(prepared, pilot, sample=sample_of_scenario)
                    if prepared.scenario.of is None or prepared.scenario.player is not None
                    else designs[prepared.scenario.of].at_least(prepared.games)
                )
                start_points = find_start_points(prepared.scenario, prepared.game)
                designs[prepared.scenario.name] = replace(design, start_points=start_points)
        except ValueError as error:
            raise DataError(str(error)) from error
        schedule = Schedule(self.simulators, tuple(designs.values()))
        max_games = max(design.games for design in schedule.designs)
        if reason := bound_error("games", max_games):
            raise DataError(f"{max_games:,} games in whole blocks: {reason}")
        return schedule


@dataclass(frozen=True)
class Job:
    """A configuration and what its pilots decided: small, and all a worker needs to play any batch."""

    config: Config
    pilots: tuple[Pilot, ...]
    copies: dict[str, str] = field(default_factory=registered_copies)  # of files that may be gone
    copies_only: bool = False  # whether they stand in for files that are there, too

    @cached_property
    def keys(self) -> tuple[str, str]:
        """Equal for equal configurations, and for equal jobs of them."""
        pilots = [pilot.to_dict() for pilot in self.pilots]
        return json.dumps(self.config.to_dict(), sort_keys=True), json.dumps(pilots, sort_keys=True)

    def experiment(self) -> Experiment:
        """Its configuration, on games and strategies loaded anew."""
        register_copies(self.copies, copies_only=self.copies_only)
        return prepare(self.config)

    def schedule(self) -> Schedule:
        """The games, on games and strategies loaded anew."""
        return self.experiment().schedule(self.pilots)


def prepare(config: Config) -> Experiment:
    """Load the games and strategies of a configuration and write out its defaults; errors name what does not fit.
    Strategies that are programs of somebody's are loaded where they play, when they do."""
    check_game(config.game)
    config = _with_paths(config)
    kind = EXPERIMENTS[config.design]
    games_of = {scenario.name: _load_game(config, scenario) for scenario in config.scenarios if scenario.of is None}
    # What varies a scenario has its boards, seats and words: it is loaded where it is played.
    facts = [games_of[scenario.of or scenario.name][1] for scenario in config.scenarios]
    scenarios = kind.scenarios(config, facts)
    if scenarios != config.scenarios:
        facts = [
            dict(zip((scenario.name for scenario in config.scenarios), facts, strict=True))[scenario.name]
            for scenario in scenarios
        ]
        config = replace(config, scenario=scenarios)
    config = _with_switches(config, facts)
    has_default_players = not config.strategies and all(each.levels is None for each in config.scenarios)
    if not config.strategies:
        config = replace(config, strategies=_players(config, kind, facts[0]))
    simulators: dict[str, Simulator] = {}
    for scenario, game_facts in zip(config.scenarios, facts, strict=True):
        simulators[scenario.name] = (
            _simulator(kind, config, scenario, game_facts, games_of[scenario.of or scenario.name][0])
            if scenario.of is None or scenario.player is not None
            else _variant(config, scenario, simulators[scenario.of].prepared)
        )
    return Experiment(config, kind, tuple(simulators.values()), has_default_players)


def _players(config: Config, kind: ExperimentKind, game: GameFacts) -> tuple[str, ...]:
    """Who plays where nobody is named: the players of each level, and the game's own where a scenario names none."""
    names: list[str] = []
    for level in dict.fromkeys(scenario.levels for scenario in config.scenarios):
        names += kind.players(game) if level is None else (strategy_of_level(config.game, level),)
    return tuple(dict.fromkeys(names))


def _load_game(config: Config, scenario: Scenario) -> tuple[Any, GameFacts]:
    """The scenario's game and what it says of itself."""
    try:
        with _name_scenario(config, scenario):
            game = load_scenario(config.game, scenario)
        return game, parse_facts(game.facts())
    except FactsError as error:
        raise DataError(str(error)) from error


def _simulator(kind: ExperimentKind, config: Config, scenario: Scenario, facts: GameFacts, game: Any) -> Simulator:
    """The scenario's game with its policies, checked."""
    with _name_scenario(config, scenario):
        check_until(kind, config, facts)
        kind.check(config, facts)
        players = strategies_of(scenario, config.game, config.strategies)
        prepared = PreparedScenario.of(
            config,
            scenario,
            facts,
            slow=plays_slowly(players, config.game),
            tuned=tuned_plans(players, config.game),
            classes=player_classes(players, config.game),
            own_openings=own_openings(players, facts),
        )
        programs = check_players(prepared.names, config.game)
        simulator = Simulator(prepared, lambda: game, _players_of(config, scenario, prepared))
    if not programs:
        _ = simulator.policies  # what is wrong with them is known now
    return simulator


def _players_of(
    config: Config, scenario: Scenario, prepared: PreparedScenario
) -> Callable[[Sequence[str], Any], Sequence[Any]]:
    """What loads strategies of the scenario, those that were tuned for it in place of others."""

    def load(names: Sequence[str], game: Any) -> Sequence[Any]:
        with _name_scenario(config, scenario):
            players = [scenario.retuned.get(name, name) for name in names]
            return load_policies(players, game, forbidden=prepared.forbidden, kinds=forbidden_kinds(scenario))

    return load


def _variant(config: Config, scenario: Scenario, varied: PreparedScenario) -> Simulator:
    """What varies a scenario, prepared as that one: its game is loaded and checked when it is first asked for."""
    games = varied.games if scenario.games is None else scenario.games
    prepared = replace(varied, scenario=scenario, games=games)

    def load_game() -> Any:
        with _name_scenario(config, scenario):
            return load_scenario(config.game, scenario)

    return Simulator(prepared, load_game, _players_of(config, scenario, prepared))


@contextmanager
def _name_scenario(config: Config, scenario: Scenario) -> Iterator[None]:
    """Errors begin with the scenario's name, where there are several."""
    try:
        yield
    except DataError as error:
        where = f"scenario '{scenario.name}': " if config.scenario else ""
        raise type(error)(f"{where}{error}") from error


def _with_paths(config: Config) -> Config:
    """The configuration with whole paths, so that it means the same from any directory."""
    scenarios = tuple(structs.replace(each, components=absolute_path(each.components)) for each in config.scenario)
    return replace(config, components=absolute_path(config.components), scenario=scenarios)


def _with_switches(config: Config, facts: Sequence[GameFacts]) -> Config:
    """The configuration with its switches as the game reads them; what varies a scenario keeps those of its own, such
    as the rulings that a printing draws."""

    def read(option: dict[str, Any], game: GameFacts) -> dict[str, Any]:
        files = {name: value for name, value in option.items() if isinstance(value, str) and value.endswith(".toml")}
        return {name: game.options.get(name, value) for name, value in option.items()} | files

    if not config.scenario:
        return replace(config, option=read(config.option, facts[0]))
    main = {scenario.name: scenario.option for scenario in config.scenario}
    scenarios = tuple(
        structs.replace(scenario, option={**scenario.option, **read(main[scenario.of or scenario.name], game)})
        for scenario, game in zip(config.scenario, facts, strict=True)
    )
    return replace(config, scenario=scenarios)
