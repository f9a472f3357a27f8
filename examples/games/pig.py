"""Pig: roll a die as often as you dare and bank the sum; a one loses it. Who has banked 100 points first wins."""

from analyser.rules import Rules, counter, number, points


class Pig(Rules):
    title = "Pig"
    players = 2, 3, 4
    options = {"goal": (100, "points that win", range(10, 301, 10))}
    moves = {"roll": ("rolls", "r", {}), "hold": ("banks the points", "h", {})}
    features = {
        "turn": "points banked | points",
        "hold": "the points are banked | 0/1",
        "wins": "the game is won | 0/1",
    }
    plans = {
        "hold20": {"turn": 1, "hold": -19.5, "wins": 100},
        "hold25": {"turn": 1, "hold": -24.5, "wins": 100},
        "hold10": {"turn": 1, "hold": -9.5, "wins": 100},
    }

    turn = number()
    banked = points("points banked")
    ones = counter("turns lost to a one | count | turns")

    def legal(self, table, seat):
        return [("roll",), ("hold",)] if table.turn else [("roll",)]

    def play(self, table, seat, move):
        die = 1 + table.rng.below(6) if move[0] == "roll" else 0
        if die > 1:
            table.turn += die
            return
        if die == 1:
            table.ones[seat] += 1
        else:
            table.banked[seat] += table.turn
            if table.banked[seat] >= self.option["goal"]:
                table.end_game()
        table.turn = 0
        table.end_turn()

    def weigh(self, table, seat, move):
        hold = move[0] == "hold"
        return table.turn * hold, hold, hold and table.banked[seat] + table.turn >= self.option["goal"]
