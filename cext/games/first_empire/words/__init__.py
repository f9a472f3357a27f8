"""What The First Empire tells of itself: moves in words, records, screen, facts of reports."""

from typing import TYPE_CHECKING

from cext.games.first_empire.data.component_types import Components
from cext.games.first_empire.words import events, facts, record, view
from cext.games.first_empire.words.moves import move_table
from cext.games.first_empire.words.screen_cards import Cards
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.games.components import LoadedComponents
    from cext.kernel.game import Game

__all__ = ["FirstEmpireWords"]


class FirstEmpireWords(RulebookWords[Components]):
    """The First Empire in the rulebook's words. loaded: its component files."""

    input_fields = facts.INPUT_FIELDS
    own_facts, view_of, record_forms, lay_out = facts.of_game, view.view, record.forms, record.lay_out
    milestones_between, events_between = events.milestones, events.events

    def __init__(self, game: "Game", loaded: "LoadedComponents[Components]") -> None:
        super().__init__(game, move_table(loaded.tables, game.options), loaded)
        self.cards = Cards(self.content, game.options)
        self.printed = record.printed(self)
