"""What a game tells of itself: facts for reports, views and moves in words, and the parts of a game record."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["Milestone", "State", "Words", "fields_of"]

State = Mapping[str, Any]
"""A position as Game.state() writes it out."""

Milestone = tuple[list[str], dict[str, Any]]
"""Names of turns and phases that ended at one moment, and the whole state then."""

SHOWN = 8  # legal moves named where a text is none
KEPT = 2  # positions whose state is remembered: a decision and what came of it


def fields_of(move: int) -> tuple[int, int, int, int]:
    """Number of the kind of a move, and its fields a, b, c (types.pxd)."""
    return move & 255, move >> 8 & 255, move >> 16 & 255, move >> 24


class Words:
    """Words of one game; the defaults are right for every game, and a subclass puts the rulebook's in their place.

    content: the component files as plain data, file by file. provenance: status -> number of component data with it.
    """

    folder: Path | None = None
    """The game's own folder, with words/record.schema.json; None: the schema of a record follows from the layout."""

    expected: Mapping[str, str] = {}
    """Name of a stage -> what may be written there, for messages."""

    def __init__(
        self, game: "Game", *, content: Mapping[str, Any] | None = None, provenance: Mapping[str, int] | None = None
    ) -> None:
        self.game = game
        self.content = dict(content or {})
        self.provenance = dict(provenance or {})
        self._read: list[tuple[bytes, dict[str, Any]]] = []

    # -- for reports ----------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """What a report says about the game (the run's `game` facts of SCHEMA.md)."""
        game = self.game
        return {
            "name": game.name,
            "title": game.title,
            "players": game.players,
            "bots": game.bots,
            "options": dict(game.options),
            "provenance": dict(self.provenance),
            "rulings": [],
            "classes": [list(pair) for pair in game.classes],
            "sources": [list(pair) for pair in game.sources],
            "tallies": [list(pair) for pair in game.tallies],
            "opening_turns": game.opening_turns,
            "boards": {name: {"side": "A", "label": name} for name in game.boards},
            "board": {
                "scope": "table" if game.table_boards else "seat",
                "noun": ["board", "boards"],
                "question": "are the boards balanced?",
                "note": "",
                "series": None,
            },
            "opening": {
                "by": "first",
                "class": None,
                "ordered": False,
                "turn": ["turn", "turns"],
                "name": f"first {game.opening_turns} turns",
                "tip": None,
                "confounded_by": "what they held",
            },
            "holdings": [],
            "charts": [],
            "places": None,
        }

    # -- for players ----------------------------------------------------------------------------------------------

    def read(self, position: "Position") -> dict[str, Any]:
        """The state as Game.state() gives it, kept for the next questions about it: not to be changed."""
        data = bytes(position)
        for known, state in self._read:
            if known == data:
                return state
        state = self.game.state(position)
        self._read = [(data, state), *self._read[: KEPT - 1]]
        return state

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) may see."""
        round_, turn, stage = position.clock()
        return {
            "seat": seat,
            "to_move": position.to_move,
            "round": round_,
            "turn": turn,
            "stage": self.game.stages[stage],
            "points": position.points(),
        }

    def describe(self, position: "Position", move: int) -> dict[str, Any]:
        """The kind of a move and its fields by name."""
        kind, a, b, c = fields_of(move)
        return {"kind": self.game.kinds[kind], "a": a, "b": b, "c": c}

    def text(self, position: "Position", move: int) -> str:
        """A move in one line."""
        return " ".join(str(part) for part in self.describe(position, move).values())

    def notation(self, position: "Position", move: int) -> str:
        """A short text for a move, different for every legal move of a position."""
        return "-".join(str(part) for part in self.describe(position, move).values())

    def parse(self, position: "Position", text: str) -> int:
        """The legal move with that notation; raises ValueError with one line that says what was expected."""
        offered = {self.notation(position, move): move for move in position.moves()}
        if text.strip() in offered:
            return offered[text.strip()]
        if not offered:
            raise ValueError(f"{text.strip()!r} is no move: the game is over")
        shown = ", ".join(list(offered)[:SHOWN]) + (f", … ({len(offered)} moves)" if len(offered) > SHOWN else "")
        expected = self.expected.get(self.game.stages[position.clock()[2]], "one of these")
        raise ValueError(f"{text.strip()!r} is not a legal move: write {expected}: {shown}")

    # -- the beginning of a record ----------------------------------------------------------------------------------

    def setup(self, position: "Position") -> dict[str, Any]:
        """Every random input of a dealt position, and whatever else the set-up fixed, as plain data."""
        return {"position": self.game.state(position)}

    def dealt(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position whose setup() this is; equal to Game.deal(seed=…, deal=…, boards=…) for the set-up of that deal.

        Raises ValueError, KeyError or IndexError where the set-up is none of this game.
        """
        return self.game.position_from(setup["position"])

    def component_tables(self) -> dict[str, Any]:
        """The component tables in force, file by file, as plain data."""
        return deepcopy(self.content)

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Write component_tables() as files from which load_game(…, components=folder) reads the same tables."""
        if tables:
            raise ValueError(f"{self.game.name} has no component tables")

    # -- the course of a record -------------------------------------------------------------------------------------

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks."""
        return {"state": self.game.state(position)}

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """Turns and phases that ended on the way from one position to the next, in order, each with the whole state at
        that moment; before=None: from the set-up to the first decision."""
        if before is None:
            return [(["set-up"], self.whole_state(after))]
        round_, turn, _ = before.clock()
        if after.to_move is not None and (*after.clock()[:2], after.to_move) == (round_, turn, before.to_move):
            return []
        assert before.to_move is not None
        return [([f"round {round_}, turn {turn + 1} of player {before.to_move + 1}"], self.whole_state(after))]

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice, in the order it happened, one line of words each; before=None:
        from the set-up to the first decision."""
        return []

    def record_schema(self) -> dict[str, Any]:
        """JSON Schemas of the parts of a record that are the game's own: fields, set_up, components, state."""
        if self.folder is None:
            return {}
        text = (self.folder / "words" / "record.schema.json").read_text(encoding="utf-8")
        schema: dict[str, Any] = json.loads(text)["$defs"]
        return schema
