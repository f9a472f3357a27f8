"""Harbour: eight turns each; trade for coins, the more the more warehouses you have, or build one."""

from analyser.rules import Rules, counter, data, points


class Harbour(Rules):
    title = "Harbour"
    players = 2, 3
    boards = "plain", "delta", "fjord"
    rounds = 8
    moves = {"trade": ("trades", "t", {}), "build": ("builds a warehouse", "b", {})}
    features = {"coins": "coins a trade is sure to bring | coins", "turns": "turns left to use a warehouse | turns"}
    plans = {"trader": {"coins": 1, "turns": 0.3}, "builder": {"coins": 1, "turns": 0.7}}
    repair = {
        "numbers.paid_at_the_end.*": {"low": 0, "high": 9},
        "start_points.*.*": {"low": 0, "high": 0},  # all begin with nothing
    }

    paid_at_the_end = data({"plain": 3, "delta": 3, "fjord": 7})  # coins

    warehouses = counter("warehouses")
    cargo = points("coins of trades")
    harbour = points("coins of the board")

    def legal(self, table, seat):
        return [("trade",), ("build",)]

    def play(self, table, seat, move):
        if move == ("build",):
            table.warehouses[seat] += 1
        else:
            table.cargo[seat] += table.warehouses[seat] + table.rng.below(7)
        table.end_turn()

    def score_end(self, table):
        for seat in self.seats:
            table.harbour[seat] = self.paid_at_the_end[table.board[seat]]

    def weigh(self, table, seat, move):
        return (table.warehouses[seat] + 3, 0) if move == ("trade",) else (0, 8 - table.round)
