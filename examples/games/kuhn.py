"""Kuhn poker: a card each of three, one chip in the pot, one to bet; the smallest poker in which to bluff pays."""

from analyser.rules import Rules, number, per_seat, points


class Kuhn(Rules):
    title = "Kuhn poker"
    players = 2
    opening_turns = 2
    moves = {"pass": ("passes", "p", {}), "bet": ("bets", "b", {})}
    classes = {"P": "pass", "B": "bet"}
    features = {"jack": "a bet with it | 0/1", "queen": "a bet with it | 0/1", "king": "a bet with it | 0/1"}
    plans = {
        "honest": {"jack": -1, "queen": -0.1, "king": 1},
        "bluffer": {"weights": {"jack": 0.1, "queen": -0.1, "king": 1}, "temperature": 0.5},
    }

    rest = number(secret=True)  # the card that nobody has: 1 jack, 2 queen, 3 king
    hand = per_seat(secret=True)
    stake = per_seat()
    chips = points("chips won")

    def deal(self, table, rng):
        *table.hand, table.rest = rng.shuffled([1, 2, 3])
        table.stake = [1, 1]

    def legal(self, table, seat):
        return [("pass",), ("bet",)]

    def play(self, table, seat, move):
        other, bets = 1 - seat, move[0] == "bet"
        answers = table.stake[other] > table.stake[seat]
        table.stake[seat] += bets
        if answers or (seat == 1 and not bets):
            folds = answers and not bets
            loser = seat if folds or table.hand[seat] < table.hand[other] else other
            table.chips[loser] = -table.stake[loser]
            table.chips[1 - loser] = table.stake[loser]
            table.end_game()
        table.end_turn()

    def kind_of(self, table, seat, move):
        return "B" if move[0] == "bet" else "P"

    def weigh(self, table, seat, move):
        return [move[0] == "bet" and table.hand[seat] == card for card in (1, 2, 3)]
