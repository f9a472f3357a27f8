"""Signatures of the compiled module."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from cext.kernel.game import Game
from cext.kernel.policy import Policy

__all__ = ["Positions", "redealt_bytes", "sample_positions"]

@dataclass(frozen=True, eq=False)
class Positions:
    states: npt.NDArray[np.uint8]
    viewers: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    deals: npt.NDArray[np.int64]
    def __len__(self) -> int: ...
    def __getitem__(self, which: Any) -> Positions: ...
    @classmethod
    def join(cls, lots: Sequence[Positions]) -> Positions: ...

def sample_positions(
    game: Game,
    policies: Sequence[Policy],
    *,
    seed: int,
    boards: npt.ArrayLike,
    policy: npt.ArrayLike,
    keep: float,
    margin: float,
    first_deal: int = 0,
    every_decision: bool = False,
) -> Positions: ...
def redealt_bytes(game: Game, states: npt.ArrayLike, *, seed: int = 0) -> npt.NDArray[np.uint8]: ...
