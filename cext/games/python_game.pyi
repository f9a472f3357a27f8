"""Signatures of the compiled module."""

from typing_extensions import disjoint_base

from cext.games.declared_game import DeclaredGame
from cext.kernel.game import Position

__all__ = ["PythonGame"]

@disjoint_base
class PythonGame(DeclaredGame):
    def drawing(self, position: Position) -> str: ...
