"""Games in one Python file, by their names: what is known of them, and read of them, without a kernel or their code."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeGuard

from cext.fallback_files import full_path, resolve_path
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = [
    "MODULE_FILES",
    "GameData",
    "data_files",
    "full_name",
    "is_file_game",
    "packaged_games",
    "read_data",
    "read_literal",
    "row_names",
    "split_name",
]

MODULE_FILES: dict[str, str] = {}  # module of a loaded game in one Cython file -> the whole path of that
GROUP = "analyser.games"  # entry points NAME = package.module: a game in one Python file that comes with a package


@dataclass(frozen=True)
class GameData:
    """Data of a game: plain values, or the name of a CSV or TOML file beside it; `unknown` says what may be drawn in
    their place."""

    value: Any
    unknown: Mapping[str, Sequence[Any]] | Sequence[Any] = ()
    line: int = field(default=0, compare=False)  # of the game's file

    @property
    def file(self) -> str:
        """The name of the file; "": the values stand in the class."""
        value = self.value
        return value if isinstance(value, str) and value.endswith((".csv", ".toml")) else ""


def is_file_game(name: object) -> TypeGuard[str]:
    """Whether a name is the path of a game in one Python or Cython file, which may be missing."""
    return isinstance(name, str) and name.endswith((".py", ".pyx"))


def full_name(name: str) -> str:
    """The name by which runs know a game: the same from any directory."""
    return str(full_path(name)) if is_file_game(name) else name


def packaged_games() -> dict[str, str]:
    """The games that installed packages name in the entry-point group GROUP, by name: the files of their modules.
    Nothing of them is executed. Every file of every package is read to find them."""
    from importlib.machinery import PathFinder
    from importlib.metadata import entry_points  # slow to import

    games = {}
    for entry in entry_points(group=GROUP):
        where = None
        for part in entry.value.split("."):
            spec = PathFinder.find_spec(part, where)
            where = list(spec.submodule_search_locations or []) if spec else []
        if spec and spec.origin:
            games[entry.name] = spec.origin
    return games


def split_name(spec: str) -> tuple[str, str]:
    """Game and what stands behind it in GAME/NAME; "" where nothing does."""
    if parts := re.fullmatch(r"(.+?\.pyx?)(?:/(.*))?", spec):
        return parts[1], parts[2] or ""
    game, _, name = spec.partition("/")
    return game, name


def read_literal(path: Path, name: str) -> dict[str, Any]:
    """The dictionary that a class in the file gives a name, where it is written out there (plans, levels): nothing of
    the file is executed. Empty where there is none."""
    try:
        value: Any = next((_literal(node.value) for word, node in _assignments(path) if word == name), {})
        return value if isinstance(value, dict) else {}
    except ValueError:
        return {}


def read_data(path: Path) -> dict[str, GameData]:
    """The data that a class in the file declares as data(...), written out there, by name: nothing of it is executed.
    What is not written out is left out."""
    found = {}
    for name, node in _assignments(path):
        call = node.value
        if not isinstance(call, ast.Call) or ast.unparse(call.func) != "data" or len(call.args) != 1:
            continue
        try:
            unknown = {str(word.arg): _literal(word.value) for word in call.keywords}
            found[name] = GameData(_literal(call.args[0]), line=node.lineno, **unknown)
        except (ValueError, TypeError):
            continue
    return found


def row_names(path: Path, content: Mapping[str, Any]) -> dict[str, list[str]]:
    """The names of the rows of data of which fields of the table hold numbers, by field; nothing of the file is
    executed. content: of the game's component files, whose first column has the names."""
    data, names = read_data(path), {}
    for name, node in _assignments(path):
        words = [word.value for word in ast.walk(node.value) if isinstance(word, ast.keyword) and word.arg == "of"]
        for key in (word.value for word in words if isinstance(word, ast.Constant)):
            rows = content.get(data[key].file or f"{key}.csv") if key in data else None
            if rows:
                names[name] = [str(next(iter(row.values()))) for row in rows]
    return names


def data_files(path: Path) -> list[Path]:
    """The files beside a game that its data are read from."""
    return [path.parent / data.file for data in read_data(path).values() if data.file]


def _assignments(path: Path) -> Sequence[tuple[str, ast.Assign]]:
    """What classes in a file assign to their names; nothing of a file that cannot be read."""
    try:
        return _assignments_in(read_limited(resolve_path(path), MAX_PROGRAM_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


@lru_cache(maxsize=4)  # a game that is loaded is asked ten times, and may be loaded for each of many scenarios
def _assignments_in(program: bytes) -> Sequence[tuple[str, ast.Assign]]:
    """What classes in a program assign to their names."""
    statements = [node for top in ast.parse(program).body if isinstance(top, ast.ClassDef) for node in top.body]
    return [(ast.unparse(node.targets[0]), node) for node in statements if isinstance(node, ast.Assign)]


def _literal(node: ast.expr) -> Any:
    """The value that is written out, which may be a range(); ValueError where it is none, and for a set: data have an
    order."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range" and not node.keywords:
        return range(*(_literal(argument) for argument in node.args))
    if isinstance(node, ast.Dict):
        return {_literal(key): _literal(value) for key, value in zip(node.keys, node.values, strict=True) if key}
    if any(isinstance(each, ast.Set) for each in ast.walk(node)):
        raise ValueError("a set has no order: write a list")
    try:
        return ast.literal_eval(node)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(str(error)) from error
