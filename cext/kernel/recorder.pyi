"""Signatures of the compiled module."""

from typing import Any, final

import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game

__all__ = ["ColumnMemory", "Recorder", "RoundRecorder"]

@disjoint_base
class ColumnMemory: ...

@disjoint_base
class Recorder:
    def __len__(self) -> int: ...
    def take(self) -> dict[str, npt.NDArray[Any]]: ...

@final
class RoundRecorder:
    def __new__(cls, game: Game) -> RoundRecorder: ...
    def __len__(self) -> int: ...
    def take(self) -> dict[str, npt.NDArray[Any]]: ...
