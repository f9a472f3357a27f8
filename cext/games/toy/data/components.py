"""The component files of Toy and the tables they become: the cards, and the numbers of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import Csv, IntValue, data_schema, datum, forms_of
from cext.games.components import ComponentSet, digest, provenance
from cext.games.errors import ComponentError
from cext.kernel import json_schema as js

__all__ = [
    "COMPONENTS", "SHIPPED", "Components", "check", "digest", "export", "load", "provenance", "tables",
    "write",
]  # fmt: skip

SHIPPED = Path(__file__).parent
N_VALUES = 8
N_DECK = 48  # most cards the engine has room for
MOST_PLAYERS = 4


@dataclass(frozen=True, kw_only=True)
class Components:
    """The tables of one game."""

    counts: tuple[int, ...]  # cards of value 1, 2, …
    hand: int = datum(IntValue(1, 4))
    rounds: int = datum(IntValue(1, 6))
    full: int = datum(IntValue(1, 60))
    spoils: int = datum(IntValue(0, N_VALUES))
    bonus: int = datum(IntValue(0, 9))
    house: int = datum(IntValue(1, 60))
    statuses: tuple[tuple[str, int], ...]


def read(files: Mapping[str, Path], reading: ComponentReader) -> Components | None:
    """The tables of the files; None when there are errors."""
    numbers = reading.numbers(files["numbers.toml"], Components)
    counts = {value: count for _, (value, count) in reading.rows(files["cards.csv"], COMPONENTS.csv["cards.csv"])}
    with reading.catch():
        if reading.has_no_errors(files["cards.csv"]) and len(counts) != N_VALUES:
            raise ComponentError("cards.csv", None, f"write one row for each value from 1 to {N_VALUES}")
        needed, n = MOST_PLAYERS * numbers.get("hand", 0), sum(counts.values())
        if reading.has_no_errors(files["cards.csv"]) and not needed <= n <= N_DECK:
            raise ComponentError("cards.csv", None, f"{n} cards in all: allowed are {needed} to {N_DECK}")
    if reading.errors:
        return None
    ordered = tuple(counts[value + 1] for value in range(N_VALUES))
    return Components(counts=ordered, statuses=reading.counted(), **numbers)


COMPONENTS: ComponentSet[Components] = ComponentSet(
    shipped=SHIPPED,
    csv={"cards.csv": Csv({"value": IntValue(1, N_VALUES), "count": IntValue(0, N_DECK)}, N_VALUES)},
    toml={"numbers.toml": js.table(data_schema(forms_of(Components)))},
    read=read,
)
check, export, load = COMPONENTS.check, COMPONENTS.export, COMPONENTS.load
tables, write = COMPONENTS.raw_content, COMPONENTS.write
