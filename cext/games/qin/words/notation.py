"""The short notation of Qin's moves: printed, and read back; the README lists it."""

from collections.abc import Mapping
from typing import Any

__all__ = ["EXPECTED", "notation"]

LETTERS = {"red": "R", "yellow": "Y", "blue": "B"}
EXPECTED = {"place": "the tile's two colours and their squares, such as Re5Yf5"}


def notation(move: Mapping[str, Any]) -> str:
    """The notation of a move that describe() has put into words."""
    return f"{LETTERS[move['first']]}{move['at']}{LETTERS[move['second']]}{move['at_second']}"
