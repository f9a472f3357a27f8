"""What The First Empire tells of itself: moves in words, records, screen, facts of reports."""

from pathlib import Path
from typing import TYPE_CHECKING

from cext.games.first_empire.data.component_types import Components
from cext.games.first_empire.data.components import COMPONENTS
from cext.games.first_empire.words import events, facts, record, record_schema, view
from cext.games.first_empire.words.moves import move_table
from cext.games.first_empire.words.screen_cards import Cards
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["FirstEmpireWords"]


class FirstEmpireWords(RulebookWords[Components]):
    """The First Empire in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    own_facts, own_schemas = facts.of_game, record_schema.schemas
    view_of, set_up, lay_out, whole_state_of = view.view, record.set_up, record.lay_out, record.whole_state
    milestones_between, events_between = events.milestones, events.events

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, move_table(tables, game.options), tables, COMPONENTS, folder)
        self.cards = Cards(self.content, game.options)
