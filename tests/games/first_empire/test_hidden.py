"""What search deals anew: a player sees the backs of all cards in hand (F29), and no front but those of his own."""

from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position

DECK = 40  # cards of an aspect: 1-40 writing, 41-80 currency, 81-120 laws, which is the range on their backs too
KEYS = range(600)


def back(card: int) -> int:
    """The aspect on the back of a card, and with it the range of its number."""
    return (card - 1) // DECK


def in_hand(state: Any, seat: int) -> list[int]:
    player = state["seat"][seat]
    return list(player["hand"][: player["n_hand"]])


def in_round(game: Game, number: int) -> Position:
    """A game of first moves, amid this round (from 0): everybody has played three of the six cards."""
    position = game.deal(seed=3)
    seats = game.players + game.bots
    while (state := game.state(position))["round"] < number or state["turns"] != 3 * seats:
        position.apply(position.moves()[0])
    return position


@pytest.mark.parametrize("number", [0, 2])
def test_f29_a_card_in_another_hand_is_any_unseen_card_with_its_back(number: int) -> None:
    game = load_game("first_empire", players=3)
    position = in_round(game, number)
    state = game.state(position)
    unseen = {card for a in range(3) for card in state["deck"][a][state["head"][a] :]}
    unseen |= {card for seat in (1, 2) for card in in_hand(state, seat)}
    found: dict[tuple[int, int], set[int]] = {}
    for key in KEYS:
        other = game.state(position.determinised(0, key))
        assert in_hand(other, 0) == in_hand(state, 0)
        for seat in (1, 2):
            held = in_hand(other, seat)
            assert [back(card) for card in held] == [back(card) for card in in_hand(state, seat)]
            for place, card in enumerate(held):
                found.setdefault((seat, place), set()).add(card)
    assert len(found) == sum(len(in_hand(state, seat)) for seat in (1, 2)) > 0
    for (seat, place), cards in found.items():
        assert cards == {card for card in unseen if back(card) == back(in_hand(state, seat)[place])}


def test_starting_tiles_of_others_are_not_known_until_all_have_chosen() -> None:
    game = load_game("first_empire", players=3)
    position = game.deal(seed=3)
    order = list(game.state(position)["track"][:3])
    position.apply(position.moves()[0])  # the 1st player has chosen; the 2nd is asked
    state = game.state(position)
    dealt = [list(state["seat"][seat]["start"]) for seat in range(3)]
    assert position.to_move == order[1]
    found: set[int] = set()
    for key in KEYS:
        anew = game.state(position.determinised(order[1], key))
        other = [list(anew["seat"][seat]["start"]) for seat in range(3)]
        assert other[order[1]] == dealt[order[1]]
        assert len({tile for tiles in other for tile in tiles}) == 6
        found |= set(other[order[0]])
    assert found == set(range(1, 11)) - set(dealt[order[1]])
    for _ in range(2):
        position.apply(position.moves()[0])
    known = game.state(position)
    anew = game.state(position.determinised(0, 1))
    assert [seat["start"] for seat in anew["seat"]] == [seat["start"] for seat in known["seat"]]


def test_li_si_s_decks_are_the_same_cards_in_another_order() -> None:
    """His Action cards stay; his Unification cards are any unseen ones, as many of each aspect."""
    game = load_game("first_empire", players=1, lisi="2")
    position = in_round(game, 1)
    state = game.state(position)
    tops, cards = set(), set()
    for key in KEYS:
        other = game.state(position.determinised(0, key))
        assert sorted(other["lisi_deck"]) == sorted(state["lisi_deck"])
        n = state["n_lisi_cards"]
        assert sorted(map(back, other["lisi_cards"][:n])) == sorted(map(back, state["lisi_cards"][:n]))
        tops.add(other["lisi_deck"][0])
        cards |= set(other["lisi_cards"][:n])
    assert tops == set(state["lisi_deck"][: state["n_lisi_deck"]])
    assert len(cards) > state["n_lisi_cards"] > 0
