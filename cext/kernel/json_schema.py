"""JSON Schemas (2020-12) of plain data, written in short: what the form of a game's records is described with."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

__all__ = [
    "Schema", "by_name", "choice", "either", "exactly", "flag", "listed", "of_dtype", "or_none",
    "some_of", "table", "text", "whole",
]  # fmt: skip

Schema = dict[str, Any]


def whole(least: int = 0, most: int | None = None) -> Schema:
    """A whole number from `least` to `most`."""
    return {"type": "integer", "minimum": least} | ({} if most is None else {"maximum": most})


def text(pattern: str | None = None) -> Schema:
    """A text that is not empty, or one of that pattern."""
    return {"type": "string", "minLength": 1} if pattern is None else {"type": "string", "pattern": pattern}


def flag() -> Schema:
    """True or false."""
    return {"type": "boolean"}


def exactly(value: Any) -> Schema:
    """That value and no other."""
    return {"const": value}


def choice(values: Iterable[Any]) -> Schema:
    """One of these values."""
    return {"enum": list(values)}


def or_none(schema: Schema) -> Schema:
    """That, or null."""
    return {"oneOf": [schema, {"type": "null"}]}


def either(schemas: Iterable[Schema]) -> Schema:
    """Exactly one of these."""
    found = list(schemas)
    return found[0] if len(found) == 1 else {"oneOf": found}


def listed(items: Schema, least: int = 0, most: int | None = None, *, unique: bool = False) -> Schema:
    """A list of `least` to `most` such items."""
    return (
        {"type": "array", "items": items}
        | ({"minItems": least} if least else {})
        | ({} if most is None else {"maxItems": most})
        | ({"uniqueItems": True} if unique else {})
    )


def table(properties: Mapping[str, Schema] | None = None, /, **more: Schema) -> Schema:
    """An object with exactly these properties."""
    every = {**(properties or {}), **more}
    return {"type": "object", "additionalProperties": False, "required": list(every), "properties": every}


def by_name(names: Iterable[str], schema: Schema) -> Schema:
    """An object with one such value for each name."""
    return table(dict.fromkeys(names, schema))


def some_of(names: Iterable[str], schema: Schema) -> Schema:
    """An object with such a value for some of the names."""
    return {"type": "object", "propertyNames": choice(names), "additionalProperties": schema}


def of_dtype(dtype: np.dtype[Any]) -> Schema:
    """What layout.plain() makes of a struct: a table of whole numbers, lists of them, and structs again."""
    if dtype.names is not None:
        return table({name: of_dtype(dtype[name]) for name in dtype.names})
    if dtype.subdtype is not None:
        items, (n, *inner) = dtype.subdtype
        return listed(of_dtype(np.dtype((items, tuple(inner))) if inner else items), n, n)
    return whole(int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
