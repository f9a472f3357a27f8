"""Games in one Python file, by their names: what is known of them, and read of them, without a kernel or their code."""

import ast
from pathlib import Path
from typing import Any, TypeGuard

from cext.fallback_files import resolve_path
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited

__all__ = ["full_name", "is_file_game", "read_literal", "split_name"]


def is_file_game(name: object) -> TypeGuard[str]:
    """Whether a name is the path of a game in one Python file, which may be missing."""
    return isinstance(name, str) and name.endswith(".py")


def full_name(name: str) -> str:
    """The name by which runs know a game: the same from any directory."""
    return str(Path(name).absolute()) if is_file_game(name) else name


def split_name(spec: str) -> tuple[str, str]:
    """Game and what stands behind it in GAME/NAME; "" where nothing does."""
    game, suffix, name = f"{spec}/".partition(".py/")
    if suffix:
        return f"{game}.py", name.removesuffix("/")
    game, _, name = spec.partition("/")
    return game, name


def read_literal(path: Path, name: str) -> dict[str, Any]:
    """The dictionary that a class in the file gives a name, where it is written out there (plans, levels): nothing of
    the file is executed. Empty where there is none."""
    try:
        tree = ast.parse(read_limited(resolve_path(path), MAX_PROGRAM_BYTES))
        for node in (statement for top in tree.body if isinstance(top, ast.ClassDef) for statement in top.body):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                value = ast.literal_eval(node.value)
                return value if isinstance(value, dict) else {}
    except (OSError, SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        pass
    return {}
