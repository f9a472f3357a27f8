"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from pathlib import Path
from typing import TYPE_CHECKING

from cext.games.qin.data.components import Components, component_set
from cext.games.qin.words import facts, moves, record
from cext.games.words import RulebookWords

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["QinWords"]


class QinWords(RulebookWords[Components]):
    """Qin in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    by_class = True  # more than a hundred placements: by what they bring about
    own_facts, view_of, record_forms, lay_out = facts.of_game, record.view, record.forms, record.lay_out
    milestones_between, events_between = record.milestones, record.events

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, moves.MOVES, tables, component_set(game.options["map"]), folder)
