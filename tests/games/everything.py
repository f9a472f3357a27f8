# mypy: ignore-errors
# ruff: noqa: RUF012
"""A game without sense in which rules are written in as many ways as authors may think of: all of it is compiled."""

from analyser.rules import Rules, counter, number, numbers, per_seat, pile, piles, points

COLOURS = "red", "green", "blue"
PRICES = {"red": 1, "green": 2, "blue": 4}
ROWS = ((0, 1), (1, 2, 3), (3,))
PAIRS = (((0, 1), (2, 3)), ((1, 2),), ((3, 0), (0, 2)))


def worth(colour, n):
    """What so many of a colour are worth."""
    return PRICES[colour] * n - n // 3


def lowest(cards, limit):
    """The lowest card above a limit; 0: there is none."""
    best = None
    for card in cards:
        if card <= limit:
            continue
        if best is None or card < best:
            best = card
    return 0 if best is None else best


def evens(cards):
    chosen = []
    for place, card in enumerate(cards):
        if (card + place) % 2 == 0 and card not in chosen:
            chosen.append(card)
    return chosen


class Everything(Rules):
    title = "Everything"
    players = 2, 3
    bots = 1
    boards = "north", "south"
    rounds = 5
    opening_turns = 2
    stages = "draw", "pay"
    options = {
        "start": (3, "cards at the start", range(1, 6)),
        "mode": ("plain", "how cards count", ("plain", "odd")),
        "fast": (False, "a turn is one draw"),
    }
    moves = {
        "take": ("takes {colour} {n}", "{colour}{n}", {"colour": COLOURS, "n": range(-2, 3)}),
        "swap": ("swaps {a} and {b}", "{a}~{b}", {"a": range(4), "b": range(4)}),
        "rest": ("rests", "-", {}),
        "wait": ("waits", ".", {}),
    }
    classes = {"T": "takes", "S": "swaps", "R": "rests"}
    features = {"worth": "worth | points", "cards": "cards | cards", "odd": "odd | 0/1", "gap": "gap | points"}

    deck = pile(40, secret=True)
    hand = per_seat(pile(8), secret=True)
    bid = per_seat(secret="bids")
    row = numbers(4)
    heaps = piles(3, 40, low=0, high=3, secret="heaps")
    camps = per_seat(piles(2, 8, high=99), secret="camps")
    store = per_seat(numbers(3, low=0, high=500))
    phase = number(low=-11, high=38)
    total = points("points")
    bonus = points("points of sets")
    draws = counter("cards drawn")

    def __init__(self, players, option):
        super().__init__(players, option)
        self.limit = 5 + players
        self.scale = (1, 2, 3)[:players]

    def deal(self, table, rng):
        cards = [value for value in range(1, 11) for _ in range(3) if value % 7 != 6]
        rng.shuffle(cards)
        table.hand = [[cards.pop() for _ in range(self.option["start"])] for _ in self.seats]
        table.row = [cards[0], cards[-1], *cards[2:4]]
        *cards, table.phase = cards
        table.deck = cards
        table.bid = [rng.below(4) - 2 for _ in self.seats]
        table.store = [[0] * 3 for seat in self.seats]

    def stage_of(self, table, seat):
        return "pay" if table.phase % 3 == 0 else "draw"

    def legal(self, table, seat):
        if table.phase % 5 == 4:
            yield ("rest",)
            yield ("wait",)
            return
        for place, colour in enumerate(COLOURS):
            if table.store[seat][place] < 9:
                yield "take", colour, min(2, len(table.hand[seat]) - 2, default_of(table))
        yield from self.swaps(table, seat)
        yield from [(kind,) for kind in ("rest", "wait") if kind == "rest" or table.row[-1] > 3]

    def swaps(self, table, seat):
        found = [("swap", a, b) for a in range(4) for b in range(a) if table.row[a] != table.row[b]]
        found += [("swap", 0, 0)]
        return found

    def play(self, table, seat, move):
        kind, hand = move[0], table.hand[seat]
        table.phase = (table.phase * 3 - 7) // 2 % 50 - 11
        if kind == "take":
            colour, n = move[1], move[2]
            self.take(table, seat, COLOURS.index(colour), n)
            table.total[seat] += worth(colour, n) if self.option["mode"] == "plain" else -n
        elif kind == "swap":
            _, first, second = move
            table.row[first], table.row[second] = table.row[second], table.row[first]
            table.bid[seat] = table.bid[seat] ^ (first << 1) | second & 3
        elif hand and table.board[seat] == "south":
            hand.sort()
            table.deck.extend(hand[:2])
            hand.pop(0)
            hand.reverse()
        while table.deck and len(table.deck) > 30:
            table.deck.pop(0)
        for a, b in PAIRS[seat % 3]:
            if table.row[a] == table.row[b]:
                table.bonus[seat] += 1
                break
        extra = lowest(table.row, table.bid[seat]) + sum(ROWS[table.round % 3])
        chosen = evens([*table.row, extra])
        if extra in chosen[1:] and any(card > extra for card in chosen):
            table.bonus[seat] += max(chosen) - min(chosen, default=0)
        self.build(table, seat, table.camps[seat])
        self.finish(table, seat, kind)

    def build(self, table, seat, camps):
        table.heaps[table.phase % 3].append(seat)
        for heap in table.heaps:
            if len(heap) > 3:
                camps[heap[0] % 2] += heap[:1]
                table.bonus[seat] += len(camps) + len(table.heaps) + sum(len(camp) for camp in table.camps[seat])
                heap.clear()
        for camp in camps:
            while len(camp) > 5:
                camp.pop()
        table.camps[seat][1] = sorted(camps[1], reverse=True)

    def take(self, table, seat, place, n):
        table.store[seat][place] += abs(n) + self.scale[seat % len(self.scale)]
        if not table.deck:
            return
        table.draws[seat] += 1
        card = table.deck.pop()
        hand = table.hand[seat]
        if len(hand) < 6 and card not in hand:
            hand.insert(n, card)
        elif hand:
            hand[-1] = table.rng.choice(hand)
            if table.rng.below(3) == 0:
                hand.remove(hand[0])

    def finish(self, table, seat, kind):
        if self.option["fast"] or kind != "swap":
            best = max(range(2), key=lambda other: (table.total[other], -table.bid[other], other))
            if kind == "rest":
                table.end_turn(best, ends_round=table.draws[seat] > 3 and best == 0)
            else:
                table.end_turn()
        elif sum(table.row) > self.limit * 4:
            table.end_turn(seat=1)
        else:
            table.end_turn()
        if table.total[seat] > 60 or -20 > table.bonus[seat] >= -30:
            table.end_game()

    def bot_turn(self, table, seat):
        cards = sorted(table.hand[seat], reverse=True)
        for card in cards:
            if card & 1:
                table.total[seat] += card >> 1
            else:
                table.row[card % 4] = ~card
        table.hand[seat] = [card for card in cards if card != 4][::-1][:5]

    def score_end(self, table):
        for seat, store in enumerate(table.store):
            table.bonus[seat] += store.count(min(store)) * 2 if all(store) else -store.index(0)

    def tie_break(self, table, seat):
        quotient, rest = divmod(table.bid[seat], 3)
        return 10 * quotient + rest

    def redeal(self, table, seat, rng):
        for other in self.seats:
            if other != seat:
                table.bid[other] = rng.below(4) - 2
        rest = [*table.deck]
        rng.shuffle(rest)
        table.deck = rest

    def kind_of(self, table, seat, move):
        return {"take": "T", "swap": "S"}.get(move[0], "R" if move[0] == "rest" else "")

    def weigh(self, table, seat, move):
        n = move[2] if move[0] == "take" else 0
        gap = table.total[seat] - max(total for other, total in enumerate(table.total) if other != seat)
        return worth(move[1], n) if n else 0, len(table.hand[seat]), bool(n & 1), gap // -3 if gap else 0


def default_of(table):
    return 2 if table.round < 3 else 1
