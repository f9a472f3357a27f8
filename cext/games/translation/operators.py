"""Operators and comparisons as C."""

import ast
import operator
from typing import Any

from cext.games.translation.basics import NOTHING, SHORT, before, described
from cext.games.translation.expressions import Expressions
from cext.games.translation.values import (
    Choice,
    Const,
    Int,
    ListOf,
    Maybe,
    NotTranslated,
    Part,
    Row,
    Text,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["Operators"]

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "modulo",
    ast.LShift: "shift_left", ast.RShift: "shift_right", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
SIGNS = {"add": "+", "sub": "-", "mul": "*"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
PYTHON: dict[type[ast.operator], Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip


class Operators(Expressions):
    """The expressions of one method, operators among them."""

    def operands(self, *nodes: ast.expr) -> tuple[str, list[Int]]:
        """Numbers that are worked out in this order: C code that is done first, and they."""
        effects = self.effects
        values = [self.number(node) for node in nodes]
        return self.in_order(values) if self.effects > effects else ("", values)

    def in_order(self, values: list[Int]) -> tuple[str, list[Int]]:
        """The same of numbers of which some change something."""
        values, first = list(values), ""
        for i, value in enumerate(values[:-1]):
            name = self.temporary("int64_t")
            first += f"{name} = {value.code}, "
            values[i] = Int(name, value.low, value.high)
        return first, values

    def on_binop(self, node: ast.BinOp) -> Value:
        effects = self.effects
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(left, Const) and isinstance(right, Const):
            return self.folded(node, left.value, right.value)
        if any(isinstance(each, ListOf | Row | Tuple) for each in (left, right)):
            return ListOf(node)
        if any(isinstance(getattr(each, "value", 0), list | tuple) for each in (left, right)):
            return ListOf(node)
        numbers = [self.integer(left, node.left), self.integer(right, node.right)]
        first, (one, two) = self.in_order(numbers) if self.effects > effects else ("", numbers)
        found = self.operate(node.op, one, two, node)
        return Int(f"({first}{found.code})", found.low, found.high) if first else found

    def folded(self, node: ast.BinOp, left: Any, right: Any) -> Value:
        """An operator of two values that never change."""
        if type(node.op) not in PYTHON or (isinstance(right, int) and abs(right) > SHORT):
            raise NotTranslated(node, f"{described(node)} is not translated")
        try:
            return Const(PYTHON[type(node.op)](left, right))
        except (TypeError, ValueError, ArithmeticError) as error:
            raise NotTranslated(node, f"{described(node)} raises {type(error).__name__}") from error

    def operate(self, sign: ast.operator, left: Int, right: Int, node: ast.AST) -> Int:
        """An operator of two numbers."""
        name = OPERATORS.get(type(sign))
        if name is None:
            raise NotTranslated(node, f"{described(node)}: only whole numbers are translated")
        if name in "&|^":
            return Int(f"({left.code} {name} {right.code})")
        if name not in SIGNS:
            if name == "modulo" and right.low > 0:
                code = "%" if left.low >= 0 else ""
                return Int(
                    f"({left.code} % {right.code})" if code else f"modulo(c, {left.code}, {right.code})",
                    0,
                    right.high - 1,
                )
            if name == "floordiv" and left.low >= 0 and right.low > 0:
                return Int(f"({left.code} / {right.code})", 0, left.high)
            return Int(f"{name}(c, {left.code}, {right.code})")
        corners = [PYTHON[type(sign)](a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
        low, high = min(corners), max(corners)
        if low > -SHORT and high < SHORT:
            return Int(f"({left.code} {SIGNS[name]} {right.code})", low, high)
        return Int(f"{name}(c, {left.code}, {right.code})")

    def on_dict(self, node: ast.Dict) -> Value:
        keys = [self.value(key) if key else None for key in node.keys]
        values = [self.value(value) for value in node.values]
        if not all(isinstance(each, Const) for each in (*keys, *values)):
            raise NotTranslated(node, f"{described(node)}: a dictionary of what changes")
        return Const({key.value: value.value for key, value in zip(keys, values, strict=True)})  # type: ignore[union-attr]

    def on_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Int(self.truth(node), 0, 1)
        value = self.value(node.operand)
        if isinstance(value, Const) and isinstance(value.value, int) and isinstance(node.op, ast.USub):
            return Const(-value.value)
        one = self.integer(value, node)
        if isinstance(node.op, ast.USub):
            return self.operate(ast.Sub(), Int("0", 0, 0), one, node)
        if isinstance(node.op, ast.Invert):
            return Int(f"(~{one.code})")
        return one

    def on_boolop(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: the value of the last part that is asked for."""
        values = [self.value(part) for part in node.values]
        if any(isinstance(value, Row | ListOf) for value in values):
            return ListOf(node)
        if all(isinstance(part, ast.Compare) or is_not(part) for part in node.values):
            return Int(self.truth(node), 0, 1)
        numbers = [self.integer(value, part) for value, part in zip(values, node.values, strict=True)]
        code = numbers[-1].code
        for value in reversed(numbers[:-1]):
            name = self.temporary("int64_t")
            both = f"{code} : {name}" if isinstance(node.op, ast.And) else f"{name} : {code}"
            code = f"(({name} = {value.code}) ? {both})"
        return Int(code, min(0, *(n.low for n in numbers)), max(0, *(n.high for n in numbers)))

    def on_ifexp(self, node: ast.IfExp) -> Value:
        yes, no = self.value(node.body), self.value(node.orelse)
        if any(isinstance(value, ListOf | Row | Tuple) for value in (yes, no)):
            return ListOf(node)
        test = self.truth(node.test)
        if NOTHING in (yes, no) or any(isinstance(value, Maybe) for value in (yes, no)):
            return Maybe(f"({test} ? {self.maybe(yes, node.body)} : {self.maybe(no, node.orelse)})")
        one, two = self.scalar(yes, node.body), self.scalar(no, node.orelse)
        if isinstance(one, Int) and isinstance(two, Int):
            return Int(f"({test} ? {one.code} : {two.code})", min(one.low, two.low), max(one.high, two.high))
        if isinstance(one, Text) and isinstance(two, Text):
            return Text(f"({test} ? {one.code} : {two.code})")
        raise NotTranslated(node, f"{described(node)} is a number or a text")

    def maybe(self, value: Value, node: ast.AST) -> str:
        """The C code of a number that may be None."""
        if value == NOTHING:
            return "NONE"
        return value.code if isinstance(value, Maybe) else self.integer(value, node).code

    def on_compare(self, node: ast.Compare) -> Value:
        parts, left, code = [], node.left, ""
        for sign, right in zip(node.ops, node.comparators, strict=True):
            if len(node.ops) > 1 and not isinstance(right, ast.Name | ast.Constant | ast.Attribute):
                effects = self.effects
                self.value(right)
                if self.effects > effects:
                    raise NotTranslated(node, f"{described(node)}: a comparison of three that changes something")
            parts.append(self.comparison(left, sign, right, node))
            left = right
        code = " && ".join(parts)
        return Int(f"({code})", 0, 1)

    def comparison(self, left: ast.expr, sign: ast.cmpop, right: ast.expr, node: ast.Compare) -> str:
        """Whether two values compare so: C code."""
        if isinstance(sign, ast.In | ast.NotIn):
            return f"({self.contains(right, self.value(left), node)} {'>=' if isinstance(sign, ast.In) else '<'} 0)"
        effects = self.effects
        one, two = self.value(left), self.value(right)
        is_maybe = any(isinstance(value, Maybe) or value == NOTHING for value in (one, two))
        if is_maybe and isinstance(sign, ast.Eq | ast.NotEq | ast.Is | ast.IsNot) and self.effects == effects:
            equal = "==" if isinstance(sign, ast.Eq | ast.Is) else "!="
            return f"({self.maybe(one, left)} {equal} {self.maybe(two, right)})"
        if type(sign) not in COMPARISONS:
            raise NotTranslated(node, f"{described(node)}: `is` is not translated")
        if isinstance(one, Const | Int | Text | Choice | Maybe | Part):
            one, two = self.pair(one, left, two, right)
            if isinstance(one, Text) and isinstance(two, Text) and isinstance(sign, ast.Eq | ast.NotEq):
                return f"({one.code} {COMPARISONS[type(sign)]} {two.code})"
            if isinstance(one, Int) and isinstance(two, Int):
                first, (one, two) = self.in_order([one, two]) if self.effects > effects else ("", [one, two])
                return f"({first}{one.code} {COMPARISONS[type(sign)]} {two.code})"
        raise NotTranslated(node, f"{described(node)} is not translated")

    def pair(self, one: Value, left: ast.AST, two: Value, right: ast.AST) -> tuple[Int | Text, Int | Text]:
        """Two values that are compared, both as numbers or both as texts where that can be."""
        if isinstance(one, Part):
            second = self.scalar(two, right)
            return (self.text if isinstance(second, Text) else self.integer)(one, left), second
        first = self.scalar(one, left)
        if isinstance(two, Part):
            return first, (self.text if isinstance(first, Text) else self.integer)(two, right)
        return first, self.scalar(two, right)

    def contains(self, where: ast.expr, what: Value, node: ast.AST) -> str:
        """The place of a value in a list or among constants, below 0 where it is in none: C code."""
        within = self.literal(where)
        if within is not None:
            return self.place_among(tuple(within), what, node)
        row, number = self.row(self.value(where), where), self.integer(what, node)
        return f"({before(row)}index_{row.kind}({row.data}, {row.n}, {number.code}))"

    def literal(self, node: ast.expr) -> Any:
        """The values of a list, tuple, set, range or dict that never changes; None: it is none."""
        if isinstance(node, ast.Set | ast.List | ast.Tuple):
            values = [self.value(item) for item in node.elts]
            return (
                [v.value for v in values if isinstance(v, Const)] if all(isinstance(v, Const) for v in values) else None
            )
        value = self.value(node)
        if isinstance(value, Const) and isinstance(value.value, list | tuple | set | frozenset | range | dict):
            return value.value
        return None


def is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
