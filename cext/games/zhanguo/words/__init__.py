"""What ZhanGuo tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.words import ComponentWords
from cext.games.zhanguo.data.components import COMPONENTS, Components
from cext.games.zhanguo.words import course, facts, names, record
from cext.games.zhanguo.words.moves import move_table
from cext.games.zhanguo.words.record_schema import schemas
from cext.games.zhanguo.words.view import view
from cext.kernel.move_table import Packed
from cext.kernel.words import Milestone

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["ZhanGuoWords"]


class ZhanGuoWords(ComponentWords[Components]):
    """ZhanGuo in the rulebook's words. tables: the loaded components, from `folder` or the shipped ones."""

    def __init__(self, game: "Game", tables: Components, folder: Path | None) -> None:
        super().__init__(game, move_table(tables), tables, COMPONENTS, folder)

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        known, own = super().facts(), facts.of_game(self.tables, self.game.options["boards_by"])
        return {**known, **own, "board": {**known["board"], **own["board"]}}

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return view(self.tables, self.read(position), self.game.players, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """What chance and the number of players decided, from a position as deal() made it."""
        return record.set_up(self.tables, self.read(position), self.game.players, self.game.options)

    def dealt(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position a set-up lays out; the seed decides what is drawn later (the draft's discards)."""
        state = self.game.state(self.game.deal(seed=seed, deal=deal, boards=boards))
        record.lay_out(state, setup, self.game.players, self.game.options)
        return self.game.position_from(state)

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks, in the rulebook's words."""
        state = self.read(position)
        return record.whole_state(self.tables, state, self.game.players, record.now(state))

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """Turns and phases that ended between two decisions, with the whole state at that moment."""
        old = None if before is None else self.read(before)
        return course.milestones(self.tables, old, self.read(after), self.game.players)

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice."""
        old = None if before is None else self.read(before)
        made = Packed.of(move or 0)
        return course.events(self.tables, old, (made.kind, made.a), self.read(after), self.game.players)

    def part_schemas(self) -> dict[str, Any]:
        """JSON Schemas of the parts of a record."""
        squares = names.square_names(self.tables.numbers.bonus_vp)[:-1]
        return {**super().part_schemas(), **schemas(squares)}
