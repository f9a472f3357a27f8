"""What Middle Kingdom tells of itself: moves in words, records, screen, facts of reports."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.middle_kingdom.data.components import COMPONENTS, Components
from cext.games.middle_kingdom.words import facts, moves, record, view
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["MiddleKingdomWords"]


class MiddleKingdomWords(RulebookWords[Components]):
    """Middle Kingdom in the rulebook's words. tables: the loaded components; two_bids: a round has two bids."""

    own_facts, own_schemas = facts.of_game, record.schemas
    view_of, set_up, lay_out, whole_state_of = view.view, record.set_up, record.lay_out, record.whole_state
    milestones_between, events_between = record.milestones, record.events

    def __init__(self, game: "Game", tables: Components, folder: Path | None, *, two_bids: bool) -> None:
        super().__init__(game, moves.MOVES, tables, COMPONENTS, folder)
        self.two_bids = two_bids

    def read(self, position: "Position") -> dict[str, Any]:
        """The state as Game.state() gives it, and whether a round has two bids."""
        state = super().read(position)
        state["two_bids"] = self.two_bids
        return state
