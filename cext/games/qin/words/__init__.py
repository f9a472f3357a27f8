"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.qin.data.components import Components, component_set
from cext.games.qin.words import facts, moves, record
from cext.games.qin.words.view import view
from cext.games.words import ComponentWords
from cext.kernel.words import Milestone

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["QinWords"]


class QinWords(ComponentWords[Components]):
    """Qin in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    by_class = True  # more than a hundred placements: by what they bring about

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, moves.MOVES, tables, component_set(game.options["map"]), folder)

    def facts(self) -> dict[str, Any]:
        """What reports say about the game; its boards are the maps."""
        known, own = super().facts(), facts.of_game(self.tables)
        return {**known, **own, "board": {**known["board"], **own["board"]}}

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return view(self.tables, self.read(position), self.game.players, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """What chance and the number of players decided, from a position as deal() made it."""
        return record.set_up(self.tables, self.read(position), self.game.players)

    def dealt(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position a set-up lays out."""
        state = self.game.state(self.game.deal(seed=seed, deal=deal, boards=boards))
        laid = record.lay_out(self.tables, state["board"], setup, self.game.players)
        state["bag"] = laid["bag"]
        state["hand"][: self.game.players] = laid["hands"]
        state["dealt"][: self.game.players] = laid["hands"]
        return self.game.position_from(state)

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the board, in hands and in the piles, in the rulebook's words."""
        return record.whole_state(self.tables, self.read(position), self.game.players)

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """The turn that ended between two decisions, with the whole state at that moment."""
        old = None if before is None else self.read(before)
        return record.milestones(self.tables, old, self.read(after), self.game.players)

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice."""
        old = None if before is None else self.read(before)
        return record.events(self.tables, old, self.read(after), self.game.players)

    def part_schemas(self) -> dict[str, Any]:
        """JSON Schemas of the parts of a record."""
        return {**super().part_schemas(), **record.SCHEMAS}
