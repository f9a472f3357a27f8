"""Signatures of the compiled module."""

from collections.abc import Sequence

from typing_extensions import disjoint_base

from cext.kernel.game import Game, Position
from cext.kernel.policy import Policy

__all__ = ["PositionSample"]

@disjoint_base
class PositionSample:
    def __new__(cls, game: Game, policies: Sequence[Policy], n_games: int) -> PositionSample: ...
    @property
    def policies(self) -> list[Policy]: ...
    def positions(self) -> list[tuple[int, Position, int]]: ...
