"""Scenarios of a run: games that differ in players, options, components, what nobody may do or how strong players are,
on the same deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from msgspec import Meta, field

from analyser.errors import DataError, UsageError
from analyser.experiments.parse import LENGTHS, bound_error
from cext.fallback_files import resolve_path
from cext.fields import Count, FieldError, Integer, Record, decode
from cext.messages import did_you_mean, format_switch
from cext.safe_files import abbreviate, quote
from reports.facts import GameFacts
from strategies.plan import class_mask

__all__ = [
    "BASE", "LEVEL_GAMES", "START_POINTS", "Scenario", "Switches", "absolute_path", "build_scenarios",
    "check_table", "find_start_points", "for_each_level", "for_each_value", "forbidden_kinds", "forbidden_mask",
    "is_start_points", "strategies_of", "strategy_of_level",
]  # fmt: skip

START_POINTS = "start_points"  # data that begin so are points before the first decision: by seat, by board
MAX_START_POINTS = 1_000_000_000  # as the kernel takes them
BASE = "base"  # the one scenario of a run that names none
NAME = r"\w[\w.+-]*"  # it becomes a folder, a column's value and a word on the command line
MAX_NAME = 200  # characters of it
LEVEL_GAMES = 2_000  # of each level where none are said: experts look ahead, and play some games a second
LEVEL_QUESTIONS = ("boards", "balance", "openings")

Switches = Annotated[dict[str, str | Integer | bool], Meta(description="a table of switches, such as { draft = true }")]
Moves = Annotated[tuple[str, ...], Meta(description="a list of letters of move classes, or names of kinds of moves")]
Data = Annotated[
    tuple[Annotated[str, Meta(pattern="=")], ...],
    Meta(description='a list of component data with their values, such as ["boards.triangle.tracks.4=2"]'),
]
Printing = Annotated[
    Count | Annotated[dict[str, Count], Meta(min_length=1)] | None,
    Meta(description="the number of a printing, or a table of groups with numbers"),
]


class Scenario(Record, frozen=True, kw_only=True):
    """Under which name, rules and restrictions a part of a run is played; deals are the same in all scenarios."""

    name: str = BASE
    players: Integer = 4  # seats that decide
    option: Switches = field(default_factory=dict)
    components: str | None = None  # folder with component files; None: the shipped ones
    # How strong players are: everybody plays as that level of the game; None: as the run says.
    levels: Annotated[str | None, Meta(description="the name of a level")] = None
    forbidden: Moves = ()  # classes by letter, and kinds, of moves no seat takes while others are legal
    # Component data set to other values, "boards.triangle.tracks.4=2"; points that seats begin with beyond the rules,
    # "start_points.seats.2=3", "start_points.boards.triangle=-5".
    data: Data = ()
    printing: Printing = None  # its components are drawn: by number, or that of each group
    series: Integer = 1  # of printings: the seed they are drawn by
    games: Integer | None = None  # None: as many as the run says
    player: str | None = None  # the strategy that plays it in every seat; None: those of the run, or of its level
    of: str | None = None  # the scenario that this one varies, and with which it is answered; None: answered by itself
    # Strategies that play it by a plan tuned for it: its file.
    retuned: Annotated[dict[str, str], Meta(description="a table of strategies, each with the file of a plan")] = field(
        default_factory=dict
    )

    @property
    def component_data(self) -> tuple[str, ...]:
        """The data that component files have."""
        return tuple(datum for datum in self.data if not is_start_points(datum))


def for_each_value(switch: str, values: Sequence[str | int | bool]) -> tuple[dict[str, Any], ...]:
    """Scenario tables that differ in one switch, a table a value, named after both."""
    names = [re.sub(r"[^\w.+-]", "-", f"{switch}-{format_switch(value)}") for value in values]
    return tuple({"name": name, "option": {switch: value}} for name, value in zip(names, values, strict=True))


def for_each_level(game: str, design: str, options: Mapping[str, Any], *, several: bool) -> tuple[dict[str, Any], ...]:
    """A scenario table for each level of a game; several: whether scenarios come of something else as well. UsageError
    or DataError where levels cannot be played."""
    from strategies.errors import StrategyFileError
    from strategies.levels import levels_of

    if design not in LEVEL_QUESTIONS:
        raise UsageError(f"--levels: `{design}` has none: {', '.join(LEVEL_QUESTIONS)} have")
    if options.get("strategies"):
        raise UsageError("--levels and --strategies: levels are played by their own players: leave one of them out")
    if several:
        raise UsageError(
            "--levels: scenarios differ in something else already (--players, --option or [[scenario]]): one at a time"
        )
    try:
        levels = levels_of(game)
    except StrategyFileError as error:
        raise DataError(str(error)) from error
    if not levels:
        raise DataError(f"--levels: {game} names no levels (strategies/{game}/levels.toml): name --strategies")
    by_strategy = {level.strategy: level.name for level in levels}
    for level in levels:
        if (same := by_strategy[level.strategy]) != level.name:
            same_player = f"{level.name} and {same} are both {level.strategy}"
            raise DataError(f"--levels: {game}: {same_player}: give each level a strategy of its own")
    return tuple({"name": level.name, "levels": level.name} for level in levels)


def check_table(value: Any, where: str) -> tuple[dict[str, Any], ...]:
    """The `[[scenario]]` tables of a file; DataError names what is wrong with the first wrong one."""
    if not isinstance(value, list) or not all(isinstance(table, Mapping) for table in value):
        raise DataError(f"{where}: 'scenario' must be a list of tables, each begun by [[scenario]], not {quote(value)}")
    if len(value) > LENGTHS["scenario"]:
        raise DataError(
            f"{where}: {len(value):,} scenarios, at most {LENGTHS['scenario']:,} can be numbered: split the run"
        )
    tables = tuple(_check_one_table(table, number, where) for number, table in enumerate(value, 1))
    (name, n), *_ = Counter(table["name"] for table in tables).most_common(1) or [("", 0)]
    if n > 1:
        raise DataError(f"{where}: two scenarios are called '{name}': give each a name of its own")
    base_names = dict.fromkeys(table["name"] for table in tables if "of" not in table)
    for table in tables:
        if "of" in table and table["of"] not in base_names:
            hint = did_you_mean(table["of"], base_names)
            raise DataError(f"{where}: scenario '{table['name']}' varies '{table['of']}', which is none: {hint}")
    return tables


def _check_one_table(table: Mapping[str, Any], number: int, where: str) -> dict[str, Any]:
    """One table, null values left out."""
    values = {key: value for key, value in table.items() if value is not None}
    name = values.get("name")
    if not isinstance(name, str):
        raise DataError(f'{where}: scenario {number} has no name: add name = "…"')
    if not re.fullmatch(NAME, name) or len(name) > MAX_NAME:
        rule = f"a name is made of letters, digits and . _ + -, at most {MAX_NAME} of them"
        raise DataError(f"{where}: scenario '{abbreviate(name)}': {rule}")
    try:
        decode(values, Scenario)
    except FieldError as error:
        raise DataError(f"{where}: scenario '{name}': {error}") from error
    for key, value in values.items():
        if reason := bound_error(key, value):
            raise DataError(f"{where}: scenario '{name}': '{key}' = {quote(value)}: {reason}")
    return {**values, **{key: tuple(values.get(key, ())) for key in ("forbidden", "data")}}


def build_scenarios(
    tables: Sequence[Mapping[str, Any]], *, players: int, option: Switches, components: str | None
) -> tuple[Scenario, ...]:
    """The scenarios of checked tables; what a table leaves out is as in the run, switch by switch."""
    run = {"players": players, "components": components}
    return tuple(Scenario(**{**run, **table, "option": {**option, **table.get("option", {})}}) for table in tables)


def absolute_path(components: str | None) -> str | None:
    """The folder of component files, or table of unknown data, by its whole path, which means the same from any
    directory; DataError, with the path as it was given, for one that is not there."""
    from cext.games import is_unknown_table
    from cext.games.components import check_folder

    if not components:
        return components
    try:
        if not is_unknown_table(resolve_path(Path(components))):
            check_folder(resolve_path(Path(components)))
    except ValueError as error:
        raise DataError(str(error)) from error
    path = Path(components)
    is_fallback = path.is_absolute() and resolve_path(path) != path  # what its links lead to here is another matter
    return components if is_fallback else str(path.resolve())


def forbidden_mask(scenario: Scenario, game: GameFacts) -> int:
    """Mask of the move classes the scenario forbids; DataError for a letter that is none."""
    letters = [word for word in scenario.forbidden if word not in forbidden_kinds(scenario)]
    for letter in letters:
        if letter not in game.classes:
            classes = ", ".join(f"{key} ({words})" for key, words in game.classes.items())
            choices = f"choose from {classes or 'nothing: it has none'}"
            raise DataError(f"forbidden: {game.name} has no class of moves '{letter}': {choices}")
    if game.classes and set(letters) == set(game.classes):
        raise DataError("forbidden: these are all classes of moves: leave one to be played")
    return class_mask(letters, game.letters)


def forbidden_kinds(scenario: Scenario) -> tuple[str, ...]:
    """Kinds of moves that the scenario forbids: whatever is no letter. Whether there are such is told by the game."""
    return tuple(word for word in scenario.forbidden if len(word) > 1)


def is_start_points(datum: str) -> bool:
    """Whether a datum, or its path, gives points at the start."""
    return datum.startswith(f"{START_POINTS}.")


def find_start_points(scenario: Scenario, game: GameFacts) -> tuple[tuple[int, ...], ...]:
    """Points that a seat begins with beyond the rules [seat, board]; behind the boards stands what a seat without one
    begins with. () where nothing is given. DataError for what the game does not have."""
    pairs = (datum.partition("=") for datum in scenario.data if is_start_points(datum))
    values = {path.strip(): value.strip() for path, _, value in pairs}
    if not values:
        return ()
    boards = {} if game.shared or game.board.is_chosen else game.boards
    numbers: dict[str, tuple[Sequence[int], Sequence[int]]]
    numbers = {f"seats.{seat + 1}": ([seat], range(len(game.boards) + 1)) for seat in range(game.players)}
    numbers |= {f"boards.{name}": (range(game.players), [number]) for number, name in enumerate(boards)}
    table = np.zeros((game.players, len(game.boards) + 1), dtype=int)
    for path, value in values.items():
        name = path.removeprefix(f"{START_POINTS}.")
        if not game.sources:
            raise DataError(f"{path}: {game.name} has no points: seats cannot begin with any")
        if name not in numbers:
            raise DataError(f"{path}: nothing begins with points of its own: {did_you_mean(name, numbers)}")
        if not re.fullmatch(r"[+-]?\d{1,10}", value) or abs(int(value)) > MAX_START_POINTS:
            raise DataError(f"{path}={value}: give a whole number of points, at most {MAX_START_POINTS:,} up or down")
        table[np.ix_(*numbers[name])] += int(value)
    return tuple(tuple(row) for row in table.tolist())


def strategy_of_level(game: str, name: str) -> str:
    """Who plays the level of that name; DataError where the game has none."""
    from strategies.errors import StrategyFileError, StrategyNotFound
    from strategies.levels import level_of  # slow to import in commands that play nothing

    try:
        return level_of(game, name).strategy
    except (StrategyNotFound, StrategyFileError) as error:
        raise DataError(f"levels: {error}") from error


def strategies_of(scenario: Scenario, game: str, strategies: tuple[str, ...]) -> tuple[str, ...]:
    """Who plays a scenario: its own player, the strategies of the run, or those of its level; DataError where the run
    was begun when its level was another."""
    if scenario.player is not None:
        return (scenario.player,)
    if scenario.levels is None:
        return strategies
    strategy = strategy_of_level(game, scenario.levels)
    if strategy not in strategies:
        raise DataError(f"level {scenario.levels} of {game} is {strategy} now, which the run does not name")
    return (strategy,)
