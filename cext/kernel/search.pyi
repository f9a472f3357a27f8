"""Signatures of the compiled module."""

from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.policy import Policy

__all__ = ["FlatMonteCarlo", "InformationSetMCTS"]

@disjoint_base
class FlatMonteCarlo(Policy):
    def __init__(self, game: Game, playouts: int) -> None: ...
    @property
    def playouts(self) -> int: ...

@disjoint_base
class InformationSetMCTS(Policy):
    def __init__(self, game: Game, iterations: int, exploration: float = 0.7) -> None: ...
    @property
    def iterations(self) -> int: ...
    @property
    def exploration(self) -> float: ...
