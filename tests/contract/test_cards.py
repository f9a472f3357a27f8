"""What a game says its cards are, and seats that begin a deal with one of them."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cext.kernel.game import Game
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy
from reports.card_facts import CardSet
from reports.facts import parse_facts

DEALS = 4


@pytest.fixture(scope="module")
def sets(game: Game) -> Sequence[CardSet]:
    return parse_facts(game.facts()).cards


@pytest.fixture
def starting_cards(sets: Sequence[CardSet]) -> CardSet:
    """The cards with which a seat can begin."""
    sets = [one for one in sets if one.can_be_held]
    if not sets:
        pytest.skip("no seat can begin with a card")
    (one,) = sets  # a card's number is all that the kernel is told
    return one


def test_kinds_of_moves_that_tell_of_cards_are_kinds_of_the_game(game: Game, sets: Sequence[CardSet]) -> None:
    for one in sets:
        assert {kind for kind in (*one.dealt, *(use.kind for use in one.uses)) if kind} <= set(game.kinds)


def test_whoever_is_dealt_a_card_is_told_by_moves_or_by_tallies_and_so_is_every_use(sets: Sequence[CardSet]) -> None:
    for one in sets:
        for use in one.uses:
            assert bool(use.kind) != all(use.key in card.tallies for card in one.cards), (one.key, use.key)
        dealt = ["dealt" in card.tallies for card in one.cards]
        assert all(dealt) or not any(dealt)
        assert not (one.dealt and any(dealt))


def test_a_seat_that_begins_with_a_card_plays_a_game_by_the_rules(game: Game, starting_cards: CardSet) -> None:
    chance, changed = random.Random(5), 0
    for deal in range(DEALS):
        seat, card = chance.randrange(game.players), chance.choice(starting_cards.cards)
        plain, position = game.deal(seed=3, deal=deal), game.deal(seed=3, deal=deal, cards=[(seat, card.number)])
        changed += position != plain
        assert position == game.deal(seed=3, deal=deal, cards=[(seat, card.number)])
        while position.to_move is not None:
            assert position.consistent() == 0
            position.apply(chance.choice(position.moves()))
    assert changed > 0


def test_a_forced_opening_may_say_which_card_its_seat_begins_with(game: Game, starting_cards: CardSet) -> None:
    """A game played with it is the one that begins from that deal; openings without a card change nothing."""
    n, k, numbers = 90, game.players, [card.number for card in starting_cards.cards[:2]]
    rows: dict[str, Any] = {
        "games": np.arange(n),
        "deals": np.arange(n),
        "policy": np.zeros((n, k), int),
        "board": np.full((n, k), -1),
    }
    if game.table_boards:
        rows["board"] = np.zeros((n, k), int)
    opening = np.full((n, k), -1)
    opening[:, k - 1] = np.arange(n) % 3
    rows |= {"forced_opening": opening, "forced_openings": [[], [], []]}
    played = play_games(game, [RandomPolicy()], seed=3, card_of_opening=[*numbers, -1], **rows)
    free = play_games(game, [RandomPolicy()], seed=3, **rows)
    scores = [one.seats["score"].reshape(n, -1) for one in (played, free)]
    differ = (scores[0] != scores[1]).any(axis=1)
    assert not differ[2::3].any()
    assert differ[0::3].any()  # players at random often make the same moves with another card
    assert differ[1::3].any()


def test_seats_and_cards_that_are_not_there_are_refused(game: Game, starting_cards: CardSet) -> None:
    with pytest.raises(ValueError, match="cards: seat"):
        game.deal(seed=1, cards=[(game.players, starting_cards.cards[0].number)])
    rows = {
        "games": [0],
        "deals": [0],
        "policy": np.zeros((1, game.players), int),
        "board": np.zeros((1, game.players), int),
    }
    with pytest.raises(ValueError, match="card_of_opening"):
        play_games(game, [RandomPolicy()], seed=1, forced_openings=[[]], card_of_opening=[300], **rows)
