"""Methods of a game's rules as C functions."""

import ast
from collections import Counter
from dataclasses import replace
from typing import Any

from cext.games.translation.assignments import end_of
from cext.games.translation.basics import described
from cext.games.translation.results import Results
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Int,
    MovePart,
    NotTranslated,
    Part,
    Row,
    Rules,
    Table,
    Text,
    Value,
)  # fmt: skip

__all__ = ["Method"]


class Method(Results):
    """A method, or a function of the file, that is translated for the arguments it is called with.

    gives: what it returns: nothing, number, text, list; moves: those that legal() gives; features: of weigh(). "": as
    its first `return` says.
    """

    def __init__(self, unit: Any, name: str, function: ast.FunctionDef, values: tuple[Value, ...], gives: str) -> None:
        super().__init__(unit)
        self.name, self.function, self.gives = name, function, gives
        self.low, self.high = 0, 0
        self.viewed, self.replaced, self.at, self.inlined = [], [], function.body[0], []
        self.kinds, self.used_up, self.depth, self.depth_of = {}, set(), 0, {}
        self.check_arguments(function, function, len(values), [])
        stores = [
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        stores += [
            node.target.id
            for node in ast.walk(function)
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        ]
        self.stores = Counter(stores)
        self.locals = frozenset(stores)
        self.optional = {
            node.targets[0].id for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and may_be_none(node.value)
        }  # fmt: skip
        if any(isinstance(node, ast.Global | ast.Nonlocal | ast.NamedExpr) for node in ast.walk(function)):
            raise NotTranslated(function, f"{name}() assigns a name that is not its own")
        self.parameters = ["Context *c", "List *into"]
        for argument, value in zip(function.args.args, values, strict=True):
            if argument.arg in self.stores and isinstance(value, Int):
                value = Int(value.code)
            self.names[argument.arg] = self.parameter(argument.arg, value)
            if isinstance(value, Row) and value.field:
                self.viewed.append((value.field, (0, 0), end_of(function)))
        if gives == "moves":
            self.declared.append("int start = c->n_out;")
        self.returns = False
        self.body(function.body)
        for field, place in self.replaced:
            if any(name == field and start < place < last for name, start, last in self.viewed):
                raise NotTranslated(function, f"{name}(): {field} has another name and gets another list meanwhile")
        self.gives = self.gives or "nothing"

    def parameter(self, name: str, value: Value) -> Value:
        """An argument by its name in C."""
        variable = f"v_{name}"
        kind = "int64_t "  # of the parameter in C
        match value:
            case Table() | Rules() | Const():
                return value
            case Int(_, low, high):
                found: Value = Int(variable, low, high)
            case Text():
                found = Text(variable)
            case Choice(values):
                found = Choice(values, variable)
            case Draw():
                kind, found = "Draws *", Draw(variable)
            case MovePart() | Part():
                kind, found = "uint32_t ", replace(value, code=variable)
            case Row("int64_t"):
                kind, found = "List *", self.local(f"(*{variable})")
            case Row() if value.length:
                kind, found = "int16_t *", self.pile_row(value, variable)
            case Row():
                kind, found = "int16_t *", replace(value, data=variable, n=str(value.fixed))
            case _:
                raise NotTranslated(self.function, f"{name} is not handed on")
        self.parameters.append(kind + variable)
        self.kinds[variable] = kind.strip()
        return found

    def text_of(self) -> str:
        """The C function."""
        kind = {"number": "int64_t", "text": "int64_t"}.get(self.gives, "void")
        stop = "return 0" if kind != "void" else "return"
        missing = "c->bad = 1;" if self.gives in ("number", "text", "list", "features") and self.falls_through else ""
        lines = "\n    ".join([*self.declared, *self.lines, f"{missing} STOP;"]).replace("STOP", stop)
        return f"static {kind} {self.name}({', '.join(self.parameters)}) {{\n    {lines}\n}}\n"

    # -- statements ---------------------------------------------------------------------------------------------------

    falls_through = True

    def body(self, statements: list[ast.stmt]) -> bool:
        """Write statements; whether what stands behind them is reached."""
        reached = True
        for statement in statements:
            if not reached:
                break
            self.effects_before, self.at = self.effects, statement
            method = getattr(self, f"do_{type(statement).__name__.lower()}", None)
            if method is None:
                raise NotTranslated(statement, f"{described(statement)} is not translated")
            reached = method(statement) is not False
        if statements is self.function.body:
            self.falls_through = reached
        return reached

    def do_pass(self, node: ast.Pass) -> None:
        pass

    def do_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield) and self.gives == "moves" and node.value.value:
            self.give_move(node.value.value)
        elif isinstance(node.value, ast.YieldFrom) and self.gives == "moves":
            self.give_moves(node.value.value)
        elif isinstance(node.value, ast.Call):
            if self.adds_moves(node.value):
                return
            self.statement = node.value
            value = self.value(node.value)
            if isinstance(value, Int | Text):
                self.emit(f"(void)({value.code});")
        else:
            raise NotTranslated(node, f"{described(node)} is not translated")

    def do_assert(self, node: ast.Assert) -> None:
        self.emit(f"if (!{self.truth(node.test)}) c->bad = 1;")

    def do_raise(self, node: ast.Raise) -> bool:
        self.emit("{ c->bad = 1; STOP; }")
        return False

    def do_break(self, node: ast.Break) -> bool:
        self.emit("break;")
        return False

    def do_continue(self, node: ast.Continue) -> bool:
        self.emit("continue;")
        return False

    def do_if(self, node: ast.If) -> bool:
        self.emit(f"if ({self.truth(node.test)}) {{")
        names = dict(self.names)
        ends = []
        for statements in (node.body, node.orelse):
            self.names = dict(names)
            if self.body(statements):
                ends.append(self.names)
            self.emit("} else {" if statements is node.body else "}")
        self.names = (
            names
            if not ends
            else {name: value for name, value in ends[0].items() if all(end.get(name) == value for end in ends)}
        )
        return bool(ends)

    def do_while(self, node: ast.While) -> bool:
        if node.orelse:
            raise NotTranslated(node, "else of a loop is not translated")
        self.effects_before = -1
        test = self.truth(node.test)
        self.emit(f"while (!c->bad && {test}) {{")
        self.depth += 1
        with self.scope():
            self.body(node.body)
        self.depth -= 1
        self.emit("}")
        endless = test == "1" and not any(isinstance(each, ast.Break) for each in ast.walk(node))
        if endless:
            self.emit("STOP;")
        return not endless

    def do_for(self, node: ast.For) -> None:
        if node.orelse:
            raise NotTranslated(node, "else of a loop is not translated")
        self.depth += 1
        with self.scope():
            ends = self.open_loop(node.iter, node.target, fresh=False)
            if ends > 1 and any(isinstance(each, ast.Break) for each in ast.walk(node)):
                raise NotTranslated(node, "a loop over a comprehension that breaks off")
            self.body(node.body)
        self.depth -= 1
        self.emit("}" * ends)


def may_be_none(node: ast.expr) -> bool:
    """Whether an expression says that it may be None."""
    if isinstance(node, ast.IfExp):
        return may_be_none(node.body) or may_be_none(node.orelse)
    return isinstance(node, ast.Constant) and node.value is None
