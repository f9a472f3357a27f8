"""Printings of a run: scenarios that vary another in what no rulebook states, on its deals, in its seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from analyser.errors import UsageError
from analyser.experiments.config import Config
from analyser.experiments.parse import BOUNDS, parse_int
from analyser.experiments.scenario import Scenario
from analyser.experiments.scenario_components import base_folder, unknowns_in
from cext.games.printings import draw_readings
from cext.safe_files import abbreviate

__all__ = [
    "AUTO",
    "FIRST_GAMES",
    "MAX_PRINTINGS",
    "READINGS",
    "PrintingTargets",
    "group_names",
    "requested_printings",
    "with_first_printings",
    "with_printings",
]

AUTO = "auto"
MAX_PRINTINGS = int(BOUNDS["printings"].high)
FIRST_PRINTINGS = 24  # where nobody says how many: enough to tell how many are needed
FIRST_GAMES = 2_000  # of each printing, before it is known how far printings differ
READINGS = "readings of the rulings"  # the group of all rulings that are switches


@dataclass(frozen=True)
class PrintingTargets:
    """What is to be played of a scenario's printings.

    printings: how many. games: of each. exchanged: of the first so many, each is played again with one group of data
    after the other taken from another printing; that of printing j from printing exchanged + j. exchanged_games: of
    each of these.
    """

    printings: int
    games: int
    n_swapped: int = 0
    swapped_games: int = 0


def requested_printings(text: str) -> int | None:
    """How many printings a user asks for; None where the run is to find out. Raises UsageError."""
    if text == AUTO:
        return None
    try:
        number = parse_int(text)
    except ValueError:
        number = 0
    if not BOUNDS["printings"].holds(number):
        raise UsageError(f"--printings {abbreviate(text)}: {BOUNDS['printings']}")
    return number


def with_first_printings(config: Config) -> Config:
    """The configuration with the first games of its printings; as it is where none are asked for, or are there."""
    if config.printings is None or any(scenario.of is not None for scenario in config.scenarios):
        return config
    number = requested_printings(config.printings) or FIRST_PRINTINGS
    first = PrintingTargets(number, min(FIRST_GAMES, config.games))
    scenarios = config.scenario or config.scenarios
    return with_printings(replace(config, scenario=scenarios), {scenario.name: first for scenario in scenarios})


def with_printings(config: Config, targets_of: Mapping[str, PrintingTargets]) -> Config:
    """The configuration with as many printings and games of them as the stages of its scenarios say; those there are
    stay where they are, as rows are numbered by them."""
    by_name = {scenario.name: scenario for scenario in config.scenarios}
    for name, targets in targets_of.items():
        for variant in _variants(config, by_name[name], targets):
            by_name[variant.name] = variant
    return replace(config, scenario=tuple(by_name.values()))


def group_names(game: str, components: str | None = None) -> tuple[str, ...]:
    """What varies independently: the groups of unknown data that no owner of the box has read off whole, and the
    readings of rulings as one more."""
    unknowns = unknowns_in(game)
    left = unknowns.open_groups(unknowns.components.raw_content(base_folder(game, components)))
    return (*left, *((READINGS,) if unknowns.readings else ()))


def _variants(config: Config, scenario: Scenario, targets: PrintingTargets) -> Iterable[Scenario]:
    """The printings of a scenario, then those with a group exchanged."""
    groups = group_names(config.game, scenario.components)
    for number in range(1, targets.printings + 1):
        yield _variant(config, scenario, f"printing-{number}", number, targets.games)
    for number in range(1, targets.n_swapped + 1):
        other = targets.n_swapped + number
        for group in groups:
            mixed = {name: other if name == group else number for name in groups}
            name = f"printing-{number}+{re.sub(r'[^A-Za-z0-9]+', '-', group).lower()}-of-{other}"
            yield _variant(config, scenario, name, mixed, targets.swapped_games)


def _variant(config: Config, scenario: Scenario, name: str, printing: int | dict[str, int], games: int) -> Scenario:
    """One printing of a scenario: its data drawn, and its rulings read as drawn unless an option says how."""
    unknowns = unknowns_in(config.game)
    number = printing if isinstance(printing, int) else printing.get(READINGS, 0)
    read = draw_readings(unknowns.readings, seed=config.seed, printing=number)
    return replace(
        scenario,
        name=name if _answered_names(config) == [config.scenario[0].name] else f"{scenario.name}.{name}",
        option={**read, **scenario.option},
        printing=printing,
        series=config.seed,
        games=games,
        of=scenario.name,
    )


def _answered_names(config: Config) -> list[str]:
    """Names of the scenarios that vary no other."""
    return [scenario.name for scenario in config.scenarios if scenario.of is None]
