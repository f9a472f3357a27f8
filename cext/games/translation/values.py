"""What an expression of a game's rules is when they are translated to C."""

import ast
from dataclasses import dataclass, field
from typing import Any

from cext.games.rules import TableField

__all__ = [
    "LOWEST", "Choice", "Const", "Draw", "Each", "Int", "ListOf", "Maybe", "MoveList", "MovePart", "NotTranslated",
    "Option", "Part", "Row", "Rules", "Span", "Table", "Text", "Tuple", "Value",
]  # fmt: skip

LOWEST, HIGHEST = -(2**63), 2**63 - 1


class NotTranslated(Exception):
    """Something of the rules stays Python: what, and in which line."""

    def __init__(self, node: ast.AST | None, reason: str) -> None:
        super().__init__(reason)
        self.line = getattr(node, "lineno", 0)


@dataclass(frozen=True)
class Int:
    """A number (True and False are 1 and 0), and between what it lies."""

    code: str
    low: int = LOWEST
    high: int = HIGHEST


@dataclass(frozen=True)
class Maybe:
    """A number or None, which is the lowest number of all."""

    code: str


@dataclass(frozen=True)
class Text:
    """A text, by its number among all texts of the rules."""

    code: str


@dataclass(frozen=True)
class Const:
    """A value that is known when the rules are translated."""

    value: Any


@dataclass(frozen=True)
class Choice:
    """One of several such values, by its place among them."""

    values: tuple[Any, ...]
    code: str


@dataclass(frozen=True)
class Row:
    """A list of numbers: where in memory (`before` is done first), how many. length: where the number of a list stands
    that grows and shrinks, up to `room`; "": it does not. field: the field whose list it is."""

    kind: str  # int16_t of a field, int64_t of a method
    data: str
    n: str
    before: str = ""
    length: str = ""
    room: int = 0
    field: str = ""
    fixed: int = -1  # how many there always are, -1: it varies
    low: int = LOWEST
    high: int = HIGHEST


@dataclass(frozen=True)
class Each:
    """The lists of all seats of a field."""

    name: str
    field: TableField


@dataclass(frozen=True)
class Span:
    """range(): first number, the one behind the last, step."""

    start: Int
    stop: Int
    step: int = 1


@dataclass(frozen=True)
class Tuple:
    """Several values, such as `a, b`."""

    items: tuple["Value", ...]


@dataclass(frozen=True)
class ListOf:
    """An expression that makes a list, which is made where it is wanted."""

    node: ast.expr


@dataclass(frozen=True)
class MovePart:
    """The move that is made or asked about: code of its number."""

    code: str = "move"


@dataclass(frozen=True)
class Part:
    """A part of the move that is a number in one kind of move and a text in another: code of the move, which part."""

    code: str
    place: int


@dataclass(frozen=True)
class MoveList:
    """The list of legal moves that a method builds; code of how many there were before it."""

    start: str


@dataclass(frozen=True)
class Draw:
    """Random draws: of the deal or while the game is played."""

    code: str


@dataclass(frozen=True)
class Option:
    """self.option."""


@dataclass(frozen=True)
class Table:
    """table."""


@dataclass(frozen=True)
class Rules:
    """self."""

    names: tuple[str, ...] = field(default=())


Value = (
    Int
    | Maybe
    | Text
    | Const
    | Choice
    | Row
    | Each
    | Span
    | Tuple
    | ListOf
    | MovePart
    | Part
    | MoveList
    | Draw
    | Option
    | Table
    | Rules
)
