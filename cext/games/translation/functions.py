"""Calls of other methods of the rules, and of functions of the file, as C."""

import ast
from dataclasses import replace
from typing import Any

from cext.games.translation.basics import NOTHING, described
from cext.games.translation.calls import Calls
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Int,
    ListOf,
    MovePart,
    NotTranslated,
    Part,
    Row,
    Rules,
    Table,
    Text,
    Value,
)  # fmt: skip

__all__ = ["Functions"]


class Functions(Calls):
    """The expressions of one method, calls of other methods among them."""

    inlined: list[str]  # functions in whose place their values stand

    def call(self, name: str, function: ast.FunctionDef, node: ast.Call) -> Value:
        """A call of another method: translated for what it is called with, or put in place of the call."""
        last = function.body[-1]
        if isinstance(last, ast.Return) and last.value and all(is_docstring(each) for each in function.body[:-1]):
            return self.inline(name, function, last.value, node, node.args, node.keywords)
        called, code = self.prepare(name, function, node, node.args, node.keywords)
        match called.gives:
            case "list":
                return ListOf(node)
            case "number":
                return Int(code, min(called.low, 0), max(called.high, 0))
            case "text":
                return Text(code)
        self.emit(f"{code};")
        return NOTHING

    def inline(
        self,
        name: str,
        function: ast.FunctionDef,
        given: ast.expr,
        node: ast.Call,
        args: list[ast.expr],
        keywords: list[ast.keyword],
    ) -> Value:
        """What a function of one `return` gives."""
        self.check_arguments(function, node, len(args) + name.startswith("self."), keywords)
        effects = self.effects
        values: list[Value] = [Rules()] if name.startswith("self.") else []
        for arg in args:
            value = self.value(arg)
            if isinstance(value, ListOf):
                value = self.row(value, arg)
            values.append(value)
        if self.effects > effects:
            raise NotTranslated(node, f"{described(node)}: an argument changes something")
        values = [self.hoisted(value, node) for value in values]
        if name in self.inlined:
            raise NotTranslated(node, f"{name}() calls itself")
        outer, outer_locals = self.names, self.locals
        self.names = {argument.arg: value for argument, value in zip(function.args.args, values, strict=True)}
        self.locals = frozenset(
            each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )
        self.inlined.append(name)
        try:
            found = self.value(given)
            return self.row(found, given) if isinstance(found, ListOf) else found
        finally:
            self.names, self.locals = outer, outer_locals
            self.inlined.pop()

    @staticmethod
    def check_arguments(function: ast.FunctionDef, node: ast.AST, n: int, keywords: list[ast.keyword]) -> None:
        arguments = function.args
        if function.decorator_list or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise NotTranslated(function, f"{function.name}() has a decorator, or arguments that need not be given")
        if keywords or len(arguments.args) != n:
            raise NotTranslated(node, f"{described(node)}: give {function.name}() its arguments by their places")

    def call_for_list(self, node: ast.Call, into: str) -> str:
        """A call of a method that gives a list, which appends it to a C variable: C code."""
        match node:
            case ast.Call(ast.Name(name), args, keywords) if name in self.unit.functions:
                function = self.unit.functions[name]
            case ast.Call(ast.Attribute(of, attribute), args, keywords) if isinstance(self.value(of), Rules):
                name, function = f"self.{attribute}", self.unit.method(attribute, node)
            case _:
                raise NotTranslated(node, f"{described(node)} is not translated")
        called, code = self.prepare(name, function, node, args, keywords, into=f"&{into}")
        if called.gives != "list":
            raise NotTranslated(node, f"{described(node)} gives no list of numbers")
        return code

    def prepare(
        self,
        name: str,
        function: ast.FunctionDef,
        node: ast.Call,
        args: list[ast.expr],
        keywords: list[ast.keyword],
        into: str = "NULL",
        gives: str = "",
    ) -> tuple[Any, str]:
        """The translated method, and C code that calls it."""
        effects = self.effects
        values: list[Value] = [Rules()] if name.startswith("self.") else []
        if keywords or any(isinstance(arg, ast.Starred) for arg in args):
            raise NotTranslated(node, f"{described(node)}: name its arguments by their places")
        codes: list[str] = []
        first = ""
        for arg in args:
            value = self.value(arg)
            match value:
                case Table() | Rules():
                    pass
                case Draw(code):
                    codes.append(code)
                case Row(field=of) if of:
                    if value.before:
                        first += f"{value.before}, "
                    codes.append(value.length or value.data)
                    value = Row(
                        value.kind,
                        "",
                        "",
                        length="x" if value.length else "",
                        room=value.room,
                        field=of,
                        fixed=value.fixed,
                        low=value.low,
                        high=value.high,
                    )
                case Row() | ListOf():
                    row = self.row(value, arg)
                    if not row.length:
                        raise NotTranslated(node, f"{described(node)}: a list that never changes is not handed on")
                    if row.before:
                        first += f"{row.before}, "
                    codes.append(row.length.removesuffix(".n"))
                    value = Row("int64_t", "", "", length="x", room=row.room)
                case Choice(choices, code) if not isinstance(choices[0], int | str):
                    codes.append(code)
                    value = Choice(choices, "")
                case Const(int() | str()) | Int() | Text() | Choice():
                    one = self.scalar(value, arg)
                    codes.append(one.code)
                    value = Text("")
                    if isinstance(one, Int):
                        within = one.low >= 0 and one.high < self.unit.seats
                        value = Int("", 0, self.unit.seats - 1) if within else Int("")
                case MovePart() | Part():
                    codes.append(value.code)
                    value = replace(value, code="")
                case Const():
                    pass
                case _:
                    raise NotTranslated(node, f"{described(node)}: {described(arg)} is not handed on")
            values.append(value)
        if self.effects > effects and len(codes) > 1:
            raise NotTranslated(node, f"{described(node)}: an argument changes something")
        called = self.unit.translate(name, function, tuple(values), gives, node)
        self.effects += called.effects
        for field in {field for field, _ in called.replaced}:
            self.replace_list(field)
        code = f"{called.name}({', '.join(['c', into, *codes])})"
        return called, f"({first}{code})" if first else code


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
