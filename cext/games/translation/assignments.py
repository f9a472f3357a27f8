"""Assignments in a game's rules as C: to variables, fields, items of lists."""

import ast
from collections import Counter
from dataclasses import replace

from cext.games.translation.basics import before, described
from cext.games.translation.expressions import HIGH, LOW
from cext.games.translation.functions import Functions
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Each,
    Int,
    ListOf,
    Maybe,
    MoveList,
    MovePart,
    NotTranslated,
    Part,
    Row,
    Rules,
    Span,
    Table,
    Text,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["Assignments", "Place", "end_of", "is_short"]

Place = tuple[int, int]  # line and column
NONE = Const(None)


class Assignments(Functions):
    """The expressions of one method, and what it assigns."""

    function: ast.FunctionDef
    gives: str  # see Method
    stores: Counter[str]  # variable -> times that it is assigned
    optional: set[str]  # variables that may be None
    kinds: dict[str, str]  # C variable -> type
    used_up: set[str]  # lists that became fields
    depth: int  # loops around the statement
    depth_of: dict[str, int]  # variable -> of its last assignment
    viewed: list[tuple[str, Place, Place]]  # fields whose lists are in use, from where to where
    replaced: list[tuple[str, Place]]  # fields that get another list, and where
    at: ast.stmt  # the statement

    # -- what results add ---------------------------------------------------------------------------------------------

    def begins_moves(self, source: ast.expr, name: str) -> bool:
        """Whether a variable of legal() is the list of moves: it is the only one that is added to or given back."""
        raise NotImplementedError

    def give_moves(self, node: ast.expr | None, first: bool = False) -> None:
        """Write the moves of a list expression. first: before all others, as those of a list that is begun must be."""
        raise NotImplementedError

    # -- variables ----------------------------------------------------------------------------------------------------

    def do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, node.value)

    def do_assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1:
            return self.assign(node.targets[0], node.value)
        value = self.value(node.value)
        if not isinstance(value, Int | Text | Const | Choice):
            raise NotTranslated(node, f"{described(node)}: a list with several names")
        one = self.scalar(value, node.value)
        name = self.temporary("int64_t")
        self.emit(f"{name} = {one.code};")
        for target in node.targets:
            self.put(target, Int(name, one.low, one.high) if isinstance(one, Int) else Text(name), node.value)
        return None

    def assign(self, target: ast.expr, source: ast.expr) -> None:
        if isinstance(target, ast.Tuple | ast.List):
            return self.unpack(target, source)
        if self.gives == "moves" and isinstance(target, ast.Name) and self.begins_moves(source, target.id):
            if self.depth:
                raise NotTranslated(source, f"{described(source)}: moves that begin in a loop")
            self.emit("c->n_out = start;")
            self.give_moves(source)
            self.names[target.id] = MoveList("start")
            return None
        if isinstance(target, ast.Attribute) and isinstance(self.value(target.value), Table):
            return self.assign_field(target, source)
        if isinstance(target, ast.Subscript) and isinstance(self.value(target.value), Each):
            return self.assign_list_of_seat(target, source)
        return self.put(target, self.value(source), source)

    def unpack(self, target: ast.Tuple | ast.List, source: ast.expr) -> None:
        """a, b = ..."""
        if any(isinstance(item, ast.Starred) for item in target.elts):
            return self.unpack_rest(target, source)
        if isinstance(source, ast.Tuple) and len(source.elts) == len(target.elts):
            values = []
            for part in source.elts:
                value = self.value(part)
                if isinstance(value, Int | Text):
                    name = self.temporary("int64_t")
                    self.emit(f"{name} = {value.code};")
                    value = Int(name, value.low, value.high) if isinstance(value, Int) else Text(name)
                elif isinstance(value, Row) and not all(isinstance(part, ast.Name) for part in target.elts):
                    raise NotTranslated(source, f"{described(source)}: lists that change places")
                values.append(value)
            for part, value, of in zip(target.elts, values, source.elts, strict=True):
                self.put(part, value, of)
            return None
        return self.bind(target, self.value(source))

    def unpack_rest(self, target: ast.Tuple | ast.List, source: ast.expr) -> None:
        """a, *b, c = ..."""
        made, n = self.temporary("List"), len(target.elts) - 1
        self.emit(f"{made}.n = 0;")
        self.fill(source, made)
        self.emit(f"if ({made}.n < {n}) c->bad = 1;")
        self.names["the list"] = self.local(made)
        whole, place = ast.Name("the list", ast.Load()), 0
        for item in target.elts:
            if isinstance(item, ast.Starred):
                stop = ast.Constant(place - n) if place < n else None
                self.assign(item.value, ast.Subscript(whole, ast.Slice(ast.Constant(place), stop), ast.Load()))
                place -= n
            else:
                self.assign(item, ast.Subscript(whole, ast.Constant(place), ast.Load()))
                place += 1

    def bind(self, target: ast.expr, value: Value, fresh: bool = False) -> None:
        """Give a variable, or several, the item of a loop; fresh: they are a comprehension's own."""
        if not isinstance(target, ast.Tuple | ast.List):
            if fresh and isinstance(target, ast.Name):
                self.names[target.id] = self.own(value, target)
            else:
                self.put(target, value, target)
            return
        n = len(target.elts)
        match value:
            case MovePart(code):
                lengths = [len(parts) + 1 for parts in self.unit.moves.values()]
                if set(lengths) != {n}:
                    lengths_of = self.unit.array(lengths)
                    self.emit(f"if ({lengths_of}[{code} & 255] != {n}) c->bad = 1;")
                items: list[Value] = [
                    self.move_part(code, Const(i), target) if not is_unused(each) else NONE
                    for i, each in enumerate(target.elts)
                ]
            case Tuple(parts) if len(parts) == n:
                items = list(parts)
            case Const(tuple() | list() as constants) if len(constants) == n:
                items = [Const(constant) for constant in constants]
            case Choice(values, code) if all(isinstance(each, tuple | list) and len(each) == n for each in values):
                name = self.temporary("int64_t")
                self.emit(f"{name} = {code};")
                items = [Choice(tuple(each[i] for each in values), name) for i in range(n)]
            case Row(fixed=fixed) if fixed == n:
                self.emit(f"{value.before};" if value.before else "")
                items = [self.item(replace(value, before=""), Int(str(i), i, i)) for i in range(n)]
                items = [self.own(item, target) for item in items]
            case _:
                raise NotTranslated(target, f"{described(target)} is not translated here")
        for part, item in zip(target.elts, items, strict=True):
            if not (is_unused(part) and item is NONE):
                self.bind(part, item, fresh)

    def own(self, value: Value, node: ast.AST) -> Value:
        """The same in a C variable of its own, where it is worked out anew each time."""
        match value:
            case Int(code, low, high):
                name = self.temporary("int64_t")
                self.emit(f"{name} = {code};")
                return Int(name, low, high)
            case Choice(values, code):
                name = self.temporary("int64_t")
                self.emit(f"{name} = {code};")
                return Choice(values, name)
            case Row() if value.before:
                self.emit(f"{value.before};")
                return replace(value, before="")
        return value

    def put(self, target: ast.expr, value: Value, source: ast.expr) -> None:
        """Give a variable, a field or an item of a list a value."""
        if isinstance(target, ast.Name):
            return self.put_name(target, value, source)
        if isinstance(target, ast.Attribute):
            if not isinstance(self.value(target.value), Table):
                raise NotTranslated(target, f"{described(target)}: only fields of the table are assigned")
            return self.put_field(target, value, source)
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            number, name = self.integer(value, source), self.temporary("int64_t")
            self.emit(f"{name} = {number.code};")
            spot, row = self.pointer(target)
            code = f"cell_number(c, {name})" if row.kind == "int16_t" and not is_short(number) else name
            self.emit(f"{spot} = {code};")
            return None
        raise NotTranslated(target, f"{described(target)} is not assigned")

    def pointer(self, target: ast.Subscript) -> tuple[str, Row]:
        """The item of a list, to be written."""
        value = self.value(target.value)
        if not isinstance(value, Row) or not (value.field or value.length):
            raise NotTranslated(target, f"{described(target)}: this list never changes")
        self.change(value, target)
        if value.before:
            self.emit(f"{value.before};")
        return self.spot(value, self.number(target.slice)), value

    def put_name(self, target: ast.Name, value: Value, source: ast.expr) -> None:
        """Give a variable a value."""
        name, variable, single = target.id, f"v_{target.id}", self.stores[target.id] == 1
        if not name.strip("_"):
            return None
        self.depth_of[name] = self.depth
        self.used_up.discard(name)
        if name in self.optional:
            self.declare(variable, "Maybe", target)
            self.emit(f"{variable} = {self.maybe(value, source)};")
            self.names[name] = Maybe(variable)
            return None
        if isinstance(value, ListOf) and self.is_deferred(name, value.node):
            self.names[name] = value
            return None
        new: Value
        match value:
            case Maybe(code):
                kind, new = "Maybe", Maybe(variable)
            case Span(start, stop, step) if single:
                bounds = [self.integer(self.own(each, source), source) for each in (start, stop)]
                self.names[name] = Span(bounds[0], bounds[1], step)
                return None
            case Const(int() | str()) if not single:
                return self.put_name(target, self.scalar(value, source), source)
            case Const() | Table() | Rules() | Draw() | MovePart() | Part() | Tuple() if single and not self.changes(
                value
            ):
                self.names[name] = value
                return None
            case Int(code, low, high):
                kind, new = "int64_t", Int(variable, low, high) if single else Int(variable)
            case Text(code):
                kind, new = "Text", Text(variable)
            case Choice(values, code):
                if all(isinstance(each, int) for each in values) or (
                    not single and all(isinstance(each, str) for each in values)
                ):
                    return self.put_name(target, self.scalar(value, source), source)
                kind, new = f"int64_t /* {values!r} */".replace("*/ */", "*/"), Choice(values, variable)
            case Row() if value.field:
                self.view(value.field, target)
                kind, code = "int16_t *", value.length or value.data
                code = f"({value.before}, {code})" if value.before else code
                new = self.pile_row(value, variable) if value.length else replace(value, data=variable, before="")
                kind += f" /* {value.room} {value.fixed} */"
            case ListOf() | Row():
                if isinstance(value, Row) and value.length:
                    raise NotTranslated(source, f"{described(source)}: a list with two names")
                row = self.row(value, source)
                self.declare(variable, "List", target)
                self.emit(f"{before(row)}0; {variable}.n = 0; extend_{row.kind}(c, &{variable}, {row.data}, {row.n});")
                self.names[name] = self.local(variable)
                return None
            case _:
                raise NotTranslated(source, f"{described(source)} cannot be a variable's value")
        self.declare(variable, kind, target)
        self.emit(f"{variable} = {code};")
        self.names[name] = new
        return None

    def is_deferred(self, name: str, node: ast.expr) -> bool:
        """Whether a comprehension is only gone through where its name stands, once, with nothing changed until then."""
        if not isinstance(node, ast.ListComp) or not self.unit.question or self.depth or self.stores[name] != 1:
            return False
        loads = [
            each
            for each in ast.walk(self.function)
            if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Load)
        ]
        iterated = [each.iter for each in ast.walk(self.function) if isinstance(each, ast.comprehension | ast.For)]
        names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
        return len(loads) == 1 and loads[0] in iterated and all(self.stores[each] <= 1 for each in names)

    @staticmethod
    def pile_row(row: Row, base: str) -> Row:
        return replace(row, data=f"({base} + 1)", n=f"{base}[0]", before="", length=base)

    def changes(self, value: Value) -> bool:
        """Whether what a tuple holds may be another later."""
        return isinstance(value, Tuple) and not self.is_boards(value)

    def declare(self, variable: str, kind: str, node: ast.AST) -> None:
        """Declare a C variable, once and of one kind."""
        if variable not in self.kinds:
            c_kind = "int64_t" if kind in ("Text", "Maybe") else kind.partition(" /*")[0]
            self.declared.append(f"{c_kind} {variable};")
        if self.kinds.setdefault(variable, kind) != kind:
            raise NotTranslated(node, f"{variable[2:]} is now one thing, now another")

    # -- fields -------------------------------------------------------------------------------------------------------

    def assign_field(self, target: ast.Attribute, source: ast.expr) -> None:
        """table.NAME = ..."""
        field = self.unit.fields.get(target.attr)
        if field is None or not field.by_seat or not field.size:
            return self.put_field(target, self.value(source), source)
        self.unit.check_may_write(target)
        self.replace_list(target.attr)
        parts: list[tuple[Value | None, ast.expr]]
        each: ast.expr = ast.Name("_")
        if isinstance(source, ast.List) and len(source.elts) == self.unit.seats:
            parts = [(None, item) for item in source.elts]
        elif isinstance(source, ast.ListComp) and len(source.generators) == 1 and not source.generators[0].ifs:
            over = self.value(source.generators[0].iter)
            if not isinstance(over, Const) or len(over.value) != self.unit.seats:
                raise NotTranslated(source, f"{described(source)} is not translated")
            each, parts = source.generators[0].target, [(Const(item), source.elt) for item in over.value]
        else:
            raise NotTranslated(source, f"{described(source)} is not translated")
        for seat, (item, part) in enumerate(parts):
            with self.scope():
                if item is not None:
                    self.bind(each, item, fresh=True)
                self.store(target.attr, str(seat), part)
        return None

    def assign_list_of_seat(self, target: ast.Subscript, source: ast.expr) -> None:
        """table.NAME[seat] = [...]"""
        value = self.value(target.value)
        assert isinstance(value, Each)
        self.unit.check_may_write(target)
        self.replace_list(value.name)
        seat = self.temporary("int64_t")
        self.store(
            value.name, seat, source, f"{seat} = {self.checked(self.number(target.slice), self.unit.seats).code};"
        )

    def put_field(self, target: ast.Attribute, value: Value, source: ast.expr) -> None:
        """The same where the value is there already."""
        self.unit.check_may_write(target)
        self.effects += 1
        name = target.attr
        if name not in self.unit.fields:
            raise NotTranslated(target, f"{described(target)} is no field")
        field, at = self.unit.fields[name], self.unit.places[name]
        if field.size or field.by_seat:
            self.replace_list(name)
            return self.store(name, "", source)
        number = self.integer(value, source)
        self.emit(f"c->cell[{at}] = {number.code if is_short(number) else f'cell_number(c, {number.code})'};")
        return None

    def store(self, name: str, seat: str, source: ast.expr, first: str = "") -> None:
        """Write a list expression into a field, of a seat where it says which."""
        self.effects += 1
        field, at = self.unit.fields[name], self.unit.places[name]
        if isinstance(source, ast.Name):
            if self.depth_of.get(source.id, -1) != self.depth:
                raise NotTranslated(source, f"{source.id} becomes a field in a loop")
        elif isinstance(source, ast.Attribute | ast.Subscript) and isinstance(self.value(source), Row):
            raise NotTranslated(source, f"{described(source)}: a list in two fields; write list(...)")
        made = self.temporary("List")
        self.emit(f"{made}.n = 0;")
        self.fill(source, made)
        self.emit(first)
        place = f"c->cell + {at}" + (f" + {field.cells} * {seat}" if seat else "")
        size = field.size or self.unit.seats
        self.emit(f"store_list(c, {place}, {size}, {int(field.is_pile)}, &{made});")
        if isinstance(source, ast.Name):
            self.used_up.add(source.id)

    def on_name(self, node: ast.Name) -> Value:
        if node.id in self.used_up:
            raise NotTranslated(node, f"{node.id} is a field now: write table.{node.id}")
        return super().on_name(node)

    def extend(self, target: ast.expr, source: ast.expr) -> None:
        """list += ..."""
        self.statement = ast.Call(ast.Attribute(target, "extend", ast.Load()), [source], [])
        self.value(self.statement)

    def do_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            old = self.value(ast.Name(target.id, ast.Load(), lineno=node.lineno))
            if self.gives == "moves" and isinstance(old, MoveList):
                return self.give_moves(node.value)
            if isinstance(old, Row):
                return self.extend(target, node.value)
            effects = self.effects
            new = self.number(node.value)
            if self.effects > effects:
                name = self.temporary("int64_t")
                self.emit(f"{name} = {self.integer(old, target).code};")
                old = Int(name)
            self.put(target, self.operate(node.op, self.integer(old, target), new, node), node.value)
        elif isinstance(target, ast.Attribute):
            old, effects = self.value(target), self.effects
            if isinstance(old, Row):
                return self.extend(target, node.value)
            name = self.temporary("int64_t")
            self.emit(f"{name} = {self.integer(old, target).code};")
            new = self.number(node.value)
            self.put_field(target, self.operate(node.op, Int(name, LOW, HIGH), new, node), node.value)
        elif isinstance(target, ast.Subscript):
            spot, row = self.pointer(target)
            pointer, name = self.temporary(f"{row.kind} *"), self.temporary("int64_t")
            self.emit(f"{pointer} = &{spot}; {name} = *{pointer};")
            found = self.operate(node.op, Int(name, row.low, row.high), self.number(node.value), node)
            code = f"cell_number(c, {found.code})" if row.kind == "int16_t" else found.code
            self.emit(f"*{pointer} = {code};")
        else:
            raise NotTranslated(node, f"{described(node)} is not translated")
        return None

    def do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise NotTranslated(node, f"{described(node)} is not translated")
            value = self.value(
                ast.Call(ast.Attribute(target.value, "pop", ast.Load()), [target.slice], [], lineno=node.lineno)
            )
            self.emit(f"(void)({self.integer(value, node).code});")

    def view(self, field: str, node: ast.AST) -> None:
        loops = [each for each in ast.walk(self.function) if isinstance(each, ast.For | ast.While)]
        loop = next((each for each in loops if isinstance(each, ast.For) and each.iter is node), None)
        start, last = place_of(node), end_of(node)
        if loop is not None:
            last = end_of(loop)
        elif isinstance(node, ast.Name):
            for use in ast.walk(self.function):
                if isinstance(use, ast.Name) and use.id == node.id and isinstance(use.ctx, ast.Load):
                    around = [
                        end_of(each)
                        for each in loops
                        if place_of(each) < place_of(use) < end_of(each) and not place_of(each) < start < end_of(each)
                    ]
                    last = max(last, place_of(use), *around)
        self.viewed.append((field, start, last))

    def replace_list(self, field: str) -> None:
        line, column = end_of(self.at)
        self.replaced.append((field, (line, column - 1)))


def is_short(number: Int, room: int = 32768) -> bool:
    """Whether a number surely fits."""
    return -room <= number.low and number.high < room


def is_unused(node: ast.expr) -> bool:
    """Whether a variable's name says that it is not asked for."""
    return isinstance(node, ast.Name) and node.id.startswith("_")


def place_of(node: ast.AST) -> Place:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def end_of(node: ast.AST) -> Place:
    return getattr(node, "end_lineno", None) or 0, getattr(node, "end_col_offset", None) or 0
