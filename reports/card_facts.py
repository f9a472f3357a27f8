"""Cards as a game describes them: those that are compared with each other, how seats get them and what they do."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from cext.fields import Count, Pair, Record, Text
from reports.frame_columns import Key, Tally

__all__ = ["DEALT", "Card", "CardSet", "Use"]

DEALT = "dealt"  # the key of a card's tally that counts its copies in the hand as it was dealt


class Card(Record, frozen=True):
    """A card, or a kind of card of which there are several: its number in the rules, and what it is in words.

    `traits` are what it has (its aspect, its trigger, …); `tallies` are the counters that say whether it was dealt
    (`DEALT`) or used (by the use's key), where moves do not.
    """

    number: Count
    label: Text
    traits: Mapping[str, Text] = field(default_factory=dict)
    tallies: Mapping[str, Tally] = field(default_factory=dict)


class Use(Record, frozen=True):
    """What a seat may do with a card of its choice: "played to the court".

    It is told by moves of that kind, whose field a is the card's number, of those classes ("": of any); or, with no
    kind, by the tallies of the cards.
    """

    key: Text
    label: Text
    kind: str = ""
    classes: str = ""


class CardSet(Record, frozen=True):
    """Cards that are compared with each other.

    `dealt` are kinds of moves: a seat that makes one was dealt the card in its field a; empty where tallies tell it, or
    where the set is not dealt to seats.
    """

    key: Key
    nouns: Pair
    cards: tuple[Card, ...]
    traits: Mapping[str, Text] = field(default_factory=dict)  # labels, by key
    dealt: tuple[Text, ...] = ()
    uses: tuple[Use, ...] = ()
    held_note: str = ""  # what a seat that begins with a card has in its place

    def __post_init__(self) -> None:
        """ValueError where cards do not fit the set."""
        keys = {DEALT, *(use.key for use in self.uses)}
        for card in self.cards:
            if set(card.traits) != set(self.traits):
                traits = ", ".join(self.traits) or "none"
                raise ValueError(f"card {card.number}: its traits must be those of the set: {traits}")
            for key in sorted(set(card.tallies) - keys):
                raise ValueError(f"card {card.number}: '{key}' is neither {DEALT} nor the key of a use")
        if len({card.number for card in self.cards}) < len(self.cards):
            raise ValueError("two cards of a set have the same number")

    @property
    def can_be_held(self) -> bool:
        """Whether a deal can be edited so that a seat begins the game with one of these cards."""
        return bool(self.held_note)

    @property
    def is_dealt(self) -> bool:
        """Whether chance deals these cards to seats, and the records tell to whom."""
        return bool(self.dealt) or any(DEALT in card.tallies for card in self.cards)

    def plan(self, card: Card) -> str:
        """The name under which frames hold that a seat began with the card."""
        return f"{self.key} {card.number}"
