"""Qin in its records, and what a player sees of it: set-up, whole state, turns, what follows from a placement."""

from collections.abc import Mapping
from typing import Any

from cext.games.qin.data.components import COLOURS, N_TILES, TILES, Components
from cext.games.qin.data.maps import MAX_VILLAGES, ROWS, SIDE, GameMap, cell_name
from cext.games.qin.words.moves import ENDINGS, SQUARE, TILE_NAMES
from cext.games.record_forms import Form, field, from_function, list_of, number, table
from cext.games.words import RulebookWords, rule_constants
from cext.kernel import json_schema as js
from cext.kernel.words import Milestone

__all__ = ["events", "forms", "lay_out", "milestones", "view"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

RULES = rule_constants(__file__)
OVER = RULES["NOBODY"]  # decides when the game is over
DRAWN = RULES["DRAWN"]


# -- what records hold ------------------------------------------------------------------------------------------------

SEAT, COUNT = js.whole(1, 4), js.whole()
TILE = js.choice(TILE_NAMES)
OWNER = js.or_none(SEAT)
AREA = js.table(
    colour=js.choice(COLOURS), squares=js.listed(SQUARE, 1, unique=True), owner=OWNER, pagodas=js.whole(0, 2)
)
VILLAGE = js.table(squares=js.listed(SQUARE, 1, 2, unique=True), owner=OWNER, beside=js.listed(COUNT, 2, 4))
PILES = from_function(
    js.listed(TILE, 0, N_TILES), lambda state: [*map(TILE_NAMES.__getitem__, state["bag"][state["drawn"] :])]
)
NOW = table(
    round=field(js.whole(1), "round", lambda finished: finished + 1),
    to_move=field(OWNER, "active", lambda seat: seat + 1 if seat != OVER else None),
    ended_by=field(js.choice(ENDINGS), "ended", ENDINGS.__getitem__),
)


def hand_form(least: int) -> Form:
    """The tiles of a hand by name."""
    names = js.listed(TILE, least, 3)
    return field(names, "hand", lambda counts: [TILE_NAMES[tile] for tile, n in enumerate(counts) for _ in range(n)])


def forms(words: Words) -> tuple[Form, Form]:
    """Everything chance and the number of players decided before the first placement, the piles top to bottom; then
    everything on the board, in hands and in the piles."""
    pagodas = words.tables.pagodas[words.seats - 2]

    def map_of(state: State) -> GameMap:
        return words.tables.maps[state["board"]]

    set_up = table(
        first_player=from_function(js.exactly(1), lambda state: 1),
        map=from_function(js.text(), lambda state: map_of(state).name),
        rows=from_function(ROWS, lambda state: list(map_of(state).rows)),
        hands=list_of(words.seats, hand_form(1), 2, 4),
        piles=PILES,
        pagodas=from_function(js.whole(1), lambda state: pagodas),
    )
    player = table(
        player=number(SEAT),
        pagodas_on_board=field(COUNT, "supply", lambda left: pagodas - left),
        pagodas_left=field(COUNT, "supply"),
        tiles=hand_form(0),
    )
    villages = js.listed(VILLAGE, 0, MAX_VILLAGES)
    return set_up, table(
        now=NOW,
        piles=PILES,
        board=from_function(
            js.listed(js.text(f"^[.v~ryb]{{1,{SIDE}}}$"), 1, SIDE), lambda state: drawn_map(map_of(state), state)
        ),
        areas=from_function(js.listed(AREA), provinces),
        villages=from_function(villages, lambda state: villages_of(map_of(state), state, words.seats)),
        players=list_of(words.seats, player, 2, 4),
    )


def drawn_map(one: GameMap, state: State) -> list[str]:
    """The map row by row: r y b for province spaces, . grassland, v village, ~ water."""
    rows = []
    for r, row in enumerate(one.rows, 1):
        spaces = [state["colour"][16 * r + c] for c in range(1, len(row) + 1)]
        rows.append("".join("ryb"[colour - 1] if colour else kind for colour, kind in zip(spaces, row, strict=True)))
    return rows


def provinces(state: State) -> list[dict[str, Any]]:
    """Every connected area of one colour, by its squares."""
    found: dict[int, list[int]] = {}
    for cell, colour in enumerate(state["colour"]):
        if colour:
            found.setdefault(state["root"][cell], []).append(cell)
    return [
        {
            "colour": COLOURS[state["colour"][root] - 1],
            "squares": [cell_name(cell) for cell in cells],
            "owner": state["owner"][root] or None,
            "pagodas": state["pagodas"][root],
        }
        for root, cells in sorted(found.items(), key=lambda item: item[1][0])
    ]


def villages_of(one: GameMap, state: State, players: int) -> list[dict[str, Any]]:
    """Every village with its owner and the pagodas beside it."""
    return [
        {
            "squares": [cell_name(cell) for cell in squares],
            "owner": state["village"][v] or None,
            "beside": list(state["force"][v][:players]),
        }
        for v, squares in enumerate(one.villages)
    ]


def view(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: the whole board and his own hand; of other hands the number of tiles."""
    everything = words.whole_state_of(state)
    now, players = everything["now"], everything["players"]
    return {
        "seat": seat + 1,
        "to_move": now["to_move"],
        "round": now["round"],
        "map": words.tables.maps[state["board"]].name,
        "hand": players[seat]["tiles"],
        "players": [{**player, "tiles": len(player["tiles"])} for player in players],
        "tiles_in_piles": len(everything["piles"]),
        "board": everything["board"],
        "provinces": everything["areas"],
        "villages": everything["villages"],
    }


# -- from a set-up ----------------------------------------------------------------------------------------------------


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Puts the tiles in hands and the piles in their order into a state dealt on the map of a set-up."""
    components, players = words.tables, words.seats
    one = components.maps[state["board"]]
    if setup["map"] != one.name:
        raise ValueError("map: not the board of the seats")
    if setup["rows"] != list(one.rows):
        raise ValueError("rows: not those of the map")
    if setup["pagodas"] != components.pagodas[players - 2]:
        raise ValueError("pagodas: not the number of numbers.toml")
    hands = [[TILE_NAMES.index(name) for name in hand] for hand in setup["hands"]]
    piles = [TILE_NAMES.index(name) for name in setup["piles"]]
    if [len(hand) for hand in hands] != [components.hand] * players:
        raise ValueError(f"hands: not {components.hand} tiles for each of {players} players")
    every = [tile for hand in hands for tile in hand] + piles
    if [every.count(tile) for tile in range(len(TILES))] != list(components.counts):
        raise ValueError("hands and piles: not the tiles of tiles.csv")
    state["bag"] = [DRAWN] * (N_TILES - len(piles)) + piles
    for name in ("hand", "dealt"):
        state[name][:players] = [[hand.count(tile) for tile in range(len(TILES))] for hand in hands]


# -- the course -------------------------------------------------------------------------------------------------------


def milestones(words: Words, before: State | None, after: State) -> list[Milestone]:
    """The set-up, or the turn that ended between two decisions, and the whole state after it."""
    if before is None:
        return [(["set-up"], words.whole_state_of(after))]
    names = [f"round {before['round'] + 1}, turn of player {before['active'] + 1}"]
    names += [f"pass of player {seat + 1}" for seat in passed(before, after, words.seats)]
    if after["active"] == OVER:
        names.append("the game")
    return [(names, words.whole_state_of(after))]


def passed(before: State, after: State, players: int) -> list[int]:
    """Seats that could not place a tile between two decisions, in turn order."""
    order = [(before["active"] + k) % players for k in range(1, players + 1)]
    return [seat for seat in order if after["counter"][seat][-1] > before["counter"][seat][-1]]


def events(words: Words, before: State | None, move: int | None, after: State) -> list[str]:
    """What followed from a placement, one line each: provinces, pagodas, villages, the tile drawn, the end."""
    if before is None:
        return []
    lines = [line for root in changed(before, after) for line in of_area(before, after, root)]
    for v, squares in enumerate(words.tables.maps[after["board"]].villages):
        old, new = before["village"][v], after["village"][v]
        if old != new:
            verb = f"conquers from player {old}" if old and new else "seizes" if new else f"is lost by player {old}:"
            who = f"player {new} {verb}" if new else verb
            lines.append(f"{who} the village on {', '.join(map(cell_name, squares))}")
    for tile in before["bag"][before["drawn"] : after["drawn"]]:
        lines.append(f"player {before['active'] + 1} draws the {TILE_NAMES[tile]} tile")
    lines += [f"player {seat + 1} cannot place a tile and passes" for seat in passed(before, after, words.seats)]
    if after["active"] == OVER:
        lines.append(f"the game ends: {ENDINGS[after['ended']]}")
    return lines


def changed(before: State, after: State) -> list[int]:
    """Roots of the areas the new spaces belong to."""
    new = [cell for cell, colour in enumerate(after["colour"]) if colour and not before["colour"][cell]]
    return list(dict.fromkeys(after["root"][cell] for cell in new))


def of_area(before: State, after: State, root: int) -> list[str]:
    """What became of one area."""
    cells = [cell for cell, other in enumerate(after["root"]) if after["colour"][cell] and other == root]
    roots = dict.fromkeys(before["root"][cell] for cell in cells if before["colour"][cell])
    old = [one for one in roots if before["owner"][one]]
    owner, size, pagodas = after["owner"][root], after["size"][root], after["pagodas"][root]
    name = f"{COLOURS[after['colour'][root] - 1]} province of {size} spaces"
    if not owner:
        return [f"a {name} is founded: no pagoda is left for it"] if size > 1 else []
    if not old:
        return [f"player {owner} founds a {name}: {pagodas} {'pagoda' if pagodas == 1 else 'pagodas'}"]
    if len(old) > 1:
        others = ", ".join(f"{before['size'][one]} of player {before['owner'][one]}" for one in old)
        return [f"player {owner} holds the joined {name} ({others})"]
    double = ", now a major province" if pagodas > before["pagodas"][old[0]] else ""
    return [f"player {owner}'s {name} is expanded{double}"]
