"""Potions: pick herbs from a meadow, brew up to three of them; orders ask for herbs, wild ones go with any."""

from analyser.rules import Rules, counter, numbers, per_seat, pile, points

HERBS = ("mint", "sage", "rue", "moss", "wild")
ORDERS = (
    ("mint", "sage", "rue"), ("mint", "mint", "moss"), ("sage", "sage", "rue"), ("rue", "moss", "moss"),
    ("mint", "rue", "moss"), ("sage", "moss", "moss"), ("rue", "rue", "mint"), ("sage", "mint", "moss"),
)  # fmt: skip
REWARD = (5, 6, 6, 7, 5, 7, 6, 5)


class Potions(Rules):
    title = "Potions"
    players = 2, 3, 4
    rounds = 14
    moves = {
        "pick": ("picks {a} and {b}", "{a} {b}", {"a": HERBS, "b": HERBS}),
        "brew": ("brews {a}, {b}, {c}", "{a}+{b}+{c}", {"a": HERBS, "b": HERBS, "c": HERBS}),
        "rest": ("rests", "-", {}),
    }
    features = {
        "reward": "coins of the orders that it meets | coins",
        "wild": "wild herbs used, less those picked | herbs",
        "wanted": "herbs picked that open orders lack | herbs",
        "double": "two herbs of a kind picked | 0/1",
    }
    plans = {
        "brewer": {"reward": 1, "wild": -1, "wanted": 1},
        "gatherer": {"reward": 0.6, "wild": -1.5, "wanted": 1.2, "double": 0.5},
        "chancer": {"reward": 1, "wild": 0.3, "wanted": 0.4, "double": -0.5},
    }

    meadow = numbers(5)
    herbs = per_seat(numbers(5))
    orders = pile(8, secret=True)
    open = pile(3)
    coins = points("coins of orders")
    brewed = counter("potions that were brewed")

    def deal(self, table, rng):
        table.orders = rng.shuffled(range(len(ORDERS)))
        table.open = [table.orders.pop() for _ in range(3)]
        self.grow(table, rng, 12)

    def grow(self, table, rng, n):
        """Let herbs grow on the meadow."""
        for _ in range(n):
            table.meadow[rng.below(len(HERBS))] += 1

    def legal(self, table, seat):
        moves = []
        for i, a in enumerate(HERBS):
            for b in HERBS[i:]:
                if table.meadow[i] > (a == b) and table.meadow[HERBS.index(b)] > 0:
                    moves.append(("pick", a, b))
        for order in table.open:
            a, b, c = ORDERS[order]
            if self.can_brew(table, seat, ORDERS[order]):
                moves.append(("brew", a, b, c))
        return moves or [("rest",)]

    def missing(self, table, seat, herbs):
        """Herbs of a potion that a seat has not got, which wild ones must make good."""
        n = 0
        for i, herb in enumerate(HERBS[:4]):
            n += max(0, sum(1 for each in herbs if each == herb) - table.herbs[seat][i])
        return n

    def can_brew(self, table, seat, herbs):
        return self.missing(table, seat, herbs) <= table.herbs[seat][HERBS.index("wild")]

    def play(self, table, seat, move):
        if move[0] == "pick":
            for herb in move[1:]:
                table.herbs[seat][HERBS.index(herb)] += 1
                table.meadow[HERBS.index(herb)] -= 1
            self.grow(table, table.rng, 2)
        elif move[0] == "brew":
            for herb in move[1:]:
                i = HERBS.index(herb)
                if table.herbs[seat][i] == 0:
                    i = HERBS.index("wild")
                table.herbs[seat][i] -= 1
            [order] = [each for each in table.open if ORDERS[each] == move[1:]]
            table.coins[seat] += REWARD[order]
            table.brewed[seat] += 1
            table.open.remove(order)
            table.orders.insert(0, order)
            table.open.append(table.orders.pop())
        else:
            self.grow(table, table.rng, 4)
        table.end_turn()

    def tie_break(self, table, seat):
        return sum(table.herbs[seat])

    def weigh(self, table, seat, move):
        kind, parts = move[0], move[1:]
        if kind == "brew":
            reward = max(REWARD[order] for order in table.open if ORDERS[order] == parts)
            return reward, self.missing(table, seat, parts), 0, 0
        wanted = 0
        for herb in parts:
            for order in table.open:
                wanted += herb in ORDERS[order] and table.herbs[seat][HERBS.index(herb)] < ORDERS[order].count(herb)
        return 0, -parts.count("wild"), wanted, int(len(parts) == 2 and parts[0] == parts[1])
