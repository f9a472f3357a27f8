"""Reading component files: entries with their place in a file, and every error on the way.

A Reading collects errors and goes on, so that one look at a folder finds them all.
"""

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cext.games.component_schema import OWNER, PROVENANCE, STATUSES, ChoiceValue, ComponentEntry, Csv, Forms, forms_of
from cext.games.errors import ComponentError
from cext.safe_files import MAX_COMPONENT_BYTES, read_limited
from cext.table_reader import Table, TableError, read_table
from cext.toml_reader import TomlError, copied, toml_table

__all__ = ["ComponentReader", "FileContents", "check_unique", "read_csv", "read_toml"]

_shipped_contents: dict[Path, Any] = {}  # of shipped files, which no process sees change


@dataclass(frozen=True)
class FileContents:
    """The contents of component files as they were when they were first asked for: each is read once, those in the
    folder `shipped` once in a process."""

    shipped: Path | None = None
    contents: dict[Path, Any] = field(default_factory=dict)

    def toml(self, path: Path) -> dict[str, Any]:
        """The top table of a TOML file, a copy."""
        table: dict[str, Any] = copied(self._content(path, read_toml))
        return table

    def csv(self, path: Path) -> Table:
        """The table in a CSV file."""
        table: Table = self._content(path, read_csv)
        return table

    def _content(self, path: Path, read: Callable[[Path], Any]) -> Any:
        is_shipped = self.shipped is not None and path.is_relative_to(self.shipped)
        contents = _shipped_contents if is_shipped else self.contents
        if path not in contents:
            contents[path] = read(path)
        return contents[path]


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
class ComponentReader:
    """What has been found while reading: errors, and how many data have which status."""

    errors: list[ComponentError] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    files: FileContents = field(default_factory=FileContents)

    def catch(self) -> "Catch":
        """Keeps an error of the block and goes on after it, so that one reading finds them all."""
        return Catch(self.errors)

    def fault(self, path: Path, key: str | None, reason: str) -> None:
        """Keeps an error of a file as a whole, or of a key of it."""
        self.errors.append(ComponentError(path.name, key, reason))

    def has_no_errors(self, path: Path) -> bool:
        """Whether no error has been found in a file."""
        return all(error.file not in (path.name, str(path)) for error in self.errors)

    def counted(self) -> tuple[tuple[str, int], ...]:
        """Data by status; what an owner read off, where there is any."""
        return tuple((status, self.statuses[status]) for status in STATUSES if status != OWNER or self.statuses[OWNER])

    def count(self, entry: ComponentEntry) -> None:
        """Checks and counts the provenance of one datum."""
        status = STATUSES[entry.read("status", ChoiceValue(STATUSES))]
        source = entry.values["source"]
        if not isinstance(source, str) or not source.strip():
            raise entry.error("source is empty: name a section of the rulebook or a reason")
        self.statuses[status] += 1

    def values(self, entry: ComponentEntry, forms: Forms) -> list[Any] | None:
        """The values of an entry, its provenance counted; None when one of them is wrong."""
        before, found = len(self.errors), []
        for key, form in forms.items():
            with self.catch():
                found.append(entry.read(key, form))
        with self.catch():
            self.count(entry)
        return found if len(self.errors) == before else None

    # -- CSV ----------------------------------------------------------------------------------------------------------

    def rows(self, path: Path, kind: Csv) -> Iterator[tuple[ComponentEntry, list[Any]]]:
        """The rows of a CSV file, each with its values in the order of its columns; a row with an error is left out.

        The file has exactly these columns and status and source, in any order.
        """
        table = None
        with self.catch():
            table = self.files.csv(path)
        if table is None or not self.has_columns(path.name, table, (*kind.columns, *PROVENANCE)):
            return
        for number, row in zip(table.numbers, table.rows, strict=True):
            entry = ComponentEntry(path.name, number, dict(zip(table.header, row, strict=True)))
            if (values := self.values(entry, kind.columns)) is not None:
                yield entry, values

    def table(self, path: Path, kind: Csv, make: Callable[..., Any]) -> tuple[Any, ...]:
        """What `make` makes of each row, in the order of their keys, which stand once each: of the row and its values.

        Rows with an error are left out."""
        n_keys = 2 if kind.between else 1
        found: dict[tuple[Any, ...], tuple[ComponentEntry, list[Any]]] = {}
        names: set[str] = set()
        seen: dict[object, ComponentEntry] = {}
        for row, values in self.rows(path, kind):
            key = tuple(values[:n_keys])
            name = kind.between.join(str(row.values[column]).strip() for column in list(kind.columns)[:n_keys])
            with self.catch():
                check_unique(row, key, f"{kind.what} {name}", seen)
                found[key] = row, values
                names.add(name)
        self.complete(path, kind.what, kind.names, names)
        made: dict[tuple[Any, ...], Any] = {}
        for key, (row, values) in found.items():
            with self.catch():
                made[key] = make(row, *values)
        return tuple(made[key] for key in sorted(made))

    def has_columns(self, file: str, table: Table, wanted: Collection[str]) -> bool:
        """Whether a table has the wanted columns and no other; what is wrong is kept."""
        names = ",".join(wanted)
        wrong = [f"unknown column {name!r}: the header is {names}" for name in table.header if name not in wanted]
        wrong += [f"column {name} is missing: the header is {names}" for name in wanted if name not in table.header]
        self.errors += [ComponentError(file, table.header_number, reason) for reason in wrong]
        return not wrong

    def complete(self, path: Path, what: str, names: Iterable[object], found: Container[object]) -> None:
        """Keeps an error where a file without others leaves some of these names out."""
        left_out = [str(name) for name in names if name not in found]
        if left_out and self.has_no_errors(path):
            shown = ", ".join(left_out[:5]) + (" …" if len(left_out) > 5 else "")
            reason = f"no row for {what} {shown}: add what is missing"
            self.errors.append(ComponentError(path.name, None, reason))

    # -- TOML ---------------------------------------------------------------------------------------------------------

    def top_table(self, path: Path, names: Iterable[str]) -> dict[str, Any]:
        """The top table of a TOML file, without keys that should not be there; empty when it cannot be read."""
        with self.catch():
            return self.known(path.name, self.files.toml(path), names)
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
        return self.data(path.name, self.top_table(path, forms), forms)

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

    def tables(self, file: str, key: str, value: object, forms: Forms) -> Iterator[tuple[ComponentEntry, list[Any]]]:
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


def check_unique(entry: ComponentEntry, key: object, what: str, seen: dict[object, ComponentEntry]) -> None:
    """Refuses a second row for the same thing."""
    if key in seen:
        raise entry.error(f"{what} stands twice (first in row {seen[key].where}): remove one or correct its name")
    seen[key] = entry


def entry_of(file: str, where: str, value: object, keys: Iterable[str]) -> ComponentEntry:
    """A TOML table with exactly these keys and status and source."""
    if not isinstance(value, dict):
        raise ComponentError(file, where, "not a table: write { value = …, status = …, source = … }")
    entry, wanted = ComponentEntry(file, where, value), [*keys, *PROVENANCE]
    for name in value:
        if name not in wanted:
            raise entry.error(f"unknown key {name!r}: the keys are {', '.join(wanted)}")
    for name in wanted:
        if name not in value:
            raise entry.error(f"{name} is missing: add it (the keys are {', '.join(wanted)})")
    return entry


# -- files ------------------------------------------------------------------------------------------------------------


def read_toml(path: Path) -> dict[str, Any]:
    """The top table of a TOML file; a byte order mark is skipped."""
    try:
        return toml_table(read_limited(path, MAX_COMPONENT_BYTES).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ComponentError(path.name, f"line {line}", "not UTF-8 text: save the file with that encoding") from None
    except TomlError as fault:
        raise ComponentError(path.name, f"line {fault.line}", fault.reason) from None
    except OSError as error:
        raise unreadable(path, error) from None


def read_csv(path: Path, known: Collection[str] = ()) -> Table:
    """The table in a CSV file. known: as of read_table()."""
    try:
        return read_table(path, MAX_COMPONENT_BYTES, known)
    except TableError as fault:
        raise ComponentError(path.name, fault.row, fault.reason) from None
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> ComponentError:
    """The error of a file that cannot be read."""
    return ComponentError(path, None, f"cannot be read ({error.strerror}): check the file")
