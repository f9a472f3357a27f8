"""board.toml and the Mausoleum's files: from entries to tables, held against the rulebook."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cext.games.card_decks import neighbours
from cext.games.component_reader import ComponentReader
from cext.games.component_schema import (
    ChoiceValue,
    ComponentEntry,
    Forms,
    IntValue,
    ListValue,
    TextValue,
    data_schema,
    keyed_rows,
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
SPOT_ROWS = keyed_rows(
    "spot",
    {"row": IntValue(1, 3), "column": IntValue(1, 3), "kind": ChoiceValue(SPOTS), "place": ChoiceValue(PLACES)},
    " ",
)
TILE_ROWS = keyed_rows(
    "tile",
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
    adjacent: tuple[int, ...] = ()
    with reading.catch():
        if "adjacency" in table:
            entry = ComponentEntry(path.name, "adjacency", {})
            adjacent = neighbours(entry, table["adjacency"], REGIONS, '["chu", "wei"]')
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

    def spot(row: ComponentEntry, line: int, column: int, kind: int, place: int) -> Spot:
        first = sum(OF_A_KIND[:kind])
        if not first <= place < first + OF_A_KIND[kind]:
            names = ", ".join(PLACES[first : first + OF_A_KIND[kind]])
            raise row.error(f"place is {PLACES[place]!r}: for the kind {SPOTS[kind]} write one of {names}")
        return Spot(kind, place - first)

    spots = reading.table(path, SPOT_ROWS, spot)
    if reading.has_no_errors(path) and len(set(spots)) != N_MAUSOLEUM:
        reading.fault(path, None, "a place stands twice: each region, each site and the route has one spot")
    return spots


def read_mausoleum_tiles(path: Path, reading: ComponentReader) -> tuple[MausoleumTile, ...]:
    """The nine Mausoleum tiles: conditions of their kind, slots from most to least VP."""

    def tile(row: ComponentEntry, number: int, kind: int, *values: Any) -> MausoleumTile:
        *counts, slots, plus = values
        asked = [name for name, count in zip(COUNTS, counts, strict=True) if count]
        if not asked or any(name not in OF_KIND[kind] for name in asked):
            raise row.error(f"a tile of kind {SPOTS[kind]} asks for {' or '.join(OF_KIND[kind])}: write no other")
        if list(slots) != sorted(slots, reverse=True):
            raise row.error(f"slots is {list(slots)}: write them from most to least VP")
        mask = row.mask("three_plus", [slot - 1 for slot in plus])
        if SLOTS - len(plus) < 2:
            raise row.error("three_plus leaves less than 2 slots for 2 players: name at most 2")
        return MausoleumTile(*(kind, *counts, slots, mask))

    tiles = reading.table(path, TILE_ROWS, tile)
    if reading.has_no_errors(path):
        of_kind = Counter(tile.kind for tile in tiles)
        for kind, n in enumerate(OF_A_KIND):
            if of_kind[kind] != n:
                reading.fault(
                    path, None, f"{of_kind[kind]} tiles of kind {SPOTS[kind]}: there are {n}, correct the column kind"
                )
    return tiles
