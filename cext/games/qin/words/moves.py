"""Qin's moves in the rulebook's words, and the names of its tiles, classes, categories and counters."""

from collections.abc import Callable, Mapping
from typing import Any

from cext.games.qin.data.components import COLOURS, TILES
from cext.games.qin.data.maps import cell_name
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, MoveKind, MoveTable, Packed

__all__ = [
    "CLASSES", "ENDINGS", "LETTERS", "MOVES", "RULINGS", "SOURCES", "SQUARE", "STAGES", "TILE_NAMES",
    "dealt", "scores_after_rounds", "things_counted",
]  # fmt: skip

State = Mapping[str, Any]

TILE_NAMES = tuple("-".join(COLOURS[c - 1] for c in pair) for pair in TILES)
STEPS = (1, 16, -1, -16)  # to the second space: right, down, left, up
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


def scores_after_rounds(rounds: int) -> tuple[tuple[str, str], ...]:
    """Name and meaning of the running points in a game of so many rounds."""
    meaning = "pagodas on the board at the end of round {} | points | pagodas"
    return tuple((f"score_after_round_{n}", meaning.format(n)) for n in range(1, rounds + 1))


def dealt(tile: str) -> str:
    """The counter of tiles of a kind in the hand a seat began with."""
    return f"dealt_{tile.replace('-', '_')}"


def things_counted() -> dict[str, tuple[tuple[str, object], ...]]:
    """Counters of several things, by the number the rules give the first: name, and what it is of."""
    return {"dealt": tuple((dealt(tile), tile) for tile in TILE_NAMES)}


LETTERS = {"red": "R", "yellow": "Y", "blue": "B"}
SQUARE = js.text("^[a-m]([1-9]|1[0-3])$")  # column a to m, row 1 to 13 from the top


def colour(half: int) -> Callable[[State, Packed], str]:
    """The colour of a space of the tile."""
    return lambda state, move: COLOURS[TILES[move.a][half] - 1]


MOVES = MoveTable(
    MoveKind(
        name="place",
        fields=(
            MoveField.of_names("tile", "a", TILE_NAMES),
            MoveField("first", js.choice(COLOURS), colour(0), LETTERS),
            MoveField("at", SQUARE, lambda state, move: cell_name(move.b)),
            MoveField("second", js.choice(COLOURS), colour(1), LETTERS),
            MoveField("at_second", SQUARE, lambda state, move: cell_name(move.b + STEPS[move.c])),
        ),
        text="{first} on {at}, {second} on {at_second}",
        notation="{first}{at}{second}{at_second}",
        expected="the tile's two colours and their squares, such as Re5Yf5",
    )
)
STAGES = (*MOVES.names, "over")
