"""Worth: each of three players buys a number from 0 to 3, and luck adds another; the most points win."""

from typing import Any

from analyser.rules import Rules, numbers, points

N = 5  # as many numbers may be drawn


class Worth(Rules):
    title = "Worth"
    players = (3,)
    rounds = 1
    options = {
        "worth": (1, "points of each number bought", range(2)),
        "luck": ("drawn", "where the other number comes from", ("drawn", "hidden", "open", "none")),
        "shift": (0, "numbers drawn for nobody, for each number bought", range(2)),
    }
    moves = {"buy": ("buys {n}", "{n}", {"n": range(4)})}
    features = {
        "buys_0": "0 is bought | 0/1",
        "buys_1": "1 is bought | 0/1",
        "buys_2": "2 is bought | 0/1",
        "buys_3": "3 is bought | 0/1",
    }
    plans = {
        "none": {"buys_0": 1},
        "one": {"buys_1": 1},
        "two": {"buys_2": 1},
        "three": {"buys_3": 1},
        "no": {"buys_0": 2},
    }

    unseen = numbers(3, secret=True)
    open = numbers(3)
    total = points("points")

    def deal(self, table: Any, rng: Any) -> None:
        for seat in self.seats:
            table.open[seat] = rng.below(N) if self.option["luck"] == "open" else 0
        self.redeal(table, 0, rng)

    def redeal(self, table: Any, seat: int, rng: Any) -> None:
        for i in self.seats:
            table.unseen[i] = rng.below(N) if self.option["luck"] == "hidden" else 0

    def legal(self, table: Any, seat: int) -> list[tuple[Any, ...]]:
        return [("buy", n) for n in range(4)]

    def play(self, table: Any, seat: int, move: tuple[Any, ...]) -> None:
        for _ in range(self.option["shift"] * move[1]):
            table.rng.below(N)
        drawn = table.rng.below(N) if self.option["luck"] == "drawn" else 0
        table.total[seat] += self.option["worth"] * move[1] + drawn + table.open[seat] + table.unseen[seat]
        table.end_turn()

    def weigh(self, table: Any, seat: int, move: tuple[Any, ...]) -> list[float]:
        return [n == move[1] for n in range(4)]
