"""The rules of a game in one Python file as a C program: its methods, as far as they are numbers and lists of numbers.

Every method is translated as a whole or not at all. What is translated gives what Python gives, or says that it cannot
answer: where a number is too large, a place outside its list, a move none of those declared. Python is asked then.
"""

import ast
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cext.fallback_files import resolve_path
from cext.games import rules
from cext.games.rules import first_number
from cext.games.translation import values as v
from cext.games.translation.calls import call
from cext.games.translation.code import Code
from cext.games.translation.constants import Constants, is_function
from cext.games.translation.expressions import EXPRESSIONS, place_among
from cext.games.translation.method import Method
from cext.games.translation.statements import STATEMENTS, TARGETS
from cext.games.translation.values import Choice, Const, Name, NotTranslated, Scalar, Tuple, Value, source_of
from cext.games.translation.variables import Sink, is_number
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = ["ENTRIES", "Unit"]


class Moves:
    """The kinds of moves, and what their parts may be."""

    def __init__(self, kinds: Mapping[str, Mapping[str, Any]], unit: Any) -> None:
        self.kinds = {name: tuple(parts.values()) for name, parts in kinds.items()}
        self.unit = unit

    # -- the move that is made ----------------------------------------------------------------------------------------

    def part(self, code: Code, place: int, node: ast.AST) -> Value:
        """move[i]: the kind, a number, a text, or what depends on the kind."""
        if place == 0:
            return Choice(tuple(self.kinds), "kind")
        kinds = {type(parts[place - 1]) is range for parts in self.kinds.values() if len(parts) >= place}
        if not kinds:
            raise NotTranslated(node, f"{source_of(node)}: no move has it")
        if len(kinds) > 1:
            return Name("part", str(place))
        return self.number(code, place) if kinds == {True} else self.text(code, place)

    def kind_of_parts(self, start: int) -> str:
        """What the parts from a place on are as a list: TEXT where any move has a text there, else NUMBER."""
        parts = [part for kind in self.kinds.values() for part in ("", *kind)[start:]]
        return v.NUMBER if all(isinstance(part, range) for part in parts) else v.TEXT

    def byte(self, code: Code, place: int, *, is_range: bool) -> tuple[str, list[Any]]:
        """The byte of a part where it is a number, or where it is a text; and what it may be in each kind of move,
        None: it is no such."""
        parts = [parts[place - 1] if len(parts) >= place else None for parts in self.kinds.values()]
        fitting = [part if part is not None and (type(part) is range) == is_range else None for part in parts]
        if None in fitting:
            code.emit(f"c->bad |= !{self.unit.array([part is not None for part in fitting])}[kind];")
        return f"(int64_t)(move >> {8 * place} & 255)", fitting

    def number(self, code: Code, place: int) -> Scalar:
        """A part as a number."""
        byte, ranges = self.byte(code, place, is_range=True)
        firsts = [first_number(part) if part else 0 for part in ranges]
        return Scalar(code.pin(f"{byte} + {self.unit.array(firsts)}[kind]" if any(firsts) else byte))

    def text(self, code: Code, place: int) -> Choice:
        """A part as a text."""
        byte, texts = self.byte(code, place, is_range=False)
        if len({tuple(part) for part in texts if part}) == 1:
            texts = [next(tuple(part) for part in texts if part)]
        flat = tuple(value for part in texts for value in part or ())
        starts = self.unit.array([sum(len(part or ()) for part in texts[:i]) for i in range(len(texts))])
        first = f"{starts}[kind] + " if len(texts) > 1 else ""
        return Choice(flat, code.pin(f"place(c, {first}{byte}, {len(flat)})"))

    # -- legal moves --------------------------------------------------------------------------------------------------

    def sink(self, method: Method) -> Sink:
        """Where legal moves go."""
        return Sink("c->n_out", lambda value, node: self.put(method, value, node))

    def put(self, method: Method, value: Value, node: ast.AST) -> None:
        """Write a legal move."""
        items: Sequence[Value] = ()
        match value:
            case Const(tuple() as constants):
                items = [Const(constant) for constant in constants]
            case Tuple(items):
                pass
            case Choice((tuple(), *_) as values, code) if len({len(each) for each in values}) == 1:
                items = [Choice(tuple(each[i] for each in values), code) for i in range(len(values[0]))]
        kind = items[0] if items else Const("")
        names = kind.values if isinstance(kind, Choice) else (getattr(kind, "value", ""),)
        parts = self.kinds.get(names[0])
        if parts is None or len(parts) != len(items) - 1 or any(self.kinds.get(name) != parts for name in names):
            raise NotTranslated(node, f"{source_of(node)}: write a kind of move, and its parts")
        packed = f"(uint32_t){self.place_of(method, tuple(self.kinds), kind, node)}"
        for i, (part, item) in enumerate(zip(parts, items[1:], strict=True)):
            if isinstance(part, range):
                number = method.integer(item, node)
                byte = f"part(c, {number}, {part[0]}, {part[-1]}, {first_number(part)})"
            else:
                byte = f"(uint32_t){self.place_of(method, tuple(part), item, node)}"
            packed += f" | {byte} << {8 * (i + 1)}"
        method.emit(f"give_move(c, {packed});")

    def place_of(self, method: Method, values: tuple[Any, ...], item: Value, node: ast.AST) -> str:
        """The place of a text among those that it may be."""
        if isinstance(item, Const) and item.value in values:
            return str(values.index(item.value))
        found = method.map_choice(values.index, item)
        return method.integer(found, node) if found else place_among(method, values, item, node, must=True)


PRELUDE = Path(__file__).parent / "compiled_rules.h"

# What the kernel asks, in the order of the pointers of compiled_game.pyx: the arguments of the method, whether it may
# change the table, and the C code of the answer (below 0: Python is to be asked), {n} the number that it gives.
NOT = "c->bad ? -1 : "
ENTRIES: dict[str, tuple[str, bool, str]] = {
    "deal": ("table rng", True, "finish_turn(c)"),
    "legal": ("table seat", False, NOT + "c->n_out"),
    "play": ("table seat move", True, "finish_turn(c)"),
    "kind_of": ("table seat move", False, NOT + "{n}"),
    "weigh": ("table seat move", False, NOT + "0"),  # of all moves of a decision
    "stage_of": ("table seat", False, NOT + "{n}"),
    "score_end": ("table", True, "finish(c)"),
    "tie_break": ("table seat", False, NOT + "(*(int64_t *)out = {n}, 0)"),
    "bot_turn": ("table seat", True, "finish_turn(c)"),
    "chooses_secretly": ("table", False, NOT + "{n} != 0"),
    "redeal": ("table seat rng", True, "finish(c)"),
}
ARGUMENTS = {"table": Name("table"), "seat": Scalar("seat"), "move": Name("move"), "rng": Name("draws", "&c->deal")}


class Unit:
    """The C program of a game for one number of players; `untranslated`: for each method that is not in it the lines
    that cannot be translated, with the reasons."""

    translations = MappingProxyType({**EXPRESSIONS, ast.Call: call, **STATEMENTS})  # how nodes become C
    targets = TARGETS

    def __init__(self, path: Path, game: Any) -> None:
        """game: the PythonGame."""
        self.game, self.rules, self.players = game, game.rules, game.players
        self.kind, self.seats = type(self.rules), len(self.rules.seats)
        self.places, self.fields = game.fields.places, rules.fields_of(self.kind)
        self.moves = Moves({name: dict(parts) for name, parts in game.moves.parts}, self)
        tree = ast.parse(read_limited(resolve_path(path), MAX_PROGRAM_BYTES))
        self.constants = Constants(tree, self.kind.legal.__globals__, self.rules, self.fields)
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.texts: dict[str, int] = {"": 0}
        self.arrays: dict[tuple[int, ...], str] = {}
        self.count = 0
        self.n_parts = self.array([len(parts) + 1 for parts in self.moves.kinds.values()])
        self.untranslated: dict[str, tuple[tuple[int, str], ...]] = {}
        entries = {name: self.entry(name) for name in ENTRIES}
        self.translated = [name for name, entry in entries.items() if entry]
        self.text = self.program([entry for entry in entries.values() if entry])

    def number(self) -> int:
        """Another number for a name."""
        self.count += 1
        return self.count

    def text_number(self, words: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(words, len(self.texts))

    def array(self, values: Iterable[Any]) -> str:
        """The name of an array of these numbers."""
        return self.arrays.setdefault(tuple(map(int, values)), f"K{len(self.arrays)}")

    def program(self, entries: list[str]) -> str:
        """All of it."""
        header = self.game.layout["header"]
        turns = header["turns"].fields
        offsets = {name.upper(): turns[name][1] for name in ("round", "ended", "over")}
        offsets |= {
            name.upper(): header.fields[name][1] for name in ("key", "draws", "board", "following", "round_end")
        }
        arrays = [
            f"static const {'int32_t' if all(map(is_number, values)) else 'int64_t'} {name}[] = "
            f"{{{', '.join([*(f'{each}LL' for each in values), '0'])}}};"
            for values, name in self.arrays.items()
        ]
        defines = [f"#define {name} {at}" for name, at in (offsets | {"CELLS": header.itemsize}).items()]
        return "\n".join([*defines, PRELUDE.read_text(encoding="utf-8"), self.range_checks(), *arrays, *entries])

    def range_checks(self) -> str:
        """The C function that looks for a number outside the declared range of its field."""
        checks = [
            f"check_range(c, {self.places[name]}, {field.bytes}, {(self.seats if field.by_seat else 1)} * "
            f"{max(field.piles, 1)}, {max(field.size, 1)}, {int(field.is_pile)}, {field.low}, {field.high});"
            for name, field in self.fields.items()
            if (field.low, field.high) != (rules.LOWEST, rules.HIGHEST)
        ]
        return "\n    ".join(["static void check_ranges(Context *c) {", *checks]) + "\n}\n"

    def cells(self, name: str) -> str:
        """C code of the place of a field's first number."""
        return f"((int{8 * self.fields[name].bytes}_t *)(c->cell + {self.places[name]}))"

    # -- what the kernel asks -----------------------------------------------------------------------------------------

    def entry(self, name: str) -> str:
        """The C function of a method of the rules that is translated; "": it is not, or there is none."""
        if getattr(self.kind, name) is getattr(rules.Rules, name):
            return ""
        if name == "legal" and self.game.ask_for_moves != self.rules.legal:
            return ""  # some of its moves are forbidden
        arguments, changes, answer = ENTRIES[name]
        method = Method(self, name, is_question=not changes)
        try:
            function = self.method(name, None)
            sink = self.moves.sink(method) if name == "legal" else None
            values = [Name("self"), *(ARGUMENTS[argument] for argument in arguments.split())]
            if name == "weigh":
                values += self.begin_weighing(method, values)
            result = method.call(function, values, ast.Name(name), sink)
            code = "" if method.reasons else self.answer(method, name, result, function)
            method.emit("}" * (name == "weigh"))
        except NotTranslated as error:
            method.note(error)
        except Exception as error:  # of ours: the rules are played all the same
            method.reasons = method.reasons or {(0, f"{type(error).__name__}: {error}"): None}
        if method.reasons:
            self.untranslated[name] = tuple(sorted(method.reasons))
            return ""
        seats = self.players if "move" in arguments or name in ("legal", "stage_of") else self.seats
        lines = [
            "Context context = begin(state, key, out), *c = &context;",
            f"if (seat < 0 || seat >= {seats}) __builtin_unreachable();",
            *["uint32_t move = (uint32_t)key, kind = move & 255;"] * (name != "weigh"),
            *method.declared,
            *method.lines,
            f"return {answer.format(n=code)};",
        ]
        parameters = "char *state, int64_t seat, uint64_t key, void *out"
        return "\n    ".join([f"int64_t {name}({parameters}) {{", *lines]) + "\n}\n"

    def answer(self, method: Method, name: str, value: Value, node: ast.AST) -> str:
        """The number that a method gives: C code."""
        if name in ("kind_of", "stage_of"):
            names = ("", *self.kind.classes) if name == "kind_of" else tuple(self.kind.stages)
            code = method.pin(method.text(value, node))
            numbers = self.array([names.index(words) if words in names else -1 for words in self.texts])
            return f"{numbers}[{code}]"
        if name == "weigh":
            n = len(self.kind.features)
            items = value.items if isinstance(value, Tuple) else tuple(map(Const, getattr(value, "value", ())))
            if not items:
                row = method.numbers(value, node)
                method.emit(f"if ({row.n} != {n}) c->bad = 1;")
                items = tuple(Scalar(f"{row.data}[{i}]") for i in range(n))
            elif len(items) != n:
                raise NotTranslated(node, f"weigh() gives {len(items)} numbers")
            for i, item in enumerate(items):
                method.emit(f"features[{i}] = feature(c, {method.integer(item, node)});")
        return method.integer(value, node) if "{n}" in ENTRIES[name][2] else "0"

    def begin_weighing(self, method: Method, values: list[Value]) -> list[Value]:
        """Write what before_weigh() does, and the head of the loop over the moves; what it gives weigh(), if there is
        such a method."""
        given = []
        if self.game.rules.before_weigh.__func__ is not rules.Rules.before_weigh:
            function = self.method("before_weigh", None)
            given = [method.unchanging(method.call(function, values[:3], ast.Name("before_weigh")))]
        method.emit("for (uint64_t m = 0; m < key && !c->bad; m++) {")
        method.emit("uint32_t move = ((Weighing *)out)->moves[m], kind = move & 255;")
        method.emit(f"double *features = ((Weighing *)out)->features + m * {len(self.kind.features)};")
        return given

    def is_features(self, method: Method) -> bool:
        """Whether it is weigh() itself that is translated, whose list is as a tuple."""
        return len(method.frames) == 1 and method.frame.function.name == "weigh"

    # -- what methods read --------------------------------------------------------------------------------------------

    def method(self, name: str, node: ast.AST | None) -> ast.FunctionDef:
        """A method of the rules by its name."""
        kind = next((kind for kind in self.kind.__mro__ if name in vars(kind) and name not in vars(self.rules)), None)
        body = self.classes[kind.__name__].body if kind and kind.__name__ in self.classes else []
        for each in body:
            if isinstance(each, ast.FunctionDef) and each.name == name and is_function(vars(kind)[name], each):
                return each
        raise NotTranslated(node, f"self.{name}() is no method of the file")

    def board(self, seat: str) -> Value:
        """The name of a seat's board."""
        boards = tuple(self.kind.boards)
        return Choice(boards, f"(uint8_t)c->state[BOARD + {seat}]") if boards else Const("")
