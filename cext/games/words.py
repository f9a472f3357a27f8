"""Words that follow from what a game is: from its component files, from a table on which nothing is hidden, or from the
fields that a game in one Python file declares."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cext.games.components import LoadedComponents, Tables, digest, provenance
from cext.games.declared_data import DeclaredData
from cext.games.record_forms import Form
from cext.games.rules import NOBODY, OPEN, TableField
from cext.kernel import json_schema as js
from cext.kernel.declarations import read_declarations
from cext.kernel.move_table import MoveTable
from cext.kernel.value_inputs import InputFields
from cext.kernel.words import GameWords, Milestone

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = [
    "ComponentWords", "DeclaredWords", "OpenInformationWords", "RulebookWords", "SimpleGameWords",
    "counted_cards", "rule_constants", "stages_of",
]  # fmt: skip

T = TypeVar("T", bound=Tables)


class LaidOutWords(GameWords):
    """Words of a game whose set-ups are laid out in a dealt state."""

    def deal_from_setup(
        self, setup: Mapping[str, Any], *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None
    ) -> "Position":
        """The position a set-up lays out; the seed decides what is drawn later."""
        state = self.game.state(self.game.deal(seed=seed, deal=deal, boards=boards))
        self.lay_out(state, setup)
        return self.game.position_from(state)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided in a dealt state; raises ValueError."""
        raise NotImplementedError


class ComponentWords(LaidOutWords, Generic[T]):
    """Words of a game with component files. A subclass says in record_forms() what is written of a state.

    tables: what the files became. components: the set they belong to.
    """

    def __init__(self, game: "Game", moves: MoveTable, loaded: LoadedComponents[T]) -> None:
        super().__init__(game, moves=moves, content=loaded.content, provenance=provenance(loaded.tables))
        self.tables = loaded.tables
        self.components = loaded.components

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        known, own = super().facts(), self.own_facts()
        board = {**known["board"], **own.get("board", {})}
        return {**known, "digest": digest(self.tables), **own, "board": board}

    def own_facts(self) -> dict[str, Any]:
        """What reports say of this game alone."""
        return {}

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        self.components.write(tables, Path(folder))

    def record_forms(self) -> tuple[Form, Form]:
        """What chance and the number of players decided; everything on the table, in hands and in decks."""
        raise NotImplementedError

    @cached_property
    def forms(self) -> tuple[Form, Form]:
        """The forms of setup() and whole_state()."""
        return self.record_forms()

    def setup(self, position: "Position") -> dict[str, Any]:
        """What chance and the number of players decided, from a position as deal() made it."""
        found: dict[str, Any] = self.forms[0].write(self.read(position))
        return found

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks."""
        return self.whole_state_of(self.read(position))

    def whole_state_of(self, state: Mapping[str, Any], **other: Any) -> dict[str, Any]:
        """The same of a state as Game.state() has it; other: entries in place of its own."""
        found: dict[str, Any] = self.forms[1].write(state)
        return found | other

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of the parts of a record."""
        set_up, state = (form.schema for form in self.forms)
        return {**super().part_schemas(), "set_up": set_up, "components": self.components.schema(), "state": state}


class RulebookWords(ComponentWords[T]):
    """Words of a game whose records tell its turns and phases in the rulebook's words.

    A subclass gives own_facts(), record_forms(), lay_out(), and these functions of itself and of states, which are as
    Game.state() has them.
    """

    view_of: Callable[..., dict[str, Any]]  # state, seat from 0: what the player there sees
    milestones_between: Callable[..., list[Milestone]]  # state before, state after: as milestones()
    events_between: Callable[..., Iterable[str]]  # state before, move, state after: as events()

    @property
    def seats(self) -> int:
        """Seats that take part: players, and bots."""
        return self.game.players + self.game.bots

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the game."""
        return self.game.options

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees."""
        return self.view_of(self.read(position), seat)

    def milestones(self, before: "Position | None", after: "Position") -> list[Milestone]:
        """Turns and phases that ended between two decisions, with the whole state at that moment."""
        return self.milestones_between(None if before is None else self.read(before), self.read(after))

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """What followed from a move without a choice."""
        return [*self.events_between(None if before is None else self.read(before), move, self.read(after))]


def counted_cards(
    key: str, noun: str, cards: Iterable[tuple[str, str]], use: str, label: str, *, first: int = 0, **more: Any
) -> dict[str, Any]:
    """A set of cards of reports, with which of them a counter goes; cards: label and counter of each, numbered from
    `first`. use, label: what the counters count, as key and in words."""
    return {
        "key": key,
        "nouns": [noun, f"{noun}s"],
        "cards": [
            {"number": number, "label": name, "tallies": {use: counter}}
            for number, (name, counter) in enumerate(cards, first)
        ],
        "uses": [{"key": use, "label": label}],
        **more,
    }


def rule_constants(module: str) -> dict[str, int]:
    """Constants of a game's rules by name; module: the file of one of the modules of its words."""
    rules = Path(module).parents[1] / "rules"
    return read_declarations(rules / "tables.pxd", rules / "state.pxd").constants


def stages_of(rules: Mapping[str, int]) -> tuple[str, ...]:
    """What a position may wait for: the kinds of move, then that the game is over."""
    return tuple(name.removeprefix("KIND_").lower() for name in rules if name.startswith("KIND_"))


class SimpleGameWords(LaidOutWords):
    """Words of a SimpleGame: its record has the fields that the game declares, and of the base whose turn it is."""

    def table(self, position: "Position") -> dict[str, Any]:
        """Turns (round, turn of the seat, who is to move), then the state's own fields."""
        round_, turn, _ = position.clock()
        to_move = None if position.to_move is None else position.to_move + 1
        turns = {"round": round_, "turn": turn, "to_move": to_move}
        return {**self.read(position), "turns": turns}

    def setup(self, position: "Position") -> dict[str, Any]:
        """The table as it was dealt."""
        return {"position": self.table(position)}

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts the fields of a set-up and who begins in place of those of the deal."""
        to_move = setup["position"]["turns"]["to_move"]
        if to_move not in range(1, self.game.players + 1):
            raise ValueError(f"player {to_move} cannot begin: {self.game.name} has {self.game.players}")
        turns = {**state["turns"], "seat": to_move - 1}
        state.clear()
        state |= {**setup["position"], "turns": turns}

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks."""
        return {"state": self.table(position)}

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of setup(), component_tables() and whole_state(): set_up, components, state."""
        to_move = js.or_none(js.whole(1, self.game.players))
        turns = js.table(round=js.whole(), turn=js.whole(), to_move=to_move)
        parts = super().part_schemas()
        state = js.table({**parts["state"]["properties"]["state"]["properties"], "turns": turns})
        return {**parts, "set_up": js.table(position=state), "state": js.table(state=state)}


class OpenInformationWords(SimpleGameWords):
    """Words of a small game in which nothing is hidden: every player sees the fields of the state."""

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """Whose turn it is, the points, and what lies on the table."""
        known = super().view(position, seat)
        return known | {name: value for name, value in self.read(position).items() if name not in (*known, "turns")}


class DeclaredWords(LaidOutWords):
    """Words of a game in one Python file: its fields, in records all, in views of hidden ones how many there are."""

    def __init__(self, game: "Game", moves: MoveTable, fields: Mapping[str, TableField], data: DeclaredData) -> None:
        super().__init__(game, moves=moves, content=data.content, provenance=data.provenance)
        self.fields, self.data = fields, data
        names = {f"table_{name}": field for name, field in fields.items()}
        by_seat = dict.fromkeys(("header.turns.taken", "header.board"), 0)
        self.input_fields = InputFields(
            per_seat=by_seat | {name: 0 for name, field in names.items() if field.by_seat},
            seats={"header.turns.seat": 0, "header.turns.leader": 1}
            | {name: field.first_seat for name, field in names.items() if field.first_seat is not None},
            sets=frozenset(name for name, field in names.items() if field.of),
            piles=frozenset(name for name, field in names.items() if field.is_pile),
            unused=frozenset({"header.turns.opening", "header.turns.lead_changes", "header.draws", "header.chosen"}),
            is_small=True,
        )

    def facts(self) -> dict[str, Any]:
        """What reports say about the game: its data, and the cards among them, too."""
        powers = [{"key": key, "name": name, "of": of} for key, (name, of, _) in self.data.powers.items()]
        cards = [dict(cards) for cards in self.data.cards]
        return {**super().facts(), "digest": self.data.digest, "cards": cards, "powers": powers}

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        self.data.components.write(tables, Path(folder))

    def face_down(self, position: "Position") -> frozenset[int]:
        """The seats that chose at the same time as others will."""
        chosen = self.read(position)["header"]["chosen"]
        return frozenset(seat for seat, move in enumerate(chosen) if move)

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """Whose turn it is, the points, `table` with the fields of all, and `players` with those of each seat."""
        return super().view(position, seat) | self.table(position, seat)

    def setup(self, position: "Position") -> dict[str, Any]:
        """The table as it was dealt."""
        return self.table(position)

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts the fields of a set-up in place of those of the deal."""
        for name, field in self.fields.items():
            values = [player[name] for player in setup["players"]] if field.by_seat else setup["table"][name]
            state[f"table_{name}"] = (
                [field.stored(value) for value in values] if field.by_seat else field.stored(values)
            )

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in decks; as text too, where the game draws it."""
        text: str = self.game.drawing(position)  # type: ignore[attr-defined]
        return self.table(position) | ({"drawing": text.splitlines()} if text else {})

    def table(self, position: "Position", seat: int | None = None) -> dict[str, Any]:
        """The fields as rules have them; seat: as that player sees them."""
        state, points = self.read(position), position.points()
        table: dict[str, Any] = {}
        players: list[dict[str, Any]] = [
            {"board": self._board(position, k), "points": points[k]} for k in range(len(points))
        ]
        for name, field in self.fields.items():
            for k, row in enumerate(players if field.by_seat else [table]):
                stored = state[f"table_{name}"]
                value = field.plain(stored[k] if field.by_seat else stored)
                hidden = seat is not None and field.known_to != OPEN and (field.known_to == NOBODY or k != seat)
                row[name] = field.count(value) if hidden else value
        return {"table": table, "players": players}

    def _board(self, position: "Position", seat: int) -> str | None:
        """The name of a seat's board."""
        number = position.board_of(seat) if seat < self.game.players else -1
        return self.game.boards[number] if number >= 0 else None

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of the parts of a record."""
        own: dict[bool, dict[str, js.Schema]] = {False: {}, True: {}}
        for name, field in self.fields.items():
            value = js.whole(field.low, field.high)
            least = 0 if field.is_pile else field.size
            pile = js.listed(value, least, field.size) if field.size else value
            own[field.by_seat][name] = js.listed(pile, field.piles, field.piles) if field.piles else pile
        board = js.or_none(js.choice(self.game.boards)) if self.game.boards else js.exactly(None)
        player = js.table({"board": board, "points": js.whole(-(2**63), 2**63 - 1), **own[True]})
        state = js.table(table=js.table(own[False]), players=js.listed(player, self.game.seats, self.game.seats))
        drawn = {**state, "properties": {**state["properties"], "drawing": js.listed({"type": "string"})}}
        return {**super().part_schemas(), "set_up": state, "state": drawn}
