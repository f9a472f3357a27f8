"""The component data of Middle Kingdom: load, check, export, provenance, digest; and as plain data for game records.

    load(path=None) -> Components    path: a directory with some or all of FILES; the others are the shipped ones
    check(path) -> list[str]         every finding as one line, "error: …" or "warning: …"; [] when there is none
    export(dest)                     copies the shipped files to a new or empty directory
    provenance(components)           {"rulebook": n, "inferred": n, "reconstructed": n}: data by status
    digest(components)               SHA-256 of the values (not of statuses and sources), the same for equal tables
    tables(path), write(tables, folder)   the files' content as plain data, and back

An error is a ComponentError with file, row or key, reason and remedy. CSV rows are counted as a spreadsheet does: the
header is row 1.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from cext.games.component_files import (
    STATUSES,
    csv_cells,
    digest_of,
    export_files,
    locate_files,
    read_toml,
    write_files,
)
from cext.games.errors import ComponentError

__all__ = [
    "CARDS", "FILES", "GOALS", "SHIPPED", "STATUSES", "TYPES", "Components", "check", "digest", "export", "load",
    "provenance", "tables", "write",
]  # fmt: skip

SHIPPED = Path(__file__).parent
FILES = ("cards.csv", "goals.csv", "numbers.toml")
TYPES = ("bureaucrat", "farmer", "merchant", "noble", "warlord")
CARDS = ("bureaucrat", "farmer", "merchant", "noble_2", "noble_3", "noble_4", "warlord", "philosopher")
TYPE_OF = (0, 1, 2, 3, 3, 3, 4, 0)
GOALS = ("palace", "harvest", "market", "heir", "emperor")
COLUMNS = {
    "cards.csv": ("card", "count", "vp", "status", "source"),
    "goals.csv": ("goal", "type", "vp", "status", "source"),
}
MAX_DECK = 96  # cards the engine has room for
# Key of numbers.toml -> (least, most, length of the list or None).
NUMBERS: dict[str, tuple[int, int, int | None]] = {
    "face_up": (2, 6, 4), "face_up_experienced": (2, 6, None), "goal_cards": (1, 9, None),
    "dragon_goals": (1, 5, None), "harvest_cards": (1, 8, None), "dragon_vp": (0, 9, None), "token_vp": (0, 9, None),
    "missing_vp": (0, 20, None), "farmer_vp": (0, 99, 6),
}  # fmt: skip


@dataclass(frozen=True)
class Components:
    """The tables; cards in the order of CARDS, goals in the order of TYPES."""

    count: tuple[int, ...]
    card_vp: tuple[int, ...]
    goal_vp: tuple[int, ...]
    face_up: tuple[int, ...]  # at players - 2
    face_up_experienced: int
    goal_cards: int
    dragon_goals: int
    harvest_cards: int
    dragon_vp: int
    token_vp: int
    missing_vp: int
    farmer_vp: tuple[int, ...]  # by Farmers left, 5: 5 and more
    statuses: tuple[tuple[str, int], ...]


def load(path: Path | None = None) -> Components:
    """The tables of a directory, or the shipped ones; raises ComponentError for the first error."""
    files = locate(path)
    statuses: Counter[str] = Counter()
    cards = read_rows(files["cards.csv"], CARDS, statuses)
    goals = read_rows(files["goals.csv"], GOALS, statuses)
    for name, type_ in zip(GOALS, TYPES, strict=True):
        if goals[name].named["type"] != type_:
            reason = f"type {goals[name].named['type']!r}: the {name} belongs to the {type_}s: write {type_}"
            raise ComponentError(files["goals.csv"], goals[name].number, reason)
    numbers = read_numbers(files["numbers.toml"], statuses)
    components = Components(
        count=column(files["cards.csv"], cards, "count", 60),
        card_vp=column(files["cards.csv"], cards, "vp", 20),
        goal_vp=column(files["goals.csv"], goals, "vp", 20),
        statuses=tuple((status, statuses[status]) for status in STATUSES),
        **numbers,
    )  # fmt: skip
    check_counts(files["cards.csv"], components, cards)
    return components


def check_counts(file: Path, components: Components, cards: Mapping[str, "Row"]) -> None:
    """What the engine needs of the deck, and what the text's example shows of the Nobles."""
    total, least = sum(components.count), max(*components.face_up, components.face_up_experienced)
    if not least <= total <= MAX_DECK:
        raise ComponentError(file, None, f"{total} Dynasty Cards: the deck takes {least} to {MAX_DECK}, change a count")
    for name, shown in (("noble_2", 2), ("noble_4", 1)):
        if components.count[CARDS.index(name)] < shown:
            reason = f"{components.count[CARDS.index(name)]} of {name}: the rulebook's example shows {shown}"
            raise ComponentError(file, cards[name].number, f"{reason}: use at least as many")
    if components.count[CARDS.index("philosopher")] > 1:
        reason = "more than one Philosopher: there is one to be held: write 1 or 0"
        raise ComponentError(file, cards["philosopher"].number, reason)


def warnings(components: Components) -> Iterator[str]:
    """Differences from the printed game; the split of the Nobles is free."""
    printed = load()
    for name, value in asdict(components).items():
        if name in ("statuses", "count"):
            continue
        if value != getattr(printed, name):
            yield f"{name} is {value}, in the box {getattr(printed, name)}"
    for name, n, box in zip(CARDS, components.count, printed.count, strict=True):
        if n != box and not name.startswith("noble"):
            yield f"{n} of {name}, in the box {box}"
    if sum(components.count[3:6]) != sum(printed.count[3:6]):
        yield f"{sum(components.count[3:6])} nobles, in the box {sum(printed.count[3:6])}"


def check(path: Path | None = None) -> list[str]:
    """The error of a directory; if there is none, every way in which it departs from the printed game."""
    try:
        return [f"warning: {warning}" for warning in warnings(load(path))]
    except ComponentError as error:
        return [f"error: {error}"]


def export(dest: Path) -> list[Path]:
    """Copies the shipped files to `dest`, which must not exist or be empty; returns the copies."""
    return export_files(dest, SHIPPED)


def provenance(components: Components) -> dict[str, int]:
    """How many data have which status."""
    return dict(components.statuses)


def digest(components: Components) -> str:
    """SHA-256, in hexadecimal, of everything that play can depend on."""
    content = {field.name: getattr(components, field.name) for field in fields(components) if field.name != "statuses"}
    return digest_of(content)


# -- reading ----------------------------------------------------------------------------------------------------------


def locate(path: Path | None) -> dict[str, Path]:
    """Where each file is read from: the directory given, else the shipped data."""
    return locate_files(path, SHIPPED, FILES)


@dataclass(frozen=True)
class Row:
    """A row of a CSV file and its number, blank rows counted."""

    number: int
    columns: tuple[str, ...]
    cells: list[str]

    @property
    def named(self) -> dict[str, str]:
        """The cells by column."""
        return dict(zip(self.columns, self.cells, strict=True))


def read_rows(file: Path, names: tuple[str, ...], statuses: Counter[str]) -> dict[str, Row]:
    """The rows of a CSV file by name; one for each name, in that order."""
    found: dict[str, Row] = {}
    for row in csv_rows(file):
        if len(found) == len(names) or row.cells[0] != names[len(found)]:
            wanted = names[len(found)] if len(found) < len(names) else "no more rows"
            reason = f"{row.cells[0]!r}: expected {wanted}: keep the rows and their order"
            raise ComponentError(file, row.number, reason)
        found[row.cells[0]] = row
        count_status(file, row.number, row.named, statuses)
    if len(found) < len(names):
        raise ComponentError(file, None, f"no row for {names[len(found)]}: add it")
    return found


def csv_rows(file: Path) -> Iterator[Row]:
    """The rows below the header with something in them, as many cells as there are columns."""
    columns = COLUMNS[file.name]
    rows = (Row(number, columns, cells) for number, cells in csv_cells(file))
    header = next(rows, None)
    if header is None or tuple(header.cells) != columns:
        where = header.number if header else 1
        raise ComponentError(file, where, f"the columns must be {','.join(columns)}: correct the header")
    for row in rows:
        if len(row.cells) != len(columns):
            reason = f"{len(row.cells)} cells: there are {len(columns)} columns, quote commas"
            raise ComponentError(file, row.number, reason)
        yield row


def count_status(file: Path, where: int | str, entry: Mapping[str, Any], statuses: Counter[str]) -> None:
    """Checks and counts the provenance of one datum."""
    if entry.get("status") not in STATUSES:
        raise ComponentError(file, where, f"status {entry.get('status')!r}: use one of {', '.join(STATUSES)}")
    source = entry.get("source")
    if not isinstance(source, str) or not source.strip():
        reason = "empty" if source in (None, "") or isinstance(source, str) else f"{source!r}, no text"
        raise ComponentError(file, where, f"source is {reason}: name a section of the rulebook or a reason")
    statuses[entry["status"]] += 1


def whole(file: Path, where: int | str, column: str, value: Any, least: int, most: int) -> int:
    """A whole number in its bounds."""
    in_csv = isinstance(where, int)
    number = int(value) if in_csv and isinstance(value, str) and value.isascii() and value.isdigit() else value
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise ComponentError(file, where, f"{column} is {value!r}: use a whole number from {least} to {most}")
    return number


def column(file: Path, rows: Mapping[str, Row], name: str, most: int) -> tuple[int, ...]:
    """A column of whole numbers."""
    return tuple(whole(file, row.number, name, row.named[name], 0, most) for row in rows.values())


def read_numbers(file: Path, statuses: Counter[str]) -> dict[str, Any]:
    """The keys of numbers.toml as fields of Components."""
    content = read_toml(file)
    for key in content:
        if key not in NUMBERS:
            raise ComponentError(file, key, f"unknown key: remove it (keys are {', '.join(NUMBERS)})")
    numbers: dict[str, Any] = {}
    for key, (least, most, length) in NUMBERS.items():
        entry = content.get(key)
        if not isinstance(entry, dict) or set(entry) != {"value", "status", "source"}:
            raise ComponentError(file, key, 'missing or not of the form { value = …, status = "…", source = "…" }')
        count_status(file, key, entry, statuses)
        value = entry["value"]
        if length is None:
            numbers[key] = whole(file, key, "value", value, least, most)
            continue
        if not isinstance(value, list) or len(value) != length:
            raise ComponentError(file, key, f"value is {value!r}: give a list of {length} numbers")
        numbers[key] = tuple(whole(file, key, f"value {n}", one, least, most) for n, one in enumerate(value, 1))
    return numbers


# -- as plain data ----------------------------------------------------------------------------------------------------


def tables(folder: Path | None) -> dict[str, Any]:
    """The content of every component file of a folder (None: the shipped ones): rows of CSV, tables of TOML files."""
    found: dict[str, Any] = {}
    for name, path in sorted(locate(folder).items()):
        if name.endswith(".toml"):
            found[name] = read_toml(path)
            continue
        found[name] = [
            {key: int(cell) if key in ("count", "vp") else cell for key, cell in row.named.items()}
            for row in csv_rows(path)
        ]
    return found


def write(content: Mapping[str, Any], folder: Path) -> None:
    """The files whose tables() these are; raises ComponentError for what cannot be written as such."""
    write_files(content, folder, FILES, COLUMNS)
