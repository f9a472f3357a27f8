"""What all translation of rules to C begins with: variables, lines, and values as numbers, texts and lists."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cext.games.translation.values import (
    HIGHEST,
    LOWEST,
    Choice,
    Const,
    Int,
    ListOf,
    Maybe,
    MoveList,
    NotTranslated,
    Part,
    Row,
    Span,
    Text,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["NOTHING", "SHORT", "Basics", "before", "described"]

NOTHING = Const(None)
SHORT = 2**31  # numbers below it are added without a check


class Basics:
    """A method that is being translated: its C variables and lines, and what expressions are in C."""

    def __init__(self, unit: Any) -> None:
        """unit: what is known of the whole game (unit.py)."""
        self.unit = unit
        self.names: dict[str, Value] = {}  # of the method: parameters, variables that have a value
        self.declared: list[str] = []  # C variables
        self.lines: list[str] = []
        self.effects = 0  # changes of the table, of a list, draws: so many were written

    # -- C ------------------------------------------------------------------------------------------------------------

    def temporary(self, kind: str) -> str:
        """A new C variable."""
        name = f"t{self.unit.number()}"
        self.declared.append(f"{kind} {name};")
        return name

    def emit(self, line: str) -> None:
        self.lines.append(line)

    @contextmanager
    def block(self) -> Iterator[list[str]]:
        """The lines written within the context, apart from the others."""
        outer, self.lines = self.lines, []
        inner = self.lines
        try:
            yield inner
        finally:
            self.lines = outer

    def hoisted(self, value: Value, node: ast.AST) -> Value:
        """The same in a C variable, worked out before the statement: nothing changes within it until then."""
        match value:
            case Int(code, low, high):
                found: Value = Int(self.hoisted_code(code, node), low, high)
            case Text(code):
                found = Text(self.hoisted_code(code, node))
            case Maybe(code):
                found = Maybe(self.hoisted_code(code, node))
            case Choice(values, code):
                found = Choice(values, self.hoisted_code(code, node))
            case Row(before=first) if first:
                self.check_hoist(node)
                self.emit(f"{first};")
                found = replace(value, before="")
            case Tuple(items):
                found = Tuple(tuple(self.hoisted(item, node) for item in items))
            case _:
                found = value
        return found

    def hoisted_code(self, code: str, node: ast.AST) -> str:
        if code.replace("_", "").isalnum():
            return code
        self.check_hoist(node)
        name = self.temporary("int64_t")
        self.emit(f"{name} = {code};")
        return name

    def check_hoist(self, node: ast.AST) -> None:
        if self.effects > self.effects_before:
            raise NotTranslated(
                node, f"{described(node)} is asked for after something has changed, or in a loop's test"
            )

    effects_before = 0  # those written before the statement

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Variables that get a value within the context have none behind it."""
        names = dict(self.names)
        yield
        self.names = names

    # -- conversions --------------------------------------------------------------------------------------------------

    def integer(self, value: Value, node: ast.AST) -> Int:
        """The value as a number."""
        match value:
            case Int():
                return value
            case Const(int() as number) if LOWEST < number <= HIGHEST:
                return Int(f"{int(number)}LL" if abs(number) >= SHORT else str(int(number)), int(number), int(number))
            case Maybe(code):
                return Int(f"some(c, {code})")
            case Part(code, place):
                found = self.part(code, place, range)
                if isinstance(found, Int):
                    return found
            case Choice(values, code) if all(isinstance(each, int) for each in values):
                return Int(f"{self.unit.array(values)}[{code}]", min(values), max(values))
        raise NotTranslated(node, f"{described(node)} is no whole number here")

    def text(self, value: Value, node: ast.AST) -> Text:
        """The value as a text."""
        match value:
            case Text():
                return value
            case Part(code, place):
                found = self.part(code, place, tuple | list)
                return self.text(found, node)
            case Const(str() as words):
                return Text(str(self.unit.text_number(words)))
            case Choice(values, code) if all(isinstance(each, str) for each in values):
                return Text(f"{self.unit.array([self.unit.text_number(each) for each in values])}[{code}]")
        raise NotTranslated(node, f"{described(node)} is no text here")

    def scalar(self, value: Value, node: ast.AST) -> Int | Text:
        """The value as a number or a text."""
        is_text = isinstance(value, Text) or (
            isinstance(value.values[0] if isinstance(value, Choice) else getattr(value, "value", 0), str)
        )
        return self.text(value, node) if is_text else self.integer(value, node)

    def truth(self, node: ast.expr) -> str:
        """Whether an expression is true: C code."""
        match node:
            case ast.BoolOp(op, parts):
                sign = " && " if isinstance(op, ast.And) else " || "
                return f"({sign.join(self.truth(part) for part in parts)})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.truth(operand)}"
        value = self.value(node)
        match value:
            case Maybe(code):
                name = self.temporary("int64_t")
                return f"(({name} = {code}) != 0 && {name} != NONE)"
            case Const(constant):
                return str(int(bool(constant)))
            case Text(code):
                return f"({code} != {self.unit.text_number('')})"
            case MoveList(start):
                return f"(c->n_out > {start})"
            case Choice(values, code) if not all(isinstance(each, int) for each in values):
                return f"{self.unit.array([bool(each) for each in values])}[{code}]"
            case Row() | ListOf():
                row = self.row(value, node)
                return f"({before(row)}{row.n} != 0)"
        return f"({self.integer(value, node).code} != 0)"

    def number(self, node: ast.expr) -> Int:
        return self.integer(self.value(node), node)

    def row(self, value: Value, node: ast.AST) -> Row:
        """The value as numbers in memory."""
        match value:
            case Row():
                return value
            case Const(range() | tuple() | list() as numbers) if all(isinstance(each, int) for each in numbers):
                low, high = (min(numbers), max(numbers)) if numbers else (0, 0)
                return Row(
                    "int64_t", self.unit.array(numbers), str(len(numbers)), fixed=len(numbers), low=low, high=high
                )
            case Choice(values, code) if all(isinstance(row, tuple | list) for row in values):
                flat = [number for row in values for number in row]
                if all(isinstance(number, int) for number in flat):
                    starts = [sum(map(len, values[:i])) for i in range(len(values))]
                    place = self.temporary("int64_t")
                    lengths = self.unit.array([len(row) for row in values])
                    data = f"({self.unit.array(flat)} + {self.unit.array(starts)}[{place}])"
                    return Row("int64_t", data, f"{lengths}[{place}]", before=f"{place} = {code}")
            case ListOf(made):
                name = self.temporary("List")
                with self.block() as lines:
                    self.fill(made, name)
                return self.local(name, f"({{ {name}.n = 0; {' '.join(lines)} 0; }})")
            case Span() | Tuple():
                name = self.temporary("List")
                with self.block() as lines:
                    self.fill_value(value, name, node)
                return self.local(name, f"({{ {name}.n = 0; {' '.join(lines)} 0; }})")
        raise NotTranslated(node, f"{described(node)} is no list of numbers here")

    def local(self, name: str, first: str = "") -> Row:
        """The list in a C variable."""
        return Row("int64_t", f"{name}.v", f"{name}.n", first, f"&{name}.n", self.unit.list_room)

    # -- what expressions and lists add -------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """What an expression is."""
        raise NotImplementedError

    def part(self, code: str, place: int, kind: Any) -> Value:
        """A part of the move as what it is where it is of that kind: a range, or texts."""
        raise NotImplementedError

    def fill(self, node: ast.expr, into: str) -> None:
        """Write lines that append the numbers of a list expression to a C variable."""
        raise NotImplementedError

    def fill_value(self, value: Value, into: str, node: ast.AST) -> None:
        """The same of what an expression is."""
        raise NotImplementedError


def before(row: Row) -> str:
    """What is to be done before a list is read."""
    return f"{row.before}, " if row.before else ""


def described(node: ast.AST) -> str:
    """The source of an expression, shortened."""
    source = ast.unparse(node)
    return source if len(source) <= 40 else f"{source[:37]}..."
