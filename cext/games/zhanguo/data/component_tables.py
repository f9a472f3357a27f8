"""map.toml and boards.toml: from entries to tables, held against the rulebook and the engine's limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import (
    ChoiceValue,
    ComponentEntry,
    Forms,
    IntValue,
    ListValue,
    TextValue,
    data_schema,
    tables_schema,
)
from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_types import (
    ACTIONS,
    BLOCK_RULES,
    BLOCKS,
    BOARD_EFFECTS,
    BOARDS,
    MAX_SQUARES,
    N_REGIONS,
    N_SECTIONS,
    N_SITES,
    OFFICIALS,
    PLAYERS,
    SQUARE_KINDS,
    BlockAbility,
    Board,
)
from cext.kernel import json_schema as js

__all__ = ["BOARD", "BOARDS_SCHEMA", "BORDERS", "MAP_SCHEMA", "SQUARES", "Map", "read_boards", "read_map"]


@dataclass(frozen=True)
class Map:
    """What map.toml says; the fields are those of Components."""

    adjacent: tuple[int, ...]
    sites: tuple[str, ...]
    site_of: tuple[int, ...]
    squares: tuple[tuple[int, ...], ...]
    palace_slots: tuple[int, ...]
    markers: tuple[int, ...]


# -- map.toml -------------------------------------------------------------------------------------------------------


BORDERS = ListValue(ListValue(IntValue(1, N_REGIONS)))
SITES: Forms = {"name": TextValue(), "sections": IntValue(0, 99)}
SQUARES: Forms = {"region": IntValue(1, N_REGIONS), "kinds": ListValue(ChoiceValue(SQUARE_KINDS))}
BY_PLAYERS = "values: write one each for 2, 3 and 4 players"
SUPPLIES: Forms = {
    "palace_slots": ListValue(IntValue(0, 15), len(PLAYERS), BY_PLAYERS),
    "markers": ListValue(IntValue(0, 40), len(PLAYERS), BY_PLAYERS),
}
MAP_KEYS = ("adjacency", "wall_sites", "governor_squares", *SUPPLIES)


def read_map(path: Path, reading: ComponentReader) -> Map | None:
    """The gameboard; None if a part of it cannot be used."""
    table = reading.top_table(path, MAP_KEYS)
    adjacent = read_adjacency(path, table, reading)
    sites = read_sites(path, table.get("wall_sites"), reading) if "wall_sites" in table else ()
    squares = read_squares(path, table.get("governor_squares"), reading) if "governor_squares" in table else ()
    supplies = reading.data(path.name, table, SUPPLIES)
    if not reading.has_no_errors(path):
        return None
    site_of = tuple(section * N_SITES // N_SECTIONS for section in range(N_SECTIONS))
    return Map(adjacent, sites, site_of, squares, **supplies)


def read_adjacency(path: Path, table: Mapping[str, Any], reading: ComponentReader) -> tuple[int, ...]:
    """Neighbours of each region as bits; every region can be reached from every other."""
    adjacent = [0] * N_REGIONS
    borders = reading.data(path.name, table, {"adjacency": BORDERS})
    entry = ComponentEntry(path.name, "adjacency", {})
    with reading.catch():
        for pair in borders.get("adjacency", ()):
            if len(pair) != 2 or pair[0] == pair[1]:
                raise entry.error(f"{list(pair)} is not a pair of different regions: write [1, 2]")
            a, b = pair[0] - 1, pair[1] - 1
            if adjacent[a] >> b & 1:
                raise entry.error(f"{list(pair)} stands twice: name each border once")
            adjacent[a] |= 1 << b
            adjacent[b] |= 1 << a
        if borders and (cut_off := unreached(adjacent)) is not None:
            raise entry.error(f"region {cut_off} cannot be reached from region 1: add a border that joins it")
    return tuple(adjacent)


def unreached(adjacent: Sequence[int]) -> int | None:
    """A region, counted from 1, that cannot be reached from the first; None: all can."""
    reached = 1
    for _ in range(N_REGIONS):
        for region in range(N_REGIONS):
            if reached >> region & 1:
                reached |= adjacent[region]
    return next((region + 1 for region in range(N_REGIONS) if not reached >> region & 1), None)


def read_sites(path: Path, value: object, reading: ComponentReader) -> tuple[str, ...]:
    """Names of the 3 wall sites, of two sections each (1. Board)."""
    names: list[str] = []
    for entry, (name, sections) in reading.tables(path.name, "wall_sites", value, SITES):
        with reading.catch():
            if len(name.split()) != 1 or name in names:
                raise entry.error(f"name is {name!r}: give each site one word of its own")
            names.append(name)
            if sections != N_SECTIONS // N_SITES:
                raise entry.error(f"sections is {sections!r}: each site has {N_SECTIONS // N_SITES}")
    if reading.has_no_errors(path) and len(names) != N_SITES:
        reading.fault(path, "wall_sites", f"{len(names)} sites: there are {N_SITES}")
    return tuple(names)


def read_squares(path: Path, value: object, reading: ComponentReader) -> tuple[tuple[int, ...], ...]:
    """Governor bonus squares of each region (Available bonuses)."""
    squares: dict[int, tuple[int, ...]] = {}
    for entry, (region, kinds) in reading.tables(path.name, "governor_squares", value, SQUARES):
        with reading.catch():
            if region in squares:
                raise entry.error(f"region {region} stands twice: remove one")
            squares[region] = kinds
            if len(kinds) > MAX_SQUARES:
                raise entry.error(f"{len(kinds)} squares: the engine has room for {MAX_SQUARES} a region")
    for region in range(1, N_REGIONS + 1):
        if reading.has_no_errors(path) and region not in squares:
            reason = f"region {region} is missing: add it (kinds may be [])"
            reading.fault(path, "governor_squares", reason)
    return tuple(squares[region] for region in sorted(squares))


# -- boards.toml ----------------------------------------------------------------------------------------------------


BOARD: Forms = {
    "block": ChoiceValue(BLOCKS),
    "tracks": ListValue(IntValue(2, 4), N_REGIONS, f"lengths: write one for each of the {N_REGIONS} regions"),
    "no_palace": ListValue(
        ListValue(IntValue(1, 4)), N_REGIONS, f"lists: write one for each of the {N_REGIONS} regions"
    ),
    "officials": ListValue(IntValue(0, 3), len(OFFICIALS), "counts: write how many red, gray, white; 3 in all"),
}
ABILITIES: Forms = {
    "block": ChoiceValue(BLOCKS),
    "actions": ListValue(ChoiceValue(ACTIONS)),
    "effect": ChoiceValue(BOARD_EFFECTS),
}


def read_boards(path: Path, reading: ComponentReader) -> tuple[tuple[Board, ...], tuple[BlockAbility, ...]]:
    """The A side and the four B sides, and what the blocks of B-side abilities do."""
    table = reading.top_table(path, (*BOARDS, "abilities"))
    boards = [read_board(path.name, name, table[name], reading) for name in BOARDS if name in table]
    abilities = read_abilities(path, table["abilities"], reading) if "abilities" in table else ()
    return tuple(board for board in boards if board is not None), abilities


def read_board(file: str, name: str, value: object, reading: ComponentReader) -> Board | None:
    """One side: tracks of 2 to 4 slots whose last slot forbids palaces, and 3 officials at the start."""
    if not isinstance(value, dict):
        reason = f"not a table: write [{name}] with the keys {', '.join(BOARD)}"
        reading.errors.append(ComponentError(file, name, reason))
        return None
    before = len(reading.errors)
    read = reading.data(file, reading.known(file, value, BOARD, f"{name}."), BOARD, f"{name}.")

    def entry(key: str) -> ComponentEntry:
        return ComponentEntry(file, f"{name}.{key}", {})

    with reading.catch():
        if "officials" in read and sum(read["officials"]) != 3:
            counts = list(read["officials"])
            raise entry("officials").error(f"value is {counts}: write how many red, gray, white; 3 in all")
    with reading.catch():
        if "block" in read and (read["block"] == 0) != (name == "A"):
            rule = 'the A side has none: write "none"' if name == "A" else "a B side has one: write its name"
            raise entry("block").error(f"value is {BLOCKS[read['block']]!r}: {rule}")
    with reading.catch():
        if "tracks" in read and "no_palace" in read:
            read["no_palace"] = read_no_palace(entry("no_palace"), read["no_palace"], read["tracks"])
    return Board(name, **read) if len(reading.errors) == before else None


def read_no_palace(entry: ComponentEntry, levels: Sequence[Sequence[int]], slots: Sequence[int]) -> tuple[int, ...]:
    """Unrest levels that forbid palaces, as bits: the last slot, and the slot above the symbol (Build 1 palace)."""
    for region, (blocked, length) in enumerate(zip(levels, slots, strict=True), start=1):
        if length not in blocked:
            raise entry.error(f"region {region} lacks level {length}: the last slot always forbids palaces, add it")
        if max(blocked) > length or len(set(blocked)) != len(blocked):
            raise entry.error(f"region {region} holds {list(blocked)}: name levels 1 to {length}, each once")
    return tuple(sum(1 << level for level in blocked) for blocked in levels)


def read_abilities(path: Path, value: object, reading: ComponentReader) -> tuple[BlockAbility, ...]:
    """What the blocks do, which is what the engine is built for."""
    found = {}
    for entry, (block, actions, effect) in reading.tables(path.name, "abilities", value, ABILITIES):
        with reading.catch():
            rule = (BLOCKS[block], tuple(ACTIONS[action] for action in actions), BOARD_EFFECTS[effect])
            if rule not in BLOCK_RULES or rule in found:
                reason = "stands twice" if rule in found else "is no ability of the rulebook, the engine knows no other"
                raise entry.error(f"{rule[0]}: {' or '.join(rule[1])}: {rule[2]} {reason}: restore the shipped tables")
            found[rule] = BlockAbility(block, actions, effect)
    if reading.has_no_errors(path) and len(found) != len(BLOCK_RULES):
        reason = f"{len(found)} of {len(BLOCK_RULES)} tables: restore the shipped ones"
        reading.fault(path, "abilities", reason)
    return tuple(found[rule] for rule in BLOCK_RULES if rule in found)


# -- the forms of these files -----------------------------------------------------------------------------------------

MAP_SCHEMA = js.table(
    data_schema({"adjacency": BORDERS, **SUPPLIES}),
    wall_sites=tables_schema(SITES, N_SITES),
    governor_squares=tables_schema(SQUARES, N_REGIONS),
)
BOARDS_SCHEMA = js.table(
    {board: js.table(data_schema(BOARD)) for board in BOARDS}, abilities=tables_schema(ABILITIES, len(BLOCK_RULES))
)
