"""The schedule given to play_games(), checked column by column: one line where it does not fit."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["check_boards", "checked_seed", "column"]


def checked_seed(seed: object) -> int:
    """The seed as an integer of 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed!r}: must be an integer from 0 to 2**64 - 1")
    return int(seed)


def column(
    name: str, values: npt.ArrayLike, kind: type[np.integer[Any]], shape: tuple[int, ...], least: int, end: int | None
) -> npt.NDArray[Any]:
    """The values as a contiguous array of that type and shape, each in [least, end); end=None: what the type holds."""
    given = np.asarray(values)
    if given.shape != shape:
        raise ValueError(
            f"{name} has shape {given.shape}, must be {shape}: one row a game"
            + (", one column a seat" if len(shape) == 2 else "")
        )
    if given.dtype.kind not in "iub":
        raise ValueError(f"{name} holds {given.dtype} values: must be integers")
    end = np.iinfo(kind).max + 1 if end is None else end
    if given.size and (given.min() < least or given.max() >= end):
        wrong = int(given.min() if given.min() < least else given.max())
        raise ValueError(f"{name} holds {wrong}: must be {least} to {end - 1}")
    return np.ascontiguousarray(given, dtype=kind)


def check_boards(game: "Game", board: npt.ArrayLike) -> None:
    """Raise ValueError where seats of one row, board[n, k], have boards that the game does not let stand together."""
    given = np.asarray(board)
    if given.ndim != 2:
        return
    if game.table_boards and (given != given[:, :1]).any():
        raise ValueError(f"board differs between the seats of a game: in {game.name} all seats have the same one")
    ordered = np.sort(given, axis=1)
    if game.single_boards and ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any():
        raise ValueError(f"board names one that exists once in {game.name} for two seats of a game")
