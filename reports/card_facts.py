"""What a game says its cards are: sets of them, what each one is, how it is dealt, and what a seat may do with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reports.entry import Entry

__all__ = ["DEALT", "Card", "CardSet", "Use", "card_sets"]

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
    where the set is not dealt to seats. `held`: a deal can be edited so that a seat begins the game with the card.
    """

    key: str
    noun: tuple[str, str]
    cards: tuple[Card, ...]
    traits: Mapping[str, str]  # labels, by key
    dealt: tuple[str, ...]
    uses: tuple[Use, ...]
    held: bool
    held_note: str  # what a seat that begins with a card has in its place

    @property
    def is_dealt(self) -> bool:
        """Whether chance deals these cards to seats, and the records tell to whom."""
        return bool(self.dealt) or any(DEALT in card.tallies for card in self.cards)

    def plan(self, card: Card) -> str:
        """The name under which frames hold that a seat began with the card."""
        return f"{self.key} {card.number}"


def card_sets(entry: Entry, tallies: Mapping[str, str], classes: Mapping[str, str]) -> tuple[CardSet, ...]:
    """The sets of a game; raises FactsError for the first thing that is wrong."""
    out: list[CardSet] = []
    for one in entry.each():
        known = one.mapping("key", "noun", "cards", "traits", "dealt", "uses", "held")
        key = one["key"].text()
        if not key.isidentifier() or any(key == other.key for other in out):
            raise one["key"].wrong(f"'{key}' stands in columns and names of files: letters, digits and _, each once")
        traits = dict(pair.pair() for pair in one["traits"].each()) if "traits" in known else {}
        uses = tuple(_use(use, classes) for use in one["uses"].each()) if "uses" in known else ()
        told = {DEALT, *(use.key for use in uses)}
        out.append(
            CardSet(
                key=key,
                noun=one["noun"].pair(),
                cards=tuple(_card(card, traits, told, tallies) for card in one["cards"].each()),
                traits=traits,
                dealt=tuple(kind.text() for kind in one["dealt"].each()) if "dealt" in known else (),
                uses=uses,
                held=bool(known.get("held")),
                held_note=one["held"].text() if known.get("held") else "",
            )
        )
        numbers = [card.number for card in out[-1].cards]
        if len(set(numbers)) < len(numbers):
            raise one["cards"].wrong("two cards of a set have the same number")
    return tuple(out)


def _use(entry: Entry, classes: Mapping[str, str]) -> Use:
    known = entry.mapping("key", "label", "kind", "classes")
    letters = entry["classes"].text() if "classes" in known else ""
    for letter in letters:
        if letter not in classes:
            raise entry["classes"].wrong(f"'{letter}' is the letter of no class of moves")
    return Use(entry["key"].text(), entry["label"].text(), entry["kind"].text() if "kind" in known else "", letters)


def _card(entry: Entry, traits: Mapping[str, str], told: set[str], tallies: Mapping[str, str]) -> Card:
    known = entry.mapping("number", "label", "traits", "tallies")
    own = {key: value.text() for key, value in entry["traits"].entries().items()} if "traits" in known else {}
    if set(own) != set(traits):
        raise entry.wrong(f"its traits must be those of the set: {', '.join(traits) or 'none'}")
    counted = {key: one.tally(tallies) for key, one in entry["tallies"].entries().items()} if "tallies" in known else {}
    if unknown := sorted(set(counted) - told):
        raise entry["tallies"].wrong(f"'{unknown[0]}' is neither {DEALT} nor the key of a use")
    return Card(entry["number"].whole(), entry["label"].text(), own, counted)
