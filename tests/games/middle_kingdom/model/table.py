"""What lies on the model's table: players with cards in lists, and counts taken anew whenever they are asked for."""

from dataclasses import dataclass, field
from typing import Any

TYPES = ("Bureaucrats", "Farmers", "Merchants", "Nobles", "Warlords")
GOAL_OF = {
    "Bureaucrats": "Palace", "Farmers": "Harvest", "Merchants": "Market", "Nobles": "Heir", "Warlords": "Emperor",
}  # fmt: skip
DRAGON = "Celestial Dragon"


def home(card: str) -> str:
    """The pile a card belongs to."""
    if card == "Philosopher":
        return "Bureaucrats"
    return "Nobles" if card.startswith("Noble") else card + "s"


@dataclass(frozen=True)
class Rules:
    """Players, switches and the numbers of the component files."""

    players: int
    data: Any  # Components
    experienced: bool = False
    harvest_after: str = "off"
    emperor_first: bool = False
    reset_no_half: bool = False
    moved_merchants: str = "everywhere"
    swap_market: bool = False
    never_had_dragon: str = "first"
    token_limit: bool = False

    @property
    def two_bids(self) -> bool:
        return self.players == 2 or self.experienced

    @property
    def face_up(self) -> int:
        number: int = self.data.face_up_experienced if self.experienced else self.data.face_up[self.players - 2]
        return number

    def jade(self, card: str) -> int:
        """VP printed on a Dynasty Card."""
        names = ("Bureaucrat", "Farmer", "Merchant", "Noble 2", "Noble 3", "Noble 4", "Warlord", "Philosopher")
        points: int = self.data.card_vp[names.index(card)]
        return points

    def goal_jade(self, goal: str) -> int:
        points: int = self.data.goal_vp[list(GOAL_OF.values()).index(goal)]
        return points


@dataclass
class Bid:
    """A Bid Card played, and the tied card it lies on."""

    card: int
    on: int | None
    half: bool = False
    tied: bool = False

    @property
    def claims(self) -> bool:
        return self.card > 0 or self.on is not None

    @property
    def total(self) -> float:
        return self.card + (self.on or 0) + (0.5 if self.half else 0)


@dataclass
class Player:
    """One player; `piles` holds the names of the cards in each pile."""

    number: int
    hand: set[int] = field(default_factory=lambda: set(range(8)))
    aside: set[int] = field(default_factory=set)
    tied: list[int] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    began_with: int = 8
    played_reset: bool = False
    piles: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in TYPES})
    tokens: int = 0
    had_dragon: int = 0
    starting_card: str | None = None  # the Goal Card given to the seat before round 1, an experiment

    def cards(self) -> list[str]:
        return [card for pile in self.piles.values() for card in pile]

    def most(self, pile: str) -> int:
        """Cards of a pile as they count for most of its type: a Merchant elsewhere is two."""
        return sum(2 if card == "Merchant" and pile != "Merchants" else 1 for card in self.piles[pile])

    def of_type(self, pile: str) -> int:
        """Cards of a type itself, wherever they lie."""
        return sum(home(card) == pile for card in self.cards())

    def last_dragon(self) -> float:
        """When the player had the Dragon last: the end of a round, before the first round, or never."""
        return self.had_dragon or (0.5 if self.starting_card == DRAGON else 0)

    def playable(self) -> list[int]:
        return sorted(self.hand - {bid.card for bid in self.bids})

    def waiting(self) -> list[int]:
        """Tied cards without a bid on them."""
        return [card for card in self.tied if card not in [bid.on for bid in self.bids]]
