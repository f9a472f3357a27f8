"""What The First Empire's component files may say: the names in them, numbered from 0, and the tables they become."""

from dataclasses import dataclass

from cext.games.card_decks import Card, Face
from cext.games.component_schema import ConstantValue, IntValue, ListValue, datum

__all__ = [
    "ABILITIES", "ALCHEMIST_ABILITIES", "ASPECTS", "BONUSES", "CRITERIA", "FAMILIES", "GOVERNOR_LINES",
    "GOVERNOR_MODES", "MASTER_ABILITIES", "OFFICIALS", "PALACE_KINDS", "PLAYED_ONCE", "REGIONS", "REWARD_KINDS",
    "SIDES", "SPOTS", "TABLEAUS", "TRIGGERS", "AlchemistCard", "Bonus", "Card", "Components", "Elixir", "EmperorTile",
    "Face", "LiSi", "MausoleumTile", "Numbers", "Reward", "ScoringFace", "SoloCard", "Spot", "StartingTile",
]  # fmt: skip

N_REGIONS, N_SITES, N_SECTIONS, N_ROUNDS, N_CARDS, DECK = 5, 3, 6, 5, 120, 40
N_STARTING, N_EMPEROR, N_BONUS, N_PALACE_TILES, N_WALL_TILES = 10, 6, 10, 15, 7
N_MAUSOLEUM, N_SOLO, N_LISI, DECK_OF_LISI = 9, 24, 4, 9
MAX_ROUTE = 40  # spaces of the elixir route the engine has room for
PLAYERS = (2, 3, 4)

ASPECTS = ("writing", "currency", "laws")
OFFICIALS = ("alchemist", "architect", "general")
REGIONS = ("chu", "wei", "zhao", "qi", "yan")  # left to right; rounds 1 to 5 of Li Si's Unification cards
# Court Actions; the first three want a lower card, the others a higher one (Activate card abilities).
TRIGGERS = ("recruit", "elixir", "governor", "hire", "palace", "wall")
# In the order of Appendix 1; Components.ability_amounts says how much each gives.
ABILITIES = (
    "ship", "alchemist_here", "architect_here", "general_here", "move_worker", "moves", "calm_any", "token_any",
    "vp_per_alchemist", "vp_per_governor", "vp_per_palace", "vp_per_wall", "unrest_writing_currency",
    "unrest_currency_laws", "unrest_writing_laws", "unrest_worker", "unrest_vp_per_writing",
    "unrest_vp_per_currency", "unrest_vp_per_laws",
)  # fmt: skip
ALCHEMIST_ABILITIES = ("worker", "official_here", "calm_here_and_any", "moves", "unrest_tokens_any")
MASTER_ABILITIES = ("vp_per_alchemist_here", "unlock", "vp_per_placed_soldier", "unrest_workers", "vp_per_round")
# Halves of Governor tiles (Appendix 3).
BONUSES = (
    "vp_per_palace", "vp_per_wall", "vp_per_alchemist", "vp_per_writing", "vp_per_currency", "vp_per_laws", "ship",
    "moves", "calm_regions", "unlock", "alchemists", "architects", "generals", "alchemist_card", "move_workers",
    "worker",
)  # fmt: skip
PALACE_KINDS = ("writing", "currency", "laws", "alchemist", "any_for_unrest")  # cards counted (Palace tiles)
# In the order of Appendix 2.
CRITERIA = (
    "architect", "alchemist", "general", "worker", "two_of_a_type", "quadruplet", "palace", "governor",
    "writing_card", "currency_card", "laws_card", "alchemist_card", "no_unrest", "officials_cover_unrest",
)  # fmt: skip
REWARD_KINDS = (
    "generals", "architects", "officials", "ship", "workers", "unlock", "alchemist_cards", "wall", "governor", "palace",
)  # fmt: skip
TABLEAUS = ("printed", "A", "B")  # the loose tile's two sides are A and B
SPOTS = ("region", "wall", "elixir")  # kinds of Mausoleum spots and tiles
FAMILIES = ("unification", "elixir", "governor", "palace", "wall")  # solo cards 1-5, 6-9, 10-14, 15-19, 20-24
PLAYED_ONCE = (14, 18, 19, 23, 24)  # solo cards with a rule of their own for a piece more than five rounds bring
GOVERNOR_MODES = ("none", "left_1", "right_2", "open_1")  # Install 1 Governor (10-14); none: another family
SIDES = ("left", "right")
GOVERNOR_LINES = ("none", "split", "wins_ties")  # how a scoring face scores governors; none: its line is the elixir


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The numbers of numbers.toml; each name's source there says what it counts. Lists are by players, 2 to 4."""

    rounds: int = datum(ConstantValue(N_ROUNDS))
    cards_per_aspect: int = datum(ConstantValue(DECK))
    hand_per_deck: int = datum(ConstantValue(2))
    cards_per_region: int = datum(ConstantValue(3))
    card_tokens: tuple[int, ...] = datum(ListValue(IntValue(0, 9), 3))
    card_unrest: tuple[int, ...] = datum(ListValue(IntValue(0, 3), 3))
    max_unrest: int = datum(ConstantValue(3))
    supply_governors: int = datum(IntValue(0, 15))
    supply_palaces: int = datum(IntValue(0, 15))
    supply_walls: int = datum(IntValue(0, N_SECTIONS))
    supply_soldiers: int = datum(IntValue(0, 15))
    unlocked_soldiers: int = datum(IntValue(0, 15))
    supply_officials: int = datum(IntValue(1, 15))
    supply_alchemist_cards: int = datum(ConstantValue(5))
    small_tokens: tuple[int, ...] = datum(ListValue(IntValue(0, 40), len(PLAYERS)))
    large_tokens: int = datum(ConstantValue(1))
    large_value: int = datum(ConstantValue(2))
    emperor_tiles: tuple[int, ...] = datum(ListValue(IntValue(0, N_EMPEROR), len(PLAYERS)))
    master_cards: tuple[int, ...] = datum(ListValue(IntValue(0, 5), len(PLAYERS)))
    palace_spaces: tuple[int, ...] = datum(ListValue(IntValue(0, 3), len(PLAYERS)))
    governor_spaces: tuple[int, ...] = datum(ListValue(IntValue(0, 2), len(PLAYERS)))
    governor_bonus_tiles: tuple[int, ...] = datum(ListValue(IntValue(0, N_BONUS), len(PLAYERS)))
    governor_blank_tiles: tuple[int, ...] = datum(ListValue(IntValue(0, 2), len(PLAYERS)))
    starting_tiles_dealt: int = datum(ConstantValue(2))
    start_region: int = datum(ConstantValue(1))
    start_generals: int = datum(ConstantValue(1))
    ship_steps: int = datum(IntValue(1, MAX_ROUTE))
    hire_workers: int = datum(IntValue(0, 9))
    hire_unrest: int = datum(ConstantValue(1))
    governor_officials: int = datum(ConstantValue(1))
    palace_workers: tuple[int, ...] = datum(ConstantValue((2, 1)))
    palace_vp: int = datum(IntValue(0, 99))
    free_moves: int = datum(ConstantValue(1))
    unlock_value: int = datum(ConstantValue(3))
    keep_tokens: int = datum(IntValue(0, 39))
    majority_vp: tuple[int, ...] = datum(ListValue(IntValue(0, 99), len(PLAYERS)))
    line_vp: int = datum(IntValue(0, 99))
    entrance_vp: tuple[int, ...] = datum(ListValue(IntValue(0, 99), 3))
    lisi_majority_vp: int = datum(IntValue(0, 99))
    lisi_court_tokens: int = datum(IntValue(0, 9))


@dataclass(frozen=True)
class AlchemistCard:
    """An Alchemist card (every player has the same five) or a Master Alchemist card."""

    trigger: int  # TRIGGERS
    ability: int  # ALCHEMIST_ABILITIES or MASTER_ABILITIES
    amount: int  # workers, officials, unrest in any region, moves, tokens; VP a piece; soldiers


@dataclass(frozen=True)
class StartingTile:
    """What a Starting tile gives in Chu after the General all of them begin with: pieces, and unrest paid for them."""

    officials: tuple[int, ...]  # in Chu, by OFFICIALS
    unrest: int  # bit r: +1 unrest in region r, before the rest
    tokens: tuple[int, ...]  # small ones, by ASPECTS
    ship: int  # spaces
    soldiers: int  # unlocked
    workers: int  # in Chu
    alchemist_cards: int  # in Chu


@dataclass(frozen=True)
class EmperorTile:
    """An Emperor tile."""

    section: int  # its back: the wall section where it lies
    trigger: int  # TRIGGERS: what it puts in place of a card's


@dataclass(frozen=True)
class Bonus:
    """One half of a Governor tile."""

    kind: int  # BONUSES
    amount: int  # VP a piece, spaces, moves, regions, pieces


@dataclass(frozen=True)
class Reward:
    """One cell of the Unification tableau."""

    kind: int  # REWARD_KINDS
    amount: int  # pieces, spaces
    regions: int  # bit r: it may be placed in region r; 0: no region matters
    same_region: int  # 1: all of the amount goes to one region


@dataclass(frozen=True)
class Elixir:
    """The elixir route: index 0 is the starting space, the last one the end."""

    symbols: tuple[int, ...]  # by space: how often "unlock a soldier or place an Alchemist card" stands there
    masters: tuple[int, ...]  # by space: 1 where a Master Alchemist card is taken, after the symbols of the space
    vp: tuple[int, ...]  # by space: VP of a ship there or beyond, the highest value reached


@dataclass(frozen=True)
class Spot:
    """A spot of the Mausoleum, or a token of the advanced mode that covers it."""

    kind: int  # SPOTS
    place: int  # its region or wall site; 0 for the elixir


@dataclass(frozen=True)
class MausoleumTile:
    """A Mausoleum tile: the least that its owner must have at the region or site of its spot, every count at once."""

    kind: int  # SPOTS
    governors: int  # in the region
    palaces: int  # in the region
    pieces: int  # governors and palaces together, in the region
    walls: int  # at the site
    space: int  # of the elixir route: the ship is there or beyond
    alchemist_cards: int  # on the player board
    slots: tuple[int, ...]  # VP from the top, never ascending
    three_plus: int  # bit s: slot s is used with 3 players or more


@dataclass(frozen=True)
class SoloCard:
    """One of Li Si's 24 action cards; what its family does not use is 0 or empty."""

    number: int  # 1 to 24
    family: int  # FAMILIES
    once: int  # 1: removed from the game after it has been played
    steps: int  # elixir: spaces of the ship
    mode: int  # governor: GOVERNOR_MODES
    order: tuple[int, ...]  # governor, palace: regions; wall: sites; first to last
    tokens: tuple[int, ...]  # palace: ASPECTS of large tokens, first to last
    takes_tile: int  # palace: 1 = takes the tile; wall: 1 = takes the Emperor tile
    section: int  # wall: SIDES, the section of the site he builds in
    slot: int  # wall: SIDES, where the first available slot is looked for


@dataclass(frozen=True)
class ScoringFace:
    """A face of Li Si's two scoring cards; of the lower card only the last line counts (governors or elixir)."""

    name: str  # A, B, C, D
    card: int  # 0: A and B, 1: C and D
    wall_vp: tuple[int, ...]  # of a wall in a slot with 1, 2, 3 markings
    governors: int  # GOVERNOR_LINES
    elixir: int  # 1: Alchemist cards times VP of the ship
    elixir_plus: int  # added to the VP of the ship


@dataclass(frozen=True)
class LiSi:
    """A Li Si card."""

    deck: tuple[int, ...]  # numbers of 9 solo cards
    top: int  # index of the upper scoring face: all its lines count
    bottom: int  # index of the lower scoring face: its last line counts
    position: int  # 0: he begins as 1st player, 1: as 2nd
    space: int  # of the elixir route where his ship begins
    soldiers: int  # unlocked beside the one all begin with


@dataclass(frozen=True, kw_only=True)
class Components:
    """Everything the component files say; regions, sites, sections and rounds are numbered from 0."""

    cards: tuple[Card, ...]  # 120, by number: card n stands at n - 1
    ability_amounts: tuple[int, ...]  # by ABILITIES: spaces, officials, workers, moves, tokens of each kind, VP a piece
    alchemists: tuple[AlchemistCard, ...]  # 5, the same for every player
    masters: tuple[AlchemistCard, ...]  # 5
    starting_tiles: tuple[StartingTile, ...]  # 10
    emperor_tiles: tuple[EmperorTile, ...]  # 6
    governor_tiles: tuple[tuple[Bonus, Bonus], ...]  # 10 with bonuses; the blank ones are counted in numbers
    palace_tiles: tuple[int, ...]  # 15: PALACE_KINDS
    palace_tile_vp: tuple[int, ...]  # by PALACE_KINDS: VP a card
    wall_tiles: tuple[tuple[Face, Face], ...]  # 7 tiles of 2 faces
    wall_vp: tuple[tuple[int, ...], ...]  # [criterion][markings - 1], the same as on the faces
    rewards: tuple[tuple[Reward, ...], ...]  # [aspect][round]
    tableaus: tuple[tuple[int, ...], ...]  # by TABLEAUS: the aspects of its rows, top to bottom
    adjacent: tuple[int, ...]  # by region: bit q = region q is a neighbour
    sites: tuple[str, ...]  # names of the wall sites
    site_of: tuple[int, ...]  # by section: its site; the left section of a site stands first
    markings: tuple[tuple[tuple[int, ...], ...], ...]  # [players - 2][section]: workers of its slots, left to right
    elixir: Elixir
    mausoleum: tuple[Spot, ...]  # the printed 9 spots, row by row; the tokens of the advanced mode are the same
    mausoleum_tiles: tuple[MausoleumTile, ...]  # 9: 5 region, 3 wall, 1 elixir
    solo_cards: tuple[SoloCard, ...]  # 24: card n stands at n - 1
    scoring_faces: tuple[ScoringFace, ...]  # A, B, C, D
    lisi: tuple[LiSi, ...]  # Li Si 1 to 4
    numbers: Numbers
    statuses: tuple[tuple[str, int], ...]  # data by STATUSES; no part of the digest
