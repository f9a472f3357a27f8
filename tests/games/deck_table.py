"""What tables of both games of the unification of China share: cards by what they do, pieces on the board."""

from collections.abc import Container, Sequence
from typing import Any, Self, cast

from cext.games.deck_words import ASPECTS
from cext.kernel.game import Game, Position
from tests.games.positions import Editable, State

__all__ = ["DeckTable", "features"]


class DeckTable(Editable):
    """One position: methods named after pieces set it up, do() makes the one legal move that fits a description.

    Seats count from 0; wall sections, slots and rounds from 1 as on the board. Every piece is taken from where it lay
    before (supply, deck, hand), so every position keeps the game's invariants; do() checks them. A subclass says what
    triggers, abilities and regions are called, the category of VP from abilities, and under what names the state has
    tokens of the two values and the spaces for governors.
    """

    triggers: Sequence[str]
    abilities: Sequence[str]
    regions: Sequence[int | str]
    category: int
    small: str
    large: str
    spaces: str

    def __init__(self, game: Game, position: Position) -> None:
        super().__init__(game, position)
        self.components = cast(Any, game).tables  # of the engine, not of every game

    # -- reading -----------------------------------------------------------------------------------------------------

    def player(self, seat: int = 0) -> State:
        player: State = self.state["seat"][seat]
        return player

    def vp(self, seat: int = 0) -> int:
        points: int = self.player(seat)["vp"]
        return points

    def actions(self) -> set[str]:
        """What may be done with a card."""
        return {move["action"] for move in self.offers("play")}

    def card(self, *, trigger: str | None = None, ability: str | None = None, aspect: str | None = None,
             but: Container[object] = ()) -> int:  # fmt: skip
        """Number of a card with this trigger, ability and aspect that is not one of `but`."""
        found: int = next(
            card.number
            for card in self.components.cards
            if trigger in (None, self.triggers[card.trigger])
            and ability in (None, self.abilities[card.ability])
            and aspect in (None, ASPECTS[card.aspect])
            and card.number not in but
        )
        return found

    # -- setting up --------------------------------------------------------------------------------------------------

    def take_card(self, state: State, number: int) -> None:
        """Out of the deck or the hand it is in; a hand gets another card of that aspect for it."""
        raise NotImplementedError

    def court(self, card: int) -> Self:
        """The top card of the court pile."""
        with self.editing() as state:
            self.take_card(state, card)
            state["court"] = card
            if "n_court" in state:
                state["n_court"] += 1
        return self

    def palaces(self, region: int | str, n: int = 1, *, seat: int = 0) -> Self:
        with self.editing() as state:
            state["seat"][seat]["palaces"] -= n
            state["seat"][seat]["palaces_in"][self.regions.index(region)] += n
            if "palaces" in state:
                state["palaces"][self.regions.index(region)] += n
        return self

    def governors(self, region: int | str, n: int = 1, *, seat: int = 0, space: int | None = None) -> Self:
        """Own governors on the game board, in the open area or on a space (from 1) of the region."""
        r = self.regions.index(region)
        with self.editing() as state:
            state["seat"][seat]["governors"] -= n
            state["seat"][seat]["governors_in"][r] += n
            if space is not None:
                state[self.spaces][r][space - 1] = seat + 1
        return self

    def tokens(self, *, seat: int = 0, large: str = "", **numbers: int) -> Self:
        """Small tokens from the general supply, by aspect; large ones by letters (w, c, l) from the game board."""
        with self.editing() as state:
            player = state["seat"][seat]
            for a, aspect in enumerate(ASPECTS):
                player[self.small][a] += numbers.get(aspect, 0)
                state[self.small][a] -= numbers.get(aspect, 0)
                if "wcl"[a] in large:
                    player[self.large][a] += 1
                    state[self.large][a] -= 1
        return self

    def wall(self, section: int, slot: int, *, seat: int = 0) -> Self:
        """A wall in a slot of a section."""
        with self.editing() as state:
            state["seat"][seat]["walls"] -= 1
            state["seat"][seat]["wall_at"][section - 1] = slot
            state["slot"][section - 1][slot - 1] = seat + 1
        return self

    def points(self, vp: int, *, seat: int = 0) -> Self:
        """Points earned so far, from abilities."""
        with self.editing() as state:
            state["seat"][seat]["vp"] = vp
            state["seat"][seat]["source"][self.category] = vp
        return self

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, action: str, card: int | None = None) -> Self:
        """A card of the hand (the first, if none is named) with an action."""
        if card is None:
            seat = self.position.to_move
            assert seat is not None
            card = self.player(seat)["hand"][0]
        return self.do("play", action=action, card=card)


def features(t: DeckTable, kind: str, **fields: Any) -> dict[str, int]:
    """Features, by name, of the first legal move that fits the description."""
    names = [name for name, *_ in t.game.feature_docs]
    for move, _ in t.fitting(kind, fields):
        return dict(zip(names, t.position.features(move).tolist(), strict=True))
    raise AssertionError(f"no move fits {kind} {fields}: {t.offers()}")
