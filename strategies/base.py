"""What the author of a Python strategy writes: a class with choose(view, moves)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

__all__ = ["Move", "Strategy"]


class Move(Protocol):
    """A legal move in the rulebook's words; each entry of `fields` is an attribute too: `move.region`."""

    @property
    def kind(self) -> str:
        """Name of the kind of move: 'play', 'region', 'palace', …"""

    @property
    def text(self) -> str:
        """The move in one line."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """What the move names: card, action, region, …"""

    @property
    def features(self) -> Mapping[str, float]:
        """What the move would do, by the features that plans weigh (`analyser strategies GAME --features`): points,
        workers, unrest …, each in its unit. Chance and hidden things are not looked at, nor what others will do."""

    def worth(self, weights: Mapping[str, float]) -> float:
        """Points of the move where a unit of each feature is worth so many; ValueError for a name that is none."""

    def __getattr__(self, name: str) -> Any:
        """An entry of `fields`; AttributeError for one the move does not have."""


class Strategy(ABC):
    """Base of strategies written in Python.

    A subclass is made without arguments, once for each worker process, and asked by every seat that plays it. So it
    keeps nothing from one decision to the next, and its chance comes from view["draw"], a random 64-bit integer that
    belongs to the decision: then games can be repeated. The first line of its docstring is shown as its idea.
    `player_class` says how well it plays: "beginners", "ordinary", "tuned" (for boards), "strong", "strong and tuned"
    or "none"; answers count one class of players at a time.
    """

    player_class: ClassVar[str] = "ordinary"

    @abstractmethod
    def choose(self, view: Any, moves: Sequence[Move]) -> int:
        """The index of the move to make. view: what the player sees, in the rulebook's words; moves: at least two.

        A game's `view_types` has the type of its views, View, to write here: an editor then knows what is in them.
        """
