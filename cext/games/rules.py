"""A game in one Python file: what its author declares, and the class whose methods are its rules.

Authors import the names below from analyser.rules.
"""

from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cext.file_games import GameData
from cext.games.options import Switches
from cext.kernel.move_table import MoveField, MoveKind, MoveTable

__all__ = [
    "NOBODY", "OPEN", "Rules", "TableField", "counter", "data", "fields_of", "first_number",
    "kept_values", "move_table", "number", "numbers", "option_values", "per_seat", "pile", "piles", "points",
    "rules_switches", "state_layout",
]  # fmt: skip

MAX_VALUES = 256  # of a part
CHANGEABLE = (MutableSequence, MutableMapping, MutableSet)
LOWEST, HIGHEST = -(2**31), 2**31 - 1  # numbers of a field that declares no narrower range
HIDDEN = "hidden"  # the pool of fields that name none
OPEN, OWN, NOBODY = range(3)  # who knows a field: everybody, its own seat, nobody


@dataclass(frozen=True)
class TableField:
    """A field of the table: a number, a list of `size` numbers, a pile of so many at most, or several piles; for each
    seat one, or one in all. Numbers lie from `low` to `high`."""

    size: int = 0  # 0: a single number
    is_pile: bool = False
    piles: int = 0  # so many of them, in a list; 0: one
    by_seat: bool = False
    known_to: int = OPEN
    pool: str = ""  # the name of the hidden fields with which it is dealt anew
    of: str = ""  # the data of which it holds numbers of rows
    role: str = ""  # points, counter; "": neither
    doc: str = ""
    low: int = LOWEST
    high: int = HIGHEST
    first_seat: int | None = None  # the number of the first seat, where it holds numbers of seats

    def __post_init__(self) -> None:
        if not (_is_whole(self.low) and _is_whole(self.high) and LOWEST <= self.low <= self.high <= HIGHEST):
            raise ValueError(
                f"low={self.low!r}, high={self.high!r}: give whole numbers from {LOWEST:,} to {HIGHEST:,}, low first"
            )

    @property
    def bytes(self) -> int:
        """Of each of its numbers, a pile's length among them: 1, 2 or 4."""
        most = max(-1 - self.low, self.high, self.size if self.is_pile else 0)
        return next(width for width in (1, 2, 4) if most < 1 << 8 * width - 1)

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


def number(
    *, low: int = LOWEST, high: int = HIGHEST, secret: bool | str = False, first_seat: int | None = None
) -> TableField:
    """A number. low, high: what it may be; another is an error. secret: no player sees it; the name of a pool where
    several are dealt anew apart from others. first_seat: the number of the first seat, where it is one of a seat:
    players that learn tell their own from others' by it."""
    return _hidden(TableField(low=low, high=high, first_seat=first_seat), NOBODY, secret)


def numbers(
    size: int, *, low: int = LOWEST, high: int = HIGHEST, secret: bool | str = False, first_seat: int | None = None
) -> TableField:
    """A list of `size` numbers. low, high, secret, first_seat: as of number()."""
    return _hidden(TableField(_checked_size(size), low=low, high=high, first_seat=first_seat), NOBODY, secret)


def pile(size: int, *, low: int = LOWEST, high: int = HIGHEST, secret: bool | str = False, of: str = "") -> TableField:
    """A list of at most `size` numbers: cards, tiles, dice. low, high: as of number(). secret: their number is seen,
    not what they are. of: the data of which they are numbers of rows, from 0."""
    return _hidden(TableField(_checked_size(size), is_pile=True, of=of, low=low, high=high), NOBODY, secret)


def piles(n: int, size: int, *, low: int = LOWEST, high: int = HIGHEST, secret: bool | str = False,
          of: str = "") -> TableField:  # fmt: skip
    """A list of n piles: one for each colour, row, place. size, low, high, secret, of: as of pile()."""
    return replace(pile(size, low=low, high=high, secret=secret, of=of), piles=_checked_size(n))


def per_seat(field: TableField | None = None, *, secret: bool | str = False) -> TableField:
    """Such a field (none: a number) for each seat: a list by seat. secret: each seat sees its own only."""
    return _hidden(replace(field or TableField(), by_seat=True), OWN, secret)


def points(doc: str, *, low: int = LOWEST, high: int = HIGHEST) -> TableField:
    """Points of each seat of a scoring category, called as the field: their sum is the score. low, high: as of
    number()."""
    return TableField(by_seat=True, role="points", doc=doc, low=low, high=high)


def counter(doc: str, *, low: int = LOWEST, high: int = HIGHEST) -> TableField:
    """A number of each seat that reports count: what winners have more of. low, high: as of number()."""
    return TableField(by_seat=True, role="counter", doc=doc, low=low, high=high)


def data(value: Any, *, unknown: Mapping[str, Sequence[Any]] | Sequence[Any] = ()) -> Any:
    """Data of the game that users may change, which methods read as self.<name>: "cards.csv" or "numbers.toml" beside
    the game, or a value: a number, a text, a list of them, rows (a list of dictionaries) or a table (a dictionary).
    unknown: what may be in its place where nobody knows, for printings; of rows or a table by column or key."""
    return GameData(value, unknown)


def _hidden(field: TableField, known_to: int, secret: bool | str) -> TableField:
    if not secret:
        return field
    return replace(field, known_to=known_to, pool=secret if isinstance(secret, str) else HIDDEN)


def _is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _checked_size(size: int) -> int:
    if not _is_whole(size) or size < 1:
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
        """Set up a table that is all zeros and empty piles. rng: draws of this deal, as table.rng has them.
        table.end_turn(seat) names the seat that begins; else it is seat 0."""

    def legal(self, table: Any, seat: int) -> Iterable[tuple[Any, ...]]:
        """The moves that the seat may make, none twice."""
        raise NotImplementedError

    def play(self, table: Any, seat: int, move: tuple[Any, ...]) -> None:
        """Make a move. table.end_turn() lets the next seat go on, or the seat that it names; the round is over where
        that seat has had a turn in it, unless it goes on after itself (an extra turn), or as ends_round says.
        table.end_game() ends the game."""
        raise NotImplementedError

    # -- where the game has such things -------------------------------------------------------------------------------

    def stage_of(self, table: Any, seat: int) -> str:
        """The kind of decision that is pending, one of `stages`."""
        return self.stages[0]

    def kind_of(self, table: Any, seat: int, move: tuple[Any, ...]) -> str:
        """The letter of a move's class; "": none."""
        return ""

    def before_weigh(self, table: Any, seat: int) -> Any:
        """What weigh() needs of a decision and no move changes, worked out once and given to it for each move."""

    def weigh(self, table: Any, seat: int, move: tuple[Any, ...]) -> Sequence[float]:
        """The features of a move, numbers in the order of `features`; fractions are kept. Where there is
        before_weigh(), it is weigh(self, table, seat, move, before)."""
        return ()

    def score_end(self, table: Any) -> None:
        """Score what is scored when the game is over."""

    def tie_break(self, table: Any, seat: int) -> float:
        """Of equal scores the higher number ranks higher, whole or not; asked when the game is over."""
        return 0

    def bot_turn(self, table: Any, seat: int) -> None:
        """The whole turn of a seat that decides nothing, at the end of each round."""

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


def kept_values(rules: Rules) -> dict[str, str]:
    """What rules could keep from one game to the next, as text by name: attributes of the object, and the lists,
    dictionaries and sets of its classes and of its file."""
    own = [kind for kind in type(rules).__mro__ if not issubclass(Rules, kind)]
    values = dict(rules.legal.__func__.__globals__)  # type: ignore[attr-defined]
    for kind in reversed(own):
        values |= vars(kind)
    kept = {name: value for name, value in values.items() if isinstance(value, CHANGEABLE)}
    kept |= {f"self.{name}": value for name, value in vars(rules).items() if not isinstance(value, tuple)}
    return {name: repr(value) for name, value in kept.items() if not name.startswith("__")}


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
    """dtype of a state, a header with the fields behind it; and the first byte of each field behind the header."""
    shapes: list[Any] = [("header", header)]
    for name, field in fields.items():
        shape = (*([seats] if field.by_seat else []), *([field.piles] if field.piles else []),
                 *([field.pile.cells] if field.size else []))  # fmt: skip
        shapes.append((f"table_{name}", f"i{field.bytes}", shape) if shape else (f"table_{name}", f"i{field.bytes}"))
    layout = np.dtype(shapes, align=True)
    assert layout.fields is not None
    return layout, {name: layout.fields[f"table_{name}"][1] - header.itemsize for name in fields}
