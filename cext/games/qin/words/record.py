"""A game of Qin in a game record: set-up, whole state, turns, and what follows from a placement."""

from collections.abc import Mapping
from typing import Any

from cext.games.qin.data.components import COLOURS, N_TILES, TILES
from cext.games.qin.data.maps import MAX_VILLAGES, ROWS, SIDE, cell_name
from cext.games.qin.words.moves import ENDINGS, SQUARE, TILE_NAMES
from cext.games.qin.words.view import Words, drawn_map, hand_of, player_words, provinces, villages
from cext.games.words import rule_constants
from cext.kernel import json_schema as js
from cext.kernel.words import Milestone

__all__ = ["events", "lay_out", "milestones", "schemas", "set_up", "whole_state"]

State = Mapping[str, Any]

RULES = rule_constants(__file__)
OVER = RULES["NOBODY"]  # decides when the game is over
DRAWN = RULES["DRAWN"]


# -- the form of its parts --------------------------------------------------------------------------------------------

SEAT, COUNT = js.whole(1, 4), js.whole()
TILE = js.choice(TILE_NAMES)
PILES = js.listed(TILE, 0, N_TILES)
SCHEMAS = {
    "set_up": js.table(
        first_player=js.exactly(1),
        map=js.text(),
        rows=ROWS,
        hands=js.listed(js.listed(TILE, 1, 3), 2, 4),
        piles=PILES,
        pagodas=js.whole(1),
    ),
    "state": js.table(
        now=js.table(round=js.whole(1), to_move=js.or_none(SEAT), ended_by=js.choice(ENDINGS)),
        piles=PILES,
        board=js.listed(js.text(f"^[.v~ryb]{{1,{SIDE}}}$"), 1, SIDE),
        areas=js.listed(
            js.table(
                colour=js.choice(COLOURS),
                squares=js.listed(SQUARE, 1, unique=True),
                owner=js.or_none(SEAT),
                pagodas=js.whole(0, 2),
            )
        ),
        villages=js.listed(
            js.table(
                squares=js.listed(SQUARE, 1, 2, unique=True), owner=js.or_none(SEAT), beside=js.listed(COUNT, 2, 4)
            ),
            0,
            MAX_VILLAGES,
        ),
        players=js.listed(
            js.table(player=SEAT, pagodas_on_board=COUNT, pagodas_left=COUNT, tiles=js.listed(TILE, 0, 3)), 2, 4
        ),
    ),
}


def schemas(words: Words) -> dict[str, js.Schema]:
    """JSON Schemas of set_up() and whole_state()."""
    return SCHEMAS


# -- set-up -----------------------------------------------------------------------------------------------------------


def set_up(words: Words, state: State) -> dict[str, Any]:
    """Everything chance and the number of players decided before the first placement, the piles top to bottom."""
    return {
        "first_player": 1,
        "map": words.tables.maps[state["board"]].name,
        "rows": list(words.tables.maps[state["board"]].rows),
        "hands": [hand_of(state, i) for i in range(words.seats)],
        "piles": [TILE_NAMES[tile] for tile in state["bag"][state["drawn"] :]],
        "pagodas": words.tables.pagodas[words.seats - 2],
    }


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Puts the tiles in hands and the piles in their order into a state dealt on the map of a set-up."""
    components, players = words.tables, words.seats
    if setup["map"] != components.maps[state["board"]].name:
        raise ValueError("map: not the board of the seats")
    if setup["rows"] != list(components.maps[state["board"]].rows):
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


def whole_state(words: Words, state: State) -> dict[str, Any]:
    """Everything on the board, in hands and in the piles."""
    return {
        "now": {
            "round": state["round"] + 1,
            "to_move": state["active"] + 1 if state["active"] != OVER else None,
            "ended_by": ENDINGS[state["ended"]],
        },
        "piles": [TILE_NAMES[tile] for tile in state["bag"][state["drawn"] :]],
        "board": drawn_map(words, state),
        "areas": provinces(state),
        "villages": villages(words, state),
        "players": [{**player_words(words, state, i), "tiles": hand_of(state, i)} for i in range(words.seats)],
    }


def milestones(words: Words, before: State | None, after: State) -> list[Milestone]:
    """The set-up, or the turn that ended between two decisions, and the whole state after it."""
    if before is None:
        return [(["set-up"], whole_state(words, after))]
    names = [f"round {before['round'] + 1}, turn of player {before['active'] + 1}"]
    names += [f"pass of player {seat + 1}" for seat in passed(before, after, words.seats)]
    if after["active"] == OVER:
        names.append("the game")
    return [(names, whole_state(words, after))]


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
        return []
    if not old:
        return [f"player {owner} founds a {name}: {pagodas} {'pagoda' if pagodas == 1 else 'pagodas'}"]
    if len(old) > 1:
        others = ", ".join(f"{before['size'][one]} of player {before['owner'][one]}" for one in old)
        return [f"player {owner} holds the joined {name} ({others})"]
    double = ", now a major province" if pagodas > before["pagodas"][old[0]] else ""
    return [f"player {owner}'s {name} is expanded{double}"]
