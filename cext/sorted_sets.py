"""Sets that are gone through in the order of their values: the sets of user files. Python's own follow hashes, which
differ between processes for texts, None and whatever is hashed by its address."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AnySet
from decimal import Decimal
from enum import Enum, Flag
from itertools import pairwise
from numbers import Real
from typing import Any

__all__ = [
    "SortedFrozenSet", "SortedSet", "UnsortedError", "as_sorted", "hash_of", "id_of", "pop_of", "sort_by_key",
    "sorted_view",
]  # fmt: skip

PLAIN = (set, frozenset)
TABLES: tuple[dict[Any, Any], ...] = ({}, OrderedDict())
VIEWS = frozenset(type(view) for table in TABLES for view in (table.keys(), table.items()))
COMPARABLE = frozenset({int, str, bool, bytes})  # types of which all values have an order
SAME_HASH = (int, float, complex, Real, Decimal)  # types whose hash is the same in every process
WITHOUT_ORDER = (vars(object)["__lt__"], vars(object)["__gt__"])  # of a class that defines neither
ADVICE = "go through the set with sorted(…, key=…)"


class UnsortedError(TypeError):
    """The values of a set have no order that is the same in every process."""


# -- the order --------------------------------------------------------------------------------------------------------


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values of a set, sorted: None, numbers, texts, bytes, tuples, frozensets, members of enums as they are
    declared, then values of other classes by the names of these. UnsortedError where two of them have no order."""
    items = _as_stored(values)
    if len(items) < 2:
        return items
    kinds = set(map(type, items))
    if len(kinds) == 1 and kinds <= COMPARABLE:
        items.sort()
        return items
    keys = [_order_key(item) for item in items]
    try:
        order = sorted(range(len(items)), key=keys.__getitem__)
        unsorted = next((i for i, j in pairwise(order) if not keys[i] < keys[j]), None)
    except TypeError as error:
        names = ", ".join(sorted({type(item).__name__ for item in items}))
        raise UnsortedError(f"values in a set cannot be compared ({names}): {ADVICE}") from error
    if unsorted is not None:
        name = type(items[unsorted]).__name__
        raise UnsortedError(f"two values in a set have no order ({name}): {ADVICE}")
    return [items[i] for i in order]


def _as_stored(values: Iterable[Any]) -> list[Any]:
    """The values in Python's own order."""
    kind = set if isinstance(values, set) else frozenset if isinstance(values, frozenset) else None
    return list(kind.__iter__(values)) if kind else list(values)  # type: ignore[arg-type]


def _order_key(value: Any) -> tuple[Any, ...]:
    """What a value is sorted by: its kind, the name of its class where that matters, the value."""
    if value is None:
        return (0,)
    if isinstance(value, int | float | Decimal | Real):
        return 1, value
    if isinstance(value, str):
        return 2, value
    if isinstance(value, bytes):
        return 3, value
    if isinstance(value, tuple):
        return 4, tuple(map(_order_key, value))
    if isinstance(value, frozenset):
        return 5, tuple(map(_order_key, in_order(value)))
    kind: Any = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(value, Flag):
        return 6, name, value.value
    if isinstance(value, Enum):
        return 6, name, list(kind.__members__).index(value.name)
    if (kind.__lt__, kind.__gt__) == WITHOUT_ORDER:
        raise UnsortedError(f"values of class {kind.__name__} in a set have no order: {ADVICE}")
    return 7, name, value


# -- the sets ---------------------------------------------------------------------------------------------------------


class SortedSet(set[Any]):
    """A set in the order of its values. A loop goes through the values that it has when the loop begins."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(in_order(self))

    def __repr__(self) -> str:
        return f"{{{_text(self)}}}" if self else "set()"

    def pop(self) -> Any:
        """Take out the first value; KeyError where there is none."""
        if not self:
            raise KeyError("pop from an empty set")
        value = in_order(self)[0]
        self.remove(value)
        return value


class SortedFrozenSet(frozenset[Any]):
    """A frozenset in the order of its values."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(in_order(self))

    def __repr__(self) -> str:
        return f"frozenset({{{_text(self)}}})" if self else "frozenset()"


def _text(values: Iterable[Any]) -> str:
    """The values of a set as text, which a message may want of values without an order, too."""
    try:
        return ", ".join(map(repr, in_order(values)))
    except UnsortedError:
        return ", ".join(sorted(map(repr, _as_stored(values))))


def _give_sorted(kind: Any, base: type, name: str) -> None:
    """Have a method of a kind of set give sets of that kind, whatever is combined with them."""
    method = getattr(base, name)

    def give(self: Any, *others: Any) -> Any:
        result = method(self, *others)
        if result is NotImplemented and isinstance(others[0], AnySet):  # an operator, and keys of a dictionary
            result = method(self, set(others[0]))
        return result if result is NotImplemented else kind(result)

    give.__name__ = name
    setattr(kind, name, give)


for _name in ("and", "or", "sub", "xor", "rand", "ror", "rsub", "rxor"):
    _give_sorted(SortedSet, set, f"__{_name}__")
    _give_sorted(SortedFrozenSet, frozenset, f"__{_name}__")
for _name in ("copy", "difference", "intersection", "symmetric_difference", "union"):
    _give_sorted(SortedSet, set, _name)
    _give_sorted(SortedFrozenSet, frozenset, _name)


class _SortedView(AnySet[Any]):
    """Keys or items of a dictionary, in its order, whose operators give sorted sets."""

    __slots__ = ("view",)

    def __init__(self, view: Any) -> None:
        self.view = view

    def __contains__(self, value: object) -> bool:
        return value in self.view

    def __iter__(self) -> Iterator[Any]:
        yield from self.view

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed(self.view)

    def __len__(self) -> int:
        return len(self.view)

    def __repr__(self) -> str:
        return repr(self.view)

    @classmethod
    def _from_iterable(cls, values: Iterable[Any]) -> SortedSet:
        return SortedSet(values)


# -- what user files call (user_modules.py) ---------------------------------------------------------------------------


def sorted_view(view: Any) -> Any:
    """Keys or items of a dictionary as a set that stays sorted; anything else as it is."""
    return _SortedView(view) if type(view) in VIEWS else view


def as_sorted(values: Any) -> Any:
    """A set of a library as a sorted one; anything else as it is."""
    if type(values) in PLAIN:
        return SortedSet(values) if type(values) is set else SortedFrozenSet(values)
    return values


def pop_of(values: Any) -> Any:
    """What has a method pop(); TypeError for a set of a library, whose first value is another in every process."""
    if type(values) is set:
        raise UnsortedError("pop() of a set that a library made: take a value of sorted(…)")
    return values


def sort_by_key(values: Any, /, *, key: Callable[[Any], Any] | None, reverse: bool = False) -> list[Any]:
    """sorted(), also of a set whose values have no order; UnsortedError where two of these have equal keys."""
    if not isinstance(values, PLAIN) or key is None:
        return sorted(values, key=key, reverse=reverse)
    try:
        return sorted(in_order(values), key=key, reverse=reverse)
    except UnsortedError as error:
        rated = sorted(((key(value), value) for value in _as_stored(values)), key=lambda pair: pair[0], reverse=reverse)
        for (first, value), (second, _) in pairwise(rated):
            if not (first < second or second < first):
                name = type(value).__name__
                message = f"two values of class {name} in a set have the key {first!r}: give sorted() a finer key"
                raise UnsortedError(message) from error
        return [value for _, value in rated]


def hash_of(value: Any, /) -> int:
    """hash(), for numbers and for a class's own __hash__; TypeError where it would differ between processes."""
    if not _has_same_hash(value) and "__hash__" not in sys._getframe(1).f_code.co_qualname:
        name = type(value).__name__
        raise TypeError(f"hash() of {name} is another number in every process: make a number of your own")
    return hash(value)


def _has_same_hash(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_has_same_hash, value))
    return isinstance(value, SAME_HASH)


def id_of(value: Any, /) -> int:
    """TypeError: an address."""
    raise TypeError("id() is another number in every process: compare things with `is`")
