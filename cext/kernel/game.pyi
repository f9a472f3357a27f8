"""Signatures of the compiled module."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

__all__ = ["Game", "Position"]

@disjoint_base
class Dealer:
    def deal(self, *, seed: int, deal: int = 0, boards: Sequence[str | int | None] | None = None) -> Position: ...

@disjoint_base
class Game(Dealer):
    def __init__(self, interface: int) -> None: ...
