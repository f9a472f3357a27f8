"""Copies: three players take one of two things five times, by plans that weigh them within 3 % of each other."""

from typing import Any

from analyser.rules import Rules, numbers, points


class Copies(Rules):
    title = "Copies"
    players = (3,)
    rounds = 5
    moves = {"take": ("takes {n}", "{n}", {"n": range(2)})}
    features = {"size": "size of the thing | points", "colour": "colour of the thing | points"}
    plans = {
        "first": {"size": 1.00, "colour": 1.00},
        "second": {"size": 1.03, "colour": 1.00},
        "third": {"size": 1.00, "colour": 1.03},
        "fourth": {"size": 1.02, "colour": 0.99},
        "fifth": {"size": 0.98, "colour": 1.01},
    }

    size = numbers(2)
    colour = numbers(2)
    total = points("points")

    def deal(self, table: Any, rng: Any) -> None:
        for i in range(2):
            table.size[i], table.colour[i] = rng.below(30), rng.below(30)

    def legal(self, table: Any, seat: int) -> list[tuple[Any, ...]]:
        return [("take", 0), ("take", 1)]

    def play(self, table: Any, seat: int, move: tuple[Any, ...]) -> None:
        table.total[seat] += table.size[move[1]] + table.colour[move[1]]
        for i in range(1 + move[1]):  # the first of the things is replaced, or both
            table.size[i], table.colour[i] = table.rng.below(30), table.rng.below(30)
        table.end_turn()

    def weigh(self, table: Any, seat: int, move: tuple[Any, ...]) -> list[float]:
        return [table.size[move[1]], table.colour[move[1]]]
