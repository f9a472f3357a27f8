"""What makes a game fair? The games that are played for that, and the data that may change: points at the start, and
what a game names for it in repair.toml beside its data or in `repair` of its class, or what somebody names with --vary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from analyser.errors import DataError, UsageError
from analyser.experiments.boards import can_be_dealt, proportional_parts
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import Pilot, Play
from analyser.experiments.openings import Openings
from analyser.experiments.printings import base_folder
from analyser.experiments.scenario import START_POINTS, Scenario, is_start_points
from analyser.experiments.schedule import Design
from analyser.experiments.schemes import cross, distinct_boards, mirror
from analyser.experiments.whatif import BEFORE_CHANGE, WhatIf, compares_boards
from cext.fields import FieldError, Integer, Positive, Record, decode
from cext.file_games import is_file_game, read_literal
from cext.games import component_set, has_components
from cext.games.component_edits import numbers_in, set_datum
from cext.games.components import REPAIR
from cext.messages import did_you_mean
from cext.safe_files import abbreviate
from cext.toml_reader import read_toml
from reports.facts import GameFacts
from strategies.plan import FULL, LEARNER

__all__ = [
    "MAX_STEPS", "Limits", "Ranges", "Repair", "RepairOpenings", "Variable", "data_of", "parse_vary", "start_paths",
    "variables_of",
]  # fmt: skip

MAX_STEPS = 4  # of a datum up or down: effects are measured near what it is
GAMES = (2, 1, 1)  # where every seat has a B side, mirrored and crossed ones, in proportion


class Repair(WhatIf):
    """Several scenarios on one design: those of a change, with boards of their own in all seats besides."""

    name = "repair"
    games = 20_000

    @property
    def question(self) -> str:
        """What a change does."""
        return WhatIf.name

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """Boards should be fair for beginners as well, as `boards` has it."""
        return (FULL, LEARNER) if game.other_boards and not game.shared else (FULL,)

    def check(self, config: Config, game: GameFacts) -> None:
        """As of any experiment: a single scenario is the game as it is."""
        if [scenario.name for scenario in config.scenarios] != [BEFORE_CHANGE]:
            super().check(config, game)

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """None is played: there are many short runs."""
        return Pilot(rotation="pair")

    def pilot_for(self, prepared: PreparedScenario, pilot: Pilot) -> Pilot:
        """The same for all."""
        return pilot

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Half of the games have a B side in every seat where there are enough, the others are those of a change."""
        if not (compares_boards(prepared) and can_be_dealt(prepared)):
            return super().design(prepared, pilot, sample=sample)
        schemes = distinct_boards(prepared), mirror(prepared, pilot.rotation), cross(prepared)
        parts = proportional_parts(list(zip(schemes, GAMES, strict=True)))
        return self.build_design(prepared, parts, sample=sample)


class RepairOpenings(Repair):
    """Several scenarios in which openings are forced on the same deals, as the pilot of the first allows."""

    name = "repair-openings"

    @property
    def question(self) -> str:
        """What openings win."""
        return Openings.name

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """Who plays as well as it can."""
        return (FULL,)

    def check(self, config: Config, game: GameFacts) -> None:
        """As of any repair, in a game that has openings."""
        super().check(config, game)
        Openings().check(config, game)

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """Which groups of openings the rules hardly ever allow."""
        return replace(Openings().pilot(prepared, play), lines=())

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Every group of openings that the rules allow, forced beside free play."""
        return Openings().design(prepared, pilot, sample=sample)


class Limits(Record, frozen=True, kw_only=True):
    """How far the numbers that a pattern meets may go, in which steps, and whether all of them change as one."""

    low: Integer | None = None  # None: MAX_STEPS from what it is, and data not below 0
    high: Integer | None = None
    step: Positive = 1
    together: bool = False

    def __post_init__(self) -> None:
        """ValueError for limits that nothing lies between."""
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("low must not be above high, such as { low = 1, high = 4, step = 1 }")


# By pattern.
Ranges = dict[str, Annotated[Limits, Meta(description="a table such as { low = 1, high = 4, step = 1 }")]]


@dataclass(frozen=True)
class Variable:
    """Numbers of the component files that change as one: their paths, what they are, where they come from, the size of
    a step, and how many steps each may go down (below 0) and up."""

    paths: tuple[str, ...]
    values: tuple[int, ...]
    statuses: tuple[str, ...]
    step: int
    fewest_steps: int
    most_steps: int

    @property
    def is_guess(self) -> bool:
        """Whether a number of it rests on no rulebook and no box."""
        return bool({"inferred", "reconstructed"} & set(self.statuses))

    @property
    def steps(self) -> list[int]:
        """The steps it may go, nearest first."""
        steps = [step for step in range(self.fewest_steps, self.most_steps + 1) if step]
        return sorted(steps, key=lambda step: (abs(step), step))

    def after(self, steps: int) -> list[tuple[str, int, int]]:
        """The path, the number, and the number so many steps further, of each."""
        return [(path, value, value + steps * self.step) for path, value in zip(self.paths, self.values, strict=True)]


def data_of(variables: Sequence[Variable], edits: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """The data of a scenario with these edits: the number of a variable, and steps up (below 0: down)."""
    return tuple(f"{path}={value}" for number, steps in edits for path, _, value in variables[number].after(steps))


def start_paths(game: GameFacts, *, boards: bool = True, seats: bool = True) -> list[str]:
    """Paths of the points at the start that a game can give: to boards but the plain one, and to seats."""
    if not game.sources or game.par is None:
        return []
    has_boards = boards and not game.shared and not game.board.is_chosen
    names = [f"boards.{list(game.boards)[number]}" for number in game.other_boards if has_boards]
    names += [f"seats.{seat + 1}" for seat in range(game.players) if seats]
    return [f"{START_POINTS}.{name}" for name in names]


def variables_of(
    game: str, scenario: Scenario, ranges: Mapping[str, Limits], starts: Mapping[str, bool]
) -> list[Variable]:
    """The data of a game that may change, by patterns of their paths (* matches any part of a path). Without patterns:
    those that the game names, preceded by points at the start unless it names these.

    starts: the paths of points at the start, and whether they may change by default. Raises DataError.
    """
    where = "--vary" if ranges else f"{Path(game).name}: repair"
    values = dict(datum.split("=", 1) for datum in scenario.data)
    numbers = {path: (int(values.get(path, 0)), START_POINTS) for path in starts}
    if has_components(game):
        files, base = component_set(game), base_folder(game, scenario.components)
        ranges = ranges or own_ranges(game, [folder for folder in (base, files.shipped) if folder])
        content = deepcopy(files.raw_content(base))
        for datum in scenario.component_data:
            set_datum(files, content, *datum.split("=", 1))
        numbers |= {path: (value, status) for path, value, status in numbers_in(files, content)}
    elif not numbers:
        raise DataError(f"{game} has no component data: there is nothing to vary")
    if where != "--vary":
        first = {pattern: limits for pattern, limits in ranges.items() if is_start_points(pattern)}
        ranges = first | {path: Limits() for path in starts if starts[path] and path not in first} | dict(ranges)
        numbers = {path: number for path, number in numbers.items() if starts.get(path, True)}
    if not ranges:
        place = "`repair = {…}` into its class" if is_file_game(game) else f"a file {REPAIR} beside its data"
        raise DataError(
            f"{Path(game).name} names nothing that may change: name it, such as --vary 'boards.*.tracks.*=2..4', or "
            f"put {place}"
        )
    variables, used_paths = [], set[str]()
    for pattern, limits in ranges.items():
        words = ("[^.]+" if word == "*" else re.escape(word) for word in pattern.split("."))
        matcher = re.compile(r"\.".join(words))
        paths = [path for path in numbers if matcher.fullmatch(path) and path not in used_paths]
        is_idle = where != "--vary" and is_start_points(pattern)  # of another goal
        if not paths and not is_idle and not any(matcher.fullmatch(path) for path in used_paths):
            raise DataError(
                f"{where}: {abbreviate(pattern)}: no such number in its data: {did_you_mean(pattern, numbers)}"
            )
        used_paths |= set(paths)
        groups = [paths] if limits.together and paths else [[path] for path in paths]
        variables += [_variable([(path, *numbers[path]) for path in group], limits) for group in groups]
    variables = [variable for variable in variables if variable.steps]
    if not variables:
        raise DataError(f"{where}: every number stands alone in its range: widen low and high")
    return variables


def _variable(data: Sequence[tuple[str, int, str]], limits: Limits) -> Variable:
    """The variable of these data, each a path, a number and a status."""
    low, high, step = limits.low, limits.high, limits.step
    values = [value for _, value, _ in data]
    lowest = -MAX_STEPS * step if START_POINTS in (status for _, _, status in data) else 0
    down = min((value - (lowest if low is None else low)) // step for value in values)
    up = MAX_STEPS if high is None else min((high - value) // step for value in values)
    paths, _, statuses = zip(*data, strict=True)
    return Variable(paths, tuple(values), statuses, step, -max(0, min(down, MAX_STEPS)), max(0, min(up, MAX_STEPS)))


def own_ranges(game: str, folders: Sequence[Path]) -> Mapping[str, Limits]:
    """What a game names itself, in the first of these folders that has such a file; nothing where it names nothing.
    DataError for a file that cannot be read."""
    if is_file_game(game):
        try:
            return decode(read_literal(Path(game), "repair"), Ranges)
        except FieldError as error:
            raise DataError(f"{Path(game).name}: repair: {error}") from error
    file = next((folder / REPAIR for folder in folders if (folder / REPAIR).is_file()), None)
    return {} if file is None else read_toml(file, Ranges, DataError)


def parse_vary(texts: Sequence[str]) -> dict[str, Limits]:
    """--vary PATTERN, PATTERN=LOW..HIGH or PATTERN=LOW..HIGH/STEP as ranges; UsageError for anything else."""
    return dict(_parse_range(text) for text in texts)


def _parse_range(text: str) -> tuple[str, Limits]:
    pattern, equals, limits = (part.strip() for part in text.partition("="))
    parts = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:/(\d{1,9}))?", limits)
    if not pattern or (equals and not parts):
        raise UsageError(f"--vary {abbreviate(text)}: write it as data=low..high, such as 'boards.*.tracks.*=2..4'")
    if parts is None:
        return pattern, Limits()
    try:
        return pattern, decode({"low": int(parts[1]), "high": int(parts[2]), "step": int(parts[3] or 1)}, Limits)
    except FieldError as error:
        raise UsageError(f"--vary {abbreviate(text)}: {error}") from error
