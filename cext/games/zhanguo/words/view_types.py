"""Types of what a player of zhanguo sees.

Made by `python -m cext.games.view_types zhanguo`: not to be edited.
"""

from typing import NotRequired, TypedDict

__all__ = [
    "Auction",
    "BonusSquare",
    "Card",
    "DraftedAway",
    "Markers",
    "Officials",
    "Player",
    "PlayerWall",
    "Region",
    "Reward",
    "Supply",
    "Task",
    "Turn",
    "View",
    "Wall",
]


class Card(TypedDict):
    number: int
    aspect: str
    trigger: str
    ability: str


class Officials(TypedDict):
    military: int
    civilian: int
    inspector: int


class Region(TypedDict):
    region: int
    cards: list[Card]
    unrest: int
    governors_area: Officials
    workers_area: Officials
    workers: int
    governors: int
    palaces: int


class Markers(TypedDict):
    writing: int
    currency: int
    laws: int


class PlayerWall(TypedDict):
    section: int
    rods: int


class Supply(TypedDict):
    officials: Officials
    governors: int
    palaces: int
    walls: int


class Player(TypedDict):
    board: str | None
    vp: int
    hand: list[Card | str]
    regions: list[Region]
    markers: Markers
    walls: list[PlayerWall]
    tasks: list[int]
    supply: Supply


class Wall(TypedDict):
    section: int
    site: str
    tile: str
    slots: list[int | None]


class Task(TypedDict):
    task: int
    tile: int
    discs: int


class BonusSquare(TypedDict):
    square: str
    governor_of: int | None


class Turn(TypedDict):
    card: int
    action: str
    points: NotRequired[int]


class Reward(TypedDict):
    aspect: str
    kind: str
    regions: list[int]


class Auction(TypedDict):
    bid: int
    bidder: int | None
    passed: list[int]
    boards: list[str]


class DraftedAway(TypedDict):
    round: int
    writing: int
    currency: NotRequired[int]
    laws: NotRequired[int]


class View(TypedDict):
    seat: int
    to_move: int
    round: int
    decision: str
    players: list[Player]
    court_card: int | None
    markers: Markers
    value_3_markers: Markers
    walls: list[Wall]
    tasks: list[Task]
    palaces: list[int]
    bonus_squares: list[list[BonusSquare]]
    rewards_track: list[int]
    cards_in_decks: Markers
    draw: int
    turn: NotRequired[Turn]
    reward: NotRequired[Reward]
    auction: NotRequired[Auction]
    drafted_away: NotRequired[list[DraftedAway]]
