"""What of a game's file never changes while the game is played: Python itself works out what is made of it."""

import ast
from collections.abc import Iterable
from copy import deepcopy
from types import FunctionType, MappingProxyType, SimpleNamespace
from typing import Any, cast

from cext.games.translation.values import Const, Iterator, Name, NotTranslated, Value
from cext.sorted_sets import SortedFrozenSet, SortedSet
from cext.user_modules import HIDDEN, sort_sets

__all__ = ["Constants", "is_function"]

FUNCTIONS = {each.__name__: each for each in (
    abs, all, any, bool, dict, divmod, enumerate, int, len, list, max, min, range, reversed, sorted, str, sum, tuple,
    zip,
)} | {"frozenset": SortedFrozenSet, "set": SortedSet}  # fmt: skip
METHODS = ("copy", "count", "fromkeys", "get", "index", "items", "keys", "lower", "title", "upper", "values")
CHANGING = ("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse",
            "setdefault", "sort", "update")  # fmt: skip
DRAWS = ("choice", "shuffled")
EVASIONS = {"setattr", "delattr", "globals", "vars", "locals", "exec", "eval", "__dict__", "__setattr__"}
CHANGEABLE = (list, dict, set)
LARGEST = 2**62


class Constants:
    """Names of a game's file and attributes of its rules that have the same value all the time."""

    def __init__(self, tree: ast.Module, names: dict[str, Any], rules: Any, fields: Iterable[str]) -> None:
        """names: of the file. fields: of the table."""
        self.names, self.rules, self.fields = names, rules, frozenset(fields)
        self.assigned: set[str] = set()  # what methods assign
        self.leaked: dict[str, set[int]] = {}  # those of which an item may: how deep in them
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.functions = {name: node for name, node in functions.items() if is_function(names.get(name), node)}
        self.parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for top in ast.walk(tree):
            if isinstance(top, ast.FunctionDef) and top.name != "__init__":
                for node in ast.walk(top):
                    self.note(node)

    def note(self, node: ast.AST) -> None:
        """Note what a node changes."""
        match node:
            case ast.Global(names):
                self.assigned.update(names)
            case ast.Attribute(of, name, ast.Store() | ast.Del()) if ast.unparse(of) != "table":
                self.assigned.add(name)
            case ast.Name(name, ast.Load()) | ast.Attribute(_, name, ast.Load()):
                self.assigned |= {name} & EVASIONS
                child, parent, depth = cast(ast.AST, node), self.parents[node], 0
                while isinstance(parent, ast.Subscript) and is_harmless(parent, child):
                    depth += not isinstance(parent.slice, ast.Slice)  # whose items are as deep
                    child, parent = parent, self.parents[parent]
                if not is_harmless(parent, child):
                    self.leaked.setdefault(name, set()).add(depth)

    def stays_same(self, function: ast.FunctionDef, name: str, *, is_given: bool = False) -> bool:
        """Whether a list does not change under its name in a function, which gives it one other name; or gives it
        back, with no other name."""
        n_names = 0
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
                return False
            if not (isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)):
                continue
            child: ast.AST = node
            parent = self.parents[node]
            if isinstance(parent, ast.Tuple):
                child, parent = parent, self.parents[parent]
            if isinstance(parent, ast.Assign) and not is_given and all(map(is_name, parent.targets)):
                n_names += 1
            elif not (isinstance(parent, ast.Return) and is_given) and (
                isinstance(child, ast.Tuple) or not is_harmless(parent, child)
            ):
                return False
        return n_names <= 1

    def name(self, name: str, node: ast.AST | None) -> Any:
        """The value of a name of the file."""
        if name not in self.names:
            raise NotTranslated(node, f"{name} is not translated")
        return self.check_constant(name, self.names[name], node)

    def attribute(self, name: str, node: ast.AST | None) -> Any:
        """self.NAME: of the class, or set by __init__."""
        if not hasattr(self.rules, name) or name in self.fields:
            raise NotTranslated(node, f"self.{name} is not translated")
        return self.check_constant(name, getattr(self.rules, name), node)

    def check_constant(self, name: str, value: Any, node: ast.AST | None) -> Any:
        if self.assigned & {name, *EVASIONS}:
            raise NotTranslated(node, f"{name} is assigned while the game is played")
        if not is_plain(plain := plain_data(value)):
            raise NotTranslated(node, f"{name} is no number, text, list or dictionary of such")
        depths = self.leaked.get(name, ()) if isinstance(value, CHANGEABLE) else ()
        if any(isinstance(item, CHANGEABLE) for depth in depths for item in items_in(value, depth)):
            raise NotTranslated(node, f"{name} may be changed while the game is played: make it a tuple")
        return plain

    def evaluate(self, node: ast.expr, names: dict[str, Value], own: Iterable[str]) -> Const | None:
        """What an expression is where nothing in it changes; None: something does, or it cannot be worked out. names:
        of the method that have a value; own: all of them."""
        nodes = list(ast.walk(node))
        inner = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        inner |= {each.arg for each in nodes if isinstance(each, ast.arg)}
        values: dict[str, Any] = {}
        try:
            for each in nodes:
                match each:
                    case ast.Attribute(ast.Name(of), name) if names.get(of) == Name("self"):
                        values[of] = values.get(of) or SimpleNamespace()
                        setattr(values[of], name, self.attribute(name, each))
                    case ast.Attribute(_, name) if name not in METHODS:
                        return None
                    case ast.Name(name) if name not in inner and names.get(name) != Name("self"):
                        values[name] = self.constant_of(name, names, own)
            tree = ast.Expression(node)
            if any(isinstance(each, ast.Set | ast.SetComp | ast.Attribute) for each in nodes):
                sort_sets(tree := deepcopy(tree))
            code = compile(ast.fix_missing_locations(tree), "", "eval")
            value = eval(code, {"__builtins__": HIDDEN, **values})
        except Exception:  # something changes, or goes wrong, which Python says when it is played
            return None
        if hasattr(value, "__iter__") and not isinstance(value, str | tuple | list | dict | range | set):
            value = Iterator(value) if hasattr(value, "__next__") else tuple(value)
        return Const(value) if is_plain(value) else None

    def constant_of(self, name: str, names: dict[str, Value], own: Iterable[str]) -> Any:
        """What a name of a method, of the file or of Python always is; raises LookupError, NotTranslated."""
        value = names.get(name)
        if isinstance(value, Const):
            return value.value
        if value or name in own or name in self.functions:
            raise LookupError(name)
        return self.name(name, None) if name in self.names else FUNCTIONS[name]


def is_name(target: ast.AST) -> bool:
    """Whether a variable is assigned, or several."""
    return isinstance(target, ast.Name) or (isinstance(target, ast.Tuple) and all(map(is_name, target.elts)))


def items_in(value: Any, depth: int) -> list[Any]:
    """What is so deep in a value: 0: itself, 1: its items."""
    items = [value]
    for _ in range(depth):
        holders = [item for item in items if isinstance(item, dict | list | tuple)]
        items = [item for each in holders for item in (each.values() if isinstance(each, dict) else each)]
    return items


def is_harmless(parent: ast.AST, child: ast.AST) -> bool:
    """Whether a list or dictionary stays the same where it stands so."""
    match parent:
        case ast.Subscript(value, _, ctx) if value is child:
            return isinstance(ctx, ast.Load)
        case ast.Attribute(_, name, ctx):
            return isinstance(ctx, ast.Load) and name not in CHANGING
        case ast.Call(ast.Name(name) | ast.Attribute(_, name)) if parent.func is not child:
            return name in (METHODS + DRAWS if isinstance(parent.func, ast.Attribute) else FUNCTIONS)
        case ast.IfExp():
            return child is parent.test
    return isinstance(parent, ast.Compare | ast.For | ast.comprehension | ast.If | ast.BinOp | ast.Call)


def is_function(value: Any, node: ast.FunctionDef) -> bool:
    """Whether a value is the function that is written there."""
    return isinstance(value, FunctionType) and value.__code__.co_firstlineno == node.lineno


def plain_data(value: Any) -> Any:
    """Data of a game as lists and dictionaries that a file would hold."""
    if isinstance(value, MappingProxyType):
        return {key: plain_data(item) for key, item in value.items()}
    return tuple(map(plain_data, value)) if isinstance(value, tuple) else value


def is_plain(value: Any) -> bool:
    """Whether a value is made of numbers and texts."""
    if isinstance(value, dict):
        return all(map(is_plain, [*value, *value.values()]))
    if isinstance(value, tuple | list | set):
        return all(map(is_plain, value))
    if isinstance(value, range):
        return is_plain((value.start, value.stop, value.step))
    return value is None or isinstance(value, str | float) or (isinstance(value, int) and abs(value) < LARGEST)
