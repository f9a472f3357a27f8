"""Governor, palace and wall tiles, the Unification tableau: from rows to tables, held against the rulebook."""

from pathlib import Path

from cext.games.card_decks import wall_rows
from cext.games.component_reader import ComponentReader, check_unique
from cext.games.component_schema import ChoiceValue, ComponentEntry, Csv, IntValue, ListValue
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    BONUSES,
    CRITERIA,
    N_BONUS,
    N_PALACE_TILES,
    N_ROUNDS,
    N_WALL_TILES,
    PALACE_KINDS,
    REGIONS,
    REWARD_KINDS,
    TABLEAUS,
    Bonus,
    Face,
    Reward,
    mask_of,
)

__all__ = [
    "GOVERNOR_ROWS", "PALACE_ROWS", "REWARD_ROWS", "TABLEAU_ROWS", "WALL_ROWS", "read_governor_tiles",
    "read_palace_tiles", "read_rewards", "read_tableaus", "read_wall_tiles",
]  # fmt: skip

AMOUNT = IntValue(1, 9)
GOVERNOR_ROWS = Csv(
    {
        "tile": IntValue(1, N_BONUS),
        "first": ChoiceValue(BONUSES),
        "first_amount": AMOUNT,
        "second": ChoiceValue(BONUSES),
        "second_amount": AMOUNT,
    },
    N_BONUS,
)
PALACE_ROWS = Csv(
    {"kind": ChoiceValue(PALACE_KINDS), "copies": IntValue(0, N_PALACE_TILES), "vp": IntValue(0, 9)}, len(PALACE_KINDS)
)
WALL_ROWS = wall_rows(N_WALL_TILES, CRITERIA)
REWARD_ROWS = Csv(
    {
        "aspect": ChoiceValue(ASPECTS),
        "round": IntValue(1, N_ROUNDS),
        "kind": ChoiceValue(REWARD_KINDS),
        "amount": AMOUNT,
        "regions": ListValue(ChoiceValue(REGIONS)),
        "same_region": IntValue(0, 1),
    },
    len(ASPECTS) * N_ROUNDS,
)
TABLEAU_ROWS = Csv(
    {"tableau": ChoiceValue(TABLEAUS), "rows": ListValue(ChoiceValue(ASPECTS), len(ASPECTS))}, len(TABLEAUS)
)
NO_REGION = ("ship", "unlock", "wall")  # rewards that do not go to a region


def read_governor_tiles(path: Path, reading: ComponentReader) -> tuple[tuple[Bonus, Bonus], ...]:
    """The ten Governor tiles with bonuses (Appendix 3)."""
    rows = reading.keyed(path, GOVERNOR_ROWS, "tile", range(1, N_BONUS + 1))
    halves = (rows[tile][1] for tile in sorted(rows))
    return tuple((Bonus(one, amount), Bonus(other, more)) for one, amount, other, more in halves)


def read_palace_tiles(path: Path, reading: ComponentReader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kinds of the 15 palace tiles, and VP a card by kind (Palace tiles)."""
    rows = reading.keyed(path, PALACE_ROWS, "kind", PALACE_KINDS)
    tiles = tuple(kind for kind in sorted(rows) for _ in range(rows[kind][1][0]))
    if reading.has_no_errors(path) and len(tiles) != N_PALACE_TILES:
        reading.fault(path, None, f"{len(tiles)} tiles: copies add up to {N_PALACE_TILES}, correct them")
    return tiles, tuple(rows[kind][1][1] for kind in sorted(rows))


def read_wall_tiles(path: Path, reading: ComponentReader) -> tuple[tuple[Face, Face], ...]:
    """The 7 wall tiles with two faces each, every criterion on one face (Appendix 2)."""
    wanted = [f"{tile} {face}" for tile in range(1, N_WALL_TILES + 1) for face in (1, 2)]
    faces = {}
    criteria: dict[object, ComponentEntry] = {}
    for key, (row, (criterion, *vp)) in reading.keyed(path, WALL_ROWS, "tile and face", wanted, n_keys=2).items():
        with reading.catch():
            check_unique(row, criterion, f"criterion {CRITERIA[criterion]}", criteria)
            faces[key] = Face(criterion, tuple(vp))
    if not reading.has_no_errors(path):
        return ()
    return tuple((faces[tile, 1], faces[tile, 2]) for tile in range(1, N_WALL_TILES + 1))


def read_rewards(path: Path, reading: ComponentReader) -> tuple[tuple[Reward, ...], ...]:
    """The Unification tableau, a row an aspect and a column a round (the list of rewards on the last page)."""
    wanted = [f"{aspect} {number}" for aspect in ASPECTS for number in range(1, N_ROUNDS + 1)]
    cells = {}
    for key, (row, (kind, amount, regions, same)) in reading.keyed(
        path, REWARD_ROWS, "reward", wanted, n_keys=2
    ).items():
        with reading.catch():
            cells[key] = Reward(kind, amount, mask_of(row, "regions", regions), same)
            name = REWARD_KINDS[kind]
            if bool(regions) == (name in NO_REGION):
                rule = "has no region: leave regions empty" if regions else "goes to a region: name one or more"
                raise row.error(f"{name} {rule}")
            if name in ("wall", "governor", "palace") and amount != 1:
                raise row.error(f"amount is {amount}: one {name} is built at a time, write 1")
    if not reading.has_no_errors(path):
        return ()
    return tuple(tuple(cells[aspect, number + 1] for number in range(N_ROUNDS)) for aspect in range(len(ASPECTS)))


def read_tableaus(path: Path, reading: ComponentReader) -> tuple[tuple[int, ...], ...]:
    """The order of the rows on the printed tableau and on both sides of the loose one."""
    rows = reading.keyed(path, TABLEAU_ROWS, "tableau", TABLEAUS)
    for row, (order,) in rows.values():
        with reading.catch():
            if len(set(order)) != len(ASPECTS):
                raise row.error("an aspect stands twice in rows: name each once, top to bottom")
    return tuple(rows[tableau][1][0] for tableau in sorted(rows))
