"""Toy: play a card into the pot, then push your luck or bank; hands and deck are hidden. The same game is compiled in
cext/games/toy, whose README has its rules."""

from analyser.rules import Rules, counter, number, per_seat, pile, points


class Toy(Rules):
    title = "Toy"
    players = 2, 3, 4
    boards = "A", "B"
    rounds = 6
    opening_turns = 2
    stages = "play", "push"
    moves = {
        "play": ("plays a {card}", "{card}", {"card": range(1, 9)}),
        "push": ("turns up a card", "+", {}),
        "bank": ("banks the pot", "$", {}),
    }
    classes = {"L": "low card", "H": "high card", "P": "push"}
    features = {
        "value": "value of the card played | points",
        "push": "a card is risked | 0/1",
        "bank": "the pot is banked | 0/1",
        "pot": "points banked | points",
        "left": "rounds left when a card is risked | rounds",
        "risk": "points of the pot that are risked, negative | points",
    }
    plans = {"careful": {"value": 1, "pot": 0.5, "risk": 0.25}}

    deck = pile(48, secret=True)
    hand = per_seat(pile(4), secret=True)
    pot = number()
    slot = number()  # where in the hand the card lay that was played
    cards = points("points from pots")
    bonus = points("points from board B")
    pushes = counter("cards risked | count | cards")
    busts = counter("pots spoilt | count | pots")

    def deal(self, table, rng):
        deck = rng.shuffled([value for value in range(1, 9) for _ in range(6)])
        for seat in self.seats:
            table.hand[seat] = deck[4 * seat : 4 * seat + 4]
        table.deck = deck[4 * len(self.seats) :][::-1]  # the next card is the last

    def legal(self, table, seat):
        if not table.pot:
            return [("play", card) for card in dict.fromkeys(table.hand[seat])]
        return [("bank",), ("push",)] if table.pot < 20 and table.deck else [("bank",)]

    def play(self, table, seat, move):
        if move[0] == "play":
            table.pot = move[1]
            table.slot = table.hand[seat].index(move[1])
        elif move[0] == "push":
            card = table.deck.pop()
            table.pot += card
            table.pushes[seat] += 1
            if card <= 2:
                table.busts[seat] += 1
                self.clean_up(table, seat)
        else:
            table.cards[seat] += table.pot
            table.bonus[seat] += table.board[seat] == "B"
            self.clean_up(table, seat)

    def clean_up(self, table, seat):
        """Another card for the one played, which comes back when the deck is empty."""
        if table.deck:
            table.hand[seat][table.slot] = table.deck.pop()
        table.pot = 0
        table.end_turn()

    def stage_of(self, table, seat):
        return "push" if table.pot else "play"

    def kind_of(self, table, seat, move):
        if move[0] == "play":
            return "H" if move[1] > 4 else "L"
        return "P" if move[0] == "push" else ""

    def weigh(self, table, seat, move):
        kind, pot = move[0], table.pot
        push, bank = kind == "push", kind == "bank"
        value = move[1] if kind == "play" else 0
        return value, push, bank, pot * bank, (6 - table.round) * push, -pot * push
