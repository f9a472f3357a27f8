"""Component files of any game: found, loaded, checked with every error by file and row, exported, written.

A game's data/components.py declares its files as one ComponentSet: component_schema.py has what their values may be,
component_reader.py what reads them. A ComponentError names file, row or key, reason and remedy; rows of CSV files are
counted as a spreadsheet does: the header is row 1.
"""

import argparse
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from cext.games.component_edits import Edit, edits_between
from cext.games.component_reader import ComponentReader, FileContents
from cext.games.component_schema import PROVENANCE, ComponentEntry, Csv, IntValue
from cext.games.errors import ComponentError
from cext.kernel import json_schema as js
from cext.safe_files import escape_controls, has_controls
from cext.table_reader import table_text

__all__ = [
    "GUIDE", "REPAIR", "ComponentSet", "Folder", "LoadedComponents", "Tables", "check_folder", "check_new", "digest",
    "provenance", "write_or_compare",
]  # fmt: skip

GUIDE = "README.md"  # exported with the files, never read
REPAIR = "repair.toml"  # which data may change to make the game fair: likewise, and no part of the game
NOT_PLAYED = ("statuses", "title", "status", "source")  # fields of tables that no game depends on


class Tables(Protocol):
    """What a game's files become: a frozen dataclass of plain tuples."""

    @property
    def statuses(self) -> tuple[tuple[str, int], ...]:
        """Data by status."""


T = TypeVar("T", bound=Tables)


def check_folder(path: Path) -> None:
    """Raise ComponentError for what is no directory."""
    if not path.is_dir():
        reason = "not a directory" if path.exists() else "no such directory"
        raise ComponentError(path, None, f"{reason}: name one that holds component files")


def check_new(dest: Path) -> None:
    """Raises ComponentError for a folder that has something in it already."""
    if dest.exists() and (not dest.is_dir() or any(dest.iterdir())):
        raise ComponentError(dest, None, "exists and is not empty: name a new folder")


def provenance(tables: Tables) -> dict[str, int]:
    """How many data have which status."""
    return dict(tables.statuses)


def digest(tables: Tables) -> str:
    """SHA-256, in hexadecimal, of everything that play can depend on: not of statuses and sources."""
    content = asdict(tables, dict_factory=game_fields)  # type: ignore[call-overload]
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def game_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of a table that a game can depend on."""
    return {name: value for name, value in pairs if name not in NOT_PLAYED}


@dataclass(frozen=True)
class Folder:
    """A folder with one TOML file or more, each of the same form."""

    schema: js.Schema
    most: int


@dataclass(frozen=True)
class LoadedComponents(Generic[T]):
    """Component files of one folder, or the shipped ones, read once: the set they belong to, the tables they became,
    and their raw_content(), which nobody may change."""

    components: "ComponentSet[T]"
    tables: T
    content: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ComponentSet(Generic[T]):
    """The component files of a game.

    shipped: the folder of the shipped ones. csv: the CSV files. toml: the TOML files with the JSON Schemas of their
    content. read: the tables of the files, by name, with errors kept in the reading; None when there are any.
    warnings: departures of tables from the shipped ones, one line each. extra_files: further TOML files of a folder,
    by name; they lie in one of `folders`. follow: after a datum of a file was set, changes what follows from it: the
    file's name, its content before, and its content, in place.
    """

    shipped: Path
    csv: Mapping[str, Csv]
    toml: Mapping[str, js.Schema]
    read: Callable[[Mapping[str, Path], ComponentReader], T | None]
    warnings: Callable[[T, T], Iterable[str]] = lambda tables, shipped: ()
    extra_files: Callable[[Path | None], dict[str, Path]] = lambda folder: {}
    folders: Mapping[str, Folder] = field(default_factory=dict)
    follow: Callable[[str, Any, Any], None] = lambda file, before, content: None

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files every set has, sorted."""
        return tuple(sorted((*self.csv, *self.toml)))

    # -- reading ------------------------------------------------------------------------------------------------------

    def load(self, path: Path | None = None) -> T:
        """The tables of a folder with some or all of the files, the others as shipped; raises the first error."""
        return self.open(path).tables

    def open(self, path: Path | None = None) -> LoadedComponents[T]:
        """The same, with what the files hold."""
        return self.shipped_components if path is None else self._open_anew(path)

    @cached_property
    def shipped_components(self) -> LoadedComponents[T]:
        """The shipped files, which no process sees change."""
        return self._open_anew(None)

    def _open_anew(self, path: Path | None) -> LoadedComponents[T]:
        loaded, errors = self.load_all_errors(path)
        if loaded is None:
            raise errors[0]
        return loaded

    def check(self, path: Path | None = None) -> list[str]:
        """Every finding as a line: "error: …" in the order of files and rows or, without any, "warning: …"."""
        loaded, errors = self.load_all_errors(path)
        if loaded is None:
            return [f"error: {error}" for error in errors]
        return [f"warning: {warning}" for warning in self.warnings(loaded.tables, self.load())]

    def load_all_errors(self, path: Path | None) -> tuple[LoadedComponents[T] | None, list[ComponentError]]:
        """The files of a folder, or None and every error."""
        reading, files = ComponentReader(files=FileContents(self.shipped)), {}
        with reading.catch():
            files = self.locate(path)
            tables = self.read(files, reading)
            if tables is not None and not reading.errors:
                return LoadedComponents(self, tables, self._content(files, reading.files)), []
        order = [file.name for file in files.values()]

        def place(error: ComponentError) -> tuple[int, float]:
            file = order.index(error.file) if error.file in order else len(order)
            return file, error.row if isinstance(error.row, int) else float("inf")

        return None, sorted(reading.errors, key=place)

    def locate(self, path: Path | None) -> dict[str, Path]:
        """Where each file is read from, by name: the folder given, else the shipped data."""
        found = {name: self.shipped / name for name in self.files}
        found |= self.user_files(path) | self.extra_files(path)
        for name in found:
            if has_controls(name):
                raise ComponentError(escape_controls(name), None, "control characters in its name: give it another")
        return found

    def user_files(self, path: Path | None) -> dict[str, Path]:
        """The files of a user's folder; raises ComponentError for a folder that is none of component files."""
        if path is None:
            return {}
        check_folder(path)
        try:
            entries = sorted(entry.name for entry in path.iterdir())
            names = [name for name in entries if name[0] != "." and name not in (GUIDE, REPAIR)]
        except OSError as error:
            raise ComponentError(path, None, f"cannot be read ({error.strerror}): check the directory") from None
        known = ", ".join((*self.files, *(f"{folder}/" for folder in self.folders)))
        for name in names:
            if name not in (*self.files, *self.folders):
                raise ComponentError(path / name, None, f"unknown file: remove it (component files are {known})")
        if not names:
            raise ComponentError(path, None, f"holds no component file: put one there ({known})")
        return {name: path / name for name in names if name in self.files}

    # -- copies -------------------------------------------------------------------------------------------------------

    def export(self, dest: Path) -> list[Path]:
        """Copies the shipped files to `dest`, which must not exist or be empty; returns the copies."""
        try:
            check_new(dest)
            shutil.copytree(
                self.shipped, dest, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True
            )
        except OSError as error:
            raise ComponentError(dest, None, f"cannot be written ({error.strerror}): name another folder") from None
        return sorted(file for file in dest.rglob("*") if file.is_file())

    def raw_content(self, path: Path | None = None) -> dict[str, Any]:
        """The content of every file in use: rows of CSV files by column, top tables of TOML files."""
        return self._content(self.locate(path), FileContents(self.shipped))

    def _content(self, files: Mapping[str, Path], contents: FileContents) -> dict[str, Any]:
        names = sorted(files, key=lambda name: name in self.files)
        return {name: self._file_content(name, files[name], contents) for name in names}

    def _file_content(self, name: str, path: Path, contents: FileContents) -> Any:
        """The content of one file; columns of whole numbers as numbers."""
        if name not in self.csv:
            return contents.toml(path)
        table, columns = contents.csv(path), self.csv[name].columns
        entries = [
            ComponentEntry(path.name, number, dict(zip(table.header, cells, strict=True)))
            for number, cells in zip(table.numbers, table.rows, strict=True)
        ]
        numbers = [column for column in table.header if isinstance(columns.get(column), IntValue)]
        return [{**entry.values, **{key: entry.read(key, columns[key]) for key in numbers}} for entry in entries]

    def edits(self, content: Mapping[str, Any]) -> tuple[Edit, ...]:
        """What files with that raw_content() say otherwise than the shipped ones; statuses and sources are no part of
        it."""
        return edits_between(self.raw_content(), content, NOT_PLAYED)

    def write(self, content: Mapping[str, Any], folder: Path, *, leave_out: Collection[str] = ()) -> None:
        """The files whose raw_content() this is; raises ComponentError for what cannot be written as such. leave_out:
        those that are as shipped."""
        import tomli_w  # only games are read again from a record: no other start waits for it

        for name in content:
            if name not in self.files and not self.is_more(name):
                raise ComponentError(name, None, f"unknown file: component files are {', '.join(self.files)}")
        for name in self.files:
            if name not in content:
                raise ComponentError(name, None, "the file is missing")
        for folder_name, kind in self.folders.items():
            n = sum(name.startswith(f"{folder_name}/") for name in content)
            if not 1 <= n <= kind.most:
                raise ComponentError(f"{folder_name}/", None, f"{n} files: 1 to {kind.most} belong there")
        for name, table in content.items():
            if name in leave_out:
                continue
            try:
                text = csv_text(table, self.csv[name].columns) if name in self.csv else tomli_w.dumps(counted(table))
            except (TypeError, AttributeError, KeyError, ValueError, IndexError) as error:
                raise ComponentError(name, None, f"not the content of such a file ({error})") from error
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")

    def is_more(self, name: str) -> bool:
        """Whether it is the name of a TOML file in one of the folders."""
        folder, _, file = name.partition("/")
        return folder in self.folders and re.fullmatch(r"[^/\\]+\.toml", file) is not None

    def schema(self) -> js.Schema:
        """The JSON Schema of raw_content()."""
        files = js.table(
            {name: self.csv[name].schema() if name in self.csv else self.toml[name] for name in self.files}
        )
        if not self.folders:
            return files
        patterns = {rf"^{name}/[^/]+\.toml$": folder.schema for name, folder in self.folders.items()}
        most = len(self.files) + sum(folder.most for folder in self.folders.values())
        return files | {"patternProperties": patterns, "minProperties": len(self.files) + 1, "maxProperties": most}


def csv_text(rows: list[dict[str, Any]], columns: Iterable[str]) -> str:
    """Rows as CSV text; the keys of the first row are the header."""
    for row in rows:
        if set(row) != {*columns, *PROVENANCE}:
            raise KeyError(*sorted(set(row) ^ {*columns, *PROVENANCE}))
    header = list(rows[0])
    return table_text([header, *([row[column] for column in header] for row in rows)])


def counted(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """A table without fractions: components are counted."""

    def refuse(number: str) -> None:
        raise TypeError(f"{number} is no whole number")

    json.loads(json.dumps(table), parse_float=refuse)
    return table


def write_or_compare(file: Path, text: str, arguments: Sequence[str] | None) -> int:
    """Writes the text into the file, or compares them (--check); the exit code: 1 when they differ."""
    parser = argparse.ArgumentParser(description=f"Reconstructs {file.name}.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    if parser.parse_args(arguments).check:
        same = file.read_bytes() == text.encode()
        sys.stdout.write(f"{file.name}: {'as reconstructed' if same else 'differs from the reconstruction'}\n")
        return 0 if same else 1
    file.write_bytes(text.encode())
    return 0
