"""The whole tree of a small deal of Toy, counted by hand."""

from collections import Counter

import pytest

from cext.games import load_game
from cext.kernel.game import Position
from tests.games.toy.conftest import Table

Leaves = Counter[tuple[int, ...]]


def counted(position: Position) -> tuple[int, Leaves]:
    """Decisions with a choice from here on, and how often each final score is reached."""
    if position.to_move is None:
        return 0, Counter([tuple(position.scores()["score"])])
    moves, decisions = position.moves(), 0
    leaves: Leaves = Counter()
    for move in moves:
        after = position.copy()
        after.apply(move)
        below, reached = counted(after)
        decisions += below
        leaves += reached
    return decisions + (len(moves) > 1), leaves


def test_equal_cards_one_round(table: Table) -> None:
    """All cards are 3, one round, a pot of 8 or more is full.

    A turn: the 3 is played (no choice); bank 3 or push; bank 6 or push; 9 has to be banked. So each turn ends in one of
    3 ways, after 2 choices at most: 3, 6 or 9 points. Player 1 decides at 2 positions; after each of his 3 endings
    player 2 does. Decisions: 2 + 3 x 2 = 8. Final scores: each of 3 x 3 pairs once.
    """
    decisions, leaves = counted(table([3] * 12, hand=1, rounds=1, full=8))
    assert decisions == 8
    assert leaves == Counter({(one, two): 1 for one in (3, 6, 9) for two in (3, 6, 9)})


def test_two_cards_and_a_low_one(table: Table) -> None:
    """Hands 3, 5 and 4, 4; the deck is 1, 6, 7 and fours; one round, a pot of 9 or more is full; player 2 has board B.

    Player 1 plays 3 or 5 (a choice), then banks it (the 1 is drawn) or pushes: the 1 spoils the pot (the 6 is drawn).
    Banked, 3 or 5 points: player 2 plays 4 and banks 4 + 1, or pushes the 6: 10 is full, 10 + 1 points.
    Spoilt: player 2 plays 4 and banks 4 + 1, or pushes the 7: 11 is full, 11 + 1 points.
    Decisions: 1 for the card, 2 for banking it, 4 for player 2: 7. Ends: 2 x 2 x 2 = 8.
    """
    deck = [3, 5, 4, 4, 1, 6, 7, 4, 4]
    decisions, leaves = counted(table(deck, boards=["A", "B"], hand=2, rounds=1, full=9))
    assert decisions == 7
    assert leaves == Counter({(3, 5): 1, (3, 11): 1, (5, 5): 1, (5, 11): 1, (0, 5): 2, (0, 12): 2})


def test_two_rounds(table: Table) -> None:
    """All cards are 4, two rounds, a pot of 5 or more is full: each turn ends in 2 ways, with 4 or 8 points.

    Four turns: 2 ** 4 ends; decisions 1 + 2 + 4 + 8 = 15. A player's points are 8, 12 (twice) or 16.
    """
    decisions, leaves = counted(table([4] * 20, hand=1, rounds=2, full=5))
    points = {8: 1, 12: 2, 16: 1}
    assert decisions == 15
    assert leaves == Counter({(one, two): points[one] * points[two] for one in points for two in points})


def test_alone_against_the_house(table: Table) -> None:
    """The player's one turn: 4, bank or push to 8, which is full; the house turns up 4 and 4: 8 points.

    One decision, two ends: 4 to 8 the house wins, 8 to 8 is a tie.
    """
    decisions, leaves = counted(table([4] * 16, players=1, hand=1, rounds=1, full=8))
    assert decisions == 1
    assert leaves == Counter({(4, 8): 1, (8, 8): 1})


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_shipped_game_ends_after_six_turns_each(players: int) -> None:
    game = load_game("toy", players=players)
    end = game.deal(seed=3).playout(seed=1)
    assert (end.to_move, end.clock()[:2]) == (None, (6, 6))
