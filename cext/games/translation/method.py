"""A method of a game's rules that becomes a C function: the lists that it makes, and what it calls, which is written in
place of the call."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from cext.games.translation import values as v
from cext.games.translation.code import RESULT, Frame
from cext.games.translation.values import NotTranslated, source_of
from cext.games.translation.variables import Body, Sink, Variables

__all__ = ["Method"]


class Method(Variables):
    """A method, with what is called in it."""

    # -- lists that are made ------------------------------------------------------------------------------------------

    def list_of(self, node: ast.expr) -> v.Row:
        """The list of numbers that an expression makes."""
        row = self.new_list()
        return replace(row, type=self.fill(node, self.number_sink(row)))

    def fill(self, node: ast.expr, sink: Sink) -> str:
        """Write what puts the items of a list expression there; its type (values.type_of)."""
        match node:
            case ast.List(items) | ast.Tuple(items):
                for item in items:
                    if isinstance(item, ast.Starred):
                        self.fill(item.value, sink)
                    else:
                        sink.put(self.value(item), item)
                return "list" if isinstance(node, ast.List) else "tuple"
            case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
                self.comprehend(loops, lambda: sink.put(self.value(item), item))
                return "list" if isinstance(node, ast.ListComp) else "iterator"
            case ast.BinOp(left, ast.Add(), right):
                return self.fill_both(left, right, sink, node)
            case ast.BinOp(ast.List([item]), ast.Mult(), times):
                value = self.pin_value(self.value(item), item)
                self.loop_over(v.Span("0", self.number(times), 1), node, lambda _: sink.put(value, item))
                return "list"
            case ast.BinOp(items, ast.Mult(), times) if sink.row:
                row, made = self.row(self.value(items), items), sink.row
                self.loop_over(v.Span("0", self.number(times), 1), node, lambda _: self.extend_list(made, row, node))
                return row.type
            case ast.BoolOp(ast.Or(), [first, second]):
                n = self.pin(f"{sink.n} + 0")
                one = self.fill(first, sink)
                with self.when(f"{sink.n} == {n}"):
                    two = self.fill(second, sink)
                return one if one == two else ""
            case ast.IfExp(test, yes, no):
                with self.when(self.truth(test)):
                    one = self.fill(yes, sink)
                    self.emit("} else {")
                    two = self.fill(no, sink)
                return one if one == two else ""
            case ast.Call(ast.Name("list" | "tuple" as name), [item], []):
                self.fill(item, sink)
                return name
            case ast.Call() if sink.row is None and (called := self.callee(node)):
                self.call(*called, node, sink)
                return "list"
        value = self.value(node)
        if sink.row and isinstance(value, v.Row | v.Parts):
            self.extend_list(sink.row, self.row(value, node), node)
        elif not (isinstance(value, v.Name) and value.name == "moves") or sink.row:  # whose moves are there
            self.loop_over(value, node, lambda item: sink.put(item, node))
        return v.type_of(value)

    def fill_both(self, left: ast.expr, right: ast.expr, sink: Sink, node: ast.expr) -> str:
        """Write what puts the items of two lists that are added there. Both are asked for before either is read: what
        makes the second may change the first."""
        may_change = any(isinstance(each, ast.Call) for each in ast.walk(right))
        if sink.row and may_change and not isinstance(left, ast.List | ast.ListComp | ast.BinOp):
            rows = [self.row(self.value(each), each) for each in (left, right)]
            self.check_current(node, *rows)
            for row in rows:
                self.extend_list(sink.row, row, node)
            types = [row.type for row in rows]
        else:
            types = [self.fill(each, sink) for each in (left, right)]
        if sink.row and (types[0] != types[1] or types[0] not in ("list", "tuple")):
            raise NotTranslated(
                node, f"{source_of(node)}: a {types[0]} and a {types[1]} are not added: write list(...)"
            )
        return types[0]

    def comprehend(self, loops: Sequence[ast.comprehension], body: Callable[[], None]) -> None:
        """Write the loops of a comprehension around what body() writes."""
        if not loops:
            return body()
        first = loops[0]

        def step(item: v.Value) -> None:
            self.unpack(first.target, item, first.target, once=True)
            tests = [lambda test=test: self.truth(test) for test in first.ifs]
            with self.when(self.logic(ast.And(), tests) if tests else "1"):
                self.comprehend(loops[1:], body)

        with self.scope(first.target):
            self.iterate(first.iter, step)
        return None

    def iterate(self, node: ast.expr, body: Body) -> None:
        """Write a loop over an expression around what body() writes of an item. A generator is gone through as it is
        made, and so is a list where nothing changes meanwhile."""
        lists = ast.ListComp if self.is_question else ()
        match None if self.constant(node) else node:
            case ast.GeneratorExp(item, loops):
                self.comprehend(loops, lambda: body(self.pin_value(self.value(item), item)))
            case ast.ListComp(item, loops) if isinstance(node, lists):
                self.comprehend(loops, lambda: body(self.pin_value(self.value(item), item)))
            case ast.Call(ast.Name("zip"), [_, _, *_] as sources, []) if self.is_builtin("zip"):
                values = tuple(self.pin_value(self.value(each), each) for each in sources)
                self.check_current(node, *values)
                self.loop_over(v.Zip(values), node, body)
            case ast.Tuple(items) | ast.List(items) if any(isinstance(each, ast.Tuple | ast.List) for each in items):
                for value in [self.pin_value(self.value(each), each) for each in items]:
                    with self.scope(), self.when("!c->bad"):
                        body(value)
            case ast.Call(ast.Name("enumerate"), [items, *first], words) if self.is_builtin("enumerate"):
                first += [word.value for word in words]
                if any(isinstance(each, ast.Call) for start in first for each in ast.walk(start)):
                    raise NotTranslated(node, f"{source_of(node)}: put the first number into a variable")
                place = self.variable()
                self.emit(f"{place} = sub(c, {self.number(first[0]) if first else '0'}, 1);")

                def count(item: v.Value) -> None:
                    self.emit(f"{place}++;")
                    body(v.Tuple((v.Scalar(place), item)))

                self.iterate(items, count)
            case ast.Call(ast.Name("reversed"), [items], []) if self.is_builtin("reversed"):
                value = self.value(items)
                if v.type_of(value) not in ("list", "tuple", "range"):
                    raise NotTranslated(node, f"{source_of(node)} is not translated")
                self.loop_over(value, items, body, backwards=True)
            case _:
                self.loop_over(self.value(node), node, body)

    # -- what is called -----------------------------------------------------------------------------------------------

    def callee(self, node: ast.Call) -> tuple[ast.FunctionDef, list[v.Value]] | None:
        """The method or function of the file that is called, and what with; None: it is another."""
        values: list[v.Value] = []
        match node.func:
            case ast.Name(name) if name in self.unit.constants.functions and name not in self.names:
                function = self.unit.constants.functions[name]
            case ast.Attribute(ast.Name(of), name) if self.names.get(of) == v.Name("self"):
                function, values = self.unit.method(name, node), [v.Name("self")]
            case _:
                return None
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            raise NotTranslated(node, f"{source_of(node)}: give {function.name}() its arguments by their places")
        values += [self.pin_value(self.value(arg), arg) for arg in node.args]
        self.check_current(node, *values)
        return function, values

    def call(
        self, function: ast.FunctionDef, values: Sequence[v.Value], node: ast.expr, sink: Sink | None = None
    ) -> v.Value:
        """What a function gives, whose lines are written here."""
        arguments = function.args
        if function.decorator_list or arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise NotTranslated(function, f"{function.name}() has a decorator, or arguments that need not be given")
        if len(arguments.args) != len(values):
            raise NotTranslated(node, f"{function.name}() takes other arguments")
        if any(frame.function is function for frame in self.frames):
            raise NotTranslated(node, f"{function.name}() calls itself")
        if any(isinstance(each, ast.Global | ast.Nonlocal | ast.NamedExpr) for each in ast.walk(function)):
            raise NotTranslated(function, f"{function.name}() assigns a name that is not its own")
        frame = Frame(function, self.unit.number(), sink)
        self.frames.append(frame)
        for argument, value in zip(arguments.args, values, strict=True):
            self.set_name(argument.arg, value, node)
        if self.body(function.body) and not frame.is_generator:
            if RESULT in frame.optional:
                self.set_result(v.NOTHING, node)
            elif sink or frame.gives_value:
                self.emit("c->bad = 1;")
        self.emit(f"end{frame.number}: ;")
        self.frames.pop()
        return frame.result

    def set_result(self, value: v.Value, node: ast.expr) -> None:
        """Have a value be what the method gives: a list of its own has no name any more."""
        named = {row.base for frame in self.frames[:-1] for row in frame.names.values() if isinstance(row, v.Row)}
        is_own = isinstance(value, v.Row) and not value.field and value.base not in named
        self.set_name(RESULT, replace(value, fresh=True) if is_own else value, node)  # type: ignore[type-var]
        result = self.names[RESULT]
        self.frame.result = replace(result, fresh=True) if is_own else result  # type: ignore[type-var]

    def body(self, statements: Sequence[ast.stmt]) -> bool:
        """Write statements; whether what stands behind them is reached. What cannot be translated is noted with its
        reason, and what stands behind it is looked at as well."""
        for statement in statements:
            n_frames, frame, outer, loops = len(self.frames), self.frame, self.frame.outer, list(self.frame.loops)
            try:
                if self.translate(statement) is False:
                    return False
            except NotTranslated as error:
                del self.frames[n_frames:]
                frame.outer, frame.loops = outer, loops
                self.note(error)
                self.look_inside(statement)
        return True

    def note(self, error: NotTranslated) -> None:
        """Note why something stays Python."""
        if not isinstance(error, v.Consequence):
            self.reasons[error.line, str(error)] = None

    def look_inside(self, statement: ast.stmt) -> None:
        """Note further reasons in a statement that is not translated; what it assigns is not known."""
        if isinstance(statement, ast.Return):
            self.frame.result = v.UNKNOWN
        for each in ast.walk(statement):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                self.names[each.id] = v.UNKNOWN
        if isinstance(statement, ast.For | ast.While):
            self.frame.loops.append((0, 0))
        if isinstance(statement, ast.For | ast.While | ast.If):
            for statements in statement.body, statement.orelse:
                self.body(statements)
        if isinstance(statement, ast.For | ast.While):
            self.frame.loops.pop()
