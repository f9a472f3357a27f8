"""Signatures of the compiled module."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game, Position
from cext.user_code import ProgramError

__all__ = [
    "GUMBEL",
    "LegalMove",
    "Policy",
    "PythonPolicy",
    "RandomPolicy",
    "Restriction",
    "StrategyError",
    "WeightedPolicy",
]

GUMBEL: tuple[int, ...]

class _Chooser(Protocol):
    def choose(self, view: Mapping[str, Any], moves: Sequence[LegalMove], /) -> int: ...

class StrategyError(ProgramError): ...

@disjoint_base
class Policy:
    @property
    def game(self) -> Game | None: ...
    def choice(self, position: Position, *, seed: int = 0) -> int: ...
    def evaluate(
        self, position: Position, *, seed: int = 0, deal: int = 0, index: int = 0
    ) -> tuple[int, npt.NDArray[np.int64] | None, npt.NDArray[np.int32] | None]: ...

class RandomPolicy(Policy): ...

@disjoint_base
class WeightedPolicy(Policy):
    def __init__(
        self, game: Game, weights: npt.ArrayLike, temperature: int = 0, opening: Sequence[int] = (), excluded: int = 0
    ) -> None: ...
    @property
    def temperature(self) -> int: ...
    @property
    def weights(self) -> npt.NDArray[np.int32]: ...

@disjoint_base
class Restriction(Policy):
    def __init__(self, inner: Policy, opening: Sequence[int] = (), excluded: int = 0, kinds: int = 0) -> None: ...
    @property
    def inner(self) -> Policy: ...

@disjoint_base
class LegalMove:
    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def fields(self) -> dict[str, Any]: ...
    @property
    def features(self) -> dict[str, float]: ...
    def worth(self, weights: Mapping[str, float]) -> float: ...
    def __getattr__(self, name: str) -> Any: ...

@disjoint_base
class PythonPolicy(Policy):
    def __init__(self, game: Game, strategy: _Chooser, name: str) -> None: ...
    @property
    def strategy(self) -> _Chooser: ...
    @property
    def name(self) -> str: ...
