"""Middle Kingdom in plain slow Python, written from the rulebook and the rulings: a generator that asks for choices.

It yields (player number, what is asked, options) and is sent one of the options. Options are tuples: ("bid", card,
tied card below or None), ("harvest", card or None), ("emperor", card), ("swap", card), and ("claim" | "heir" |
"place", card, pile), without a pile for the Celestial Dragon.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import groupby

from tests.games.middle_kingdom.model.table import DRAGON, GOAL_OF, TYPES, Bid, Player, Rules, home

Option = tuple[object, ...]
Ask = tuple[int, str, list[Option]]
Flow = Generator[Ask, Option, None]


def fewest(players: list[Player], measure: Callable[[Player], float]) -> list[Player]:
    """The players of whom a number is least."""
    least = min(map(measure, players))
    return [player for player in players if measure(player) == least]


class Model:
    """A game from a given deck (top first); `starts`: the Goal Card each player begins with, None: none."""

    def __init__(self, rules: Rules, deck: list[str], starts: Sequence[str | None] = ()) -> None:
        self.rules = rules
        self.deck = list(deck)
        self.players = [Player(number) for number in range(rules.players)]
        self.face_up: list[str] = []
        self.discarded: list[str] = []
        self.goals: dict[str, Player | None] = dict.fromkeys(GOAL_OF.values())
        self.dragon: Player | None = None
        self.round = 0
        self.revealed = False
        for player, card in zip(self.players, starts, strict=False):
            player.starting_card = card
            if card == DRAGON:
                self.dragon = player
            elif card is not None:
                self.goals[card] = player

    def play(self) -> Flow:
        """The whole game."""
        while len(self.deck) >= self.rules.face_up:
            self.face_up, self.deck = self.deck[: self.rules.face_up], self.deck[self.rules.face_up :]
            self.revealed = False
            for player in self.players:
                player.began_with = len(player.hand)
            yield from self.play_bid_cards()
            yield from self.claim_cards()
            self.tidy_up()
            self.assign_dragon()

    # -- play Bid Cards -------------------------------------------------------------------------------------------

    def number_of_bids(self, player: Player) -> int:
        if self.rules.two_bids and player.began_with > 1:
            return 2
        return 1

    def play_bid_cards(self) -> Flow:
        palace = self.goals["Palace"]
        for player in self.players:
            secret = self.number_of_bids(player)
            if player is palace:
                secret = 1 if self.rules.two_bids else 0
            for _ in range(secret):
                yield from self.one_bid(player)
            if self.rules.emperor_first and secret == self.number_of_bids(player):
                yield from self.designate(player)
        self.revealed = True
        for player in self.players:
            player.hand -= {bid.card for bid in player.bids}
        if palace is not None and len(palace.bids) < self.number_of_bids(palace):
            yield from self.one_bid(palace)
            palace.hand -= {bid.card for bid in palace.bids}
        for player in self.players:
            player.played_reset = any(bid.card == 0 for bid in player.bids)
        yield from self.harvest()
        for player in self.players:
            yield from self.designate(player)
        emperor = self.goals["Emperor"]
        if emperor is not None and not any(bid.half for bid in emperor.bids):
            for bid in [bid for bid in emperor.bids if bid.claims][:1]:
                bid.half = True

    def one_bid(self, player: Player) -> Flow:
        options: list[Option] = [("bid", card, on) for card, on in self.bid_options(player)]
        _, card, on = yield player.number, "bid", options
        assert isinstance(card, int)
        assert on is None or isinstance(on, int)
        player.bids.append(Bid(card, on))

    def bid_options(self, player: Player) -> Iterator[tuple[int, int | None]]:
        cards, waiting = player.playable(), player.waiting()
        both = self.number_of_bids(player) == 2
        palace = player is self.goals["Palace"]
        if not self.rules.two_bids or player.bids or not waiting:
            if both and not palace and not player.tied:
                # the higher of two single cards is named first
                cards = [c for c in cards if c < player.bids[0].card] if player.bids else cards[1:]
            for card in cards:
                yield card, waiting[0] if waiting else None
        elif palace or not both:
            # says where the first card is laid; a tied card must be covered this round if that is possible
            for on in [*waiting, *([None] if both and len(waiting) == 1 else [])]:
                for card in cards:
                    yield card, on
        else:
            for card in cards:
                yield card, waiting[0]

    def harvest(self) -> Flow:
        player = self.goals["Harvest"]
        if player is None or not player.played_reset or not player.hand:
            return
        uncounted = {"off": 0, "other": len(player.bids) - 1, "on": len(player.bids)}[self.rules.harvest_after]
        counted = player.began_with - uncounted
        if counted > self.rules.data.harvest_cards:
            return
        options: list[Option] = [("harvest", None), *(("harvest", card) for card in sorted(player.hand))]
        _, card = yield player.number, "harvest", options
        if card is not None:
            assert isinstance(card, int)
            reset = next(bid for bid in player.bids if bid.card == 0)
            reset.card = card
            player.hand.remove(card)
            player.aside.add(0)

    def designate(self, player: Player) -> Flow:
        bids = [bid for bid in player.bids if bid.claims] if self.rules.reset_no_half else player.bids
        if player is not self.goals["Emperor"] or len(bids) < 2 or any(bid.half for bid in bids):
            return
        _, card = yield player.number, "emperor", [("emperor", bid.card) for bid in bids]
        for bid in bids:
            bid.half = bid.card == card

    # -- claim Dynasty Cards --------------------------------------------------------------------------------------

    def claim_cards(self) -> Flow:
        bids = [(player, bid) for player in self.players for bid in player.bids if bid.claims]

        def rank(entry: tuple[Player, Bid]) -> tuple[float, bool, int]:
            return -entry[1].total, entry[1].on is None, -entry[1].card

        if self.dragon is not None:
            yield from self.swap_dragon(self.dragon)
        for _, group in groupby(sorted(bids, key=rank), key=rank):
            tie = list(group)
            if len(tie) == 1:
                if self.face_up:
                    yield from self.claim("claim", tie[0][0])
            elif tie[0][1].on is None:
                for _, bid in tie:
                    bid.tied = True
            else:
                yield from self.draw([player for player, _ in tie])
        heir = self.goals["Heir"]
        if heir is not None and self.face_up:
            yield from self.claim("heir", heir)

    def swap_dragon(self, player: Player) -> Flow:
        moved_count = self.rules.moved_merchants not in ("except_swap", "goal_cards")
        counts = {name: player.most(name) if moved_count else player.of_type(name) for name in TYPES}
        most = max(counts.values())
        cards = sorted(set(self.face_up) - {"Philosopher"})
        free = [card for card in cards if most == 0 or counts[home(card)] < most]
        options: list[Option] = [("swap", card) for card in free or cards]
        if self.rules.swap_market and "Merchant" in (free or cards):
            piles = self.piles_for(player, "Merchant")
            options += [("swap", "Merchant", pile) for pile in piles if pile != "Merchants"]
        _, card, *other = yield player.number, "swap", options
        assert isinstance(card, str)
        self.face_up.remove(card)
        self.face_up.append(DRAGON)
        self.dragon = None
        player.piles[str(other[0]) if other else home(card)].append(card)
        self.shift_goals()

    def piles_for(self, player: Player, card: str) -> list[str]:
        """Where a card may go: the Market player's Merchants on any pile with a card too."""
        if card == "Merchant" and self.goals["Market"] is player:
            return ["Merchants", *(name for name in TYPES if name != "Merchants" and player.piles[name])]
        return [home(card)]

    def claim(self, how: str, player: Player) -> Flow:
        options: list[Option] = []
        for card in sorted(set(self.face_up)):
            if card == DRAGON:
                options.append((how, card))
            else:
                options += [(how, card, pile) for pile in self.piles_for(player, card)]
        choice = yield player.number, how, options
        card = str(choice[1])
        self.face_up.remove(card)
        if card == DRAGON:
            given = sum(other.tokens for other in self.players)
            if not self.rules.token_limit or given < self.rules.data.tokens:
                player.tokens += 1
        else:
            player.piles[str(choice[2])].append(card)
            self.shift_goals()

    def draw(self, players: list[Player]) -> Flow:
        """Tied stacks: a card each, placed simultaneously."""
        if len(self.deck) < len(players):
            return
        drawn = [(player, self.deck.pop(0)) for player in players]
        market = self.goals["Market"]
        for player, card in drawn:
            if not (player is market and card == "Merchant"):
                player.piles[home(card)].append(card)
        for player, card in drawn:
            if player is market and card == "Merchant":
                options: list[Option] = [("place", card, pile) for pile in self.piles_for(player, card)]
                choice = yield player.number, "place", options
                player.piles[str(choice[2])].append(card)
        self.shift_goals()

    def shift_goals(self) -> None:
        for pile, goal in GOAL_OF.items():
            counts = sorted(player.most(pile) for player in self.players)
            best = next(player for player in self.players if player.most(pile) == counts[-1])
            if self.rules.moved_merchants == "except_taking" and self.goals[goal] is None:
                own = max(player.of_type(pile) for player in self.players)
                if own < self.rules.data.goal_cards:
                    continue
            if counts[-1] >= self.rules.data.goal_cards and counts[-2] < counts[-1]:
                self.goals[goal] = best

    # -- the end of a round ---------------------------------------------------------------------------------------

    def tidy_up(self) -> None:
        self.discarded += [card for card in self.face_up if card != DRAGON]
        self.face_up = []
        self.round += 1
        for player in self.players:
            waiting = player.waiting()
            for bid in player.bids:
                if bid.tied:
                    waiting.append(bid.card)
                else:
                    player.aside.add(bid.card)
                if bid.on is not None:
                    player.aside.add(bid.on)
            player.tied, player.bids = waiting, []
            if player.played_reset:
                player.hand |= player.aside
                player.aside = set()
            player.played_reset = False

    def assign_dragon(self) -> None:
        held = [player for player in self.goals.values() if player is not None]
        if len(held) < self.rules.data.dragon_goals:
            return
        left = list(self.players)
        left = fewest(left, held.count)
        left = fewest(left, lambda player: len(player.cards()))
        had = [player for player in left if player.last_dragon()]
        if len(left) > 1 and len(had) < len(left):
            match self.rules.never_had_dragon:
                case "first":
                    left = [player for player in left if player not in had]
                case "last":
                    left = had
                case "undecided":
                    left = []
        if len(left) > 1 and had == left:
            left = fewest(left, Player.last_dragon)
        if len(left) == 1:
            self.dragon = left[0]
            self.dragon.had_dragon = self.round
