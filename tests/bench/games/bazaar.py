"""Bazaar: a row of wares that slides to the cheap end and is refilled; collections of a kind, and of all kinds, pay."""

from analyser.rules import Rules, counter, per_seat, pile, points

WARES = ("silk", "spice", "salt", "tea", "glass")
PAYS = (0, 1, 3, 6, 10, 15, 21)  # for so many of a kind
ROW = 6


class Bazaar(Rules):
    title = "Bazaar"
    players = 2, 3, 4
    rounds = 12
    moves = {
        "buy": ("buys {ware} from place {place}", "{place}{ware}", {"place": range(ROW), "ware": WARES}),
        "work": ("earns coins", "w", {}),
        "clear": ("clears the row below place {place}", "c{place}", {"place": range(1, 4)}),
    }
    features = {
        "gain": "points that the ware adds | points",
        "price": "coins paid, less those earned | coins",
        "denied": "points that it would add for the next player | points",
        "cheap": "best gain a coin later in the row | points",
    }
    plans = {
        "collector": {"gain": 1, "price": -0.6, "cheap": -0.1},
        "spoiler": {"gain": 1, "price": -0.5, "denied": 0.5},
        "saver": {"gain": 1, "price": -1.2, "cheap": -0.3},
    }

    deck = pile(80, secret=True)
    row = pile(ROW)
    coins = per_seat()
    goods = per_seat(pile(20))
    kinds = points("points of kinds")
    full = points("points of full sets of all kinds")
    left = points("a point for three coins")
    spent = counter("coins that were paid")

    def deal(self, table, rng):
        table.deck = rng.shuffled(list(range(len(WARES))) * 16)
        table.row = [table.deck.pop() for _ in range(ROW)]
        table.coins = [4 + seat for seat in self.seats]

    def legal(self, table, seat):
        for place, ware in enumerate(table.row):
            if self.price_of(place) <= table.coins[seat] and ware not in table.row[:place]:
                yield ("buy", place, WARES[ware])
        yield ("work",)
        if table.coins[seat] >= 1 and len(table.deck) > 10:
            for place in range(1, 4):
                yield ("clear", place)

    def play(self, table, seat, move):
        if move[0] == "buy":
            _, place, ware = move
            price = self.price_of(place)
            table.coins[seat] -= price
            table.spent[seat] += price
            table.row.pop(place)
            table.goods[seat].append(WARES.index(ware))
        elif move[0] == "clear":
            table.coins[seat] -= 1
            table.row = table.row[move[1] :]
        else:
            table.coins[seat] += 3
        while len(table.row) < ROW and table.deck:
            table.row.append(table.deck.pop())
        self.count_points(table, seat)
        table.end_turn()

    def price_of(self, place):
        return 1 + place // 2 + (place == ROW - 1)

    def count_points(self, table, seat):
        table.kinds[seat] = sum(PAYS[min(table.goods[seat].count(ware), 6)] for ware in range(len(WARES)))
        table.full[seat] = 4 * min(table.goods[seat].count(ware) for ware in range(len(WARES)))

    def score_end(self, table):
        for seat in self.seats:
            table.left[seat] = table.coins[seat] // 3

    def tie_break(self, table, seat):
        return len(table.goods[seat])

    def gain(self, table, seat, ware):
        """Points that another of a ware adds."""
        counts = [table.goods[seat].count(each) for each in range(len(WARES))]
        now = min(counts)
        before = PAYS[min(counts[ware], 6)]
        counts[ware] += 1
        return PAYS[min(counts[ware], 6)] - before + 4 * (min(counts) - now)

    def weigh(self, table, seat, move):
        if move[0] == "work":
            return 0, -3, 0, 0
        if move[0] == "clear":
            rest = table.row[move[1] :]
            return 0, 1, 0, max(self.gain(table, seat, ware) for ware in rest)
        _, place, name = move
        ware = WARES.index(name)
        other = (seat + 1) % len(self.seats)
        later = [self.gain(table, seat, each) // self.price_of(i) for i, each in enumerate(table.row) if i > place]
        return self.gain(table, seat, ware), self.price_of(place), self.gain(table, other, ware), max(later, default=0)
