"""Data of a game in one Python file as component files: the CSV and TOML files beside it that its class names, each
list of rows in the class as one CSV file more, and its other values as numbers.toml.

In the content of the files every value of a TOML file is { value = …, status = …, source = … } and every row has status
and source, which authors may leave out: "".
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cext.fallback_files import resolve_path
from cext.file_games import GameData, read_data
from cext.games.component_reader import read_csv, read_toml
from cext.games.component_schema import PROVENANCE, STATUSES, Csv, IntValue, TextValue
from cext.games.components import ComponentSet, LoadedComponents, check_new
from cext.games.errors import ComponentError
from cext.games.owner_questions import at
from cext.games.rules import MAX_VALUES, Rules, fields_of
from cext.table_reader import is_number, whole_number

__all__ = ["DeclaredComponents", "DeclaredData", "bind_data", "declared_components", "without"]

Content = dict[str, Any]  # rows of CSV files, top tables of TOML files, by file
Place = tuple[str | int, ...]  # of a row or value in the content of its file
NUMBERS = "numbers.toml"  # the values that stand in the class
UNKNOWN = "reconstructed"  # the status of what may be drawn, where none is written
DATUM = {"value", *PROVENANCE}
LARGEST = 10**9
TRAITS = range(2, 11)  # so many values a column has by which cards are told apart


@dataclass(frozen=True, kw_only=True)
class DeclaredComponents(ComponentSet[Any]):
    """The component files of such a game; what is read of them is their content. data: as its class declares them."""

    game: Path
    data: Mapping[str, GameData]
    own: Content  # as declared

    def load_all_errors(self, path: Path | None) -> tuple[LoadedComponents[Any] | None, list[ComponentError]]:
        try:
            content = self.raw_content(path)
        except ComponentError as error:
            return None, [error]
        return LoadedComponents(self, content, content), []

    def raw_content(self, path: Path | None = None) -> Content:
        """The content of the files of a folder, and of those declared which it has not."""
        content = deepcopy(self.own)
        for name, file in self.user_files(path).items():
            content[name] = _file_content(file, self.csv[name].columns if name in self.csv else None)
            _check_shape(name, content[name], self.own[name])
        return content

    def export(self, dest: Path) -> list[Path]:
        """Writes the files to `dest`, which must not exist or be empty; returns them."""
        try:
            check_new(dest)
            dest.mkdir(parents=True, exist_ok=True)
            self.write(self.own, dest)
        except OSError as error:
            raise ComponentError(dest, None, f"cannot be written ({error.strerror}): name another folder") from None
        return sorted(dest.iterdir())

    def value(self, name: str, content: Content) -> Any:
        """Data of the class in some content, plain."""
        file, place = _place(name, self.data[name])
        return plain(at(content[file], place))

    def unknowns(self) -> Iterator[tuple[str, Sequence[Any], str, list[Place], str]]:
        """What may be drawn: its name, what it may be, the file, the places of rows or values there, and the column or
        key."""
        for name, item in self.data.items():
            for key, values in _unknown(item).items():
                file, place = _place(name, item)
                if isinstance(self.own[file], list):
                    yield f"{name} {key}", values, file, [(number,) for number in range(len(self.own[file]))], key
                else:
                    yield f"{name} {key}".strip(), values, file, [(*place, key) if key else place], "value"


def declared_components(game: str) -> DeclaredComponents:
    """The component files of a game in one Python file, which is not executed. Raises ComponentError."""
    path, own = Path(game), Content()
    data = read_data(path)
    for name, item in data.items():
        file, place = _place(name, item)
        if ((item.file or not place) and file in own) or (item.file == NUMBERS and _has_numbers(data)):
            raise ComponentError(path, f"line {item.line}", f"there are two files {file}: give this one another name")
        if item.file and ("/" in file or not resolve_path(path.parent / file).is_file()):
            raise ComponentError(path, f"line {item.line}", f"there is no file {file} beside it: put it there")
        if place:
            own.setdefault(file, {})[name] = _datums(f"{path}, line {item.line}", name, item.value)
        elif item.file:
            own[file] = _file_content(resolve_path(path.parent / file))
        else:
            own[file] = _rows(f"{path}, line {item.line}", item.value)
    csv = {file: Csv(_forms(table), len(table)) for file, table in own.items() if isinstance(table, list)}
    toml = {file: {"type": "object"} for file in own if file not in csv}
    found = DeclaredComponents(shipped=path.parent, csv=csv, toml=toml, read=_unread, game=path, data=data, own=own)
    for name, values, file, places, key in found.unknowns():
        line = f"line {data[name.partition(' ')[0]].line}"
        for place in places:
            try:
                entry = at(own[file], place)
                value = entry[key]
            except (KeyError, TypeError):
                raise ComponentError(
                    path, line, f"{name}: {file} has no {key if key != 'value' else place[-1]!r}"
                ) from None
            parts = value if isinstance(value, list) else [value]
            if not all(type(candidate) is type(part) for part in parts for candidate in values):
                raise ComponentError(path, line, f"{name}: {values!r:.60} must be values such as {parts[0]!r}")
            entry["status"] = entry["status"] or UNKNOWN
    return found


def _has_numbers(data: Mapping[str, GameData]) -> bool:
    """Whether values stand in the class."""
    return any(_place(name, item)[1] for name, item in data.items())


def _place(name: str, item: GameData) -> tuple[str, Place]:
    """The file of data of the class, and the keys that lead to them in its content."""
    if item.file:
        return item.file, ()
    return (f"{name}.csv", ()) if _is_rows(item.value) else (NUMBERS, (name,))


def _unknown(item: GameData) -> Mapping[str, Sequence[Any]]:
    """What may be drawn by column or key; "": the value itself."""
    if isinstance(item.unknown, Mapping):
        return item.unknown
    return {"": item.unknown} if item.unknown else {}


def _forms(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the columns of rows may be: whole numbers, or texts."""
    return {
        name: IntValue(-LARGEST, LARGEST) if all(isinstance(row[name], int) for row in rows) else TextValue()
        for name in rows[0]
        if name not in PROVENANCE
    }


@dataclass(frozen=True)
class DeclaredData:
    """The data with which a game is played: their files and content, and which rows its moves and piles name."""

    components: DeclaredComponents
    content: Content
    names: Mapping[tuple[str, str], tuple[str, ...]]  # kind of move and part -> names of the rows
    cards: tuple[Mapping[str, Any], ...]  # as facts have them

    @property
    def powers(self) -> dict[str, tuple[str, str, frozenset[tuple[str, int]]]]:
        """What can be forbidden, by keys: name of a row that moves are about, of its data, and how the moves begin."""
        return {
            f"{cards['nouns'][0]}_{re.sub(r'[^a-z0-9]+', '_', card['label'].lower())}": (
                card["label"], cards["key"], frozenset((use["kind"], card["number"]) for use in cards["uses"])
            )
            for cards in self.cards if cards["uses"] for card in cards["cards"]
        }  # fmt: skip

    @property
    def digest(self) -> str:
        """Of all that play can depend on."""
        return hashlib.sha256(json.dumps(plain(self.content), sort_keys=True).encode()).hexdigest()

    @property
    def provenance(self) -> dict[str, int]:
        """How many data have which status, of those that have one."""
        counts = Counter(entry["status"] for table in self.content.values() for entry in _entries(table))
        return {status: counts[status] for status in STATUSES if counts[status]}


def bind_data(kind: type[Rules], path: Path, folder: Path | None = None) -> DeclaredData:
    """Give a class of rules its data in place of their declarations: rows as tuples of mappings, tables as mappings,
    none of which can be changed; and numbers of rows to the parts of moves that name them. Raises ComponentError."""
    components = declared_components(str(path))
    content = components.load(folder)
    values = {name: components.value(name, content) for name in components.data}
    for name, value in values.items():
        setattr(kind, name, frozen(value))
    names: dict[tuple[str, str], tuple[str, ...]] = {}
    moves = {}
    for move, (text, notation, parts) in kind.moves.items():
        numbers = dict(parts)
        for part, rows in parts.items():
            if isinstance(rows, str):
                names[move, part] = _names(path, rows, values[rows])
                numbers[part] = range(len(values[rows]))
        moves[move] = text, notation, numbers
    held = {field.of for field in fields_of(kind).values() if field.by_seat and field.of}
    cards = tuple(_card_set(kind, name, values[name], held) for name in _card_tables(kind, held))
    kind.moves = moves
    return DeclaredData(components, content, names, cards)


def _names(path: Path, name: str, rows: Any) -> tuple[str, ...]:
    """What the rows that a part of a move can be are called: by their first column."""
    if not isinstance(rows, list) or not isinstance(rows[0], dict) or len(rows) > MAX_VALUES:
        raise ComponentError(path, name, f"moves are about its rows: let it have 1 to {MAX_VALUES}")
    names = tuple(str(next(iter(row.values()))) for row in rows)
    if len(set(names)) < len(names):
        twice = next(word for word in names if names.count(word) > 1)
        raise ComponentError(path, name, f"two rows are called {twice!r}: moves need names in the first column")
    return names


def without(legal: Callable[[Any, int], Iterable[Any]], forbidden: frozenset[tuple[str, int]]) -> Any:
    """legal() without the moves that begin so, while there are others."""

    def rest(table: Any, seat: int) -> list[Any]:
        moves = list(legal(table, seat))
        return [move for move in moves if move[:2] not in forbidden] or moves

    return rest


def plain(table: Any) -> Any:
    """Content without status and source."""
    if isinstance(table, Mapping):
        if set(table) == DATUM:
            return table["value"]
        return {key: plain(value) for key, value in table.items() if key not in PROVENANCE}
    return [plain(value) for value in table] if isinstance(table, list) else table


def frozen(value: Any) -> Any:
    """Plain values that cannot be changed."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list) else value


# -- cards of reports -------------------------------------------------------------------------------------------------


def _card_tables(kind: type[Rules], held: set[str]) -> list[str]:
    """Names of the rows that moves and hands are about."""
    parts = [next(iter(parts.values()), None) for _, _, parts in kind.moves.values()]
    return list(dict.fromkeys([*(part for part in parts if isinstance(part, str)), *sorted(held)]))


def _card_set(kind: type[Rules], name: str, rows: Sequence[Mapping[str, Any]], held: set[str]) -> dict[str, Any]:
    """Rows as cards that reports compare: what can be done with them are the moves whose first part they are."""
    label, *columns = rows[0]
    traits = [column for column in columns if len({row[column] for row in rows}) in TRAITS]
    uses = [
        {"key": move, "label": f"of {move}", "kind": move}
        for move, (_, _, parts) in kind.moves.items()
        if next(iter(parts.values()), None) == name
    ]
    cards = [
        {"number": n, "label": str(row[label]), "traits": {trait: str(row[trait]) or "none" for trait in traits}}
        for n, row in enumerate(rows)
    ]
    in_hand = "in place of the first one in its hand" if name in held else ""
    noun = [name.removesuffix("s"), name]
    return {"key": name, "nouns": noun, "cards": cards, "traits": {trait: trait for trait in traits}, "dealt": [],
            "uses": uses, "held_note": in_hand}  # fmt: skip


# -- files ------------------------------------------------------------------------------------------------------------


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _file_content(path: Path, forms: Mapping[str, Any] | None = None) -> Any:
    """The content of a file; forms: of the columns of a CSV file that is an edited one."""
    if path.suffix == ".toml":
        return {key: _datums(path.name, key, value) for key, value in read_toml(path).items()}
    table = read_csv(path)
    if not table.rows:
        raise ComponentError(path.name, table.header_number, "no rows below the header: write one for each thing")
    columns = [
        _column(path.name, name, cells, table.numbers, forms)
        for name, cells in zip(table.header, zip(*table.rows, strict=True), strict=True)
    ]
    rows = [dict(zip(table.header, values, strict=True)) for values in zip(*columns, strict=True)]
    return _rows(path.name, rows, table.numbers)


def _column(
    file: str, name: str, cells: Sequence[str], rows: Sequence[int], forms: Mapping[str, Any] | None
) -> Sequence[Any]:
    """The cells of a column: whole numbers where the declared file has such or, of that itself, where all that is
    written are numbers; else texts. A blank cell is no number: what the game would calculate with it is not known."""
    written = [cell for cell in cells if cell]
    if name in PROVENANCE or not written:
        has_numbers = False
    elif forms and name in forms:
        has_numbers = isinstance(forms[name], IntValue)
    else:
        has_numbers = all(map(is_number, written))
        if {cell.lower() for cell in written} <= {"true", "false"}:
            row = rows[cells.index(written[0])]
            raise ComponentError(file, row, f"{name} holds {written[0]!r}, a text: write 1 for true and 0 for false")
    numbers = list(map(whole_number, cells))
    if not has_numbers:
        return cells
    if None in numbers:
        place = numbers.index(None)
        held = f"holds {cells[place]!r}" if cells[place] else "is blank, and the column has numbers"
        raise ComponentError(file, rows[place], f"{name} {held}: write a whole number, such as 0 or 1000")
    return numbers


def _rows(file: str, rows: Sequence[Mapping[str, Any]], numbers: Sequence[int] = ()) -> list[dict[str, Any]]:
    """Rows with status and source."""
    found = [{**row, **{key: row.get(key, "") for key in PROVENANCE}} for row in rows]
    for number, row in zip(numbers or range(1, len(rows) + 1), found, strict=True):
        _check_status(file, number, row)
        if list(row) != list(found[0]):
            names = ", ".join(name for name in row if name not in PROVENANCE)
            raise ComponentError(file, number, f"its columns are {names}: write those of the first row")
        for column, value in row.items():
            if type(value) not in (int, str):
                raise ComponentError(file, number, f"{column} holds {value!r}: write a whole number or a text")
    return found


def _datums(file: str, key: str, value: Any) -> Any:
    """A value of a TOML file with status and source, or those of a table."""
    if not isinstance(value, dict):
        _check_value(file, key, value)
        return {"value": value, "status": "", "source": ""}
    if "value" in value and set(value) <= DATUM:
        _check_status(file, key, value)
        _check_value(file, key, value["value"])
        return {"value": value["value"], **{word: value.get(word, "") for word in PROVENANCE}}
    return {word: _datums(file, f"{key}.{word}", inner) for word, inner in value.items()}


def _check_value(file: str, key: str, value: Any) -> None:
    for inner in value if isinstance(value, list) else [value]:
        if isinstance(inner, float) or not isinstance(inner, int | str | list | dict):
            raise ComponentError(file, key, f"holds {inner!r}: write whole numbers or texts")


def _check_status(file: str, where: int | str, entry: Mapping[str, Any]) -> None:
    if entry.get("status", "") not in ("", *STATUSES):
        raise ComponentError(file, where, f"status {entry['status']!r}: write one of {', '.join(STATUSES)}, or none")


def _check_shape(file: str, table: Any, own: Any, key: str | None = None) -> None:
    """Raise ComponentError where an edited file has other keys or kinds of values than the declared one."""
    if isinstance(own, list):
        table, own = table[0], own[0]
    elif set(own) == DATUM:
        if set(table) != DATUM or type(table["value"]) is not type(own["value"]):
            raise ComponentError(file, key, f"must be such as {own['value']!r}")
        return
    for name in {**own, **table}:
        if name not in own or name not in table:
            reason = "unknown" if name not in own else "missing"
            raise ComponentError(file, key, f"{name} is {reason}: there are {', '.join(map(str, own))}")
        if isinstance(own[name], dict):
            _check_shape(file, table[name], own[name], f"{key}.{name}" if key else name)


def _entries(table: Any) -> Iterator[dict[str, Any]]:
    """All that has a status: rows, or the values of a table."""
    if isinstance(table, list):
        yield from table
    elif set(table) == DATUM:
        yield table
    else:
        for inner in table.values():
            yield from _entries(inner)


def _unread(files: Mapping[str, Path], reading: Any) -> None:
    """The content is all there is to read."""
