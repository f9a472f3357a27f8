"""Searches by name: `mcts:200:exploration=0.5`, `search:balanced:64`; what their parameters mean, and a game's own.

A name is a method, for `search` the plan that guides it, the games it plays before each decision, and parameters after
further colons. What a name leaves open for `search` is said in strategies/<game>/search.toml, for games without such a
file in strategies/search.toml.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cext.messages import did_you_mean
from cext.toml_reader import TomlError, toml_table
from strategies.errors import StrategyFileError, StrategyNotFound

__all__ = [
    "DEFAULTS", "MAX_GAMES", "METHODS", "PARAMETERS", "SearchName", "defaults_file", "defaults_of", "expand_ladder",
    "method_of", "parse_search", "search_of",
]  # fmt: skip

DEFAULTS = "search.toml"  # in a game's folder of strategies, and in that of all games
HERE = Path(__file__).parent
LADDER = re.compile(r"(?<=:)(\d{1,9})\.\.(\d{1,9})(?=:|$)", re.ASCII)  # of numbers of games
NUMBER = re.compile(r"\d{1,9}", re.ASCII)
MAX_GAMES = 1_000_000  # a search plays at most, for one decision


@dataclass(frozen=True)
class Method:
    """A kind of search."""

    pattern: str  # how its name is written
    idea: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Parameter:
    """Something a search takes: a number within limits, or the name of a plan."""

    meaning: str
    maximum: float | None = None  # from 0; None: a plan

    def read(self, key: str, value: object) -> float | str:
        """The value checked; ValueError in words."""
        if self.maximum is None:
            if not isinstance(value, str) or not value:
                raise ValueError(f"{key} is {value!r}: name a plan, for instance {key}=balanced")
            return value
        try:
            number = float(value) if isinstance(value, str | int | float) else math.nan
        except ValueError:
            number = math.nan
        if isinstance(value, bool) or not 0 <= number <= self.maximum:
            raise ValueError(f"{key} is {value!r}: must be a number from 0 to {self.maximum:g}")
        return number


PARAMETERS = {
    "prior": Parameter("plan whose values of moves count as long as there are few games"),
    "playout": Parameter("plan that plays games out, in every seat"),
    "bias": Parameter(
        "reward that a move a standard deviation above the others by the plan's values has ahead at its first game, "
        "a half of it at its second, and so on",
        1000.0,
    ),
    "margin": Parameter("part of the reward that is by how much a game is won; the rest is the share of the win", 1.0),
    "exploration": Parameter("weight of what is little tried (upper confidence bounds)", 1000.0),
    "widening": Parameter("moves tried, in square roots of the number of games", 100.0),
}
METHODS = {
    "flat": Method(
        "flat:N",
        "flat Monte Carlo: plays N random games after each legal move",
        ("prior", "playout", "bias", "margin", "exploration"),
    ),
    "mcts": Method(
        "mcts:N",
        "information-set Monte Carlo tree search: plays N random games a decision",
        ("prior", "playout", "bias", "margin", "exploration"),
    ),
    "search": Method(
        "search:PLAN:N",
        "search guided by a plan: plays N games of the plan a decision, after its best moves",
        ("playout", "bias", "margin", "exploration", "widening"),
    ),
}


@dataclass(frozen=True)
class SearchName:
    """What the name of a search says."""

    method: str
    games: int  # a decision; of `flat` after each move
    plans: Mapping[str, str] = field(default_factory=dict)  # prior, playout
    numbers: Mapping[str, float] = field(default_factory=dict)


def method_of(spec: str) -> str | None:
    """The method a spec without a game's name begins with; None where it is no search's."""
    method, colon, _ = spec.partition(":")
    return method if colon and method in METHODS else None


def parse_search(spec: str, full_spec: str) -> SearchName:
    """What a search's name says; StrategyNotFound, about the strategy as typed (full_spec), where it is none."""
    method, *parts = spec.split(":")
    settings: list[str] = []
    while parts and "=" in parts[-1]:
        settings.insert(0, parts.pop())
    games = parts.pop() if parts else ""
    plan = ":".join(parts)
    pattern = METHODS[method].pattern
    if bool(plan) != (method == "search") or not NUMBER.fullmatch(games) or not 1 <= int(games) <= MAX_GAMES:
        syntax = "PLAN the plan that guides it, N" if method == "search" else "N"
        raise StrategyNotFound(
            f"strategy {full_spec}: write {pattern}, {syntax} games a decision from 1 to {MAX_GAMES:,}"
        )
    parameters = _parse_parameters(METHODS[method], settings, full_spec)
    plans = {"prior": plan} if plan else {}
    plans |= {key: value for key, value in parameters.items() if isinstance(value, str)}
    numbers = {key: value for key, value in parameters.items() if not isinstance(value, str)}
    if "bias" in numbers and "prior" not in plans:
        raise StrategyNotFound(f"strategy {full_spec}: bias is for the values of a plan: name it with prior=PLAN")
    return SearchName(method, int(games), plans, numbers)


def expand_ladder(spec: str) -> tuple[str, ...]:
    """The names that a ladder stands for, `mcts:50..200` for those of 50, 100 and 200 games; any other spec by itself.
    StrategyNotFound where doubling does not come from the first number to the last."""
    if not method_of(spec) or not (match := LADDER.search(spec)):
        return (spec,)
    first, last = int(match[1]), int(match[2])
    steps = [first << step for step in range(last.bit_length() + 1) if 0 < first << step <= last]
    if not steps or steps[-1] != last:
        first, near = max(first, 1), 2 * steps[-1] if steps else 2 * max(first, 1)
        example = f"{spec[: match.start(1)]}{first}..{near}{spec[match.end() :]}"
        raise StrategyNotFound(f"strategy {spec}: a ladder doubles its games from step to step: {example} is one")
    return tuple(f"{spec[: match.start(1)]}{games}{spec[match.end() :]}" for games in steps)


def _parse_parameters(method: Method, settings: list[str], full_spec: str) -> dict[str, float | str]:
    values: dict[str, float | str] = {}
    for part in settings:
        key, _, value = part.partition("=")
        if key not in method.parameters:
            hint = did_you_mean(key, method.parameters)
            raise StrategyNotFound(f"strategy {full_spec}: {method.pattern} has no parameter {key!r}: {hint}")
        if key in values:
            raise StrategyNotFound(f"strategy {full_spec}: {key} is said twice: say it once")
        try:
            values[key] = PARAMETERS[key].read(key, value)
        except ValueError as error:
            raise StrategyNotFound(f"strategy {full_spec}: {error}") from error
    return values


def defaults_file(game: str) -> Path:
    """The file that says what `search` takes in a game where its name does not."""
    game_file = HERE / game / DEFAULTS
    return game_file if game_file.is_file() else HERE / DEFAULTS


def defaults_of(game: str) -> dict[str, float | str]:
    """What `search` takes in a game where its name does not say; StrategyFileError where the file cannot be used."""
    path = defaults_file(game)
    try:
        content = toml_table(path.read_text(encoding="utf-8"))
    except (TomlError, UnicodeDecodeError, OSError) as error:
        raise StrategyFileError(f"{path}, {error}") from error
    content.pop("provenance", None)
    parameters = METHODS["search"].parameters
    for key in content:
        if key not in parameters:
            raise StrategyFileError(f"{path}: unknown key {key!r}: {did_you_mean(key, parameters)}")
    try:
        return {key: PARAMETERS[key].read(key, value) for key, value in content.items()}
    except ValueError as error:
        raise StrategyFileError(f"{path}: {error}") from error


def search_of(name: SearchName, game: str) -> SearchName:
    """The search with what the game says where its name does not."""
    if name.method != "search":
        return name
    defaults = defaults_of(game)
    plans = {key: value for key, value in defaults.items() if isinstance(value, str)}
    numbers = {key: value for key, value in defaults.items() if not isinstance(value, str)}
    return SearchName(name.method, name.games, {**plans, **name.plans}, {**numbers, **name.numbers})
