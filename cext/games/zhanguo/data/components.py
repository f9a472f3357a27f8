"""The component data of ZhanGuo as the engine and the user see it: load, check, export, provenance, digest.

    load(path=None) -> Components    path: a directory with some or all of FILES; the others are the shipped ones
    check(path) -> list[str]         every finding as one line, "error: …" or "warning: …"; [] when there is none
    export(dest)                     copies the shipped files to a new or empty directory
    provenance(components)           {"rulebook": n, "inferred": n, "reconstructed": n}: data by status
    digest(components)               SHA-256 of the values (not of statuses and sources), the same for equal tables

An error (a rule of the rulebook broken, or something the engine has no room for) is a ComponentError with file, row
or key, reason and remedy. A warning (see component_warnings.py) is a difference from what is known of the printed
game: deliberate, perhaps, in an edited copy. CSV rows are counted as a spreadsheet does: the header is row 1.

Fields (dataclasses of component_types.py, frozen, plain tuples of ints; all indices from 0, "mask" = bit i for i):

Components
    cards         tuple[Card]             120; card n stands at n - 1
    adjacent      tuple[int]              by region: mask of its neighbours
    sites         tuple[str]              names of the 3 wall sites
    site_of       tuple[int]              by section (6): its site
    squares       tuple[tuple[int]]       by region: SQUARE_KINDS of its bonus squares, 0 to MAX_SQUARES of them
    palace_slots  tuple[int]              per region, at players - 2
    markers       tuple[int]              value-1 markers of each aspect, at players - 2
    boards        tuple[Board]            by BOARDS (A, circle, square, triangle, star)
    abilities     tuple[BlockAbility]     of the blocks (fixed; in the order of BLOCK_RULES)
    rewards       tuple[tuple[Reward]]    [aspect][round]
    tasks         tuple[Task]             12: 0-3 wall, 4-7 palace, 8-11 governor
    wall_tiles    tuple[(Face, Face)]     6
    wall_vp       tuple[tuple[int]]       [criterion][rods - 1]
    numbers       Numbers                 fields named as the keys of numbers.toml
    statuses      tuple[(str, int)]       data by STATUSES
Card              number (1-120), aspect (ASPECTS), trigger (TRIGGERS), ability (ABILITIES)
Board             name, block (BLOCKS), tracks[region], no_palace[region] (mask of unrest levels), officials[type]
BlockAbility      block (BLOCKS), actions (tuple of ACTIONS), effect (BOARD_EFFECTS)
Reward            kind (REWARD_KINDS), regions (mask; 0 for a wall)
Task              type (TASK_TYPES), regions (mask; 0 for wall tasks), walls[site] (walls wanted; 0 for the others)
Face              criterion (CRITERIA), vp[rods - 1]
"""

from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from cext.games.component_files import STATUSES, digest_of, export_files, locate_files
from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_files import Reading
from cext.games.zhanguo.data.component_rows import read_cards, read_rewards, read_tasks, read_wall_tiles
from cext.games.zhanguo.data.component_tables import read_boards, read_map, read_numbers
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
    MAX_TASK_SLOTS,
    OFFICIALS,
    REWARD_KINDS,
    SQUARE_KINDS,
    TASK_TYPES,
    TRIGGERS,
    BlockAbility,
    Board,
    Card,
    Components,
    Face,
    Numbers,
    Reward,
    Task,
)
from cext.games.zhanguo.data.component_warnings import warnings

__all__ = [
    "ABILITIES", "ACTIONS", "ASPECTS", "BLOCKS", "BLOCK_RULES", "BOARDS", "BOARD_EFFECTS", "CRITERIA", "FILES",
    "MAX_SQUARES", "MAX_TASK_SLOTS", "OFFICIALS", "REWARD_KINDS", "SHIPPED", "SQUARE_KINDS", "STATUSES", "TASK_TYPES",
    "TRIGGERS", "BlockAbility", "Board", "Card", "Components", "Face", "Numbers", "Reward", "Task", "check", "digest",
    "export", "load", "provenance",
]  # fmt: skip

SHIPPED = Path(__file__).parent
FILES = ("boards.toml", "cards.csv", "map.toml", "numbers.toml", "rewards.csv", "tasks.csv", "wall_tiles.csv")


def load(path: Path | None = None) -> Components:
    """The tables of a directory, or the shipped ones; raises ComponentError for the first error."""
    reading = Reading()
    components = read(locate(path), reading)
    if reading.errors:
        raise reading.errors[0]
    assert components is not None
    return components


def check(path: Path | None = None) -> list[str]:
    """Every error of a directory; if there is none, every way in which it departs from the printed game."""
    reading = Reading()
    try:
        components = read(locate(path), reading)
    except ComponentError as error:
        reading.errors.append(error)
        components = None
    if reading.errors or components is None:
        return [f"error: {error}" for error in reading.errors]
    return [f"warning: {warning}" for warning in warnings(components, load())]


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
    return digest_of(content)


def locate(path: Path | None) -> dict[str, Path]:
    """Where each file is read from: the directory given, else the shipped data."""
    return locate_files(path, SHIPPED, FILES)


def read(files: dict[str, Path], reading: Reading) -> Components | None:
    """The tables, or None together with errors in `reading`."""
    numbers = read_numbers(files["numbers.toml"], reading)
    gameboard = read_map(files["map.toml"], reading)
    boards, abilities = read_boards(files["boards.toml"], reading)
    cards = read_cards(files["cards.csv"], reading)
    rewards = read_rewards(files["rewards.csv"], reading)
    tasks = read_tasks(files["tasks.csv"], gameboard.sites, reading) if gameboard else ()
    wall_tiles = read_wall_tiles(files["wall_tiles.csv"], reading)
    with reading.catch():
        check_supply(files["boards.toml"].name, boards, numbers)
    if reading.errors or numbers is None or gameboard is None:
        return None
    return Components(
        cards=cards,
        adjacent=gameboard.adjacent,
        sites=gameboard.sites,
        site_of=gameboard.site_of,
        squares=gameboard.squares,
        palace_slots=gameboard.palace_slots,
        markers=gameboard.markers,
        boards=boards,
        abilities=abilities,
        rewards=rewards,
        tasks=tasks,
        wall_tiles=wall_tiles,
        wall_vp=by_criterion(face for tile in wall_tiles for face in tile),
        numbers=numbers,
        statuses=tuple((status, reading.statuses[status]) for status in STATUSES),
    )


def check_supply(file: str, boards: Iterable[Board], numbers: Numbers | None) -> None:
    """The officials a player starts with come out of his supply (13. Officials)."""
    if numbers is None:
        return
    supply = numbers.supply_officials
    for board in boards:
        for name, count in zip(OFFICIALS, board.officials, strict=True):
            if count > supply:
                reason = f"{count} {name} at the start: a player has {supply} (supply_officials), correct one of them"
                raise ComponentError(file, f"{board.name}.officials", reason)


def by_criterion(faces: Iterable[Face]) -> tuple[tuple[int, ...], ...]:
    """VP of the faces in the order of CRITERIA."""
    return tuple(face.vp for face in sorted(faces, key=lambda face: face.criterion))
