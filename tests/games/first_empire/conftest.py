"""A table of The First Empire set to any moment of a game, for tests that read like the rulebook."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Self

import pytest

from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ASPECTS,
    BONUSES,
    CRITERIA,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    SPOTS,
    TRIGGERS,
    Components,
    MausoleumTile,
)
from cext.games.first_empire.words.moves import RULES, card_of
from tests.games.deck_table import DeckTable
from tests.games.positions import State, loaded_game

Card = int | str  # a Unification card by number, an Alchemist card by what it does
FIRST_OWN, FIRST_MASTER, N_ALL_CARDS = (RULES[name] for name in ("FIRST_OWN", "FIRST_MASTER", "N_ALL_CARDS"))
DRAWN_FROM = 40  # cards of a deck
LISI = 1  # his seat


loaded = partial(loaded_game, "first_empire")


class Table(DeckTable):
    """One position; spaces and positions count from 1 as on the board, regions have their names."""

    triggers, abilities, regions, category = TRIGGERS, ABILITIES, REGIONS, RULES["CATEGORY_ABILITIES"]
    small, large, spaces = "small", "large", "governor"
    components: Components

    def __init__(self, *, players: int = 3, **options: Any) -> None:
        """The 1st turn of the 1st round; nothing of the Starting tiles is left on the player boards."""
        game = loaded(players, **options)
        super().__init__(game, game.deal(seed=1))
        if game.bots:
            self.set(track=[0, LISI, 0, 0], place=0, active=0)  # the player begins, whatever Li Si's card says
        while self.stage() != "play":
            self.position.apply(self.position.moves()[0])
        self.clear()

    @contextmanager
    def editing(self) -> Iterator[State]:
        """The state, to be changed in place; what it says of free slots, of tiles and of officials follows."""
        with super().editing() as state:
            yield state
            tiles = self.components.mausoleum_tiles
            slots = [self.slots(tiles[tile]) for tile in state["tile"]]
            for k, markings in enumerate(self.components.markings[max(self.game.players, 2) - 2]):
                free = {m for m, seat in zip(markings, state["slot"][k], strict=False) if not seat}
                state["open"][k] = sum(1 << m for m in free)
            state["full"] = sum(1 << k for k in range(9) if state["n_soldiers"][k] == slots[k])
            for seat in state["seat"][: self.game.players + self.game.bots]:
                seat["fulfilled"] = sum(1 << k for k in range(9) if self.fulfils(state, seat, k))
                officials = [(r, c) for r in range(5) for c in range(3) if seat["officials"][r][c]]
                seat["standing"] = sum(1 << 5 * c + r for r, c in officials)

    def slots(self, tile: MausoleumTile) -> int:
        """Slots of a Mausoleum tile that so many players use."""
        return sum(self.players + self.game.bots > 2 or not tile.three_plus >> k & 1 for k in range(len(tile.slots)))

    def fulfils(self, state: State, seat: State, k: int) -> bool:
        """Whether a seat meets the condition of the tile of a spot."""
        spot, tile = self.components.mausoleum[state["spot"][k]], self.components.mausoleum_tiles[state["tile"][k]]
        if SPOTS[spot.kind] == "region":
            governors, palaces = seat["governors_in"][spot.place], seat["palaces_in"][spot.place]
            return bool(governors >= tile.governors and palaces >= tile.palaces and governors + palaces >= tile.pieces)
        if SPOTS[spot.kind] == "wall":
            sections = [k for k, site in enumerate(self.components.site_of) if site == spot.place]
            return bool(sum(seat["wall_at"][k] > 0 for k in sections) >= tile.walls)
        return bool(seat["ship"] >= tile.space and seat["n_kind"][3] >= tile.alchemist_cards)

    def clear(self) -> None:
        """Empty player boards, and the 1st seat to play."""
        with self.editing() as state:
            numbers = self.components.numbers
            seats = self.game.players + self.game.bots
            state["track"][:seats] = range(seats)
            state |= {"active": 0, "turns": 0, "round": 0}
            for a in range(3):
                state["small"][a] += sum(seat["small"][a] for seat in state["seat"])
            for number, seat in enumerate(state["seat"][:seats]):
                player = number == 0 or self.players > 1
                seat |= {"small": [0] * 3, "unrest": [0] * 5, "workers": [0] * 5, "ship": 0, "n_cards": [0] * 5}
                seat |= {"card": [[0] * 3] * 5, "cards_in": [[0] * 4] * 5, "n_kind": [0] * 4, "by_trigger": [0] * 6}
                seat |= {"officials": [[0] * 3] * 5, "supply": [numbers.supply_officials * player] * 3, "aside": 31}
                seat |= {"locked": numbers.supply_soldiers, "entrance": numbers.unlocked_soldiers}

    # -- reading -----------------------------------------------------------------------------------------------------

    def of(self, name: str, seat: int = 0) -> dict[str, Any]:
        """What a player has in each region (workers, unrest, n_cards), of each aspect (small, large), type (supply)."""
        values = self.player(seat)[name]
        names = REGIONS if len(values) == len(REGIONS) else OFFICIALS if name == "supply" else ASPECTS
        return dict(zip(names, values, strict=True))

    def officials_in(self, region: str, seat: int = 0) -> dict[str, int]:
        return dict(zip(OFFICIALS, self.player(seat)["officials"][REGIONS.index(region)], strict=True))

    def cards_in(self, region: str, seat: int = 0) -> list[Card]:
        r = REGIONS.index(region)
        return [card_of(self.components, n) for n in self.player(seat)["card"][r] if n]

    def aside(self, seat: int = 0) -> list[Card]:
        """Alchemist cards set aside."""
        mask = self.player(seat)["aside"]
        return [card_of(self.components, FIRST_OWN + k) for k in range(10) if mask >> k & 1]

    def masters(self) -> list[Card]:
        """Master Alchemist cards next to the board."""
        return [card_of(self.components, FIRST_MASTER + k) for k in range(5) if self.state["masters"] >> k & 1]

    def scores(self, source: str) -> list[int]:
        """VP of a category by seat, as if the game were over."""
        found: list[int] = self.position.scores()[source]
        return found

    def number_of(self, card: Card) -> int:
        """The engine's number of a card."""
        if isinstance(card, int):
            return card
        return next(n for n in range(FIRST_OWN, N_ALL_CARDS) if card_of(self.components, n) == card)

    def spot(self, kind: str, place: int | str = 0) -> int:
        """The spot of the Mausoleum of a region, a wall site (from 1) or the elixir: 0 to 8, row by row."""
        where = REGIONS.index(place) if isinstance(place, str) else max(place - 1, 0)
        spots = self.components.mausoleum
        return next(
            k for k, n in enumerate(self.state["spot"]) if (SPOTS[spots[n].kind], spots[n].place) == (kind, where)
        )

    # -- setting up --------------------------------------------------------------------------------------------------

    def officials(
        self, region: str, *, seat: int = 0, alchemist: int = 0, architect: int = 0, general: int = 0
    ) -> Self:
        """Officials from the supply to a region of the player board."""
        with self.editing() as state:
            player = state["seat"][seat]
            for c, n in enumerate((alchemist, architect, general)):
                player["supply"][c] -= n
                player["officials"][REGIONS.index(region)][c] += n
        return self

    def workers(self, *, seat: int = 0, **numbers: int) -> Self:
        """Workers by region."""
        with self.editing() as state:
            state["seat"][seat]["workers"] = [numbers.get(name, 0) for name in REGIONS]
        return self

    def unrest(self, *, seat: int = 0, **levels: int) -> Self:
        """Unrest by region."""
        with self.editing() as state:
            state["seat"][seat]["unrest"] = [levels.get(name, 0) for name in REGIONS]
        return self

    def ship(self, space: int, *, seat: int = 0) -> Self:
        with self.editing() as state:
            state["seat"][seat]["ship"] = space
        return self

    def soldiers(self, *, seat: int = 0, locked: int, entrance: int) -> Self:
        """All nine soldiers: on the player board and at the entrance."""
        with self.editing() as state:
            state["seat"][seat] |= {"locked": locked, "entrance": entrance}
        return self

    def soldier_on(self, *spots: int, seat: int = 0) -> Self:
        """Locked soldiers of a player to tiles of the Mausoleum, without VP."""
        with self.editing() as state:
            player = state["seat"][seat]
            for k in spots:
                state["soldier"][k][state["n_soldiers"][k]] = seat + 1
                state["n_soldiers"][k] += 1
                player["spots"] |= 1 << k
                player["locked"] -= 1
        return self

    def take_card(self, state: State, number: int) -> None:
        """Out of the deck or the hand it is in; a hand gets the next card of that deck for it."""
        a = (number - 1) // DRAWN_FROM
        deck, head = state["deck"][a], state["head"][a]
        if number in deck[head:]:
            deck.remove(number)
            deck.insert(head, number)
        else:
            hand = next(seat["hand"] for seat in state["seat"] if number in seat["hand"][: seat["n_hand"]])
            hand[hand.index(number)] = deck[head]
        state["head"][a] += 1

    def place(self, region: str, *cards: Card, seat: int = 0) -> Self:
        """Cards under a region of the player board, without tokens and unrest."""
        r = REGIONS.index(region)
        with self.editing() as state:
            player = state["seat"][seat]
            for card in cards:
                number = self.number_of(card)
                if number >= FIRST_MASTER:
                    state["masters"] &= ~(1 << (number - FIRST_MASTER))
                elif number >= FIRST_OWN:
                    player["aside"] &= ~(1 << (number - FIRST_OWN))
                else:
                    self.take_card(state, number)
                k, kind = player["n_cards"][r], (number - 1) // DRAWN_FROM
                player["card"][r][k] = number
                player["n_cards"][r] += 1
                player["cards_in"][r][kind] += 1
                player["n_kind"][kind] += 1
                player["by_trigger"][self.trigger(number)] |= 1 << (3 * r + k)
        return self

    def trigger(self, number: int) -> int:
        data = self.components
        if number < FIRST_OWN:
            return data.cards[number - 1].trigger
        return [*data.alchemists, *data.masters][number - FIRST_OWN].trigger

    def set_aside(self, *cards: Card, seat: int = 0) -> Self:
        """The Alchemist cards a player has set aside, and no others."""
        with self.editing() as state:
            state["seat"][seat]["aside"] = sum(1 << (self.number_of(card) - FIRST_OWN) for card in cards)
        return self

    def hand(self, *cards: int, seat: int = 0) -> Self:
        """The cards in hand; those that were there have been played to the Court."""
        with self.editing() as state:
            player = state["seat"][seat]
            for number in cards:
                self.take_card(state, number)
            state["n_court"] += player["n_hand"]
            player["n_hand"] = len(cards)
            player["hand"] = [*cards, *[0] * (6 - len(cards))]
        return self

    def governor_tile(self, region: str, first: str, second: str, *, space: int = 1) -> Self:
        """The tile with these two halves on a space of the region."""
        tiles = [tuple(BONUSES[half.kind] for half in tile) for tile in self.components.governor_tiles]
        with self.editing() as state:
            state["space"][REGIONS.index(region)][space - 1] = tiles.index((first, second)) + 1
        return self

    def palace_tiles(self, region: str, *kinds: str) -> Self:
        """The palace tiles of a region, left to right."""
        with self.editing() as state:
            numbers = [PALACE_KINDS.index(kind) + 1 for kind in kinds]
            state["palace_tile"][REGIONS.index(region)] = [*numbers, 0, 0, 0][:3]
        return self

    def wall(self, section: int, slot: int, *, seat: int = 0, tile: str | None = None) -> Self:
        """A wall in a slot of a section, both from 1; the wall tile of the section."""
        if tile is not None:
            with self.editing() as state:
                state["face"][section - 1] = CRITERIA.index(tile)
        return super().wall(section, slot, seat=seat)

    def emperor_tile(self, place: int, *triggers: str) -> Self:
        """The Emperor tiles on a section (or of a site), from 1; top first."""
        with self.editing() as state:
            state["emperor"][place - 1] = [*(TRIGGERS.index(name) + 1 for name in triggers), *[0] * 6][:6]
            state["n_emperor"][place - 1] = len(triggers)
        return self

    def mausoleum_tile(self, spot: int, tile: int) -> Self:
        """A tile (from 1) on a spot; it changes places with the one that lay there."""
        with self.editing() as state:
            tiles = state["tile"]
            other = tiles.index(tile - 1)
            tiles[spot], tiles[other] = tiles[other], tiles[spot]
        return self

    def rewards_phase(self, round_: int = 1) -> Self:
        """Phase 3 of a round: the last of the Turn Order has recruited an alchemist in Yan with the last card."""
        seats = self.game.players + self.game.bots
        last = self.state["track"][seats - 1]
        spare = self.player(last)["hand"][0]
        for seat in range(self.players):
            with self.editing() as state:
                player = state["seat"][seat]
                kept = [spare] if seat == last else []
                state["n_court"] += player["n_hand"] - len(kept)
                player |= {"n_hand": len(kept), "hand": [*kept, *[0] * 6][:6]}
        self.set(round=round_ - 1, turns=6 * seats - 1, active=last)
        return self.play("recruit").do("recruit", official="alchemist", region="yan").do("stop")

    # -- playing -----------------------------------------------------------------------------------------------------

    def unify(self, card: int, region: str) -> Self:
        """The Unification Action with a card that comes into the hand first."""
        seat = self.position.to_move
        assert seat is not None
        return self.hand(card, seat=seat).play("unify", card).do("region", region=region)

    def his_turn(self, number: int) -> Self:
        """A turn of the player that changes little, then Li Si's with this Action card."""
        with self.editing() as state:
            state["lisi_deck"][0] = number
        region = REGIONS[self.player()["n_cards"].index(0)]
        return self.unify(self.state["deck"][2][self.state["head"][2]], region)

    def everywhere(self, kind: str) -> Self:
        """Li Si's soldiers on all tiles of regions, or of wall sites."""
        places = REGIONS if kind == "region" else (1, 2, 3)
        return self.soldier_on(*(self.spot(kind, place) for place in places), seat=LISI)


@pytest.fixture
def against() -> Callable[..., Table]:
    """against(level=1, **options): the player's 1st turn against Li Si, whose ship has not left and whose soldiers are
    locked but one."""
    return lambda level=1, **options: Table(players=1, lisi=str(level), **options)
