"""What the readers of CSV files share: rows by a key that stands once, sets of places as bits."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cext.games.component_forms import Csv, Entry
from cext.games.component_reading import Reading, once
from cext.games.errors import ComponentError

__all__ = ["Keyed", "fault", "keyed", "mask_of"]

Keyed = dict[Any, tuple[Entry, list[Any]]]


def keyed(path: Path, kind: Csv, reading: Reading, what: str, wanted: Iterable[object], *, n_keys: int = 1) -> Keyed:
    """Rows by their first column, or by as many as make the key; each of the wanted keys stands once."""
    found: Keyed = {}
    names: set[str] = set()
    seen: dict[object, Entry] = {}
    for row, values in reading.rows(path, kind):
        key = tuple(values[:n_keys]) if n_keys > 1 else values[0]
        name = " ".join(str(row.values[column]).strip() for column in list(kind.columns)[:n_keys])
        with reading.catch():
            once(row, key, f"{what} {name}", seen)
            found[key] = row, values[n_keys:]
            names.add(name)
    reading.complete(path, what, map(str, wanted), names)
    return found


def fault(path: Path, reading: Reading, reason: str) -> None:
    """Keeps an error of a file as a whole."""
    reading.errors.append(ComponentError(path.name, None, reason))


def mask_of(row: Entry, key: str, places: Sequence[int]) -> int:
    """Places as bits; none may be named twice."""
    if len(set(places)) != len(places):
        raise row.error(f"{key} names one twice: name each once")
    return sum(1 << place for place in places)
