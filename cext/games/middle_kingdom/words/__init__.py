"""What Middle Kingdom tells of itself: moves in words, records, screen, facts of reports."""

from typing import TYPE_CHECKING, Any

from cext.games.middle_kingdom.data.components import Components
from cext.games.middle_kingdom.words import facts, moves, record
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.games.components import LoadedComponents
    from cext.kernel.game import Game, Position

__all__ = ["MiddleKingdomWords"]


class MiddleKingdomWords(RulebookWords[Components]):
    """Middle Kingdom in the rulebook's words. loaded: its component files; two_bids: a round has two bids."""

    input_fields = facts.INPUT_FIELDS
    own_facts, view_of, record_forms, lay_out = facts.of_game, record.view, record.forms, record.lay_out
    milestones_between, events_between = record.milestones, record.events

    def __init__(self, game: "Game", loaded: "LoadedComponents[Components]", *, two_bids: bool) -> None:
        super().__init__(game, moves.MOVES, loaded)
        self.two_bids = two_bids

    def read(self, position: "Position") -> dict[str, Any]:
        """The state as Game.state() gives it, and whether a round has two bids."""
        state = super().read(position)
        state["two_bids"] = self.two_bids
        return state
