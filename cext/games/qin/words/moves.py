"""Qin in the rulebook's words: names of kinds, classes, sources and counters; moves and views as text."""

from collections.abc import Mapping
from typing import Any

from cext.games.qin.data.components import COLOURS, TILES, Components
from cext.games.qin.data.maps import cell_name

__all__ = [
    "CLASSES", "ENDINGS", "KINDS", "RULINGS", "SOURCES", "STAGES", "TILE_NAMES", "after_rounds", "describe",
    "player_words", "provinces", "text", "view", "villages",
]  # fmt: skip

State = Mapping[str, Any]

KINDS = ("place",)
STAGES = ("place", "over")
TILE_NAMES = tuple("-".join(COLOURS[c - 1] for c in pair) for pair in TILES)
STEPS = (1, 16, -1, -16)
DIRECTIONS = ("right", "down", "left", "up")
ENDINGS = (None, "last pagoda", "no tiles left", "no room left")
SOURCES = (
    ("provinces", "pagodas on provinces"),
    ("major_provinces", "pagodas on major provinces (2 each)"),
    ("villages", "pagodas on villages"),
)
CLASSES = (
    ("", ""),
    ("A", "a merger"),
    ("C", "a conquered village"),
    ("V", "a connected village"),
    ("M", "a major province"),
    ("D", "two new provinces"),
    ("F", "one new province"),
    ("E", "an expanded province"),
    ("N", "two single spaces"),
)
RULINGS = (
    "Nobody may bring more to a merger than the owner of a major province in it (major_keeps: the owner keeps it).",
    "Only a tie for the first place forbids a merger (merger_any_tie: any tie does).",
    "Only a tie for the first place holds a village as it is (village_any_tie: any tie does).",
    "A village whose owner has no pagoda beside it stays his until one player has more than all others.",
    "In a turn pagodas are returned first, then placed on provinces, then on villages, the mover's first.",
    "The game ends at the last pagoda of any player, in whoever's turn.",
    "Two village squares that touch are one village with one pagoda.",
    "Who cannot place any of his tiles passes without drawing; the game ends when nobody can place.",
    "The first seat begins.",
)


def after_rounds(rounds: int) -> tuple[tuple[str, str], ...]:
    """Name and meaning of the running points in a game of so many rounds."""
    return tuple((f"after_round_{n}", f"pagodas on the board at the end of round {n}") for n in range(1, rounds + 1))


def describe(kind: int, a: int, b: int, c: int) -> dict[str, Any]:
    """The fields of a move by name."""
    first, second = TILES[a]
    return {
        "kind": KINDS[kind],
        "tile": TILE_NAMES[a],
        "first": COLOURS[first - 1],
        "at": cell_name(b),
        "second": COLOURS[second - 1],
        "at_second": cell_name(b + STEPS[c]),
    }


def text(move: Mapping[str, Any]) -> str:
    """One line in words for a described move."""
    return f"{move['first']} on {move['at']}, {move['second']} on {move['at_second']}"


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


def villages(components: Components, state: State) -> list[dict[str, Any]]:
    """Every village with its owner and the pagodas beside it."""
    return [
        {
            "squares": [cell_name(cell) for cell in squares],
            "owner": state["village"][v] or None,
            "beside": list(state["force"][v]),
        }
        for v, squares in enumerate(components.maps[state["board"]].villages)
    ]


def hand_of(state: State, seat: int) -> list[str]:
    """The tiles of a hand by name."""
    return [TILE_NAMES[tile] for tile, n in enumerate(state["hand"][seat]) for _ in range(n)]


def player_words(components: Components, state: State, players: int, seat: int) -> dict[str, Any]:
    """What lies in front of a player; of his hand the number of tiles."""
    left = state["supply"][seat]
    return {
        "player": seat + 1,
        "pagodas_on_board": components.pagodas[players - 2] - left,
        "pagodas_left": left,
        "tiles": sum(state["hand"][seat]),
    }


def view(components: Components, state: State, players: int, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: the whole board and his own hand."""
    return {
        "seat": seat + 1,
        "to_move": state["active"] + 1 if state["active"] < players else None,
        "round": state["round"] + 1,
        "map": components.maps[state["board"]].name,
        "hand": hand_of(state, seat),
        "players": [player_words(components, state, players, i) for i in range(players)],
        "tiles_in_piles": len(state["bag"]) - state["drawn"],
        "board": drawn_map(components, state),
        "provinces": provinces(state),
        "villages": [{**village, "beside": village["beside"][:players]} for village in villages(components, state)],
    }


def drawn_map(components: Components, state: State) -> list[str]:
    """The map row by row: r y b for province spaces, . grassland, v village, ~ water."""
    rows = []
    for r, row in enumerate(components.maps[state["board"]].rows, 1):
        spaces = [state["colour"][16 * r + c] for c in range(1, len(row) + 1)]
        rows.append("".join("ryb"[colour - 1] if colour else kind for colour, kind in zip(spaces, row, strict=True)))
    return rows
