"""What an edited copy of component files says otherwise than the shipped ones, datum by datum."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Edit", "edits_between", "key_columns"]

Row = Mapping[str, Any]
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
    """The differences of two contents of component files (ComponentSet.plain()), file by file; fields of these names
    are none of them."""
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
