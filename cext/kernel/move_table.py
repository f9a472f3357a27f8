"""The moves of a game as one table: a row a kind, from which its texts, its notation and its JSON Schema all follow.

A kind is simple when its fields follow one by one from the numbers a, b and c of a packed move, and when its text and
notation are templates over them, as in str.format. An odd kind gives plain functions instead. What is given to them as
`at` is the state of the position where the move is made.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cext.kernel import json_schema as js

__all__ = ["Fields", "MoveField", "MoveKind", "MoveTable", "Packed", "plain_moves"]

Fields = dict[str, Any]  # a described move: its kind, and its fields by name


class Packed(NamedTuple):
    """A move as the rules have it (types.pxd): number of its kind, and three numbers that mean what the kind says."""

    kind: int
    a: int
    b: int
    c: int

    @classmethod
    def of(cls, move: int) -> "Packed":
        """The parts of a packed move."""
        return cls(move & 255, move >> 8 & 255, move >> 16 & 255, move >> 24)


@dataclass(frozen=True)
class MoveField:
    """A field of a move in words: name, what it may be, value; `letters` stand for values, of a list for each of them,
    in the notation, and what `text` makes of a value in the text."""

    name: str
    schema: js.Schema
    value: Callable[[Any, Packed], Any]
    letters: Mapping[Any, str] = field(default_factory=dict)
    text: Callable[[Any], str] | None = None

    @classmethod
    def number(cls, name: str, part: str, first: int, last: int) -> "MoveField":
        """A number from `first` to `last` where `part` (a, b or c) counts from 0."""
        return cls(name, js.whole(first, last), lambda at, move: int(getattr(move, part)) + first)

    @classmethod
    def of_names(
        cls,
        name: str,
        part: str,
        names: Sequence[str],
        letters: Mapping[str, str] | None = None,
        text: Callable[[Any], str] | None = None,
    ) -> "MoveField":
        """One of these names; `part` (a, b or c) is its number."""
        return cls(name, js.choice(names), lambda at, move: names[getattr(move, part)], letters or {}, text)

    def short(self, value: Any) -> Any:
        """A value in the notation."""
        if isinstance(value, list):
            return "".join(self.letters.get(one, one) for one in value)
        return self.letters.get(value, value)


@dataclass(frozen=True)
class MoveKind:
    """A kind of move.

    text: one line in words. notation: a short text, unlike that of every other legal move of a position. Both are
    templates over the fields, or functions of them. expected: what a player may write where such a move is asked, for
    messages. describe, schema: in place of fields, for a kind whose fields depend on the move.
    """

    name: str
    text: str | Callable[[Fields], str]
    notation: str | Callable[[Fields], str]
    expected: str = ""
    fields: tuple[MoveField, ...] = ()
    describe: Callable[[Any, Packed], Fields] | None = None
    schema: js.Schema | None = None

    def described(self, at: Any, move: Packed) -> Fields:
        """The fields of a move of this kind by name."""
        if self.describe is not None:
            return {"kind": self.name, **self.describe(at, move)}
        return {"kind": self.name} | {field.name: field.value(at, move) for field in self.fields}

    def long(self, fields: Fields) -> str:
        """One line in words for a described move."""
        if callable(self.text):
            return self.text(fields)
        return self.text.format_map({**fields, **{f.name: f.text(fields[f.name]) for f in self.fields if f.text}})

    def short(self, fields: Fields) -> str:
        """The notation of a described move."""
        if callable(self.notation):
            return self.notation(fields)
        return self.notation.format_map(
            {**fields, **{f.name: f.short(fields[f.name]) for f in self.fields if f.letters}}
        )

    def json_schema(self) -> js.Schema:
        """The JSON Schema of described()."""
        if self.schema is not None:
            return self.schema
        return js.table({"kind": js.exactly(self.name)} | {field.name: field.schema for field in self.fields})


class MoveTable:
    """The kinds of move of a game, in the order of the rules' numbers.

    names: of the kinds. expected: name of a kind -> what may be written where such a move is asked.
    """

    def __init__(self, *kinds: MoveKind) -> None:
        self.kinds = kinds
        self.names = tuple(kind.name for kind in kinds)
        self.expected = {kind.name: kind.expected for kind in kinds if kind.expected}
        self.by_name = dict(zip(self.names, kinds, strict=True))

    def describe(self, at: Any, move: int) -> Fields:
        """The kind of a move and its fields by name."""
        packed = Packed.of(move)
        return self.kinds[packed.kind].described(at, packed)

    def text(self, fields: Fields) -> str:
        """One line in words for a described move."""
        return self.by_name[fields["kind"]].long(fields)

    def notation(self, fields: Fields) -> str:
        """The notation of a described move."""
        return self.by_name[fields["kind"]].short(fields)

    def schema(self) -> js.Schema:
        """The JSON Schema of a described move."""
        return {"description": "A move by kind."} | js.either(kind.json_schema() for kind in self.kinds)


def plain_moves(names: Sequence[str]) -> MoveTable:
    """The moves of a game without a table of its own: kinds of these names with the numbers a, b and c."""
    numbers = tuple(MoveField.number(part, part, 0, 255) for part in ("a", "b", "c"))
    return MoveTable(
        *(MoveKind(name=name, fields=numbers, text=join_values(" "), notation=join_values("-")) for name in names)
    )


def join_values(sign: str) -> Callable[[Fields], str]:
    """The values of a described move with a sign between them."""
    return lambda fields: sign.join(map(str, fields.values()))
