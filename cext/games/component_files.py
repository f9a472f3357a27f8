"""Component files of any game: found, read with errors by file and row, copied, and written from plain data."""

import csv
import hashlib
import io
import json
import shutil
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cext.games.errors import ComponentError

__all__ = [
    "GUIDE", "STATUSES", "csv_cells", "digest_of", "export_files", "locate_files", "read_text", "read_toml",
    "write_files", "write_text",
]  # fmt: skip

STATUSES = ("rulebook", "inferred", "reconstructed")
GUIDE = "README.md"  # exported with the files, never read


# -- where the files are ----------------------------------------------------------------------------------------------


def locate_files(
    path: Path | None, shipped: Path, files: Sequence[str], folders: Sequence[str] = ()
) -> dict[str, Path]:
    """Where each file is read from: the directory given, else the shipped data; `folders` may stand beside them."""
    found = {name: shipped / name for name in files}
    if path is None:
        return found
    if not path.is_dir():
        reason = "not a directory" if path.exists() else "no such directory"
        raise ComponentError(path, None, f"{reason}: name one that holds component files")
    try:
        names = sorted(entry.name for entry in path.iterdir() if entry.name[0] != "." and entry.name != GUIDE)
    except OSError as error:
        raise ComponentError(path, None, f"cannot be read ({error.strerror}): check the directory") from None
    known = ", ".join((*files, *(f"{folder}/" for folder in folders)))
    for name in names:
        if name not in (*files, *folders):
            raise ComponentError(path / name, None, f"unknown file: remove it (component files are {known})")
    if not names:
        raise ComponentError(path, None, f"holds no component file: put one there ({known})")
    return found | {name: path / name for name in names if name in files}


def export_files(dest: Path, shipped: Path) -> list[Path]:
    """Copies the shipped files to `dest`, which must not exist or be empty; returns the copies."""
    try:
        if dest.exists() and (not dest.is_dir() or any(dest.iterdir())):
            raise ComponentError(dest, None, "exists and is not an empty directory: name a new one")
        shutil.copytree(shipped, dest, ignore=shutil.ignore_patterns("*.py", "__pycache__"), dirs_exist_ok=True)
    except OSError as error:
        raise ComponentError(dest, None, f"cannot be written ({error.strerror}): name another directory") from None
    return sorted(file for file in dest.rglob("*") if file.is_file())


# -- reading ----------------------------------------------------------------------------------------------------------


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


def digest_of(content: Any) -> str:
    """SHA-256, in hexadecimal, of plain data."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


# -- writing ----------------------------------------------------------------------------------------------------------


def write_files(
    content: Mapping[str, Any], folder: Path, files: Sequence[str], columns: Mapping[str, Sequence[str]] | None = None
) -> None:
    """Exactly these files from rows (CSV) and tables (TOML); ComponentError for what cannot be written as such.

    columns: of CSV files whose columns are fixed.
    """
    for name in content:
        if name not in files:
            raise ComponentError(name, None, f"unknown file: component files are {', '.join(files)}")
    for name in files:
        if name not in content:
            raise ComponentError(name, None, "the file is missing")
        write_text(content[name], folder / name, name, (columns or {}).get(name))


def write_text(table: Any, path: Path, name: str, columns: Sequence[str] | None = None) -> None:
    """One file from its rows or its table."""
    try:
        text = csv_text(table, columns) if name.endswith(".csv") else toml_text(table)
    except (TypeError, AttributeError, KeyError, ValueError, IndexError) as error:
        raise ComponentError(name, None, f"not the content of such a file ({error})") from error
    path.write_text(text, encoding="utf-8")


def csv_text(rows: list[dict[str, Any]], columns: Sequence[str] | None) -> str:
    """Rows as CSV text; the columns, or else the keys of the first row, are the header."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns or list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def toml_text(table: Mapping[str, Any]) -> str:
    """A table as TOML, one line a key."""
    return "".join(f"{literal(str(key))} = {literal(value)}\n" for key, value in table.items())


def literal(value: Any) -> str:
    """A value as TOML writes it, tables inline."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        escaped = "".join(c if c >= " " and c not in '"\\\x7f' else f"\\u{ord(c):04x}" for c in value)
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{literal(str(key))} = {literal(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise TypeError(f"{value!r} has no place in it")
