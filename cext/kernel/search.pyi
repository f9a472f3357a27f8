"""Signatures of the compiled module."""

from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.policy import WeightedPolicy
from cext.kernel.simulation import Search

__all__ = ["FlatMonteCarlo", "InformationSetMCTS"]

@disjoint_base
class FlatMonteCarlo(Search):
    def __init__(
        self,
        game: Game,
        playouts: int,
        *,
        prior: WeightedPolicy | None = None,
        playout: WeightedPolicy | None = None,
        bias: float = 1.0,
        margin: float = 0,
        exploration: float = 0,
    ) -> None: ...
    @property
    def playouts(self) -> int: ...

@disjoint_base
class InformationSetMCTS(Search):
    def __init__(
        self,
        game: Game,
        iterations: int,
        exploration: float = 0.7,
        *,
        prior: WeightedPolicy | None = None,
        playout: WeightedPolicy | None = None,
        bias: float = 1.0,
        margin: float = 0,
    ) -> None: ...
    @property
    def iterations(self) -> int: ...
