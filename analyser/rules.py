"""What the author of a game in one Python file imports."""

from cext.games.rules import Rules, counter, number, numbers, per_seat, pile, points

__all__ = ["Rules", "counter", "number", "numbers", "per_seat", "pile", "points"]
