"""Plain values, as files hold them, decoded into typed ones; what is wrong with one, by its field and in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import getitem
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, inspect

from cext.messages import closest_match, did_you_mean
from cext.safe_files import abbreviate, quote

__all__ = [
    "Count",
    "FieldError",
    "FieldPath",
    "Integer",
    "Pair",
    "Positive",
    "Real",
    "Record",
    "Seed",
    "Text",
    "decode",
]

# Numbers of files: the program writes none beyond these ends, infinite or NaN.
LARGEST, LARGEST_REAL = 2**63 - 1, 1e300
Integer = Annotated[int, Meta(ge=-LARGEST - 1, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST)]
Seed = Annotated[int, Meta(ge=0)]
Real = Annotated[float, Meta(ge=-LARGEST_REAL, le=LARGEST_REAL)]
Text = Annotated[str, Meta(min_length=1)]
FieldPath = tuple[str | int, ...]  # to a value: names of fields, keys of tables, places in lists
Pair = tuple[Text, Text]  # what one thing is called, and several
T = TypeVar("T")
STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")
LOCATED = re.compile(r"(Object .*`|(?!Object ).*) - at `(key` in `)?\$([^$`]*)`", re.DOTALL)
NAMED = re.compile(r"Object (missing required|contains unknown) field `(.*)`", re.DOTALL)
LIBRARY_WORDS = ("Expected `", "Invalid ", "Integer ", "Number ")  # that the errors of msgspec begin with


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A table whose fields are all known."""


class FieldError(ValueError):
    """A value that is not what its field takes: the path to it, and what is wrong, in words that name the field."""

    def __init__(self, path: FieldPath, words: str) -> None:
        super().__init__(words)
        self.path = path


def decode(plain: object, kind: type[T]) -> T:
    """The plain value, as JSON and TOML have it, as one of that type; FieldError where it is none."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise _field_error(error, plain, kind) from None


def _field_error(error: Exception, plain: Any, kind: Any) -> FieldError:
    """The error of msgspec.convert(plain, kind) in words for the author of the value.

    What a type takes is in the description of its Meta, else follows from the type. Where only a list or table is
    described, it is shown with all its parts.
    """
    located = LOCATED.fullmatch(str(error))
    reason, of_key, steps = located.groups() if located else (str(error), "", "")
    path: FieldPath = ()
    types, values = [inspect.type_info(kind)], [plain]
    for name, number, _ in STEP.findall(steps):
        path += (name or (int(number) if number else _wrong_key(error, plain, kind, path)),)
        types.append(_type_within(types[-1], path[-1]))
        values.append(values[-1][path[-1]])
    entry, field = _words(path)
    where = f"{entry}{field}: " if field else entry
    named = NAMED.fullmatch(reason)
    if named or of_key:
        key = named[2] if named else _wrong_key(error, plain, kind, path)
        fields = {each.encode_name: each.type for of in _kinds(types[-1]) for each in getattr(of, "fields", ())}
        key_types = [of.key_type for of in _kinds(types[-1]) if isinstance(of, inspect.DictType)]
        if key in fields:
            words = f"{entry}'{_words((*path, key))[1]}' is missing: add {_takes(fields[key])}"
        elif names := [*fields, *(name for of in key_types for name in _choices(of))]:
            words = f"{where}unknown key '{abbreviate(key)}': {did_you_mean(key, names)}"
        else:
            words = f"{where}key {quote(key)} must be {_takes(key_types[0])}"
        return FieldError((*path, key), words)
    if not reason.startswith(LIBRARY_WORDS):
        return FieldError(path, f"{where}{reason}")
    while _is_part(types) and not _description(types[-1]) and _description(types[-2]):
        path, types, values = path[:-1], types[:-1], values[:-1]
    entry, field = _words(path)
    subject = f"{entry}'{field}' " if field else entry.replace(":", "")
    near = closest_match(str(values[-1]), _choices(types[-1]))
    hint = f": did you mean {near}?" if near else ""
    return FieldError(path, f"{subject}must be {_takes(types[-1])}, not {quote(values[-1])}{hint}")


def _words(path: FieldPath) -> tuple[str, str]:
    """The entry of a list that a path leads through, "cards 2: " (counted from 1), and the field in it."""
    begin = max((place for place, step in enumerate(path, 1) if isinstance(step, int)), default=0)
    entry = "".join(f" {step + 1}" if isinstance(step, int) else f".{step}" for step in path[:begin])
    return f"{entry.lstrip('.')}: " if entry else "", abbreviate(".".join(map(str, path[begin:])))


def _wrong_key(error: Exception, plain: Any, kind: Any, path: FieldPath) -> str:
    """The key at fault in the mapping at the end of a path, which msgspec does not name: alone, it is as wrong."""
    for key, value in reduce(getitem, path, plain).items():
        try:
            msgspec.convert(_changed(plain, path, {key: value}), kind)
        except msgspec.ValidationError as other:
            if str(other) == str(error):
                return str(key)
    raise AssertionError(path)


def _changed(plain: Any, path: FieldPath, value: Any) -> Any:
    """A copy of plain data with another value at the end of a path."""
    if not path:
        return value
    copy: Any = dict(plain) if isinstance(plain, Mapping) else list(plain)
    copy[path[0]] = _changed(plain[path[0]], path[1:], value)
    return copy


# -- types ------------------------------------------------------------------------------------------------------------


def _description(of: inspect.Type) -> str:
    return (of.extra_json_schema or {}).get("description", "") if isinstance(of, inspect.Metadata) else ""


def _kinds(of: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of which a value may be one."""
    of = of.type if isinstance(of, inspect.Metadata) else of
    return of.types if isinstance(of, inspect.UnionType) else (of,)


def _choices(of: inspect.Type) -> list[str]:
    """The values that a type is chosen from; none where it takes others."""
    return [str(value) for each in _kinds(of) if isinstance(each, inspect.LiteralType) for value in each.values]


def _is_part(types: Sequence[inspect.Type]) -> bool:
    """Whether the last type is that of an element of a list or table, not of a field."""
    return len(types) > 1 and not any(hasattr(each, "fields") for each in _kinds(types[-2]))


def _type_within(of: inspect.Type, step: str | int) -> inspect.Type:
    """The type of what a step leads to."""
    for each in _kinds(of):
        match each:
            case inspect.StructType() | inspect.DataclassType():
                return next(field.type for field in each.fields if field.encode_name == step)
            case inspect.DictType() if isinstance(step, str):
                return each.value_type
            case inspect.ListType() | inspect.VarTupleType() if isinstance(step, int):
                return each.item_type
            case inspect.TupleType():
                return each.item_types[int(step)]
    raise AssertionError(step)


def _takes(of: inspect.Type) -> str:
    """What a type takes, in words."""
    if words := _description(of):
        return words
    match of:
        case inspect.Metadata():
            return _takes(of.type)
        case inspect.UnionType():
            return " or ".join(_takes(each) for each in of.types if not isinstance(each, inspect.NoneType))
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, of.values))}"
        case inspect.IntType() | inspect.FloatType():
            low, high = (end if end is not None and abs(end) < LARGEST else None for end in (of.ge, of.le))
            ends = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
            return f"a {'whole ' * isinstance(of, inspect.IntType)}number{ends}"
        case inspect.StrType():
            more = f" that matches {of.pattern}" if of.pattern else " that is not empty" if of.min_length else ""
            return f"a text{more}"
        case inspect.BoolType():
            return "true or false"
        case inspect.TupleType():
            return f"a list of {len(of.item_types)}"
        case inspect.ListType() | inspect.VarTupleType():
            return "a list"
    return "a table"
