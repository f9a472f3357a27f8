# mypy: ignore-errors
# ruff: noqa: RUF005, RUF012
"""Another game without sense: lists that are begun, sets, loops that end in their midst."""

from analyser.rules import Rules, numbers, per_seat, pile, points

TABLE = [[1, 2], [3], [0, 2, 3]]
NAMES = {"x": (1, "a"), "y": (2, "b")}


class Odd(Rules):
    players = 2
    rounds = 8
    moves = {"go": ("goes {n}", "{n}", {"n": range(1, 7)}), "stay": ("stays", "s", {})}
    features = {"f": "f | p"}
    cards = pile(12)
    dice = numbers(3)
    mark = per_seat(numbers(2))
    score = points("points")
    steps = {"a": [1, 2], "b": [3, 4, 5]}

    def deal(self, table, rng):
        table.dice = [rng.below(6) + 1] * 3
        table.cards = [*range(rng.below(5))]

    def legal(self, table, seat):
        moves = []
        for die in sorted(set(table.dice)):
            moves.append(("go", die))
        if sum(table.dice) % 4 == 1:
            return [("stay",)]
        return moves + [("stay",)] if len(table.cards) % 3 else moves or [("stay",)]

    def best(self, table, seat):
        found = -1
        while True:
            found += 1
            if found > 5 or table.mark[seat][found % 2] == 0:
                return found
            if found == 9:
                raise ValueError("never")

    def play(self, table, seat, move):
        table.dice = [1 + table.rng.below(6), 1 + table.rng.below(6), table.dice[0]]
        if move[0] == "go":
            _, n = move
            table.score[seat] += n + table.cards.pop() if table.cards else n - table.score[seat] // 4
            table.mark[seat] = [table.mark[seat][1], n]
            for row in TABLE:
                table.score[seat] += len(row) + len(set(table.dice))
            for card in TABLE[n % 3]:
                table.score[seat] += card
        else:
            table.cards += [seat, self.best(table, seat)] if len(table.cards) < 10 else []
            for key, (value, name) in NAMES.items():
                table.score[seat] += value * len(self.steps[name]) - (key == "x")
        a, b, *rest = sorted(table.dice)
        c = x = a + b
        table.score[seat] += (c - x) + sum(rest) + max(self.steps["a"]) + [5, 6, 7].index(6)
        table.score[seat] -= sum(d for d in table.dice if d in (1, 2, 3)) + (not table.cards)
        table.end_turn()

    def weigh(self, table, seat, move):
        low, high = min(table.dice), max(table.dice)
        return ((high - low) * 2 + (-low // 2) % 3 + (low << 2) - abs(low - high),)
