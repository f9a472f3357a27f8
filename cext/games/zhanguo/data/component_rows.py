"""cards.csv, rewards.csv, tasks.csv and wall_tiles.csv: from rows to tables, held against the rulebook."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from cext.games.card_decks import card_rows, wall_rows
from cext.games.component_reader import ComponentReader, check_unique
from cext.games.component_schema import ChoiceValue, ComponentEntry, Csv, IntValue, ListValue, TextValue
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ASPECTS,
    CRITERIA,
    N_CARDS,
    N_REGIONS,
    N_ROUNDS,
    N_SECTIONS,
    N_SITES,
    REWARD_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Face,
    Reward,
    Task,
)

__all__ = [
    "CARD_ROWS", "REWARD_ROWS", "TASK_ROWS", "WALL_ROWS", "read_rewards", "read_tasks", "read_wall_tiles",
]  # fmt: skip

TASKS_OF_A_TYPE = 4  # 10. Tasks
N_TASKS = TASKS_OF_A_TYPE * len(TASK_TYPES)


REGIONS = ListValue(IntValue(1, N_REGIONS))
CARD_ROWS = card_rows(N_CARDS, ASPECTS, TRIGGERS, ABILITIES)
REWARD_ROWS = Csv(
    {
        "aspect": ChoiceValue(ASPECTS),
        "round": IntValue(1, N_ROUNDS),
        "kind": ChoiceValue(REWARD_KINDS),
        "regions": REGIONS,
    },
    len(ASPECTS) * N_ROUNDS,
)
TASK_ROWS = Csv({"tile": IntValue(1, N_TASKS), "type": ChoiceValue(TASK_TYPES), "symbols": TextValue()}, N_TASKS)
WALL_ROWS = wall_rows(N_SECTIONS, CRITERIA)


def mask_of(row: ComponentEntry, key: str, regions: Sequence[int]) -> int:
    """Regions as bits; none may be named twice."""
    if len(set(regions)) != len(regions):
        raise row.error(f"{key} names a region twice: name each once")
    return sum(1 << region - 1 for region in regions)


# -- rewards.csv ----------------------------------------------------------------------------------------------------


def read_rewards(path: Path, reading: ComponentReader) -> tuple[tuple[Reward, ...], ...]:
    """The rewards table, a row an aspect and a column a round (Available rewards)."""
    cells: dict[str, Reward] = {}
    seen: dict[object, ComponentEntry] = {}
    for row, (aspect, number, kind, regions) in reading.rows(path, REWARD_ROWS):
        with reading.catch():
            name = cell_name(aspect, number)
            check_unique(row, name, f"the reward for {name}", seen)
            cells[name] = Reward(kind, mask_of(row, "regions", regions))
            check_reward(row, number, cells[name])
    table = [[cell_name(aspect, number) for number in range(1, N_ROUNDS + 1)] for aspect in range(len(ASPECTS))]
    reading.complete(path, "reward", chain(*table), cells)
    if not reading.has_no_errors(path):
        return ()
    for number in (3, 4, 5):
        if all(REWARD_KINDS[cells[line[number - 1]].kind] != "governor" for line in table):
            reading.fault(
                path, None, f"no governor in round {number}: the rulebook has governors in rounds 3, 4 and 5, add one"
            )
    return tuple(tuple(cells[name] for name in line) for line in table)


def cell_name(aspect: int, number: int) -> str:
    """A cell of the rewards table."""
    return f"{ASPECTS[aspect]} in round {number}"


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
        task = Task(kind, mask_of(row, "symbols", symbols), (0,) * N_SITES)
    if not 2 <= len(symbols) <= 4:
        raise row.error(f"symbols has {len(symbols)} entries: each tile has 2 to 4")
    if max(task.walls) > N_SECTIONS // N_SITES:
        raise row.error("a site stands three times: a player has at most 2 walls at a site, write it once or twice")
    return task


# -- wall_tiles.csv -------------------------------------------------------------------------------------------------


def read_wall_tiles(path: Path, reading: ComponentReader) -> tuple[tuple[Face, Face], ...]:
    """The 6 wall tiles with two faces each, every criterion on one face (Wall tiles)."""
    faces: dict[str, Face] = {}
    places: dict[object, ComponentEntry] = {}
    criteria: dict[object, ComponentEntry] = {}
    for row, (tile, face, criterion, *vp) in reading.rows(path, WALL_ROWS):
        with reading.catch():
            check_unique(row, (tile, face), f"face {face} of tile {tile}", places)
            faces[f"{tile} face {face}"] = Face(criterion, tuple(vp))
            check_unique(row, criterion, f"criterion {CRITERIA[criterion]}", criteria)
    every = [f"{tile} face {face}" for tile in range(1, N_SECTIONS + 1) for face in (1, 2)]
    reading.complete(path, "wall tile", every, faces)
    if not reading.has_no_errors(path):
        return ()
    return tuple((faces[front], faces[back]) for front, back in zip(every[::2], every[1::2], strict=True))
