"""Statements of a game's rules as C: branches, loops, what is given back, assignments."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from cext.games.translation import values as v
from cext.games.translation.calls import check_changes
from cext.games.translation.code import RESULT
from cext.games.translation.expressions import OPERATORS, place
from cext.games.translation.method import Method
from cext.games.translation.values import NotTranslated, source_of
from cext.games.translation.variables import Sink

__all__ = ["STATEMENTS", "TARGETS"]


def expression(method: Method, node: ast.Expr) -> None:
    sink, moves = method.frame.sink, method.unit.moves
    match node.value:
        case ast.Constant():
            pass
        case ast.Yield(ast.expr() as item) if sink:
            sink.put(method.value(item), item)
        case ast.YieldFrom(items) if sink:
            method.fill(items, sink)
        case ast.Call(ast.Attribute(ast.Name(name), "append"), [item], []) if is_moves(method, name):
            moves.put(method, method.value(item), item)
        case ast.Call(ast.Attribute(ast.Name(name), "extend"), [items], []) if is_moves(method, name):
            method.fill(items, moves.sink(method))
        case _:
            method.value(node.value)


def is_moves(method: Method, name: str) -> bool:
    """Whether a variable is the list of legal moves."""
    value = method.names.get(name)
    return isinstance(value, v.Name) and value.name == "moves"


def raise_statement(method: Method, node: ast.Raise) -> bool:
    method.emit(f"c->bad = 1; goto end{method.frame.number};")
    return False


# -- branches and loops -----------------------------------------------------------------------------------------------


def branch(method: Method, node: ast.If) -> bool:
    test = method.constant(node.test)
    if test is not None:
        return method.body(node.body if test.value else node.orelse)
    ends: list[dict[str, v.Value]] = []
    with method.when(method.truth(node.test)):
        before = dict(method.names)
        for statements in node.body, node.orelse:
            method.frame.names = dict(before)
            if method.body(statements):
                ends.append(method.names)
            if statements is node.body:
                method.emit("} else {")
    first = ends[0] if ends else {}
    method.frame.names = {name: value for name, value in first.items() if ends[-1].get(name) == value}
    method.frame.names |= {name: value for end in ends for name, value in end.items() if value is v.UNKNOWN}
    return bool(ends)


def while_loop(method: Method, node: ast.While) -> bool:
    frame, number = method.frame, begin_loop(method, node)
    outer, frame.outer = frame.outer, frozenset(frame.names)
    with method.scope():
        method.emit("while (goes_on(c)) {")
        test = method.truth(node.test)
        method.emit(f"if (!{test}) break;")
        method.body(node.body)
        method.emit(f"next{number}: ; }} last{number}: ;")
    frame.loops.pop()
    frame.outer = outer
    return test != "1" or any(isinstance(each, ast.Break) for each in ast.walk(node))


def for_loop(method: Method, node: ast.For) -> None:
    number = begin_loop(method, node)
    names = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}

    def step(value: v.Value) -> None:
        after = method.unit.number()
        method.frame.loops[-1] = after, number
        method.unpack(node.target, value, node.iter, once=not names & set(method.frame.stores))
        method.body(node.body)
        method.emit(f"next{after}: ;")

    with method.scope():
        method.iterate(node.iter, step)
    method.emit(f"last{number}: ;")
    method.frame.loops.pop()
    for name in names & set(method.names):
        del method.names[name]


def begin_loop(method: Method, node: ast.For | ast.While) -> int:
    """The number of a loop that begins."""
    if node.orelse:
        raise NotTranslated(node, "else of a loop is not translated")
    number: int = method.unit.number()
    method.frame.loops.append((number, number))
    return number


def jump(method: Method, node: ast.Break | ast.Continue) -> bool:
    after, last = method.frame.loops[-1]
    method.emit(f"goto last{last};" if isinstance(node, ast.Break) else f"goto next{after};")
    return False


# -- what is given back -----------------------------------------------------------------------------------------------


def return_statement(method: Method, node: ast.Return) -> bool:
    frame, source = method.frame, node.value
    if isinstance(source, ast.List) and method.unit.is_features(method):
        source = ast.copy_location(ast.Tuple(source.elts), source)
    if frame.sink and source is not None:
        return_list(method, source, frame.sink)
    elif frame.sink:
        method.emit("" if frame.is_generator else "c->bad = 1;")
    elif source is not None:
        method.set_result(method.value(source), source)
    elif RESULT in frame.optional:
        method.set_result(v.NOTHING, ast.Name(RESULT))
    method.emit(f"goto end{frame.number};")
    return False


def return_list(method: Method, node: ast.expr, sink: Sink) -> None:
    """return of a method whose list of moves is written as it is made. What it began must stand first."""
    if method.frame.is_generator:
        raise NotTranslated(node, "a generator gives back a value")
    names = [name for name in method.names if is_moves(method, name)]
    begun = {name: method.names[name].code for name in names}  # type: ignore[attr-defined]
    match node:
        case ast.Name(name) if name in begun:
            return
        case ast.BinOp(ast.Name(name), ast.Add(), rest) if name in begun:
            method.fill(rest, sink)
        case ast.BoolOp(ast.Or(), [ast.Name(name), rest]) if name in begun:
            with method.when(f"c->n_out == {begun[name]}"):
                method.fill(rest, sink)
        case ast.IfExp(test, yes, no):
            with method.when(method.truth(test)):
                return_list(method, yes, sink)
                method.emit("} else {")
                return_list(method, no, sink)
        case _:
            if any(isinstance(each, ast.Name) and each.id in begun for each in ast.walk(node)):
                raise NotTranslated(node, f"{source_of(node)}: moves are given back first")
            method.emit("".join(f"c->n_out = {start};" for start in begun.values()))
            method.fill(node, sink)


# -- assignments ------------------------------------------------------------------------------------------------------


def assign(method: Method, node: ast.Assign | ast.AnnAssign) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if node.value is None:
        return
    match targets[0]:
        case ast.Name(name) if begins_moves(method, node.value, name):
            start = method.pin("c->n_out + 0")
            method.fill(node.value, method.unit.moves.sink(method))
            method.names[name] = v.Name("moves", start)
            return
        case ast.Attribute(ast.Name(of)) as target if method.names.get(of) == v.Name("table"):
            rows = method.value(target)
            if isinstance(rows, v.Rows):
                store_rows(method, rows, node.value)
                return
    value = method.value(node.value)
    if len(targets) > 1:
        value = method.pin_value(value, node.value)
        if v.type_of(value) not in ("", "str"):
            raise NotTranslated(node, f"{source_of(node)}: a list with several names")
    for each in targets:
        method.unpack(each, value, node.value)


def begins_moves(method: Method, source: ast.expr, name: str) -> bool:
    """Whether a variable is the list of legal moves: one that begins with moves, or empty, and gets some."""
    if method.frame.sink is None or method.frame.loops:
        return False
    parts = source.elts if isinstance(source, ast.List) else [getattr(source, "elt", source)]
    texts = [ast.unparse(each) for each in ast.walk(method.frame.function) if isinstance(each, ast.Return | ast.Call)]
    is_used = any(f"{text} ".startswith((f"return {name} ", f"{name}.append((")) for text in texts)
    return is_used and all(isinstance(part, ast.Tuple) or ast.unparse(part).startswith("self.") for part in parts)


def augment(method: Method, node: ast.AugAssign) -> None:
    target, template = node.target, OPERATORS.get(type(node.op))
    row: v.Value = v.NOTHING
    index: v.Value = v.NOTHING
    if isinstance(target, ast.Name) and is_moves(method, target.id):
        method.fill(node.value, method.unit.moves.sink(method))
        return
    if isinstance(target, ast.Subscript) and isinstance(row := method.value(target.value), v.Row):
        index = v.Scalar(method.pin(method.number(target.slice)))
        old: v.Value = method.item(row, method.pin(number_of(method, row, index, node)))
    else:
        old = method.value(target)
    if isinstance(old, v.Row):
        check_changes(method, old, node)
        more = method.row(method.value(node.value), node.value)
        method.check_current(node, old)
        if more.type == "iterator" or not isinstance(node.op, ast.Add):
            raise NotTranslated(node, f"{source_of(node)}: write list(...)")
        method.extend_list(old, more, node)
        return
    if template is None:
        raise NotTranslated(node, f"{source_of(node)}: only whole numbers are translated")
    before = method.pin(method.integer(old, target))
    new = template.format(before, method.number(node.value))
    if isinstance(row, v.Row):  # where the item is now: what stands on the right may have changed the list
        method.emit(f"STORE(c, {number_of(method, row, index, node)}, {new});")
    else:
        method.unpack(target, v.Scalar(new), node.value)


def delete(method: Method, node: ast.Delete) -> None:
    """del list[i]: as pop()"""
    for target in node.targets:
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            raise NotTranslated(node, f"{source_of(node)} is not translated")
        pop = ast.Attribute(target.value, "pop", ast.Load())
        method.value(ast.copy_location(ast.Call(pop, [target.slice], []), node))


def number_of(method: Method, row: v.Row, index: v.Value, node: ast.AST) -> str:
    """C code of a number of a list that is written."""
    check_changes(method, row, node, grows=False)
    method.check_current(node, row)
    return f"{row.data}[{place(method, index, row.n, node)}]"


def set_item(method: Method, target: ast.Subscript, value: v.Value, node: ast.expr) -> None:
    """list[i] = ..., table.NAME[seat] = [...]"""
    value = value if v.is_list(value) else method.pin_value(value, node)
    of, index = method.value(target.value), method.value(target.slice)
    method.check_current(node, of, value)
    if isinstance(of, v.Row):
        spot = number_of(method, of, index, target)
        return method.emit(f"STORE(c, {spot}, {method.new_item(of, value, node)});")
    row = method.inner(of, place(method, index, of.sizes[0], target)) if isinstance(of, v.Rows) else None
    if not isinstance(row, v.Row) or not isinstance(of, v.Rows):
        raise NotTranslated(target, f"{source_of(target)} is not assigned")
    return store(method, row, value, of.size, node)


def set_field(method: Method, target: ast.Attribute, value: v.Value, node: ast.expr) -> None:
    """table.NAME = ..."""
    field = method.unit.fields.get(target.attr)
    if method.value(target.value) != v.Name("table") or field is None:
        raise NotTranslated(target, f"{source_of(target)}: only fields of the table are assigned")
    row = method.value(target)
    if isinstance(row, v.Row):
        return store(method, row, value, field.size or method.unit.seats, node)
    method.check_may_change(target)
    return method.emit(f"STORE(c, *{method.unit.cells(target.attr)}, {method.integer(value, node)});")


def store(method: Method, row: v.Row, value: v.Value, size: int, node: ast.expr) -> None:
    """Write a whole list into a field, of which it is the list from now on."""
    method.check_may_change(node)
    other = method.numbers(value, node)
    if other.type != "list" or other.is_copy:
        raise NotTranslated(node, f"{source_of(node)} is no list of its own: write list(...)")
    if other.has_name:
        if not isinstance(node, ast.Name) or other.field:
            raise NotTranslated(node, f"{source_of(node)}: a list in two fields; write list(...)")
        method.release(node, name=node.id)
    method.release(node, field=row.field)
    method.emit(f"store_list(c, {row.base or row.data}, {size}, {int(bool(row.base))}, {other.data}, {other.n});")


def store_rows(method: Method, rows: v.Rows, source: ast.expr) -> None:
    """table.NAME = [[...], ...]: the lists of a field, which are written when all are there."""
    if len(rows.sizes) > 1 or not isinstance(source, ast.List | ast.ListComp):
        raise NotTranslated(source, f"{source_of(source)} is not translated")
    method.check_may_change(source)
    n, width = rows.sizes[0], rows.size + rows.is_pile
    kind = f"int{8 * method.unit.fields[rows.field].bytes}_t"
    made, i = method.variable(kind, f"[{n * width}]"), method.variable()

    def put(value: v.Value, node: ast.AST) -> None:
        row = method.numbers(value, node)
        if row.has_name or row.is_copy or row.type != "list":
            raise NotTranslated(node, f"{source_of(node)}: a list in two fields; write list(...)")
        at = f"{made} + {width} * place(c, {i}, {n})"
        method.emit(f"store_list(c, {at}, {rows.size}, {int(rows.is_pile)}, {row.data}, {row.n}); {i}++;")

    method.emit(f"{i} = 0;")
    method.fill(source, Sink(i, put))
    method.emit(f"if ({i} == {n} && !c->bad) memcpy({rows.base}, {made}, sizeof {made}); else c->bad = 1;")
    method.release(source, field=rows.field)


STATEMENTS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Expr: expression, ast.Pass: lambda *_: None, ast.Raise: raise_statement,
    ast.If: branch, ast.While: while_loop, ast.For: for_loop, ast.Break: jump, ast.Continue: jump,
    ast.Return: return_statement, ast.Delete: delete, ast.Assign: assign, ast.AnnAssign: assign, ast.AugAssign: augment,
}  # fmt: skip
TARGETS: Mapping[type[ast.AST], Callable[..., None]] = {ast.Subscript: set_item, ast.Attribute: set_field}
