from pathlib import Path
from typing import Any

from typing_extensions import disjoint_base

from cext.kernel.game import Game

__all__ = ["PythonGame"]

@disjoint_base
class PythonGame(Game):
    rules: Any
    fields: Any
    moves: Any
    data: Any
    ask_for_moves: Any
    def __init__(self, path: Path, *, players: int = ..., components: Path | None = ..., **options: object) -> None: ...
    def declare_facts(self, kind: type, players: int) -> None: ...
    def described(self, error: BaseException, method: str) -> Exception: ...
    def drawing(self, position: bytes) -> str: ...
