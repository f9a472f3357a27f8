"""What both games of the unification of China have: decks of cards by aspect, each with a trigger and an ability, wall
tiles with a criterion on each face, and the procedure that spreads triggers and abilities evenly over the cards.

A card's number says its aspect: each deck has the next numbers. Which card has which trigger and ability no source
states; the searches accept a swap that is not worse until none is needed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from cext.games.component_reader import ComponentReader, check_unique
from cext.games.component_schema import ChoiceValue, ComponentEntry, Csv, IntValue, keyed_rows
from cext.games.owner_questions import Content, FixedStock, OwnerQuestion, in_csv, of_backs

__all__ = [
    "Card", "Face", "RandomNumbers", "Table", "WallTiles", "card_questions", "card_rows", "card_stocks",
    "changed_numbers", "changed_walls", "criterion_places", "neighbours", "numbers_text", "read_cards",
    "read_wall_tiles", "shuffle", "spread_evenly", "unused_abilities", "wall_questions", "wall_rows", "wall_stocks",
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


WallTiles = tuple[tuple[Face, Face], ...]


# -- files -------------------------------------------------------------------------------------------------------------


def card_rows(n: int, aspects: tuple[str, ...], triggers: tuple[str, ...], abilities: tuple[str, ...]) -> Csv:
    """The columns of cards.csv."""
    names = {"aspect": aspects, "trigger": triggers, "ability": abilities}
    forms = {column: ChoiceValue(kinds) for column, kinds in names.items()}
    return keyed_rows("card", {"number": IntValue(1, n), **forms})


def wall_rows(n: int, criteria: tuple[str, ...]) -> Csv:
    """The columns of wall_tiles.csv; n: tiles."""
    vp = {f"vp_{slot}": IntValue(0, 99) for slot in (1, 2, 3)}
    places = {"tile": IntValue(1, n), "face": IntValue(1, 2)}
    return keyed_rows("wall tile", {**places, "criterion": ChoiceValue(criteria), **vp}, " face ")


def read_cards(path: Path, reading: ComponentReader, kind: Csv, aspects: Sequence[str]) -> tuple[Card, ...]:
    """The cards, the first deck's first; a card of another aspect than its deck is an error."""

    def card(row: ComponentEntry, number: int, aspect: int, *rest: int) -> Card:
        deck = aspects[(number - 1) * len(aspects) // kind.n_rows]
        if aspects[aspect] != deck:
            raise row.error(f"card {number} has aspect {aspects[aspect]}: its deck is {deck}, write that")
        return Card(number, aspect, *rest)

    return reading.table(path, kind, card)


def read_wall_tiles(path: Path, reading: ComponentReader, kind: Csv, criteria: Sequence[str]) -> WallTiles:
    """The wall tiles with two faces each, every criterion on one face."""
    seen: dict[object, ComponentEntry] = {}

    def face_of(row: ComponentEntry, tile: int, face: int, criterion: int, *vp: int) -> Face:
        check_unique(row, criterion, f"criterion {criteria[criterion]}", seen)
        return Face(criterion, vp)

    faces = reading.table(path, kind, face_of)
    return tuple(zip(faces[::2], faces[1::2], strict=True)) if reading.has_no_errors(path) else ()


def neighbours(
    entry: ComponentEntry, borders: Iterable[Sequence[int]], names: Sequence[str], example: str
) -> tuple[int, ...]:
    """Neighbours of each region as bits; every region can be reached from every other. borders: pairs of numbers."""
    adjacent = [0] * len(names)
    for pair in borders:
        if len(pair) != 2 or pair[0] == pair[1]:
            shown = ", ".join(names[region] for region in pair)
            raise entry.error(f"{shown or 'nothing'} is not a pair of different regions: write {example}")
        a, b = pair
        if adjacent[a] >> b & 1:
            raise entry.error(f"{names[a]} and {names[b]} stand twice: name each border once")
        adjacent[a] |= 1 << b
        adjacent[b] |= 1 << a
    reached = 1
    for _ in names:
        reached |= sum(1 << far for far, near in enumerate(adjacent) if near & reached)
    for region, name in enumerate(names):
        if not reached >> region & 1:
            raise entry.error(f"{name} cannot be reached from {names[0]}: add a border that joins it")
    return tuple(adjacent)


def criterion_places(tiles: WallTiles, criteria: Sequence[str]) -> list[dict[str, Any]]:
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
Key = tuple[int, ...]  # of a sum over cards: of which it is
Sums = list[tuple[Key, int]]
ALL = -1  # aspects, in a key


class RandomNumbers(Protocol):
    """Random numbers that are the same on every machine."""

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""


def shuffle(draws: RandomNumbers, items: list[int]) -> None:
    """Puts items in a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = draws.below(last + 1)
        items[last], items[other] = items[other], items[last]


def spread_evenly(table: Table, draws: RandomNumbers, *, n_runs: int, steps: int) -> None:
    """First no trigger has an ability twice in an aspect and every pair of them is on 1 or 2 cards; then the cards of
    an ability lie as evenly around the middle of their deck as they can. steps: of each search."""

    def in_aspect_and_in_all(aspect: int, trigger: int, run: int, ability: int) -> Sums:
        return [((aspect, trigger, ability), 1), ((ALL, trigger, ability), 1)]

    def repeated(key: Key, count: int) -> int:
        return (count == 0) + max(count - 2, 0) if key[0] == ALL else max(count - 1, 0)

    def from_the_middle(aspect: int, trigger: int, run: int, ability: int) -> Sums:
        return [((aspect, ability), 2 * run - (n_runs - 1))]

    def lopsided(key: Key, lean: int) -> int:
        return lean * lean

    _search(table, in_aspect_and_in_all, repeated, draws, within_trigger=False, steps=steps)
    _search(table, from_the_middle, lopsided, draws, within_trigger=True, steps=steps)


def _search(
    table: Table,
    summed: Callable[[int, int, int, int], Sums],
    penalty: Callable[[Key, int], int],
    draws: RandomNumbers,
    *,
    within_trigger: bool,
    steps: int,
) -> None:
    """Swaps two abilities of one aspect at random, `steps` times, where that makes the table no worse.

    summed: what a card of this aspect, trigger, run and ability adds to which sums. penalty: of one sum.
    """
    sums: Counter[Key] = Counter()
    for number, aspect in enumerate(table):
        for trigger, cards in enumerate(aspect):
            for run, ability in cards:
                for key, amount in summed(number, trigger, run, ability):
                    sums[key] += amount
    for _ in range(steps):
        number = draws.below(len(table))
        aspect = table[number]
        first = draws.below(len(aspect))
        second = first if within_trigger else draws.below(len(aspect))
        one, other = aspect[first], aspect[second]
        i, j = draws.below(len(one)), draws.below(len(other))
        (run, ability), (other_run, other_ability) = one[i], other[j]
        if ability == other_ability:
            continue
        changes: dict[Key, int] = {}
        for sign, own, others in ((-1, ability, other_ability), (1, other_ability, ability)):
            for key, amount in summed(number, first, run, own) + summed(number, second, other_run, others):
                changes[key] = changes.get(key, 0) + sign * amount
        if sum([penalty(key, sums[key] + change) - penalty(key, sums[key]) for key, change in changes.items()]) <= 0:
            one[i], other[j] = (run, other_ability), (other_run, ability)
            for key, change in changes.items():
                sums[key] += change
