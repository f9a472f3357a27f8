"""What a player knows of the cards he drafted away: the places each of them can be in, and how likely each way is.

"All the discarded cards are then shuffled together and placed face-down at the bottom of the corresponding deck": how
many cards of which round's discards a player draws is seen by all; which of his cards they are is not.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from cext.kernel.game import Position
from tests.games.zhanguo.model.table import ASPECTS, Player, Table

Place = tuple[str, int]  # ("deck", how deep), ("hand", seat) or ("discard", seat)
State = dict[str, Any]


def unseen(table: Table, player: Player, aspect: int) -> set[int]:
    """The cards of an aspect whose places the player does not see."""
    hands = [card for other in table.players if other is not player for card in other.hand]
    pending = [card for card in table.discarded[aspect] if card not in player.drafted[aspect][table.round :]]
    return {card for card in [*table.decks[aspect], *hands, *pending] if (card - 1) // 40 == aspect}


def whereabouts(table: Table, player: Player) -> dict[int, set[Place]]:
    """The cards a player drafted away and has not seen since, with the places each can be in."""
    found = {}
    for aspect in ASPECTS:
        hidden = unseen(table, player, aspect)
        for number, card in enumerate(player.drafted[aspect]):
            if card in hidden:  # discarded twice by the same player: the later time counts
                found[card] = places(table, player, aspect, discards_it_is_in(table, aspect, number))
    return found


def discards_it_is_in(table: Table, aspect: int, number: int) -> int:
    """The round among whose discards a card is, or was when this round began: drawn in a round that is over and unseen
    since, it was discarded once more."""
    for later in range(number + 1, table.round):
        if any(number in drawn for drawn in table.drawn_from[later][aspect]):
            number = later
    return number


def places(table: Table, player: Player, aspect: int, number: int) -> set[Place]:
    """Where a card of the discards of a round can be."""
    deep = {("deck", depth) for depth, bottom in enumerate(table.bottoms[aspect]) if bottom == number}
    bottom = {("deck", depth) for depth, bottom in enumerate(table.bottoms[aspect]) if bottom == table.round}
    for other in table.players:
        if other is not player and number in table.drawn_from[table.round][aspect][other.seat]:
            if any((card - 1) // 40 == aspect for card in other.hand):
                deep.add(("hand", other.seat))
            if len(other.drafted[aspect]) > table.round:
                deep |= bottom or {("discard", other.seat)}
    return deep


def cards_of(position: Position) -> State:
    """The parts of a kernel's state that place_of() reads; quicker than all of it."""
    whole = np.frombuffer(bytes(position), dtype=position.game.layout)[0]
    seats = zip(*(whole["seat"][name].tolist() for name in ("hand", "n_hand", "drafted")), strict=True)
    return {name: whole[name].tolist() for name in ("deck", "head", "n_deck", "discard", "order")} | {
        "seat": [{"hand": hand, "n_hand": n_hand, "drafted": drafted} for hand, n_hand, drafted in seats]
    }


def place_of(kernel: State, players: int, card: int) -> Place:
    """Where a card that is not on the table lies in a kernel's state."""
    aspect = (card - 1) // 40
    deck = [kernel["deck"][aspect][(kernel["head"][aspect] + k) % 40] for k in range(kernel["n_deck"][aspect])]
    if card in deck:
        return "deck", deck.index(card)
    for seat, player in enumerate(kernel["seat"][:players]):
        if card in player["hand"][: player["n_hand"]]:
            return "hand", seat
    return "discard", (kernel["order"][0] + kernel["discard"][aspect].index(card)) % players


def worlds(
    bottoms: Sequence[Sequence[int]], *, me: int, shown: Sequence[int], kept: Callable[[set[int]], bool], chance: Random
) -> dict[int, Place]:
    """A way the discards of earlier rounds can lie after the draft of round 4 with four players, found by trial.

    bottoms: the discards of each round, own cards by number, those of others 0. me: who asks, by the order of drafting.
    shown: how many cards of the aspect each player has shown since. kept: whether the own draw fits what is known.
    """
    while True:
        deck = [0] * 4
        for discards in bottoms:
            deck += chance.sample(discards, len(discards))
        found: dict[int, Place] = {}
        fits = True
        for drafter in range(4):
            drawn = chance.sample(deck[3 * drafter : 3 * drafter + 3], 3)
            own = {card for card in drawn if card}
            if drafter == me:
                fits &= kept(own)
                continue
            *hand, discarded = drawn
            fits &= not any(hand[: shown[drafter]])
            found |= {card: ("hand", drafter) for card in hand if card}
            found |= {discarded: ("deck", 4)} if discarded else {}
        if fits:
            return found
