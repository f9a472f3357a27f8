"""Signatures of the compiled module."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.value_inputs import BoundInputs, Inputs

__all__ = ["LOGIT_UNITS", "ValueNet", "Weights", "quantise"]

LOGIT_UNITS: int

@dataclass(frozen=True, eq=False)
class Weights:
    w1: npt.NDArray[np.int16]
    b1: npt.NDArray[np.int32]
    w2: npt.NDArray[np.int32]
    b2: int
    shift: int

def quantise(w1: npt.ArrayLike, b1: npt.ArrayLike, w2: npt.ArrayLike, b2: float, bound: BoundInputs) -> Weights: ...

@disjoint_base
class ValueNet:
    def __init__(self, game: Game, inputs: Inputs, weights: Weights | None = None) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def inputs(self) -> Inputs: ...
    @property
    def weights(self) -> Weights | None: ...
    @property
    def hidden(self) -> int: ...
    def quantised(self, w1: npt.ArrayLike, b1: npt.ArrayLike, w2: npt.ArrayLike, b2: float) -> ValueNet: ...
    def encode(self, states: npt.ArrayLike, viewers: npt.ArrayLike) -> npt.NDArray[np.float32]: ...
    def logits(self, states: npt.ArrayLike, viewers: npt.ArrayLike) -> npt.NDArray[np.int32]: ...
    def foreseen(self, states: npt.ArrayLike, viewers: npt.ArrayLike) -> npt.NDArray[np.float64]: ...
