"""What a design is made of: the game of a scenario, and what the configuration seats in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from analyser.experiments.config import Config
from analyser.experiments.scenario import Scenario, forbidden_mask, strategies_of
from reports.facts import GameFacts

__all__ = ["DesignInput"]


@dataclass(frozen=True, kw_only=True)
class DesignInput:
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
    slow: bool = False  # somebody thinks longer than a weighted plan
    tuned: frozenset[str] = frozenset()  # strategies with weights of their own for boards
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
        own_openings: Mapping[str, str] = MappingProxyType({}),
    ) -> DesignInput:
        """The setting of one of the configuration's scenarios; its names must have been checked.

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
            slow=slow,
            tuned=frozenset(tuned),
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
