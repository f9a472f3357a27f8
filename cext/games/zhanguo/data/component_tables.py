"""map.toml, boards.toml and numbers.toml: from entries to tables, held against the rulebook and the engine's limits."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_files import Entry, Reading, read_table
from cext.games.zhanguo.data.component_types import (
    ACTIONS,
    ALL_REGIONS,
    BLOCK_RULES,
    BLOCKS,
    BOARD_EFFECTS,
    BOARDS,
    MAX_SQUARES,
    MAX_TASK_SLOTS,
    N_REGIONS,
    N_SECTIONS,
    N_SITES,
    OFFICIALS,
    PLAYERS,
    SQUARE_KINDS,
    BlockAbility,
    Board,
    Numbers,
)

__all__ = ["Map", "read_boards", "read_map", "read_numbers"]


@dataclass(frozen=True)
class Map:
    """What map.toml says; the fields are those of Components."""

    adjacent: tuple[int, ...]
    sites: tuple[str, ...]
    site_of: tuple[int, ...]
    squares: tuple[tuple[int, ...], ...]
    palace_slots: tuple[int, ...]
    markers: tuple[int, ...]


def tables(file: str, key: str, value: object, *names: str) -> list[Entry]:
    """The entries of a TOML array of tables, called key[1], key[2], …"""
    if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
        raise ComponentError(file, key, f"not a list of tables: write each as [[{key}]]")
    entries = [Entry(file, f"{key}[{number}]", part) for number, part in enumerate(value, start=1)]
    for entry in entries:
        entry.keys(*names)
    return entries


def datum(file: str, key: str, value: object) -> Entry:
    """The entry of one TOML datum: a table with value, status and source."""
    if not isinstance(value, dict):
        raise ComponentError(file, key, "not a table: write { value = …, status = …, source = … }")
    entry = Entry(file, key, value)
    entry.keys("value")
    return entry


def same_keys(file: str, table: dict[str, object], names: Sequence[str], where: str | None = None) -> None:
    """Requires exactly these keys in a TOML table."""
    prefix = f"{where}." if where else ""
    for name in table:
        if name not in names:
            raise ComponentError(file, prefix + name, f"unknown key: the keys are {', '.join(names)}")
    for name in names:
        if name not in table:
            raise ComponentError(file, prefix + name, "the key is missing: add it")


# -- map.toml -------------------------------------------------------------------------------------------------------


def read_map(path: Path, reading: Reading) -> Map | None:
    """The gameboard; None if a part of it cannot be used."""
    table = read_table(path, reading)
    if table is None:
        return None
    with reading.catch():
        same_keys(path.name, table, ("adjacency", "wall_sites", "governor_squares", "palace_slots", "markers"))
        adjacent = read_adjacency(datum(path.name, "adjacency", table["adjacency"]), reading)
        sites, site_of = read_sites(path.name, table["wall_sites"], reading)
        squares = read_squares(path.name, table["governor_squares"], reading)
        palace_slots = read_per_players(datum(path.name, "palace_slots", table["palace_slots"]), 15, reading)
        markers = read_per_players(datum(path.name, "markers", table["markers"]), 40, reading)
        return Map(adjacent, sites, site_of, squares, palace_slots, markers)
    return None


def read_adjacency(entry: Entry, reading: Reading) -> tuple[int, ...]:
    """Neighbours of each region as bits; every region can be reached from every other."""
    adjacent = [0] * N_REGIONS
    for pair in entry.lists("value", 1, N_REGIONS):
        if len(pair) != 2 or pair[0] == pair[1]:
            raise entry.error(f"{list(pair)} is not a pair of different regions: write [1, 2]")
        a, b = pair[0] - 1, pair[1] - 1
        if adjacent[a] >> b & 1:
            raise entry.error(f"{list(pair)} stands twice: name each border once")
        adjacent[a] |= 1 << b
        adjacent[b] |= 1 << a
    reached = 1
    for _ in range(N_REGIONS):
        for region in range(N_REGIONS):
            if reached >> region & 1:
                reached |= adjacent[region]
    if reached != ALL_REGIONS:
        cut_off = next(region + 1 for region in range(N_REGIONS) if not reached >> region & 1)
        raise entry.error(f"region {cut_off} cannot be reached from region 1: add a border that joins it")
    reading.count(entry)
    return tuple(adjacent)


def read_sites(file: str, value: object, reading: Reading) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Names of the 3 wall sites and the site of each of the 6 sections (1. Board)."""
    entries = tables(file, "wall_sites", value, "name", "sections")
    names: list[str] = []
    for entry in entries:
        name = entry.values["name"]
        if not isinstance(name, str) or len(name.split()) != 1 or name in names:
            raise entry.error(f"name is {name!r}: give each site one word of its own")
        names.append(name)
        per_site = N_SECTIONS // N_SITES
        if entry.values["sections"] != per_site:
            raise entry.error(f"sections is {entry.values['sections']!r}: each site has {per_site}")
        reading.count(entry)
    if len(names) != N_SITES:
        raise ComponentError(file, "wall_sites", f"{len(names)} sites: there are {N_SITES}")
    return tuple(names), tuple(section * N_SITES // N_SECTIONS for section in range(N_SECTIONS))


def read_squares(file: str, value: object, reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Governor bonus squares of each region (Available bonuses)."""
    squares: dict[int, tuple[int, ...]] = {}
    for entry in tables(file, "governor_squares", value, "region", "kinds"):
        region = entry.integer("region", 1, N_REGIONS)
        if region in squares:
            raise entry.error(f"region {region} stands twice: remove one")
        squares[region] = entry.choices("kinds", SQUARE_KINDS)
        if len(squares[region]) > MAX_SQUARES:
            raise entry.error(f"{len(squares[region])} squares: the engine has room for {MAX_SQUARES} a region")
        reading.count(entry)
    for region in range(1, N_REGIONS + 1):
        if region not in squares:
            raise ComponentError(file, "governor_squares", f"region {region} is missing: add it (kinds may be [])")
    return tuple(squares[region] for region in range(1, N_REGIONS + 1))


def read_per_players(entry: Entry, high: int, reading: Reading) -> tuple[int, ...]:
    """A number for each number of players."""
    values = entry.integers("value", 0, high)
    if len(values) != len(PLAYERS):
        raise entry.error(f"{len(values)} values: write one each for 2, 3 and 4 players")
    reading.count(entry)
    return values


# -- boards.toml ----------------------------------------------------------------------------------------------------


def read_boards(path: Path, reading: Reading) -> tuple[tuple[Board, ...], tuple[BlockAbility, ...]]:
    """The A side and the four B sides, and what the blocks of B-side abilities do."""
    table = read_table(path, reading)
    boards: list[Board] = []
    abilities: tuple[BlockAbility, ...] = ()
    if table is None:
        return (), ()
    with reading.catch():
        same_keys(path.name, table, (*BOARDS, "abilities"))
        for name in BOARDS:
            with reading.catch():
                boards.append(read_board(path.name, name, table[name], reading))
        abilities = read_abilities(path.name, table["abilities"], reading)
    return tuple(boards), abilities


def read_board(file: str, name: str, value: object, reading: Reading) -> Board:
    """One side: tracks of 2 to 4 slots whose last slot forbids palaces, and 3 officials at the start."""
    keys = ("block", "tracks", "no_palace", "officials")
    if not isinstance(value, dict):
        raise ComponentError(file, name, f"not a table: write [{name}] with the keys {', '.join(keys)}")
    same_keys(file, value, keys, name)
    block, tracks, no_palace, officials = (datum(file, f"{name}.{key}", value[key]) for key in keys)
    slots = tracks.integers("value", 2, 4)
    if len(slots) != N_REGIONS:
        raise tracks.error(f"{len(slots)} lengths: write one for each of the {N_REGIONS} regions")
    counts = officials.integers("value", 0, 3)
    if len(counts) != len(OFFICIALS) or sum(counts) != 3:
        raise officials.error(f"value is {list(counts)}: write how many red, gray, white; 3 in all")
    number = block.choice("value", BLOCKS)
    if (number == 0) != (name == "A"):
        rule = 'the A side has none: write "none"' if name == "A" else "a B side has one: write its name"
        raise block.error(f"value is {BLOCKS[number]!r}: {rule}")
    masks = read_no_palace(no_palace, slots)
    for entry in (block, tracks, no_palace, officials):
        reading.count(entry)
    return Board(name, number, slots, masks, counts)


def read_no_palace(entry: Entry, slots: Sequence[int]) -> tuple[int, ...]:
    """Unrest levels that forbid palaces, as bits: the last slot, and the slot above the symbol (Build 1 palace)."""
    levels = entry.lists("value", 1, 4)
    if len(levels) != N_REGIONS:
        raise entry.error(f"{len(levels)} lists: write one for each of the {N_REGIONS} regions")
    for region, (blocked, length) in enumerate(zip(levels, slots, strict=True), start=1):
        if length not in blocked:
            raise entry.error(f"region {region} lacks level {length}: the last slot always forbids palaces, add it")
        if max(blocked) > length or len(set(blocked)) != len(blocked):
            raise entry.error(f"region {region} holds {list(blocked)}: name levels 1 to {length}, each once")
    return tuple(sum(1 << level for level in blocked) for blocked in levels)


def read_abilities(file: str, value: object, reading: Reading) -> tuple[BlockAbility, ...]:
    """What the blocks do, which is what the engine is built for."""
    found = {}
    for entry in tables(file, "abilities", value, "block", "actions", "effect"):
        block, effect = entry.choice("block", BLOCKS), entry.choice("effect", BOARD_EFFECTS)
        actions = entry.choices("actions", ACTIONS)
        rule = (BLOCKS[block], tuple(ACTIONS[action] for action in actions), BOARD_EFFECTS[effect])
        if rule not in BLOCK_RULES or rule in found:
            reason = "stands twice" if rule in found else "is no ability of the rulebook, the engine knows no other"
            raise entry.error(f"{rule[0]}: {' or '.join(rule[1])}: {rule[2]} {reason}: restore the shipped tables")
        reading.count(entry)
        found[rule] = BlockAbility(block, actions, effect)
    if len(found) != len(BLOCK_RULES):
        raise ComponentError(file, "abilities", f"{len(found)} of {len(BLOCK_RULES)} tables: restore the shipped ones")
    return tuple(found[rule] for rule in BLOCK_RULES)


# -- numbers.toml ---------------------------------------------------------------------------------------------------


def read_numbers(path: Path, reading: Reading) -> Numbers | None:
    """The numbers; None if one of them cannot be used."""
    table = read_table(path, reading)
    if table is None:
        return None
    before = len(reading.errors)
    values: dict[str, Any] = {}
    with reading.catch():
        same_keys(path.name, table, [spec.name for spec in fields(Numbers)])
        for spec in fields(Numbers):
            with reading.catch():
                entry = datum(path.name, spec.name, table[spec.name])
                values[spec.name] = read_number(entry, **spec.metadata)
                reading.count(entry)
    if len(reading.errors) > before:
        return None
    return Numbers(**values)


def read_number(
    entry: Entry,
    *,
    low: int = 0,
    high: int = 0,
    length: int | None = None,
    slots: bool = False,
    fixed: int | tuple[int, ...] | None = None,
) -> int | tuple[int, ...]:
    """A number or a list of numbers within the limits that the fields of Numbers state."""
    if fixed is not None:
        value = entry.values["value"]
        shown = list(fixed) if isinstance(fixed, tuple) else fixed
        if value != shown or isinstance(value, bool):
            raise entry.error(f"value is {value!r}: the engine is built for {shown}, restore it")
        return fixed
    if slots:
        return read_slots(entry, low, high)
    if length is None:
        return entry.integer("value", low, high)
    numbers = entry.integers("value", low, high)
    if len(numbers) != length:
        raise entry.error(f"{len(numbers)} numbers: write {length}")
    return numbers


def read_slots(entry: Entry, low: int, high: int) -> tuple[int, ...]:
    """VP of the task slots: players take the first empty one, so that none may be worth more than the one before."""
    vp = entry.integers("value", low, high)
    if not 1 <= len(vp) <= MAX_TASK_SLOTS:
        raise entry.error(f"{len(vp)} slots: write 1 to {MAX_TASK_SLOTS}")
    if list(vp) != sorted(vp, reverse=True):
        raise entry.error(f"value is {list(vp)}: write the slots from most to least VP")
    return vp
