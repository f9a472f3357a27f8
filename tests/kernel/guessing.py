"""A game of one secret: the second player guesses which of four cards lies face down, and wins if that is right."""

from typing import Any

from analyser.rules import Rules, number, numbers, points


class Guessing(Rules):
    title = "Guessing"
    players = 2
    moves = {"hold": ("waits", "h", {}), "guess": ("guesses {card}", "{card}", {"card": range(4)})}
    features = {"low": "a low guess | 0/1"}
    plans = {"plain": {"weights": {"low": 0.1}, "temperature": 5}}

    card = number(high=3, low=0, secret=True)
    rest = numbers(3, high=3, low=0, secret=True)
    guess = number(high=4, low=0)  # 0: none yet
    won = points("a right guess, or a wrong one of the other player")

    def deal(self, table: Any, rng: Any) -> None:
        table.card, *table.rest = rng.shuffled([0, 1, 2, 3])

    def legal(self, table: Any, seat: int) -> list[Any]:
        return [("guess", card) for card in range(4)] if seat else [("hold",)]

    def play(self, table: Any, seat: int, move: Any) -> None:
        if seat:
            table.guess = 1 + move[1]
            table.won[move[1] == table.card] = 1
            table.end_game()
        table.end_turn()

    def weigh(self, table: Any, seat: int, move: Any) -> list[Any]:
        return [len(move) > 1 and move[1] < 2]
