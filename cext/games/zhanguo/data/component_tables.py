"""ZhanGuo's component files: from rows and entries to tables, held against the rulebook and the engine's limits."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cext.games.card_decks import card_rows, neighbours, wall_rows
from cext.games.component_reader import ComponentReader, check_unique
from cext.games.component_schema import (
    ChoiceValue,
    ComponentEntry,
    Forms,
    IntValue,
    ListValue,
    TextValue,
    data_schema,
    keyed_rows,
    tables_schema,
)
from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ACTIONS,
    ASPECTS,
    BLOCK_RULES,
    BLOCKS,
    BOARD_EFFECTS,
    BOARDS,
    CRITERIA,
    MAX_SQUARES,
    N_CARDS,
    N_REGIONS,
    N_ROUNDS,
    N_SECTIONS,
    N_SITES,
    OFFICIALS,
    PLAYERS,
    REWARD_KINDS,
    SQUARE_KINDS,
    TASK_TYPES,
    TRIGGERS,
    BlockAbility,
    Board,
    Reward,
    Task,
)
from cext.kernel import json_schema as js

__all__ = [
    "BOARD", "BOARDS_SCHEMA", "BORDERS", "CARD_ROWS", "MAP_SCHEMA", "REWARD_ROWS", "SQUARES", "TASK_ROWS",
    "WALL_ROWS", "Map", "read_boards", "read_map", "read_rewards", "read_tasks",
]  # fmt: skip

TASKS_OF_A_TYPE = 4  # 10. Tasks
N_TASKS = TASKS_OF_A_TYPE * len(TASK_TYPES)


REGIONS = ListValue(IntValue(1, N_REGIONS))
CARD_ROWS = card_rows(N_CARDS, ASPECTS, TRIGGERS, ABILITIES)
REWARD_ROWS = keyed_rows(
    "reward",
    {
        "aspect": ChoiceValue(ASPECTS),
        "round": IntValue(1, N_ROUNDS),
        "kind": ChoiceValue(REWARD_KINDS),
        "regions": REGIONS,
    },
    " in round ",
)
TASK_ROWS = keyed_rows("tile", {"tile": IntValue(1, N_TASKS), "type": ChoiceValue(TASK_TYPES), "symbols": TextValue()})
WALL_ROWS = wall_rows(N_SECTIONS, CRITERIA)


# -- rewards.csv ----------------------------------------------------------------------------------------------------


def read_rewards(path: Path, reading: ComponentReader) -> tuple[tuple[Reward, ...], ...]:
    """The rewards table, a row an aspect and a column a round (Available rewards)."""

    def reward(row: ComponentEntry, aspect: int, number: int, kind: int, regions: Sequence[int]) -> Reward:
        found = Reward(kind, row.mask("regions", [region - 1 for region in regions]))
        check_reward(row, number, found)
        return found

    cells = reading.table(path, REWARD_ROWS, reward)
    if not reading.has_no_errors(path):
        return ()
    for number in (3, 4, 5):
        if all(REWARD_KINDS[cell.kind] != "governor" for cell in cells[number - 1 :: N_ROUNDS]):
            reading.fault(
                path, None, f"no governor in round {number}: the rulebook has governors in rounds 3, 4 and 5, add one"
            )
    return tuple(cells[first : first + N_ROUNDS] for first in range(0, len(cells), N_ROUNDS))


def check_reward(row: ComponentEntry, number: int, reward: Reward) -> None:
    """How many regions a reward depicts: governors 2 in rounds 3 and 4 and any in round 5, officials and workers 1."""
    kind, count = REWARD_KINDS[reward.kind], reward.regions.bit_count()
    if kind == "wall":
        fits, wanted = count == 0, "a wall has no region: leave regions empty"
    elif kind == "palace" or (kind == "governor" and number == N_ROUNDS):
        fits, wanted = count == N_REGIONS, "the player may choose any: write 1 2 3 4 5"
    elif kind == "governor":
        fits, wanted = count == 2 or (count > 0 and number < 3), "the player chooses 1 of 2: write two, such as 1 2"
    else:
        fits, wanted = count == 1, "the slot depicts one: write one of 1 to 5"
    if not fits:
        raise row.error(f"{kind} in round {number}, regions named: {count}: {wanted}")


# -- tasks.csv ------------------------------------------------------------------------------------------------------


def read_tasks(path: Path, sites: tuple[str, ...], reading: ComponentReader) -> tuple[Task, ...]:
    """The task tiles, 4 of each type with 2 to 4 symbols (10. Tasks; Tasks), walls first, then palaces, governors."""
    tasks: dict[int, Task] = {}
    seen: dict[object, ComponentEntry] = {}
    for row, (tile, kind, _) in reading.rows(path, TASK_ROWS):
        with reading.catch():
            check_unique(row, tile, f"tile {tile}", seen)
            tasks[tile] = read_task(row, kind, sites)
    if reading.has_no_errors(path):
        for kind, name in enumerate(TASK_TYPES):
            count = sum(task.type == kind for task in tasks.values())
            if count != TASKS_OF_A_TYPE:
                reason = f"{count} {name} tasks: there are {TASKS_OF_A_TYPE} of each type, correct the column type"
                reading.fault(path, None, reason)
    return tuple(sorted((tasks[tile] for tile in sorted(tasks)), key=lambda task: task.type))


def read_task(row: ComponentEntry, kind: int, sites: tuple[str, ...]) -> Task:
    """One tile: a site's symbol twice asks for both its sections; a region asks for at least 1 item."""
    if TASK_TYPES[kind] == "wall":
        symbols = row.read("symbols", ListValue(ChoiceValue(sites)))
        task = Task(kind, 0, tuple(symbols.count(site) for site in range(N_SITES)))
    else:
        symbols = row.read("symbols", REGIONS)
        task = Task(kind, row.mask("symbols", [region - 1 for region in symbols]), (0,) * N_SITES)
    if not 2 <= len(symbols) <= 4:
        raise row.error(f"symbols has {len(symbols)} entries: each tile has 2 to 4")
    if max(task.walls) > N_SECTIONS // N_SITES:
        raise row.error("a site stands three times: a player has at most 2 walls at a site, write it once or twice")
    return task


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
    adjacent: tuple[int, ...] = ()
    borders = reading.data(path.name, table, {"adjacency": BORDERS})
    with reading.catch():
        if borders:
            pairs = [[region - 1 for region in pair] for pair in borders["adjacency"]]
            names = [f"region {region}" for region in range(1, N_REGIONS + 1)]
            adjacent = neighbours(ComponentEntry(path.name, "adjacency", {}), pairs, names, "[1, 2]")
    sites = read_sites(path, table.get("wall_sites"), reading) if "wall_sites" in table else ()
    squares = read_squares(path, table.get("governor_squares"), reading) if "governor_squares" in table else ()
    supplies = reading.data(path.name, table, SUPPLIES)
    if not reading.has_no_errors(path):
        return None
    site_of = tuple(section * N_SITES // N_SECTIONS for section in range(N_SECTIONS))
    return Map(adjacent, sites, site_of, squares, **supplies)


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
BLOCK_ABILITY: Forms = {
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
    for entry, (block, actions, effect) in reading.tables(path.name, "abilities", value, BLOCK_ABILITY):
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
    {board: js.table(data_schema(BOARD)) for board in BOARDS}, abilities=tables_schema(BLOCK_ABILITY, len(BLOCK_RULES))
)
