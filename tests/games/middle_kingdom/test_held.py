"""A seat that begins with a Goal Card begins as one whose board says so."""

import pytest

from cext.games import load_game


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("goal", range(6))
def test_it_is_the_same_deal_as_with_that_board(players: int, goal: int) -> None:
    game = load_game("middle_kingdom", players=players)
    boards = [0] * players
    plain = game.deal(seed=3, boards=boards, cards=[(1, goal)])
    boards[1] = 1 + goal
    assert plain == game.deal(seed=3, boards=boards)


def test_a_card_that_somebody_holds_stays_with_him() -> None:
    game = load_game("middle_kingdom", players=3)
    assert game.deal(seed=3, boards=[2, 0, 0], cards=[(1, 1)]) == game.deal(seed=3, boards=[2, 0, 0])
