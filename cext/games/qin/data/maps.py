"""Maps of Qin: text files with one character a square, read and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import SOURCED, STATUSES, ChoiceValue, ComponentEntry
from cext.games.errors import ComponentError
from cext.kernel import json_schema as js

__all__ = ["MAP", "MAX_MAPS", "MAX_VILLAGES", "ROWS", "SIDE", "GameMap", "cell_name", "cell_number", "read_map"]

KEYS = ("title", "rows", "status", "source")
SIDE = 13  # squares along an edge of the printed boards
MAX_VILLAGES = 32  # the engine has one bit for each
MAX_MAPS = 8  # the engine's tables
PRINTED = "RYB"
SQUARES = f".v~{PRINTED}"
ROWS = js.listed(js.text(f"^[{SQUARES}]{{1,{SIDE}}}$"), 1, SIDE)
MAP = js.table(title=js.text(), rows=ROWS, **SOURCED)  # JSON Schema of a map's file


def cell_number(row: int, column: int) -> int:
    """The engine's number of a square, from its row and column counted from 1."""
    return 16 * row + column


@cache
def cell_name(cell: int) -> str:
    """A square as players write it: the column's letter, the row's number from the top."""
    return f"{chr(ord('a') + (cell & 15) - 1)}{cell >> 4}"


@dataclass(frozen=True)
class GameMap:
    """A map; squares go by the engine's numbers."""

    name: str
    title: str
    rows: tuple[str, ...]
    grass: tuple[int, ...]
    villages: tuple[tuple[int, ...], ...]  # squares of each, one or two
    printed: tuple[tuple[int, int], ...]  # (square, colour: 1 red, 2 yellow, 3 blue)
    status: str
    source: str

    @property
    def data(self) -> dict[str, int]:
        """How many data it holds, by status: the lie of the land, each village, each printed space."""
        return {self.status: 1 + len(self.villages) + len(self.printed)}


def read_map(path: Path, reading: ComponentReader) -> GameMap | None:
    """The map of a file; None together with errors in the reading."""
    table = reading.top_table(path, KEYS)
    rows: tuple[str, ...] = ()
    for key in KEYS:
        if key in table and key != "rows" and (not isinstance(table[key], str) or not table[key].strip()):
            reading.errors.append(ComponentError(path.name, key, f"is {table[key]!r}: write a text"))
    with reading.catch():
        ComponentEntry(path.name, "status", {"status": table.get("status", STATUSES[0])}).read(
            "status", ChoiceValue(STATUSES)
        )
    if "rows" in table:
        rows = read_rows(path.name, table["rows"], reading)
    if not reading.has_no_errors(path):
        return None
    squares = {cell_number(r, c): kind for r, row in enumerate(rows, 1) for c, kind in enumerate(row, 1)}
    grass = tuple(cell for cell, kind in squares.items() if kind == ".")
    printed = tuple((cell, PRINTED.index(kind) + 1) for cell, kind in squares.items() if kind in PRINTED)
    villages: tuple[tuple[int, ...], ...] = ()
    with reading.catch():
        villages = read_villages(path.name, sorted(cell for cell, kind in squares.items() if kind == "v"))
    with reading.catch():
        check_printed(path.name, dict(printed), set(grass))
    if not reading.has_no_errors(path):
        return None
    one = GameMap(path.stem, table["title"], rows, grass, villages, printed, table["status"], table["source"])
    reading.statuses.update(one.data)
    return one


def read_rows(file: str, value: object, reading: ComponentReader) -> tuple[str, ...]:
    """Rows of equal length of the characters known."""
    with reading.catch():
        if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
            raise ComponentError(file, "rows", "write a list of texts, one for each row of squares")
        if not 1 <= len(value) <= SIDE:
            raise ComponentError(file, "rows", f"{len(value)} rows: a map has 1 to {SIDE}")
        for number, row in enumerate(value, 1):
            with reading.catch():
                check_row(file, f"rows, row {number}", row, len(value[0]))
        return tuple(value)
    return ()


def check_row(file: str, where: str, row: str, length: int) -> None:
    """A row has as many squares as the first, of the characters known."""
    if not 1 <= len(row) <= SIDE or len(row) != length:
        reason = f"{len(row)} squares: every row has as many as the first, 1 to {SIDE}"
        raise ComponentError(file, where, reason)
    for column, kind in enumerate(row, 1):
        if kind not in SQUARES:
            reason = f"column {column} is {kind!r}: write . grassland, v village, ~ water, or R, Y, B"
            raise ComponentError(file, where, reason)


def neighbours(cell: int) -> tuple[int, int, int, int]:
    """The four squares beside a square; numbers without a square are no square of any map."""
    return cell + 1, cell - 1, cell + 16, cell - 16


def read_villages(file: str, squares: list[int]) -> tuple[tuple[int, ...], ...]:
    """Squares of each village: two that touch are one village."""
    villages: list[tuple[int, ...]] = []
    left = list(squares)
    while left:
        village, reach = set(), {left[0]}
        while reach:
            cell = reach.pop()
            village.add(cell)
            left.remove(cell)
            reach |= {near for near in neighbours(cell) if near in left}
        if len(village) > 2:
            reason = f"a village of {len(village)} squares at {cell_name(min(village))}: a village has one or two"
            raise ComponentError(file, "rows", reason)
        villages.append(tuple(sorted(village)))
    if len(villages) > MAX_VILLAGES:
        raise ComponentError(file, "rows", f"{len(villages)} villages: at most {MAX_VILLAGES}")
    return tuple(villages)


def check_printed(file: str, printed: Mapping[int, int], grass: set[int]) -> None:
    """The first tile needs a printed space beside which it has room; printed spaces are single ones."""
    for cell, colour in printed.items():
        for near in neighbours(cell):
            if printed.get(near) == colour:
                reason = f"two printed spaces of one colour touch at {cell_name(cell)}: nobody would own that province"
                raise ComponentError(file, "rows", reason)
    if not any(near in grass and set(neighbours(near)) & grass for cell in printed for near in neighbours(cell)):
        raise ComponentError(file, "rows", "no printed space (R, Y, B) with room for a tile beside it: add one")
