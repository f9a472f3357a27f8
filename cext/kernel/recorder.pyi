"""Signatures of the compiled module."""

from typing import Any

import numpy.typing as npt
from typing_extensions import disjoint_base

__all__ = ["Block", "Recorder"]

@disjoint_base
class Block: ...

@disjoint_base
class Recorder:
    def __len__(self) -> int: ...
    def take(self) -> dict[str, npt.NDArray[Any]]: ...
