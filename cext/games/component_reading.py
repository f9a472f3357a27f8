"""Reading component files: what a value may be, entries with their place in a file, and every error on the way.

A form (Whole, Name, Each, …) says what a cell of a CSV file or a value of a TOML file may hold; it reads the value and
gives its JSON Schema. A Reading collects errors and goes on, so that one look at a folder finds them all.
"""

import csv
import io
import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Protocol

from cext.games.errors import ComponentError
from cext.kernel import json_schema as js

__all__ = [
    "PROVENANCE", "SOURCED", "STATUSES", "Csv", "Each", "Entry", "Fixed", "Form", "Forms", "Name", "Reading",
    "Text", "Whole", "csv_cells", "data_schema", "datum", "forms_of", "once", "read_toml", "tables_schema",
]  # fmt: skip

STATUSES = ("rulebook", "inferred", "reconstructed")
PROVENANCE = ("status", "source")
SOURCED = {"status": js.choice(STATUSES), "source": js.text()}
"""JSON Schemas of a datum's status and source."""


# -- what a value may be ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One row of a CSV file (where = its number) or one table of a TOML file (where = its key)."""

    file: str
    where: int | str | None
    values: Mapping[str, object]

    def error(self, reason: str) -> ComponentError:
        """The error of this entry."""
        return ComponentError(self.file, self.where, reason)

    def read(self, key: str, form: "Form") -> Any:
        """The value of a key in that form."""
        return form.read(self, key, self.values[key])

    @property
    def is_row(self) -> bool:
        """Whether values are the texts of cells."""
        return isinstance(self.where, int)


class Form(Protocol):
    """What a value may be."""

    def read(self, entry: Entry, key: str, value: object) -> Any:
        """The value as the tables have it; raises ComponentError."""

    def schema(self) -> js.Schema:
        """The JSON Schema of such a value in a TOML file."""


@dataclass(frozen=True)
class Whole:
    """A whole number from low to high."""

    low: int
    high: int

    def read(self, entry: Entry, key: str, value: object) -> int:
        if isinstance(value, str) and entry.is_row and re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise entry.error(f"{key} holds {value!r}: write a whole number from {self.low} to {self.high}")
        if not self.low <= value <= self.high:
            raise entry.error(f"{key} holds {value}: allowed are {self.low} to {self.high}")
        return value

    def schema(self) -> js.Schema:
        return js.whole(self.low, self.high)


@dataclass(frozen=True)
class Name:
    """One of these names; read as its number from 0."""

    names: tuple[str, ...]

    def read(self, entry: Entry, key: str, value: object) -> int:
        name = value.strip() if isinstance(value, str) else value
        if name not in self.names:
            raise entry.error(f"{key} holds {value!r}: write one of {', '.join(self.names)}")
        return self.names.index(str(name))

    def schema(self) -> js.Schema:
        return js.choice(self.names)


@dataclass(frozen=True)
class Each:
    """A list of values of one form; in a cell with blanks between them. `wanted` follows a wrong number of values."""

    form: Form
    length: int | None = None
    wanted: str = "numbers: write {length}"

    def read(self, entry: Entry, key: str, value: object) -> tuple[Any, ...]:
        if isinstance(value, str) and entry.is_row:
            value = value.split()
        if not isinstance(value, list):
            raise entry.error(f"{key} is {value!r}: write a list in square brackets")
        for part in value if isinstance(self.form, Each) else ():
            if not isinstance(part, list):
                raise entry.error(f"{key} holds {part!r}: write a list of lists such as [[1, 2], [3]]")
        found = tuple(self.form.read(entry, key, part) for part in value)
        if self.length is not None and len(found) != self.length:
            raise entry.error(f"{len(found)} {self.wanted.format(length=self.length)}")
        return found

    def schema(self) -> js.Schema:
        return js.listed(self.form.schema(), self.length or 0, self.length)


@dataclass(frozen=True)
class Fixed:
    """A value that the engine is built for and that cannot be varied."""

    value: int | tuple[int, ...]

    def read(self, entry: Entry, key: str, value: object) -> int | tuple[int, ...]:
        shown = list(self.value) if isinstance(self.value, tuple) else self.value
        if value != shown or isinstance(value, bool):
            raise entry.error(f"{key} is {value!r}: the engine is built for {shown}, restore it")
        return self.value

    def schema(self) -> js.Schema:
        return js.exactly(list(self.value) if isinstance(self.value, tuple) else self.value)


@dataclass(frozen=True)
class Text:
    """A text; what it says is read further by the game."""

    pattern: str | None = None

    def read(self, entry: Entry, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise entry.error(f"{key} is {value!r}: write a text")
        return value

    def schema(self) -> js.Schema:
        return js.text(self.pattern)


Forms = Mapping[str, Form]


@dataclass(frozen=True)
class Csv:
    """A CSV file: the forms of its columns, beside status and source, and how many rows it has."""

    columns: Forms
    n_rows: int

    def schema(self) -> js.Schema:
        """The JSON Schema of its rows as plain data."""
        return js.listed(js.table({**self.cells(), **SOURCED}), self.n_rows, self.n_rows)

    def cells(self) -> dict[str, js.Schema]:
        """Schemas of its cells: lists stay text."""
        return {
            column: {"type": "string"} if isinstance(form, Each) else form.schema()
            for column, form in self.columns.items()
        }


def datum(form: Form) -> Any:
    """A field of a frozen dataclass that stands in a TOML file as { value = …, status = …, source = … }."""
    return field(metadata={"form": form})


def data_schema(forms: Forms) -> dict[str, js.Schema]:
    """JSON Schemas of keys that hold { value = …, status = …, source = … } each."""
    return {key: js.table({"value": form.schema(), **SOURCED}) for key, form in forms.items()}


def tables_schema(forms: Forms, n: int) -> js.Schema:
    """The JSON Schema of an array of n tables with these keys, and a status and a source each."""
    return js.listed(js.table({key: form.schema() for key, form in forms.items()}, **SOURCED), n, n)


def forms_of(kind: type) -> dict[str, Form]:
    """The fields of a dataclass that datum() made, with their forms."""
    return {spec.name: spec.metadata["form"] for spec in fields(kind) if "form" in spec.metadata}


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Catch:
    """A block whose ComponentError is appended to a list."""

    errors: list[ComponentError]

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, ComponentError):
            self.errors.append(error)
            return True
        return False


@dataclass
class Reading:
    """What has been found while reading: errors, and how many data have which status."""

    errors: list[ComponentError] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    def catch(self) -> "Catch":
        """Keeps an error of the block and goes on after it, so that one reading finds them all."""
        return Catch(self.errors)

    def clean(self, path: Path) -> bool:
        """Whether no error has been found in a file."""
        return all(error.file not in (path.name, str(path)) for error in self.errors)

    def counted(self) -> tuple[tuple[str, int], ...]:
        """Data by status."""
        return tuple((status, self.statuses[status]) for status in STATUSES)

    def count(self, entry: Entry) -> None:
        """Checks and counts the provenance of one datum."""
        status = STATUSES[entry.read("status", Name(STATUSES))]
        source = entry.values["source"]
        if not isinstance(source, str) or not source.strip():
            raise entry.error("source is empty: name a section of the rulebook or a reason")
        self.statuses[status] += 1

    def values(self, entry: Entry, forms: Forms) -> list[Any] | None:
        """The values of an entry, its provenance counted; None when one of them is wrong."""
        before, found = len(self.errors), []
        for key, form in forms.items():
            with self.catch():
                found.append(entry.read(key, form))
        with self.catch():
            self.count(entry)
        return found if len(self.errors) == before else None

    # -- CSV ----------------------------------------------------------------------------------------------------------

    def rows(self, path: Path, kind: Csv) -> Iterator[tuple[Entry, list[Any]]]:
        """The rows of a CSV file, each with its values in the order of its columns; a row with an error is left out.

        The file has exactly these columns and status and source, in any order.
        """
        cells: list[tuple[int, list[str]]] = []
        columns = kind.columns
        with self.catch():
            cells.extend(csv_cells(path))
        where, header = cells[0] if cells else (1, [])
        if not self.clean(path) or not self.has_columns(path.name, where, header, (*columns, *PROVENANCE)):
            return
        for number, row in cells[1:]:
            entry = Entry(path.name, number, dict(zip(header, row, strict=False)))
            if len(row) != len(header):
                reason = f"{len(row)} cells where the header has {len(header)}: quote a cell that holds a comma"
                self.errors.append(entry.error(reason))
            elif (values := self.values(entry, columns)) is not None:
                yield entry, values

    def has_columns(self, file: str, where: int, header: Sequence[str], wanted: Sequence[str]) -> bool:
        """Whether a header has each of the wanted columns once and no other; what is wrong is kept."""
        names = ",".join(wanted)
        wrong = [f"unknown column {name!r}: the header is {names} (separated by commas)"
                 for name in header if name not in wanted]  # fmt: skip
        wrong += [f"column {name} stands twice: the header is {names}"
                  for name in wanted if header.count(name) > 1]  # fmt: skip
        wrong += [f"column {name} is missing: the header is {names}" for name in wanted if name not in header]
        self.errors += [ComponentError(file, where, reason) for reason in wrong]
        return not wrong

    def complete(self, path: Path, what: str, names: Iterable[object], found: Container[object]) -> None:
        """Keeps an error where a file without others leaves some of these names out."""
        left_out = [str(name) for name in names if name not in found]
        if left_out and self.clean(path):
            shown = ", ".join(left_out[:5]) + (" …" if len(left_out) > 5 else "")
            reason = f"no row for {what} {shown}: add what is missing"
            self.errors.append(ComponentError(path.name, None, reason))

    # -- TOML ---------------------------------------------------------------------------------------------------------

    def top(self, path: Path, names: Iterable[str]) -> dict[str, Any]:
        """The top table of a TOML file, without keys that should not be there; empty when it cannot be read."""
        with self.catch():
            return self.known(path.name, read_toml(path), names)
        return {}

    def known(self, file: str, table: Mapping[str, Any], names: Iterable[str], within: str = "") -> dict[str, Any]:
        """A table without keys that should not be there; those, and keys that are missing, are errors."""
        wanted = list(names)
        for name in table:
            if name not in wanted:
                reason = f"unknown key: the keys are {', '.join(wanted)}"
                self.errors.append(ComponentError(file, within + name, reason))
        for name in wanted:
            if name not in table:
                self.errors.append(ComponentError(file, within + name, "the key is missing: add it"))
        return {name: table[name] for name in wanted if name in table}

    def numbers(self, path: Path, kind: type) -> dict[str, Any]:
        """The fields of a dataclass made with datum(), from a TOML file that holds them and nothing else."""
        forms = forms_of(kind)
        return self.data(path.name, self.top(path, forms), forms)

    def data(self, file: str, table: Mapping[str, Any], forms: Forms, within: str = "") -> dict[str, Any]:
        """The values of the keys of a table, each { value = …, status = …, source = … }; wrong ones are left out."""
        found: dict[str, Any] = {}
        for key, form in forms.items():
            if key not in table:
                continue
            with self.catch():
                entry = entry_of(file, within + key, table[key], ("value",))
                values = self.values(entry, {"value": form})
                if values is not None:
                    found[key] = values[0]
        return found

    def tables(self, file: str, key: str, value: object, forms: Forms) -> Iterator[tuple[Entry, list[Any]]]:
        """The tables of a TOML array, called key[1], key[2], …, with their values; one with an error is left out."""
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            self.errors.append(ComponentError(file, key, f"not a list of tables: write each as [[{key}]]"))
            return
        for number, part in enumerate(value, start=1):
            with self.catch():
                entry = entry_of(file, f"{key}[{number}]", part, forms)
                values = self.values(entry, forms)
                if values is not None:
                    yield entry, values


def once(entry: Entry, key: object, what: str, seen: dict[object, Entry]) -> None:
    """Refuses a second row for the same thing."""
    if key in seen:
        raise entry.error(f"{what} stands twice (first in row {seen[key].where}): remove one or correct its name")
    seen[key] = entry


def entry_of(file: str, where: str, value: object, keys: Iterable[str]) -> Entry:
    """A TOML table with exactly these keys and status and source."""
    if not isinstance(value, dict):
        raise ComponentError(file, where, "not a table: write { value = …, status = …, source = … }")
    entry, wanted = Entry(file, where, value), [*keys, *PROVENANCE]
    for name in value:
        if name not in wanted:
            raise entry.error(f"unknown key {name!r}: the keys are {', '.join(wanted)}")
    for name in wanted:
        if name not in value:
            raise entry.error(f"{name} is missing: add it (the keys are {', '.join(wanted)})")
    return entry


# -- files ------------------------------------------------------------------------------------------------------------


def read_text(path: Path) -> str:
    """The text of a file; a byte order mark, as spreadsheets write it, is skipped."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ComponentError(path.name, f"line {line}", "not UTF-8 text: save the file with that encoding") from None
    except OSError as error:
        raise ComponentError(path, None, f"cannot be read ({error.strerror}): check the file") from None


def read_toml(path: Path) -> dict[str, Any]:
    """The top table of a TOML file."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # broken syntax, or a number of thousands of digits
        message, _, place = str(error).partition(" (at ")
        line = place.removesuffix(")").split(",")[0] or None
        raise ComponentError(path.name, line, f"broken TOML ({message}): correct the syntax") from None


def csv_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file with something in them, with their numbers as a spreadsheet counts; the header is one."""
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, [cell.strip() for cell in cells]
    except csv.Error as error:
        reason = f"broken CSV ({error}): check the quotes"
        raise ComponentError(path.name, max(reader.line_num, 1), reason) from None
