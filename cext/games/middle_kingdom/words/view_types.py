"""Types of what a player of middle_kingdom sees.

Made by `python -m cext.games.view_types middle_kingdom`: not to be edited.
"""

from typing import TypedDict

__all__ = [
    "Bid",
    "BidsInOrder",
    "GoalCards",
    "Piles",
    "Player",
    "View",
]


class Bid(TypedDict):
    card: int
    on: int | None


class Piles(TypedDict):
    Bureaucrats: int
    Farmers: int
    Merchants: int
    Nobles: int
    Warlords: int


class Player(TypedDict):
    hand: list[int]
    set_aside: list[int]
    tied: list[int]
    bids: list[Bid] | None
    half: int | None
    cards: dict[str, int]
    piles: Piles
    tokens: int
    goal_cards: list[str]
    began_with: str | None
    had_dragon_in_round: int | None
    vp: int


class GoalCards(TypedDict):
    Palace: int | None
    Harvest: int | None
    Market: int | None
    Heir: int | None
    Emperor: int | None


class BidsInOrder(TypedDict):
    player: int
    bid: int
    half: bool
    stack: bool


class View(TypedDict):
    seat: int
    to_move: int
    round: int
    decision: str
    revealed: bool
    players: list[Player]
    face_up: dict[str, int]
    drawn: str | None
    discarded: dict[str, int]
    goal_cards: GoalCards
    dragon: int | None
    bids_in_order: list[BidsInOrder]
    cards_in_deck: int
    draw: int
