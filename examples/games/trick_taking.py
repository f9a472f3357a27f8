"""Follow Suit: take tricks with hidden hands. Follow the suit led if you can; the highest trump wins, else the highest
of the suit led; who wins a trick leads the next."""

from analyser.rules import Rules, counter, number, per_seat, pile, points

SUITS = "clubs", "diamonds", "hearts", "spades"


class FollowSuit(Rules):
    title = "Follow Suit"
    players = 2, 3, 4
    options = {
        "suits": (4, "suits of the deck, the first of them trumps", range(1, 5)),
        "ranks": (8, "cards of a suit", range(2, 14)),
        "hand": (5, "cards of a hand", range(1, 14)),
    }
    moves = {"play": ("plays the {rank} of {suit}", "{suit}{rank}", {"suit": SUITS, "rank": range(1, 14)})}
    opening_turns = 1
    classes = {"T": "a trump", "P": "a plain card"}
    features = {
        "wins": "the card is the best of the trick so far | 0/1",
        "last": "and nobody plays after it | 0/1",
        "rank": "rank of the card | ranks",
        "trump": "the card is a trump | 0/1",
    }
    plans = {
        "thrifty": {"wins": 1, "last": 10, "rank": -0.2, "trump": -2},
        "high": {"wins": 4, "rank": 0.3},
    }

    hand = per_seat(pile(13), secret=True)  # a card is 20 times the number of its suit, plus its rank
    stock = pile(52, secret=True)
    trick = pile(4)  # in the order played
    leader = number(first_seat=0)
    tricks = points("tricks")
    ruffs = counter("tricks won with a trump when another suit was led | count | tricks")

    def deal(self, table, rng):
        suits, ranks = range(self.option["suits"]), range(1, self.option["ranks"] + 1)
        deck = rng.shuffled(20 * suit + rank for suit in suits for rank in ranks)
        n = min(self.option["hand"], len(deck) // len(self.seats))
        for seat in self.seats:
            table.hand[seat] = sorted(deck[n * seat : n * seat + n])
        table.stock = deck[n * len(self.seats) :]

    def legal(self, table, seat):
        hand = table.hand[seat]
        led = table.trick[0] // 20 if table.trick else None
        follows = [card for card in hand if card // 20 == led]
        return [("play", SUITS[card // 20], card % 20) for card in follows or hand]

    def play(self, table, seat, move):
        card = card_of(move)
        table.hand[seat].remove(card)
        table.trick.append(card)
        if len(table.trick) < len(self.seats):
            table.end_turn()
            return
        best = best_card(table.trick)
        winner = (table.leader + table.trick.index(best)) % len(self.seats)
        table.tricks[winner] += 1
        table.ruffs[winner] += best < 20 <= table.trick[0]
        table.trick, table.leader = [], winner
        table.end_turn(winner, ends_round=True)
        if not table.hand[seat]:
            table.end_game()

    def kind_of(self, table, seat, move):
        return "T" if move[1] == SUITS[0] else "P"

    def weigh(self, table, seat, move):
        card = card_of(move)
        wins = best_card([*table.trick, card]) == card
        return wins, wins and len(table.trick) == len(self.seats) - 1, card % 20, card < 20


def card_of(move):
    _, suit, rank = move
    return 20 * SUITS.index(suit) + rank


def best_card(trick):
    """The card that wins the trick: suits are numbered from the trumps on."""
    return max(trick, key=lambda card: (card < 20, card // 20 == trick[0] // 20, card))
