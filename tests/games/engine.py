# mypy: ignore-errors
# ruff: noqa: RUF012
"""A small game of cards that cost tokens of three colours: what rules about colours are made of."""

from analyser.rules import Rules, numbers, per_seat, pile, points

COLOURS = ("white", "blue", "red")
CARDS = tuple(
    {"white": (i * 7) % 4, "blue": (i * 5) % 3, "red": (i * 3) % 4, "worth": 1 + i % 3, "gives": COLOURS[i % 3]}
    for i in range(24)
)


class Engine(Rules):
    """Buy cards with tokens of three colours."""

    players = 2, 3
    rounds = 20
    cards = CARDS
    moves = {
        "take": ("takes {a}, {b}", "t{a}{b}", {"a": COLOURS, "b": COLOURS}),
        "buy": ("buys {card}", "b{card}", {"card": range(24)}),
    }
    features = {"worth": "worth | points", "need": "need | tokens"}
    plans = {"greedy": {"worth": 3, "need": -1}}
    bank = numbers(3)
    tokens = per_seat(numbers(3))
    bonus = per_seat(numbers(3))
    market = pile(24)
    deck = pile(24)
    prestige = points("prestige")

    def deal(self, table, rng):
        for i in range(3):
            table.bank[i] = 5
        table.deck = rng.shuffled(range(24))
        for _ in range(4):
            table.market.append(table.deck.pop())

    def cost(self, table, seat, card):
        row, total = self.cards[card], 0
        for i, colour in enumerate(COLOURS):
            total += max(0, row[colour] - table.bonus[seat][i] - table.tokens[seat][i])
        return total

    def legal(self, table, seat):
        moves = []
        for a in COLOURS:
            for b in COLOURS:
                if a != b and table.bank[COLOURS.index(a)] and table.bank[COLOURS.index(b)]:
                    moves.append(("take", a, b))
        for card in table.market:
            if self.cost(table, seat, card) == 0:
                moves.append(("buy", card))
        return moves or [("take", "white", "blue")]

    def play(self, table, seat, move):
        if move[0] == "take":
            for colour in move[1:]:
                i = COLOURS.index(colour)
                if table.bank[i]:
                    table.bank[i] -= 1
                    table.tokens[seat][i] += 1
        else:
            card = move[1]
            row = self.cards[card]
            for i in range(3):
                pay = max(0, row[COLOURS[i]] - table.bonus[seat][i])
                table.tokens[seat][i] -= pay
                table.bank[i] += pay
            table.market.remove(card)
            if table.deck:
                table.market.append(table.deck.pop())
            table.prestige[seat] += row["worth"]
            table.bonus[seat][COLOURS.index(row["gives"])] += 1
        table.end_turn()

    def weigh(self, table, seat, move):
        if move[0] == "buy":
            return [self.cards[move[1]]["worth"], 0]
        return [0, min(self.cost(table, seat, card) for card in table.market) if table.market else 0]
