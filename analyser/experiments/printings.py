"""Component files of a scenario that lie nowhere: printings drawn from what is known, data set one by one. And the
printings of a run: scenarios that vary another in what no rulebook states, on its deals, in its seats."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from sys import intern
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import structs

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.parse import BOUNDS, parse_int
from analyser.experiments.scenario import Scenario
from cext.fallback_files import resolve_path
from cext.file_games import is_file_game
from cext.games import component_folder as folder_of
from cext.games import component_set
from cext.games.component_edits import set_datum
from cext.games.printings import Content, UnknownData, draw_printing, draw_readings, unknown_data_of
from cext.safe_files import abbreviate

__all__ = [
    "AUTO", "DEFAULT_PRINTINGS", "FIRST_GAMES", "MAX_PRINTINGS", "READINGS", "PrintingTargets", "base_folder",
    "component_folder", "default_printing_games", "group_names", "requested_printings", "scenario_content",
    "unknowns_in", "with_default_printings", "with_first_printings", "with_printings",
]  # fmt: skip

AUTO = "auto"
MAX_PRINTINGS = int(BOUNDS["printings"].high)
FIRST_PRINTINGS = 24  # where nobody says how many: enough to tell how many are needed
FIRST_GAMES = 2_000  # of each printing, before it is known how far printings differ
DEFAULT_PRINTINGS = 8  # without --printings
DEFAULT_QUESTIONS = ("boards", "balance", "openings", "cards")
DEFAULT_PART = 10  # each of them plays at most one game for every ten of what it varies
MIN_DEFAULT_GAMES = 1_000  # of each: with fewer their noise would decide
READINGS = "readings of the rulings"  # the group of all rulings that are switches
Change = tuple[tuple[str | int, ...], Any]  # where in a content, and what stands there


@dataclass(frozen=True)
class PrintingTargets:
    """What is to be played of a scenario's printings.

    printings: how many. games: of each. n_swapped: of the first so many, each is played again with one group of data
    after the other taken from another printing; that of printing j from printing n_swapped + j. swapped_games: of each
    of these.
    """

    printings: int
    games: int
    n_swapped: int = 0
    swapped_games: int = 0


def requested_printings(text: str) -> int | None:
    """How many printings a user asks for, 0: none; None where the run is to find out. Raises UsageError."""
    if text == AUTO:
        return None
    try:
        number = parse_int(text)
    except ValueError:
        number = 0
    if text.strip() != "0" and not BOUNDS["printings"].holds(number):
        raise UsageError(f"--printings {abbreviate(text)}: {BOUNDS['printings']}")
    return number


def with_first_printings(config: Config, games: int | None = None) -> Config:
    """The configuration with the first games of its printings; unchanged if none are requested or it has some already.
    games: of each printing; None: FIRST_GAMES, or all games of the run if they are fewer."""
    if config.printings is None or any(scenario.printing is not None and scenario.of for scenario in config.scenarios):
        return config
    number = requested_printings(config.printings)
    if number == 0:
        return config
    first = PrintingTargets(number or FIRST_PRINTINGS, games or min(FIRST_GAMES, config.games))
    scenarios = config.scenario or config.scenarios
    main_names = [scenario.name for scenario in scenarios if scenario.of is None]
    return with_printings(replace(config, scenario=scenarios), dict.fromkeys(main_names, first))


def default_printing_games(config: Config, prepared: PreparedScenario, games: int) -> int:
    """Games of each printing in an experiment without --printings; 0: no printings are played. prepared: its first
    scenario; games: of that scenario.

    Those of DEFAULT_QUESTIONS have some where the game says how its guessed data may vary, every player is as quick as
    a weighted plan and a verdict waits for no look; and where the run is so large that each gets MIN_DEFAULT_GAMES.
    """
    each = min(FIRST_GAMES, games // DEFAULT_PART)
    may_have = config.design in DEFAULT_QUESTIONS and config.printings is None and config.until is None
    is_plain = all(scenario.levels is None and scenario.printing is None for scenario in config.scenarios)
    if not (may_have and is_plain) or prepared.slow or prepared.game.par is None or each < MIN_DEFAULT_GAMES:
        return 0
    varies = unknown_data_of(config.game) is not None and group_names(config.game, prepared.scenario.components)
    return each if varies else 0


def with_default_printings(config: Config, prepared: PreparedScenario) -> Config:
    """The configuration with the default printings; unchanged if the experiment has none."""
    games = default_printing_games(config, prepared, prepared.games)
    return with_first_printings(replace(config, printings=str(DEFAULT_PRINTINGS)), games) if games else config


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
    main_names = [each.name for each in config.scenarios if each.of is None]
    read = draw_readings(unknowns.readings, seed=config.seed, printing=number)
    return structs.replace(
        scenario,
        name=name if main_names == [config.scenario[0].name] else f"{scenario.name}.{name}",
        option={**read, **scenario.option},
        printing=printing,
        series=config.seed,
        games=games,
        of=scenario.name,
    )


@contextmanager
def component_folder(game: str, scenario: Scenario) -> Iterator[Path | None]:
    """The folder the scenario's component files are read from, there while the context lasts; None: the shipped ones.

    Raises DataError or ComponentError.
    """
    base = base_folder(game, scenario.components)
    if scenario.printing is None and not scenario.component_data:
        yield base
        return
    components, content = component_set(game), scenario_content(game, scenario)
    shipped = {} if is_file_game(game) else components.raw_content()  # a game in a Python file may change
    unchanged = [name for name in components.files if content[name] == shipped.get(name)]
    if len(unchanged) == len(content):
        yield None
        return
    with TemporaryDirectory(prefix="analyser-components-") as folder:
        components.write(content, Path(folder), leave_out=unchanged)
        yield Path(folder)


def scenario_content(game: str, scenario: Scenario) -> Content:
    """What the component files of a scenario hold. Raises DataError or ComponentError."""
    components = component_set(game)
    if scenario.printing is None:
        content: Content = components.raw_content(base_folder(game, scenario.components))
    else:
        content = printing_content(unknowns_in(game), scenario)
    for datum in scenario.component_data:
        path, _, value = datum.partition("=")
        set_datum(components, content, path.strip(), value.strip())
    return content


def base_folder(game: str, components: str | None) -> Path | None:
    """The folder of a scenario's own component files; None: the shipped ones. Raises ComponentError."""
    return folder_of(game, resolve_path(Path(components))) if components else None


def unknowns_in(game: str) -> UnknownData:
    """How the unknown data of a game vary; DataError where it does not say so."""
    unknowns = unknown_data_of(game)
    if unknowns is None:
        raise DataError(
            f"{game} does not say how its unknown data may vary: there are no printings to draw: leave them out"
        )
    return unknowns


def printing_content(unknowns: UnknownData, scenario: Scenario) -> Content:
    """The files of a printing: those the scenario names, each group changed as it was drawn."""
    assert scenario.printing is not None
    content: Content = unknowns.components.raw_content(base_folder(unknowns.game, scenario.components))
    base = intern(json.dumps(content, default=str))
    for group in unknowns.groups:
        number = scenario.printing if isinstance(scenario.printing, int) else scenario.printing.get(group.name)
        if number is not None:
            for path, value in changes_of(unknowns.game, base, group.name, scenario.series, number):
                _set_value(content, path, value)
    return content


@cache
def changes_of(game: str, base: str, group: str, series: int, number: int) -> tuple[Change, ...]:
    """What a printing's draw of one group changes in the content `base`, which is JSON: drawn once in a process, as
    many printings share it."""
    content = json.loads(base)
    groups = [candidate for candidate in unknowns_in(game).groups if candidate.name == group]
    return tuple(_differences(content, draw_printing(content, groups, seed=series, printing=number)))


def _differences(base: Any, other: Any, path: tuple[str | int, ...] = ()) -> Iterator[Change]:
    """Where two contents differ, as deep as they have the same shape."""
    if base == other:
        return
    if isinstance(base, Mapping) and isinstance(other, Mapping) and list(base) == list(other):
        for key in base:
            yield from _differences(base[key], other[key], (*path, key))
    elif isinstance(base, list) and isinstance(other, list) and len(base) == len(other):
        for place, (old, new) in enumerate(zip(base, other, strict=True)):
            yield from _differences(old, new, (*path, place))
    else:
        yield path, other


def _set_value(content: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Sets the value at a path."""
    for step in path[:-1]:
        content = content[step]
    content[path[-1]] = deepcopy(value)
