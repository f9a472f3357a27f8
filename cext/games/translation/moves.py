"""Moves of a game's rules as C: their parts, and those that legal() gives."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.rules import first_number
from cext.games.translation.code import Code
from cext.games.translation.expressions import place_among
from cext.games.translation.method import Method
from cext.games.translation.values import Choice, Const, Name, NotTranslated, Scalar, Tuple, Value, described
from cext.games.translation.variables import Sink

__all__ = ["Moves"]


class Moves:
    """The kinds of moves, and what their parts may be."""

    def __init__(self, kinds: Mapping[str, Mapping[str, Any]], unit: Any) -> None:
        self.kinds = {name: tuple(parts.values()) for name, parts in kinds.items()}
        self.unit = unit

    # -- the move that is made ----------------------------------------------------------------------------------------

    def part(self, code: Code, place: int, node: ast.AST) -> Value:
        """move[i]: the kind, a number, a text, or what depends on the kind."""
        if place == 0:
            return Choice(tuple(self.kinds), "kind")
        kinds = {type(parts[place - 1]) is range for parts in self.kinds.values() if len(parts) >= place}
        if not kinds:
            raise NotTranslated(node, f"{described(node)}: no move has it")
        if len(kinds) > 1:
            return Name("part", str(place))
        return self.number(code, place) if kinds == {True} else self.text(code, place)

    def byte(self, code: Code, place: int, *, is_range: bool) -> tuple[str, list[Any]]:
        """The byte of a part where it is a number, or where it is a text; and what it may be in each kind of move,
        None: it is no such."""
        parts = [parts[place - 1] if len(parts) >= place else None for parts in self.kinds.values()]
        fitting = [part if part is not None and (type(part) is range) == is_range else None for part in parts]
        if None in fitting:
            code.emit(f"c->bad |= !{self.unit.array([part is not None for part in fitting])}[kind];")
        return f"(int64_t)(move >> {8 * place} & 255)", fitting

    def number(self, code: Code, place: int) -> Scalar:
        """A part as a number."""
        byte, ranges = self.byte(code, place, is_range=True)
        firsts = [first_number(part) if part else 0 for part in ranges]
        return Scalar(code.pin(f"{byte} + {self.unit.array(firsts)}[kind]" if any(firsts) else byte))

    def text(self, code: Code, place: int) -> Choice:
        """A part as a text."""
        byte, texts = self.byte(code, place, is_range=False)
        if len({tuple(part) for part in texts if part}) == 1:
            texts = [next(tuple(part) for part in texts if part)]
        flat = tuple(value for part in texts for value in part or ())
        starts = self.unit.array([sum(len(part or ()) for part in texts[:i]) for i in range(len(texts))])
        first = f"{starts}[kind] + " if len(texts) > 1 else ""
        return Choice(flat, code.pin(f"place(c, {first}{byte}, {len(flat)})"))

    # -- legal moves --------------------------------------------------------------------------------------------------

    def sink(self, method: Method) -> Sink:
        """Where legal moves go."""
        return Sink("c->n_out", lambda value, node: self.put(method, value, node))

    def put(self, method: Method, value: Value, node: ast.AST) -> None:
        """Write a legal move."""
        items: Sequence[Value] = ()
        match value:
            case Const(tuple() as constants):
                items = [Const(constant) for constant in constants]
            case Tuple(items):
                pass
            case Choice((tuple(), *_) as values, code) if len({len(each) for each in values}) == 1:
                items = [Choice(tuple(each[i] for each in values), code) for i in range(len(values[0]))]
        kind = items[0] if items else Const("")
        names = kind.values if isinstance(kind, Choice) else (getattr(kind, "value", ""),)
        parts = self.kinds.get(names[0])
        if parts is None or len(parts) != len(items) - 1 or any(self.kinds.get(name) != parts for name in names):
            raise NotTranslated(node, f"{described(node)}: write a kind of move, and its parts")
        packed = f"(uint32_t){self.place_of(method, tuple(self.kinds), kind, node)}"
        for i, (part, item) in enumerate(zip(parts, items[1:], strict=True)):
            if isinstance(part, range):
                number = method.integer(item, node)
                byte = f"part(c, {number}, {part[0]}, {part[-1]}, {first_number(part)})"
            else:
                byte = f"(uint32_t){self.place_of(method, tuple(part), item, node)}"
            packed += f" | {byte} << {8 * (i + 1)}"
        method.emit(f"give_move(c, {packed});")

    def place_of(self, method: Method, values: tuple[Any, ...], item: Value, node: ast.AST) -> str:
        """The place of a text among those that it may be."""
        if isinstance(item, Const) and item.value in values:
            return str(values.index(item.value))
        found = method.each(values.index, item)
        return method.integer(found, node) if found else place_among(method, values, item, node, must=True)
