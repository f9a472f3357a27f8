"""What ZhanGuo tells of itself: moves in words, records, screen, facts of reports."""

from pathlib import Path
from typing import TYPE_CHECKING

from cext.games.words import RulebookWords
from cext.games.zhanguo.data.component_types import Components
from cext.games.zhanguo.data.components import COMPONENTS
from cext.games.zhanguo.words import events, facts, record, record_schema, view
from cext.games.zhanguo.words.moves import move_table

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["ZhanGuoWords"]


class ZhanGuoWords(RulebookWords[Components]):
    """ZhanGuo in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    own_facts, own_schemas = facts.of_game, record_schema.schemas
    view_of, set_up, lay_out, whole_state_of = view.view, record.set_up, record.lay_out, record.whole_state
    milestones_between, events_between = events.milestones, events.events

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, move_table(tables), tables, COMPONENTS, folder)
