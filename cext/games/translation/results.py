"""What methods of a game's rules give, as C: moves, features, values."""

import ast

from cext.games.rules import first_number
from cext.games.translation.assignments import Assignments, is_short
from cext.games.translation.basics import SHORT, before, described
from cext.games.translation.values import (
    Choice,
    Const,
    Int,
    ListOf,
    MoveList,
    NotTranslated,
    Row,
    Rules,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["Results"]


class Results(Assignments):
    """The expressions of one method, and what it gives."""

    low: int  # of the number that it gives
    high: int

    def do_return(self, node: ast.Return) -> bool:
        if self.gives == "moves":
            if node.value is not None and any(
                isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(self.function)
            ):
                raise NotTranslated(node, "a generator gives back a value")
            begun = [name for name, value in self.names.items() if isinstance(value, MoveList)]
            if begun and not any(isinstance(each, ast.Name) and each.id in begun for each in ast.walk(node)):
                self.emit("c->n_out = start;")
            self.give_moves(node.value, first=True)
            self.emit("return;")
        elif self.gives == "features":
            self.give_features(node.value)
            self.emit("return;")
        elif node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            if self.gives not in ("", "nothing"):
                raise NotTranslated(node, f"{self.function.name}() gives a value or none")
            self.gives = "nothing"
            self.emit("return;")
        else:
            self.give_value(node.value)
        return False

    def give_value(self, node: ast.expr) -> None:
        """return ..."""
        value = self.value(node)
        is_list = isinstance(value, ListOf | Row | Tuple) or isinstance(
            getattr(value, "value", 0), list | tuple | range
        )
        if is_list:
            kind = "list"
            if isinstance(value, Row) and value.field:
                raise NotTranslated(node, f"{described(node)}: a list of the table is given back; write list(...)")
            self.fill(node, "(*into)")
            self.emit("return;")
        else:
            one = self.scalar(value, node)
            kind = "number" if isinstance(one, Int) else "text"
            if isinstance(one, Int):
                first = self.gives == ""
                self.low = one.low if first else min(self.low, one.low)
                self.high = one.high if first else max(self.high, one.high)
            self.emit(f"return {one.code};")
        if self.gives not in ("", kind):
            raise NotTranslated(node, f"{self.function.name}() gives now a {self.gives}, now a {kind}")
        self.gives = kind

    def give_features(self, node: ast.expr | None) -> None:
        """return of weigh()."""
        n = len(self.unit.kind.features)
        match node:
            case ast.Tuple(items) | ast.List(items) if len(items) == n and not any(
                isinstance(item, ast.Starred) for item in items
            ):
                for i, item in enumerate(items):
                    number = self.number(item)
                    self.emit(
                        f"c->features[{i}] = {number.code};"
                        if is_short(number, SHORT)
                        else f"give_feature(c, {i}, {number.code});"
                    )
            case ast.IfExp(test, yes, no):
                self.emit(f"if ({self.truth(test)}) {{")
                self.give_features(yes)
                self.emit("} else {")
                self.give_features(no)
                self.emit("}")
            case ast.expr():
                row = self.row(self.value(node), node)
                at = self.temporary("int64_t")
                self.emit(f"{before(row)}0; if ({row.n} != {n}) {{ c->bad = 1; return; }}")
                self.emit(f"for ({at} = 0; {at} < {n}; {at}++) give_feature(c, {at}, {row.data}[{at}]);")
            case _:
                raise NotTranslated(self.function, "weigh() gives nothing")

    def begins_moves(self, source: ast.expr, name: str) -> bool:
        """Whether a variable of legal() is the list of moves: it is the only one that is added to or given back."""
        assigned = [
            node
            for node in ast.walk(self.function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name
        ]
        if len(assigned) > 1:
            return False
        items = (
            source.elts
            if isinstance(source, ast.List)
            else [source.elt]
            if isinstance(source, ast.ListComp)
            else [None]
        )
        used = any(
            (isinstance(node, ast.Return) and isinstance(node.value, ast.Name) and node.value.id == name)
            or (isinstance(node, ast.Call) and ast.unparse(node.func) == f"{name}.append" and is_tuple(node.args))
            for node in ast.walk(self.function)
        )
        return used and all(isinstance(item, ast.Tuple) for item in items)

    def adds_moves(self, node: ast.Call) -> bool:
        """Write moves.append(...), moves.extend(...)."""
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), method), [item], []) if isinstance(
                self.names.get(name), MoveList
            ):
                if method == "append":
                    self.give_move(item)
                elif method == "extend":
                    self.give_moves(item)
                else:
                    raise NotTranslated(node, f"{described(node)}: moves are added one after the other")
                return True
        return False

    def give_moves(self, node: ast.expr | None, first: bool = False) -> None:
        """Write the moves of a list expression. first: before all others, as those of a list that is begun must be."""
        match node:
            case None:
                if not any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(self.function)):
                    raise NotTranslated(self.function, f"{self.function.name}() gives nothing")
            case ast.List(items) | ast.Tuple(items):
                for item in items:
                    if isinstance(item, ast.Starred):
                        self.give_moves(item.value, first and item is items[0])
                    else:
                        self.give_move(item)
            case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
                self.comprehend(loops, lambda: self.give_move(item))
            case ast.BinOp(left, ast.Add(), right):
                self.give_moves(left, first)
                self.give_moves(right)
            case ast.IfExp(test, yes, no):
                self.emit(f"if ({self.truth(test)}) {{")
                self.give_branch(yes, first)
                self.emit("} else {")
                self.give_branch(no, first)
                self.emit("}")
            case ast.BoolOp(ast.Or(), [one, second]):
                start = self.temporary("int64_t")
                begun = first and isinstance(one, ast.Name) and isinstance(self.names.get(one.id), MoveList)
                self.emit(f"{start} = {'start' if begun else 'c->n_out'};")
                self.give_moves(one, first)
                self.emit(f"if (c->n_out == {start}) {{")
                self.give_moves(second)
                self.emit("}")
            case ast.Call(ast.Name("list" | "tuple"), [item], []):
                self.give_moves(item)
            case ast.Name(name) if first and isinstance(self.names.get(name), MoveList):
                pass
            case ast.Call(ast.Attribute(of, name), args, keywords) if isinstance(self.value(of), Rules):
                function = self.unit.method(name, node)
                _, code = self.prepare(f"self.{name}", function, node, args, keywords, gives="moves")
                self.emit(f"{code};")
            case ast.Call(ast.Name(name), args, keywords) if name in self.unit.functions:
                _, code = self.prepare(name, self.unit.functions[name], node, args, keywords, gives="moves")
                self.emit(f"{code};")
            case _:
                raise NotTranslated(node, f"{described(node)} is no list of moves")

    def give_branch(self, node: ast.expr, first: bool) -> None:
        """Write the moves of one of two expressions; where it is not the list that is begun, that is left out."""
        if (
            first
            and any(isinstance(value, MoveList) for value in self.names.values())
            and not any(
                isinstance(each, ast.Name) and isinstance(self.names.get(each.id), MoveList) for each in ast.walk(node)
            )
        ):
            self.emit("c->n_out = start;")
        self.give_moves(node, first)

    def give_move(self, node: ast.expr) -> None:
        """Write one move."""
        value = self.value(node)
        items: list[Value] = []
        if isinstance(value, Const) and isinstance(value.value, tuple):
            items = [Const(item) for item in value.value]
        elif isinstance(value, Tuple):
            items = list(value.items)
        if not items:
            raise NotTranslated(node, f"{described(node)} is no move")
        kinds = self.unit.moves
        names: tuple[str, ...]
        match items[0]:
            case Const(str() as kind):
                names, code = (kind,), ""
            case Choice(names, place):
                code = (
                    f"{self.unit.array([list(kinds).index(each) if each in kinds else -1 for each in names])}[{place}]"
                )
            case _:
                names, code = (), ""
        if not names or not all(each in kinds for each in names):
            raise NotTranslated(node, f"{described(node)}: write the kind of the move")
        parts = list(kinds[names[0]].values())
        if len(parts) != len(items) - 1 or not all(list(kinds[each].values()) == parts for each in names):
            raise NotTranslated(node, f"{described(node)} has {len(parts)} parts")
        code = f"(uint32_t){code}" if code else str(list(kinds).index(names[0]))
        for i, (values, item) in enumerate(zip(parts, items[1:], strict=True)):
            code += f" | ((uint32_t){self.packed(values, item, node)} << {8 * (i + 1)})"
        self.emit(f"give_move(c, {code});")

    def packed(self, values: range | tuple[object, ...], item: Value, node: ast.expr) -> str:
        """The byte of a part of a move."""
        if isinstance(values, range):
            number, first = self.integer(item, node), first_number(values)
            if values[0] <= number.low and number.high <= values[-1]:
                return f"({number.code} - {first})" if first else f"({number.code})"
            return f"part(c, {number.code}, {values[0]}, {values[-1]}, {first})"
        if isinstance(item, Choice) and item.values == tuple(values):
            return f"({item.code})"
        found, place = self.place_among(tuple(values), item, node), self.temporary("int64_t")
        return f"({place} = {found}, place(c, {place} < 0 ? {SHORT} : {place}, {len(values)}))"


def is_tuple(nodes: list[ast.expr]) -> bool:
    return len(nodes) == 1 and isinstance(nodes[0], ast.Tuple)
