"""What ZhanGuo tells of itself: moves in words, records, screen, facts of reports."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.zhanguo.data import components as files
from cext.games.zhanguo.words import course, moves, notation, record
from cext.kernel.words import Milestone, Words, fields_of

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["ZhanGuoWords"]

OPENING = {
    "by": "number",
    "class": "U",
    "ordered": True,
    "turn": ["turn", "turns"],
    "name": "first round",
    "tip": {"levels": [3, 4], "text": "playing 3 or 4 cards on your player board in the first round"},
    "confounded_by": "the cards they held",
}


class ZhanGuoWords(Words):
    """ZhanGuo in the rulebook's words. tables: the loaded components."""

    folder = Path(__file__).parent.parent
    expected = notation.EXPECTED

    def __init__(self, game: "Game", tables: files.Components, content: Mapping[str, Any]) -> None:
        super().__init__(game, content=content, provenance=files.provenance(tables))
        self.tables = tables

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        boards = {
            board.name: {
                "side": "A" if board.name == "A" else "B",
                "label": "A" if board.name == "A" else f"{board.name} (B)",
                "abilities": [
                    {"name": name, "brings": unit} for name, unit in moves.POWER_NAMES[files.BLOCKS[board.block]]
                ],
                "tracks": list(board.tracks),
            }
            for board in self.tables.boards
        }
        known = super().facts()
        return {
            **known,
            "rulings": list(moves.RULINGS),
            "boards": boards,
            "board": {
                **known["board"],
                "noun": ["player board", "player boards"],
                "question": "are the player boards balanced?",
            },
            "opening": OPENING,
            "charts": list(moves.CHARTS),
            "digest": files.digest(self.tables),
        }

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees, in the rulebook's words."""
        return moves.view(self.tables, self.read(position), self.game.players, seat)

    def describe(self, position: "Position", move: int) -> dict[str, Any]:
        """The kind of a move and its fields in the rulebook's words."""
        return moves.describe(self.tables, self.read(position), *fields_of(move))

    def text(self, position: "Position", move: int) -> str:
        """A move in one line."""
        return moves.text(self.describe(position, move))

    def notation(self, position: "Position", move: int) -> str:
        """A move in short: see the README."""
        return notation.notation(self.describe(position, move))

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

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        files.write(tables, Path(folder))

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
        kind, action, _, _ = fields_of(move or 0)
        return course.events(self.tables, old, (kind, action), self.read(after), self.game.players)
