"""A seat that begins with a card: it changes places with the first of its aspect that the seat draws."""

from typing import Any

import pytest

from cext.games import load_game

HAND = 6
SEED = 11
ALL_DECKS = {"draft": True, "draw_all_decks": True}


def state(held: tuple[tuple[int, int], ...] = (), players: int = 4, **options: Any) -> dict[str, Any]:
    game = load_game("zhanguo", players=players, **options)
    read: dict[str, Any] = game.state(game.deal(seed=SEED, cards=held))
    return read


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("card", [1, 40, 41, 77, 81, 120])
def test_the_seat_has_it_and_one_other_card_has_moved(players: int, card: int) -> None:
    plain = state(players=players)
    for seat in range(players):
        changed = state(((seat, card),), players)
        before, after = ([*one["seat"][seat]["hand"]][:HAND] for one in (plain, changed))
        aspect = (card - 1) // 40
        assert card in after
        if card in before:
            assert changed == plain
            continue
        (place,) = [at for at in range(HAND) if before[at] != after[at]]
        other = before[place]
        assert place == 2 * aspect
        assert (other - 1) // 40 == aspect
        swapped = {card: other, other: card}
        assert changed["deck"] == [[swapped.get(one, one) for one in deck] for deck in plain["deck"]]
        for q in range(players):
            hand = [*plain["seat"][q]["hand"]][:HAND]
            assert [*changed["seat"][q]["hand"]][:HAND] == [swapped.get(one, one) for one in hand]
        for one in (plain, changed):
            del one["deck"]
        assert {key: value for key, value in changed.items() if key != "seat"} == {
            key: value for key, value in plain.items() if key != "seat"
        }
        plain = state(players=players)


@pytest.mark.parametrize(
    "options", [{"boards_by": "chosen"}, {"boards_by": "auction"}, {"draft": True}, ALL_DECKS], ids=str
)
def test_it_is_drawn_in_round_1_where_other_things_come_first(options: dict[str, Any]) -> None:
    game = load_game("zhanguo", players=4, **options)
    for seat, card in ((0, 5), (1, 44), (2, 90), (3, 120)):
        position = game.deal(seed=SEED, cards=[(seat, card)])
        drawn: set[int] = set()
        while game.kinds[position.clock()[2]] != "play":
            drawn |= {*game.state(position)["seat"][seat]["hand"]}
            position.apply(position.moves()[0])
        assert card in drawn | {*game.state(position)["seat"][seat]["hand"]}
        assert position.consistent() == 0
