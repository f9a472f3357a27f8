"""C code that is being written: its lines, its variables, and what expressions are in it.

One walk through a method writes a C statement for whatever changes or reads something, in Python's order, and gives for
each expression a Value, whose code can stand anywhere behind. How nodes are translated stands in tables of
expressions.py, calls.py and statements.py.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cext.games.translation import values as v
from cext.games.translation.values import NotTranslated, source_of

__all__ = ["RESULT", "Code", "Frame"]

CONSTANT_CODE = re.compile(r"t\d+|-?\d+(LL)?|NONE|seat|kind")  # code whose value stays the same
MAX_LINES = 40_000  # of a C function: methods that call one another many times over
RESULT = "return"  # what a method gives, among its variables


@dataclass
class Frame:
    """What is translated: a method or function of the file, where it is called."""

    function: ast.FunctionDef
    number: int
    sink: Any  # where the list goes that it gives
    names: dict[str, v.Value] = field(default_factory=dict)  # variables that have a value
    outer: frozenset[str] = frozenset()  # of them those that had one before the loop
    kinds: dict[str, str] = field(default_factory=dict)  # C variable -> what it holds
    loops: list[tuple[int, int]] = field(default_factory=list)  # those around the statement
    result: v.Value = v.NOTHING

    def __post_init__(self) -> None:
        """own: all variables. stores: how often each gets a value, of a loop's own none. optional: those that may be
        None."""
        nodes = list(ast.walk(self.function))
        loops = [node.target for node in nodes if isinstance(node, ast.comprehension | ast.For)]
        looped = {each for target in loops for each in ast.walk(target)}
        stored = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        returns = [node.value for node in nodes if isinstance(node, ast.Return)]
        arguments = [argument.arg for argument in self.function.args.args]
        self.own = {node.id for node in stored} | {*arguments}
        self.stores = Counter([node.id for node in stored if node not in looped] + arguments + [RESULT] * len(returns))
        self.is_generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes)
        self.gives_value = any(returns)
        self.optional = {ast.unparse(node.targets[0]) for node in nodes
                         if isinstance(node, ast.Assign) and may_be_none(node.value)}  # fmt: skip
        self.optional |= {RESULT} if self.gives_value and any(map(may_be_none, returns)) else set()


class Code:
    """The C function of a method of the rules, with what it calls written in it."""

    def __init__(self, unit: Any, entry: str, is_question: bool) -> None:
        """unit: what is known of the whole game (unit.py). entry: the method that the kernel asks."""
        self.unit, self.entry, self.is_question, self.n_lines = unit, entry, is_question, 0
        self.declared: list[str] = []  # C variables
        self.lines: list[str] = []
        self.frames: list[Frame] = []
        self.versions: Counter[str] = Counter()  # how often the lists of a field were replaced so far
        self.list_kinds: dict[str, str] = {}  # where a list that grows begins -> NUMBER or TEXT, what it holds
        self.reasons: dict[tuple[int, str], None] = {}  # line and why something stays Python

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    @property
    def names(self) -> dict[str, v.Value]:
        return self.frame.names

    # -- C ------------------------------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        self.lines.append(line)
        self.n_lines += 1
        if self.n_lines > MAX_LINES:
            raise NotTranslated(self.frame.function, "its methods call one another too often")

    def variable(self, kind: str = "int64_t", size: str = "") -> str:
        """A new C variable."""
        name = f"t{self.unit.number()}"
        self.declared.append(f"{kind} {name}{size};")
        return name

    def pin(self, code: str) -> str:
        """The value of C code now."""
        if CONSTANT_CODE.fullmatch(code):
            return code
        name = self.variable()
        self.emit(f"{name} = {code};")
        return name

    @contextmanager
    def block(self) -> Iterator[list[str]]:
        """The lines written within the context, apart from the others."""
        outer, self.lines = self.lines, []
        yield self.lines
        self.lines = outer

    @contextmanager
    def when(self, test: str) -> Iterator[None]:
        """What is written within the context is done where a test is true."""
        self.emit(f"if ({test}) {{")
        yield
        self.emit("}")

    @contextmanager
    def scope(self, *targets: ast.expr) -> Iterator[None]:
        """Variables that get a value within the context have none behind it. targets: of comprehensions, whose
        variables are others than those of the same names."""
        before = dict(self.names)
        own = {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
        yield
        now = self.names
        self.frame.names = {name: value for name, value in before.items() if name in own or now.get(name) == value}
        self.frame.names |= {name: value for name, value in now.items() if value is v.UNKNOWN}

    def is_builtin(self, name: str) -> bool:
        """Whether a name is Python's own."""
        return name not in self.frame.own and name not in self.unit.constants.names

    def check_may_change(self, node: ast.AST) -> None:
        """NotTranslated where it is a question that changes something."""
        if self.is_question:
            raise NotTranslated(node, "what is only asked changes the table or draws")

    def check_current(self, node: ast.AST, *values: v.Value) -> None:
        """NotTranslated where a list of the table was replaced after it was asked for: Python goes on with the old."""
        for value in values:
            if isinstance(value, v.Row | v.Rows) and value.field and value.version != self.versions[value.field]:
                raise NotTranslated(node, f"{source_of(node)}: table.{value.field} is replaced while it is read")

    # -- expressions --------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> v.Value:
        """What an expression is."""
        value: v.Value = self.constant(node) or self.translate(node)
        if value is v.UNKNOWN:
            raise v.Consequence(node, f"{source_of(node)} is not known")
        return value

    def constant(self, node: ast.expr) -> v.Const | None:
        """The same if nothing in it changes."""
        constant: v.Const | None = self.unit.constants.evaluate(node, self.names, self.frame.own)
        return constant

    def translate(self, node: ast.AST) -> Any:
        """What the tables have for a node."""
        if type(node) not in self.unit.translations:
            raise NotTranslated(node, f"{source_of(node)} is not translated")
        return self.unit.translations[type(node)](self, node)

    def scalar(self, value: v.Value, node: ast.AST) -> v.Scalar:
        """A value as a number or a text."""
        match value:
            case v.Scalar():
                return value
            case v.Const(None):
                return v.Scalar("NONE", v.NUMBER_OR_NONE)
            case v.Const(int() as number):
                return v.Scalar(f"{int(number)}LL" if abs(number) >= 2**31 else str(int(number)))
            case v.Const(str() as words):
                return v.Scalar(str(self.unit.text_number(words)), v.TEXT)
            case v.Name("part", place):
                return self.scalar(self.unit.moves.number(self, int(place)), node)
            case v.Choice(values, code) if all(isinstance(each, str) for each in values):
                return v.Scalar(f"{self.unit.array(map(self.unit.text_number, values))}[{code}]", v.TEXT)
            case v.Choice(values, code) if all(isinstance(each, int) for each in values):
                if all(each == values[0] + i for i, each in enumerate(values)):
                    return v.Scalar(f"({code} + {int(values[0])})" if values[0] else code)
                if set(values) <= {0, 1} and sum(values) == 1:
                    return v.Scalar(f"({code} == {values.index(1)})")
                return v.Scalar(f"{self.unit.array(values)}[{code}]")
        raise NotTranslated(node, f"{source_of(node)} is {v.description(value)}, not a whole number")

    def integer(self, value: v.Value, node: ast.AST) -> str:
        """A value as a number: C code."""
        one = self.scalar(value, node)
        if one.kind == v.TEXT:
            raise NotTranslated(node, f"{source_of(node)} is a text, not a whole number")
        return f"some(c, {one.code})" if one.kind == v.NUMBER_OR_NONE else one.code

    def number(self, node: ast.expr) -> str:
        """C code of a number."""
        return self.integer(self.value(node), node)

    def text(self, value: v.Value, node: ast.AST) -> str:
        """A value as a text: C code."""
        if isinstance(value, v.Name) and value.name == "part":
            value = self.unit.moves.text(self, int(value.code))
        one = self.scalar(value, node)
        if one.kind != v.TEXT:
            raise NotTranslated(node, f"{source_of(node)} is {v.description(one)}, not a text")
        return one.code

    def truth(self, node: ast.expr) -> str:
        """Whether an expression is true: C code."""
        match node:
            case ast.BoolOp(op, parts):
                return self.logic(op, [lambda part=part: self.truth(part) for part in parts])  # type: ignore[misc]
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.truth(operand)}"
        return self.is_true(self.value(node), node)

    def logic(self, op: ast.boolop, parts: Sequence[Callable[[], str]]) -> str:
        """Whether tests are all true, or any of them (`or`): each is worked out only where it is asked for."""
        sign, code = "&&" if isinstance(op, ast.And) else "||", parts[0]()
        for part in parts[1:]:
            with self.block() as lines:
                second = part()
            if lines:
                result = self.variable()
                self.emit(f"{result} = {code}; if ({result if sign == '&&' else f'!{result}'}) {{")
                self.lines += [*lines, f"{result} = {second}; }}"]
            code = result if lines else f"({code} {sign} {second})"
        return code

    def is_true(self, value: v.Value, node: ast.AST) -> str:
        """Whether a value is true: C code."""
        match value:
            case v.Const(constant) if v.type_of(value) != "iterator":
                return str(int(bool(constant)))
            case v.Name("moves", start):
                return f"(c->n_out > {start})"
            case v.Row() if value.type != "iterator":
                return self.pin(f"({value.n} != 0)")
            case v.Choice(values, code):
                return self.integer(v.Choice(tuple(map(bool, values)), code), node)
        one = self.scalar(value, node)
        return f"({one.code} != 0 && {one.code} != NONE)" if one.kind == v.NUMBER_OR_NONE else f"({one.code} != 0)"

    def map_choice(self, function: Callable[..., Any], *values: v.Value) -> v.Value | None:
        """What a function gives of constants and one Choice; None: they are not that."""
        choices = [value for value in values if isinstance(value, v.Choice)]
        constants = [value for value in values if isinstance(value, v.Const)]
        if len({choice.code for choice in choices}) != 1 or len(choices) + len(constants) < len(values):
            return None
        if any(v.type_of(constant) == "iterator" for constant in constants):
            return None
        n = len(choices[0].values)
        columns = [value.values if isinstance(value, v.Choice) else (value.value,) * n for value in values]  # type: ignore[attr-defined]
        try:
            return v.Choice(tuple(map(function, *columns)), choices[0].code)
        except (TypeError, LookupError, ValueError, ArithmeticError, AttributeError):
            return None  # for some of them it cannot be


def may_be_none(node: ast.expr | None) -> bool:
    """Whether an expression says that it may be None."""
    if isinstance(node, ast.IfExp):
        return may_be_none(node.body) or may_be_none(node.orelse)
    return node is None or (isinstance(node, ast.Constant) and node.value is None)
