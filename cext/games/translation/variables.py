"""Lists of numbers in memory as C, and variables of a method."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cext.games.rules import HIGHEST, LOWEST
from cext.games.translation import values as v
from cext.games.translation.code import Code
from cext.games.translation.values import NotTranslated, source_of

__all__ = ["Body", "Sink", "Variables", "is_number"]

LONG_LOOP = 4096  # repeats after which a loop looks whether a signal has come (compiled_rules.h)
Body = Callable[[v.Value], None]  # writes what is done with an item of a list


@dataclass(frozen=True)
class Sink:
    """Where the items of a list expression go: code of how many there are, what is done with one; the list of numbers
    that they are added to."""

    n: str
    put: Callable[[v.Value, ast.AST], None]
    row: v.Row | None = None


class Variables(Code):
    """What lists and variables are in C."""

    # -- lists --------------------------------------------------------------------------------------------------------

    def new_list(self) -> v.Row:
        """An empty list."""
        base = self.variable("int32_t", "[1 + LIST_ITEMS]")
        self.emit(f"{base}[0] = 0;")
        return v.Row.pile(base, "LIST_ITEMS", fresh=True)

    def number_sink(self, row: v.Row) -> Sink:
        """Where numbers go that are added to a list."""

        def put(value: v.Value, node: ast.AST) -> None:
            self.emit(f"append(c, {row.base}, {row.room}, {self.new_item(row, value, node)});")

        return Sink(row.n, put, row)

    def list_kind(self, row: v.Row) -> str:
        """What a list that is read holds: numbers where none was put there so far; "": it is surely empty."""
        if row.kind or row.fresh or not row.base:
            return row.kind or self.list_kinds.get(row.base, "")
        return self.list_kinds.setdefault(row.base, v.NUMBER)

    def set_list_kind(self, row: v.Row, kind: str, node: ast.AST) -> None:
        """Have a list hold numbers, or texts."""
        if kind and (row.kind or self.list_kinds.setdefault(row.base, kind)) != kind:
            raise NotTranslated(node, f"{source_of(node)}: numbers and texts in one list")

    def new_item(self, row: v.Row, value: v.Value, node: ast.AST) -> str:
        """C code of an item that is put into a list."""
        is_part = isinstance(value, v.Name) and self.list_kinds.get(row.base) == v.TEXT
        is_text = is_part or self.scalar(value, node).kind == v.TEXT
        self.set_list_kind(row, v.TEXT if is_text else v.NUMBER, node)
        return self.text(value, node) if is_text else self.integer(value, node)

    def known_item(self, row: v.Row, value: v.Value, node: ast.AST) -> str:
        """C code of an item that is looked for in a list."""
        return self.text(value, node) if self.list_kind(row) == v.TEXT else self.integer(value, node)

    def item(self, row: v.Row, code: str) -> v.Scalar:
        """An item of a list, from C code."""
        return v.Scalar(code, self.list_kind(row) or v.NUMBER)

    def extend_list(self, row: v.Row, other: v.Row, node: ast.AST) -> None:
        """Write that a list gets all items of another one, too."""
        self.set_list_kind(row, self.list_kind(other), node)
        self.emit(f"slice(c, {row.base}, {row.room}, {other.data}, {other.n}, 0, {other.n});")

    def copy_list(self, row: v.Row, node: ast.AST) -> v.Row:
        """A list of its own with the same items."""
        made = self.new_list()
        self.extend_list(made, row, node)
        return made

    def numbers(self, value: v.Value, node: ast.AST) -> v.Row:
        """The value as numbers in memory."""
        row = self.row(value, node)
        if self.list_kind(row) == v.TEXT:
            raise NotTranslated(node, f"{source_of(node)} is a list of texts, not a list of numbers")
        return row

    def row(self, value: v.Value, node: ast.AST) -> v.Row:
        """The value as numbers in memory, or as texts by their numbers."""
        match value:
            case v.Row():
                return value
            case v.Const(range() | tuple() | list() as items) if kind := kind_of(items):
                return v.Row(self.coded(items, kind), str(len(items)), type=v.type_of(value), kind=kind * bool(items))
            case v.Choice(rows, code) if all(isinstance(row, tuple | list) for row in rows) and (
                kind := kind_of([item for row in rows for item in row])
            ):
                flat = self.coded([item for row in rows for item in row], kind)
                starts = self.unit.array([sum(map(len, rows[:i])) for i in range(len(rows))])
                n = f"{self.unit.array(map(len, rows))}[{code}]"
                return v.Row(f"({flat} + {starts}[{code}])", n, type=v.type_of(value), kind=kind)
            case v.Parts():
                made = self.new_list()
                self.set_list_kind(made, self.unit.moves.kind_of_parts(value.start), node)
                self.loop_over(value, node, lambda item: self.number_sink(made).put(item, node))
                return replace(made, type=value.type, is_copy=value.type == "list")
            case v.Tuple(items):
                made = self.new_list()
                for item in items:
                    self.number_sink(made).put(item, node)
                return replace(made, type="tuple")
            case v.Span() | v.Choice():
                made = self.new_list()
                self.loop_over(value, node, lambda item: self.number_sink(made).put(item, node))
                return replace(made, type=v.type_of(value))
        raise NotTranslated(node, f"{source_of(node)} is {v.description(value)}, not a list of numbers")

    def coded(self, items: Sequence[Any], kind: str) -> str:
        """The array of numbers, or of the numbers of texts."""
        name: str = self.unit.array(map(self.unit.text_number, items) if kind == v.TEXT else items)
        return name

    @staticmethod
    def inner(rows: v.Rows, i: str) -> v.Value:
        """One of several lists."""
        width = rows.size + rows.is_pile
        for n in rows.sizes[1:]:
            width *= n
        base, rest = f"({rows.base} + {width} * {i})", rows.sizes[1:]
        if rest:
            return replace(rows, base=base, sizes=rest)
        row = v.Row.pile(base, str(rows.size), rows.field) if rows.is_pile else v.Row(base, str(rows.size))
        return replace(row, field=rows.field, version=rows.version)

    # -- loops --------------------------------------------------------------------------------------------------------

    def loop_over(self, value: v.Value, node: ast.AST, body: Body, *, backwards: bool = False) -> None:
        """Write a loop over a value around what body() writes of an item."""
        if isinstance(value, v.Parts) or value == v.Name("move"):
            return self.loop_over_parts(value if isinstance(value, v.Parts) else v.Parts(), node, body)
        i, frame = self.variable(), self.frame
        head, item = self.loop_head(value, i, node)
        if backwards:
            row = self.row(value, node)
            head, item = (
                f"for ({i} = {row.n} - 1; {i} >= 0 && {i} < {row.n} && !c->bad; {i}--)",
                self.item(row, f"{row.data}[{i}]"),
            )
        outer, frame.outer = frame.outer, frozenset(frame.names)
        with self.scope():
            for k, each in enumerate(value.values if isinstance(value, v.Zip) else (value,)):
                if isinstance(each, v.Row | v.Rows) and each.field:
                    self.names[f"loop {i} {k}"] = each
                    frame.outer |= {f"loop {i} {k}"}
            self.emit(f"{head} {{")
            body(self.pin_value(item, node))
            self.emit("}")
        frame.outer = outer
        return None

    def loop_over_parts(self, parts: v.Parts, node: ast.AST, body: Body) -> None:
        """Write what body() writes of each part of the move, one after the other: moves have few."""
        most = 1 + max(map(len, self.unit.moves.kinds.values()))
        for place in range(parts.start, most if parts.stop is None else min(parts.stop, most)):
            with self.scope(), self.when(f"{self.unit.n_parts}[kind] > {place} && !c->bad"):
                body(self.unit.moves.part(self, place, node))

    def loop_head(self, value: v.Value, i: str, node: ast.AST) -> tuple[str, v.Value]:
        """The head of a C loop over a value, and its item."""
        first, step, test = "0", 1, "!c->bad"
        item: v.Value
        match value:
            case v.Const(range() as numbers):
                first, stop, step, item = str(numbers.start), str(numbers.stop), numbers.step, v.Scalar(i)
                test = "goes_on(c)" if len(numbers) > LONG_LOOP else test
            case v.Const(tuple() | list() | dict() | str() | set() as items):
                stop, item = str(len(items)), v.Choice(tuple(items), i)
            case v.Choice(rows, code) if all(hasattr(row, "__len__") for row in rows):
                starts = self.unit.array([sum(map(len, rows[:k])) for k in range(len(rows) + 1)])
                first, stop = f"{starts}[{code}]", self.pin(f"{starts}[{code} + 1]")
                item = v.Choice(tuple(item for row in rows for item in row), i)
            case v.Span(first, stop, step):
                stop, item, test = self.pin(stop), v.Scalar(i), "goes_on(c)"
            case v.Zip(values):
                sequences = [self.sequence(each, i, node) for each in values]
                stop, item = sequences[0][0], v.Tuple(tuple(item for _, item in sequences))
                test += "".join(f" && {i} < {n}" for n, _ in sequences[1:])
            case _:
                stop, item = self.sequence(value, i, node)
        return f"for ({i} = {first}; {i} {'<' if step > 0 else '>'} {stop} && {test}; {i} += {step})", item

    def sequence(self, value: v.Value, i: str, node: ast.AST) -> tuple[str, v.Value]:
        """How many items a value has, and the one at a place: C codes."""
        match value:
            case v.Const(tuple() | list() | str() as items):
                return str(len(items)), v.Choice(tuple(items), i)
            case v.Choice(rows, code) if all(isinstance(row, tuple | list | str) for row in rows):
                flat = tuple(item for row in rows for item in row)
                starts = self.unit.array([sum(map(len, rows[:k])) for k in range(len(rows))])
                return f"{self.unit.array(map(len, rows))}[{code}]", v.Choice(flat, f"({starts}[{code}] + {i})")
            case v.Rows(sizes=(n, *_)):
                return str(n), self.inner(value, i)
            case v.Name("boards"):
                return str(self.unit.players), self.unit.board(i)
        row = self.row(value, node)
        return row.n, self.item(row, f"{row.data}[{i}]")

    # -- variables ----------------------------------------------------------------------------------------------------

    def pin_value(self, value: v.Value, node: ast.AST) -> v.Value:
        """The same as it is now."""
        match value:
            case v.Scalar() | v.Choice():
                return replace(value, code=self.pin(value.code))
            case v.Span(start, stop, step):
                return v.Span(self.pin(start), self.pin(stop), step)
            case v.Tuple(items):
                if not self.is_question and any(isinstance(item, v.Row) and item.field for item in items):
                    raise NotTranslated(node, f"{source_of(node)}: lists of the table in a tuple")
                return v.Tuple(tuple(self.pin_value(item, node) for item in items))
            case v.Row():
                return replace(value, fresh=False)
        return value

    def unchanging(self, value: v.Value) -> v.Value:
        """A value whose lists do not change any more."""
        if isinstance(value, v.Tuple):
            return v.Tuple(tuple(map(self.unchanging, value.items)))
        if isinstance(value, v.Row) and not value.field:
            kind = self.list_kind(value) or v.NUMBER
            return replace(value, base="", room="", field="before_weigh", fresh=False, kind=kind)
        return value

    def set_name(self, name: str, value: v.Value, node: ast.expr, *, once: bool = False) -> None:
        """Give a variable a value. once: nothing else does while it is in use."""
        frame = self.frame
        variable = f"v{frame.number}_{name.replace('.', '_')}"
        if not name.strip("_"):
            return
        is_copy = isinstance(value, v.Row) and (value.is_copy or not value.type)
        if is_copy or v.type_of(value) == "iterator":
            raise NotTranslated(node, f"{source_of(node)}: write list(...), which is a list of its own")
        if isinstance(value, v.Const) and isinstance(value.value, list) and is_made(node) and kind_of(value.value):
            value = self.copy_list(self.row(value, node), node)  # which may grow
        if isinstance(value, v.Row) and value.has_name and not value.field:
            source = next((each for each, other in self.names.items() if other == value), "")
            if frame.stores[source] > 1 or (frame.stores[name] > 1 and not once):
                self.check_copy(value, name, node)
                value = self.copy_list(value, node)
        if once or frame.stores[name] <= 1:
            self.names[name] = self.pin_value(value, node)
        elif isinstance(value, v.Tuple) or (isinstance(value, v.Const) and isinstance(value.value, tuple)):
            items = value.items if isinstance(value, v.Tuple) else tuple(map(v.Const, value.value))
            self.check_kind(variable, str(len(items)), node)
            for i, item in enumerate([self.pin_value(item, node) for item in items]):
                frame.stores[f"{name}.{i}"] = 2
                self.set_name(f"{name}.{i}", item, node)
            self.names[name] = v.Tuple(tuple(self.names[f"{name}.{i}"] for i in range(len(items))))
        elif v.is_list(value):
            row = self.row(value, node)
            own = replace(v.Row.pile(variable, "LIST_ITEMS"), type=row.type)
            if row.has_name or row.is_copy:
                raise NotTranslated(node, f"{source_of(node)}: a list with two names")
            self.check_kind(variable, row.type, node)
            self.emit(f"{variable}[0] = 0;")
            self.extend_list(own, row, node)
            self.names[name] = own
        else:
            one = self.scalar(value, node)
            kind = v.NUMBER_OR_NONE if name in frame.optional and one.kind == v.NUMBER else one.kind
            self.check_kind(variable, kind, node)
            self.emit(f"{variable} = {one.code};")
            self.names[name] = v.Scalar(variable, kind)

    def check_copy(self, row: v.Row, name: str, node: ast.expr) -> None:
        """NotTranslated where a list that gets a second name would not be the same as a copy of it."""
        sources = [each for frame in self.frames for each, other in frame.names.items() if other == row]
        stays, function = self.unit.constants.stays_same, self.frame.function
        if len(sources) != 1 or not stays(function, sources[0]) or not stays(function, name, is_given=True):
            raise NotTranslated(node, f"{source_of(node)}: a list with two names, by one of which it may change")

    def check_kind(self, variable: str, kind: str, node: ast.AST) -> None:
        """Declare a C variable, which has always the same kind of value."""
        if variable not in self.frame.kinds:
            is_number = kind in (v.NUMBER, v.TEXT, v.NUMBER_OR_NONE) or kind.isdigit()
            self.declared.append(f"int64_t {variable};" if is_number else f"int32_t {variable}[1 + LIST_ITEMS];")
        if self.frame.kinds.setdefault(variable, kind) != kind:
            raise NotTranslated(node, f"{variable.partition('_')[2]} is now one thing, now another")

    def release(self, node: ast.AST, *, field: str = "", name: str = "") -> None:
        """Forget the names of a field's lists that the field has no more, or the name of a list that becomes one."""
        self.versions[field] += 1
        for frame in self.frames:
            for each, value in list(frame.names.items()):
                is_of_field = bool(field) and isinstance(value, v.Row | v.Rows) and value.field == field
                if is_of_field or (frame is self.frame and each == name):
                    if each in frame.outer:
                        raise NotTranslated(node, f"{each} and {field or 'a field'} are one list: write list(...)")
                    del frame.names[each]

    # -- several variables --------------------------------------------------------------------------------------------

    def unpack(self, target: ast.expr, value: v.Value, node: ast.expr, *, once: bool = False) -> None:
        """Give a variable, or several, a value; once: they are a loop's own."""
        match target:
            case ast.Name(name):
                self.set_name(name, value, node, once=once)
            case ast.Tuple(targets) | ast.List(targets):
                n = len(targets)
                sources = node.elts if isinstance(node, ast.Tuple) and len(node.elts) == n else [node] * n
                for part, item, source in zip(targets, self.items(targets, value, node), sources, strict=True):
                    self.unpack(part.value if isinstance(part, ast.Starred) else part, item, source, once=once)
            case _:
                if type(target) not in self.unit.targets:
                    raise NotTranslated(target, f"{source_of(target)} is not assigned")
                self.unit.targets[type(target)](self, target, value, node)

    def items(self, targets: Sequence[ast.expr], value: v.Value, node: ast.expr) -> Sequence[v.Value]:
        """The values that several variables get."""
        n, i_rest = len(targets), [i for i, target in enumerate(targets) if isinstance(target, ast.Starred)]
        match value:
            case v.Tuple(items) if len(items) == n and not i_rest:
                return items
            case v.Const(tuple() | list() as constants) if len(constants) == n and not i_rest:
                return tuple(map(v.Const, constants))
            case v.Choice(values) if all(isinstance(each, tuple | list) and len(each) == n for each in values):
                return [replace(value, values=tuple(each[i] for each in values)) for i in range(n)]
            case v.Name("move") if i_rest in ([], [n - 1]):
                self.emit(f"if ({self.unit.n_parts}[kind] {'<' if i_rest else '!='} {n - len(i_rest)}) c->bad = 1;")
                unused = [isinstance(each, ast.Name) and each.id.startswith("_") for each in targets]
                return [
                    v.Parts(i, type="list") if i in i_rest else
                    v.NOTHING if skip else self.unit.moves.part(self, i, node) for i, skip in enumerate(unused)
                ]  # fmt: skip
        row = self.row(value, node)
        rest = self.new_list() if i_rest else None
        self.emit(f"if ({row.n} {'<' if rest else '!='} {n - len(i_rest)}) c->bad = 1;")
        places = [str(i) if not i_rest or i < i_rest[0] else f"{row.n} - {n - i}" for i in range(n)]
        found: list[v.Value] = [self.item(row, self.pin(f"c->bad ? 0 : {row.data}[{place}]")) for place in places]
        if rest:
            self.set_list_kind(rest, self.list_kind(row), node)
            i, last = i_rest[0], n - 1 - i_rest[0]
            self.emit(f"slice(c, {rest.base}, {rest.room}, {row.data}, {row.n}, {i}, {row.n} - {last});")
            found[i] = rest
        return found


def kind_of(items: Sequence[Any]) -> str:
    """What constants are, if they are alike: NUMBER or TEXT; "": they are not."""
    if all(map(is_number, items)):
        return v.NUMBER
    return v.TEXT if all(isinstance(item, str) for item in items) else ""


def is_made(node: ast.expr) -> bool:
    """Whether an expression makes a list of its own."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
    return isinstance(node, ast.List | ast.ListComp | ast.BinOp)


def is_number(number: object) -> bool:
    """Whether something is a number of those that lists have room for."""
    return isinstance(number, int) and LOWEST <= number <= HIGHEST
