"""Types of what a player of toy sees.

Made by `python -m cext.games.view_types toy`: not to be edited.
"""

from typing import TypedDict

__all__ = [
    "Player",
    "View",
]


class Player(TypedDict):
    seat: int
    board: str | None
    hand: list[int] | None
    points: int
    cards_risked: int
    pots_spoilt: int


class View(TypedDict):
    seat: int
    round: int
    to_move: int
    pot: int
    hand: list[int]
    players: list[Player]
    draw: int
