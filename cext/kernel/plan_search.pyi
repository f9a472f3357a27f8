"""Signatures of the compiled module."""

from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.policy import WeightedPolicy
from cext.kernel.simulation import Search
from cext.kernel.value_net import ValueNet

__all__ = ["PlanSearch"]

@disjoint_base
class PlanSearch(Search):
    def __init__(
        self,
        game: Game,
        playouts: int,
        *,
        prior: WeightedPolicy,
        playout: WeightedPolicy | None = None,
        bias: float = 1.0,
        margin: float = 0,
        exploration: float = 0,
        widening: float = 1,
        leaf: ValueNet | None = None,
        turns: int = 0,
    ) -> None: ...
    @property
    def playouts(self) -> int: ...
    @property
    def widening(self) -> float: ...
    @property
    def leaf(self) -> ValueNet | None: ...
    @property
    def turns(self) -> int: ...
    @property
    def n_reused(self) -> int: ...
