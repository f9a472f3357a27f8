"""What a value of a component file may be.

A type of value (IntValue, ChoiceValue, ListValue, …) says what a cell of a CSV file or a value
of a TOML file may hold; it reads the value and gives its JSON Schema.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any, Protocol

from cext.games.errors import ComponentError
from cext.kernel import json_schema as js
from cext.table_reader import whole_number

__all__ = [
    "OWNER", "PROVENANCE", "SOURCED", "STATUSES", "ChoiceValue", "ComponentEntry", "ConstantValue", "Csv", "Forms",
    "IntValue", "ListValue", "TextValue", "ValueType", "data_schema", "datum", "forms_of", "keyed_rows",
    "tables_schema",
]  # fmt: skip

OWNER = "owner"  # the status of what somebody read off their box
STATUSES = ("rulebook", OWNER, "inferred", "reconstructed")
PROVENANCE = ("status", "source")
SOURCED = {"status": js.choice(STATUSES), "source": js.text()}  # JSON Schemas of a datum's status and source


@dataclass(frozen=True)
class ComponentEntry:
    """One row of a CSV file (where = its number) or one table of a TOML file (where = its key)."""

    file: str
    where: int | str | None
    values: Mapping[str, object]

    def error(self, reason: str) -> ComponentError:
        """The error of this entry."""
        return ComponentError(self.file, self.where, reason)

    def read(self, key: str, form: "ValueType") -> Any:
        """The value of a key in that form."""
        return form.read(self, key, self.values[key])

    def mask(self, key: str, places: Sequence[int]) -> int:
        """Places that a key names, from 0, as bits; none may be named twice."""
        if len(set(places)) != len(places):
            raise self.error(f"{key} names one twice: name each once")
        return sum(1 << place for place in places)

    @property
    def is_row(self) -> bool:
        """Whether values are the texts of cells."""
        return isinstance(self.where, int)


class ValueType(Protocol):
    """What a value may be."""

    def read(self, entry: ComponentEntry, key: str, value: object) -> Any:
        """The value as the tables have it; raises ComponentError."""

    def schema(self) -> js.Schema:
        """The JSON Schema of such a value in a TOML file."""


@dataclass(frozen=True)
class IntValue:
    """A whole number from low to high."""

    low: int
    high: int

    def read(self, entry: ComponentEntry, key: str, value: object) -> int:
        if isinstance(value, str) and entry.is_row and (number := whole_number(value)) is not None:
            value = number
        if not isinstance(value, int) or isinstance(value, bool):
            raise entry.error(f"{key} holds {value!r}: write a whole number from {self.low} to {self.high}")
        if not self.low <= value <= self.high:
            raise entry.error(f"{key} holds {value}: allowed are {self.low} to {self.high}")
        return value

    def every(self) -> Iterable[object]:
        """All that it may be."""
        return range(self.low, self.high + 1)

    def schema(self) -> js.Schema:
        return js.whole(self.low, self.high)


@dataclass(frozen=True)
class ChoiceValue:
    """One of these names; read as its number from 0."""

    names: tuple[str, ...]

    def read(self, entry: ComponentEntry, key: str, value: object) -> int:
        name = value.strip() if isinstance(value, str) else value
        if name not in self.names:
            raise entry.error(f"{key} holds {value!r}: write one of {', '.join(self.names)}")
        return self.names.index(str(name))

    def every(self) -> Iterable[object]:
        """All that it may be."""
        return self.names

    def schema(self) -> js.Schema:
        return js.choice(self.names)


@dataclass(frozen=True)
class ListValue:
    """A list of values of one form; in a cell with blanks between them. `wanted` follows a wrong number of values."""

    form: ValueType
    length: int | None = None
    wanted: str = "numbers: write {length}"

    def read(self, entry: ComponentEntry, key: str, value: object) -> tuple[Any, ...]:
        if isinstance(value, str) and entry.is_row:
            value = value.split()
        if not isinstance(value, list):
            raise entry.error(f"{key} is {value!r}: write a list in square brackets")
        for part in value if isinstance(self.form, ListValue) else ():
            if not isinstance(part, list):
                raise entry.error(f"{key} holds {part!r}: write a list of lists such as [[1, 2], [3]]")
        found = tuple(self.form.read(entry, key, part) for part in value)
        if self.length is not None and len(found) != self.length:
            raise entry.error(f"{len(found)} {self.wanted.format(length=self.length)}")
        return found

    def schema(self) -> js.Schema:
        return js.listed(self.form.schema(), self.length or 0, self.length)


@dataclass(frozen=True)
class ConstantValue:
    """A value that the engine is built for and that cannot be varied."""

    value: int | tuple[int, ...]

    def read(self, entry: ComponentEntry, key: str, value: object) -> int | tuple[int, ...]:
        shown = list(self.value) if isinstance(self.value, tuple) else self.value
        if value != shown or isinstance(value, bool):
            raise entry.error(f"{key} is {value!r}: the engine is built for {shown}, restore it")
        return self.value

    def schema(self) -> js.Schema:
        return js.exactly(list(self.value) if isinstance(self.value, tuple) else self.value)


@dataclass(frozen=True)
class TextValue:
    """A text; what it says is read further by the game."""

    pattern: str | None = None

    def read(self, entry: ComponentEntry, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise entry.error(f"{key} is {value!r}: write a text")
        return value

    def schema(self) -> js.Schema:
        return js.text(self.pattern)


Forms = Mapping[str, ValueType]


@dataclass(frozen=True)
class Csv:
    """A CSV file: the forms of its columns, beside status and source, and how many rows it has.

    what, names: what a row is called in messages, and all of them. between: the two columns that name it, if not one.
    """

    columns: Forms
    n_rows: int
    what: str = "row"
    names: tuple[str, ...] = ()
    between: str = ""

    def schema(self) -> js.Schema:
        """The JSON Schema of its rows as plain data."""
        return js.listed(js.table({**self.cells(), **SOURCED}), self.n_rows, self.n_rows)

    def cells(self) -> dict[str, js.Schema]:
        """Schemas of its cells: lists stay text."""
        return {
            column: {"type": "string"} if isinstance(form, ListValue) else form.schema()
            for column, form in self.columns.items()
        }


def keyed_rows(what: str, columns: Forms, between: str = "") -> Csv:
    """A CSV file with a row for all that its first column may be, or for both of its first two if there is something
    between them in the name of a row, such as "3 face 1"; what: stands before the name."""
    every = [form.every() for form in columns.values() if isinstance(form, (IntValue, ChoiceValue))]
    names = tuple(between.join(map(str, key)) for key in product(*every[: 2 if between else 1]))
    return Csv(columns, len(names), what, names, between)


def datum(form: ValueType) -> Any:
    """A field of a frozen dataclass that stands in a TOML file as { value = …, status = …, source = … }."""
    return field(metadata={"form": form})


def data_schema(forms: Forms) -> dict[str, js.Schema]:
    """JSON Schemas of keys that hold { value = …, status = …, source = … } each."""
    return {key: js.table({"value": form.schema(), **SOURCED}) for key, form in forms.items()}


def tables_schema(forms: Forms, n: int) -> js.Schema:
    """The JSON Schema of an array of n tables with these keys, and a status and a source each."""
    return js.listed(js.table({key: form.schema() for key, form in forms.items()}, **SOURCED), n, n)


def forms_of(kind: type) -> dict[str, ValueType]:
    """The fields of a dataclass that datum() made, with their forms."""
    return {spec.name: spec.metadata["form"] for spec in fields(kind) if "form" in spec.metadata}
