"""Market: play a card of your hand for its coins, or keep it for the end; a colour of which you kept most pays."""

from analyser.rules import Rules, counter, data, per_seat, pile, points


class Market(Rules):
    title = "Market"
    players = 2, 3, 4
    boards = "A", "B"
    rounds = 6
    opening_turns = 2
    moves = {
        "sell": ("sells the {card}", "{card}", {"card": "cards"}),
        "keep": ("keeps the {card}", "{card}!", {"card": "cards"}),
    }
    classes = {"S": "a sale", "K": "a card kept"}
    features = {"coins": "coins of a sale | coins", "kept": "cards kept of its colour, with it | cards"}
    plans = {"seller": {"coins": 1}, "keeper": {"coins": 1, "kept": 1.5}}

    cards = data("cards.csv", unknown={"coins": range(6)})
    hand_size = data(3, unknown=[2, 3, 4])
    pays = data({"A": 4, "B": 5})  # for a colour, by board

    deck = pile(36, secret=True, of="cards")
    hand = per_seat(pile(4, of="cards"), secret=True)
    kept = per_seat(pile(6, of="cards"))
    coins = points("coins of cards that were sold")
    colours = points("coins for colours")
    sales = counter("cards that were sold")

    def deal(self, table, rng):
        deck = rng.shuffled([number for number, card in enumerate(self.cards) for _ in range(card["count"])])
        for seat in self.seats:
            table.hand[seat] = [deck.pop() for _ in range(self.hand_size)]
        table.deck = deck

    def legal(self, table, seat):
        return [(kind, card) for card in dict.fromkeys(table.hand[seat]) for kind in ("sell", "keep")]

    def play(self, table, seat, move):
        kind, card = move
        table.hand[seat].remove(card)
        if kind == "sell":
            table.coins[seat] += self.cards[card]["coins"]
            table.sales[seat] += 1
        else:
            table.kept[seat].append(card)
        if table.deck:
            table.hand[seat].append(table.deck.pop())
        table.end_turn()

    def score_end(self, table):
        for colour in dict.fromkeys(card["colour"] for card in self.cards):
            counts = [self.count(table, seat, colour) for seat in self.seats]
            for seat in self.seats:
                if counts[seat] == max(counts) > 0:
                    table.colours[seat] += self.pays[table.board[seat]]

    def count(self, table, seat, colour):
        """Cards of a colour that a seat kept."""
        return sum(self.cards[card]["colour"] == colour for card in table.kept[seat])

    def kind_of(self, table, seat, move):
        return "S" if move[0] == "sell" else "K"

    def before_weigh(self, table, seat):
        return [self.cards[card]["colour"] for card in table.kept[seat]]

    def weigh(self, table, seat, move, colours):
        kind, card = move
        if kind == "sell":
            return self.cards[card]["coins"], 0
        return 0, colours.count(self.cards[card]["colour"]) + 1
