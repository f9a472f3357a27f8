"""Guild: gather gems, buy workshops by a table of costs by colour; what you own pays part of what you buy next."""

from analyser.rules import Rules, counter, data, numbers, per_seat, pile, points

COLOURS = ("white", "blue", "green", "red", "black")


class Guild(Rules):
    title = "Guild"
    players = 2, 3, 4
    workshops = data([
        {"name": "quarry", "white": 0, "blue": 1, "green": 1, "red": 1, "black": 1, "gives": "white", "worth": 0},
        {"name": "chapel", "white": 0, "blue": 2, "green": 0, "red": 2, "black": 1, "gives": "white", "worth": 1},
        {"name": "abbey", "white": 0, "blue": 3, "green": 3, "red": 0, "black": 2, "gives": "white", "worth": 3},
        {"name": "well", "white": 1, "blue": 0, "green": 1, "red": 1, "black": 1, "gives": "blue", "worth": 0},
        {"name": "canal", "white": 2, "blue": 0, "green": 2, "red": 0, "black": 1, "gives": "blue", "worth": 1},
        {"name": "harbour", "white": 0, "blue": 0, "green": 3, "red": 3, "black": 2, "gives": "blue", "worth": 3},
        {"name": "garden", "white": 1, "blue": 1, "green": 0, "red": 1, "black": 1, "gives": "green", "worth": 0},
        {"name": "orchard", "white": 0, "blue": 2, "green": 0, "red": 2, "black": 1, "gives": "green", "worth": 1},
        {"name": "estate", "white": 3, "blue": 3, "green": 0, "red": 0, "black": 2, "gives": "green", "worth": 3},
        {"name": "forge", "white": 1, "blue": 1, "green": 1, "red": 0, "black": 1, "gives": "red", "worth": 0},
        {"name": "foundry", "white": 2, "blue": 0, "green": 2, "red": 0, "black": 1, "gives": "red", "worth": 1},
        {"name": "arsenal", "white": 3, "blue": 0, "green": 2, "red": 0, "black": 3, "gives": "red", "worth": 3},
        {"name": "pit", "white": 1, "blue": 1, "green": 1, "red": 1, "black": 0, "gives": "black", "worth": 0},
        {"name": "kiln", "white": 2, "blue": 0, "green": 1, "red": 2, "black": 0, "gives": "black", "worth": 1},
        {"name": "mine", "white": 0, "blue": 3, "green": 2, "red": 3, "black": 0, "gives": "black", "worth": 3},
    ])  # fmt: skip
    copies = 3
    moves = {
        "take": ("takes {a}, {b} and {c}", "t{a}{b}{c}", {"a": COLOURS, "b": COLOURS, "c": COLOURS}),
        "double": ("takes two {a}", "d{a}", {"a": COLOURS}),
        "buy": ("buys the {card}", "{card}", {"card": "workshops"}),
        "pass": ("passes", "-", {}),
    }
    features = {
        "worth": "points of the workshop | points",
        "engine": "cards on sale that need less with it | cards",
        "spent": "gems that it costs | gems",
        "near": "gems taken that the nearest card on sale lacks | gems",
        "wanted": "cards on sale that lack a gem taken | cards",
    }
    plans = {
        "builder": {"worth": 2, "engine": 1, "spent": -0.1, "near": 1, "wanted": 0.2},
        "racer": {"worth": 4, "engine": 0.4, "spent": -0.2, "near": 1.5},
        "hoarder": {"worth": 2, "engine": 0.6, "spent": -0.3, "near": 0.5, "wanted": 0.5},
    }

    bank = numbers(5)
    gems = per_seat(numbers(5))
    owned = per_seat(numbers(5))
    deck = pile(45, secret=True, of="workshops")
    sale = pile(8, of="workshops")
    prestige = points("points of workshops")
    bought = counter("workshops that were bought")

    def deal(self, table, rng):
        table.bank = [5 + len(self.seats)] * 5
        table.deck = rng.shuffled([card for card in range(len(self.workshops)) for _ in range(self.copies)])
        table.sale = [table.deck.pop() for _ in range(8)]

    def price(self, table, seat, card):
        """What a seat pays for a card, by colour."""
        row = self.workshops[card]
        return [max(0, row[colour] - table.owned[seat][i]) for i, colour in enumerate(COLOURS)]

    def lacks(self, table, seat, card):
        """Gems that a seat has not got for a card, by colour."""
        return [max(0, cost - own) for cost, own in zip(self.price(table, seat, card), table.gems[seat])]

    def legal(self, table, seat):
        there = [colour for i, colour in enumerate(COLOURS) if table.bank[i] > 0]
        moves = [("buy", card) for card in dict.fromkeys(table.sale) if sum(self.lacks(table, seat, card)) == 0]
        if sum(table.gems[seat]) <= 7:
            for i, a in enumerate(COLOURS):
                for j, b in enumerate(COLOURS[i + 1 :], i + 1):
                    for c in COLOURS[j + 1 :]:
                        if a in there and b in there and c in there:
                            moves.append(("take", a, b, c))
        if sum(table.gems[seat]) <= 8:
            moves += [("double", colour) for colour in there if table.bank[COLOURS.index(colour)] > 2]
        return moves or [("pass",)]

    def play(self, table, seat, move):
        kind, *parts = move
        if kind == "buy":
            card = parts[0]
            for i, cost in enumerate(self.price(table, seat, card)):
                table.gems[seat][i] -= cost
                table.bank[i] += cost
            table.owned[seat][COLOURS.index(self.workshops[card]["gives"])] += 1
            table.prestige[seat] += self.workshops[card]["worth"]
            table.bought[seat] += 1
            table.sale.remove(card)
            if table.deck:
                table.sale.append(table.deck.pop())
        elif kind != "pass":
            for colour in parts if kind == "take" else parts * 2:
                table.gems[seat][COLOURS.index(colour)] += 1
                table.bank[COLOURS.index(colour)] -= 1
        table.end_turn()
        if table.prestige[seat] >= 10 or table.round >= 40:
            table.end_game()

    def tie_break(self, table, seat):
        return -table.bought[seat]

    def before_weigh(self, table, seat):
        wanted, near, nearest = [0] * 5, [0] * 5, 99
        for card in table.sale:
            lacks = self.lacks(table, seat, card)
            for i, n in enumerate(lacks):
                wanted[i] += n > 0
            if 0 < sum(lacks) < nearest:
                nearest, near = sum(lacks), lacks
        return wanted, near

    def weigh(self, table, seat, move, before):
        wanted, near = before
        if move[0] == "buy":
            card = self.workshops[move[1]]
            helped = [other for other in table.sale if self.workshops[other][card["gives"]] > 0]
            return card["worth"], len(helped), sum(self.price(table, seat, move[1])), 0, 0
        taken = [move[1:].count(colour) * (2 if move[0] == "double" else 1) for colour in COLOURS]
        useful = sum(min(n, lack) for n, lack in zip(taken, near))
        return 0, 0, 0, useful, sum(n for i, n in enumerate(wanted) if taken[i])
