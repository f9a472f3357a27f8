"""What an expression of a game's rules is when they are translated to C. Codes are C expressions that change nothing
and stay the same until the statement is done."""

import ast
from dataclasses import dataclass
from typing import Any

__all__ = [
    "NOTHING",
    "NUMBER",
    "NUMBER_OR_NONE",
    "TEXT",
    "UNKNOWN",
    "Choice",
    "Consequence",
    "Const",
    "Iterator",
    "Name",
    "NotTranslated",
    "Parts",
    "Row",
    "Rows",
    "Scalar",
    "Span",
    "Tuple",
    "Value",
    "Zip",
    "description",
    "is_list",
    "source_of",
    "type_of",
]  # fmt: skip

NUMBER, TEXT, NUMBER_OR_NONE = "number", "text", "number or None"


class NotTranslated(Exception):
    """Something of the rules stays Python: what, and in which line."""

    def __init__(self, node: ast.AST | None, reason: str) -> None:
        super().__init__(reason)
        self.line = getattr(node, "lineno", 0)


class Consequence(NotTranslated):
    """Something stays Python because of something else that does: no reason of its own."""


class Value:
    """Any of these."""


@dataclass(frozen=True)
class Name(Value):
    """What has no value of its own: self, table, boards (table.board of each seat), move; draws (code: which); part, of
    the move, that is a number in one kind of move and a text in another (code: its place); moves, the list of legal
    ones that a method builds (code: how many there were before it)."""

    name: str
    code: str = ""


@dataclass(frozen=True)
class Scalar(Value):
    """A number (True and False are 1 and 0; None is the lowest of all), or a text by its number among those of the
    rules."""

    code: str
    kind: str = NUMBER


@dataclass(frozen=True)
class Const(Value):
    """A value that is known when the rules are translated."""

    value: Any


class Iterator(tuple[Any, ...]):
    """The items of a constant that is gone through once: a generator, zip(), reversed()."""


@dataclass(frozen=True)
class Choice(Value):
    """One of several such values, by its place among them."""

    values: tuple[Any, ...]
    code: str


@dataclass(frozen=True)
class Tuple(Value):
    """Several values, such as `a, b`."""

    items: tuple[Value, ...]


@dataclass(frozen=True)
class Parts(Value):
    """Parts of the move, its kind being the first: from a place on, up to another (None: to the end)."""

    start: int = 0
    stop: int | None = None
    type: str = "tuple"  # in Python


@dataclass(frozen=True)
class Zip(Value):
    """zip(): several values that are gone through together."""

    values: tuple[Value, ...]


@dataclass(frozen=True)
class Span(Value):
    """range(): first number, the one behind the last, step."""

    start: str
    stop: str
    step: int


@dataclass(frozen=True)
class Row(Value):
    """Numbers in memory, or texts by their numbers: where the first one is, and how many. base: the place before it
    where the length of a list is kept that grows, up to `room`; "": it does not. field: the field whose list it is,
    since its `version`; fresh: it has no name. type: what it is in Python (type_of). is_copy: of a list that Python
    does not copy there. kind: NUMBER or TEXT; "": what is first put there says so (Variables.list_kind)."""

    data: str
    n: str
    base: str = ""
    room: str = ""
    field: str = ""
    fresh: bool = False
    type: str = "list"
    version: int = 0
    is_copy: bool = False
    kind: str = NUMBER

    @property
    def has_name(self) -> bool:
        """Whether it changes where something else does: a list with a name, or of a field."""
        return bool(self.base or self.field) and not self.fresh

    @classmethod
    def pile(cls, base: str, room: str, field: str = "", fresh: bool = False) -> "Row":
        """A list that begins with its length."""
        return cls(f"({base} + 1)", f"{base}[0]", base, room, field, fresh, kind=NUMBER if field else "")


@dataclass(frozen=True)
class Rows(Value):
    """The lists of a field: where the first begins, how many there are (of the outer ones first), how many numbers each
    may have, and whether it begins with its length."""

    base: str
    sizes: tuple[int, ...]
    size: int
    is_pile: bool
    field: str
    version: int = 0


KINDS = {
    int: "a number", float: "a fraction", str: "a text", dict: "a dictionary", set: "a set", type(None): "None",
}  # fmt: skip
NOTHING = Const(None)
UNKNOWN = Value()  # of what was not translated


def is_list(value: Value) -> bool:
    """Whether a value is a list of numbers or texts."""
    return isinstance(value, Row | Span | Parts) or (isinstance(value, Const) and isinstance(value.value, list | range))


def type_of(value: Value) -> str:
    """The name of a value's type in Python, of those that hold others; "iterator" of what is gone through once; "": it
    holds none, or is now of one type and now of another."""
    match value:
        case Row(type=name) | Parts(type=name):
            return name
        case Rows() | Name("boards"):
            return "list"
        case Tuple() | Name("move"):
            return "tuple"
        case Zip():
            return "iterator"
        case Span():
            return "range"
        case Const(Iterator()):
            return "iterator"
        case Const(constant):
            return type(constant).__name__ if hasattr(constant, "__len__") else ""
        case Choice(values):
            types = {type_of(Const(each)) for each in values}
            return types.pop() if len(types) == 1 else ""
    return ""


def description(value: Value) -> str:
    """What a value is, for a person."""
    match value:
        case Scalar(kind=kind):
            return {TEXT: "a text", NUMBER_OR_NONE: "a number or None"}.get(kind, "a number")
        case Const(constant) | Choice((constant, *_)):
            return next((words for kind, words in KINDS.items() if isinstance(constant, kind)), "a list")
        case Name(name):
            return {"table": "the table", "move": "the move", "part": "a part of the move"}.get(name, name)
    return "a list"


def source_of(node: ast.AST) -> str:
    """The source of an expression, shortened."""
    source = ast.unparse(node)
    return source if len(source) <= 40 else f"{source[:37]}..."
