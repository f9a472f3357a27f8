"""A table of Middle Kingdom set to any moment of a game, for tests that read like the rulebook."""

from functools import partial
from typing import Any

from tests.games.positions import Editable, State, loaded_game

CARDS = ("Bureaucrat", "Farmer", "Merchant", "Noble 2", "Noble 3", "Noble 4", "Warlord", "Philosopher")
PILES = ("Bureaucrats", "Farmers", "Merchants", "Nobles", "Warlords")
PILE_OF = (0, 1, 2, 3, 3, 3, 4, 0)
JADE = (0, 0, 0, 2, 3, 4, 1, 1)
GOALS = ("Palace", "Harvest", "Market", "Heir", "Emperor")
GOAL_JADE = (4, 0, 3, 5, 0)
NOBODY = 255


loaded = partial(loaded_game, "middle_kingdom")


class Table(Editable):
    """One position: methods set it up, do() makes the one legal move that fits a description.

    Seats count from 0. Cards given to players leave the deck, so every position keeps the game's invariants; do()
    checks them.
    """

    def __init__(self, *, players: int = 4, boards: tuple[str, ...] | None = None, **options: Any) -> None:
        game = loaded(players, **options)
        super().__init__(game, game.deal(seed=1, boards=boards))

    # -- reading -----------------------------------------------------------------------------------------------------

    @property
    def words(self) -> State:
        """The whole state in words."""
        words: State = self.game.words.whole_state(self.position)
        return words

    def player(self, seat: int) -> State:
        player: State = self.words["players"][seat]
        return player

    def piles(self, seat: int) -> State:
        """The piles with something in them, as they count."""
        return {name: n for name, n in self.player(seat)["piles"].items() if n}

    def goal(self, name: str) -> int | None:
        """Seat that holds a Goal Card."""
        holder = self.words["dragon"] if name == "Dragon" else self.words["goal_cards"][name]
        return None if holder is None else holder - 1

    def cards(self) -> list[Any]:
        """The cards the legal moves name."""
        return [move["card"] for move in self.offers()]

    # -- setting up --------------------------------------------------------------------------------------------------

    def face_up(self, *names: str, then: tuple[str, ...] = ()) -> "Table":
        """The cards that lie face up, and the next ones of the deck."""
        with self.editing() as state:
            start = state["next"] - state["n_open"]
            kinds = [CARDS.index(name) for name in (*names, *then)]
            deck = state["deck"][start:62]
            for kind in kinds:
                deck.remove(kind)
            state["deck"][start:62] = kinds + deck
            state["next"] = start + len(names)
            state["n_open"] = len(names)
            state["open"] = [names.count(name) for name in CARDS] + [0]
            state["kinds"] = sum(1 << k for k, n in enumerate(state["open"]) if n)
        return self

    def give(self, seat: int, *names: str, pile: str | None = None) -> "Table":
        """Dynasty Cards from the deck, laid before those face up; Goal Cards go to the strict leaders."""
        with self.editing() as state:
            player = state["seat"][seat]
            start = state["next"] - state["n_open"]
            for name in names:
                kind = CARDS.index(name)
                place = max(i for i in range(state["next"], 62) if state["deck"][i] == kind)
                state["deck"][start : place + 1] = [kind, *state["deck"][start:place]]
                state["next"] += 1
                player["card"][kind] += 1
                player["n_cards"] += 1
                player["vp"] += JADE[kind]
                if pile is not None:
                    player["pile"][PILES.index(pile)] += 2
                    player["foreign"][PILES.index(pile)] += 1
                    player["merchants_moved"] += 1
                else:
                    player["pile"][PILE_OF[kind]] += 1
            for k in range(5):
                if player["pile"][k] - 2 * player["foreign"][k] > 1:
                    state["in_play"] |= 1 << k
                self.settle_goal(state, k)
        return self.begin()

    def settle_goal(self, state: State, k: int) -> None:
        counts = [seat["pile"][k] for seat in state["seat"][: self.players]]
        leader, old = counts.index(max(counts)), state["holder"][k]
        if not state["in_play"] >> k & 1 or max(counts) < 2 or counts.count(max(counts)) > 1 or leader == old:
            return
        if old != NOBODY:
            state["seat"][old]["vp"] -= GOAL_JADE[k]
        state["n_goals"] += old == NOBODY
        state["holder"][k] = leader
        state["seat"][leader]["vp"] += GOAL_JADE[k]

    def begin(self) -> "Table":
        """Bids of the round begin anew with what is in the hands."""
        with self.editing() as state:
            palace = state["holder"][0]
            two = self.players == 2 or self.game.options["experienced"]
            state["active"] = 1 if palace == 0 and not two else 0
            for seat in state["seat"][: self.players]:
                seat["start"] = seat["hand"].bit_count()
        return self

    def hand(self, seat: int, *cards: int) -> "Table":
        with self.editing() as state:
            state["seat"][seat]["hand"] = sum(1 << card for card in cards)
        return self.begin()

    def tied(self, seat: int, *cards: int) -> "Table":
        """Tied cards of the last round, not in hand."""
        with self.editing() as state:
            player = state["seat"][seat]
            for j, card in enumerate(cards):
                player["tied"][j] = card
                player["hand"] &= ~(1 << card)
        return self.begin()

    def dragon(self, seat: int, *, round_: int = 1) -> "Table":
        with self.editing() as state:
            state["dragon"] = seat
            state["seat"][seat]["vp"] += 2
            state["seat"][seat]["had_dragon"] = round_
        return self

    # -- playing -----------------------------------------------------------------------------------------------------

    def bid(self, *cards: int) -> "Table":
        """Bid Cards of the players in the order they are asked."""
        for card in cards:
            self.do("bid", card=card)
        return self

    def claims(self) -> list[int]:
        """Play the round on with the first choices; seats in the order they claim with bids."""
        order = []
        round_ = self.state["round"]
        while self.position.to_move is not None and self.state["round"] == round_:
            if self.stage() == "bid":
                assert not any(player["bids"] for player in self.words["players"])
                break
            if self.stage() == "claim":
                order.append(self.position.to_move)
            self.position.apply(self.position.moves()[0])
            assert self.position.consistent() == 0
        return order


def features(t: Any, **fields: Any) -> dict[str, int]:
    """Features of the one move with these fields, those that are not 0."""
    for move in t.position.moves():
        described = t.game.words.describe(t.position, move)
        if all(described.get(name) == value for name, value in fields.items()):
            row = t.position.features(move)
            return {name: int(x) for (name, *_), x in zip(t.game.feature_docs, row, strict=True) if x}
    raise LookupError(fields)
