"""A table of ZhanGuo set to any moment of a game, for tests that read like the rulebook."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Self, cast

from cext.games.zhanguo.data.component_types import ABILITIES, ASPECTS, BLOCKS, REWARD_KINDS, TRIGGERS, Components
from cext.games.zhanguo.words.moves import RULES
from tests.games.deck_table import DeckTable
from tests.games.positions import State, loaded_game
from tests.games.zhanguo.noted import NO_SEAT, note

loaded = partial(loaded_game, "zhanguo")


class Table(DeckTable):
    """One position; regions are numbered from 1 as on the board, slots of walls go by their rods."""

    triggers, abilities, regions, category = TRIGGERS, ABILITIES, range(1, 6), RULES["CATEGORY_ABILITIES"]
    small, large, spaces = "ones", "threes", "square"
    components: Components

    def __init__(self, *, players: int = 2, boards: list[str] | None = None, block: str = "", **options: Any) -> None:
        """block: of abilities on the board of the first of two players; the second has an A side."""
        game = loaded(players, **options)
        if block:
            sides: Components = cast(Any, game).tables
            boards = [next(side.name for side in sides.boards if BLOCKS[side.block] == block), "A"]
        super().__init__(game, game.deal(seed=1, boards=boards))
        with self.editing() as state:
            for seat in state["seat"][:players]:
                if seat["board"] != NO_SEAT:
                    seat["officials"] = [
                        n + start for n, start in zip(seat["officials"], seat["governing"][0], strict=True)
                    ]
                    seat["governing"][0] = [0, 0, 0]

    @contextmanager
    def editing(self) -> Iterator[State]:
        """The state, to be changed in place; the masks that follow from its pieces are kept up with them."""
        with super().editing() as state:
            yield state
            note(self.game, state)

    # -- reading -----------------------------------------------------------------------------------------------------

    def pair(self, ability: str) -> tuple[str, int, int]:
        """A trigger and the first two cards that have both it and the ability."""
        cards = [card for card in self.components.cards if ABILITIES[card.ability] == ability]
        for number, trigger in enumerate(TRIGGERS):
            having = [card.number for card in cards if card.trigger == number]
            if len(having) > 1:
                return trigger, having[0], having[1]
        raise LookupError(f"no trigger has two cards with {ability}")

    def regions_with_track(self, length: int, seat: int = 0) -> list[int]:
        tracks = self.components.boards[self.player(seat)["board"]].tracks
        return [r + 1 for r, track in enumerate(tracks) if track == length]

    def track(self, region: int, seat: int = 0) -> int:
        length: int = self.components.boards[self.player(seat)["board"]].tracks[region - 1]
        return length

    def reward(self, kind: str, *, but: tuple[str, ...] = ()) -> tuple[str, int, list[int]]:
        """Aspect, round and regions of a cell of the rewards table with a reward of that kind."""
        return next(
            (ASPECTS[a], n + 1, [r + 1 for r in range(5) if cell.regions >> r & 1])
            for a, row in enumerate(self.components.rewards)
            for n, cell in enumerate(row)
            if REWARD_KINDS[cell.kind] == kind and ASPECTS[a] not in but
        )

    # -- setting up --------------------------------------------------------------------------------------------------

    def officials(self, region: int, *, area: str = "governors", seat: int = 0, military: int = 0, civilian: int = 0,
                  inspector: int = 0) -> Self:  # fmt: skip
        """Officials from the supply to the governors or the workers area of a region."""
        with self.editing() as state:
            player = state["seat"][seat]
            for c, n in enumerate((military, civilian, inspector)):
                player["officials"][c] -= n
                player["governing" if area == "governors" else "working"][region - 1][c] += n
                player["n_working"][region - 1] += n if area == "workers" else 0
        return self

    def workers(self, *numbers: int, seat: int = 0) -> Self:
        """Workers in regions 1 to 5."""
        with self.editing() as state:
            state["seat"][seat]["workers"] = list(numbers)
        return self

    def unrest(self, region: int, level: int, *, seat: int = 0) -> Self:
        with self.editing() as state:
            state["seat"][seat]["unrest"][region - 1] = level
        return self

    def unrest_everywhere(self, *, seat: int = 0, calm: tuple[int, ...] = ()) -> Self:
        """The cube on the rightmost slot of every region but the calm ones."""
        for region in range(1, 6):
            if region not in calm:
                self.unrest(region, self.track(region, seat), seat=seat)
        return self

    def take_card(self, state: State, number: int) -> None:
        """Out of the deck or the hand it is in; a hand gets another card of that colour for it."""
        aspect = (number - 1) // 40
        left = [state["deck"][aspect][(state["head"][aspect] + k) % 40] for k in range(state["n_deck"][aspect])]
        if number in left:
            left.remove(number)
        else:
            for player in state["seat"]:
                if number in player["hand"][: player["n_hand"]]:
                    player["hand"][player["hand"].index(number)] = left.pop(0)
        state["deck"][aspect] = left + [0] * (40 - len(left))
        state["head"][aspect] = 0
        state["n_deck"][aspect] = len(left)

    def place(self, region: int, *cards: int, seat: int = 0) -> Self:
        """Cards under a region of the player board, without markers and unrest."""
        with self.editing() as state:
            player = state["seat"][seat]
            for number in cards:
                self.take_card(state, number)
                card = self.components.cards[number - 1]
                k = player["n_cards"][region - 1]
                player["card"][region - 1][k] = number
                player["n_cards"][region - 1] += 1
                player["n_aspect"][card.aspect] += 1
                player["by_trigger"][card.trigger] |= 1 << (3 * (region - 1) + k)
        return self

    def place_all(self, region: int, aspects: str, *, seat: int = 0) -> Self:
        """Cards of these colours (w, c, l) that are still in the decks; e.g. "wwl"."""
        for letter in aspects:
            aspect = "wcl".index(letter)
            state = self.state
            self.place(
                region, state["deck"][aspect][(state["head"][aspect] + state["n_deck"][aspect] - 1) % 40], seat=seat
            )
        return self

    def hand(self, *cards: int, seat: int = 0) -> Self:
        with self.editing() as state:
            state["seat"][seat]["n_hand"] = 0
            for number in cards:
                self.take_card(state, number)
            state["seat"][seat]["n_hand"] = len(cards)
            state["seat"][seat]["hand"] = list(cards) + [0] * (len(state["seat"][seat]["hand"]) - len(cards))
        return self

    def markers(self, *, seat: int = 0, threes: str = "", **ones: int) -> Self:
        """Value-1 markers from the general supply; value-3 markers by letters (w, c, l) from the gameboard."""
        return self.tokens(seat=seat, large=threes, **ones)

    def last_turn(self, round_: int = 1) -> Self:
        """The last turn of a round: the last player holds one card, the others none."""
        last = self.state["turn_order"][self.players - 1]
        for seat in range(self.players):
            self.hand(*((self.player(seat)["hand"][0],) if seat == last else ()), seat=seat)
        return self.set(round=round_ - 1, turns=6 * self.players - 1, active=last)

    def rewards_phase(self, round_: int = 1) -> Self:
        """Phase 3 of a round: the last card has been used to recruit a military official."""
        self.last_turn(round_)
        return self.play("recruit").do("official", official="military", region=1)
