"""Terraces: build a tableau of plants in eight rounds, on a board that grows one kind of them for less or for more."""

from analyser.rules import Rules, counter, per_seat, pile, points

KINDS = "herb", "vine", "tree"
DECK = [10 * kind + cost for kind in range(3) for cost in (1, 2, 3, 4) for _ in range(4)]


class Terraces(Rules):
    title = "Terraces"
    players = 2, 3, 4
    boards = "A", "B"  # A: plants cost a coin less once there is one of their kind; B: trees score double
    rounds = 8
    opening_turns = 2
    moves = {
        "plant": ("plants a {plant} of {cost}", "{plant}{cost}", {"plant": KINDS, "cost": range(1, 5)}),
        "earn": ("earns two coins", "+", {}),
    }
    classes = {"H": "herb", "V": "vine", "T": "tree", "E": "coins"}
    features = {
        "vp": "points of the plant | points",
        "set": "a set of three kinds is complete | 0/1",
        "paid": "coins paid | coins",
        "left": "rounds left when coins are earned | rounds",
    }
    plans = {
        "gardener": {"vp": 1, "set": 3, "paid": -0.3, "left": 0.1},
        "saver": {"vp": 1, "paid": -0.1, "left": 0.4},
        "collector": {"vp": 0.6, "set": 4, "paid": -0.2, "left": 0.1},
    }

    deck = pile(48, secret=True)
    market = pile(4)
    coins = per_seat()
    tableau = per_seat(pile(8))
    plants = points("points of plants")
    sets = points("sets of three kinds")
    rest = points("coins left, a point for two")
    built = counter("plants | count | plants")

    def deal(self, table, rng):
        table.deck = rng.shuffled(DECK)
        table.market = [table.deck.pop() for _ in range(4)]
        table.coins = [2 + seat // 2 for seat in self.seats]

    def legal(self, table, seat):
        cards = [card for card in dict.fromkeys(table.market) if self.price(table, seat, card) <= table.coins[seat]]
        return [("earn",)] + [("plant", KINDS[card // 10], card % 10) for card in cards]

    def play(self, table, seat, move):
        if move[0] == "earn":
            table.coins[seat] += 2
        else:
            card = card_of(move)
            table.coins[seat] -= self.price(table, seat, card)
            table.tableau[seat].append(card)
            table.plants[seat] += self.value(table, seat, card)
            table.built[seat] += 1
            table.market.remove(card)
            table.market.append(table.deck.pop())
        table.end_turn()

    def price(self, table, seat, card):
        kind, cost = split(card)
        return cost - (table.board[seat] == "A" and n_of(table.tableau[seat], kind) > 0)

    def value(self, table, seat, card):
        kind, cost = split(card)
        return cost * (2 if table.board[seat] == "B" and KINDS[kind] == "tree" else 1)

    def score_end(self, table):
        for seat in self.seats:
            table.sets[seat] = 3 * n_sets(table.tableau[seat])
            table.rest[seat] = table.coins[seat] // 2

    def tie_break(self, table, seat):
        return table.coins[seat]

    def kind_of(self, table, seat, move):
        return "E" if move[0] == "earn" else move[1][0].upper()

    def weigh(self, table, seat, move):
        if move[0] == "earn":
            return 0, 0, 0, self.rounds - table.round
        card, own = card_of(move), table.tableau[seat]
        set_ = n_sets([*own, card]) - n_sets(own)
        return self.value(table, seat, card), set_, self.price(table, seat, card), 0


def card_of(move):
    return 10 * KINDS.index(move[1]) + move[2]


def split(card):
    """Number of a card's kind, and its cost."""
    return divmod(card, 10)


def n_of(cards, kind):
    return sum(card // 10 == kind for card in cards)


def n_sets(cards):
    """Sets of three kinds in a tableau."""
    return min(n_of(cards, kind) for kind in range(3))
