"""Contest: everybody rolls 40 sides once and adds what the board and the seat give; the highest wins. Fair where all
boards give the same, and all seats: the smallest repair is what is missing to that."""

from typing import Any

from analyser.rules import Rules, counter, data, points


class Contest(Rules):
    title = "Contest"
    players = 2, 3
    boards = "A", "B", "C", "D"
    moves = {"roll": ("rolls, {way}", "r{way}", {"way": range(1, 3)})}
    features = {"second": "the second way | ways"}
    plans = {"first": {"second": -1}, "second": {"second": 1}}
    repair = {
        "start_points.*.*": {"low": 0, "high": 0},  # seats begin alike
        "numbers.gives.*": {"low": 0, "high": 8, "step": 2},
        "numbers.colour": {"low": 0, "high": 3},
    }

    gives = data({"B": 4, "C": 4, "D": 8})
    place = data([0, 0, 0])
    colour = data(1)  # changes nothing

    rolled = points("points rolled")
    bonus = points("points of board and seat")
    rolls = counter("rolls")

    def legal(self, table: Any, seat: int) -> list[tuple[str, int]]:
        return [("roll", 1), ("roll", 2)]

    def play(self, table: Any, seat: int, move: Any) -> None:
        table.rolls[seat] += 1
        table.rolled[seat] = table.rng.below(40)
        table.bonus[seat] = self.place[seat]
        if table.board[seat] != "A":
            table.bonus[seat] += self.gives[table.board[seat]]
        if sum(table.rolls) == len(self.seats):
            table.end_game()
        else:
            table.end_turn()

    def weigh(self, table: Any, seat: int, move: Any) -> tuple[int]:
        return (move[1] - 1,)
