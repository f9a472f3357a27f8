"""Signatures of the compiled module."""

from typing import Any

import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game

__all__ = ["GameResults", "ResultColumns"]

_Columns = dict[str, npt.NDArray[Any]]

class GameResults:
    games: _Columns
    seats: _Columns
    policies: _Columns
    decisions: _Columns | None
    rounds: _Columns | None
    def __init__(
        self,
        *,
        games: _Columns,
        seats: _Columns,
        policies: _Columns,
        decisions: _Columns | None,
        rounds: _Columns | None,
    ) -> None: ...

@disjoint_base
class ResultColumns:
    def __new__(cls, game: Game, n: int) -> ResultColumns: ...
    def first_games(self, n: int) -> tuple[_Columns, _Columns]: ...
