"""Configuration of an experiment: what it holds, what of it decides rows, and what a design is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from analyser.experiments.scenario import Scenario, Switches, forbidden_mask, strategies_of
from analyser.files import json_digest
from cext.fields import Text
from cext.player_classes import WEAK
from reports.facts import GameFacts

__all__ = ["DECIDED", "EXECUTION", "KEYS", "LOCAL", "Config", "PreparedScenario", "is_engine"]

LOCAL = "local"  # the engine that is this machine
CLUSTER = re.compile(r"(dask|tls)://(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}", re.ASCII | re.IGNORECASE)  # one's scheduler

DECIDED = "decided"  # until then


def is_engine(text: str) -> bool:
    """Whether it names who plays: this machine, or the scheduler of a cluster by its address."""
    return text == LOCAL or CLUSTER.fullmatch(text) is not None


Names = Annotated[tuple[Text, ...], Meta(description="a list of names")]


@dataclass(frozen=True, kw_only=True)
class Config:
    """One experiment: first the fields that decide every row, then those of how it is carried out and read."""

    design: str  # name of its kind
    game: str
    players: int = 4
    games: int = 20_000  # of each scenario; the most of them, where `until` says when it is over
    strategies: Names = ()  # empty: those shipped with the game (ExperimentKind.strengths() says which)
    boards: Names = ()  # empty: the game's first board in every seat
    seed: int = 1
    rotate: bool = True
    record: str = "seats"
    sample: float = 1.0
    components: str | None = None
    option: Switches = field(default_factory=dict)
    restrictions: Names = ()  # each is forbidden to one seat in turn; `each`: all that can be
    scenario: tuple[Scenario, ...] = ()  # empty: one, of the fields above
    until: str | None = (
        None  # decided: checked again and again, and over when the verdicts of the first lines are there
    )
    printings: str | None = None  # of what no rulebook states: how many, or auto; None: only the data as they are
    strong: float | None = None  # seconds for games of strong players; None: by default, 0: none
    retune: str | None = None  # for how long players are tuned for each side of a change; None: as they come alone

    margin: float = 2.0  # percentage points of win share a designer calls balanced
    workers: int | None = None  # None: one a core
    engine: str = LOCAL  # read from no file: whoever answers at its address can run programs here
    collect: bool = False  # whether parts come back from a cluster: its machines share no disk with this one
    batch: int | None = None  # games of a part file; None: chosen so that memory stays flat
    time_limit: float | None = None  # seconds of a batch; None: as runs/limits.py says
    memory_limit: str | None = None  # of a worker process, such as 2GB; None: as runs/limits.py says
    out: str | None = None

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """What is played, one after the other: at least one."""
        return self.scenario or (Scenario(players=self.players, option=self.option, components=self.components),)

    @property
    def players_of_all(self) -> tuple[str, ...]:
        """The different strategies of all scenarios."""
        own_players = (scenario.player for scenario in self.scenario if scenario.player is not None)
        return tuple(dict.fromkeys((*self.strategies, *own_players)))

    @property
    def sha256(self) -> str:
        """Digest of everything that decides what is in a row; how many rows there are does not."""
        deciding = {key: value for key, value in self.to_dict().items() if key not in EXECUTION | {"games", "until"}}
        return json_digest(deciding)

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the manifest: plain JSON values, scenarios and restrictions only where some are named."""
        plain: dict[str, Any] = json.loads(json.dumps(msgspec.to_builtins({key: getattr(self, key) for key in KEYS})))
        return {key: value for key, value in plain.items() if key not in ("scenario", "restrictions") or value}


EXECUTION = frozenset({"margin", "workers", "engine", "collect", "batch", "time_limit", "memory_limit", "out"})
KEYS: dict[str, Any] = get_type_hints(Config, include_extras=True)  # types of the fields


@dataclass(frozen=True, kw_only=True)
class PreparedScenario:
    """A scenario with the facts of its game, the strategies named and the boards of the seats; no compiled object."""

    game: GameFacts
    strategies: tuple[str, ...]  # as named: a name may stand twice
    fixed_boards: bool = False  # whether boards were named
    boards: tuple[int, ...]  # number of the board at each position of a line-up; all plain where boards are compared
    games: int
    seed: int
    rotate: bool = True
    scenario: Scenario
    forbidden: int = 0  # mask of the classes of moves nobody takes
    restrictions: tuple[str, ...] = ()  # words for what is forbidden to one seat in turn
    slow: bool = False  # somebody thinks longer than a weighted plan
    tuned: frozenset[str] = frozenset()  # strategies with weights of their own for boards
    classes: Mapping[str, str] = field(default_factory=dict)  # how well strategies play, but those that are programs
    own_openings: Mapping[str, str] = field(default_factory=dict)  # lines to which plans keep, by their names

    @classmethod
    def of(
        cls,
        config: Config,
        scenario: Scenario,
        game: GameFacts,
        *,
        slow: bool = False,
        tuned: Collection[str] = (),
        classes: Mapping[str, str] = MappingProxyType({}),
        own_openings: Mapping[str, str] = MappingProxyType({}),
    ) -> PreparedScenario:
        """One of the configuration's scenarios, prepared; its names must have been checked.

        own_openings: as the field; where every strategy keeps to one, all are ordinary.
        """
        return cls(
            game=game,
            strategies=(strategies := strategies_of(scenario, config.game, config.strategies)),
            fixed_boards=bool(config.boards),
            boards=board_numbers(config.boards, game),
            games=config.games if scenario.games is None else scenario.games,
            seed=config.seed,
            rotate=config.rotate,
            scenario=scenario,
            forbidden=forbidden_mask(scenario, game),
            restrictions=config.restrictions,
            slow=slow,
            tuned=frozenset(tuned),
            classes=dict(classes),
            own_openings=dict(own_openings) if own_openings.keys() < {*strategies} else {},
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The different strategies; designs number them in this order."""
        return tuple(dict.fromkeys(self.strategies))

    @property
    def as_they_come(self) -> tuple[int, ...]:
        """Numbers of the strategies that are not tuned for boards; all where there are no others."""
        return tuple(i for i, name in enumerate(self.names) if name not in self.tuned) or (*range(len(self.names)),)

    @property
    def who_prices(self) -> tuple[int, ...]:
        """Those of them for whom boards are priced, who count in the answer: no beginners; all where all are."""
        return tuple(i for i in self.as_they_come if self.classes.get(self.names[i]) not in WEAK) or self.as_they_come

    @property
    def tuned_for_boards(self) -> tuple[int, ...]:
        """Numbers of all other strategies."""
        return tuple(sorted({*range(len(self.names))} - {*self.as_they_come}))

    @property
    def ordinary(self) -> tuple[str, ...]:
        """Those of them that keep to no opening."""
        return tuple(name for name in self.names if name not in self.own_openings)


def board_numbers(names: tuple[str, ...], game: GameFacts) -> tuple[int, ...]:
    """The board at each position of a line-up: the one named, the k named, or the one all others are compared with."""
    board_names = list(game.boards)
    numbers = tuple(board_names.index(name) for name in names) or (game.plain if board_names else -1,)
    return numbers * game.players if len(numbers) == 1 else numbers
