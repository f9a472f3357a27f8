"""cards.csv, rewards.csv, tasks.csv and wall_tiles.csv: from rows to tables, held against the rulebook."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_files import Entry, Reading, read_csv
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ASPECTS,
    CRITERIA,
    DECK,
    N_CARDS,
    N_REGIONS,
    N_ROUNDS,
    N_SECTIONS,
    N_SITES,
    REWARD_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Card,
    Face,
    Reward,
    Task,
)

__all__ = ["read_cards", "read_rewards", "read_tasks", "read_wall_tiles"]

TASKS_OF_A_TYPE = 4  # 10. Tasks


def region_mask(entry: Entry, key: str) -> int:
    """The regions listed under a key as bits; none may be listed twice."""
    regions = entry.integers(key, 1, N_REGIONS)
    if len(set(regions)) != len(regions):
        raise entry.error(f"{key} names a region twice: name each once")
    return sum(1 << region - 1 for region in regions)


def once(entry: Entry, key: object, what: str, seen: dict[object, Entry]) -> None:
    """Refuses a second entry for the same thing."""
    if key in seen:
        raise entry.error(f"{what} stands twice (first in row {seen[key].where}): remove one or correct its name")
    seen[key] = entry


def missing(path: Path, what: str, names: Iterable[object]) -> None:
    """Refuses a file that leaves some of these names out."""
    left_out = [str(name) for name in names]
    if left_out:
        shown = ", ".join(left_out[:5]) + (" …" if len(left_out) > 5 else "")
        raise ComponentError(path.name, None, f"no row for {what} {shown}: add what is missing")


def read_cards(path: Path, reading: Reading) -> tuple[Card, ...]:
    """The cards: ivory deck 1-40, orange 41-80, brown 81-120 (The cards)."""
    cards: dict[int, Card] = {}
    seen: dict[object, Entry] = {}
    before = len(reading.errors)
    for entry in read_csv(path, ("number", "aspect", "trigger", "ability"), reading):
        with reading.catch():
            number = entry.integer("number", 1, N_CARDS)
            once(entry, number, f"card {number}", seen)
            aspect = entry.choice("aspect", ASPECTS)
            if aspect != (number - 1) // DECK:
                deck = ASPECTS[(number - 1) // DECK]
                raise entry.error(f"card {number} has aspect {ASPECTS[aspect]}: its deck is {deck}, write that")
            cards[number] = Card(number, aspect, entry.choice("trigger", TRIGGERS), entry.choice("ability", ABILITIES))
            reading.count(entry)
    if len(reading.errors) == before:
        with reading.catch():
            missing(path, "card", (number for number in range(1, N_CARDS + 1) if number not in cards))
    return tuple(cards[number] for number in sorted(cards))


# -- rewards.csv ----------------------------------------------------------------------------------------------------


def read_rewards(path: Path, reading: Reading) -> tuple[tuple[Reward, ...], ...]:
    """The rewards table, a row an aspect and a column a round (Available rewards)."""
    cells: dict[tuple[int, int], Reward] = {}
    seen: dict[object, Entry] = {}
    before = len(reading.errors)
    for entry in read_csv(path, ("aspect", "round", "kind", "regions"), reading):
        with reading.catch():
            aspect, number = entry.choice("aspect", ASPECTS), entry.integer("round", 1, N_ROUNDS)
            once(entry, (aspect, number), f"the reward for {ASPECTS[aspect]} in round {number}", seen)
            reward = Reward(entry.choice("kind", REWARD_KINDS), region_mask(entry, "regions"))
            check_reward(entry, number, reward)
            cells[aspect, number] = reward
            reading.count(entry)
    if len(reading.errors) > before:
        return ()
    every = [(aspect, number) for aspect in range(len(ASPECTS)) for number in range(1, N_ROUNDS + 1)]
    with reading.catch():
        missing(path, "reward", (f"{ASPECTS[a]} in round {r}" for a, r in every if (a, r) not in cells))
        for number in (3, 4, 5):
            if all(REWARD_KINDS[cells[aspect, number].kind] != "governor" for aspect in range(len(ASPECTS))):
                reason = f"no governor in round {number}: the rulebook has governors in rounds 3, 4 and 5, add one"
                raise ComponentError(path.name, None, reason)
        return tuple(tuple(cells[aspect, r + 1] for r in range(N_ROUNDS)) for aspect in range(len(ASPECTS)))
    return ()


def check_reward(entry: Entry, number: int, reward: Reward) -> None:
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
        raise entry.error(f"{kind} in round {number}, regions named: {count}: {wanted}")


# -- tasks.csv ------------------------------------------------------------------------------------------------------


def read_tasks(path: Path, sites: Sequence[str], reading: Reading) -> tuple[Task, ...]:
    """The task tiles, 4 of each type with 2 to 4 symbols (10. Tasks; Tasks), walls first, then palaces, governors."""
    tasks: dict[int, Task] = {}
    seen: dict[object, Entry] = {}
    before = len(reading.errors)
    for entry in read_csv(path, ("tile", "type", "symbols"), reading):
        with reading.catch():
            tile = entry.integer("tile", 1, TASKS_OF_A_TYPE * len(TASK_TYPES))
            once(entry, tile, f"tile {tile}", seen)
            kind = entry.choice("type", TASK_TYPES)
            tasks[tile] = read_task(entry, kind, sites)
            reading.count(entry)
    if len(reading.errors) > before:
        return ()
    with reading.catch():
        for kind, name in enumerate(TASK_TYPES):
            count = sum(task.type == kind for task in tasks.values())
            if count != TASKS_OF_A_TYPE:
                reason = f"{count} {name} tasks: there are {TASKS_OF_A_TYPE} of each type, correct the column type"
                raise ComponentError(path.name, None, reason)
    return tuple(sorted((tasks[tile] for tile in sorted(tasks)), key=lambda task: task.type))


def read_task(entry: Entry, kind: int, sites: Sequence[str]) -> Task:
    """One tile: a site's symbol twice asks for both its sections; a region asks for at least 1 item."""
    if TASK_TYPES[kind] == "wall":
        symbols = entry.choices("symbols", sites)
        task = Task(kind, 0, tuple(symbols.count(site) for site in range(N_SITES)))
    else:
        symbols = entry.integers("symbols", 1, N_REGIONS)
        task = Task(kind, region_mask(entry, "symbols"), (0,) * N_SITES)
    if not 2 <= len(symbols) <= 4:
        raise entry.error(f"symbols has {len(symbols)} entries: each tile has 2 to 4")
    if max(task.walls) > N_SECTIONS // N_SITES:
        raise entry.error("a site stands three times: a player has at most 2 walls at a site, write it once or twice")
    return task


# -- wall_tiles.csv -------------------------------------------------------------------------------------------------


def read_wall_tiles(path: Path, reading: Reading) -> tuple[tuple[Face, Face], ...]:
    """The 6 wall tiles with two faces each, every criterion on one face (Wall tiles)."""
    faces: dict[tuple[int, int], Face] = {}
    places: dict[object, Entry] = {}
    criteria: dict[object, Entry] = {}
    before = len(reading.errors)
    for entry in read_csv(path, ("tile", "face", "criterion", "vp_1", "vp_2", "vp_3"), reading):
        with reading.catch():
            tile, face = entry.integer("tile", 1, N_SECTIONS), entry.integer("face", 1, 2)
            once(entry, (tile, face), f"face {face} of tile {tile}", places)
            criterion = entry.choice("criterion", CRITERIA)
            once(entry, criterion, f"criterion {CRITERIA[criterion]}", criteria)
            vp = tuple(entry.integer(f"vp_{rods}", 0, 99) for rods in (1, 2, 3))
            faces[tile, face] = Face(criterion, vp)
            reading.count(entry)
    if len(reading.errors) > before:
        return ()
    every = [(tile, face) for tile in range(1, N_SECTIONS + 1) for face in (1, 2)]
    with reading.catch():
        missing(path, "wall tile", (f"{tile} face {face}" for tile, face in every if (tile, face) not in faces))
        return tuple((faces[tile, 1], faces[tile, 2]) for tile in range(1, N_SECTIONS + 1))
    return ()
