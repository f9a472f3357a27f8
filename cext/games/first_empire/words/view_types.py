"""Types of what a player of first_empire sees.

Made by `python -m cext.games.view_types first_empire`: not to be edited.
"""

from typing import NotRequired, TypedDict

__all__ = [
    "AlchemistCard",
    "Board",
    "BoardMausoleum",
    "BoardWallSection",
    "CardsInDecks",
    "GovernorSpace",
    "GovernorTiles",
    "Lisi",
    "Mausoleum",
    "Officials",
    "Player",
    "PlayerRegion",
    "Region",
    "Reward",
    "Soldiers",
    "Supply",
    "TokensLeft",
    "Turn",
    "View",
    "VpFrom",
    "WallSection",
    "Writing",
]


class WallSection(TypedDict):
    section: int
    site: str
    tile: int
    side: int
    shows: str
    slots: list[int]


class GovernorTiles(TypedDict):
    chu: list[int | None]
    wei: list[int | None]
    zhao: list[int | None]
    qi: list[int | None]
    yan: list[int | None]


class Mausoleum(TypedDict):
    row: int
    column: int
    kind: str
    place: str
    spot: int
    tile: int
    slots: list[int]


class Writing(TypedDict):
    small: int
    large: int


class TokensLeft(TypedDict):
    writing: Writing
    currency: Writing
    laws: Writing


class GovernorSpace(TypedDict):
    tile: int | None
    governor_of: int | None


class Region(TypedDict):
    region: str
    governor_spaces: list[GovernorSpace]
    open_area: list[int]
    palaces: list[int]
    palace_tiles: list[str]


class BoardWallSection(TypedDict):
    section: int
    slots: list[int | None]
    emperor_tile: str | None


class BoardMausoleum(TypedDict):
    row: int
    column: int
    soldiers: list[int]


class Board(TypedDict):
    court_area_top_card: int | None
    cards_in_court_area: int
    turn_order: list[int]
    tokens_left: TokensLeft
    regions: list[Region]
    wall_sections: list[BoardWallSection]
    mausoleum: list[BoardMausoleum]
    master_alchemists: list[str]


class CardsInDecks(TypedDict):
    writing: int
    currency: int
    laws: int


class VpFrom(TypedDict):
    palaces: int
    abilities: int
    bonuses: int
    soldiers: int


class AlchemistCard(TypedDict):
    card: int | str
    kind: str
    trigger: str
    emperor_tile: bool
    ability: str


class Officials(TypedDict):
    alchemist: int
    architect: int
    general: int


class PlayerRegion(TypedDict):
    region: str
    cards: list[AlchemistCard]
    unrest: int
    officials: Officials
    workers: int


class Soldiers(TypedDict):
    locked: int
    entrance: int


class Supply(TypedDict):
    officials: Officials
    governors: int
    palaces: int
    walls: int


class Player(TypedDict):
    player: int
    starting_tiles: list[int] | None
    vp: int
    vp_from: VpFrom
    hand: list[AlchemistCard | str]
    alchemist_cards: list[AlchemistCard]
    regions: list[PlayerRegion]
    tokens: TokensLeft
    soldiers: Soldiers
    ship: int
    supply: Supply


class Lisi(TypedDict):
    discards: list[int]
    removed: list[int]
    palace_tiles: GovernorTiles
    emperor_tiles_removed: int
    cards_in_action_deck: int
    cards_in_unification_deck: int
    cards_in_dropped: int


class Turn(TypedDict):
    card: int
    action: str


class Reward(TypedDict):
    aspect: str
    gives: str


class View(TypedDict):
    seat: int
    to_move: int
    round: int
    decision: str
    tableau: list[str]
    wall_sections: list[WallSection]
    governor_tiles: GovernorTiles
    mausoleum: list[Mausoleum]
    board: Board
    cards_in_decks: CardsInDecks
    players: list[Player]
    lisi: NotRequired[Lisi]
    draw: int
    turn: NotRequired[Turn]
    reward: NotRequired[Reward]
