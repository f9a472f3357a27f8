"""board.toml and the Mausoleum's files: from entries to tables, held against the rulebook."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import (
    ChoiceValue,
    ComponentEntry,
    Csv,
    Forms,
    IntValue,
    ListValue,
    TextValue,
    data_schema,
)
from cext.games.errors import ComponentError
from cext.games.first_empire.data.component_types import (
    MAX_ROUTE,
    N_MAUSOLEUM,
    N_REGIONS,
    N_SECTIONS,
    N_SITES,
    PLAYERS,
    REGIONS,
    SPOTS,
    Elixir,
    MausoleumTile,
    Spot,
    mask_of,
)
from cext.kernel import json_schema as js

__all__ = ["BOARD_SCHEMA", "SPOT_ROWS", "TILE_ROWS", "Board", "read_board", "read_mausoleum", "read_mausoleum_tiles"]

OF_A_KIND = (N_REGIONS, N_SITES, 1)  # Mausoleum tiles and spots: Region x5, Wall x3, Elixir x1
SLOTS = 4  # of a Mausoleum tile: each player has at most one soldier there
COUNTS = ("governors", "palaces", "pieces", "walls", "space", "alchemist_cards")
OF_KIND = (("governors", "palaces", "pieces"), ("walls",), ("space", "alchemist_cards"))  # what a condition counts
PLACES = (*REGIONS, "1", "2", "3", "route")  # regions, wall sites by number, the elixir route

MARKINGS = ListValue(
    ListValue(ListValue(IntValue(1, 3)), N_SECTIONS), len(PLAYERS), "lists: write one each for 2, 3 and 4 players"
)
BOARD: Forms = {
    "adjacency": ListValue(ListValue(ChoiceValue(REGIONS))),
    "sites": ListValue(TextValue(), N_SITES, "names: write {length}"),
    "markings": MARKINGS,
    "elixir_symbols": ListValue(IntValue(0, 3)),
    "elixir_masters": ListValue(IntValue(0, 1)),
    "elixir_vp": ListValue(IntValue(0, 99)),
}
BOARD_SCHEMA = js.table(data_schema(BOARD))
SPOT_ROWS = Csv(
    {"row": IntValue(1, 3), "column": IntValue(1, 3), "kind": ChoiceValue(SPOTS), "place": ChoiceValue(PLACES)},
    N_MAUSOLEUM,
)
TILE_ROWS = Csv(
    {
        "tile": IntValue(1, N_MAUSOLEUM),
        "kind": ChoiceValue(SPOTS),
        "governors": IntValue(0, 7),
        "palaces": IntValue(0, 6),
        "pieces": IntValue(0, 13),
        "walls": IntValue(0, N_SECTIONS // N_SITES),
        "space": IntValue(0, MAX_ROUTE),
        "alchemist_cards": IntValue(0, 9),
        "slots": ListValue(IntValue(0, 99), SLOTS),
        "three_plus": ListValue(IntValue(1, SLOTS)),
    },
    N_MAUSOLEUM,
)


@dataclass(frozen=True)
class Board:
    """What board.toml says; the fields are those of Components."""

    adjacent: tuple[int, ...]
    sites: tuple[str, ...]
    site_of: tuple[int, ...]
    markings: tuple[tuple[tuple[int, ...], ...], ...]
    elixir: Elixir


def read_board(path: Path, reading: ComponentReader) -> Board | None:
    """The game board; None if a part of it cannot be used."""
    table = reading.data(path.name, reading.top_table(path, BOARD), BOARD)
    adjacent = read_adjacency(path.name, table["adjacency"], reading) if "adjacency" in table else ()
    site_of = tuple(section * N_SITES // N_SECTIONS for section in range(N_SECTIONS))
    with reading.catch():
        sites = table.get("sites", ())
        if len(set(sites)) != len(sites) or any(len(name.split()) != 1 for name in sites):
            raise ComponentError(path.name, "sites", "give each site one word of its own")
    for players, sections in zip(PLAYERS, table.get("markings", ()), strict=False):
        with reading.catch():
            if any(len(slots) != players for slots in sections):
                reason = f"with {players} players a section has {players} slots: write as many numbers each"
                raise ComponentError(path.name, "markings", reason)
    elixir = read_elixir(path, table, reading)
    if not reading.has_no_errors(path) or elixir is None:
        return None
    return Board(adjacent, tuple(table["sites"]), site_of, table["markings"], elixir)


def read_adjacency(file: str, borders: Sequence[Sequence[int]], reading: ComponentReader) -> tuple[int, ...]:
    """Neighbours of each region as bits; every region can be reached from every other."""
    adjacent = [0] * N_REGIONS
    entry = ComponentEntry(file, "adjacency", {})
    with reading.catch():
        for pair in borders:
            if len(set(pair)) != 2 or len(pair) != 2:
                raise entry.error('a border is no pair of different regions: write ["chu", "wei"]')
            a, b = pair
            if adjacent[a] >> b & 1:
                raise entry.error(f"{REGIONS[a]} and {REGIONS[b]} stand twice: name each border once")
            adjacent[a] |= 1 << b
            adjacent[b] |= 1 << a
        reached = 1
        for _ in range(N_REGIONS):
            reached |= sum(1 << far for far in range(N_REGIONS) if adjacent[far] & reached and not reached >> far & 1)
        if reached != (1 << N_REGIONS) - 1:
            cut_off = next(region for region in range(N_REGIONS) if not reached >> region & 1)
            raise entry.error(f"{REGIONS[cut_off]} cannot be reached from chu: add a border that joins it")
    return tuple(adjacent)


def read_elixir(path: Path, table: Mapping[str, Any], reading: ComponentReader) -> Elixir | None:
    """The elixir route: three lists with a number for each space after the start, which gives nothing."""
    symbols, masters, vp = (table.get(f"elixir_{name}") for name in ("symbols", "masters", "vp"))
    if symbols is None or masters is None or vp is None:
        return None
    with reading.catch():
        if not 1 <= len(symbols) <= MAX_ROUTE:
            reason = f"{len(symbols)} spaces: the engine has room for 1 to {MAX_ROUTE}"
            raise ComponentError(path.name, "elixir_symbols", reason)
        for name, row in (("masters", masters), ("vp", vp)):
            if len(row) != len(symbols):
                reason = f"{len(row)} numbers: write one for each of the {len(symbols)} spaces of elixir_symbols"
                raise ComponentError(path.name, f"elixir_{name}", reason)
        if sorted(vp) != list(vp):
            reason = "VP of a ship there or beyond: no space is worth less than the one before, correct the order"
            raise ComponentError(path.name, "elixir_vp", reason)
    return Elixir((0, *symbols), (0, *masters), (0, *vp))


def read_mausoleum(path: Path, reading: ComponentReader) -> tuple[Spot, ...]:
    """The nine printed spots: every region, every wall site and the elixir route once (Components: Region x5, …)."""
    wanted = [f"{row} {column}" for row in (1, 2, 3) for column in (1, 2, 3)]
    spots = {}
    for key, (row, (kind, place)) in reading.keyed(path, SPOT_ROWS, "spot", wanted, n_keys=2).items():
        with reading.catch():
            first = sum(OF_A_KIND[:kind])
            if not first <= place < first + OF_A_KIND[kind]:
                names = ", ".join(PLACES[first : first + OF_A_KIND[kind]])
                raise row.error(f"place is {PLACES[place]!r}: for the kind {SPOTS[kind]} write one of {names}")
            spots[key] = Spot(kind, place - first)
    if reading.has_no_errors(path) and len(set(spots.values())) != N_MAUSOLEUM:
        reading.fault(path, None, "a place stands twice: each region, each site and the route has one spot")
    return tuple(spots[key] for key in sorted(spots))


def read_mausoleum_tiles(path: Path, reading: ComponentReader) -> tuple[MausoleumTile, ...]:
    """The nine Mausoleum tiles: conditions of their kind, slots from most to least VP."""
    tiles = {}
    for tile, (row, (kind, *counts, slots, plus)) in reading.keyed(
        path, TILE_ROWS, "tile", range(1, N_MAUSOLEUM + 1)
    ).items():
        with reading.catch():
            asked = [name for name, count in zip(COUNTS, counts, strict=True) if count]
            if not asked or any(name not in OF_KIND[kind] for name in asked):
                raise row.error(f"a tile of kind {SPOTS[kind]} asks for {' or '.join(OF_KIND[kind])}: write no other")
            if list(slots) != sorted(slots, reverse=True):
                raise row.error(f"slots is {list(slots)}: write them from most to least VP")
            mask = mask_of(row, "three_plus", [slot - 1 for slot in plus])
            if SLOTS - len(plus) < 2:
                raise row.error("three_plus leaves less than 2 slots for 2 players: name at most 2")
            tiles[tile] = MausoleumTile(*(kind, *counts, slots, mask))
    if reading.has_no_errors(path):
        of_kind = Counter(tile.kind for tile in tiles.values())
        for kind, n in enumerate(OF_A_KIND):
            if of_kind[kind] != n:
                reading.fault(
                    path, None, f"{of_kind[kind]} tiles of kind {SPOTS[kind]}: there are {n}, correct the column kind"
                )
    return tuple(tiles[tile] for tile in sorted(tiles))
