"""What The First Empire tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.first_empire.data.components import COMPONENTS, Components
from cext.games.first_empire.words import events, facts, record
from cext.games.first_empire.words.moves import move_table
from cext.games.first_empire.words.record_schema import schemas
from cext.games.first_empire.words.screen_cards import Cards
from cext.games.first_empire.words.view import view
from cext.games.words import RulebookWords
from cext.kernel.move_table import Packed
from cext.kernel.words import Milestone, State

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["FirstEmpireWords"]


class FirstEmpireWords(RulebookWords[Components]):
    """The First Empire in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, move_table(tables, game.options), tables, COMPONENTS, folder)
        self.cards = Cards(self.content, game.options)

    def own_facts(self) -> dict[str, Any]:
        """What reports say of this game alone."""
        return facts.of_game(self.tables, self.game.boards)

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return view(self.tables, self.cards, self.read(position), self.seats, self.game.options, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """What chance and the number of players decided, from a position as deal() made it."""
        return record.set_up(self.tables, self.read(position), self.seats, self.game.options)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided; raises ValueError."""
        record.lay_out(self.tables, state, setup, self.seats)

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks, in the rulebook's words."""
        state = self.read(position)
        return record.whole_state(self.tables, state, self.seats, self.game.options, record.now(state))

    def milestones_between(self, before: State | None, after: State) -> list[Milestone]:
        """Turns and phases that ended, with the whole state."""
        return events.milestones(self.tables, before, after, self.seats, self.game.options)

    def events_between(self, before: State | None, move: int | None, after: State) -> list[str]:
        """What followed from a move without a choice."""
        kind = "" if move is None else self.moves.names[Packed.of(move).kind]
        return events.events(self.tables, before, kind, after, self.seats, solo=self.game.bots > 0)

    def own_schemas(self) -> dict[str, Any]:
        """JSON Schemas of set-up and whole state."""
        return schemas(self.tables)
