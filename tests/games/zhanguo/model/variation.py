"""Component files of a game that was never printed: everything an edited copy may vary, drawn at random."""

from pathlib import Path
from random import Random
from typing import Any

from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ASPECTS,
    BLOCKS,
    BOARDS,
    CRITERIA,
    REWARD_KINDS,
    SQUARE_KINDS,
    TRIGGERS,
)
from tests.games.variations import Row, Vary, any_ability, any_borders, wall_faces, write_varied

SITES = ("turquoise", "gold", "jade")
REGIONS = range(1, 6)


def write_variation(folder: Path, seed: int) -> Path:
    """All component files of variation number `seed`."""
    draw = Random(seed)
    values = {f"boards.toml/{name}": board(draw, name) for name in BOARDS}
    values |= {"map.toml": gameboard(draw), "numbers.toml": numbers(draw)}
    with_governor = {number: draw.choice(ASPECTS) for number in (3, 4, 5)}  # the loader wants one in these rounds
    rows: dict[str, Vary] = {
        "cards.csv": any_ability(draw, TRIGGERS, ABILITIES),
        "map.toml/governor_squares": lambda _: {"kinds": draw.choices(SQUARE_KINDS, k=draw.choice((0, 1, 2, 4)))},
        "rewards.csv": lambda row: reward(draw, row, with_governor),
        "tasks.csv": lambda row: task(draw, row),
        "wall_tiles.csv": wall_faces(draw, CRITERIA),
    }
    return write_varied("zhanguo", folder, values, rows)


def board(draw: Random, name: str) -> dict[str, Any]:
    """Tracks, levels that forbid palaces, officials, and which block of abilities lies on a B side."""
    tracks = [draw.choice((2, 2, 3, 4)) for _ in REGIONS]
    return {
        "tracks": tracks,
        "no_palace": [sorted({slots, draw.randint(1, slots)}) for slots in tracks],
        "officials": draw.choice(([1, 1, 1], [3, 0, 0], [0, 2, 1], [1, 0, 2])),
        "block": "none" if name == "A" else draw.choice(BLOCKS[1:]),
    }


def gameboard(draw: Random) -> dict[str, Any]:
    """A connected map, scarce palace slots and markers."""
    return {
        "adjacency": any_borders(draw, REGIONS),
        "palace_slots": sorted(draw.choice((1, 2, 4)) for _ in range(3)),
        "markers": sorted(draw.choice((1, 2, 12)) for _ in range(3)),
    }


def numbers(draw: Random) -> dict[str, Any]:
    """Scarce supplies and other points; the numbers the engine is built for stay."""
    return {
        "auction_vp": draw.choice((1, 2, 15, 99)),
        "supply_officials": draw.choice((3, 4, 5, 15)),
        "supply_governors": draw.choice((0, 1, 3, 8, 15)),
        "supply_palaces": draw.choice((0, 1, 2, 6, 15)),
        "supply_walls": draw.choice((0, 1, 2, 5, 6)),
        "card_markers": [draw.choice((0, 1, 2, 3, 9)) for _ in range(3)],
        "card_unrest": [draw.choice((0, 0, 1)), draw.choice((0, 1, 2)), draw.choice((1, 2, 3))],
        "reassign_points": draw.choice((1, 2, 3, 5, 15)),
        "bonus_points": draw.choice((0, 2, 4, 15)),
        "bonus_vp": draw.choice((0, 4, 7)),
        "ability_vp": [draw.choice((0, 2)), draw.choice((3, 5))],
        "ability_points": draw.choice((0, 1, 2, 3, 15)),
        "majority_vp": draw.choice((0, 9, 10)),
        "majority_each": draw.choice((0, 3, 4)),
        "marker_vp": [draw.randint(0, 9) for _ in range(3)],
        "task_vp": sorted((draw.randint(0, 6) for _ in range(draw.randint(1, 4))), reverse=True),
    }


def reward(draw: Random, row: Row, with_governor: dict[int, str]) -> dict[str, object]:
    """Any reward, with as many regions as its kind and round want."""
    number = row["round"]
    kind = "governor" if with_governor.get(number) == row["aspect"] else draw.choice(REWARD_KINDS)
    wanted = {"wall": 0, "palace": 5, "governor": 5 if number == 5 else 2}.get(kind, 1)
    return {"kind": kind, "regions": " ".join(map(str, sorted(draw.sample(REGIONS, wanted))))}


def task(draw: Random, row: Row) -> dict[str, object]:
    """A tile of its type with 2 to 4 symbols."""
    pool: list[object] = [*SITES, *SITES] if row["type"] == "wall" else [*REGIONS]
    return {"symbols": " ".join(map(str, draw.sample(pool, draw.choice((2, 2, 3, 4)))))}
