"""ZhanGuo's component files as plain data, and written back as files: what a game record carries."""

import csv
import io
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cext.games.errors import ComponentError
from cext.games.zhanguo.component_files import read_text
from cext.games.zhanguo.components import FILES, locate

__all__ = ["tables", "write"]

COUNTS = frozenset({"number", "round", "tile", "face", "vp_1", "vp_2", "vp_3"})  # columns of whole numbers


def tables(folder: Path | None) -> dict[str, Any]:
    """The content of every component file of a folder (None: the shipped ones): rows of CSV, tables of TOML files."""
    found: dict[str, Any] = {}
    for name, path in sorted(locate(folder).items()):
        text = read_text(path)
        if name.endswith(".csv"):
            found[name] = [
                {key.strip(): cell(key.strip(), value) for key, value in row.items()}
                for row in csv.DictReader(io.StringIO(text, newline=""))
                if any(value.strip() for value in row.values())
            ]
        else:
            found[name] = tomllib.loads(text)
    return found


def cell(column: str, text: str) -> int | str:
    """The cell of a CSV file as a number where the column counts."""
    return int(text) if column in COUNTS else text.strip()


def write(content: Mapping[str, Any], folder: Path) -> None:
    """The files whose tables() these are; raises ComponentError for what cannot be written as such."""
    for name in content:
        if name not in FILES:
            raise ComponentError(name, None, f"unknown file: component files are {', '.join(FILES)}")
    for name in FILES:
        if name not in content:
            raise ComponentError(name, None, "the file is missing")
        try:
            text = csv_text(content[name]) if name.endswith(".csv") else toml_text(content[name])
        except (TypeError, AttributeError, KeyError, ValueError, IndexError) as error:
            raise ComponentError(name, None, f"not the content of such a file ({error})") from error
        (folder / name).write_text(text, encoding="utf-8")


def csv_text(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV text; their keys are the header."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
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
