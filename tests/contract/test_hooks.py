"""What strategies rely on: fast hooks equal the default ones, and nobody sees what is hidden from him."""

import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from cext.games import GAMES
from cext.kernel.game import Game, Position
from cext.kernel.plan_search import PlanSearch
from cext.kernel.policy import Policy, WeightedPolicy
from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS

Walker = Callable[[Game, int], Iterator[tuple[Position, int]]]


def sampled(game: Game, walker: Walker, *, games: int, share: float) -> Iterator[Position]:
    """A share of the decisions of random games."""
    chance = random.Random(17)
    for number in range(games):
        for position, move in walker(game, number):
            if move >= 0 and chance.random() < share:
                yield position


def test_the_fast_lookahead_equals_the_default_one(game: Game, walker: Walker) -> None:
    chance = np.random.default_rng(3)
    n = len(game.feature_docs)
    for position in sampled(game, walker, games=5, share=0.15):
        weights = chance.integers(-(10**6), 10**6, n, dtype=np.int32)
        few = np.where(chance.random(n) < 0.1, weights, 0).astype(np.int32)
        rows = np.array([position.features(move) for move in position.moves()], dtype=np.int64)
        for given in (weights, few):
            fast, plain = position.values(given), position.values(given, plain=True)
            assert fast.tolist() == plain.tolist()
            assert fast.tolist() == (rows @ given.astype(np.int64)).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_every_feature_occurs(name: str, games_named: Callable[[str], Iterator[Game]], walker: Walker) -> None:
    docs: tuple[tuple[str, str, str], ...] = ()
    occurred: set[str] = set()
    for game in games_named(name):
        docs = game.feature_docs
        for position in sampled(game, walker, games=20, share=0.3):
            rows = np.array([position.features(move) for move in position.moves()])
            occurred |= {doc[0] for doc, found in zip(docs, rows.any(axis=0), strict=True) if found}
            if len(occurred) == len(docs):
                return
    assert [doc[0] for doc in docs if doc[0] not in occurred] == []


def test_the_fast_playout_equals_the_default_one(game: Game, walker: Walker) -> None:
    for seed, position in enumerate(sampled(game, walker, games=4, share=0.1)):
        assert position.playout(seed) == position.playout(seed, plain=True)


def test_playouts_and_new_deals_repeat_with_their_keys_and_leave_the_position_alone(game: Game, walker: Walker) -> None:
    for position in sampled(game, walker, games=1, share=0.05):
        before = bytes(position)
        assert position.playout(7) == position.playout(7)
        assert position.determinised(0, 5) == position.determinised(0, 5)
        assert bytes(position) == before


def test_nothing_depends_on_what_the_player_to_move_cannot_see(game: Game, walker: Walker) -> None:
    weights = np.random.default_rng(4).integers(-1000, 1000, len(game.feature_docs), dtype=np.int32)
    """Nor the view, the legal moves and their features: check_random_game() in test_rules.py."""
    for position in sampled(game, walker, games=4, share=0.1):
        seat, moves = position.to_move, position.moves()
        described = [game.words.describe(position, move) for move in moves]
        for key in (1, 2):
            other = position.determinised(seat, key)
            assert (other.to_move, other.moves(), other.clock()) == (seat, moves, position.clock())
            assert (other.weight_set(), other.points()) == (position.weight_set(), position.points())
            assert other.values(weights).tolist() == position.values(weights).tolist()
            assert [game.words.describe(other, move) for move in moves] == described


def test_no_search_looks_at_what_the_player_to_move_cannot_see(game: Game, walker: Walker) -> None:
    shape = (game.n_weight_sets, len(game.feature_docs))
    plan = WeightedPolicy(game, np.random.default_rng(5).integers(-1000, 1000, shape)) if shape[1] else None
    searches: list[Policy] = [FlatMonteCarlo(game, 1), InformationSetMCTS(game, 8)]
    if plan is not None:
        searches += [PlanSearch(game, 9, prior=plan, margin=0.5), InformationSetMCTS(game, 8, prior=plan, margin=1)]
    for number, position in enumerate(sampled(game, walker, games=1, share=0.04)):
        other = position.determinised(position.to_move, number)
        for search in searches:
            assert search.choice(other, seed=number) == search.choice(position, seed=number)


def test_what_is_dealt_anew_is_a_possible_game(game: Game, walker: Walker) -> None:
    for key, position in enumerate(sampled(game, walker, games=2, share=0.1)):
        for seat in range(game.players):
            other = position.determinised(seat, key)
            assert other.consistent() == 0
            assert other.playout(key).to_move is None
            assert game.words.view(other, seat) == game.words.view(position, seat)


def test_weights_must_fit_the_features(game: Game, walker: Walker) -> None:
    position = next(sampled(game, walker, games=1, share=1.0))
    with pytest.raises(ValueError, match="weights for"):
        position.values(np.zeros(len(game.feature_docs) + 1, dtype=np.int32))
