"""Plain values, as files hold them, decoded into typed ones; what is wrong with one, by its field and in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    """What msgspec.convert(plain, kind) says is wrong, in words for whoever wrote the value.

    What a type takes is in the description of its Meta, else follows from the type. Where only a list or table is
    described, it is shown with all its parts.
    """
    reason, _, place = str(error).partition(" - at `")
    of_key, _, steps = place.removesuffix("`").rpartition("$")
    path: list[str | int] = []
    types, values = [inspect.type_info(kind)], [plain]
    for name, number, _ in STEP.findall(steps):
        path.append(name or (int(number) if number else _wrong_key(error, plain, kind, path)))
        types.append(_type_within(types[-1], path[-1]))
        values.append(values[-1][path[-1]])
    entry, field = _words(path)
    where = f"{entry}{field}: " if field else entry
    if named := NAMED.fullmatch(reason):
        key, fields = named[2], {each.encode_name: each.type for each in _alternative(types[-1], "fields").fields}
        if key in fields:
            return FieldError((*path, key), f"{entry}'{_words([*path, key])[1]}' is missing: add {_takes(fields[key])}")
        return FieldError((*path, key), f"{where}unknown key '{abbreviate(key)}': {did_you_mean(key, fields)}")
    if of_key:
        key = str(_wrong_key(error, plain, kind, path))
        key_type = _alternative(types[-1], "key_type").key_type
        if names := _choices(key_type):
            return FieldError((*path, key), f"{where}unknown key '{abbreviate(key)}': {did_you_mean(key, names)}")
        return FieldError((*path, key), f"{where}key {quote(key)} must be {_takes(key_type)}")
    if not reason.startswith(LIBRARY_WORDS):
        return FieldError(tuple(path), f"{where}{reason}")
    while not _description(types[-1]) and len(path) > 1 and _description(types[-2]) and not _is_struct(types[-2]):
        path, types, values = path[:-1], types[:-1], values[:-1]
    entry, field = _words(path)
    subject = f"{entry}'{field}' " if field else entry.replace(":", "")
    near = closest_match(str(values[-1]), _choices(types[-1]))
    hint = f": did you mean {near}?" if near else ""
    return FieldError(tuple(path), f"{subject}must be {_takes(types[-1])}, not {quote(values[-1])}{hint}")


def _words(path: Sequence[str | int]) -> tuple[str, str]:
    """The entry of a list that a path leads through, "cards 2: " (counted from 1), and the field in it."""
    numbers = [place for place, step in enumerate(path) if isinstance(step, int)]
    begin = numbers[-1] + 1 if numbers else 0
    entry = "".join(f" {step + 1}" if isinstance(step, int) else f".{step}" for step in path[:begin])
    return f"{entry.lstrip('.')}: " if entry else "", abbreviate(".".join(map(str, path[begin:])))


def _wrong_key(error: Exception, plain: Any, kind: Any, path: Sequence[str | int]) -> str:
    """The key at fault in the mapping at the end of a path, which msgspec does not name: alone, it is as wrong."""
    at = plain
    for step in path:
        at = at[step]
    for key, value in at.items():
        try:
            msgspec.convert(_changed(plain, path, {key: value}), kind)
        except msgspec.ValidationError as other:
            if str(other) == str(error):
                return str(key)
    return "..."


def _changed(plain: Any, path: Sequence[str | int], value: Any) -> Any:
    """A copy of plain data with another value at the end of a path."""
    if not path:
        return value
    copy: Any = dict(plain) if isinstance(plain, Mapping) else list(plain)
    copy[path[0]] = _changed(plain[path[0]], path[1:], value)
    return copy


# -- types ------------------------------------------------------------------------------------------------------------


def _description(of: inspect.Type) -> str:
    return (of.extra_json_schema or {}).get("description", "") if isinstance(of, inspect.Metadata) else ""


def _is_struct(of: inspect.Type) -> bool:
    return isinstance(of.type if isinstance(of, inspect.Metadata) else of, inspect.StructType)


def _choices(of: inspect.Type) -> list[str]:
    """The values that a type is chosen from; none where it takes others."""
    literals = [each for each in getattr(of, "types", (of,)) if isinstance(each, inspect.LiteralType)]
    return [str(value) for each in literals for value in each.values]


def _alternative(of: inspect.Type, attribute: str) -> Any:
    """The type itself, or that of a union, that has the attribute."""
    of = of.type if isinstance(of, inspect.Metadata) else of
    return next(each for each in getattr(of, "types", (of,)) if hasattr(each, attribute))


def _type_within(of: inspect.Type, step: str | int) -> inspect.Type:
    """The type of what a step leads to."""
    of = of.type if isinstance(of, inspect.Metadata) else of
    for each in getattr(of, "types", (of,)):
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
            return (
                f"a text that matches {of.pattern}"
                if of.pattern
                else f"a text{' that is not empty' * bool(of.min_length)}"
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.TupleType():
            return f"a list of {len(of.item_types)}"
        case inspect.ListType() | inspect.VarTupleType():
            return "a list"
    return "a table"
