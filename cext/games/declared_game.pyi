"""Signatures of the compiled module."""

from pathlib import Path
from typing import Any

from typing_extensions import disjoint_base

from cext.kernel.game import Game

__all__ = ["DeclaredGame"]

@disjoint_base
class DeclaredGame(Game):
    rules: Any
    fields: Any
    moves: Any
    data: Any
    ask_for_moves: Any
    def __init__(self, path: Path, *, players: int = ..., components: Path | None = ..., **options: object) -> None: ...
    def declare_facts(self, kind: type, players: int) -> None: ...
    def lay_out(self, fields: dict[str, Any]) -> None: ...
    def find_methods(self, kind: type) -> None: ...
    def describe_error(self, error: BaseException, method: str) -> Exception: ...
