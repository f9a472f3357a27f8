"""Python files of users as modules in which the order of a set is the same in every process: sets are sorted ones
(sorted_sets.py), in what the files import from each other, too."""

import ast
import builtins
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from cext import sorted_sets
from cext.fallback_files import is_copy
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = [
    "HIDDEN", "PACKAGES", "USER_FINDER", "compile_module", "is_user_file", "run_module", "sort_sets",
]  # fmt: skip

OURS = Path(__file__).parents[1]  # where the four packages lie
IMPORT_FILES = ("<frozen importlib", str(Path(str(sys.modules["importlib"].__file__)).parent), __file__)
PACKAGES = ("cext", "strategies", "analyser", "reports")
# Names of Python that mean something else in user files.
CHANGED_BUILTINS: dict[str, Any] = {
    "set": sorted_sets.SortedSet, "frozenset": sorted_sets.SortedFrozenSet,
    "hash": sorted_sets.hash_of, "id": sorted_sets.id_of,
}  # fmt: skip
# What sort_sets() has files call, by names that no file can give to anything else.
HIDDEN: dict[str, Any] = {
    "{set}": sorted_sets.SortedSet, "{view}": sorted_sets.sorted_view, "{sorted}": sorted_sets.sort_by_key,
    "{iter}": sorted_sets.as_sorted, "{pop}": sorted_sets.pop_of,
}  # fmt: skip

# Functions and methods that go through what they are given.
TAKERS = frozenset({
    "all", "any", "dict", "enumerate", "filter", "iter", "len", "list", "map", "max", "min", "next", "print", "repr",
    "reversed", "sorted", "str", "sum", "tuple", "zip",
})  # fmt: skip
TAKING_METHODS = frozenset({"choice", "choices", "extend", "fromkeys", "join", "sample", "shuffled"})
# Functions that never give a set.
MAKERS = frozenset({"enumerate", "filter", "list", "map", "range", "reversed", "sorted", "{sorted}", "tuple", "zip"})
# Modules whose functions give no sets.
WITHOUT_SETS = frozenset({
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "copy", "csv", "dataclasses", "datetime",
    "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "json", "math", "numbers", "numpy",
    "operator", "os", "pathlib", "random", "re", "statistics", "string", "sys", "textwrap", "time", "tomllib", "types",
    "typing", "warnings", "zlib", *PACKAGES,
})  # fmt: skip


# -- the code of a file -----------------------------------------------------------------------------------------------


def compile_module(path: Path) -> CodeType:
    """The code of a file; SyntaxError, OSError."""
    source = read_limited(path, MAX_PROGRAM_BYTES)
    return _compile_source(source, str(path), checks_values=not _makes_own_sets(path, source, frozenset({path})))


@lru_cache(maxsize=32)  # a command loads a game several times, and compiling takes most of the time
def _compile_source(source: bytes, path: str, *, checks_values: bool) -> CodeType:
    tree = ast.parse(source, path)
    is_changed = sort_sets(tree, checks_values=checks_values)
    return compile(tree if is_changed else source, path, "exec", dont_inherit=True)


def sort_sets(tree: ast.AST, *, checks_values: bool = False) -> bool:
    """Change a syntax tree so that all its sets are sorted ones; whether there was anything to change. checks_values:
    what it goes through may also be a set that a library made."""
    sorter = _SetSorter(frozenset(_own_names(tree)), checks_values)
    waiting = [tree]
    while waiting:  # no recursion: a long sum is as deep as it is long
        node = waiting.pop()
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [sorter.changed(node, field, each) for each in value]
                waiting += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                changed = sorter.changed(node, field, value)
                setattr(node, field, changed)
                waiting.append(changed)
    return sorter.is_used


def _own_names(tree: ast.AST) -> Iterator[str]:
    """Names that a file gives to something."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(name, ast.Store()) | ast.arg(name) | ast.FunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.alias(name, new):
                yield new or name


class _SetSorter:
    """What a node of a syntax tree is changed to."""

    def __init__(self, own_names: frozenset[str], checks_values: bool) -> None:
        self.takers, self.makers = TAKERS - own_names, MAKERS - own_names
        self.checks_values, self.is_used = checks_values, False

    def changed(self, parent: ast.AST, field: str, node: Any) -> Any:
        if not isinstance(node, ast.expr) or _is_hidden(parent):
            return node
        match node:
            case ast.Set(items) if not _is_asked(parent, field):
                return self.call("{set}", ast.List(items, ast.Load()), node)
            case ast.SetComp(item, loops):
                return self.call("{set}", ast.ListComp(item, loops), node)
            case ast.Name("sorted") if "sorted" in self.takers and field == "func" and _has_key(parent):
                return ast.copy_location(ast.Name("{sorted}", ast.Load()), node)
            case ast.Attribute(value, "pop") if self.checks_values and isinstance(parent, ast.Call) and field == "func":
                if not isinstance(value, ast.Set | ast.SetComp):
                    node.value = self.call("{pop}", value, value)
        takes = self.takes(parent, field)
        match node:
            case ast.Call(ast.Attribute(_, "keys" | "items")) if not (takes or _is_asked(parent, field)):
                return self.call("{view}", node, node)
        is_checked = takes and self.checks_values and not self.has_order(node)
        return self.call("{iter}", node, node) if is_checked else node

    def has_order(self, node: ast.expr) -> bool:
        """Whether an expression shows that it is no set."""
        if isinstance(node, ast.Call):
            return isinstance(node.func, ast.Name) and node.func.id in self.makers
        return isinstance(node, ast.List | ast.ListComp | ast.GeneratorExp | ast.Tuple | ast.Constant | ast.Dict)

    def call(self, name: str, argument: ast.expr, place: ast.expr) -> ast.Call:
        """The call of a hidden function, where a node was."""
        self.is_used = True
        call = ast.Call(ast.Name(name, ast.Load()), [argument], [])
        for node in (call, call.func, argument):
            ast.copy_location(node, place)
        return call

    def takes(self, parent: ast.AST, field: str) -> bool:
        """Whether the values of what is there are gone through."""
        match parent:
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                return field == "iter"
            case ast.Call(ast.Name(name)):
                return field == "args" and name in self.takers
            case ast.Call(ast.Attribute(_, name)):
                return field == "args" and name in TAKING_METHODS
            case ast.Assign(targets):
                return field == "value" and any(map(_has_parts, targets))
            case ast.AugAssign(_, ast.Add()) | ast.Starred(_, ast.Load()) | ast.YieldFrom():
                return field == "value"
        return False


def _is_asked(parent: ast.AST, field: str) -> bool:
    """Whether it is only asked for a value (`x in …`)."""
    return isinstance(parent, ast.Compare) and field == "comparators" and isinstance(parent.ops[-1], ast.In | ast.NotIn)


def _has_parts(target: ast.expr) -> bool:
    """Whether what is assigned is spread: `a, b = …`, `a[:] = …`."""
    if isinstance(target, ast.Subscript):
        return isinstance(target.slice, ast.Slice)
    return isinstance(target, ast.Tuple | ast.List)


def _is_hidden(node: ast.AST) -> bool:
    """Whether a node is the call of a hidden function."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in HIDDEN


def _has_key(node: ast.AST) -> bool:
    """Whether a call has an argument `key`."""
    return isinstance(node, ast.Call) and any(word.arg == "key" for word in node.keywords)


def _makes_own_sets(path: Path, source: bytes, seen: frozenset[Path]) -> bool:
    """Whether a file has no sets but those that it, or files beside it, make."""
    for name in _imported_names(source, str(path)):
        beside = path.parent / f"{name}.py"
        if beside not in seen and not (beside.is_file() and _file_makes_own_sets(beside, seen | {beside})):
            return False
    return True


@lru_cache(maxsize=32)
def _imported_names(source: bytes, path: str) -> frozenset[str]:
    """What a file imports, packages that give no sets left out."""
    names = list[str]()
    for node in ast.walk(ast.parse(source, path)):
        match node:
            case ast.ImportFrom(str(module)):
                names.append(module)
            case ast.Import(aliases) | ast.ImportFrom(None, aliases):
                names += [alias.name for alias in aliases]
    return frozenset({name.partition(".")[0] for name in names} - WITHOUT_SETS)


def _file_makes_own_sets(path: Path, seen: frozenset[Path]) -> bool:
    try:
        return _makes_own_sets(path, read_limited(path, MAX_PROGRAM_BYTES), seen)
    except (OSError, SyntaxError, ValueError):
        return False


# -- modules ----------------------------------------------------------------------------------------------------------


def run_module(module: ModuleType, code: CodeType) -> None:
    """Execute the code of a file in its module."""
    vars(module)["__builtins__"] = {**vars(builtins), **CHANGED_BUILTINS, **HIDDEN}
    exec(code, vars(module))


def is_user_file(file: Path, name: str, also: str = "") -> bool:
    """Whether a module of that name is no part of Python, of this program or of an installed package, the package
    `also` excepted."""
    top = name.partition(".")[0]
    if top in PACKAGES and file.is_relative_to(OURS):
        return False
    is_installed = {"site-packages", "dist-packages"} & {*file.parts}
    return top == also or not (is_installed or any(file.is_relative_to(folder) for folder in _installed()))


@cache
def _installed() -> tuple[Path, ...]:
    """The folders of Python and of the packages of this environment."""
    return tuple({Path(sysconfig.get_path(key)) for key in ("stdlib", "platstdlib", "purelib", "platlib")})


class _UserLoader(SourceFileLoader):
    """Loads a module of a user. No code of it is stored: what is stored has plain sets."""

    def get_code(self, fullname: str) -> CodeType:
        return compile_module(Path(self.path))

    def exec_module(self, module: ModuleType) -> None:
        run_module(module, self.get_code(module.__name__))


class _UserFinder(MetaPathFinder):
    """Finds the modules of users: those on Python's path, and those beside the program that imports them, also while it
    plays. Copies were made with their modules, which count before all others of this machine; elsewhere Python's own
    and installed modules count before a file that happens to have their name."""

    def __init__(self) -> None:
        self.packages: set[str] = set()  # installed ones whose modules are a user's, too
        self.copies: dict[str, bool] = {}  # folder of a program -> whether it is a copy
        self.beside: set[str] = set()  # modules that were found beside a program

    def register(self, path: Path) -> None:
        """Let a program import the modules beside it, each executed anew when the program is."""
        folder = path.absolute().parent
        self.copies[str(folder)] = is_copy(path)
        for name, module in list(sys.modules.items()):
            loader = getattr(module, "__dict__", {}).get("__loader__")
            if name in self.beside or (name != "__main__" and _is_plain(loader, name, folder)):
                del sys.modules[name]
        self.beside.clear()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> ModuleSpec | None:
        top = fullname.partition(".")[0]
        folder = self.folder_of_importer() if path is None else ""
        spec = PathFinder.find_spec(fullname, [folder]) if self.copies.get(folder) else None
        if spec is None and top in sys.stdlib_module_names:
            return None
        is_beside = spec is not None or top in self.beside
        spec = spec or PathFinder.find_spec(fullname, path)
        if spec is None and folder:
            spec, is_beside = PathFinder.find_spec(fullname, [folder]), True
        if spec is None:
            return None
        if type(spec.loader) is SourceFileLoader:
            file = Path(spec.loader.path)
            if not (is_beside or is_user_file(file, fullname, top if top in self.packages else "")):
                return None
            spec.loader = _UserLoader(spec.loader.name, spec.loader.path)
        if is_beside:
            self.beside.add(fullname)
        return spec if is_beside or isinstance(spec.loader, _UserLoader) else None

    def folder_of_importer(self) -> str:
        """The folder of a program in which the file that imports is; "": in none."""
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(IMPORT_FILES):
            frame = frame.f_back
        folders = (str(folder) for folder in Path(frame.f_code.co_filename).absolute().parents)
        return next((folder for folder in folders if folder in self.copies), "")


USER_FINDER = _UserFinder()  # first of sys.meta_path while code of a user runs


def _is_plain(loader: Any, name: str, folder: Path) -> bool:
    """Whether a user's module in a folder was imported when USER_FINDER was not asked."""
    if type(loader) is not SourceFileLoader or folder.name not in loader.path:  # a thousand modules are asked about
        return False
    file = Path(loader.path)
    return file.parent == folder and is_user_file(file, name)
