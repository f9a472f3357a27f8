"""Signatures of the compiled module."""

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.policy import Policy

__all__ = ["MARK", "Played", "mark_into", "play_games"]

MARK: tuple[str, ...]

@disjoint_base
class Played:
    @property
    def games(self) -> dict[str, npt.NDArray[Any]]: ...
    @property
    def seats(self) -> dict[str, npt.NDArray[Any]]: ...
    @property
    def policies(self) -> dict[str, npt.NDArray[Any]]: ...
    @property
    def decisions(self) -> dict[str, npt.NDArray[Any]] | None: ...
    @property
    def rounds(self) -> dict[str, npt.NDArray[Any]] | None: ...

def mark_into(buffer: npt.NDArray[Any] | None) -> None: ...
def play_games(
    game: Game,
    policies: Sequence[Policy],
    *,
    seed: int,
    games: npt.ArrayLike,
    deals: npt.ArrayLike,
    policy: npt.ArrayLike,
    board: npt.ArrayLike,
    plan: npt.ArrayLike | None = None,
    plans: Sequence[Sequence[int]] = (),
    held: Sequence[int] = (),
    record: npt.ArrayLike | None = None,
    start: npt.ArrayLike | None = None,
) -> Played: ...
