"""What a game tells of itself: facts for reports, views and moves in words, and the parts of a game record."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveTable, plain_moves
from cext.kernel.value_inputs import InputFields

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["GameWords", "Milestone", "State", "counter_facts"]

State = Mapping[str, Any]  # a position as Game.state() writes it out

# Names of turns and phases that ended at one moment, and the whole state then.
Milestone = tuple[list[str], dict[str, Any]]

N_SHOWN = 8  # legal moves named where a text is none
N_REMEMBERED = 2  # positions whose state is remembered: a decision and what came of it


PLAIN = ("A", "plain", "none")  # names of a first board that others are compared with


def plain_board(game: "Game") -> str:
    """The board that others are compared with: the first, where its name says so, where all others exist once, or all
    play on one; "": there is none."""
    first, *others = game.boards or ("",)
    return first if first in PLAIN or not others or game.single_boards or game.table_boards else ""


def counter_facts(text: str) -> dict[str, str]:
    """What a counter is, of its text "words | kind | unit": a count where no kind is named, points in points."""
    words, *rest = (part.strip() for part in text.split("|"))
    if len(rest) > 2:
        raise ValueError(f"{text!r} is more than words, kind and unit of a counter")
    kind, unit = (*rest, "", "")[:2]
    return {"kind": kind or "count", "unit": unit or ("points" if kind == "points" else ""), "words": words}


class GameWords:
    """GameWords of one game; the defaults are right for every game, and a subclass puts the rulebook's in their place.

    moves: the table of its moves; without one they are written by their numbers. content: the component files as plain
    data, file by file. provenance: status -> number of component data with it.
    by_class: whether a person reads the legal moves by their classes, as they are many.
    """

    by_class = False
    input_fields = InputFields()  # what networks that learn from the state are told of its fields

    def __init__(
        self,
        game: "Game",
        *,
        moves: MoveTable | None = None,
        content: Mapping[str, Any] | None = None,
        provenance: Mapping[str, int] | None = None,
    ) -> None:
        self.game = game
        self._moves = moves
        self.content = dict(content or {})
        self.provenance = dict(provenance or {})
        self._read: list[tuple[bytes, dict[str, Any]]] = []
        self._offered: tuple[bytes, dict[str, int]] = b"", {}  # the position last parsed for: its moves by notation

    @property
    def moves(self) -> MoveTable:
        """The table of moves."""
        if self._moves is None:
            self._moves = plain_moves(self.game.kinds)
        return self._moves

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
            "classes": dict(game.classes[1:]),  # without class 0, of moves of no class
            "kinds": list(game.kinds),
            "offers": dict(game.offers or {}),
            "sources": dict(game.categories),
            "counters": {name: counter_facts(text) for name, text in game.counters},
            "running": [name for name, _ in game.counters[: game.n_running]],
            "opening_turns": game.opening_turns,
            "boards": {
                name: {"side": "A" if name == plain_board(game) else "B", "label": name} for name in game.boards
            },
            "board": {"scope": "table" if game.table_boards else "seat", "single": bool(game.single_boards)},
            "opening": {"by": "first"},
            "holdings": {},
            "charts": [],
            "grids": [],
            "scorepad": [],
            "bot": None,
            "places": None,
            "cards": [],
            "powers": [],
        }

    # -- for players ----------------------------------------------------------------------------------------------

    def read(self, position: "Position") -> dict[str, Any]:
        """The state as Game.state() gives it, kept for the next questions about it: not to be changed."""
        data = bytes(position)
        for known, state in self._read:
            if known == data:
                return state
        state = self.game.state(position)
        self._read = [(data, state), *self._read[: N_REMEMBERED - 1]]
        return state

    def face_down(self, position: "Position") -> frozenset[int]:
        """The seats whose choice is made and lies face down until others have chosen."""
        return frozenset()

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) may see."""
        round_, turn, stage = position.clock()
        return {
            "seat": seat + 1,
            "to_move": None if position.to_move is None else position.to_move + 1,
            "round": round_,
            "turn": turn,
            "stage": self.game.stages[stage],
            "points": position.points(),
        }

    def describe(self, position: "Position", move: int) -> dict[str, Any]:
        """The kind of a move and its fields by name."""
        return self.moves.describe(self.read(position), move)

    def text(self, position: "Position", move: int) -> str:
        """A move in one line."""
        return self.moves.text(self.describe(position, move))

    def notation(self, position: "Position", move: int) -> str:
        """A short text for a move, different for every legal move of a position."""
        return self.moves.notation(self.describe(position, move))

    def parse(self, position: "Position", text: str) -> int:
        """The legal move with that notation; raises ValueError with one line that says what was expected."""
        data = bytes(position)
        if self._offered[0] != data:  # answers and mistakes come many to a position
            self._offered = data, {self.notation(position, move): move for move in position.moves()}
        offered = self._offered[1]
        if text.strip() in offered:
            return offered[text.strip()]
        if not offered:
            raise ValueError(f"{text.strip()!r} is no move: the game is over")
        shown = ", ".join(list(offered)[:N_SHOWN]) + (f", … ({len(offered)} moves)" if len(offered) > N_SHOWN else "")
        expected = self.moves.expected.get(self.game.stages[position.clock()[2]], "one of these")
        raise ValueError(f"{text.strip()!r} is not a legal move: write {expected}: {shown}")

    # -- the beginning of a record ----------------------------------------------------------------------------------

    def setup(self, position: "Position") -> dict[str, Any]:
        """Every random input of a dealt position, and whatever else the set-up fixed, as plain data."""
        return {"position": self.game.state(position)}

    def deal_from_setup(
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
        return {"fields": self.moves.schema(), **self.part_schemas()}

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of setup(), component_tables() and whole_state(): set_up, components, state."""
        layout = self.game.layout
        state = js.of_dtype(layout) if layout is not None else js.table(bytes=js.text("^([0-9a-f]{2})+$"))
        return {"set_up": js.table(position=state), "components": {"type": "object"}, "state": js.table(state=state)}
