"""What the author of a game in one Python file imports."""

from cext.games.rules import Rules, counter, data, number, numbers, per_seat, pile, piles, points

__all__ = ["Rules", "counter", "data", "number", "numbers", "per_seat", "pile", "piles", "points"]
