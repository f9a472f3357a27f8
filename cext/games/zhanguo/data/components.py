"""The component files of ZhanGuo and the tables they become, which are described in component_types.py.

An error is a rule of the rulebook broken, or something the engine has no room for. A warning is a difference from what
is known of the printed game (component_warnings.py): deliberate, perhaps, in an edited copy.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cext.games.card_decks import read_cards, read_wall_tiles
from cext.games.component_reader import ComponentReader
from cext.games.component_schema import data_schema, forms_of
from cext.games.components import ComponentSet, digest, provenance
from cext.games.errors import ComponentError
from cext.games.zhanguo.data.component_tables import (
    BOARDS_SCHEMA,
    CARD_ROWS,
    MAP_SCHEMA,
    REWARD_ROWS,
    TASK_ROWS,
    WALL_ROWS,
    read_boards,
    read_map,
    read_rewards,
    read_tasks,
)
from cext.games.zhanguo.data.component_types import ASPECTS, CRITERIA, OFFICIALS, Board, Components, Face, Numbers
from cext.games.zhanguo.data.component_warnings import warnings
from cext.kernel import json_schema as js

__all__ = ["COMPONENTS", "SHIPPED", "check", "digest", "export", "load", "provenance", "tables", "write"]


def read(files: Mapping[str, Path], reading: ComponentReader) -> Components | None:
    """The tables of the files."""
    numbers = reading.numbers(files["numbers.toml"], Numbers)
    gameboard = read_map(files["map.toml"], reading)
    boards, abilities = read_boards(files["boards.toml"], reading)
    cards = read_cards(files["cards.csv"], reading, CARD_ROWS, ASPECTS)
    rewards = read_rewards(files["rewards.csv"], reading)
    tasks = read_tasks(files["tasks.csv"], gameboard.sites, reading) if gameboard else ()
    wall_tiles = read_wall_tiles(files["wall_tiles.csv"], reading, WALL_ROWS, CRITERIA)
    if "supply_officials" in numbers:
        check_supply(files["boards.toml"].name, boards, numbers["supply_officials"], reading)
    if reading.errors or gameboard is None:
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
        numbers=Numbers(**numbers),
        statuses=reading.counted(),
    )


def check_supply(file: str, boards: Iterable[Board], supply: int, reading: ComponentReader) -> None:
    """The officials a player starts with come out of his supply (13. Officials)."""
    for board in boards:
        for name, count in zip(OFFICIALS, board.officials, strict=True):
            if count > supply:
                reason = f"{count} {name} at the start: a player has {supply} (supply_officials), correct one of them"
                reading.errors.append(ComponentError(file, f"{board.name}.officials", reason))


def by_criterion(faces: Iterable[Face]) -> tuple[tuple[int, ...], ...]:
    """VP of the faces in the order of CRITERIA."""
    return tuple(face.vp for face in sorted(faces, key=lambda face: face.criterion))


def last_slots_follow(file: str, before: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    """The last slot of an unrest track forbids palaces, wherever it is (Build 1 palace): where a track has got another
    length, the level that forbids them moves along, and levels that are gone no longer do."""
    if file != "boards.toml":
        return
    for name, board in content.items():
        if not isinstance(board, Mapping):
            continue
        tracks = zip(before[name]["tracks"]["value"], board["tracks"]["value"], strict=False)
        for region, (old, new) in enumerate(tracks):
            levels = board["no_palace"]["value"]
            if old != new and isinstance(new, int) and region < len(levels):
                levels[region] = [*(level for level in levels[region] if level < new and level != old), new]


SHIPPED = Path(__file__).parent
COMPONENTS = ComponentSet(
    shipped=SHIPPED,
    csv={"cards.csv": CARD_ROWS, "rewards.csv": REWARD_ROWS, "tasks.csv": TASK_ROWS, "wall_tiles.csv": WALL_ROWS},
    toml={
        "boards.toml": BOARDS_SCHEMA,
        "map.toml": MAP_SCHEMA,
        "numbers.toml": js.table(data_schema(forms_of(Numbers))),
    },
    read=read,
    warnings=warnings,
    follow=last_slots_follow,
)
load, check, export = COMPONENTS.load, COMPONENTS.check, COMPONENTS.export
tables, write = COMPONENTS.raw_content, COMPONENTS.write
