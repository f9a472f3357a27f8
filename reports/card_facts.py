"""What a game says its cards are: sets of them, what each one is, how it is dealt, and what a seat may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["DEALT", "Card", "CardSet", "Use"]

DEALT = "dealt"  # the key of a card's tally that counts its copies in the hand as it was dealt


@dataclass(frozen=True)
class Card:
    """A card, or a kind of card of which there are several: its number in the rules, and what it is in words.

    `traits` are what it has (its aspect, its trigger, …); `tallies` are the counters that say whether it was dealt
    (`DEALT`) or used (by the use's key), where moves do not.
    """

    number: int
    label: str
    traits: Mapping[str, str]
    tallies: Mapping[str, str]


@dataclass(frozen=True)
class Use:
    """What a seat may do with a card of its choice: "played to the court".

    It is told by moves of that kind, whose field a is the card's number, of those classes ("": of any); or, with no
    kind, by the tallies of the cards.
    """

    key: str
    label: str
    kind: str
    classes: str


@dataclass(frozen=True)
class CardSet:
    """Cards that are compared with each other.

    `dealt` are kinds of moves: a seat that makes one was dealt the card in its field a; empty where tallies tell it, or
    where the set is not dealt to seats. `can_be_held`: a deal can be edited so that a seat begins the game with the
    card.
    """

    key: str
    noun: tuple[str, str]
    cards: tuple[Card, ...]
    traits: Mapping[str, str]  # labels, by key
    dealt: tuple[str, ...]
    uses: tuple[Use, ...]
    can_be_held: bool
    held_note: str  # what a seat that begins with a card has in its place

    @property
    def is_dealt(self) -> bool:
        """Whether chance deals these cards to seats, and the records tell to whom."""
        return bool(self.dealt) or any(DEALT in card.tallies for card in self.cards)

    def plan(self, card: Card) -> str:
        """The name under which frames hold that a seat began with the card."""
        return f"{self.key} {card.number}"
