"""A game of one die: the second player wins with six of ten numbers if he plays safe, with four if he dares."""

from typing import Any

from analyser.rules import Rules, number, points


class Daring(Rules):
    title = "Daring"
    players = 2
    moves = {"hold": ("waits", "h", {}), "safe": ("plays safe", "s", {}), "dare": ("dares", "d", {})}
    features = {"dares": "a dare | 0/1"}
    plans = {"bold": {"dares": 1}}

    die = number(high=10, low=0)  # 0: not thrown yet
    won = points("a lucky throw of the second player, or an unlucky one")

    def deal(self, table: Any, rng: Any) -> None:
        table.die = 0

    def legal(self, table: Any, seat: int) -> list[Any]:
        return [("safe",), ("dare",)] if seat else [("hold",)]

    def play(self, table: Any, seat: int, move: Any) -> None:
        if seat:
            table.die = 1 + table.rng.below(10)
            lucky = table.die <= 6 if move[0] == "safe" else table.die > 6
            table.won[lucky] = 1
            table.end_game()
        table.end_turn()

    def weigh(self, table: Any, seat: int, move: Any) -> list[Any]:
        return [move[0] == "dare"]
