"""Lists of a game's rules as C: how they are made, and gone through."""

import ast
from collections.abc import Callable

from cext.games.translation.basics import SHORT, before, described
from cext.games.translation.operators import Operators
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Each,
    Int,
    ListOf,
    NotTranslated,
    Span,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["Lists", "Loop", "without_order"]


class Loop:
    """How an iterable is gone through: what is done first, the head of a C loop, the item of each turn."""

    def __init__(self, before: str, head: str, item: Value, field: str = "") -> None:
        self.before, self.head, self.item, self.field = before, head, item, field


class Lists(Operators):
    """The expressions of one method, lists among them."""

    def on_tuple(self, node: ast.Tuple) -> Value:
        values = tuple(self.value(item) for item in node.elts)
        constants = [value.value for value in values if isinstance(value, Const)]
        return Const(tuple(constants)) if len(constants) == len(values) else Tuple(values)

    def on_list(self, node: ast.List) -> Value:
        return ListOf(node)

    on_listcomp = on_generatorexp = on_list

    def fill(self, node: ast.expr, into: str) -> None:
        """Write lines that append the numbers of a list expression to a C variable."""
        match node:
            case ast.List(items) | ast.Tuple(items):
                for item in items:
                    if isinstance(item, ast.Starred):
                        self.fill(item.value, into)
                    else:
                        code = self.number(item).code
                        self.emit(f"append_int64_t(c, {into}.v, &{into}.n, LIST_ITEMS, {code});")
            case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
                self.comprehend(loops, lambda: self.fill(ast.List([item], ast.Load()), into))
            case ast.BinOp(left, ast.Add(), right):
                self.fill(left, into)
                self.fill(right, into)
            case ast.BinOp(ast.List([item]), ast.Mult(), times):
                n, x = self.temporary("int64_t"), self.temporary("int64_t")
                self.emit(f"{x} = {self.number(item).code};")
                self.emit(f"for ({n} = {self.number(times).code}; {n} > 0 && !c->bad; {n}--)")
                self.emit(f"append_int64_t(c, {into}.v, &{into}.n, LIST_ITEMS, {x});")
            case ast.BoolOp(ast.Or(), [first, second]):
                start = self.temporary("int64_t")
                self.emit(f"{start} = {into}.n;")
                self.fill(first, into)
                self.emit(f"if ({into}.n == {start}) {{")
                self.fill(second, into)
                self.emit("}")
            case ast.IfExp(test, yes, no):
                self.emit(f"if ({self.truth(test)}) {{")
                self.fill(yes, into)
                self.emit("} else {")
                self.fill(no, into)
                self.emit("}")
            case ast.Subscript(whole, ast.Slice(lower, upper, step)):
                backwards = step is not None and ast.unparse(step) == "-1"
                if (step is not None and not backwards) or (backwards and (lower or upper)):
                    raise NotTranslated(node, f"{described(node)}: of steps only [::-1] is translated")
                row = self.row(self.value(whole), whole)
                start = self.number(lower).code if lower else "0"
                stop = self.number(upper).code if upper else str(SHORT)
                self.emit(
                    f"{before(row)}slice_{row.kind}(c, &{into}, {row.data}, {row.n}, {start}, {stop}, "
                    f"{int(backwards)});"
                )
            case ast.Call():
                self.fill_call(node, into)
            case _:
                value = self.value(node)
                if isinstance(value, ListOf):
                    raise NotTranslated(node, f"{described(node)} is not translated")
                self.fill_value(value, into, node)

    def fill_value(self, value: Value, into: str, node: ast.AST) -> None:
        """The same of what an expression is."""
        match value:
            case Span():
                with self.scope():
                    loop = self.over(value, node)
                    self.emit(f"{loop.before} {loop.head} {{")
                    code = self.integer(loop.item, node).code
                    self.emit(f"append_int64_t(c, {into}.v, &{into}.n, LIST_ITEMS, {code}); }}")
            case Tuple(items):
                for item in items:
                    code = self.integer(item, node).code
                    self.emit(f"append_int64_t(c, {into}.v, &{into}.n, LIST_ITEMS, {code});")
            case _:
                row = self.row(value, node)
                self.emit(f"{before(row)}extend_{row.kind}(c, &{into}, {row.data}, {row.n});")

    def fill_call(self, node: ast.Call, into: str) -> None:
        """The same of a call that makes a list."""
        match node:
            case ast.Call(ast.Name("range")):
                self.fill_value(self.value(node), into, node)
            case ast.Call(ast.Name("sorted" | "list" | "tuple" | "reversed" as name), args, keywords):
                downwards = [ast.unparse(word) for word in keywords] == ["reverse=True"] and name == "sorted"
                if len(args) != 1 or (keywords and not downwards):
                    raise NotTranslated(node, f"{described(node)} is not translated")
                start = self.temporary("int64_t")
                self.emit(f"{start} = {into}.n;")
                self.fill(without_order(args[0]) if name == "sorted" else args[0], into)
                if name == "sorted":
                    self.emit(f"sort_int64_t({into}.v + {start}, {into}.n - {start});")
                if name == "reversed" or downwards:
                    self.emit(f"reverse_int64_t({into}.v + {start}, {into}.n - {start});")
            case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [item]):
                row = self.row(self.value(item), item)
                self.emit(f"{before(row)}unique_{row.kind}(c, &{into}, {row.data}, {row.n});")
            case ast.Call(ast.Attribute(draws, "shuffled"), [item]):
                draw, start = self.value(draws), self.temporary("int64_t")
                if not isinstance(draw, Draw):
                    raise NotTranslated(node, f"{described(node)} is not translated")
                self.effects += 1
                self.emit(f"{start} = {into}.n;")
                self.fill(item, into)
                self.emit(f"shuffle_int64_t({draw.code}, {into}.v + {start}, {into}.n - {start});")
            case ast.Call(ast.Attribute(whole, "copy"), []):
                self.fill(whole, into)
            case _:
                self.emit(f"{self.call_for_list(node, into)};")

    def comprehend(self, loops: list[ast.comprehension], body: Callable[[], None]) -> None:
        """Write the loops of a comprehension around the lines that body() writes."""
        with self.scope():
            ends = 0
            for loop in loops:
                ends += self.open_loop(loop.iter, loop.target, fresh=True)
                for test in loop.ifs:
                    self.emit(f"if ({self.truth(test)}) {{")
                    ends += 1
            body()
            self.emit("}" * ends)

    def open_loop(self, node: ast.expr, target: ast.expr, fresh: bool) -> int:
        """Write the head of a loop, up to its variables; the number of brackets that are open. A comprehension is gone
        through as it is made."""
        made = self.names.get(node.id) if isinstance(node, ast.Name) else None
        inner = made.node if isinstance(made, ListOf) else node
        if isinstance(inner, ast.ListComp | ast.GeneratorExp):
            ends = 0
            for loop in inner.generators:
                ends += self.open_loop(loop.iter, loop.target, fresh=True)
                for test in loop.ifs:
                    self.emit(f"if ({self.truth(test)}) {{")
                    ends += 1
            self.bind(target, self.value(inner.elt), fresh)
            return ends
        each = self.loop(node)
        self.emit(f"{each.before} {each.head} {{")
        if each.field:
            self.view(each.field, node)
        self.bind(target, each.item, fresh)
        return 1

    def loop(self, node: ast.expr) -> Loop:
        """How a loop goes through an expression."""
        match node:
            case ast.Call(ast.Name("enumerate"), [item]):
                inner = self.loop(item)
                place = self.temporary("int64_t")
                head = f"{inner.head[:-1]}, {place}++)"
                return Loop(f"{place} = 0; {inner.before}", head, Tuple((Int(place, 0, SHORT), inner.item)))
            case ast.Call(ast.Attribute(whole, "items"), []):
                value = self.value(whole)
                if isinstance(value, Const) and isinstance(value.value, dict):
                    return self.over(Const(tuple(value.value.items())), node)
        return self.over(self.value(node), node)

    def over(self, value: Value, node: ast.AST) -> Loop:
        """How a loop goes through a value."""
        i = self.temporary("int64_t")
        match value:
            case Const(range() as numbers) if numbers:
                ends = sorted((numbers[0], numbers[-1]))
                sign = "<" if numbers.step > 0 else ">"
                head = f"for ({i} = {numbers.start}; {i} {sign} {numbers.stop} && !c->bad; {i} += {numbers.step})"
                return Loop("", head, Int(i, *ends))
            case Const(tuple() | list() | dict() | str() as items) if items and not (
                isinstance(items, list | tuple) and all(isinstance(item, int) for item in items)
            ):
                return Loop("", f"for ({i} = 0; {i} < {len(items)} && !c->bad; {i}++)", Choice(tuple(items), i))
            case Choice(values, code) if not all(isinstance(one, int) for row in values for one in row):
                end, flat = self.temporary("int64_t"), tuple(one for row in values for one in row)
                starts = self.unit.array([sum(map(len, values[:k])) for k in range(len(values) + 1)])
                first = f"{end} = {code}; {i} = {starts}[{end}]; {end} = {starts}[{end} + 1];"
                return Loop(first, f"for (; {i} < {end} && !c->bad; {i}++)", Choice(flat, i))
            case Span(start, stop, step):
                end = self.temporary("int64_t")
                sign = "<" if step > 0 else ">"
                low, high = (start.low, stop.high - 1) if step > 0 else (stop.low + 1, start.high)
                head = f"for (; {i} {sign} {end} && !c->bad; {i} += {step})"
                return Loop(f"{i} = {start.code}; {end} = {stop.code};", head, Int(i, low, max(low, high)))
            case Each(name, field):
                pointer = self.temporary("int16_t *")
                first = f"{pointer} = c->cell + {self.unit.places[name]} + {field.cells} * {i}"
                head = f"for ({i} = 0; {i} < {self.unit.seats} && !c->bad; {i}++)"
                return Loop("", head, self.field_row(name, pointer, first))
            case Tuple(items) if self.is_boards(value):
                board = Choice(self.unit.boards, self.unit.board_code(i))
                return Loop("", f"for ({i} = 0; {i} < {len(items)} && !c->bad; {i}++)", board)
        row = self.row(value, node)
        item = Int(f"{row.data}[{i}]", row.low, row.high)
        first = f"{row.before};" if row.before else ""
        return Loop(first, f"for ({i} = 0; {i} < {row.n} && !c->bad; {i}++)", item, row.field)

    # -- what methods add ---------------------------------------------------------------------------------------------

    def bind(self, target: ast.expr, value: Value, fresh: bool = False) -> None:
        """Give a variable, or several, the item of a loop."""
        raise NotImplementedError

    def view(self, field: str, node: ast.AST) -> None:
        """Note that a list of a field is gone through in a loop over an expression, or has a name from there on."""
        raise NotImplementedError

    def replace_list(self, field: str) -> None:
        """Note that a field gets another list."""
        raise NotImplementedError

    def call_for_list(self, node: ast.Call, into: str) -> str:
        """A call of a method that gives a list, which appends it to a C variable: C code."""
        raise NotImplementedError


def without_order(node: ast.expr) -> ast.expr:
    """An iterable whose order does not matter: a set as dict.fromkeys(), which is in the order of the list."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set" and node.args:
        return ast.Call(ast.Attribute(ast.Name("dict", ast.Load()), "fromkeys", ast.Load()), node.args, [])
    return node
