"""Printings of a run: scenarios that vary another in what no rulebook states, on its deals, in its seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from analyser.errors import UsageError
from analyser.experiments.config import Config
from analyser.experiments.drawn import unknowns_in
from analyser.experiments.scenario import Scenario
from analyser.experiments.values import BOUNDS, read_whole
from cext.games.printings import draw_readings
from cext.limits import abbreviate
from cext.standins import present

__all__ = ["AUTO", "FIRST_GAMES", "MOST", "READINGS", "Stage", "begun", "group_names", "grown", "wanted"]

AUTO = "auto"
MOST = int(BOUNDS["printings"].high)
FIRST_PRINTINGS = 24  # where nobody says how many: enough to tell how many are needed
FIRST_GAMES = 2_000  # of each printing, before it is known how far printings differ
READINGS = "readings of the rulings"  # the group of all rulings that are switches


@dataclass(frozen=True)
class Stage:
    """What is to be played of a scenario's printings.

    printings: how many. games: of each. exchanged: of the first so many, each is played again with one group of data
    after the other taken from another printing; that of printing j from printing exchanged + j. exchanged_games: of
    each of these.
    """

    printings: int
    games: int
    exchanged: int = 0
    exchanged_games: int = 0


def wanted(text: str) -> int | None:
    """How many printings a user asks for; None where the run is to find out. Raises UsageError."""
    if text == AUTO:
        return None
    try:
        number = read_whole(text)
    except ValueError:
        number = 0
    if not BOUNDS["printings"].holds(number):
        raise UsageError(f"--printings {abbreviate(text)}: {BOUNDS['printings']}")
    return number


def begun(config: Config) -> Config:
    """The configuration with the first games of its printings; as it is where none are asked for, or are there."""
    if config.printings is None or any(one.of is not None for one in config.scenarios):
        return config
    number = wanted(config.printings) or FIRST_PRINTINGS
    first = Stage(number, min(FIRST_GAMES, config.games))
    named = config.scenario or config.scenarios
    return grown(replace(config, scenario=named), {one.name: first for one in named})


def grown(config: Config, stages: Mapping[str, Stage]) -> Config:
    """The configuration with as many printings and games of them as the stages of its scenarios say; those there are
    stay where they are, as rows are numbered by them."""
    there = {one.name: one for one in config.scenarios}
    for name, stage in stages.items():
        for one in _variants(config, there[name], stage):
            there[one.name] = one
    return replace(config, scenario=tuple(there.values()))


def group_names(game: str, components: str | None = None) -> tuple[str, ...]:
    """What varies independently: the groups of unknown data that no owner of the box has read off whole, and the
    readings of rulings as one more."""
    unknowns = unknowns_in(game)
    left = unknowns.open(unknowns.components.plain(present(Path(components)) if components else None))
    return (*left, *((READINGS,) if unknowns.readings else ()))


def _variants(config: Config, told: Scenario, stage: Stage) -> Iterable[Scenario]:
    """The printings of a scenario, then those with a group exchanged."""
    groups = group_names(config.game, told.components)
    for number in range(1, stage.printings + 1):
        yield _variant(config, told, f"printing-{number}", number, stage.games)
    for number in range(1, stage.exchanged + 1):
        other = stage.exchanged + number
        for group in groups:
            mixed = {name: other if name == group else number for name in groups}
            name = f"printing-{number}+{re.sub(r'[^A-Za-z0-9]+', '-', group).lower()}-of-{other}"
            yield _variant(config, told, name, mixed, stage.exchanged_games)


def _variant(config: Config, told: Scenario, name: str, printing: int | dict[str, int], games: int) -> Scenario:
    """One printing of a scenario: its data drawn, and its rulings read as drawn unless an option says how."""
    unknowns = unknowns_in(config.game)
    number = printing if isinstance(printing, int) else printing.get(READINGS, 0)
    read = draw_readings(unknowns.readings, seed=config.seed, printing=number)
    return replace(
        told,
        name=name if told.name == config.scenario[0].name and len(_told(config)) == 1 else f"{told.name}.{name}",
        option={**read, **told.option},
        printing=printing,
        series=config.seed,
        games=games,
        of=told.name,
    )


def _told(config: Config) -> list[Scenario]:
    return [one for one in config.scenarios if one.of is None]
