"""What Middle Kingdom tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.middle_kingdom.data.components import COMPONENTS, Components
from cext.games.middle_kingdom.words import facts, moves, record
from cext.games.middle_kingdom.words.view import view
from cext.games.words import ComponentWords
from cext.kernel.words import Milestone

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["MiddleKingdomWords"]


class MiddleKingdomWords(ComponentWords[Components]):
    """Middle Kingdom in the rulebook's words. tables: the loaded components; two_bids: a round has two bids."""

    def __init__(self, game: "Game", tables: Components, folder: Path | None, *, two_bids: bool) -> None:
        super().__init__(game, moves.MOVES, tables, COMPONENTS, folder)
        self.two_bids = two_bids
        self.n_deck = sum(tables.count)

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        known, own = super().facts(), facts.of_game()
        return {**known, **own, "board": {**known["board"], **own["board"]}}

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

    def dealt(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position a set-up lays out."""
        state = self.game.state(self.game.deal(seed=seed, deal=deal, boards=boards))
        record.lay_out(state, setup, self.n_deck)
        return self.game.position_from(state)

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in the deck, in the rulebook's words."""
        return record.whole_state(self.read(position), self.game.players, self.n_deck)

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """Steps and rounds that ended between two decisions, with the whole state at that moment."""
        old = None if before is None else self.read(before)
        return record.milestones(old, self.read(after), self.game.players, self.n_deck)

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice."""
        old = None if before is None else self.read(before)
        return list(record.events(old, self.read(after), self.game.players))

    def part_schemas(self) -> dict[str, Any]:
        """JSON Schemas of the parts of a record."""
        return {**super().part_schemas(), **record.SCHEMAS}
