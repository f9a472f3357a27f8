"""Python's functions, methods of lists, texts and draws, and of the table, as C."""

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cext.games.translation import values as v
from cext.games.translation.expressions import OPERATORS, ORDERED, comparison, place_among
from cext.games.translation.method import Method
from cext.games.translation.values import NotTranslated, source_of

__all__ = ["call", "check_changes"]

# Functions of numbers, and methods of lists, in C: {0}, {1} are the arguments; b the list with its length, v its first
# number, n its length, r its room.
FUNCTIONS = {("abs", 1): "absolute(c, {0})", ("int", 1): "{0}"}
QUESTIONS = {("count", 1): "count({v}, {n}, {0})", ("index", 1): "index_of(c, {v}, {n}, {0})"}
GROWING = {
    ("append", 1): "append(c, {b}, {r}, {0})", ("insert", 2): "insert(c, {b}, {r}, {0}, {1})",
    ("pop", 0): "pop(c, {b}, -1)", ("pop", 1): "pop(c, {b}, {0})",
    ("remove", 1): "pop(c, {b}, index_of(c, {v}, {n}, {0}))", ("clear", 0): "clear({b})",
}  # fmt: skip
ENDING = ("deal", "play", "bot_turn")  # methods of the rules that may say whose turn it is
ORDERING = {("sort", 0): "sort({v}, {n})", ("reverse", 0): "reverse({v}, {n})"}


def call(method: Method, node: ast.Call) -> v.Value:
    if called := method.callee(node):
        return method.call(*called, node)
    match node:
        case ast.Call(ast.Name(name), args) if name not in method.frame.own and name not in method.unit.constants.names:
            found = call_function(method, name, args, node)
        case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys"), [items], []):
            found = unique(method, items, "dict")
        case ast.Call(ast.Attribute(of, name), args):
            value = method.value(of)
            if value == v.Name("table"):
                found = call_table(method, name, node)
            elif isinstance(value, v.Name) and value.name == "draws":
                found = call_draws(method, value.code, name, args, node)
            else:
                found = call_method(method, value, name, args, node)
        case _:
            found = None
    if found is None:
        raise NotTranslated(node, f"{source_of(node)} is not translated")
    return found


# -- Python's functions -----------------------------------------------------------------------------------------------


def call_function(method: Method, name: str, args: list[ast.expr], node: ast.Call) -> v.Value | None:
    """What one of Python's functions gives; None: it is not translated."""
    words = [ast.unparse(word) for word in node.keywords]
    if (name, len(args)) in FUNCTIONS and not words:
        return v.Scalar(FUNCTIONS[name, len(args)].format(*(method.pin(method.number(arg)) for arg in args)))
    match name, args:
        case "range", [*_]:
            codes = [method.pin(method.number(arg)) for arg in args[:2]]
            step = method.value(args[2]) if len(args) == 3 else v.Const(1)
            if isinstance(step, v.Const) and step.value:
                return v.Span(codes[0] if len(args) > 1 else "0", codes[-1], step.value)
        case "min" | "max", [first, *others] if others and not words:
            code = method.pin(method.number(first))
            for other in others:
                code = method.pin(f"{'least' if name == 'min' else 'most'}({code}, {method.number(other)})")
            return v.Scalar(code)
        case "min" | "max", [items]:
            return extreme(method, name, items, node)
        case "divmod", [_, _]:
            one, two = (method.pin(method.number(arg)) for arg in args)
            return v.Tuple(
                tuple(v.Scalar(method.pin(OPERATORS[op].format(one, two))) for op in (ast.FloorDiv, ast.Mod))
            )
        case "any" | "all", [items]:
            return any_or_all(method, name, items)
        case "sum", [items, *start] if all(map(method.constant, start)):
            total = method.variable()
            method.emit(f"{total} = {method.number(start[0]) if start else '0'};")
            template = f"{total} = add(c, {total}, {{}});"
            method.iterate(items, lambda each: method.emit(template.format(method.integer(each, items))))
            return v.Scalar(total)
        case "bool", [one_node]:
            return v.Scalar(method.truth(one_node))
        case "len", [one_node]:
            return length(method, method.value(one_node), one_node)
        case "set" | "frozenset", [items] if not words:
            method.numbers(made := unique(method, items, "set"), items)
            method.emit(f"sort({made.data}, {made.n});")
            return made
        case "sorted" | "reversed" | "list" | "tuple", [items] if words in ([], ["reverse=True"]):
            made = method.list_of(items)
            if name == "sorted":
                method.numbers(made, items)
                method.emit(f"sort({made.data}, {made.n});")
            if name == "reversed" or words:
                method.emit(f"reverse({made.data}, {made.n});")
            return replace(made, type={"sorted": "list", "reversed": "iterator"}.get(name, name))
    return None


def unique(method: Method, node: ast.expr, kind: str) -> v.Row:
    """The items of a list expression, none twice, in their order."""
    row, made = method.row(method.value(node), node), method.new_list()
    method.set_list_kind(made, method.list_kind(row), node)
    method.emit(f"unique(c, {made.base}, {row.data}, {row.n});")
    return replace(made, type=kind)


def length(method: Method, value: v.Value, node: ast.expr) -> v.Value:
    """len()"""
    if v.type_of(value) == "iterator":
        raise NotTranslated(node, f"{source_of(node)} has no length")
    match value:
        case v.Rows(sizes=(n, *_)):
            return v.Const(n)
        case v.Name("boards"):
            return v.Const(method.unit.players)
        case v.Tuple(items):
            return v.Const(len(items))
        case v.Name("move") | v.Parts():
            return count_parts(method, value, node, lambda part: "1")
        case v.Name("moves", start):
            return v.Scalar(method.pin(f"c->n_out - {start}"))
    if (found := method.map_choice(len, value)) is not None:
        return found
    return v.Scalar(method.pin(method.row(value, node).n))


def count_parts(method: Method, value: v.Value, node: ast.AST, test: Callable[[v.Value], str]) -> v.Value:
    """How many parts of the move pass a test."""
    n = method.variable()
    method.emit(f"{n} = 0;")
    method.loop_over(value, node, lambda part: method.emit(f"{n} += {test(part)};"))
    return v.Scalar(n)


def any_or_all(method: Method, name: str, items: ast.expr) -> v.Value:
    """any(), all(): until it is clear."""
    result, label, sign = method.variable(), f"done{method.unit.number()}", "!" if name == "all" else ""
    method.emit(f"{result} = {int(name == 'all')};")

    def step(each: v.Value) -> None:
        with method.when(f"{sign}{method.is_true(each, items)}"):
            method.emit(f"{result} = {int(name == 'any')}; goto {label};")

    method.iterate(items, step)
    method.emit(f"{label}: ;")
    return v.Scalar(result)


def extreme(method: Method, name: str, items: ast.expr, node: ast.Call) -> v.Value | None:
    """min(), max() of an iterable, of which the first of equal ones is taken."""
    words = {word.arg: word.value for word in node.keywords}
    key, default = words.pop("key", None), words.pop("default", None)
    if default and not method.constant(default):
        return None
    if words or not (key is None or (isinstance(key, ast.Lambda) and len(key.args.args) == 1)):
        return None
    best, any_yet, sign = method.variable(), method.variable(), ">" if name == "max" else "<"
    ratings: list[str] = []
    method.emit(f"{any_yet} = 0; {best} = {method.number(default) if default else '0'};")

    def step(each: v.Value) -> None:
        number = method.pin(method.integer(each, items))
        values = [number]
        if isinstance(key, ast.Lambda):
            target = ast.Name(key.args.args[0].arg)
            with method.scope(target):
                method.set_name(target.id, v.Scalar(number), items, once=True)
                parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
                values = [method.pin(method.number(part)) for part in parts]
        better, noted = "0", ""
        ratings.extend(method.variable() for _ in values[len(ratings) :])
        for value, rating in reversed([*zip(values, ratings, strict=True)]):
            better = f"({value} {sign} {rating} || ({value} == {rating} && {better}))"
            noted += f"{rating} = {value}; "
        with method.when(f"!{any_yet} || {better}"):
            method.emit(f"{noted}{best} = {number}; {any_yet} = 1;")

    method.iterate(items, step)
    if default is None:
        method.emit(f"if (!{any_yet}) c->bad = 1;")
    return v.Scalar(best)


# -- lists, draws, the table ------------------------------------------------------------------------------------------


def call_method(method: Method, value: v.Value, name: str, args: list[ast.expr], node: ast.Call) -> v.Value | None:
    """What a method of a list, or of what never changes, gives; None: it is not translated."""
    values = [method.pin_value(method.value(arg), arg) for arg in args]
    method.check_current(node, value, *values)
    found = method.map_choice(lambda this, *others: getattr(this, name)(*others), value, *values)
    if found is not None or node.keywords:
        return found
    match value, name, values:
        case v.Name("move") | v.Parts(), "count", [one]:

            def is_same(part: v.Value) -> str:
                same = comparison(method, one, ast.Eq(), args[0], node, part)
                return method.is_true(same, node)

            return count_parts(method, value, node, is_same)
        case v.Const(dict() as table), "get", [key, v.Const(other)]:
            place = place_among(method, tuple(table), key, node)
            return v.Choice((*table.values(), other), method.pin(f"{place} < 0 ? {len(table)} : {place}"))
        case v.Const(list() | tuple() | str() as items), "index", [one]:
            return v.Scalar(place_among(method, tuple(items), one, node, must=True))
        case _, "copy", [] if v.type_of(value) == "list":
            return method.copy_list(method.row(value, node), node)
        case v.Row(), "extend", [other] if v.type_of(other) != "iterator":
            check_changes(method, value, node)
            method.extend_list(value, method.row(other, node), node)
            return v.NOTHING
    row, question = method.row(value, node), (name, len(args))
    codes: Any = {"b": row.base, "v": row.data, "n": row.n, "r": row.room}
    if question in QUESTIONS and row.type in ORDERED:
        return v.Scalar(method.pin(QUESTIONS[question].format(method.known_item(row, values[0], node), **codes)))
    template = (GROWING | ORDERING).get(question)
    if template is None or not isinstance(value, v.Row):
        return None
    if name == "sort":
        method.numbers(row, node)
    read = {"append": method.new_item, "insert": method.new_item, "remove": method.known_item}.get(name)
    numbers = [method.integer(each, node) for each in (values[:-1] if read else values)]
    numbers += [read(row, values[-1], node)] if read else []
    check_changes(method, row, node, grows=question in GROWING)
    if name == "pop":
        return method.item(row, method.pin(template.format(*numbers, **codes)))
    method.emit(f"{template.format(*numbers, **codes)};")
    return v.NOTHING


def check_changes(method: Method, row: v.Row, node: ast.AST, *, grows: bool = True) -> None:
    """NotTranslated where a list cannot be changed so."""
    if row.type != "list" or not (row.base or (row.field and not grows)):
        raise NotTranslated(node, f"{source_of(node)}: this list does not grow or shrink")
    if row.field:
        method.check_may_change(node)


def call_draws(method: Method, draws: str, name: str, args: list[ast.expr], node: ast.Call) -> v.Value | None:
    """Random draws; None: it is not translated."""
    method.check_may_change(node)
    match name, args:
        case "below", [n]:
            return v.Scalar(method.pin(f"below(c, {draws}, {method.number(n)})"))
        case "shuffled", [items]:
            made = method.list_of(items)
            method.emit(f"shuffle({draws}, {made.data}, {made.n});")
            return replace(made, type="list")
        case "shuffle", [items]:
            row = method.row(method.value(items), node)
            check_changes(method, row, node, grows=False)
            method.emit(f"shuffle({draws}, {row.data}, {row.n});")
            return v.NOTHING
        case "choice", [items]:
            value = method.value(items)
            if v.type_of(value) not in (*ORDERED, "str"):
                return None
            if isinstance(value, v.Const):
                return v.Choice(tuple(value.value), method.pin(f"below(c, {draws}, {len(value.value)})"))
            row = method.row(value, node)
            return method.item(row, method.pin(f"{row.data}[below(c, {draws}, {row.n})]"))
    return None


def call_table(method: Method, name: str, node: ast.Call) -> v.Value | None:
    """table.end_turn(), table.end_game(); None: it is not translated."""
    method.check_may_change(node)
    words = {word.arg: word.value for word in node.keywords} | dict(zip(["seat"], node.args, strict=False))
    words = {word: value for word, value in words.items() if ast.unparse(value) != "None"}
    if len(node.args) > 1 or not {"end_turn": {"seat", "ends_round"}, "end_game": set()}.get(name, set()) >= set(words):
        return None
    is_refused = method.entry not in ENDING or ("ends_round" in words and method.entry != "play")
    if is_refused or (name == "end_turn" and method.entry == "deal" and "seat" not in words):
        method.emit("c->bad = 1;")
    elif name == "end_game":
        method.emit("c->ended = c->over = 1;")
    else:
        seat = method.pin(method.number(words["seat"])) if "seat" in words else ""
        ends = f"{method.pin(method.number(words['ends_round']))} ? 1 : 2" if "ends_round" in words else "0"
        named = f"end_turn(c, {seat}, {method.unit.players}, {ends});"
        method.emit(named if seat else f"c->ended = 1, c->following = 0, c->round_end = {ends};")
    return v.NOTHING
