"""What Middle Kingdom tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.middle_kingdom.data.components import COMPONENTS, Components
from cext.games.middle_kingdom.words import facts, moves, record
from cext.games.middle_kingdom.words.view import view
from cext.games.words import RulebookWords
from cext.kernel.words import Milestone, State

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["MiddleKingdomWords"]


class MiddleKingdomWords(RulebookWords[Components]):
    """Middle Kingdom in the rulebook's words. tables: the loaded components; two_bids: a round has two bids."""

    def __init__(self, game: "Game", tables: Components, folder: Path | None, *, two_bids: bool) -> None:
        super().__init__(game, moves.MOVES, tables, COMPONENTS, folder)
        self.two_bids = two_bids
        self.n_deck = sum(tables.count)

    def own_facts(self) -> dict[str, Any]:
        """What reports say of this game alone."""
        return facts.of_game()

    def read(self, position: "Position") -> dict[str, Any]:
        """The state as Game.state() gives it, and whether a round has two bids."""
        state = super().read(position)
        state["two_bids"] = self.two_bids
        return state

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return view(self.read(position), self.game.players, self.n_deck, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """The Dynasty Deck, from a position as deal() made it."""
        return record.set_up(self.read(position), self.n_deck)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided; raises ValueError."""
        record.lay_out(state, setup, self.n_deck)

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in the deck, in the rulebook's words."""
        return record.whole_state(self.read(position), self.game.players, self.n_deck)

    def milestones_between(self, before: State | None, after: State) -> list[Milestone]:
        """Steps and rounds that ended, with the whole state."""
        return record.milestones(before, after, self.game.players, self.n_deck)

    def events_between(self, before: State | None, move: int | None, after: State) -> list[str]:
        """What followed from a move without a choice."""
        return list(record.events(before, after, self.game.players))

    def own_schemas(self) -> dict[str, Any]:
        """JSON Schemas of set-up and whole state."""
        return record.SCHEMAS
