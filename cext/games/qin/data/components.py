"""The component data of Qin: load, check, export, provenance, digest; tables for game records.

    load(path=None, map_name="bird") -> Components   path: folder with some or all files; that map first
    check(path=None) -> list[str]                    the first error of every file; [] when there is none
    export(dest)                                     copies the shipped files to a new or empty folder
    provenance(components), digest(components)       data by status; SHA-256 of the values
    map_files(map_name, path)                        the maps of a game by name, in the order of their numbers
    tables(path, map_name), write(tables, folder)    the files as plain data, and back

An error is a ComponentError with file, row or key, reason and remedy. CSV rows are counted as a spreadsheet does: the
header is row 1.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cext.games.component_files import (
    STATUSES,
    csv_cells,
    digest_of,
    export_files,
    locate_files,
    read_toml,
    write_text,
)
from cext.games.errors import ComponentError
from cext.games.qin.data.maps import MAX_MAPS, GameMap, read_map

__all__ = [
    "COLOURS", "FILES", "N_TILES", "SHIPPED", "STATUSES", "TILES", "Components", "check", "digest", "export", "load",
    "map_files", "provenance", "tables", "write",
]  # fmt: skip

SHIPPED = Path(__file__).parent
FILES = ("numbers.toml", "tiles.csv")
MAPS = "maps"
COLOURS = ("red", "yellow", "blue")
# Kinds of tile, in the order of their numbers: the colours of the two spaces, 1 red, 2 yellow, 3 blue.
TILES = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))
N_TILES = 72  # "72 tiles": the most a game has
MOST_PLAYERS = 4
COLUMNS = ("tile", "first", "second", "count", "status", "source")
MOST_TILES = 3  # in hand: the list of placements holds those of three different tiles on any map (moves.pxd)


@dataclass(frozen=True)
class Components:
    """The tables of one game."""

    maps: tuple[GameMap, ...]  # by number: the map of the option, then the others
    counts: tuple[int, ...]  # tiles of each kind
    hand: int
    pagodas: tuple[int, ...]  # at players - 2
    major: int
    statuses: tuple[tuple[str, int], ...]


def load(path: Path | None = None, map_name: str = "bird") -> Components:
    """The tables of a folder, or the shipped ones, with every map; raises ComponentError for the first error."""
    files = locate(path)
    found: Counter[str] = Counter()
    numbers = read_numbers(files["numbers.toml"], found)
    counts = read_tiles(files["tiles.csv"], found)
    if sum(counts) < MOST_PLAYERS * numbers[0]:
        reason = f"{sum(counts)} tiles in all: {MOST_PLAYERS} players take {numbers[0]} each in hand"
        raise ComponentError(files["tiles.csv"].name, None, reason)
    maps = tuple(load_map(name, file, found) for name, file in map_files(map_name, path).items())
    return Components(maps, counts, *numbers, tuple((status, found[status]) for status in STATUSES))


def check(path: Path | None = None) -> list[str]:
    """The first error of every file of a folder."""
    found: Counter[str] = Counter()
    try:
        files, maps = locate(path), map_files("bird", path)
    except ComponentError as error:
        return [f"error: {error}"]
    readings: list[Callable[[], object]] = [partial(read_numbers, files["numbers.toml"], found)]
    readings.append(partial(read_tiles, files["tiles.csv"], found))
    readings.extend(partial(load_map, name, file, found) for name, file in maps.items())
    return [line for read in readings for line in error_of(read)] or error_of(partial(load, path))


def error_of(read: Callable[[], object]) -> list[str]:
    """The error of a reading as a line; [] when there is none."""
    try:
        read()
    except ComponentError as error:
        return [f"error: {error}"]
    return []


def export(dest: Path) -> list[Path]:
    """Copies the shipped files to `dest`, which must not exist or be empty; returns the copies."""
    return export_files(dest, SHIPPED)


def provenance(components: Components) -> dict[str, int]:
    """How many data have which status."""
    return dict(components.statuses)


def digest(components: Components) -> str:
    """SHA-256, in hexadecimal, of everything that play can depend on."""
    content = asdict(components)
    del content["statuses"]
    for one in content["maps"]:
        for key in ("title", "status", "source"):
            del one[key]
    return digest_of(content)


# -- where the files are --------------------------------------------------------------------------------------------


def locate(path: Path | None) -> dict[str, Path]:
    """Where each file but the maps is read from: the folder given, else the shipped data."""
    return locate_files(path, SHIPPED, FILES, (MAPS,))


def map_files(name: str, path: Path | None) -> dict[str, Path]:
    """The map of that name, then the other maps of the component folder, or the shipped ones where it has none: bird
    first, then by their names."""
    locate(path)
    folder = (path if path is not None and (path / MAPS).is_dir() else SHIPPED) / MAPS
    for entry in folder.iterdir():
        if entry.suffix != ".toml" and entry.name[0] != ".":
            raise ComponentError(entry, None, "no map: remove it, or call it NAME.toml")
    found = dict([map_file(name, path)])
    for other in sorted(folder.glob("*.toml"), key=lambda file: (file.stem != "bird", file.stem)):
        found.setdefault(other.stem, other)
    if len(found) > MAX_MAPS:
        raise ComponentError(folder, None, f"{len(found)} maps: a game has at most {MAX_MAPS}: remove some")
    return found


def map_file(name: str, path: Path | None) -> tuple[str, Path]:
    """Name and file of a map: from the component folder, from the shipped maps, or the file of that path.

    A map of the folder goes before a file of its name elsewhere: a record brings its maps along, wherever they were.
    """
    own = {} if path is None else {file.stem: file for file in sorted((path / MAPS).glob("*.toml"))}
    if name.endswith(".toml"):
        return Path(name).stem, own.get(Path(name).stem, Path(name))
    known = {file.stem: file for file in sorted((SHIPPED / MAPS).glob("*.toml"))} | own
    if name not in known:
        names = ", ".join(sorted(known))
        raise ComponentError(MAPS, None, f"no map {name!r}: use one of {names}, or a .toml file")
    return name, known[name]


# -- reading --------------------------------------------------------------------------------------------------------


def status_of(value: object, file: str, where: int | str) -> str:
    """A status that is one."""
    if value not in STATUSES:
        raise ComponentError(file, where, f"status is {value!r}: write one of {', '.join(STATUSES)}")
    return str(value)


def source_of(value: object, file: str, where: int | str) -> None:
    """Requires a source."""
    if not isinstance(value, str) or not value.strip():
        raise ComponentError(file, where, "source is empty: name a section of the rulebook or a reason")


def whole(value: object, low: int, high: int, file: str, where: int | str) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ComponentError(file, where, f"holds {value!r}: write a whole number from {low} to {high}")
    return value


def count_of(value: str, low: int, high: int, file: str, row: int, column: str) -> int:
    """A whole number within bounds, from a cell of a table."""
    if not re.fullmatch(r"[0-9]{1,9}", value) or not low <= int(value) <= high:
        raise ComponentError(file, row, f"{column} holds {value!r}: write a whole number from {low} to {high}")
    return int(value)


def load_map(name: str, path: Path, found: Counter[str]) -> GameMap:
    """The map of a file."""
    one = read_map(name, path, read_toml(path))
    status_of(one.status, path.name, "status")
    found.update(one.data)
    return one


def read_numbers(path: Path, found: Counter[str]) -> tuple[int, tuple[int, ...], int]:
    """Tiles in hand, pagodas for 2, 3, 4 players, spaces of a major province."""
    content = read_toml(path)
    bounds = {"hand": (1, MOST_TILES), "pagodas": (2, 99), "major": (3, 20)}
    for key in content:
        if key not in bounds:
            raise ComponentError(path.name, key, f"unknown key: the keys are {', '.join(bounds)}")
    values: dict[str, Any] = {}
    for key, (low, high) in bounds.items():
        entry = content.get(key)
        if not isinstance(entry, dict) or set(entry) != {"value", "status", "source"}:
            raise ComponentError(path.name, key, 'write it as { value = …, status = "…", source = "…" }')
        found[status_of(entry["status"], path.name, key)] += 1
        source_of(entry["source"], path.name, key)
        value = entry["value"]
        if key == "pagodas":
            if not isinstance(value, list) or len(value) != 3:
                raise ComponentError(path.name, key, "write three numbers in brackets: for 2, 3 and 4 players")
            values[key] = tuple(whole(part, low, high, path.name, key) for part in value)
        else:
            values[key] = whole(value, low, high, path.name, key)
    return values["hand"], values["pagodas"], values["major"]


def read_rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    """Rows of a CSV file with their numbers."""
    found = csv_cells(path)
    where, header = next(found, (1, []))
    if sorted(header) != sorted(COLUMNS):
        raise ComponentError(path.name, where, f"the header must be {','.join(COLUMNS)} (separated by commas)")
    rows = []
    for number, cells in found:
        if len(cells) != len(header):
            reason = f"{len(cells)} cells where the header has {len(header)}: quote a cell that holds a comma"
            raise ComponentError(path.name, number, reason)
        rows.append((number, dict(zip(header, cells, strict=True))))
    return rows


def read_tiles(path: Path, found: Counter[str]) -> tuple[int, ...]:
    """Tiles of each kind; every pair of colours once, at most 72 in all."""
    counts: dict[tuple[int, ...], int] = {}
    tiles: set[int] = set()
    for number, row in read_rows(path):
        pair = []
        for key in ("first", "second"):
            if row[key] not in COLOURS:
                raise ComponentError(path.name, number, f"{key} is {row[key]!r}: write one of {', '.join(COLOURS)}")
            pair.append(COLOURS.index(row[key]) + 1)
        kind = tuple(sorted(pair))
        if kind in counts:
            raise ComponentError(path.name, number, "this pair of colours stands twice: add up the counts in one row")
        tile = count_of(row["tile"], 1, len(TILES), path.name, number, "tile")
        if tile in tiles:
            raise ComponentError(path.name, number, f"tile {tile} stands twice: number the rows from 1 to {len(TILES)}")
        tiles.add(tile)
        counts[kind] = count_of(row["count"], 0, N_TILES, path.name, number, "count")
        found[status_of(row["status"], path.name, number)] += 1
        source_of(row["source"], path.name, number)
    if set(counts) != set(TILES):
        raise ComponentError(path.name, None, f"{len(counts)} pairs of colours: write one row for each of the six")
    if sum(counts.values()) > N_TILES:
        raise ComponentError(path.name, None, f"{sum(counts.values())} tiles in all: a game has at most {N_TILES}")
    return tuple(counts[kind] for kind in TILES)


# -- for game records -----------------------------------------------------------------------------------------------


def tables(path: Path | None, map_name: str) -> dict[str, Any]:
    """The content of every file in use, maps as maps/<name>.toml."""
    files = locate(path)
    maps = {f"{MAPS}/{name}.toml": read_toml(file) for name, file in map_files(map_name, path).items()}
    rows = [{**row, "tile": int(row["tile"]), "count": int(row["count"])} for _, row in read_rows(files["tiles.csv"])]
    return {**maps, "numbers.toml": read_toml(files["numbers.toml"]), "tiles.csv": rows}


def write(content: Mapping[str, Any], folder: Path) -> None:
    """The files whose tables() these are; raises ComponentError for what cannot be written as such."""
    wanted = {name for name in content if re.fullmatch(rf"{MAPS}/[^/\\]+\.toml", name)}
    if not 1 <= len(wanted) <= MAX_MAPS or set(content) != wanted | set(FILES):
        raise ComponentError(folder, None, f"the tables must be {', '.join(FILES)} and 1 to {MAX_MAPS} maps in {MAPS}/")
    (folder / MAPS).mkdir(exist_ok=True)
    for name, table in content.items():
        write_text(table, folder / name, name)
