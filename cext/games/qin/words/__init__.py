"""What Qin tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.qin.data import components as files
from cext.games.qin.words import facts, moves, notation, record
from cext.kernel.words import Milestone, Words, fields_of

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["QinWords"]


class QinWords(Words):
    """Qin in the rulebook's words. tables: the loaded components."""

    folder = Path(__file__).parent.parent
    expected = notation.EXPECTED

    def __init__(self, game: "Game", tables: files.Components, content: Mapping[str, Any]) -> None:
        super().__init__(game, content=content, provenance=files.provenance(tables))
        self.tables = tables

    def facts(self) -> dict[str, Any]:
        """What reports say about the game; its boards are the maps."""
        data = self.tables
        return {**super().facts(), "rulings": list(moves.RULINGS), **facts.of_maps(data), "digest": files.digest(data)}

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return moves.view(self.tables, self.read(position), self.game.players, seat)

    def describe(self, position: "Position", move: int) -> dict[str, Any]:
        """The kind of a move and its fields in the rulebook's words."""
        return moves.describe(*fields_of(move))

    def text(self, position: "Position", move: int) -> str:
        """A move in one line."""
        return moves.text(self.describe(position, move))

    def notation(self, position: "Position", move: int) -> str:
        """A move in short: see the README."""
        return notation.notation(self.describe(position, move))

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
        return self.game.position_from(state)

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        files.write(tables, Path(folder))

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
