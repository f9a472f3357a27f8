"""ZhanGuo's component files as plain data, and written back as files: what a game record carries."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cext.games.component_files import csv_cells, read_toml, write_files
from cext.games.zhanguo.data.components import FILES, locate

__all__ = ["tables", "write"]

COUNTS = frozenset({"number", "round", "tile", "face", "vp_1", "vp_2", "vp_3"})  # columns of whole numbers


def tables(folder: Path | None) -> dict[str, Any]:
    """The content of every component file of a folder (None: the shipped ones): rows of CSV, tables of TOML files."""
    return {
        name: rows(path) if name.endswith(".csv") else read_toml(path) for name, path in sorted(locate(folder).items())
    }


def rows(path: Path) -> list[dict[str, int | str]]:
    """The rows of a CSV file by its header."""
    (_, header), *found = csv_cells(path)
    return [{name: cell(name, text) for name, text in zip(header, cells, strict=True)} for _, cells in found]


def cell(column: str, text: str) -> int | str:
    """The cell of a CSV file as a number where the column counts."""
    return int(text) if column in COUNTS else text


def write(content: Mapping[str, Any], folder: Path) -> None:
    """The files whose tables() these are; raises ComponentError for what cannot be written as such."""
    write_files(content, folder, FILES)
