"""Melds: lay cards of one rank, or a run of a suit, from a hand that is drawn from a shared deck."""

from analyser.rules import Rules, counter, per_seat, pile, points

SUITS = ("hearts", "leaves", "bells")
RANKS = 8


def suit_of(card):
    return card // RANKS


def rank_of(card):
    return card % RANKS


class Melds(Rules):
    title = "Melds"
    players = 2, 3
    moves = {
        "set": ("lays all cards of rank {rank}", "s{rank}", {"rank": range(RANKS)}),
        "run": ("lays {n} {suit} from {first} on", "r{suit}{first}{n}",
                {"suit": SUITS, "first": range(RANKS), "n": range(3, 6)}),
        "swap": ("throws {suit} {rank}, draws another", "x{suit}{rank}", {"suit": SUITS, "rank": range(RANKS)}),
    }  # fmt: skip
    features = {
        "laid": "points of the meld | points",
        "cards": "cards laid | cards",
        "mates": "other cards of the hand that go with what is thrown | cards",
        "high": "rank of the card thrown | ranks",
    }
    plans = {
        "hasty": {"laid": 1, "cards": 0.5, "mates": -1, "high": 0.1},
        "patient": {"laid": 1, "cards": -0.6, "mates": -2, "high": -0.1},
        "low": {"laid": 0.6, "mates": -0.7, "high": 0.5},
    }

    deck = pile(48, secret=True)
    hand = per_seat(pile(10), secret=True)
    discard = pile(48)
    melds = points("points of melds")
    rest = points("points lost for cards in hand")
    laid = counter("cards that were laid")

    def deal(self, table, rng):
        table.deck = rng.shuffled(list(range(len(SUITS) * RANKS)) * 2)
        for seat in self.seats:
            table.hand[seat] = sorted(table.deck.pop() for _ in range(8))

    def legal(self, table, seat):
        hand = table.hand[seat]
        ranks = [rank_of(card) for card in hand]
        moves = [("set", rank) for rank in range(RANKS) if ranks.count(rank) >= 3]
        for i, suit in enumerate(SUITS):
            for first in range(RANKS):
                n = 0
                while first + n < RANKS and i * RANKS + first + n in hand and n < 5:
                    n += 1
                    if n >= 3:
                        moves.append(("run", suit, first, n))
        return moves + [("swap", SUITS[suit_of(card)], rank_of(card)) for card in dict.fromkeys(hand)]

    def cards_of(self, table, seat, move):
        """Cards of the hand that a move uses."""
        if move[0] == "set":
            return [card for card in table.hand[seat] if rank_of(card) == move[1]]
        if move[0] == "run":
            first = SUITS.index(move[1]) * RANKS + move[2]
            return list(range(first, first + move[3]))
        return [SUITS.index(move[1]) * RANKS + move[2]]

    def value(self, cards):
        """Points of a meld."""
        return len(cards) * (len(cards) - 1) // 2 + sum(rank_of(card) for card in cards) // 4

    def play(self, table, seat, move):
        cards = self.cards_of(table, seat, move)
        for card in cards:
            table.hand[seat].remove(card)
        if move[0] == "swap":
            table.discard += cards
            n = 1
        else:
            table.melds[seat] += self.value(cards)
            table.laid[seat] += len(cards)
            n = len(cards) - 1
        for _ in range(min(n, len(table.deck))):
            table.hand[seat].append(table.deck.pop())
        table.hand[seat].sort()
        table.end_turn()
        if not table.deck or len(table.hand[seat]) < 3:
            table.end_game()

    def score_end(self, table):
        for seat in self.seats:
            table.rest[seat] = -sum(rank_of(card) for card in table.hand[seat]) // 3

    def tie_break(self, table, seat):
        return table.laid[seat]

    def weigh(self, table, seat, move):
        cards = self.cards_of(table, seat, move)
        if move[0] != "swap":
            return self.value(cards), len(cards), 0, 0
        [thrown] = cards
        mates = 0
        for card in table.hand[seat]:
            if card != thrown and rank_of(card) == rank_of(thrown):
                mates += 1
            elif suit_of(card) == suit_of(thrown) and 0 < abs(card - thrown) <= 2:
                mates += 1
        return 0, 0, mates, rank_of(thrown)
