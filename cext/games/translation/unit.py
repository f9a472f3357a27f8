"""The rules of a game in one Python file as a C program: its methods, as far as they are numbers and lists of numbers.

Every method is translated as a whole or not at all. What is translated gives what Python gives, or says that it cannot
answer: where a number is too large, a place outside its list, a move none of those declared. Python is asked then.
"""

import ast
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import Any

from cext.fallback_files import resolve_path
from cext.games.rules import Rules as RulesClass
from cext.games.rules import fields_of
from cext.games.translation.methods import Method
from cext.games.translation.values import Choice, Const, Draw, Int, MovePart, NotTranslated, Rules, Table, Value
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = ["ENTRIES", "Unit"]

PRELUDE = Path(__file__).parent / "compiled_rules.h"
HARMLESS = frozenset(
    [
        "len",
        "sum",
        "min",
        "max",
        "sorted",
        "list",
        "tuple",
        "set",
        "enumerate",
        "zip",
        "reversed",
        "any",
        "all",
        "range",
        "dict",
    ]
)
HARMLESS_METHODS = frozenset(
    ["shuffled", "choice", "count", "index", "fromkeys", "get", "items", "keys", "values", "copy"]
)

# What the kernel asks, in the order of the pointers of compiled_game.pyx: is the table changed, what is given back,
# parameters and arguments behind state and options, what is done with the answer.
ENTRIES: dict[str, tuple[bool, str, str]] = {
    "deal": (True, "nothing", "uint64_t key"),
    "legal": (False, "moves", "uint32_t *moves"),
    "play": (True, "nothing", "uint32_t move"),
    "kind_of": (False, "text", "uint32_t move"),
    "weigh": (False, "features", "uint32_t move, int32_t *features"),
    "stage_of": (False, "text", ""),
    "score_end": (True, "nothing", ""),
    "tie_break": (False, "number", "int64_t seat, int64_t *answer"),
    "bot_turn": (True, "nothing", "int64_t seat"),
    "chooses_secretly": (False, "number", ""),
    "redeal": (True, "nothing", "int64_t seat, uint64_t key"),
}


class Unit:
    """The C program of a game with so many players; `untranslated`: method -> line and why it stays Python."""

    list_room = "LIST_ITEMS"
    round_code = "((int64_t)(uint8_t)c->state[ROUND] + 1)"

    def __init__(self, path: Path, game: Any) -> None:
        """game: the PythonGame."""
        rules, players, self.game = game.rules, game.players, game
        self.places, self.header = game.fields.places, game.layout["header"]
        self.moves = {name: dict(parts) for name, parts in game.moves.parts}  # kind -> what its parts may be
        self.kind, self.rules = type(rules), rules
        self.players, self.seats = players, len(rules.seats)
        self.fields = fields_of(self.kind)
        self.boards, self.table_boards = tuple(self.kind.boards), self.kind.table_boards
        self.tree = ast.parse(read_limited(resolve_path(path), MAX_PROGRAM_BYTES))
        self.names: dict[str, Any] = self.kind.legal.__globals__
        functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.functions = {name: node for name, node in functions.items() if is_function(self.names.get(name), node)}
        self.classes = {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}
        self.texts: dict[str, int] = {"": 0}
        self.arrays: dict[tuple[int, ...], str] = {}
        self.methods: dict[Any, Method | None] = {}
        self.written: list[str] = []
        self.count = 0
        self.question = False
        self.untranslated: dict[str, tuple[int, str]] = {}
        self.changed = self.changed_names()
        entries = [self.entry(name) for name in ENTRIES]
        self.translated = [name for name, entry in zip(ENTRIES, entries, strict=True) if entry]
        self.text = self.program([entry for entry in entries if entry])

    # -- C ------------------------------------------------------------------------------------------------------------

    def number(self) -> int:
        """Another number for a name."""
        self.count += 1
        return self.count

    def text_number(self, words: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(words, len(self.texts))

    def array(self, values: Any) -> str:
        """The name of an array of these numbers."""
        return self.arrays.setdefault(tuple(int(value) for value in values), f"K{len(self.arrays)}")

    def board_code(self, seat: str) -> str:
        return f"(uint8_t)c->state[BOARD + {seat}]"

    def program(self, entries: list[str]) -> str:
        """All of it."""
        offsets = {
            "ROUND": self.header["turns"].fields["round"][1], "SEAT": self.header["turns"].fields["seat"][1],
            "ENDED": self.header["turns"].fields["ended"][1], "OVER": self.header["turns"].fields["over"][1],
            "KEY": self.header.fields["key"][1], "DRAWS": self.header.fields["draws"][1],
            "BOARD": self.header.fields["board"][1], "FOLLOWING": self.header.fields["following"][1],
            "ROUND_OVER": self.header.fields["round_over"][1], "CELLS": self.header.itemsize,
        }  # fmt: skip
        arrays = [
            f"static const int64_t {name}[] = {{{', '.join(map(number_code, values)) or '0'}}};"
            for values, name in self.arrays.items()
        ]
        return "\n".join(
            [
                PRELUDE.read_text(encoding="utf-8"),
                *(f"#define {name} {at}" for name, at in offsets.items()),
                START,
                *arrays,
                *self.written,
                *entries,
            ]
        )

    # -- what the kernel asks -----------------------------------------------------------------------------------------

    def entry(self, name: str) -> str:
        """The C function of a method of the rules that is translated; "": it is not, or there is none."""
        if getattr(self.kind, name) is getattr(RulesClass, name):
            return ""
        if name == "legal" and self.game.ask_for_moves != self.rules.legal:
            return ""  # some of its moves are forbidden
        writes, gives, parameters = ENTRIES[name]
        self.question = not writes
        seat = (
            Int("seat", 0, self.players - 1)
            if name in ("legal", "play", "kind_of", "weigh", "stage_of")
            else Int("seat", 0, self.seats - 1)
        )
        values: dict[str, Value] = {"table": Table(), "seat": seat, "move": MovePart("move"), "rng": Draw("&c->deal")}
        try:
            function = self.method(name, None)
            names = [argument.arg for argument in function.args.args[1:]]
            order = {"deal": ["table", "rng"], "redeal": ["table", "seat", "rng"]}.get(name) or [
                "table", *(["seat"] if "seat" in parameters or name in SEATED else []),
                *(["move"] if "move" in parameters and name != "legal" else []),
            ]  # fmt: skip
            if len(names) != len(order):
                raise NotTranslated(function, f"{name}() takes other arguments")
            given = (Rules(), *(values[each] for each in order))
            wants = gives if gives in ("moves", "features") else ""
            method = self.translate(f"self.{name}", function, given, wants, function)
            if gives not in (method.gives, "nothing"):
                raise NotTranslated(function, f"{name}() gives a {method.gives}")
        except (NotTranslated, Exception) as error:  # of ours: the rules are played all the same
            reason = str(error) if isinstance(error, NotTranslated) else f"{type(error).__name__}: {error}"
            self.untranslated[name] = getattr(error, "line", 0), reason
            return ""
        codes = {"seat": "seat", "move": "move", "rng": "&c->deal"}
        call = f"{method.name}({', '.join(['c', '0', *(codes[each] for each in order if each in codes)])})"
        names_of = {"kind_of": ("", *self.kind.classes), "stage_of": tuple(self.kind.stages)}.get(name, ())
        answer = self.array([names_of.index(words) if words in names_of else -1 for words in self.texts])
        lines = {
            "moves": f"{call}; return c->bad ? -1 : c->n_out;",
            "features": f"{call}; return c->bad ? -1 : 0;",
            "text": f"int64_t words = {call}; return c->bad ? -1 : (int){answer}[words];",
            "number": f"int64_t number = {call}; return c->bad ? -1 : number != 0;",
            "nothing": f"{call}; return c->bad ? -1 : finish(c);",
        }[gives]
        if name == "tie_break":
            lines = f"*answer = {call}; return c->bad ? -1 : 0;"
        first = f"Context context, *c = &context; begin(c, state, option{', key' if 'key' in parameters else ', 0'});"
        if "int64_t seat" not in parameters:
            first += " int64_t seat = (uint8_t)state[SEAT]; (void)seat;"
        if gives == "moves":
            first += " c->out = moves;"
        if gives == "features":
            first += " c->features = features;"
        last = lines
        if name == "play":
            last = f"{call}; return c->bad ? -1 : finish_move(c);"
        behind = f", {parameters}" if parameters else ""
        return f"int {name}(char *state, const int64_t *option{behind}) {{\n    {first}\n    {last}\n}}\n"

    def translate(
        self, name: str, function: ast.FunctionDef, values: tuple[Value, ...], gives: str, node: ast.AST | None
    ) -> Method:
        """A method for such arguments."""
        key = name, values, gives, self.question
        if key not in self.methods:
            self.methods[key] = None
            method = Method(self, f"m{self.number()}_{name.removeprefix('self.')}", function, values, gives)
            self.written.append(method.text_of())
            self.methods[key] = method
        found = self.methods[key]
        if found is None:
            raise NotTranslated(node, f"{name.removeprefix('self.')}() calls itself, or stays Python")
        return found

    def check_may_write(self, node: ast.AST) -> None:
        """NotTranslated where it is a question that changes something."""
        if self.question:
            raise NotTranslated(node, "what is only asked changes the table or draws")

    # -- names --------------------------------------------------------------------------------------------------------

    def method(self, name: str, node: ast.AST | None) -> ast.FunctionDef:
        """A method of the rules by its name."""
        for kind in self.kind.__mro__:
            if name in vars(kind) and name not in vars(self.rules):
                for each in self.classes[kind.__name__].body if kind.__name__ in self.classes else ():
                    if isinstance(each, ast.FunctionDef) and each.name == name and is_function(vars(kind)[name], each):
                        return each
                break
        raise NotTranslated(node, f"self.{name}() is no method of the file")

    def option(self, name: Value, node: ast.AST) -> Value:
        """self.option[...]"""
        is_other = "option" in self.changed["assigned"] or self.changed["assigned"] & EVASIONS
        if is_other or not isinstance(name, Const) or name.value not in self.kind.options:
            raise NotTranslated(node, "self.option: write the name of an option")
        spec = self.kind.options[name.value]
        values = tuple(spec[2]) if len(spec) > 2 else (False, True)
        return Choice(values, f"c->option[{list(self.kind.options).index(name.value)}]")

    def constant(self, name: str, node: ast.AST) -> Any:
        """The value of a name of the file that never changes."""
        if name in self.names:
            return self.checked(name, self.names[name], node)
        raise NotTranslated(node, f"{name} is not translated")

    def attribute(self, name: str, node: ast.AST) -> Any:
        """self.NAME: of the class, or set by __init__."""
        if not hasattr(self.rules, name) or name in self.fields:
            raise NotTranslated(node, f"self.{name} is not translated")
        return self.checked(name, thawed(getattr(self.rules, name)), node)

    def checked(self, name: str, value: Any, node: ast.AST) -> Any:
        if name in self.changed["assigned"] or self.changed["assigned"] & EVASIONS:
            raise NotTranslated(node, f"{name} is assigned while the game is played")
        if not is_plain(value):
            raise NotTranslated(node, f"{name} is no number, text, list or dictionary of such")
        if not isinstance(value, int | str | tuple | range) and name in self.changed["changed"]:
            raise NotTranslated(node, f"{name} may be changed while the game is played: make it a tuple")
        return value

    def changed_names(self) -> dict[str, set[str]]:
        """Names of the file and attributes of the rules that methods assign; lists and dictionaries that may change."""
        assigned: set[str] = set()
        changed: set[str] = set()
        parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        for top in ast.walk(self.tree):
            if not isinstance(top, ast.FunctionDef) or top.name == "__init__":
                continue
            for node in ast.walk(top):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
                if name in EVASIONS:
                    assigned.add(name)
                if isinstance(node, ast.Global):
                    assigned.update(node.names)
                elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                    assigned |= {name} if ast.unparse(node.value) != "table" else set()
                elif name and isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                    child: ast.AST = node
                    while isinstance(parents[child], ast.Subscript) and is_harmless(parents[child], child):
                        child = parents[child]
                    if not is_harmless(parents[child], child):
                        changed.add(name)
        return {"assigned": assigned, "changed": changed}


EVASIONS = frozenset(["setattr", "delattr", "globals", "vars", "locals", "exec", "eval", "__dict__", "__setattr__"])
SEATED = ("legal", "play", "kind_of", "weigh", "stage_of")
START = """
static inline void begin(Context *c, char *state, const int64_t *option, uint64_t key) {
    memset(c, 0, sizeof *c);
    c->state = state, c->option = option, c->cell = (int16_t *)(state + CELLS);
    c->deal.key = key, c->play.key = *(uint64_t *)(state + KEY), c->play.index = *(uint32_t *)(state + DRAWS);
}
static inline int finish(Context *c) {
    *(uint32_t *)(c->state + DRAWS) = (uint32_t)c->play.index;
    return 0;
}
static inline int finish_move(Context *c) {
    c->state[ENDED] = (char)c->ended, c->state[OVER] = (char)c->over;
    c->state[FOLLOWING] = (char)c->following, c->state[ROUND_OVER] = (char)c->round_over;
    return finish(c);
}
"""


def number_code(number: int) -> str:
    return f"{number}LL" if abs(number) >= 2**31 else str(number)


def is_harmless(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a list or dictionary stays the same where it stands so."""
    match parent:
        case ast.Subscript(value, _, ctx) if value is child:
            return isinstance(ctx, ast.Load)
        case ast.Attribute(_, name, ctx):
            return isinstance(ctx, ast.Load) and name not in (
                "append",
                "pop",
                "remove",
                "insert",
                "extend",
                "clear",
                "sort",
                "reverse",
                "update",
                "setdefault",
                "popitem",
                "add",
                "discard",
            )
        case ast.Call(ast.Name(name)) if parent.func is not child:
            return name in HARMLESS
        case ast.Call(ast.Attribute(_, name)) if parent.func is not child:
            return name in HARMLESS_METHODS
        case ast.Compare() | ast.For() | ast.comprehension() | ast.If() | ast.IfExp() | ast.BinOp() | ast.Call():
            return not (isinstance(parent, ast.IfExp) and child is not parent.test)
    return False


def is_function(value: Any, node: ast.FunctionDef) -> bool:
    """Whether a value is the function that is written there."""
    return isinstance(value, FunctionType) and value.__code__.co_firstlineno == node.lineno


def thawed(value: Any) -> Any:
    """Data of a game as lists and dictionaries that a file would hold."""
    if isinstance(value, MappingProxyType):
        return {key: thawed(item) for key, item in value.items()}
    return tuple(map(thawed, value)) if isinstance(value, tuple) else value


def is_plain(value: Any) -> bool:
    """Whether a value is made of numbers and texts."""
    if isinstance(value, dict):
        return all(map(is_plain, value)) and all(map(is_plain, value.values()))
    if isinstance(value, tuple | list | set | frozenset):
        return all(map(is_plain, value))
    return value is None or isinstance(value, range | str | float) or (isinstance(value, int) and abs(value) < 2**62)
