"""Values read from a file of the program's own, held against the types of the dataclass they are to become."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

__all__ = ["check_types"]

MAX_INT = 2**64  # of a whole number: none that the program writes is as large
MAX_CHARS = 40  # characters of a value


def check_types(kind: type[Any], values: Mapping[str, Any]) -> None:
    """TypeError where a value of a dataclass to be is none of its field's type, with all that lies in it; KeyError
    where a field without a default has none. Lists may stand for tuples, whole numbers for others; every
    number has an end."""
    types = _types(kind)  # type: ignore[arg-type]
    for field in fields(kind):
        if field.name in values:
            if not _fits(values[field.name], types[field.name]):
                raise TypeError(f"{field.name} is {repr(values[field.name])[:MAX_CHARS]}, no {field.type}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise KeyError(field.name)


@cache
def _types(kind: type[Any]) -> dict[str, Any]:
    """Types of a dataclass's fields, worked out once: a run may have a million lines to be checked."""
    return get_type_hints(kind)


def _fits(value: Any, form: Any) -> bool:
    """Whether the value is of that type."""
    origin, parts = get_origin(form) or form, get_args(form)
    if origin is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, part) for part in parts)
    if origin is NoneType:
        return value is None
    if origin in (list, tuple) and isinstance(value, list | tuple):
        if origin is list or parts[-1] is Ellipsis:
            return all(_fits(item, parts[0]) for item in value)
        return len(value) == len(parts) and all(map(_fits, value, parts))
    if isinstance(value, dict):
        if is_dataclass(origin):
            check_types(origin, value)  # type: ignore[arg-type]
            return True
        return origin is dict and all(_fits(key, parts[0]) and _fits(item, parts[1]) for key, item in value.items())
    if origin is float:
        return _is_int(value) or (isinstance(value, float) and math.isfinite(value))
    return _is_int(value) if origin is int else origin in (str, bool) and isinstance(value, origin)


def _is_int(value: Any) -> bool:
    """Whether it is a whole number, and none beyond all limits."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INT
