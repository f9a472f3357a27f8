"""The shape of plain data, gathered from samples, and its TypedDicts."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from typing import Any

__all__ = ["Names", "Shape"]


Form = tuple[tuple[str, bool, bool], ...]


class Shape:
    """What samples have in common: which plain values, items of lists, entries of tables they were."""

    def __init__(self) -> None:
        self.plain: set[str] = set()  # int, str, bool, float, None
        self.items: Shape | None = None  # of lists
        self.entries: dict[str, Shape] = {}  # of tables
        self.had: dict[str, int] = {}  # in how many tables an entry was
        self.tables = 0

    def add(self, value: Any) -> None:
        """Count in a sample."""
        if isinstance(value, dict):
            self.tables += 1
            for key, entry in value.items():
                if key not in self.entries:
                    self.had[key], self.entries[key] = 0, Shape()
                self.had[key] += 1
                self.entries[key].add(entry)
        elif isinstance(value, (list, tuple)):
            self.items = self.items or Shape()
            for item in value:
                self.items.add(item)
        else:
            self.plain.add("None" if value is None else type(value).__name__)

    @property
    def named(self) -> bool:
        """Whether its tables have entries that can be named one by one; others are kept by whatever they are about."""
        return bool(self.entries) and all(key.isidentifier() and not keyword.iskeyword(key) for key in self.entries)

    @property
    def form(self) -> Form:
        """Names of its tables' entries, and whether they hold tables or lists: tables alike in that are of one type."""
        return tuple((key, one.tables > 0, one.items is not None) for key, one in self.entries.items())

    def even(self) -> None:
        """Where all entries of a table are lists, let each hold what any of them held: few samples leave some empty."""
        for entry in self.entries.values():
            entry.even()
        if self.items is not None:
            self.items.even()
        if self.entries and all(entry.items is not None and not entry.plain for entry in self.entries.values()):
            common = self.values()
            for entry in self.entries.values():
                entry.merge(common)

    def values(self) -> Shape:
        """What the entries of a table have in common."""
        common = Shape()
        for entry in self.entries.values():
            common.merge(entry)
        return common

    def merge(self, other: Shape) -> None:
        """Count in the samples of another shape."""
        self.plain |= other.plain
        self.tables += other.tables
        if other.items is not None:
            self.items = self.items or Shape()
            self.items.merge(other.items)
        for key, entry in other.entries.items():
            self.had[key] = self.had.get(key, 0) + other.had[key]
            self.entries.setdefault(key, Shape()).merge(entry)


class Names:
    """The TypedDicts of a shape, which is called View; tables with the same entries have one name between them."""

    def __init__(self, shape: Shape) -> None:
        shape.even()
        self.shapes: dict[Form, Shape] = {}
        self.called: dict[Form, str] = {}
        places: dict[Form, list[tuple[str, str, bool]]] = {}
        self._gather(shape, places)
        for form, found in places.items():
            owner, key, _ = next((place for place in found if place[2]), found[0])  # one of several says it best
            plain = camel(key)
            self.called[form] = camel(f"{owner}_{key}") if plain in self.called.values() else plain

    def _gather(self, whole: Shape, places: dict[Form, list[tuple[str, str, bool]]]) -> None:
        """Note every table that can be named, from the outside in, and where it stands.

        A place: in what, as what, and whether as one of several.
        """
        level = [(whole, "", "view", False)]
        while level:
            below = []
            for shape, owner, key, item in level:
                if shape.named:
                    places.setdefault(shape.form, []).append((owner, key, item))
                    self.shapes.setdefault(shape.form, Shape()).merge(shape)
                    below += [(entry, key, name, False) for name, entry in shape.entries.items()]
                elif shape.tables:
                    below.append((shape.values(), owner, key, item))
                if shape.items is not None:
                    below.append((shape.items, owner, singular(key), singular(key) != key))
            level = below

    def listed(self) -> list[str]:
        """The names."""
        return list(self.called.values())

    def definitions(self) -> Iterator[str]:
        """The classes, each after those that it names."""
        for form in dict.fromkeys(self._inside(next(iter(self.shapes.values())))):
            shape = self.shapes[form]
            lines = [f"class {self.called[form]}(TypedDict):"]
            for key, entry in shape.entries.items():
                of = self.type_of(entry)
                lines.append(f"    {key}: {of if shape.had[key] == shape.tables else f'NotRequired[{of}]'}")
            yield "\n".join(lines)

    def _inside(self, shape: Shape) -> Iterator[Form]:
        """Forms of the tables in a shape, and its own after them."""
        whole = self.shapes[shape.form] if shape.named else shape
        for entry in whole.entries.values():
            yield from self._inside(entry)
        if whole.items is not None:
            yield from self._inside(whole.items)
        if shape.named:
            yield shape.form

    def type_of(self, shape: Shape) -> str:
        """The type of a shape."""
        found = []
        if shape.named:
            found.append(self.called[shape.form])
        elif shape.tables:
            found.append(f"dict[str, {self.type_of(shape.values())}]")
        if shape.items is not None:
            found.append(f"list[{self.type_of(shape.items)}]")
        found += sorted(shape.plain - {"None"}) + sorted(shape.plain & {"None"})
        return "Any" if found in ([], ["None"]) else " | ".join(found)  # Any: nothing was ever seen there


def singular(word: str) -> str:
    """One of what a word names several of."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def camel(words: str) -> str:
    """A class's name from words parted by _."""
    return "".join(word[:1].upper() + word[1:] for word in words.split("_"))
