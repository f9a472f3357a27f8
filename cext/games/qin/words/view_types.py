"""Types of what a player of qin sees.

Made by `python -m cext.games.view_types qin`: not to be edited.
"""

from typing import TypedDict

__all__ = [
    "Player",
    "Province",
    "View",
    "Village",
]


class Player(TypedDict):
    player: int
    pagodas_on_board: int
    pagodas_left: int
    tiles: int


class Province(TypedDict):
    colour: str
    squares: list[str]
    owner: int | None
    pagodas: int


class Village(TypedDict):
    squares: list[str]
    owner: int | None
    beside: list[int]


class View(TypedDict):
    seat: int
    to_move: int
    round: int
    map: str
    hand: list[str]
    players: list[Player]
    tiles_in_piles: int
    board: list[str]
    provinces: list[Province]
    villages: list[Village]
    draw: int
