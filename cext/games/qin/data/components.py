"""The component files of Qin and the tables they become: tiles, numbers, and one map or more."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, Csv, IntValue, ListValue, data_schema, datum, forms_of
from cext.games.components import ComponentSet, Folder, digest, provenance
from cext.games.errors import ComponentError
from cext.games.qin.data.maps import MAP, MAX_MAPS, GameMap, read_map
from cext.kernel import json_schema as js

__all__ = [
    "COLOURS", "COMPONENTS", "N_TILES", "SHIPPED", "TILES", "Components", "check", "component_set", "digest",
    "export", "load", "provenance", "tables", "write",
]  # fmt: skip

SHIPPED = Path(__file__).parent
MAPS = "maps"
COLOURS = ("red", "yellow", "blue")
# Kinds of tile, in the order of their numbers: the colours of the two spaces, 1 red, 2 yellow, 3 blue.
TILES = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))
N_TILES = 72  # "72 tiles": the most a game has
MOST_PLAYERS = 4
MOST_TILES = 3  # in hand: the list of placements holds those of three different tiles on any map (moves.pxd)
TILE_ROWS = Csv(
    {
        "tile": IntValue(1, len(TILES)),
        "first": ChoiceValue(COLOURS),
        "second": ChoiceValue(COLOURS),
        "count": IntValue(0, N_TILES),
    },
    len(TILES),
)


@dataclass(frozen=True, kw_only=True)
class Components:
    """The tables of one game."""

    maps: tuple[GameMap, ...]  # by number: the map of the option, then the others
    counts: tuple[int, ...]  # tiles of each kind
    hand: int = datum(IntValue(1, MOST_TILES))
    pagodas: tuple[int, ...] = datum(ListValue(IntValue(2, 99), 3, "numbers: write three, for 2, 3 and 4 players"))
    major: int = datum(IntValue(3, 20))
    statuses: tuple[tuple[str, int], ...]


def component_set(map_name: str = "bird") -> ComponentSet[Components]:
    """The component files of a game on that map: it is the first of the maps."""
    return ComponentSet(
        shipped=SHIPPED,
        csv={"tiles.csv": TILE_ROWS},
        toml={"numbers.toml": js.table(data_schema(forms_of(Components)))},
        read=read,
        extra_files=partial(map_files, map_name),
        folders={MAPS: Folder(MAP, MAX_MAPS)},
    )


def load(path: Path | None = None, map_name: str = "bird") -> Components:
    """The tables of a folder, or the shipped ones, with every map; raises ComponentError for the first error."""
    return component_set(map_name).load(path)


def read(files: Mapping[str, Path], reading: ComponentReader) -> Components | None:
    """The tables of the files."""
    numbers = reading.numbers(files["numbers.toml"], Components)
    counts = read_tiles(files["tiles.csv"], reading)
    if "hand" in numbers and reading.has_no_errors(files["tiles.csv"]) and sum(counts) < MOST_PLAYERS * numbers["hand"]:
        reason = f"{sum(counts)} tiles in all: {MOST_PLAYERS} players take {numbers['hand']} each in hand"
        reading.errors.append(ComponentError("tiles.csv", None, reason))
    found = [read_map(path, reading) for name, path in files.items() if name.startswith(f"{MAPS}/")]
    maps = tuple(one for one in found if one is not None)
    if reading.errors:
        return None
    return Components(maps=maps, counts=counts, statuses=reading.counted(), **numbers)


def read_tiles(path: Path, reading: ComponentReader) -> tuple[int, ...]:
    """Tiles of each kind; every pair of colours once, at most 72 in all."""
    counts: dict[tuple[int, ...], int] = {}
    tiles: set[int] = set()
    for row, (tile, first, second, count) in reading.rows(path, TILE_ROWS):
        with reading.catch():
            kind = tuple(sorted((first + 1, second + 1)))
            if kind in counts:
                raise row.error("this pair of colours stands twice: add up the counts in one row")
            if tile in tiles:
                raise row.error(f"tile {tile} stands twice: number the rows from 1 to {len(TILES)}")
            tiles.add(tile)
            counts[kind] = count
    with reading.catch():
        if reading.has_no_errors(path) and set(counts) != set(TILES):
            raise ComponentError(path.name, None, f"{len(counts)} pairs of colours: write one row for each of the six")
        if reading.has_no_errors(path) and sum(counts.values()) > N_TILES:
            raise ComponentError(path.name, None, f"{sum(counts.values())} tiles in all: a game has at most {N_TILES}")
    return tuple(counts.get(kind, 0) for kind in TILES)


# -- maps -------------------------------------------------------------------------------------------------------------


def map_files(name: str, path: Path | None) -> dict[str, Path]:
    """The map of that name, then the other maps of the component folder, or the shipped ones where it has none: bird
    first, then by their names."""
    folder = (path if path is not None and (path / MAPS).is_dir() else SHIPPED) / MAPS
    for entry in folder.iterdir():
        if entry.suffix != ".toml" and entry.name[0] != ".":
            raise ComponentError(entry, None, "no map: remove it, or call it NAME.toml")
    found = dict([map_file(name, path)])
    for other in sorted(folder.glob("*.toml"), key=lambda file: (file.stem != "bird", file.stem)):
        found.setdefault(other.stem, other)
    if len(found) > MAX_MAPS:
        raise ComponentError(folder, None, f"{len(found)} maps: a game has at most {MAX_MAPS}: remove some")
    return {f"{MAPS}/{stem}.toml": file for stem, file in found.items()}


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


def tables(path: Path | None = None, map_name: str = "bird") -> dict[str, Any]:
    """The content of every file in use, as plain data."""
    return component_set(map_name).raw_content(path)


COMPONENTS = component_set()
check, export, write = COMPONENTS.check, COMPONENTS.export, COMPONENTS.write
