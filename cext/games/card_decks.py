"""What both games of the unification of China have: decks of cards by aspect, each with a trigger and an ability, wall
tiles with a criterion on each face, and the procedure that spreads triggers and abilities evenly over the cards.

A card's number says its aspect: each deck has the next numbers. Which card has which trigger and ability no source
states; the searches accept a swap that is not worse until none is needed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, Csv, IntValue
from cext.games.owner_questions import Content, FixedStock, OwnerQuestion, in_csv, of_backs

__all__ = [
    "Card", "Face", "RandomNumbers", "Table", "card_questions", "card_rows", "card_stocks", "changed_numbers",
    "changed_walls", "criterion_places", "numbers_text", "read_cards", "shuffle", "spread_evenly", "unused_abilities",
    "wall_questions", "wall_rows", "wall_stocks",
]  # fmt: skip


@dataclass(frozen=True)
class Card:
    """A card of a deck; aspect, trigger and ability are numbers of the game's names."""

    number: int  # from 1
    aspect: int
    trigger: int
    ability: int


@dataclass(frozen=True)
class Face:
    """One face of a wall tile."""

    criterion: int
    vp: tuple[int, ...]  # of a wall in a slot with 1, 2, 3 workers


# -- files -------------------------------------------------------------------------------------------------------------


def card_rows(n: int, aspects: tuple[str, ...], triggers: tuple[str, ...], abilities: tuple[str, ...]) -> Csv:
    """The columns of cards.csv."""
    names = {"aspect": aspects, "trigger": triggers, "ability": abilities}
    return Csv({"number": IntValue(1, n), **{column: ChoiceValue(kinds) for column, kinds in names.items()}}, n)


def wall_rows(n: int, criteria: tuple[str, ...]) -> Csv:
    """The columns of wall_tiles.csv; n: tiles."""
    vp = {f"vp_{slot}": IntValue(0, 99) for slot in (1, 2, 3)}
    return Csv({"tile": IntValue(1, n), "face": IntValue(1, 2), "criterion": ChoiceValue(criteria), **vp}, 2 * n)


def read_cards(path: Path, reading: ComponentReader, kind: Csv, aspects: Sequence[str]) -> tuple[Card, ...]:
    """The cards, the first deck's first; a card of another aspect than its deck is an error."""
    cards = reading.keyed(path, kind, "card", range(1, kind.n_rows + 1))
    for number, (row, (aspect, *_)) in cards.items():
        with reading.catch():
            deck = aspects[(number - 1) * len(aspects) // kind.n_rows]
            if aspects[aspect] != deck:
                raise row.error(f"card {number} has aspect {aspects[aspect]}: its deck is {deck}, write that")
    return tuple(Card(number, *cards[number][1]) for number in sorted(cards))


def criterion_places(tiles: Sequence[tuple[Face, Face]], criteria: Sequence[str]) -> list[dict[str, Any]]:
    """The wall tile and its side that show each criterion, in the words of records."""
    places = {face.criterion: (t, f) for t, tile in enumerate(tiles, 1) for f, face in enumerate(tile, 1)}
    found = [places[criterion] for criterion in range(len(criteria))]
    return [{"tile": tile, "side": side, "shows": name} for (tile, side), name in zip(found, criteria, strict=True)]


# -- unknown data ------------------------------------------------------------------------------------------------------


def card_questions(kind: Csv, action: str, where: str) -> Callable[[Content], list[OwnerQuestion]]:
    """Trigger and ability of every card; action: what triggers are called."""

    def question(row: Mapping[str, Any]) -> str:
        return f"Card {row['number']} ({row['aspect']}): which {action} activates it, and what does it give?"

    return in_csv("cards.csv", kind, ("trigger", "ability"), question, where)


def card_stocks(content: Content) -> list[FixedStock]:
    """Triggers and abilities of each deck."""
    aspects = dict.fromkeys(row["aspect"] for row in content["cards.csv"])
    decks = [[row for row in content["cards.csv"] if row["aspect"] == aspect] for aspect in aspects]
    return [FixedStock(deck, (field,)) for deck in decks for field in ("trigger", "ability")]


def wall_questions(content: Content) -> list[OwnerQuestion]:
    """What stands on the back of each wall tile."""
    criteria = tuple(dict.fromkeys(row["criterion"] for row in content["wall_tiles.csv"]))
    kind = wall_rows(len(criteria) // 2, criteria)
    return of_backs(content, "wall_tiles.csv", kind, "criterion", tile="wall tile")


def wall_stocks(content: Content) -> list[FixedStock]:
    """Every criterion stands on one face, with its VP."""
    return [FixedStock(content["wall_tiles.csv"], ("criterion", "vp_1", "vp_2", "vp_3"), fixed=True)]


# -- departures from the printed game ----------------------------------------------------------------------------------


def changed_numbers(here: Any, printed: Any, *, unknown: str) -> Iterator[str]:
    """Numbers of numbers.toml, dataclasses both, that the rulebook states otherwise; it does not state the unknown."""
    shipped = asdict(printed)
    for name, value in asdict(here).items():
        if value != shipped[name] and name != unknown:
            yield f"numbers.toml, {name}: {numbers_text(value)}, the rulebook says {numbers_text(shipped[name])}"


def unused_abilities(cards: Sequence[Card], abilities: Sequence[str]) -> Iterator[str]:
    """Abilities that no card has."""
    used = {card.ability for card in cards}
    for ability, name in enumerate(abilities):
        if ability not in used:
            yield f"cards.csv: no card has the ability {name}, the rulebook lists it"


def changed_walls(
    criteria: Sequence[str], here: Sequence[tuple[int, ...]], printed: Sequence[tuple[int, ...]]
) -> Iterator[str]:
    """Criteria of wall tiles that score other VP."""
    for name, vp, stated in zip(criteria, here, printed, strict=True):
        if vp != stated:
            yield f"wall_tiles.csv: {name} scores {numbers_text(vp)}, the rulebook says {numbers_text(stated)}"


def numbers_text(value: int | tuple[int, ...]) -> str:
    """A number, or numbers as the files write them."""
    return str(list(value)) if isinstance(value, tuple) else str(value)


# -- triggers and abilities spread evenly ------------------------------------------------------------------------------

# [aspect][trigger]: (run of the deck, ability), one for each card
Table = list[list[list[tuple[int, int]]]]


class RandomNumbers(Protocol):
    """Random numbers that are the same on every machine."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""


def shuffle(draws: RandomNumbers, items: list[int]) -> None:
    """Puts items in a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = draws.below(last + 1)
        items[last], items[other] = items[other], items[last]


def spread_evenly(table: Table, draws: RandomNumbers, *, n_abilities: int, n_runs: int, steps: int) -> None:
    """First no trigger has an ability twice in an aspect and every pair of them is on 1 or 2 cards; then the cards of
    an ability lie as evenly around the middle of their deck as they can. steps: of each search."""

    def repeated() -> int:
        pairs = [0] * (len(table[0]) * n_abilities)
        penalty = 0
        for aspect in table:
            first = 0
            for cards in aspect:
                penalty += len(cards) - len({ability for _, ability in cards})
                for _, ability in cards:
                    pairs[first + ability] += 1
                first += n_abilities
        return penalty + pairs.count(0) + sum([count - 2 for count in pairs if count > 2])

    def lopsided() -> int:
        penalty = 0
        for aspect in table:
            lean = [0] * n_abilities
            for cards in aspect:
                for run, ability in cards:
                    lean[ability] += 2 * run - (n_runs - 1)
            penalty += sum([value * value for value in lean])
        return penalty

    _search(table, repeated, draws, within_trigger=False, steps=steps)
    _search(table, lopsided, draws, within_trigger=True, steps=steps)


def _search(
    table: Table, penalty: Callable[[], int], draws: RandomNumbers, *, within_trigger: bool, steps: int
) -> None:
    """Swaps two abilities of one aspect at random, `steps` times, and takes back what makes the table worse."""
    best = penalty()
    for _ in range(steps):
        aspect = table[draws.below(len(table))]
        one = aspect[draws.below(len(aspect))]
        other = one if within_trigger else aspect[draws.below(len(aspect))]
        i, j = draws.below(len(one)), draws.below(len(other))
        _swap(one, i, other, j)
        now = penalty()
        if now <= best:
            best = now
        else:
            _swap(one, i, other, j)


def _swap(one: list[tuple[int, int]], i: int, other: list[tuple[int, int]], j: int) -> None:
    """Exchanges the abilities of two cards; triggers and runs stay."""
    first, second = one[i], other[j]
    one[i], other[j] = (first[0], second[1]), (second[0], first[1])
