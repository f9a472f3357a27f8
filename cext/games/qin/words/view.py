"""The table of Qin in the rulebook's words, and what a player sees of it."""

from collections.abc import Mapping
from typing import Any

from cext.games.qin.data.components import COLOURS, Components
from cext.games.qin.data.maps import cell_name
from cext.games.qin.words.moves import TILE_NAMES
from cext.games.words import RulebookWords

__all__ = ["Words", "drawn_map", "hand_of", "player_words", "provinces", "view", "villages"]

Words = RulebookWords[Components]
State = Mapping[str, Any]


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


def villages(words: Words, state: State) -> list[dict[str, Any]]:
    """Every village with its owner and the pagodas beside it."""
    return [
        {
            "squares": [cell_name(cell) for cell in squares],
            "owner": state["village"][v] or None,
            "beside": list(state["force"][v][: words.seats]),
        }
        for v, squares in enumerate(words.tables.maps[state["board"]].villages)
    ]


def hand_of(state: State, seat: int) -> list[str]:
    """The tiles of a hand by name."""
    return [TILE_NAMES[tile] for tile, n in enumerate(state["hand"][seat]) for _ in range(n)]


def player_words(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What lies in front of a player; of his hand the number of tiles."""
    left = state["supply"][seat]
    return {
        "player": seat + 1,
        "pagodas_on_board": words.tables.pagodas[words.seats - 2] - left,
        "pagodas_left": left,
        "tiles": sum(state["hand"][seat]),
    }


def view(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: the whole board and his own hand."""
    return {
        "seat": seat + 1,
        "to_move": state["active"] + 1 if state["active"] < words.seats else None,
        "round": state["round"] + 1,
        "map": words.tables.maps[state["board"]].name,
        "hand": hand_of(state, seat),
        "players": [player_words(words, state, i) for i in range(words.seats)],
        "tiles_in_piles": len(state["bag"]) - state["drawn"],
        "board": drawn_map(words, state),
        "provinces": provinces(state),
        "villages": villages(words, state),
    }


def drawn_map(words: Words, state: State) -> list[str]:
    """The map row by row: r y b for province spaces, . grassland, v village, ~ water."""
    rows = []
    for r, row in enumerate(words.tables.maps[state["board"]].rows, 1):
        spaces = [state["colour"][16 * r + c] for c in range(1, len(row) + 1)]
        rows.append("".join("ryb"[colour - 1] if colour else kind for colour, kind in zip(spaces, row, strict=True)))
    return rows
