"""Python's functions, methods of lists and draws, and of the table, as C."""

import ast

from cext.games.translation.basics import NOTHING, SHORT, before, described
from cext.games.translation.lists import Lists, without_order
from cext.games.translation.values import (
    Choice,
    Const,
    Draw,
    Each,
    Int,
    ListOf,
    NotTranslated,
    Row,
    Rules,
    Span,
    Table,
    Text,
    Tuple,
    Value,
)  # fmt: skip

__all__ = ["Calls"]

TEXT_METHODS = frozenset(["upper", "lower", "title", "capitalize"])
BUILTINS = frozenset(
    [
        "divmod",
        "len",
        "sum",
        "min",
        "max",
        "any",
        "all",
        "abs",
        "int",
        "bool",
        "range",
        "sorted",
        "list",
        "tuple",
        "reversed",
        "set",
    ]
)


class Calls(Lists):
    """The expressions of one method, calls among them."""

    statement: ast.expr | None = None  # the call that is a statement: only such a one may give nothing

    def on_call(self, node: ast.Call) -> Value:
        found = self.result(node)
        if found is NOTHING and node is not self.statement:
            raise NotTranslated(node, f"{described(node)} gives nothing")
        return found

    def result(self, node: ast.Call) -> Value:
        """What a call gives."""
        match node:
            case ast.Call(ast.Name(name)):
                if name in self.unit.functions:
                    return self.call(name, self.unit.functions[name], node)
                if name in self.names or name in self.unit.names:
                    raise NotTranslated(node, f"{described(node)} is not translated")
                if name in ("sorted", "list", "tuple", "reversed", "set"):
                    return ListOf(node)
                return self.call_builtin(name, node)
            case ast.Call(ast.Attribute(ast.Name("dict"), "fromkeys")):
                return ListOf(node)
            case ast.Call(ast.Attribute(of, name), args):
                value = self.value(of)
                match value:
                    case Rules():
                        return self.call(f"self.{name}", self.unit.method(name, node), node)
                    case Table():
                        return self.call_table(name, node)
                    case Draw(code):
                        return self.call_draws(code, name, node)
                    case Const(dict() as constant) if name == "get" and len(args) == 2:
                        place = self.temporary("int64_t")
                        found = self.place_among(tuple(constant), self.value(args[0]), node)
                        other = self.value(args[1])
                        if isinstance(other, Const):
                            last = f"({place} = {found}, {place} < 0 ? {len(constant)} : {place})"
                            return Choice((*constant.values(), other.value), last)
                        one, two = self.scalar(Choice(tuple(constant.values()), place), node), self.scalar(other, node)
                        if type(one) is type(two):
                            last = f"(({place} = {found}) < 0 ? {two.code} : {one.code})"
                            return Text(last) if isinstance(one, Text) else Int(last)
                    case Const(str() as words) if name in TEXT_METHODS and not args:
                        return Const(getattr(words, name)())
                    case Choice(values, code) if name in TEXT_METHODS and all(isinstance(each, str) for each in values):
                        return Choice(tuple(getattr(each, name)() for each in values), code)
                    case Row() | ListOf() | Tuple() | Const() | Choice():
                        return self.call_list(value, name, node)
        raise NotTranslated(node, f"{described(node)} is not translated")

    # -- Python's functions -------------------------------------------------------------------------------------------

    def call_builtin(self, name: str, node: ast.Call) -> Value:
        args = [without_order(arg) for arg in node.args]
        if name not in BUILTINS or (node.keywords and name not in ("min", "max")):
            raise NotTranslated(node, f"{described(node)} is not translated")
        if name == "range":
            return self.span([self.value(arg) for arg in args], node)
        if name in ("min", "max") and len(args) > 1 and not node.keywords:
            first, values = self.operands(*args)
            best, smaller = values[0], name == "min"
            for each in values[1:]:
                code = f"{'least' if smaller else 'most'}({best.code}, {each.code})"
                ends = (best.low, each.low), (best.high, each.high)
                best = Int(code, *(min(end) if smaller else max(end) for end in ends))
            return Int(f"({first}{best.code})", best.low, best.high) if first else best
        if name == "divmod" and len(args) == 2:
            first, values = self.operands(*args)
            if first:
                raise NotTranslated(node, f"{described(node)}: an argument changes something")
            one, two = (self.integer(self.hoisted(value, node), node) for value in values)
            return Tuple((self.operate(ast.FloorDiv(), one, two, node), self.operate(ast.Mod(), one, two, node)))
        if not args:
            raise NotTranslated(node, f"{described(node)} is not translated")
        if name in ("min", "max"):
            return self.extreme(name, node)
        if name in ("any", "all", "sum") and isinstance(args[0], ast.GeneratorExp | ast.ListComp):
            return self.gather(name, args[0], node)
        if name == "int":
            return self.number(args[0])
        if name == "bool":
            return Int(self.truth(args[0]), 0, 1)
        if name == "abs":
            x, one = self.temporary("int64_t"), self.number(args[0])
            high = max(abs(one.low), abs(one.high))
            return Int(f"({x} = {one.code}, {x} < 0 ? sub(c, 0, {x}) : {x})", 0, high)
        value = self.value(args[0])
        if name == "len":
            match value:
                case Each():
                    return Const(self.unit.seats)
                case Tuple(items):
                    return Const(len(items))
                case Const(constant) if hasattr(constant, "__len__"):
                    return Const(len(constant))
                case Choice(choices, code):
                    return Choice(tuple(map(len, choices)), code)
        row = self.row(value, args[0])
        if name == "len":
            return Int(f"({before(row)}{row.n})", 0, SHORT)
        start = self.number(args[1]).code if name == "sum" and len(args) == 2 else ""
        if name in ("any", "all"):
            return Int(f"({before(row)}{name}_{row.kind}({row.data}, {row.n}))", 0, 1)
        if 0 < row.fixed <= 8 and row.kind == "int16_t":
            return Int(
                f"({before(row)}{' + '.join(f'{row.data}[{i}]' for i in range(row.fixed))} + {start or 0})",
                *((-SHORT, SHORT) if not start else ()),
            )
        code = f"({before(row)}sum_{row.kind}(c, {row.data}, {row.n}))"
        return Int(f"add(c, {code}, {start})" if start else code)

    def span(self, values: list[Value], node: ast.Call) -> Value:
        """range()."""
        if all(isinstance(value, Const) for value in values):
            return Const(range(*(value.value for value in values if isinstance(value, Const))))
        numbers = [self.integer(value, node) for value in values]
        start, stop = (Int("0", 0, 0), numbers[0]) if len(numbers) == 1 else numbers[:2]
        step = values[2].value if len(values) == 3 and isinstance(values[2], Const) else 1
        if len(values) == 3 and (not isinstance(values[2], Const) or not step):
            raise NotTranslated(node, f"{described(node)}: a step that varies")
        return Span(start, stop, step)

    def gather(self, name: str, made: ast.GeneratorExp | ast.ListComp, node: ast.Call) -> Value:
        """any(), all(), sum() of a comprehension."""
        total = self.temporary("int64_t")
        start = self.number(node.args[1]).code if len(node.args) == 2 else str(int(name == "all"))

        def step() -> None:
            if name == "sum":
                self.emit(f"{total} = add(c, {total}, {self.number(made.elt).code});")
            else:
                done = self.truth(made.elt) if name == "any" else f"!{self.truth(made.elt)}"
                self.emit(f"if ({done}) {{ {total} = {int(name == 'any')}; goto {total}_done; }}")

        with self.block() as lines:
            self.comprehend(made.generators, step)
        label = "" if name == "sum" else f"{total}_done: "
        code = f"({{ {total} = {start}; {' '.join(lines)} {label}{total}; }})"
        return Int(code) if name == "sum" else Int(code, 0, 1)

    def extreme(self, name: str, node: ast.Call) -> Value:
        """min(), max() of an iterable, of which the first of equal ones is taken."""
        words = {word.arg: word.value for word in node.keywords}
        key, default = words.pop("key", None), words.pop("default", None)
        if words or len(node.args) != 1 or not (key is None or isinstance(key, ast.Lambda)):
            raise NotTranslated(node, f"{described(node)} is not translated")
        best, item, some = (self.temporary("int64_t") for _ in range(3))
        made = node.args[0]

        def step() -> None:
            self.emit(f"{item} = {self.number(target).code};")
            with self.scope():
                keys: list[ast.expr] = [ast.Name("each item", ast.Load())]
                self.names["each item"] = Int(item, limits.low, limits.high)
                if isinstance(key, ast.Lambda):
                    self.names[key.args.args[0].arg] = self.names["each item"]
                    keys = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
                values = [self.temporary("int64_t") for _ in keys]
                ratings = [self.temporary("int64_t") for _ in keys]
                for value, each in zip(values, keys, strict=True):
                    self.emit(f"{value} = {self.number(each).code};")
                better = "0"
                for value, rating in reversed(list(zip(values, ratings, strict=True))):
                    sign = ">" if name == "max" else "<"
                    better = f"({value} {sign} {rating} || ({value} == {rating} && {better}))"
                stored = " ".join(f"{rating} = {value};" for value, rating in zip(values, ratings, strict=True))
                self.emit(f"if (!{some} || {better}) {{ {stored} {best} = {item}; {some} = 1; }}")

        limits = Int("")
        with self.block() as lines:
            if isinstance(made, ast.GeneratorExp | ast.ListComp):
                target: ast.expr = made.elt
                self.comprehend(made.generators, step)
            else:
                with self.scope():
                    loop = self.loop(made)
                    self.emit(f"{loop.before} {loop.head} {{")
                    limits = self.integer(loop.item, made)
                    self.names["this item"] = limits
                    target = ast.Name("this item", ast.Load())
                    step()
                    self.emit("}")
        otherwise = f"{best} = {self.number(default).code}" if default is not None else "c->bad = 1"
        code = f"({{ {best} = {some} = 0; {' '.join(lines)} if (!{some}) {otherwise}; {best}; }})"
        return Int(code, min(limits.low, 0), max(limits.high, 0)) if default is None else Int(code)

    # -- lists, draws, the table --------------------------------------------------------------------------------------

    def call_list(self, value: Value, name: str, node: ast.Call) -> Value:
        """A method of a list."""
        args = node.args
        if name == "copy" and not args:
            return ListOf(node)
        if name in ("index", "count") and len(args) == 1:
            one = self.value(args[0])
            if name == "index" and isinstance(value, Const) and isinstance(value.value, tuple | list | str):
                found, place, n = (
                    self.place_among(tuple(value.value), one, node),
                    self.temporary("int64_t"),
                    len(value.value),
                )
                return Int(f"({place} = {found}, place(c, {place} < 0 ? {n} : {place}, {n}))", 0, max(0, n - 1))
            row = self.row(value, node)
            first, number = self.settled(self.integer(one, node))
            if name == "count":
                return Int(f"({before(row)}{first}count_{row.kind}({row.data}, {row.n}, {number.code}))", 0, SHORT)
            return Int(f"({before(row)}{first}find_{row.kind}(c, {row.data}, {row.n}, {number.code}))", 0, SHORT)
        row = self.row(value, node)
        if not row.length and (name not in ("sort", "reverse") or not row.field):
            raise NotTranslated(node, f"{described(node)}: this list does not grow or shrink")
        self.change(row, node)
        v, length = row.data, row.length
        if name == "pop" and len(args) <= 1:
            at = self.number(args[0]).code if args else "-1"
            return Int(f"({before(row)}pop_{row.kind}(c, {v}, {length}, {at}))", row.low, row.high)
        effects = self.effects
        codes = [self.number(arg).code for arg in args] if name in ("append", "remove", "insert") else []
        if self.effects > effects and name != "append":
            raise NotTranslated(node, f"{described(node)}: an argument changes something")
        if name == "extend" and len(args) == 1:
            other = self.row(self.value(args[0]), node)
            at = self.temporary("int64_t")
            self.emit(f"{before(row)}{before(other)}0;" if row.before or other.before else "")
            self.emit(f"for ({at} = 0; {at} < {other.n} && !c->bad; {at}++)")
            self.emit(f"append_{row.kind}(c, {v}, {length}, {row.room}, {other.data}[{at}]);")
            return NOTHING
        written = {
            ("append", 1): f"append_{row.kind}(c, {v}, {length}, {row.room}, {', '.join(codes)})",
            ("remove", 1): f"pop_{row.kind}(c, {v}, {length}, find_{row.kind}(c, {v}, {row.n}, {', '.join(codes)}))",
            ("insert", 2): f"insert_{row.kind}(c, {v}, {length}, {row.room}, {', '.join(codes)})",
            ("clear", 0): f"clear_{row.kind}({v}, {length})",
            ("sort", 0): f"sort_{row.kind}({v}, {row.n})",
            ("reverse", 0): f"reverse_{row.kind}({v}, {row.n})",
        }.get((name, len(args)))
        if written is None or node.keywords:
            raise NotTranslated(node, f"{described(node)} is not translated")
        self.emit(f"{before(row)}{written};")
        return NOTHING

    def change(self, row: Row, node: ast.AST) -> None:
        """Note that a list is changed in place."""
        self.effects += 1
        if row.field:
            self.unit.check_may_write(node)

    def call_draws(self, code: str, name: str, node: ast.Call) -> Value:
        """Random draws."""
        self.unit.check_may_write(node)
        self.effects += 1
        if name == "below" and len(node.args) == 1:
            n = self.number(node.args[0])
            return Int(f"below(c, {code}, {n.code})", 0, max(0, min(n.high, SHORT) - 1))
        if name == "shuffled" and len(node.args) == 1:
            return ListOf(node)
        if name == "shuffle" and len(node.args) == 1:
            row = self.row(self.value(node.args[0]), node)
            if not row.field and not row.length:
                raise NotTranslated(node, f"{described(node)} is not translated")
            self.emit(f"{before(row)}shuffle_{row.kind}({code}, {row.data}, {row.n});")
            return NOTHING
        if name == "choice" and len(node.args) == 1:
            value = self.value(node.args[0])
            if isinstance(value, Const) and isinstance(value.value, tuple | list | range) and value.value:
                return Choice(tuple(value.value), f"below(c, {code}, {len(value.value)})")
            row = self.row(value, node)
            place = self.temporary("int64_t")
            one = self.item(Row(row.kind, row.data, row.n, low=row.low, high=row.high), Int(place))
            return Int(f"({before(row)}{place} = below(c, {code}, {row.n}), {one.code})", row.low, row.high)
        raise NotTranslated(node, f"{described(node)} is not translated")

    def call_table(self, name: str, node: ast.Call) -> Value:
        """table.end_turn(), table.end_game()."""
        self.unit.check_may_write(node)
        self.effects += 1
        words = {word.arg: word.value for word in node.keywords}
        seat = words.pop("seat", node.args[0] if len(node.args) == 1 else None)
        ends_round = words.pop("ends_round", None)
        if name == "end_game" and not node.args and not node.keywords:
            self.emit("c->ended = c->over = 1;")
        elif name == "end_turn" and not words and len(node.args) <= 1:
            if seat is None and ends_round is None:
                self.emit("end_turn_in_order(c);")
            elif seat is not None:
                code = self.truth(ends_round) if ends_round is not None else "0"
                self.emit(f"end_turn(c, {self.number(seat).code}, {self.unit.players}, {code});")
            else:
                raise NotTranslated(node, f"{described(node)} is not translated")
        else:
            raise NotTranslated(node, f"{described(node)} is not translated")
        return NOTHING

    # -- what functions add -------------------------------------------------------------------------------------------

    def call(self, name: str, function: ast.FunctionDef, node: ast.Call) -> Value:
        """A call of another method."""
        raise NotImplementedError
