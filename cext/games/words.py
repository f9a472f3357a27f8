"""Words that follow from what a game is: from its component files, or from a table on which nothing is hidden."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cext.games.components import ComponentSet, Tables, digest, provenance
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveTable
from cext.kernel.words import GameWords, Milestone, State

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["ComponentWords", "OpenInformationWords", "RulebookWords"]

T = TypeVar("T", bound=Tables)


class ComponentWords(GameWords, Generic[T]):
    """Words of a game with component files.

    tables: what they became. components: the set they belong to. folder: where they lie; None: the shipped ones.
    """

    def __init__(
        self, game: "Game", moves: MoveTable, tables: T, components: ComponentSet[T], folder: Path | None
    ) -> None:
        super().__init__(game, moves=moves, content=components.raw_content(folder), provenance=provenance(tables))
        self.tables = tables
        self.components = components

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        known, own = super().facts(), self.own_facts()
        board = {**known["board"], **own.get("board", {})}
        return {**known, "digest": digest(self.tables), **own, "board": board}

    def own_facts(self) -> dict[str, Any]:
        """What reports say of this game alone."""
        return {}

    def deal_from_setup(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position a set-up lays out; the seed decides what is drawn later."""
        state = self.game.state(self.game.deal(seed=seed, deal=deal, boards=boards))
        self.lay_out(state, setup)
        return self.game.position_from(state)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided in a dealt state; raises ValueError."""
        raise NotImplementedError

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        self.components.write(tables, Path(folder))

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of the parts of a record."""
        return {**super().part_schemas(), "components": self.components.schema()}


class RulebookWords(ComponentWords[T]):
    """Words of a game whose records tell its turns and phases in the rulebook's words."""

    @property
    def seats(self) -> int:
        """Seats that take part: players, and bots."""
        return self.game.players + self.game.bots

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """Turns and phases that ended between two decisions, with the whole state at that moment."""
        return self.milestones_between(None if before is None else self.read(before), self.read(after))

    def milestones_between(self, before: State | None, after: State) -> list[Milestone]:
        """The same of two states."""
        raise NotImplementedError

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice."""
        return self.events_between(None if before is None else self.read(before), move, self.read(after))

    def events_between(self, before: State | None, move: int | None, after: State) -> list[str]:
        """The same of two states."""
        raise NotImplementedError

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of the parts of a record."""
        return {**super().part_schemas(), **self.own_schemas()}

    def own_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of setup() and whole_state(): set_up, state."""
        raise NotImplementedError


class OpenInformationWords(GameWords):
    """Words of a small game in which nothing is hidden: every player sees the fields of the state."""

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """Whose turn it is, the points, and what lies on the table."""
        known = super().view(position, seat)
        return known | {name: value for name, value in self.read(position).items() if name not in (*known, "turns")}
