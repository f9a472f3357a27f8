"""Expressions of a game's rules as C: names, fields, items of lists, operators."""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from cext.games.translation import values as v
from cext.games.translation.method import Method
from cext.games.translation.values import NotTranslated, source_of
from cext.games.translation.variables import is_number

__all__ = ["EXPRESSIONS", "OPERATORS", "place", "place_among"]

# What Python's operators are in C.
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add(c, {}, {})", ast.Sub: "sub(c, {}, {})", ast.Mult: "mul(c, {}, {})",
    ast.FloorDiv: "floordiv(c, {}, {})", ast.Mod: "modulo(c, {}, {})",
    ast.LShift: "shift_left(c, {}, {})", ast.RShift: "shift_right(c, {}, {})",
    ast.BitAnd: "some(c, {} & {})", ast.BitOr: "some(c, {} | {})", ast.BitXor: "some(c, {} ^ {})",
    ast.USub: "sub(c, 0, {})", ast.UAdd: "{}", ast.Invert: "sub(c, -1, {})",
    ast.Eq: "({} == {})", ast.NotEq: "({} != {})", ast.Is: "({} == {})", ast.IsNot: "({} != {})",
    ast.Lt: "({} < {})", ast.LtE: "({} <= {})", ast.Gt: "({} > {})", ast.GtE: "({} >= {})",
}  # fmt: skip
PYTHON: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
ORDERED = ("list", "tuple", "range")  # types of which an item is asked for by its place
EQUALITY = ast.Eq | ast.NotEq | ast.Is | ast.IsNot


def name(method: Method, node: ast.Name) -> v.Value:
    if node.id in method.names:
        return method.names[node.id]
    if node.id in method.frame.own:
        raise NotTranslated(node, f"{node.id} may have no value here, or is a field's list")
    return v.Const(method.unit.constants.name(node.id, node))


def attribute(method: Method, node: ast.Attribute) -> v.Value:
    value = method.value(node.value)
    if value == v.Name("self"):
        return v.Const(method.unit.constants.attribute(node.attr, node))
    if value != v.Name("table"):
        raise NotTranslated(node, f"{source_of(node)} is not translated")
    unit, name = method.unit, node.attr
    if name == "round":
        return v.Scalar(method.pin("((int64_t)*(uint16_t *)(c->state + ROUND) + 1)"))
    if name == "rng":
        return v.Name("draws", "&c->play")
    if name == "board":
        board: v.Value = unit.board("0") if unit.kind.table_boards else v.Name("boards")
        return board
    if name not in unit.fields:
        raise NotTranslated(node, f"{source_of(node)} is no field")
    field, base, version = unit.fields[name], unit.cells(name), method.versions[name]
    sizes = (unit.seats,) * field.by_seat + (field.piles,) * bool(field.piles)
    if sizes and field.size:
        return v.Rows(base, sizes, field.size, field.is_pile, name, version)
    if field.is_pile:
        return replace(v.Row.pile(base, str(field.size), name), version=version)
    if field.size or sizes:
        return v.Row(base, str(field.size or unit.seats), field=name, version=version)
    return v.Scalar(method.pin(f"*{base}"))


# -- items ------------------------------------------------------------------------------------------------------------


def subscript(method: Method, node: ast.Subscript) -> v.Value:
    if isinstance(node.slice, ast.Slice):
        return slice_list(method, node, node.slice)
    value, index = method.value(node.value), method.value(node.slice)
    method.check_current(node, value)
    if (found := method.map_choice(operator.getitem, value, index)) is not None:
        return found
    unit = method.unit
    match value, index:
        case v.Choice((dict() as first, *others) as rows, code), _ if first:
            if any(set(row) != set(first) for row in others):
                raise NotTranslated(node, f"{source_of(node)}: not every row has the same columns")
            keys = columns_of(rows, index)
            column = unit.moves.place_of(method, keys, index, node)
            cells = tuple(row[key] for row in rows for key in keys)
            found = v.Choice(cells, method.pin(f"{code} * {len(keys)} + {column}"))
        case v.Choice((tuple() | list() | str(), *_) as rows, code), _ if not is_numbers(rows):
            _, item = method.sequence(value, place_in(method, value, index, node), node)
            found = method.pin_value(item, node)
        case v.Name("move"), v.Const(int() as number) if number >= 0:
            found = unit.moves.part(method, number, node)
        case v.Tuple(items), v.Const(int() as number) if -len(items) <= number < len(items):
            found = items[number]
        case v.Parts(start, stop), v.Const(int() as number) if number in range(stop - start if stop else 256):
            found = unit.moves.part(method, start + number, node)
        case v.Name("boards"), _:
            found = unit.board(place(method, index, unit.players, node))
        case v.Rows(sizes=(n, *_)), _:
            found = method.inner(value, place(method, index, n, node))
        case v.Const(dict() as table), _ if table:
            found = v.Choice(tuple(table.values()), place_among(method, tuple(table), index, node, must=True))
        case v.Const(tuple() | list() | str() | range() as values), _ if values:
            found = v.Choice(tuple(values), place(method, index, len(values), node))
        case _ if v.type_of(value) in ORDERED:
            row = method.row(value, node.value)
            found = method.item(row, method.pin(f"{row.data}[{place(method, index, row.n, node)}]"))
        case _:
            raise NotTranslated(node, f"{source_of(node)} is not translated")
    return found


def place(method: Method, index: v.Value, n: int | str, node: ast.AST) -> str:
    """A place in a list of n."""
    return method.pin(f"place(c, {method.integer(index, node)}, {n})")


def columns_of(rows: tuple[Any, ...], index: v.Value) -> tuple[Any, ...]:
    """The columns that an index may name: where they are of several kinds those that hold numbers, others being left
    to Python."""
    names = tuple(rows[0])
    if isinstance(index, v.Choice):
        return tuple(name for name in names if name in index.values) or names
    numbers = tuple(name for name in names if all(is_number(row[name]) for row in rows))
    return numbers or names


def place_in(method: Method, rows: v.Choice, index: v.Value, node: ast.AST) -> str:
    """A place in one of several lists."""
    return place(method, index, f"{method.unit.array(map(len, rows.values))}[{rows.code}]", node)


def is_numbers(rows: tuple[Any, ...]) -> bool:
    """Whether rows are lists of numbers."""
    return all(isinstance(row, tuple | list) and all(map(is_number, row)) for row in rows)


def place_among(method: Method, keys: tuple[Any, ...], value: v.Value, node: ast.AST, *, must: bool = False) -> str:
    """The place of a value among constants, -1: it is none of them, which is an error where it must be one."""
    is_text = keys and all(isinstance(key, str) for key in keys)
    one = v.Scalar(method.text(value, node), v.TEXT) if is_text else method.scalar(value, node)
    if one.kind == v.TEXT:
        keys = tuple(method.unit.text_number(key) if isinstance(key, str) else -1 for key in keys)
    if not all(map(is_number, keys)):
        raise NotTranslated(node, f"{source_of(node)} is not translated")
    return method.pin(f"{'index_of(c, ' if must else 'find('}{method.unit.array(keys)}, {len(keys)}, {one.code})")


def slice_list(method: Method, node: ast.Subscript, part: ast.Slice) -> v.Value:
    """list[a:b], list[::-1]"""
    value = method.value(node.value)
    bounds = [None if bound is None else method.constant(bound) for bound in (part.lower, part.upper)]
    start, stop = ((0 if bound is None else bound.value) for bound in bounds)
    if value == v.Name("move") and part.step is None:
        is_known = all(isinstance(each, int) and each >= 0 for each in (start, stop))
        if not is_known or (part.lower and bounds[0] is None) or (part.upper and bounds[1] is None):
            raise NotTranslated(node, f"{source_of(node)}: write the places of a move's parts as numbers, from 0")
        return v.Parts(start, stop if part.upper else None)
    row, made = method.row(value, node.value), method.new_list()
    if row.type not in ORDERED:
        raise NotTranslated(node, f"{source_of(node)} is not translated")
    is_backwards = ast.unparse(part) == "::-1"
    if part.step and not is_backwards:
        raise NotTranslated(node, f"{source_of(node)}: of steps only [::-1] is translated")
    start = method.number(part.lower) if part.lower else "0"
    stop = method.number(part.upper) if part.upper else row.n
    method.check_current(node, row)
    method.set_list_kind(made, method.list_kind(row), node)
    method.emit(f"slice(c, {made.base}, {made.room}, {row.data}, {row.n}, {start}, {stop});")
    if is_backwards:
        method.emit(f"reverse({made.data}, {made.n});")
    return replace(made, type=row.type)


def new_tuple(method: Method, node: ast.Tuple) -> v.Value:
    if any(isinstance(each, ast.Starred) for each in node.elts):
        return method.list_of(node)
    return v.Tuple(tuple(method.pin_value(method.value(each), each) for each in node.elts))


# -- operators --------------------------------------------------------------------------------------------------------


def binop(method: Method, node: ast.BinOp) -> v.Value:
    with method.block() as lines:
        left, right = method.value(node.left), method.value(node.right)
    is_joined = isinstance(node.op, ast.Add) and (v.is_list(left) or v.is_list(right))
    if is_joined or (isinstance(node.op, ast.Mult) and v.type_of(left) in ("list", "tuple")):
        return method.list_of(node)
    method.lines += lines
    if type(node.op) not in OPERATORS:
        raise NotTranslated(node, f"{source_of(node)}: only whole numbers are translated")
    return v.Scalar(OPERATORS[type(node.op)].format(method.integer(left, node.left), method.integer(right, node.right)))


def unaryop(method: Method, node: ast.UnaryOp) -> v.Value:
    if isinstance(node.op, ast.Not):
        return v.Scalar(method.truth(node))
    return v.Scalar(OPERATORS[type(node.op)].format(method.number(node.operand)))


def boolop(method: Method, node: ast.BoolOp) -> v.Value:
    """`and`, `or`: the value of the last part that is asked for."""
    if all(isinstance(part, ast.Compare) or ast.unparse(part).startswith("not ") for part in node.values):
        return v.Scalar(method.truth(node))
    with method.block() as lines:
        first = method.value(node.values[0])
    if v.is_list(first):
        return choose_list(method, node)
    method.lines += lines
    result, sign = method.variable(), "!" if isinstance(node.op, ast.Or) else ""
    for part in node.values:
        value = first if part is node.values[0] else method.value(part)
        method.emit(f"{result} = {method.integer(value, part)}; if ({sign}{result}) {{")
    method.emit("}" * len(node.values))
    return v.Scalar(result)


def choose_list(method: Method, node: ast.expr) -> v.Value:
    """A copy of one of several lists, which for that never changes."""
    made = method.list_of(node)
    is_copy = any(may_change(method, each) for each in choices(node))
    return v.Row(made.data, made.n, type=made.type, is_copy=is_copy, kind=method.list_kind(made) or v.NUMBER)


def choices(node: ast.expr) -> list[ast.expr]:
    """The lists of which an expression is one."""
    match node:
        case ast.BoolOp(_, parts):
            return [choice for part in parts for choice in choices(part)]
        case ast.IfExp(_, yes, no):
            return [*choices(yes), *choices(no)]
    return [node]


def may_change(method: Method, node: ast.expr) -> bool:
    """Whether a list has a name by which it may be changed."""
    if method.constant(node) or isinstance(node, ast.List | ast.ListComp | ast.BinOp):
        return False
    is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    return isinstance(node, ast.Name) or not (method.is_question or is_slice)


def ifexp(method: Method, node: ast.IfExp) -> v.Value:
    with method.block() as lines:
        tested = method.value(node.test)
        test = method.pin(method.is_true(tested, node.test))
    with method.block() as if_true:
        yes = method.value(node.body)
    with method.block() as if_false:
        no = method.value(node.orelse)
    if v.is_list(yes) or v.is_list(no):
        return choose_list(method, node)
    method.lines += lines
    found = None if if_true or if_false else method.map_choice(lambda test, *both: both[not test], tested, yes, no)
    if found is not None:
        return found
    ends = []
    for value, branch in (yes, if_true), (no, if_false):
        with method.block() as more:
            ends.append(method.scalar(value, node))
        branch += more
    kinds = {end.kind for end in ends}
    if len(kinds) > 1 and v.TEXT in kinds:
        raise NotTranslated(node, f"{source_of(node)} is a number or a text")
    kind = v.NUMBER_OR_NONE if v.NUMBER_OR_NONE in kinds else kinds.pop()
    if not (if_true or if_false):
        return v.Scalar(f"({test} ? {ends[0].code} : {ends[1].code})", kind)
    result = method.variable()
    method.lines += [f"if ({test}) {{", *if_true, f"{result} = {ends[0].code};", "} else {"]
    method.lines += [*if_false, f"{result} = {ends[1].code};", "}"]
    return v.Scalar(result, kind)


def compare(method: Method, node: ast.Compare) -> v.Value:
    if len(node.ops) == 1:
        return comparison(method, method.value(node.left), node.ops[0], node.comparators[0], node)
    if any(isinstance(sign, ast.In | ast.NotIn) for sign in node.ops):
        raise NotTranslated(node, f"{source_of(node)} is not translated")
    values = [method.pin_value(method.value(node.left), node)]  # of the parts so far

    def link(sign: ast.cmpop, right: ast.expr) -> str:
        values.append(method.pin_value(method.value(right), right))
        return method.is_true(comparison(method, values[-2], sign, right, node, values[-1]), node)

    links = [partial(link, sign, right) for sign, right in zip(node.ops, node.comparators, strict=True)]
    return v.Scalar(method.logic(ast.And(), links))


def comparison(
    method: Method, one: v.Value, sign: ast.cmpop, right: ast.expr, node: ast.AST, two: v.Value | None = None
) -> v.Value:
    """Whether two values compare so."""
    one = method.pin_value(one, node)
    two = two or method.value(right)
    if type(sign) in PYTHON and (found := method.map_choice(PYTHON[type(sign)], one, two)) is not None:
        return found
    if isinstance(sign, ast.In | ast.NotIn) and (isinstance(two, v.Parts) or two == v.Name("move")):
        result = method.variable()
        method.emit(f"{result} = 0;")

        def compare_part(part: v.Value) -> None:
            method.emit(f"{result} |= {method.is_true(comparison(method, one, ast.Eq(), right, node, part), node)};")

        method.loop_over(two, node, compare_part)
        return v.Scalar(result if isinstance(sign, ast.In) else f"!{result}")
    if isinstance(sign, ast.In | ast.NotIn):
        if isinstance(two, v.Const) and not isinstance(two.value, str):  # which has parts, not items
            code = place_among(method, tuple(two.value), one, node)
        else:
            if v.type_of(two) in ("", "str"):  # of which texts are parts, too
                raise NotTranslated(node, f"{source_of(node)} is not translated")
            row = method.row(two, right)
            code = method.pin(f"find({row.data}, {row.n}, {method.known_item(row, one, node)})")
        return v.Scalar(f"({code} {'>=' if isinstance(sign, ast.In) else '<'} 0)")
    types = {v.type_of(one), v.type_of(two)}
    if isinstance(sign, ast.Eq | ast.NotEq) and types <= {"list", "tuple"}:
        return v.Scalar(f"{'' if isinstance(sign, ast.Eq) else '!'}{same_items(method, one, two, right, node)}")
    template, is_equality = OPERATORS[type(sign)], isinstance(sign, EQUALITY)
    parts = [isinstance(each, v.Name) and each.name == "part" for each in (one, two)]
    if any(parts):
        is_text = method.scalar(two if parts[0] else one, node).kind == v.TEXT
        read = method.text if is_text else method.integer
        return v.Scalar(template.format(read(one, node), read(two, node)))
    first, second = method.scalar(one, node), method.scalar(two, node)
    kinds = {first.kind, second.kind}
    if isinstance(sign, ast.Is | ast.IsNot) and v.NOTHING not in (one, two):
        raise NotTranslated(node, f"{source_of(node)}: `is` is not translated")
    if is_equality and (kinds == {v.TEXT} or (v.TEXT not in kinds and kinds != {v.NUMBER})):
        return v.Scalar(template.format(first.code, second.code))
    return v.Scalar(template.format(method.integer(first, node), method.integer(second, node)))


def same_items(method: Method, one: v.Value, two: v.Value, right: ast.expr, node: ast.AST) -> str:
    """Whether two lists or two tuples hold the same: C code."""
    if v.type_of(one) != v.type_of(two):
        return "0"
    first, second = (method.row(v.Parts() if each == v.Name("move") else each, node) for each in (one, two))
    method.check_current(node, first, second)
    if {method.list_kind(first), method.list_kind(second)} == {v.NUMBER, v.TEXT}:
        raise NotTranslated(node, f"{source_of(node)} compares numbers with texts")
    return method.pin(f"same({first.data}, {first.n}, {second.data}, {second.n})")


EXPRESSIONS: Mapping[type[ast.AST], Callable[..., v.Value]] = {
    ast.Name: name, ast.Attribute: attribute, ast.Subscript: subscript, ast.Tuple: new_tuple,
    ast.List: Method.list_of, ast.ListComp: Method.list_of, ast.GeneratorExp: Method.list_of,
    ast.BinOp: binop, ast.UnaryOp: unaryop, ast.BoolOp: boolop, ast.IfExp: ifexp, ast.Compare: compare,
}  # fmt: skip
