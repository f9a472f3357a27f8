"""Signatures of the compiled module."""

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt
from typing_extensions import disjoint_base

from cext.kernel.game import Game
from cext.kernel.policy import Policy

__all__ = ["HEARTBEAT_FIELDS", "GameResults", "play_games", "set_heartbeat_memory"]

HEARTBEAT_FIELDS: tuple[str, ...]

@disjoint_base
class GameResults:
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

def set_heartbeat_memory(buffer: npt.NDArray[Any] | None) -> None: ...
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
    card_of_plan: Sequence[int] = (),
    forbidden_by_plan: Sequence[tuple[int, int, Game]] = (),
    record: npt.ArrayLike | None = None,
    start: npt.ArrayLike | None = None,
) -> GameResults: ...
