"""Everything on the table, in lists and dictionaries, and how a decision is put to a player."""

from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.games.first_empire.model.facts import ALCHEMIST_CARDS, ASPECTS, OFFICIALS, REGIONS, Effect, Facts

Option = tuple[Any, ...]  # a word and what it is about

# The readings of the rulings (F..), each as it is played when nothing is said.
DEFAULTS: dict[str, bool | str] = {
    "tableau": "printed",  # Setup 1C: "printed", "A" or "B"
    "mausoleum": "standard",  # Setup 3: "standard" or "advanced"
    "court_stays": True,  # F1: the pile at Court stays over the rounds, X is free once in the game
    "alchemists_count": True,  # F2: Alchemist cards count when a card is the 1st, 2nd or 3rd of a region
    "triggered_at_once": True,  # F3: the triggered cards are fixed when the action is complete
    "unrest_when_activated": True,  # F4: unrest 3 is looked at when an ability is activated, not when triggered
    "move_after_abilities": False,  # F6: an official may be moved although abilities were activated
    "elixir_must": True,  # F7: one of the two gains of an elixir symbol must be taken if one can be
    "emperor_by_site": False,  # F8: Emperor tiles lie in stacks by site, not one on a section
    "emperor_any_card": False,  # F30: an Alchemist card alone is enough for an Emperor tile
    "free_wall_first": True,  # F31: a free Wall takes an Emperor tile only if it is the first of its section
    "cards_reward_possible": True,  # F15: Alchemist cards are accepted as a reward only if one can be placed
    "emperor_replaces": True,  # F9: an Emperor tile replaces the trigger of the card
    "open_area": True,  # F10: a Governor may go to the open area although a bonus space is free
    "bonus_first": True,  # F10: the bonus comes before the unrest is reset
    "governor_both": False,  # F11: a Governor tile gives both of its options
    "palace_tile_must": True,  # F13: a Palace tile must be taken if possible
    "officials_apart": True,  # F16: the two officials of "any region" may go to two regions
    "large_lose_one": True,  # F19: two large tokens may pay for one soldier
    "limit_each": False,  # F20: the limit of 5 small tokens holds for each aspect
    "soldiers_after_reward": True,  # F21: soldiers may be placed after an accepted reward
    "bare_region_covers": True,  # F25: 0 officials cover 0 unrest
    "lisi_leftmost": True,  # S2: his card goes to an earlier region with room though the one of the round is full
    "lisi_covers_x": True,  # S13: a card of his at Court takes X from the player's first Court Action
    "lisi_takes_of_site": True,  # S12: his Emperor tile is any of the site, that of his section first
    "lisi_asks_once": True,  # S3: whether his soldier is at the entrance is asked once a card, not for each symbol
    "lisi_family_rule": True,  # S4: if all conditions are met, cards without a rule of their own follow the family's
    "lisi_unlocks_last": True,  # S8: he unlocks soldiers after the player, not at his place in the turn order
}


@dataclass
class Decision:
    """What a player is asked; the game goes on when one of the options is sent back."""

    seat: int
    about: str
    options: list[Option]


Play = Generator[Decision, Option, None]  # a part of the game in which players decide


@dataclass
class Tucked:
    """A card on a player board: its identity, and the actions that trigger it."""

    card: int | str  # number of a Unification card, name of an Alchemist or Master Alchemist card
    kind: str  # writing, currency, laws, alchemist, master
    triggers: list[str]
    effect: Effect
    emperor: bool = False  # an Emperor tile lies on it

    def is_alchemist(self) -> bool:
        """ "A Master Alchemist card is considered as an Alchemist card"."""
        return self.kind in ALCHEMIST_CARDS


def none_of_each(names: tuple[str, ...]) -> dict[str, int]:
    return dict.fromkeys(names, 0)


@dataclass
class Player:
    """One player: hand, player board, supply and points."""

    seat: int
    vp: int = 0
    source: dict[str, int] = field(default_factory=dict)  # the points of the game by where they came from
    starting_tiles: list[int] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    alchemist_cards: list[str] = field(default_factory=list)  # set aside, not yet placed
    cards: list[list[Tucked]] = field(default_factory=lambda: [[] for _ in REGIONS])
    officials: list[dict[str, int]] = field(default_factory=lambda: [none_of_each(OFFICIALS) for _ in REGIONS])
    workers: list[int] = field(default_factory=lambda: [0 for _ in REGIONS])
    unrest: list[int] = field(default_factory=lambda: [0 for _ in REGIONS])
    small: dict[str, int] = field(default_factory=lambda: none_of_each(ASPECTS))
    large: dict[str, int] = field(default_factory=lambda: none_of_each(ASPECTS))
    supply: dict[str, int] = field(default_factory=lambda: none_of_each(OFFICIALS))  # officials not on the board
    governors: int = 0  # supply
    palaces: int = 0  # supply
    walls: int = 0  # supply
    locked: int = 0  # soldiers on the player board
    entrance: int = 0  # soldiers at the entrance of the Mausoleum
    ship: int = 0  # space of the Elixir route
    actions: list[str] = field(default_factory=list)  # what was done with the cards, turn by turn

    def score(self, points: int, source: str) -> None:
        """Victory points during the game."""
        self.vp += points
        self.source[source] = self.source.get(source, 0) + points

    def tableau(self) -> list[Tucked]:
        """All cards on the player board."""
        return [card for region in self.cards for card in region]

    def cards_of(self, kind: str) -> int:
        """Cards of one kind on the player board; Master Alchemist cards are Alchemist cards."""
        if kind == "alchemist":
            return sum(card.is_alchemist() for card in self.tableau())
        return sum(card.kind == kind for card in self.tableau())

    def has_officials(self) -> bool:
        """Whether any official is on the player board."""
        return any(sum(region.values()) > 0 for region in self.officials)

    def regions_with_workers(self) -> list[int]:
        return [r for r in REGIONS if self.workers[r] > 0]


@dataclass
class ShownSection:
    """A section of a Wall site."""

    site: int
    face: str  # what the Wall tile counts
    markings: list[int]  # workers each slot costs, left to right
    walls: list[int | None]  # whose wall stands in each slot


@dataclass
class Spot:
    """A spot of the Mausoleum: what it asks for, and who stands on its tile, topmost slot first."""

    kind: str  # its icon: "region", "wall" or "elixir"
    place: int  # its region or Wall site
    needs: dict[str, int]  # by the tile on it
    vp: list[int]  # of each slot this number of players may use
    soldiers: list[int] = field(default_factory=list)


@dataclass
class GovernorSpace:
    """A space for a Governor with a tile: its options (none: a blank tile), and who stands there."""

    options: list[Effect]
    seat: int | None = None


@dataclass
class LiSi:
    """Solo mode: Li Si beside the pieces he has like any player. His level is that of his card, from 1."""

    seat: int
    level: int
    draw: Random  # what is drawn for him in the course of the game
    deck: list[int]  # numbers of his Action cards, the top one first
    discards: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)  # played once
    unification_deck: list[int] = field(default_factory=list)
    palace_tiles: list[tuple[int, str]] = field(default_factory=list)  # region and kind
    emperor_tiles: list[str] = field(default_factory=list)  # removed from play


@dataclass
class Table:
    """The game board and the players."""

    facts: Facts
    options: dict[str, bool | str]
    players: list[Player]
    decks: dict[str, list[int]]  # the top card first
    track: list[int]  # markers on the Turn Order track, top to bottom, then those in the column of the round
    sections: list[ShownSection]
    emperors: list[list[str]]  # of each section (or, by a switch, of each site): the Emperor tiles, top first
    mausoleum: list[Spot]  # row by row
    governor_spaces: list[list[GovernorSpace]]  # by region
    palace_tiles: list[list[str]]  # by region
    masters: list[str]  # Master Alchemist cards next to the board
    small: dict[str, int]  # general supply of value-1 tokens
    large: dict[str, int]  # value-2 tokens on the board
    open_area: list[list[int]] = field(default_factory=lambda: [[] for _ in REGIONS])
    palaces: list[list[int]] = field(default_factory=lambda: [[] for _ in REGIONS])
    court: list[int] = field(default_factory=list)  # the pile at Court, top card last
    lisi: LiSi | None = None
    cleared: list[int] = field(default_factory=list)  # by switches: earlier piles, cards of Li Si under X
    dropped: list[int] = field(default_factory=list)  # Unification cards Li Si did not draw
    round: int = 0  # from 0

    def player(self, seat: int) -> Player:
        return self.players[seat]

    def says(self, option: str) -> bool:
        """Whether a switch is on."""
        return bool(self.options[option])

    def last_round(self) -> bool:
        return self.round == self.facts.rounds - 1

    def unrest_may_rise(self, player: Player, region: int, steps: int) -> bool:
        """ "A player CANNOT perform actions or trigger any effect that would cause their level ... to go above 3"."""
        return player.unrest[region] + steps <= self.facts.unrest_limit

    def governors_of(self, player: Player, region: int) -> int:
        """Governors of a player on the game board in a region."""
        on_tiles = [space for space in self.governor_spaces[region] if space.seat == player.seat]
        return len(on_tiles) + self.open_area[region].count(player.seat)

    def palaces_of(self, player: Player, region: int) -> int:
        return self.palaces[region].count(player.seat)

    def walls_at(self, player: Player, site: int) -> int:
        """Walls of a player at a Wall site, 0 to 2."""
        return sum(player.seat in section.walls for section in self.sections if section.site == site)

    def walls_of(self, player: Player) -> int:
        return sum(player.seat in section.walls for section in self.sections)

    def tiles_of(self, player: Player) -> int:
        """Mausoleum tiles a soldier of the player stands on."""
        return sum(player.seat in spot.soldiers for spot in self.mausoleum)
