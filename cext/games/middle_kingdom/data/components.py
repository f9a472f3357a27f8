"""The component files of Middle Kingdom and the tables they become.

Errors are what the engine has no room for or the text rules out; other numbers than the box's are warnings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import (
    ChoiceValue,
    ComponentEntry,
    IntValue,
    ListValue,
    data_schema,
    datum,
    forms_of,
    keyed_rows,
)
from cext.games.components import ComponentSet, digest, provenance
from cext.games.errors import ComponentError
from cext.kernel import json_schema as js

__all__ = [
    "CARDS", "COMPONENTS", "GOALS", "SHIPPED", "TYPES", "TYPE_OF", "Components", "check", "digest", "export",
    "load", "provenance", "tables", "write",
]  # fmt: skip

TYPES = ("bureaucrat", "farmer", "merchant", "noble", "warlord")
CARDS = ("bureaucrat", "farmer", "merchant", "noble_2", "noble_3", "noble_4", "warlord", "philosopher")
TYPE_OF = (0, 1, 2, 3, 3, 3, 4, 0)
GOALS = ("palace", "harvest", "market", "heir", "emperor")  # in the order of their types
SHOWN = {"noble_2": 2, "noble_4": 1}  # cards the rulebook's example shows
MAX_DECK = 96  # cards the engine has room for

CARD_ROWS = keyed_rows("card", {"card": ChoiceValue(CARDS), "count": IntValue(0, 60), "vp": IntValue(0, 20)})
GOAL_ROWS = keyed_rows("goal", {"goal": ChoiceValue(GOALS), "type": ChoiceValue(TYPES), "vp": IntValue(0, 20)})


@dataclass(frozen=True, kw_only=True)
class Components:
    """The tables; cards in the order of CARDS, goals in the order of TYPES."""

    count: tuple[int, ...]
    card_vp: tuple[int, ...]
    goal_vp: tuple[int, ...]
    face_up: tuple[int, ...] = datum(ListValue(IntValue(2, 6), 4))  # at players - 2
    face_up_experienced: int = datum(IntValue(2, 6))
    goal_cards: int = datum(IntValue(1, 9))
    dragon_goals: int = datum(IntValue(1, 5))
    harvest_cards: int = datum(IntValue(1, 8))
    dragon_vp: int = datum(IntValue(0, 9))
    token_vp: int = datum(IntValue(0, 9))
    tokens: int = datum(IntValue(0, 99))
    missing_vp: int = datum(IntValue(0, 20))
    farmer_vp: tuple[int, ...] = datum(ListValue(IntValue(0, 99), 6))  # by Farmers left, 5: 5 and more
    statuses: tuple[tuple[str, int], ...]


def read(files: Mapping[str, Path], reading: ComponentReader) -> Components | None:
    """The tables of the files."""
    cards = reading.table(files["cards.csv"], CARD_ROWS, card_values)
    goals = reading.table(files["goals.csv"], GOAL_ROWS, goal_vp)
    numbers = reading.numbers(files["numbers.toml"], Components)
    if reading.has_no_errors(files["cards.csv"]) and reading.has_no_errors(files["numbers.toml"]):
        with reading.catch():
            check_deck(files["cards.csv"], sum(count for count, _ in cards), numbers)
    if reading.errors:
        return None
    count, card_vp = zip(*cards, strict=True)
    return Components(count=count, card_vp=card_vp, goal_vp=goals, statuses=reading.counted(), **numbers)


def card_values(row: ComponentEntry, card: int, count: int, vp: int) -> tuple[int, int]:
    """Count and jade of a kind of card; what the text's example shows of the Nobles is there."""
    name = CARDS[card]
    if count < SHOWN.get(name, 0):
        raise row.error(f"{count} of {name}: the rulebook's example shows {SHOWN[name]}: use at least as many")
    if name == "philosopher" and count > 1:
        raise row.error("more than one Philosopher: there is one to be held: write 1 or 0")
    return count, vp


def goal_vp(row: ComponentEntry, goal: int, kind: int, vp: int) -> int:
    """Jade of a Goal Card; its type is the one of its place in TYPES."""
    if kind != goal:
        raise row.error(f"type {TYPES[kind]!r}: the {GOALS[goal]} belongs to the {TYPES[goal]}s: write {TYPES[goal]}")
    return vp


def check_deck(path: Path, total: int, numbers: Mapping[str, object]) -> None:
    """The cards are enough to be turned up once, and the engine has room for them."""
    least = max(*numbers["face_up"], numbers["face_up_experienced"])  # type: ignore[misc, call-overload]
    if not least <= total <= MAX_DECK:
        reason = f"{total} Dynasty Cards: the deck takes {least} to {MAX_DECK}, change a count"
        raise ComponentError(path.name, None, reason)


def warnings(tables: Components, printed: Components) -> Iterator[str]:
    """Differences from the printed game; the split of the Nobles is free."""
    for name, value in asdict(tables).items():
        if name not in ("statuses", "count") and value != getattr(printed, name):
            yield f"{name} is {value}, in the box {getattr(printed, name)}"
    for name, n, box in zip(CARDS, tables.count, printed.count, strict=True):
        if n != box and not name.startswith("noble"):
            yield f"{n} of {name}, in the box {box}"
    if sum(tables.count[3:6]) != sum(printed.count[3:6]):
        yield f"{sum(tables.count[3:6])} nobles, in the box {sum(printed.count[3:6])}"


SHIPPED = Path(__file__).parent
COMPONENTS = ComponentSet(
    shipped=SHIPPED,
    csv={"cards.csv": CARD_ROWS, "goals.csv": GOAL_ROWS},
    toml={"numbers.toml": js.table(data_schema(forms_of(Components)))},
    read=read,
    warnings=warnings,
)
load, check, export = COMPONENTS.load, COMPONENTS.check, COMPONENTS.export
tables, write = COMPONENTS.raw_content, COMPONENTS.write
