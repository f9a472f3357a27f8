"""Names, fields, items and parts of moves as C: what is not understood raises NotTranslated."""

import ast
import re
from typing import Any

from cext.games.rules import first_number
from cext.games.translation.basics import Basics, before, described
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Each,
    Int,
    ListOf,
    MovePart,
    NotTranslated,
    Option,
    Part,
    Row,
    Rules,
    Table,
    Text,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["HIGH", "LOW", "Expressions"]

LOW, HIGH = -32768, 32767  # of a number of a field


CHANGES = re.compile(r"\b(pop_|below\(|m\d+_)")  # in C code that changes something


class Expressions(Basics):
    """The expressions of one method."""

    def value(self, node: ast.expr) -> Value:
        """The Value of an expression."""
        method = getattr(self, f"on_{type(node).__name__.lower()}", None)
        if method is None:
            raise NotTranslated(node, f"{described(node)} is not translated")
        found: Value = method(node)
        return found

    def on_constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, int | str | None):
            raise NotTranslated(node, f"{node.value!r} is no whole number")
        return Const(node.value)

    def on_name(self, node: ast.Name) -> Value:
        if node.id in self.names:
            return self.names[node.id]
        if node.id in self.locals:
            raise NotTranslated(node, f"{node.id} may have no value here")
        return Const(self.unit.constant(node.id, node))

    locals: frozenset[str] = frozenset()  # names that the method assigns

    def on_attribute(self, node: ast.Attribute) -> Value:
        match self.value(node.value):
            case Table():
                return self.field(node)
            case Rules():
                if node.attr == "option":
                    return Option()
                return Const(self.unit.attribute(node.attr, node))
        raise NotTranslated(node, f"{described(node)} is not translated")

    def field(self, node: ast.Attribute) -> Value:
        """What table.NAME is."""
        unit, name = self.unit, node.attr
        if name == "round":
            return Int(unit.round_code, 1, 256)
        if name == "rng":
            return Draw("&c->play")
        if name == "board":
            if not unit.boards:
                return Const("") if unit.table_boards else Const(("",) * unit.players)
            return (
                Choice(unit.boards, unit.board_code("0"))
                if unit.table_boards
                else Tuple(tuple(Choice(unit.boards, unit.board_code(str(seat))) for seat in range(unit.players)))
            )
        if name not in unit.fields:
            raise NotTranslated(node, f"{described(node)} is no field")
        field, at = unit.fields[name], unit.places[name]
        if field.by_seat:
            if field.size:
                return Each(name, field)
            return Row(
                "int16_t", f"(c->cell + {at})", str(unit.seats), field=name, fixed=unit.seats, low=LOW, high=HIGH
            )
        if not field.size:
            return Int(f"c->cell[{at}]", low=LOW, high=HIGH)
        return self.field_row(name, f"(c->cell + {at})", "")

    def field_row(self, name: str, base: str, first: str) -> Row:
        """The list of a field that begins at a place in memory."""
        field = self.unit.fields[name]
        if field.is_pile:
            return Row("int16_t", f"({base} + 1)", f"{base}[0]", first, base, field.size, name, low=LOW, high=HIGH)
        return Row("int16_t", base, str(field.size), first, field=name, fixed=field.size, low=LOW, high=HIGH)

    def on_subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            if isinstance(value, Const) and isinstance(value.value, tuple | list | str | range):
                return Const(value.value[self.constant_slice(node.slice)])
            return ListOf(node)
        match value:
            case Option():
                found: Value = self.unit.option(self.value(node.slice), node)
                return found
            case MovePart(code):
                return self.move_part(code, self.value(node.slice), node)
            case Const(constant):
                return self.pick(constant, self.value(node.slice), node)
            case Choice(values, code):
                index = self.value(node.slice)
                if isinstance(index, Const):
                    return Choice(tuple(self.pick_constant(each, index.value, node) for each in values), code)
                row = self.row(value, node)
                return self.item(row, self.integer(index, node))
            case Tuple(items):
                index = self.value(node.slice)
                if (
                    isinstance(index, Const)
                    and isinstance(index.value, int)
                    and -len(items) <= index.value < len(items)
                ):
                    return items[index.value]
                if self.is_boards(value):
                    seat = self.checked(self.integer(index, node), self.unit.players)
                    return Choice(self.unit.boards, self.unit.board_code(seat.code))
                return self.item(self.row(value, node), self.integer(index, node))
            case Each(name, field):
                pointer, seat = self.temporary("int16_t *"), self.checked(self.number(node.slice), self.unit.seats)
                first = f"{pointer} = c->cell + {self.unit.places[name]} + {field.cells} * {seat.code}"
                return self.field_row(name, pointer, first)
        return self.item(self.row(value, node.value), self.number(node.slice))

    def is_boards(self, value: Tuple) -> bool:
        return len(value.items) == self.unit.players and all(
            isinstance(item, Choice) and item.values is self.unit.boards for item in value.items
        )

    def constant_slice(self, node: ast.Slice) -> slice:
        parts = [None if each is None else self.value(each) for each in (node.lower, node.upper, node.step)]
        if not all(part is None or isinstance(part, Const) for part in parts):
            raise NotTranslated(node, f"[{ast.unparse(node)}] of what never changes is not translated")
        return slice(*(part.value if isinstance(part, Const) else None for part in parts))

    def checked(self, index: Int, n: int) -> Int:
        """A place in a list of n."""
        if index.low >= 0 and index.high < n:
            return index
        return Int(f"place(c, {index.code}, {n})", 0, n - 1)

    def item(self, row: Row, index: Int) -> Int:
        """A number of a list."""
        first, index = self.settled(index)
        if index.low >= 0 and index.high < row.fixed:
            return Int(f"({before(row)}{first}{self.spot(row, index)})", row.low, row.high)
        code = f"item_{row.kind}(c, {row.data}, {row.n}, {index.code})"
        return Int(f"({before(row)}{first}{code})", min(row.low, 0), max(row.high, 0))

    def settled(self, number: Int) -> tuple[str, Int]:
        """A number that is worked out before a list is looked at: C code that is done first where that matters."""
        if not CHANGES.search(number.code):
            return "", number
        name = self.temporary("int64_t")
        return f"{name} = {number.code}, ", Int(name, number.low, number.high)

    def spot(self, row: Row, index: Int) -> str:
        """The place in memory of a number of a list."""
        if index.low >= 0 and index.high < row.fixed:
            return f"{row.data}[{index.code}]"
        return f"*spot_{row.kind}(c, ({row.kind} *){row.data}, {row.n}, {index.code})"

    def pick(self, constant: Any, index: Value, node: ast.Subscript) -> Value:
        """An item of a value that never changes."""
        if isinstance(index, Const):
            return Const(self.pick_constant(constant, index.value, node))
        if isinstance(constant, tuple | list | str | range):
            return Choice(tuple(constant), self.checked(self.integer(index, node), len(constant)).code)
        if isinstance(constant, dict) and constant:
            found, place, n = self.place_among(tuple(constant), index, node), self.temporary("int64_t"), len(constant)
            return Choice(tuple(constant.values()), f"({place} = {found}, place(c, {place} < 0 ? {n} : {place}, {n}))")
        raise NotTranslated(node, f"{described(node)} is not translated")

    def pick_constant(self, constant: Any, index: Any, node: ast.AST) -> Any:
        try:
            return constant[index]
        except (TypeError, LookupError) as error:
            raise NotTranslated(node, f"{described(node)} raises {type(error).__name__}") from error

    def place_among(self, keys: tuple[Any, ...], value: Value, node: ast.AST) -> str:
        """The place of a value among constants, -1: it is none of them: C code."""
        if isinstance(value, Choice):
            places = [keys.index(each) if each in keys else -1 for each in value.values]
            return f"{self.unit.array(places)}[{value.code}]"
        one = (
            self.text(value, node)
            if isinstance(value, Part) and keys and isinstance(keys[0], str)
            else self.scalar(value, node)
        )
        keys = (
            tuple(self.unit.text_number(key) if isinstance(key, str) else key for key in keys)
            if isinstance(one, Text)
            else keys
        )
        if not all(isinstance(key, int) for key in keys):
            raise NotTranslated(node, f"{described(node)} is not translated")
        return f"index_int64_t({self.unit.array(keys)}, {len(keys)}, {one.code})"

    def move_part(self, code: str, index: Value, node: ast.AST) -> Value:
        """move[i]: the kind, or a part that is the same thing in all kinds that have it."""
        if not isinstance(index, Const) or not isinstance(index.value, int) or index.value < 0:
            raise NotTranslated(node, f"{described(node)}: write the number of the part")
        kinds = self.unit.moves
        if index.value == 0:
            return Choice(tuple(kinds), f"({code} & 255)")
        parts = [
            tuple(parts.values())[index.value - 1] if len(parts) >= index.value else None for parts in kinds.values()
        ]
        existing = [part for part in parts if part is not None]
        if not existing:
            raise NotTranslated(node, f"{described(node)}: no move has it")
        byte = f"({code} >> {8 * index.value} & 255)"
        missing = (
            ""
            if len(existing) == len(parts)
            else (f"c->bad |= !{self.unit.array([part is not None for part in parts])}[{code} & 255], ")
        )
        if all(isinstance(part, range) for part in existing):
            first = first_number(existing[0])
            low, high = min(part[0] for part in existing), max(part[-1] for part in existing)
            if missing:  # whatever else the byte is
                low, high = min(low, first, 0), max(high, first + 255, 255)
            if all(first_number(part) == first for part in existing):
                return Int(f"({missing}(int64_t){byte} + {first})", low, high)
            firsts = self.unit.array([0 if part is None else first_number(part) for part in parts])
            return Int(f"({missing}(int64_t){byte} + {firsts}[{code} & 255])", low, high)
        if all(tuple(part) == tuple(existing[0]) for part in existing):
            place = f"place(c, {byte}, {len(existing[0])})" if missing else byte
            return Choice(tuple(existing[0]), f"({missing}{place})")
        return Part(code, index.value)

    def part(self, code: str, place: int, kind: Any) -> Value:
        """A part of the move as what it is where it is of that kind: a range, or texts."""
        parts = [
            tuple(parts.values())[place - 1] if len(parts) >= place else None for parts in self.unit.moves.values()
        ]
        fitting = [part if isinstance(part, kind) else None for part in parts]
        missing = f"c->bad |= !{self.unit.array([part is not None for part in fitting])}[{code} & 255], "
        byte = f"({code} >> {8 * place} & 255)"
        if kind is range:
            ranges = [part for part in fitting if part is not None] or [range(1)]
            firsts = self.unit.array([0 if part is None else first_number(part) for part in fitting])
            return Int(
                f"({missing}(int64_t){byte} + {firsts}[{code} & 255])",
                min(0, *(part[0] for part in ranges)),
                max(255, *(part[-1] for part in ranges)),
            )
        values = tuple(value for part in fitting for value in part or ())
        starts = self.unit.array([sum(len(part or ()) for part in fitting[:i]) for i in range(len(fitting))])
        place_code = f"place(c, {starts}[{code} & 255] + {byte}, {len(values)})"
        return Choice(values, f"({missing}{place_code})")
