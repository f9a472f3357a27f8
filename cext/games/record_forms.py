"""Parts of a game's records, each declared once: what is written of a state, and the JSON Schema of that.

A part is written from a struct of the state as Game.state() gives it. In a list or a table whose entries are numbered
its number follows, from 0, and so on inwards: the field `officials` of the 2nd entry of the 3rd is `officials[2][1]`.

Whole states are written thousands of times: a form becomes one Python expression, as fast as if written by hand.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cext.kernel import json_schema as js

__all__ = ["Form", "State", "by_name", "field", "from_function", "list_of", "none_if_zero", "number", "table"]

State = Mapping[str, Any]
Functions = dict[str, Callable[..., Any]]  # those an expression calls, by the names it has for them


@dataclass(frozen=True)
class Form:
    """A part of a record.

    expression: of the numbers of the entries it stands in; what is written of `state` there, as Python. It adds the
    functions it calls to those it is given.
    """

    schema: js.Schema
    expression: Callable[[Functions, tuple[int, ...]], str]

    @cached_property
    def write(self) -> Callable[[State], Any]:
        """What is written of a state by a part that stands in no entry."""
        functions: Functions = {}
        write: Callable[[State], Any] = eval(f"lambda state: {self.expression(functions, ())}", functions)
        return write


def from_function(schema: js.Schema, write: Callable[..., Any]) -> Form:
    """A part that a function makes of a state, and of the numbers of the entries it stands in."""
    return Form(schema, lambda functions, place: _call(functions, write, "state", *map(str, place)))


def field(schema: js.Schema, name: str, words: Callable[[Any], Any] | None = None, *, of: str = "") -> Form:
    """A field of the state, or of the struct of that number in its field `of`; words: what is written of its value, if
    not the value."""

    def expression(functions: Functions, place: tuple[int, ...]) -> str:
        keys = (of, place[0], name, *place[1:]) if of else (name, *place)
        value = "state" + "".join(f"[{key!r}]" for key in keys)
        return _call(functions, words, value) if words else value

    return Form(schema, expression)


def _call(functions: Functions, function: Callable[..., Any], *values: str) -> str:
    """The expression that calls a function."""
    name = f"made_{len(functions)}"
    functions[name] = function
    return f"{name}({', '.join(values)})"


def none_if_zero(value: int) -> int | None:
    """The number; None where it is 0, which stands for nothing."""
    return value or None


def number(schema: js.Schema) -> Form:
    """The number of the entry, from 1."""
    return Form(schema, lambda functions, place: str(place[-1] + 1))


def table(entries: Mapping[str, Form | js.Schema] | None = None, /, **more: Form | js.Schema) -> Form:
    """A table of parts by name; a JSON Schema stands for the field of that name."""
    parts = {
        name: part if isinstance(part, Form) else field(part, name)
        for name, part in {**(entries or {}), **more}.items()
    }

    def expression(functions: Functions, place: tuple[int, ...]) -> str:
        return f"{{{', '.join(f'{name!r}: {part.expression(functions, place)}' for name, part in parts.items())}}}"

    return Form(js.table({name: part.schema for name, part in parts.items()}), expression)


def by_name(names: Iterable[str], part: Form) -> Form:
    """A table with such a part for each name; their numbers are those of the names."""
    every = tuple(names)

    def expression(functions: Functions, place: tuple[int, ...]) -> str:
        written = (f"{name!r}: {part.expression(functions, (*place, k))}" for k, name in enumerate(every))
        return f"{{{', '.join(written)}}}"

    return Form(js.by_name(every, part.schema), expression)


def list_of(n: int, part: Form, least: int | None = None, most: int | None = None) -> Form:
    """A list of n such parts. least, most: how many there are with any number of players, if not as many."""
    schema = js.listed(part.schema, *((n, n) if least is None else (least, most)))
    return Form(
        schema,
        lambda functions, place: f"[{', '.join(part.expression(functions, (*place, k)) for k in range(n))}]",
    )
