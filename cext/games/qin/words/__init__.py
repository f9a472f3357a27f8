"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.qin.data.components import Components, component_set
from cext.games.qin.words import facts, moves, record
from cext.games.qin.words.view import view
from cext.games.words import RulebookWords
from cext.kernel.words import Milestone, State

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["QinWords"]


class QinWords(RulebookWords[Components]):
    """Qin in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    by_class = True  # more than a hundred placements: by what they bring about

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, moves.MOVES, tables, component_set(game.options["map"]), folder)

    def own_facts(self) -> dict[str, Any]:
        """What reports say of this game alone."""
        return facts.of_game(self.tables)

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return view(self.tables, self.read(position), self.game.players, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """What chance and the number of players decided, from a position as deal() made it."""
        return record.set_up(self.tables, self.read(position), self.game.players)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided; raises ValueError."""
        laid = record.lay_out(self.tables, state["board"], setup, self.game.players)
        state["bag"] = laid["bag"]
        state["hand"][: self.game.players] = laid["hands"]
        state["dealt"][: self.game.players] = laid["hands"]

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the board, in hands and in the piles, in the rulebook's words."""
        return record.whole_state(self.tables, self.read(position), self.game.players)

    def milestones_between(self, before: State | None, after: State) -> list[Milestone]:
        """The turn that ended, with the whole state."""
        return record.milestones(self.tables, before, after, self.game.players)

    def events_between(self, before: State | None, move: int | None, after: State) -> list[str]:
        """What followed from a move without a choice."""
        return record.events(self.tables, before, after, self.game.players)

    def own_schemas(self) -> dict[str, Any]:
        """JSON Schemas of set-up and whole state."""
        return record.SCHEMAS
