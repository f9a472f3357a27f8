"""A game in one Python file: what its author declares, the class whose methods are its rules, and what is wrong with
it. Authors import the names below from analyser.rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from cext.fallback_files import resolve_path
from cext.file_games import GameData, read_data, read_literal
from cext.games.errors import UnknownGame
from cext.games.options import Switches
from cext.kernel.move_table import MoveField, MoveKind, MoveTable
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited
from cext.user_code import ProgramError, execute_file

__all__ = [
    "NOBODY",
    "OPEN",
    "Rules",
    "TableField",
    "counter",
    "data",
    "fields_of",
    "first_number",
    "line_of",
    "load_rules",
    "move_table",
    "number",
    "numbers",
    "option_values",
    "per_seat",
    "pile",
    "piles",
    "points",
    "read_literal",
    "rules_switches",
    "state_layout",
]  # fmt: skip

MAX_PLAYERS = 6
MAX_PARTS = 3  # of a move
MAX_VALUES = 256  # of a part
TABLE_NAMES = ("board", "end_game", "end_turn", "rng", "round")  # what every table has
MOVE_NAMES = ("features", "fields", "kind", "number", "text", "worth")  # what every move has (LegalMove)
HIDDEN = "hidden"  # the pool of fields that name none
OPEN, OWN, NOBODY = range(3)  # who knows a field: everybody, its own seat, nobody


@dataclass(frozen=True)
class TableField:
    """A field of the table: a number, a list of `size` numbers, a pile of so many at most, or several piles; for each
    seat one, or one in all. Numbers lie from -32768 to 32767."""

    size: int = 0  # 0: a single number
    is_pile: bool = False
    piles: int = 0  # so many of them, in a list; 0: one
    by_seat: bool = False
    known_to: int = OPEN
    pool: str = ""  # the name of the hidden fields with which it is dealt anew
    of: str = ""  # the data of which it holds numbers of rows
    role: str = ""  # points, counter; "": neither
    doc: str = ""

    @property
    def cells(self) -> int:
        """Numbers that are stored, of one seat or of all: a pile's length is one of them."""
        return (max(self.size, 1) + self.is_pile) * max(self.piles, 1)

    @property
    def pile(self) -> "TableField":
        """One of its piles."""
        return replace(self, piles=0)

    def plain(self, stored: Any) -> Any:
        """The value of one seat, or of all, as rules have it."""
        if self.piles:
            return [self.pile.plain(each) for each in stored]
        return stored[1 : 1 + stored[0]] if self.is_pile else stored

    def count(self, value: Any) -> Any:
        """What is seen of a hidden value: how many numbers a pile has; None of others."""
        if self.piles:
            return [len(each) for each in value]
        return len(value) if self.is_pile else None

    def stored(self, value: Any) -> Any:
        """The inverse of plain()."""
        if self.piles:
            return [self.pile.stored(each) for each in value]
        return [len(value), *value, *[0] * (self.size - len(value))] if self.is_pile else value


def number(*, secret: bool | str = False) -> TableField:
    """A number. secret: nobody sees it; the name of a pool where several are dealt anew apart from others."""
    return _hidden(TableField(), NOBODY, secret)


def numbers(size: int, *, secret: bool | str = False) -> TableField:
    """A list of so many numbers."""
    return _hidden(TableField(_checked_size(size)), NOBODY, secret)


def pile(size: int, *, secret: bool | str = False, of: str = "") -> TableField:
    """A list of so many numbers at most: cards, tiles, dice. secret: their number is seen, not what they are. of: the
    data of which they are numbers of rows, from 0."""
    return _hidden(TableField(_checked_size(size), is_pile=True, of=of), NOBODY, secret)


def piles(n: int, size: int, *, secret: bool | str = False, of: str = "") -> TableField:
    """A list of n piles: one for each colour, row, place. size, secret, of: as of pile()."""
    return replace(pile(size, secret=secret, of=of), piles=_checked_size(n))


def per_seat(field: TableField | None = None, *, secret: bool | str = False) -> TableField:
    """Such a field (none: a number) for each seat: a list by seat. secret: each seat sees its own only."""
    return _hidden(replace(field or TableField(), by_seat=True), OWN, secret)


def points(doc: str) -> TableField:
    """Points of each seat of a scoring category, called as the field: their sum is the score."""
    return TableField(by_seat=True, role="points", doc=doc)


def counter(doc: str) -> TableField:
    """A number of each seat that reports count: what winners have more of."""
    return TableField(by_seat=True, role="counter", doc=doc)


def data(value: Any, *, unknown: Mapping[str, Sequence[Any]] | Sequence[Any] = ()) -> Any:
    """Data of the game that users may change, which methods read as self.<name>: "cards.csv" or "numbers.toml" beside
    the game, or a value: a number, a text, a list of them, rows (a list of dictionaries) or a table (a dictionary).
    unknown: what may be in its place where nobody knows, for printings; of rows or a table by column or key."""
    return GameData(value, unknown)


def _hidden(field: TableField, known_to: int, secret: bool | str) -> TableField:
    if not secret:
        return field
    return replace(field, known_to=known_to, pool=secret if isinstance(secret, str) else HIDDEN)


def _checked_size(size: int) -> int:
    if not isinstance(size, int) or size < 1:
        raise ValueError(f"a list of {size!r} numbers: give a whole number from 1 on")
    return size


class Rules:
    """A game. A subclass declares what there is, and overrides legal() and play(), of the others what it needs.

    Seats are numbered from 0. `table` has the declared fields by their names, `board` (the names of the seats' boards,
    or the one name of the table's), `round` (from 1), `rng` for draws while the game is played, and end_turn(),
    end_game(). Moves are tuples: the kind, and the parts that `moves` declares for it.
    """

    title: str = ""
    players: int | tuple[int, ...] = (2, 3, 4)  # how many can play
    bots: int = 0  # seats behind the players that take part and decide nothing
    boards: tuple[str, ...] = ()
    table_boards: bool = False  # a board is the whole table's: a map
    single_boards: bool = False  # every board but the first exists once
    rounds: int = 0  # that end the game; 0: it ends itself
    opening_turns: int = 0  # of a seat that make its opening
    moves: Mapping[str, tuple[str, str, Mapping[str, Any]]] = {}  # kind -> (text, notation, part -> what it may be)
    stages: tuple[str, ...] = ()  # kinds of decision, where there are several
    classes: Mapping[str, str] = {}  # letter -> words: what openings are made of
    features: Mapping[str, str] = {}  # name -> "meaning | unit": what plans weigh
    options: Mapping[str, tuple[Any, ...]] = {}  # name -> (default, meaning, values); without values: on or off
    plans: Mapping[str, Mapping[str, Any]] = {}  # name -> weights by feature, or the tables of a plan's file
    levels: Mapping[str, str] = {}  # name -> strategy: how strong players are, the weakest first
    repair: Mapping[str, Mapping[str, Any]] = {}  # paths of data that may change to make the game fair -> low, high, …

    def __init__(self, players: int, option: Mapping[str, Any]) -> None:
        """players: at this table. option: the value of every option."""
        self.option = option
        self.seats = range(players + self.bots)

    def deal(self, table: Any, rng: Any) -> None:
        """Set up a table that is all zeros and empty piles. rng: draws of this deal, as table.rng has them."""

    def legal(self, table: Any, seat: int) -> Iterable[tuple[Any, ...]]:
        """The moves that the seat may make, none twice."""
        raise NotImplementedError

    def play(self, table: Any, seat: int, move: tuple[Any, ...]) -> None:
        """Make a move. table.end_turn() lets the next seat go on, or the seat that it names; table.end_game() ends
        the game."""
        raise NotImplementedError

    # -- where the game has such things -------------------------------------------------------------------------------

    def stage_of(self, table: Any, seat: int) -> str:
        """The kind of decision that is pending, one of `stages`."""
        return self.stages[0]

    def kind_of(self, table: Any, seat: int, move: tuple[Any, ...]) -> str:
        """The letter of a move's class; "": none."""
        return ""

    def weigh(self, table: Any, seat: int, move: tuple[Any, ...]) -> Sequence[int]:
        """The features of a move, whole numbers in the order of `features`."""
        return ()

    def score_end(self, table: Any) -> None:
        """Score what is scored when the game is over."""

    def tie_break(self, table: Any, seat: int) -> int:
        """Of equal scores the higher number ranks higher; asked when the game is over."""
        return 0

    def bot_turn(self, table: Any, seat: int) -> None:
        """The whole turn of a seat that decides nothing."""

    def redeal(self, table: Any, seat: int, rng: Any) -> None:
        """Deal what the seat does not know anew. Not overridden: the hidden numbers of a pool change places."""

    def reveal(self, table: Any, moves: Sequence[tuple[Any, ...] | None]) -> None:
        """Make the moves of all seats, which chose at the same time, unseen: moves[seat], None where legal() gave it
        none. A game that has this method needs play() only where chooses_secretly() says no."""

    def chooses_secretly(self, table: Any) -> bool:
        """Of a game with reveal(): whether the seats choose at the same time now."""
        return True

    def draw(self, table: Any) -> str:
        """The table as text, for replays; not overridden: its fields."""
        return ""


# -- what follows from a class ----------------------------------------------------------------------------------------


def fields_of(kind: type[Rules]) -> dict[str, TableField]:
    """The fields of the table, in the order in which they are declared."""
    classes = reversed(kind.__mro__)
    return {name: value for each in classes for name, value in vars(each).items() if isinstance(value, TableField)}


def move_table(kind: type[Rules], names: Mapping[tuple[str, str], Sequence[str]]) -> MoveTable:
    """The moves in words. names: of the rows of data that a part (of a kind of move) is a number of."""
    return MoveTable(
        *(
            MoveKind(
                name=name,
                fields=tuple(
                    _move_field(part, "abc"[i], names.get((name, part), values))
                    for i, (part, values) in enumerate(parts.items())
                ),
                text=text,
                notation=notation,
                expected=f"like {notation}",
            )
            for name, (text, notation, parts) in kind.moves.items()
        )
    )


def first_number(values: Any) -> int:
    """What is taken off the values of a part so that they are packed into a byte: 0 where they fit as they are."""
    return 0 if not isinstance(values, range) or (values[0] >= 0 and values[-1] < MAX_VALUES) else values[0]


def _move_field(name: str, place: str, values: Any) -> MoveField:
    if not isinstance(values, range):
        return MoveField.of_names(name, place, tuple(values))
    first = first_number(values)
    field = MoveField.number(name, place, values[0], values[-1])
    return replace(field, value=lambda at, move: getattr(move, place) + first)


def rules_switches(kind: type[Rules]) -> Switches:
    """The options as switches: values as texts."""
    return {
        name: (default, meaning) if not values else (str(default), meaning, tuple(map(str, values[0])))
        for name, (default, meaning, *values) in kind.options.items()
    }


def option_values(kind: type[Rules], options: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the options as they are declared, from those of the switches."""
    values = {name: {str(value): value for value in spec[2]} for name, spec in kind.options.items() if len(spec) > 2}
    return {name: values[name][value] if name in values else value for name, value in options.items()}


def state_layout(
    fields: Mapping[str, TableField], header: "np.dtype[Any]", seats: int
) -> tuple["np.dtype[Any]", dict[str, int]]:
    """dtype of a state, a header with the fields behind it; and the place of each field in its int16 cells."""
    shapes: list[Any] = [("header", header)]
    places, at = {}, 0
    for name, field in fields.items():
        shape = (*([seats] if field.by_seat else []), *([field.piles] if field.piles else []),
                 *([field.pile.cells] if field.size else []))  # fmt: skip
        shapes.append((f"table_{name}", np.int16, shape) if shape else (f"table_{name}", np.int16))
        places[name] = at
        at += field.cells * (seats if field.by_seat else 1)
    spare = -(header.itemsize + 2 * at) % 8  # states are copied and compared in words
    return np.dtype([*shapes, *([("spare", np.int8, (spare,))] if spare else [])]), places


# -- loading, and what can be wrong -----------------------------------------------------------------------------------


def load_rules(path: Path) -> type[Rules]:
    """The class of rules in a file, which is executed anew; UnknownGame where it is missing, ProgramError with file and
    line where it is wrong."""
    file = resolve_path(path)
    if not file.is_file():
        raise UnknownGame(
            f"there is no game {path}: give the path of a Python file with a class of analyser.rules.Rules"
        )
    module = execute_file(file)
    kinds = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Rules) and value.__module__ == module.__name__
    ]
    names = ", ".join(kind.__name__ for kind in kinds) or "none"
    if len(kinds) != 1:
        raise ProgramError(f"{file}: a game is one class of analyser.rules.Rules, here is {names}: write one")
    check_rules_class(file, kinds[0])
    return kinds[0]


def line_of(file: Path, name: str) -> int:
    """The first line of a file that declares the name; 1 where none does."""
    source = read_limited(resolve_path(file), MAX_PROGRAM_BYTES).decode(errors="replace").splitlines()
    return next((n for n, text in enumerate(source, 1) if re.match(rf"\s*(class |def )?{name}\b\s*[=:(]", text)), 1)


def check_rules_class(file: Path, kind: type[Rules]) -> None:
    """ProgramError with file and line for a declaration that cannot be."""

    def fail(name: str, reason: str) -> NoReturn:
        raise ProgramError(f"{file}, line {line_of(file, name)}: {reason}")

    def expect(name: str, kinds: type | tuple[type, ...], words: str) -> Any:
        value = getattr(kind, name)
        if not isinstance(value, kinds):
            fail(name, f"{name} must be {words}, not {value!r:.60}")
        return value

    secret = kind.reveal is not Rules.reveal
    turns = not secret or kind.chooses_secretly is not Rules.chooses_secretly
    for method, signature, needed in (
        ("legal", "(self, table, seat)", True),
        ("play", "(self, table, seat, move)", turns),
        ("reveal", "(self, table, moves)", kind.chooses_secretly is not Rules.chooses_secretly),
    ):
        if needed and getattr(kind, method) is getattr(Rules, method):
            fail(kind.__name__, f"class {kind.__name__} has no method {method}{signature}: add one")
    own_data, written = {name: item for name, item in vars(kind).items() if isinstance(item, GameData)}, read_data(file)
    for name, item in own_data.items():
        if written.get(name) != item:
            fail(name, f"{name} must be written out in data(…), with numbers and texts: it is read as data")
    for name, field in fields_of(kind).items():
        if field.of and field.of not in own_data:
            fail(name, f"{name} is of {field.of!r}: there is no such data, write {field.of} = data(…)")
    for name in (*fields_of(kind), *own_data):
        if name in TABLE_NAMES or hasattr(Rules, name):
            fail(name, f"field {name}: the name is taken, {name} means something else: give the field another")
    for name in ("boards", "stages"):
        words = expect(name, (tuple, list), f'texts with commas, such as {name} = "A", "B"')
        if len(set(words)) < len(words) or not all(isinstance(word, str) and word for word in words):
            fail(name, f"{name} = {words!r}: must be texts, none twice")
    counts = expect("players", (int, tuple, list), "a number or numbers with commas, such as players = 2, 3")
    if not all(isinstance(n, int) and 1 <= n <= MAX_PLAYERS for n in ([counts] if isinstance(counts, int) else counts)):
        fail("players", f"players = {counts!r}: must be numbers from 1 to {MAX_PLAYERS}")
    for name in ("moves", "classes", "features", "options", "plans", "levels"):
        expect(name, Mapping, "a dictionary")
    _check_moves(kind, fail)
    for letter, words in kind.classes.items():
        if not (isinstance(letter, str) and len(letter) == 1 and letter.isalnum() and isinstance(words, str) and words):
            fail("classes", f"class {letter!r}: write a letter and what it means, such as 'O': 'one stone'")
    for name, text in kind.features.items():
        if not isinstance(text, str) or len([part for part in text.split("|") if part.strip()]) != 2:
            fail("features", f"feature {name!r}: write what it means and its unit, such as 'points gained | points'")
    for declared, method in (("classes", "kind_of"), ("features", "weigh"), ("stages", "stage_of")):
        if getattr(kind, declared) and getattr(kind, method) is getattr(Rules, method):
            fail(declared, f"{declared} are declared, but class {kind.__name__} has no method {method}(): add it")
    for name, spec in kind.options.items():
        fits = isinstance(spec, tuple) and len(spec) in (2, 3) and isinstance(spec[1], str)
        if not fits or (spec[0] not in spec[2] if len(spec) == 3 else not isinstance(spec[0], bool)):
            fail("options", f"option {name!r}: write (default, 'meaning', values), or (True, 'meaning'): on or off")
    for name in ("plans", "levels"):
        if read_literal(file, name) != dict(getattr(kind, name)):
            fail(name, f"{name} must be written out in the class, with numbers and texts: they are read as data")
    for name, plan in kind.plans.items():
        weights = plan.get("weights", plan) if isinstance(plan, Mapping) else {"": plan}
        for feature in weights:
            if feature not in kind.features:
                fail("plans", f"plan {name}: no feature {feature!r}: there are {', '.join(kind.features) or 'none'}")


def _check_moves(kind: type[Rules], fail: Any) -> None:
    """That every kind of move has its words, and parts that fit into one."""
    moves: Mapping[str, Any] = kind.moves
    if not moves:
        fail(kind.__name__, f"class {kind.__name__} has no moves: write moves = {{'pass': ('passes', 'p', {{}})}}")
    for name, spec in moves.items():
        if not isinstance(spec, tuple) or len(spec) != 3 or not isinstance(spec[2], Mapping):
            fail("moves", f"move {name!r}: write (text, notation, parts), the parts {{name: range or texts}}")
        text, notation, parts = spec
        if len(parts) > MAX_PARTS:
            fail("moves", f"move {name!r} has {len(parts)} parts: at most {MAX_PARTS}")
        for part, values in parts.items():
            if part in MOVE_NAMES:
                fail("moves", f"move {name!r}: the name of its part {part} is taken: give it another")
            if isinstance(values, str) and isinstance(getattr(kind, values, None), GameData):
                continue
            is_list = isinstance(values, tuple | list) and len(set(values)) == len(values)
            if not ((isinstance(values, range) and values.step == 1) or is_list) or not 0 < len(values) <= MAX_VALUES:
                fail(
                    "moves", f"move {name!r}: {part} is {values!r:.60}: must be a range or texts, {MAX_VALUES} at most"
                )
        example = {"kind": name, **{part: values[0] for part, values in parts.items()}}
        for template in (text, notation):
            try:
                template.format_map(example)
            except (KeyError, IndexError, ValueError, AttributeError) as error:
                fail("moves", f"move {name!r}: {template!r} names {error}, which is no part of the move")
