"""Entries of ZhanGuo's component files, whose every complaint names file, row or key, and remedy."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cext.games.component_files import STATUSES, csv_cells, read_toml
from cext.games.errors import ComponentError

__all__ = ["Entry", "Reading", "read_csv", "read_table"]

PROVENANCE = ("status", "source")


@dataclass
class Reading:
    """What has been found while reading: errors in file order, and how many data have which status."""

    errors: list[ComponentError] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)

    def catch(self) -> "Catch":
        """Keeps an error of the block and goes on after it, so that one reading finds them all."""
        return Catch(self.errors)

    def count(self, entry: "Entry") -> None:
        """Checks and counts the provenance of one datum."""
        self.statuses[STATUSES[entry.choice("status", STATUSES)]] += 1
        source = entry.values["source"]
        if not isinstance(source, str) or not source.strip():
            raise entry.error("source is empty: name a section of the rulebook or a reason")


@dataclass(frozen=True)
class Catch:
    """A block whose ComponentError is appended to a list."""

    errors: list[ComponentError]

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        if isinstance(error, ComponentError):
            self.errors.append(error)
            return True
        return False


@dataclass(frozen=True)
class Entry:
    """One row of a CSV file (where = row number, the header is row 1) or one table of a TOML file (where = key)."""

    file: str
    where: int | str | None
    values: Mapping[str, object]

    def error(self, reason: str) -> ComponentError:
        return ComponentError(self.file, self.where, reason)

    def keys(self, *names: str) -> None:
        """Requires exactly these keys beside status and source."""
        wanted = [*names, *PROVENANCE]
        for name in self.values:
            if name not in wanted:
                raise self.error(f"unknown key {name!r}: the keys are {', '.join(wanted)}")
        for name in wanted:
            if name not in self.values:
                raise self.error(f"{name} is missing: add it (the keys are {', '.join(wanted)})")

    def integer(self, key: str, low: int, high: int) -> int:
        return self._integer(key, self.values[key], low, high)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        return tuple(self._integer(key, part, low, high) for part in self._parts(key))

    def choice(self, key: str, names: Sequence[str]) -> int:
        return self._choice(key, self.values[key], names)

    def choices(self, key: str, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(self._choice(key, part, names) for part in self._parts(key))

    def lists(self, key: str, low: int, high: int) -> tuple[tuple[int, ...], ...]:
        """A list of lists of integers."""
        found = []
        for part in self._parts(key):
            if not isinstance(part, list):
                raise self.error(f"{key} holds {part!r}: write a list of lists such as [[1, 2], [3]]")
            found.append(tuple(self._integer(key, number, low, high) for number in part))
        return tuple(found)

    def _parts(self, key: str) -> Sequence[object]:
        value = self.values[key]
        if isinstance(value, str) and isinstance(self.where, int):  # a cell of a CSV file
            return value.split()
        if isinstance(value, list):
            return value
        raise self.error(f"{key} is {value!r}: write a list in square brackets")

    def _integer(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, str) and isinstance(self.where, int) and re.fullmatch(r"\s*[-+]?[0-9]{1,9}\s*", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(f"{key} holds {value!r}: write a whole number from {low} to {high}")
        if not low <= value <= high:
            raise self.error(f"{key} holds {value}: allowed are {low} to {high}")
        return value

    def _choice(self, key: str, value: object, names: Sequence[str]) -> int:
        name = value.strip() if isinstance(value, str) else value
        if name not in names:
            raise self.error(f"{key} holds {value!r}: write one of {', '.join(names)}")
        return names.index(str(name))


def read_csv(path: Path, columns: Sequence[str], reading: Reading) -> list[Entry]:
    """The rows of a CSV file with exactly these columns and status and source, in any order."""
    wanted = [*columns, *PROVENANCE]
    rows: list[Entry] = []
    with reading.catch():
        found = csv_cells(path)
        _, header = next(found, (1, []))
        check_header(path.name, header, wanted)
        for number, cells in found:
            row = Entry(path.name, number, dict(zip(header, cells, strict=False)))
            if len(cells) != len(header):
                reason = f"{len(cells)} cells where the header has {len(header)}: quote a cell that holds a comma"
                reading.errors.append(row.error(reason))
            else:
                rows.append(row)
    return rows


def check_header(file: str, header: Sequence[str], wanted: Sequence[str]) -> None:
    """Requires each of the wanted columns once and no other."""
    names = ",".join(wanted)
    for name in header:
        if name not in wanted:
            raise ComponentError(file, 1, f"unknown column {name!r}: the header is {names} (separated by commas)")
        if header.count(name) > 1:
            raise ComponentError(file, 1, f"column {name} stands twice: the header is {names}")
    for name in wanted:
        if name not in header:
            raise ComponentError(file, 1, f"column {name} is missing: the header is {names}")


def read_table(path: Path, reading: Reading) -> dict[str, object] | None:
    """The top table of a TOML file; None if it cannot be read."""
    with reading.catch():
        return read_toml(path)
    return None
