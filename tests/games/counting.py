"""Counts of move sequences, by which golden files notice a legal list that changed."""

from cext.kernel.game import Position

__all__ = ["sequences"]


def sequences(position: Position, depth: int) -> int:
    """Number of sequences of that many decisions, shorter where the game ends before."""
    if depth == 0 or position.to_move is None:
        return 1
    if depth == 1:
        return len(position.moves())
    total = 0
    for move in position.moves():
        following = position.copy()
        following.apply(move)
        total += sequences(following, depth - 1)
    return total
