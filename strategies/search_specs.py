"""Searches by name: `mcts:200:exploration=0.5`, `search:balanced:64`; what their parameters mean, and a game's own.

A name is a method, for `search` the plan that guides it, the games it plays before each decision, and parameters after
further colons. What a name leaves open for `search` is said in strategies/<game>/search.toml, for games without such a
file in strategies/search.toml.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, field

from cext.fields import FieldError, Record, decode
from cext.messages import did_you_mean
from cext.toml_reader import read_toml
from strategies.errors import StrategyFileError, StrategyNotFound

__all__ = [
    "DEFAULTS", "MAX_GAMES", "MEANINGS", "METHODS", "SearchName", "defaults_file", "defaults_of", "expand_ladder",
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


MEANINGS = {  # of what a search takes
    "prior": "plan whose values of moves count as long as there are few games",
    "playout": "plan that plays games out, in every seat",
    "bias": "reward that a move a standard deviation above the others by the plan's values has ahead at its first "
    "game, a half of it at its second, and so on",
    "margin": "part of the reward that is by how much a game is won; the rest is the share of the win",
    "exploration": "weight of what is little tried (upper confidence bounds)",
    "widening": "moves tried, in square roots of the number of games",
    "leaf": "file of a network that says what a position is worth, in place of the rest of the game",
    "turns": "turns of the seat that are played before the leaf is asked",
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
        ("playout", "bias", "margin", "exploration", "widening", "leaf", "turns"),
    ),
}
WITH_LEAF = {"bias": 0.05, "widening": 1.25}  # unless a name says otherwise: the leaf knows better than the plan

PLANS = ("prior", "playout")  # parameters that are plans
TEXTS = (*PLANS, "leaf")  # all others are numbers
PlanName = Annotated[str, Meta(min_length=1, description="the name of a plan, such as balanced")]


class Defaults(Record, frozen=True, kw_only=True):
    """What search.toml holds: a parameter that is not there is left to the kernel."""

    playout: PlanName | None = None
    bias: Annotated[float, Meta(ge=0, le=1000)] | None = None
    margin: Annotated[float, Meta(ge=0, le=1)] | None = None
    exploration: Annotated[float, Meta(ge=0, le=1000)] | None = None
    widening: Annotated[float, Meta(ge=0, le=100)] | None = None
    provenance: dict[str, Any] = field(default_factory=dict)


class Parameters(Defaults, frozen=True, kw_only=True):
    """What a name may say."""

    prior: PlanName | None = None
    leaf: Annotated[str, Meta(min_length=1, description="the file of a leaf, such as mine.leaf")] | None = None
    turns: Annotated[int, Meta(ge=0, le=1000)] | None = None


@dataclass(frozen=True)
class SearchName:
    """What the name of a search says."""

    method: str
    games: int  # a decision; of `flat` after each move
    parameters: Mapping[str, float | str]

    @property
    def plans(self) -> dict[str, str]:
        """Those parameters that name plans."""
        return {key: str(value) for key, value in self.parameters.items() if key in PLANS}

    @property
    def numbers(self) -> dict[str, float]:
        """Those that are numbers."""
        return {key: float(value) for key, value in self.parameters.items() if key not in TEXTS}

    @property
    def leaf(self) -> str:
        """The leaf it names; "": none."""
        return str(self.parameters.get("leaf", ""))


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
    parameters = {**({"prior": plan} if plan else {}), **_parse_parameters(METHODS[method], settings, full_spec)}
    if "bias" in parameters and "prior" not in parameters:
        raise StrategyNotFound(f"strategy {full_spec}: bias is for the values of a plan: name it with prior=PLAN")
    if "turns" in parameters and "leaf" not in parameters:
        raise StrategyNotFound(f"strategy {full_spec}: turns are played before a leaf is asked: name it with leaf=FILE")
    if "margin" in parameters and "leaf" in parameters:
        raise StrategyNotFound(f"strategy {full_spec}: a leaf says what margin it was learned with: leave margin out")
    return SearchName(method, int(games), parameters)


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
            values[key] = getattr(decode({key: value if key in TEXTS else _as_number(value)}, Parameters), key)
        except FieldError as error:
            raise StrategyNotFound(f"strategy {full_spec}: {error}") from error
    return values


def _as_number(text: str) -> float | str:
    try:
        return int(text) if NUMBER.fullmatch(text) else float(text)
    except ValueError:
        return text


def defaults_file(game: str) -> Path:
    """The file that says what `search` takes in a game where its name does not."""
    game_file = HERE / game / DEFAULTS
    return game_file if game_file.is_file() else HERE / DEFAULTS


def defaults_of(game: str) -> dict[str, float | str]:
    """What `search` takes in a game where its name does not say; StrategyFileError where the file cannot be used."""
    defaults = read_toml(defaults_file(game), Defaults, StrategyFileError)
    values = {key: getattr(defaults, key) for key in Defaults.__struct_fields__ if key != "provenance"}
    return {key: value for key, value in values.items() if value is not None}


def search_of(name: SearchName, game: str) -> SearchName:
    """The search with what the game says where its name does not."""
    if name.method != "search":
        return name
    defaults = {**defaults_of(game), **(WITH_LEAF if name.leaf else {})}
    return replace(name, parameters={**defaults, **name.parameters})
