"""Signatures of the compiled module."""

from collections.abc import Sequence

import numpy.typing as npt

from cext.kernel.game import Game
from cext.kernel.game_results import GameResults
from cext.kernel.policy import Policy

__all__ = ["GameResults", "play_games"]

def play_games(
    game: Game,
    policies: Sequence[Policy],
    *,
    seed: int,
    games: npt.ArrayLike,
    deals: npt.ArrayLike,
    policy: npt.ArrayLike,
    board: npt.ArrayLike,
    forced_opening: npt.ArrayLike | None = None,
    forced_openings: Sequence[Sequence[int]] = (),
    card_of_opening: Sequence[int] = (),
    forbidden_by_opening: Sequence[tuple[int, int, Game]] = (),
    record: npt.ArrayLike | None = None,
    start: npt.ArrayLike | None = None,
    redraw: npt.ArrayLike | None = None,
) -> GameResults: ...
