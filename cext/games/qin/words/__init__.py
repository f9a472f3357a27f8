"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from typing import TYPE_CHECKING

from cext.games.qin.data.components import Components
from cext.games.qin.words import facts, moves, record
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.games.components import LoadedComponents
    from cext.kernel.game import Game

__all__ = ["QinWords"]


class QinWords(RulebookWords[Components]):
    """Qin in the rulebook's words. loaded: its component files."""

    by_class = True  # more than a hundred placements: by what they bring about
    input_fields = facts.INPUT_FIELDS
    own_facts, view_of, record_forms, lay_out = facts.of_game, record.view, record.forms, record.lay_out
    milestones_between, events_between = record.milestones, record.events

    def __init__(self, game: "Game", loaded: "LoadedComponents[Components]") -> None:
        super().__init__(game, moves.MOVES, loaded)
