"""Edits of component files: what a copy says otherwise than the shipped ones, and data set one by one by their paths.

A path, such as boards.triangle.tracks.4, begins with the name of a file without its ending. In a TOML file keys follow;
places in lists count from 1, and `value` is left out. In a CSV file the row follows, by the first columns that tell all
rows apart (else by its number, as a spreadsheet counts), then the column and, in a cell that holds a list, the place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cext.games.errors import ComponentError
from cext.messages import did_you_mean

if TYPE_CHECKING:
    from cext.games.components import ComponentSet

__all__ = ["Edit", "edits_between", "numbers_in", "set_datum"]

Row = Mapping[str, Any]
Content = dict[str, Any]  # ComponentSet.raw_content(): rows of CSV files, top tables of TOML files, by file
Slot = tuple[Any, Any]  # a container and the key in it
DATUM = {"value", "status", "source"}
LONG = 60  # letters above which a list is compared value by value: the rows of a map


@dataclass(frozen=True)
class Edit:
    """One datum of an edited copy.

    row: "row 12" of a CSV file (the header is row 1, as in a spreadsheet), or the key of a TOML file's table; "": a
    whole file. field: column, or key within the table; "": a whole row. shipped and edited: the values in words; "":
    there is none, the datum was added or removed.
    """

    file: str
    row: str
    field: str
    shipped: str
    edited: str


def edits_between(shipped: Mapping[str, Any], edited: Mapping[str, Any], ignored: Sequence[str]) -> tuple[Edit, ...]:
    """The differences of two contents (ComponentSet.raw_content()), file by file; fields of these names are none of
    them."""
    found: list[Edit] = []
    for name in sorted({*shipped, *edited}):
        if name not in edited:
            found.append(Edit(name, "", "", "the file", ""))
        elif name not in shipped:
            found.append(Edit(name, "", "", "", "the file"))
        elif isinstance(shipped[name], list):
            found += _of_rows(name, shipped[name], edited[name], ignored)
        else:
            found += _of_tables(name, shipped[name], edited[name], ignored)
    return tuple(found)


def _of_rows(file: str, shipped: Sequence[Row], edited: Sequence[Row], ignored: Sequence[str]) -> Iterator[Edit]:
    """Rows of a CSV file, held against those of the same key, wherever they stand."""
    before, after = _keyed(shipped, edited)
    for key, (number, row) in after.items():
        if key not in before:
            yield Edit(file, f"row {number}", "", "", _row_text(row, ignored))
            continue
        old = before[key][1]
        for column in row:
            if column not in ignored and _text(row[column]) != _text(old.get(column, "")):
                yield Edit(file, f"row {number}", column, _text(old.get(column, "")), _text(row[column]))
    for key, (number, row) in before.items():
        if key not in after:
            yield Edit(file, f"row {number}", "", _row_text(row, ignored), "")


def key_columns(lists: Sequence[Sequence[Row]]) -> int:
    """How many of the first columns tell all rows of every list apart; 0: not even all but the last do."""
    columns = list(lists[0][0]) if lists[0] else []
    for n in range(1, len(columns)):
        keys = [[_key(row, columns[:n]) for row in rows] for rows in lists]
        if all(len(set(own)) == len(own) for own in keys):
            return n
    return 0


def _key(row: Row, columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(_text(row.get(column, "")) for column in columns)


def _keyed(*lists: Sequence[Row]) -> list[dict[tuple[str, ...], tuple[int, Row]]]:
    """Rows with their numbers, by the columns that tell them apart, else by their numbers."""
    n = key_columns(lists)
    columns = list(lists[0][0])[:n] if n else []
    return [
        {_key(row, columns) if n else (str(number),): (number, row) for number, row in enumerate(rows, 2)}
        for rows in lists
    ]


def _of_tables(file: str, shipped: Row, edited: Row, ignored: Sequence[str]) -> Iterator[Edit]:
    """Values of a TOML file by their keys; a datum is the value under its key `value`."""
    before, after = dict(_values(shipped, ignored)), dict(_values(edited, ignored))
    for path in dict.fromkeys([*before, *after]):
        old, new = before.get(path, ""), after.get(path, "")
        if old != new:
            row, _, field = path.partition(".")
            yield Edit(file, row, field.removesuffix(".value").removesuffix("value"), old, new)


def _values(table: Any, ignored: Sequence[str], path: str = "") -> Iterator[tuple[str, str]]:
    """The plain values of a table, and of tables in lists, by their paths."""
    if isinstance(table, Mapping):
        inner = [(str(key), value) for key, value in table.items() if key not in ignored]
    elif isinstance(table, list) and (any(isinstance(one, Mapping) for one in table) or len(_text(table)) > LONG):
        inner = [(str(number), value) for number, value in enumerate(table, 1)]
    else:
        yield path, _text(table)
        return
    for key, value in inner:
        yield from _values(value, ignored, f"{path}.{key}" if path else key)


def _row_text(row: Row, ignored: Sequence[str]) -> str:
    return ", ".join(_text(value) for column, value in row.items() if column not in ignored)


def _text(value: Any) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(_text, value))}]" if isinstance(value, list) else str(value).strip()


# -- setting data ------------------------------------------------------------------------------------------------------


def set_datum(components: ComponentSet[Any], content: Content, path: str, value: str) -> None:
    """Sets one datum of the content, and what follows from it; ComponentError names what is not there.

    Whether the value fits is told when the content is read.
    """
    stem, *words = path.split(".")
    files = {name.rpartition(".")[0]: name for name in content}
    if stem not in files:
        raise ComponentError(path, None, f"there is no component file '{stem}': {did_you_mean(stem, files)}")
    file = files[stem]
    before = deepcopy(content[file])
    if file in components.csv:
        _set_cell(file, content[file], words, value)
    else:
        held, key = _slot(file, content[file], words, ())
        held[key] = _like(held[key], value)
    components.follow(file, before, content[file])


def numbers_in(components: ComponentSet[Any], content: Content) -> Iterator[tuple[str, int, str]]:
    """Every whole number of the content: its path as set_datum() takes it, its value and its status."""
    for file, table in content.items():
        stem = file.rpartition(".")[0]
        if file not in components.csv:
            yield from _numbers(table, stem, "")
            continue
        columns, n = list(table[0]), key_columns([table])
        for number, row in enumerate(table, 2):
            name = ".".join(str(row[column]).strip() for column in columns[:n]) if n else str(number)
            for column in (column for column in columns[n:] if column not in DATUM):
                cell = row[column].split() if isinstance(row[column], str) else row[column]
                values = [int(word) if word.isdecimal() else word for word in cell] if isinstance(cell, list) else cell
                yield from _numbers(values, f"{stem}.{name}.{column}", row.get("status", ""))


def _numbers(node: Any, path: str, status: str) -> Iterator[tuple[str, int, str]]:
    """The whole numbers of a table or a list, or a number itself."""
    if isinstance(node, Mapping):
        status = node.get("status", status)
        if set(node) == DATUM:
            yield from _numbers(node["value"], path, status)
            return
        inner = [(key, value) for key, value in node.items() if key not in DATUM]
    elif isinstance(node, list):
        inner = list(enumerate(node, 1))
    else:
        if isinstance(node, int) and not isinstance(node, bool):
            yield path, node, status
        return
    for key, value in inner:
        yield from _numbers(value, f"{path}.{key}", status)


def _set_cell(file: str, rows: Sequence[dict[str, Any]], words: Sequence[str], value: str) -> None:
    """Sets one cell of a CSV file, or one of the values in it."""
    columns, n = list(rows[0]), key_columns([rows])
    keys = [".".join(str(row[column]).strip() for column in columns[:n]) for row in rows]
    keyed = dict(zip(keys if n else map(str, range(2, len(rows) + 2)), rows, strict=True))
    size = n or 1
    key, rest = ".".join(words[:size]), words[size:]
    if key not in keyed:
        named = ".".join(columns[:n]) or "number"
        raise ComponentError(file, None, f"no row '{key}' (a row is called by its {named}): {_near(key, keyed)}")
    if not rest or rest[0] not in columns:
        said = f"no column '{rest[0]}'" if rest else "no column named"
        raise ComponentError(file, key, f"{said}: {_near(rest[0] if rest else '', columns)}")
    column, *place = rest
    if not place:
        keyed[key][column] = _like(keyed[key][column], value)
        return
    cell = str(keyed[key][column]).split()
    held, at = _slot(file, cell, place, (key, column))
    held[at] = value
    keyed[key][column] = " ".join(cell)


def _slot(file: str, node: Any, words: Sequence[str], said: tuple[str, ...]) -> Slot:
    """Where the datum at these words stands; `said` are the words before them."""
    where = ".".join(said) or None
    if not words:
        raise ComponentError(file, where, f"name a datum of it: {', '.join(map(str, node))}")
    word, *rest = words
    if isinstance(node, Mapping) and set(node) == DATUM and word not in node:
        return _slot(file, node["value"], words, said)
    key: Any = word
    if isinstance(node, Mapping):
        if word not in node:
            raise ComponentError(file, where, f"no key '{word}': {_near(word, node)}")
    elif isinstance(node, list):
        if not word.isdecimal() or not 1 <= int(word) <= len(node):
            raise ComponentError(file, where, f"no place '{word}': name one from 1 to {len(node)}")
        key = int(word) - 1
    else:
        raise ComponentError(file, where, f"holds {node!r}: nothing in it is called '{word}'")
    inner = node[key]
    if isinstance(inner, Mapping) and set(inner) == DATUM and not rest:
        return inner, "value"
    if rest or isinstance(inner, Mapping):
        return _slot(file, inner, rest, (*said, word))
    return node, key


def _like(old: Any, text: str) -> Any:
    """The value that stands in the text, as TOML writes it; a text stays one where a text stood."""
    if isinstance(old, str):
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _near(word: str, known: Iterable[Any]) -> str:
    """The tail of an error about an unknown word; of many known ones the first few."""
    names = [str(name) for name in known]
    few = f"there are {', '.join(names[:8])}{', …' if len(names) > 8 else ''}"
    return did_you_mean(word, names, otherwise=few)
