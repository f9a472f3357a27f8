"""The features of Middle Kingdom's weighted strategies: name, meaning, unit, in the order of features.pxd.

A feature tells what the move brings the player who makes it, from what lies open and his own hand. Bids of others that
lie face down count as any card the player may hold.
"""

__all__ = ["FEATURES"]

FEATURES: tuple[tuple[str, str, str], ...] = (
    ("bid", "number of the Bid Card played", "1 to 7"),
    ("reset", "the Reset is played, or left as it is", "0/1"),
    ("returned", "Bid Cards the Reset brings back to the hand", "cards"),
    ("stack", "the bid is laid on a tied card", "0/1"),
    ("ahead", "bids of others expected to claim before this one", "1/100 bids"),
    ("tie", "chance that the bid ties", "1/100"),
    ("worth", "worth of the card the bid may expect to claim, the chance of a tie taken off", "1/10 VP"),
    ("tie_worth", "chance of a tie of a single card times the worth of the best card face up", "1/10 VP"),
    ("overbid", "numbers by which the bid exceeds a lower card in hand that claims as early", "1 to 7"),
    ("vp", "jade of the card taken, tokens too", "VP"),
    ("goal_vp", "jade of the Goal Card taken with it", "VP"),
    ("goal", "the card takes a Goal Card", "0/1"),
    ("goal_lost", "jade of the Goal Card another player loses by it", "VP"),
    ("hold", "the card goes to a pile whose Goal Card the player holds", "0/1"),
    ("lead", "cards the pile is ahead of the longest other one afterwards (negative: behind)", "cards"),
    ("denied", "other players whom this card would have given its Goal Card", "players"),
    ("new_type", "first card of its type", "0/1"),
    ("farmers", "points by the Farmers chart, as the others' Farmers stand", "VP"),
    ("philosophy", "points the Philosopher scores by the card for Bureaucrats", "VP"),
    ("pile", "cards in the pile before", "cards"),
    ("bureaucrat", "the card is a Bureaucrat or the Philosopher", "0/1"),
    ("farmer", "the card is a Farmer", "0/1"),
    ("merchant", "the card is a Merchant on its own pile", "0/1"),
    ("noble", "the card is a Noble", "0/1"),
    ("warlord", "the card is a Warlord", "0/1"),
    ("moved", "the card is a Merchant that counts as two of another type", "0/1"),
)  # fmt: skip
