"""Signatures of the compiled module."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game, Position
from cext.kernel.policy import Policy, WeightedPolicy

__all__ = ["MAX_SIMULATIONS", "Search", "check_number"]

MAX_SIMULATIONS: int

def check_number(name: str, number: float, maximum: float, *, minimum: float = 0) -> float: ...

@disjoint_base
class Search(Policy):
    def __init__(
        self,
        game: Game,
        *,
        prior: WeightedPolicy | None = None,
        playout: WeightedPolicy | None = None,
        bias: float = 1.0,
        margin: float = 0,
        exploration: float = 0,
    ) -> None: ...
    @property
    def prior(self) -> WeightedPolicy | None: ...
    @property
    def playout(self) -> WeightedPolicy | None: ...
    @property
    def bias(self) -> float: ...
    @property
    def margin(self) -> float: ...
    @property
    def exploration(self) -> float: ...
    def rewards(self, position: Position, n: int, *, seed: int = 0) -> float: ...
    def win_shares(
        self, position: Position, moves: Sequence[int], n: int, *, seed: int = 0
    ) -> npt.NDArray[np.float64]: ...
    def chances(self, position: Position, n: int, *, seed: int = 0) -> npt.NDArray[np.float64]: ...
    def all_win_shares(
        self, position: Position, moves: Sequence[int], n: int, *, seed: int = 0
    ) -> npt.NDArray[np.float64]: ...
