"""Sealed Bids: ten lots, each worth to everybody what only they know. All bid at once, unseen; the highest bid wins the
lot and pays what was bid, or the second highest bid."""

from analyser.rules import Rules, counter, per_seat, points


class SealedBids(Rules):
    title = "Sealed Bids"
    players = 2, 3, 4, 5
    rounds = 10
    options = {"price": ("first", "the winner pays the highest bid or the second highest", ("first", "second"))}
    moves = {"bid": ("bids {amount}", "{amount}", {"amount": range(20)})}
    features = {
        "shaded": "distance from what bidders ask who know they pay their bid | coins",
        "true": "distance from what the lot is worth | coins",
        "amount": "coins bid | coins",
    }
    plans = {"shaded": {"shaded": -1}, "truthful": {"true": -1}, "timid": {"amount": -1}}

    worth = per_seat(secret=True)  # of the lot, to each
    profit = points("worth of lots won, less what was paid")
    lots = counter("lots won | count | lots")

    def deal(self, table, rng):
        table.worth = [rng.below(20) for _ in self.seats]

    def redeal(self, table, seat, rng):
        table.worth = [value if other == seat else rng.below(20) for other, value in enumerate(table.worth)]

    def legal(self, table, seat):
        return [("bid", amount) for amount in range(20)]

    def reveal(self, table, moves):
        bids = [amount for _, amount in moves]
        winner = table.rng.choice([seat for seat in self.seats if bids[seat] == max(bids)])
        price = sorted(bids)[-1 if self.option["price"] == "first" else -2]
        table.profit[winner] += table.worth[winner] - price
        table.lots[winner] += 1
        self.deal(table, table.rng)
        table.end_turn()

    def weigh(self, table, seat, move):
        n, worth, amount = len(self.seats), table.worth[seat], move[1]
        return abs(amount - worth * (n - 1) // n), abs(amount - worth), amount
