"""Whole games of ZhanGuo: turns and cards are counted, and hidden cards stay hidden."""

from collections import Counter
from typing import Any

import pytest

from cext.games import load_game
from cext.games.contract import walk
from cext.kernel.game import Game, Position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_takes_30_turns_and_every_card_is_somewhere(players: int) -> None:
    game = load_game("zhanguo", players=players)
    for number in range(5):
        *_, (end, _) = walk(game, number)
        for seat in range(players):
            tallies = end.counters(seat)
            assert sum(tallies[f"action_{letter}"] for letter in "URAGHPW") == 30
            assert tallies["action_U"] == tallies["cards_placed"] <= 15
        state = game.state(end)
        assert state["n_deck"] == [40 - 10 * players] * 3


# -- hidden information --------------------------------------------------------------------------------------------


def midgame(game: Game, number: int, plies: int) -> Position:
    for ply, (position, _) in enumerate(walk(game, number)):
        if ply >= plies and game.state(position)["stage"] == 0:
            return position.copy()
    raise AssertionError("the game is shorter than that")


def colours(cards: list[int]) -> list[int]:
    return [(card - 1) // 40 for card in cards]


@pytest.mark.parametrize("options", [{}, {"draft": True}])
def test_own_cards_stay_and_of_other_hands_only_the_colours(options: dict[str, Any]) -> None:
    game = load_game("zhanguo", players=3, **options)
    for number in range(5):
        position = midgame(game, number, 60)
        state, seat = game.state(position), position.to_move
        changed = 0
        for key in range(10):
            other = game.state(position.determinised(seat, key))
            for i in range(3):
                mine, theirs = state["seat"][i], other["seat"][i]
                assert colours(theirs["hand"]) == colours(mine["hand"])
                changed += theirs["hand"] != mine["hand"]
                assert i != seat or theirs == mine
                known = mine["drafted"] if i == seat else [[0] * 4] * 3  # what others drafted away is theirs to know
                assert {**theirs, "hand": 0} == {**mine, "hand": 0, "drafted": known}
            assert {**other, "seat": 0, "deck": 0, "key": 0} == {**state, "seat": 0, "deck": 0, "key": 0}
        assert changed > 0


def test_every_unseen_card_may_be_in_every_place_it_can_be_in() -> None:
    game = load_game("zhanguo", players=2)
    position = midgame(game, 3, 0)
    seat = position.to_move
    own = set(game.state(position)["seat"][seat]["hand"])
    seen: Counter[int] = Counter()
    for key in range(2000):
        seen.update(game.state(position.determinised(seat, key))["seat"][1 - seat]["hand"][:6])
    assert set(seen) == set(range(1, 121)) - own
    # 2 of 38 unseen cards of a colour: 105 expected of each; 5 standard deviations are 50
    assert all(abs(n - 2000 * 2 / 38) < 50 for n in seen.values())
