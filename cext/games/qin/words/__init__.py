"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from pathlib import Path
from typing import TYPE_CHECKING

from cext.games.qin.data.components import Components, component_set
from cext.games.qin.words import facts, moves, record, view
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["QinWords"]


class QinWords(RulebookWords[Components]):
    """Qin in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    by_class = True  # more than a hundred placements: by what they bring about
    own_facts, own_schemas = facts.of_game, record.schemas
    view_of, set_up, lay_out, whole_state_of = view.view, record.set_up, record.lay_out, record.whole_state
    milestones_between, events_between = record.milestones, record.events

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, moves.MOVES, tables, component_set(game.options["map"]), folder)
