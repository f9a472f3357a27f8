"""What the translation of rules once read otherwise than Python, put back: the fuzzer must find each."""

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from cext.games.translation import calls, expressions, statements, unit
from cext.games.translation.method import Method
from cext.games.translation.variables import Variables

__all__ = ["MISREADINGS", "misread"]

# Of each the function or file, and texts of it with what is put in their place.
MISREADINGS: dict[str, tuple[Callable[..., Any] | Path, *tuple[tuple[str, str], ...]]] = {
    "letters of a part": (expressions.comparison, (" and not isinstance(two.value, str)", "")),
    "the order of a set": (
        calls.call_function,
        ('"set"), items)\n            method.emit(f"sort({made.data}, {made.n});")', '"set"), items)'),
    ),
    "one list in two fields": (statements.assign, ('v.type_of(value) not in ("", "str")', "False")),
    "a generator used up": (Variables.set_name, (' or v.type_of(value) == "iterator"', "")),
    "a list that changes under its own item": (
        statements.augment,
        (
            "old: v.Value = method.item(row, method.pin(number_of(method, row, index, node)))",
            "spot = number_of(method, row, index, node); old = method.item(row, method.pin(spot))",
        ),
        ("{number_of(method, row, index, node)}, {new}", "{spot}, {new}"),
    ),
    "a list replaced by what is added to it": (statements.number_of, ("    method.check_current(node, row)\n", "")),
    "a list replaced by its index": (expressions.subscript, ("    method.check_current(node, value)\n", "")),
    "the lowest number of 64 bits": (unit.PRELUDE, (" || r == NONE", "")),
    "a list that shrinks under reversed()": (
        Method.iterate,
        ("self.loop_over(value, items,", "self.loop_over(self.copy_list(self.row(value, items), items), items,"),
    ),
}


@contextmanager
def misread(name: str) -> Iterator[None]:
    """Have the translation read so within the context."""
    where, *changes = MISREADINGS[name]
    source = where.read_text(encoding="utf-8") if isinstance(where, Path) else inspect.getsource(where)
    for old, new in changes:
        if old not in source:
            raise ValueError(f"{name}: {where} has no {old!r} any more: say what brings the misreading back")
        source = source.replace(old, new)
    with ExitStack() as stack:
        if isinstance(where, Path):
            file = Path(stack.enter_context(TemporaryDirectory())) / where.name
            file.write_text(source, encoding="utf-8")
            stack.enter_context(patch.object(unit, "PRELUDE", file))
        else:
            made: dict[str, Any] = {}
            exec(textwrap.dedent(source), where.__globals__, made)
            stack.callback(setattr, where, "__code__", where.__code__)
            where.__code__ = made[where.__name__].__code__
        yield
