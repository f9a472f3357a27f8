"""Guild: gather gems, buy workshops by a table of costs by colour; what you own pays part of what you buy next."""

from analyser.rules import Rules, counter, data, numbers, per_seat, pile, points

COLOURS = ("white", "blue", "green", "red")


class Guild(Rules):
    title = "Guild"
    players = 2, 3, 4
    workshops = data([
        {"name": "quarry", "white": 0, "blue": 1, "green": 1, "red": 1, "gives": "white", "worth": 0},
        {"name": "chapel", "white": 0, "blue": 2, "green": 0, "red": 2, "gives": "white", "worth": 1},
        {"name": "abbey", "white": 0, "blue": 3, "green": 3, "red": 0, "gives": "white", "worth": 2},
        {"name": "well", "white": 1, "blue": 0, "green": 1, "red": 1, "gives": "blue", "worth": 0},
        {"name": "canal", "white": 2, "blue": 0, "green": 2, "red": 0, "gives": "blue", "worth": 1},
        {"name": "harbour", "white": 0, "blue": 0, "green": 3, "red": 3, "gives": "blue", "worth": 2},
        {"name": "garden", "white": 1, "blue": 1, "green": 0, "red": 1, "gives": "green", "worth": 0},
        {"name": "orchard", "white": 0, "blue": 2, "green": 0, "red": 2, "gives": "green", "worth": 1},
        {"name": "estate", "white": 3, "blue": 3, "green": 0, "red": 0, "gives": "green", "worth": 2},
        {"name": "forge", "white": 1, "blue": 1, "green": 1, "red": 0, "gives": "red", "worth": 0},
        {"name": "foundry", "white": 2, "blue": 0, "green": 2, "red": 0, "gives": "red", "worth": 1},
        {"name": "arsenal", "white": 3, "blue": 0, "green": 0, "red": 4, "gives": "red", "worth": 3},
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
        "engine": "cards on sale that would then need less | cards",
        "spent": "gems that it costs | gems",
        "gap": "gems that the nearest card on sale lacks then | gems",
    }
    plans = {
        "builder": {"worth": 1, "engine": 1, "spent": -0.2, "gap": -1},
        "racer": {"worth": 3, "engine": 0.2, "spent": -0.3, "gap": -1},
        "miser": {"worth": 1, "engine": 0.4, "spent": -0.8, "gap": -0.5},
    }

    bank = numbers(4)
    gems = per_seat(numbers(4))
    owned = per_seat(numbers(4))
    deck = pile(36, secret=True, of="workshops")
    sale = pile(5, of="workshops")
    prestige = points("points of workshops")
    bought = counter("workshops that were bought")

    def deal(self, table, rng):
        table.bank = [2 + len(self.seats)] * 4
        table.deck = rng.shuffled([card for card in range(len(self.workshops)) for _ in range(self.copies)])
        table.sale = [table.deck.pop() for _ in range(5)]

    def price(self, table, seat, card):
        """What a seat pays for a card, by colour."""
        row = self.workshops[card]
        return [max(0, row[colour] - table.owned[seat][i]) for i, colour in enumerate(COLOURS)]

    def lacking(self, table, seat, card):
        """Gems that a seat has not got for it."""
        return sum(max(0, cost - own) for cost, own in zip(self.price(table, seat, card), table.gems[seat]))

    def legal(self, table, seat):
        there = [colour for i, colour in enumerate(COLOURS) if table.bank[i] > 0]
        moves = [("buy", card) for card in dict.fromkeys(table.sale) if self.lacking(table, seat, card) == 0]
        if sum(table.gems[seat]) <= 7:
            for i, a in enumerate(COLOURS):
                for j, b in enumerate(COLOURS[i + 1:], i + 1):
                    for c in COLOURS[j + 1:]:
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

    def weigh(self, table, seat, move):
        if move[0] == "buy":
            card = self.workshops[move[1]]
            helped = [other for other in table.sale if self.workshops[other][card["gives"]] > 0]
            return card["worth"], len(helped), sum(self.price(table, seat, move[1])), 0
        gaps = []
        for card in table.sale:
            price = self.price(table, seat, card)
            after = [own + move[1:].count(colour) for own, colour in zip(table.gems[seat], COLOURS)]
            gaps.append(sum(max(0, cost - own) for cost, own in zip(price, after)))
        return 0, 0, 0, min(gaps) if gaps else 0
