"""What ZhanGuo tells of itself: moves in words, records, screen, facts of reports."""

from typing import TYPE_CHECKING

from cext.games.words import RulebookWords
from cext.games.zhanguo.data.component_types import Components
from cext.games.zhanguo.words import events, facts, record
from cext.games.zhanguo.words.moves import move_table

if TYPE_CHECKING:
    from cext.games.components import LoadedComponents
    from cext.kernel.game import Game

__all__ = ["ZhanGuoWords"]


class ZhanGuoWords(RulebookWords[Components]):
    """ZhanGuo in the rulebook's words. loaded: its component files."""

    input_fields = facts.INPUT_FIELDS
    own_facts, view_of, record_forms, lay_out = facts.of_game, record.view, record.forms, record.lay_out
    milestones_between, events_between = events.milestones, events.events

    def __init__(self, game: "Game", loaded: "LoadedComponents[Components]") -> None:
        super().__init__(game, move_table(loaded.tables), loaded)
