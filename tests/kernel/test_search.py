"""Search policies: clearly better than random, repeatable, blind to what the seat cannot see."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.plan_search import PlanSearch
from cext.kernel.policy import Policy, PythonPolicy, RandomPolicy, Restriction, WeightedPolicy
from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS
from tests.kernel.tables import FunctionStrategy, recorded, same, schedule

SEARCHES = [lambda game: FlatMonteCarlo(game, 30), lambda game: InformationSetMCTS(game, 150)]


def high_cards(game: Any) -> WeightedPolicy:
    """A plan that plays its highest card."""
    weights = np.zeros((game.n_weight_sets, len(game.feature_docs)), int)
    weights[:, 0] = 1000
    return WeightedPolicy(game, weights)


GUIDED = {
    "flat": lambda game: FlatMonteCarlo(game, 8, prior=high_cards(game), margin=0.5, exploration=0.3),
    "tree": lambda game: InformationSetMCTS(game, 60, 0.3, prior=high_cards(game), playout=high_cards(game), margin=1),
    "halving": lambda game: PlanSearch(game, 24, prior=high_cards(game), playout=high_cards(game), margin=0.5),
    "bounds": lambda game: PlanSearch(game, 24, prior=high_cards(game), widening=2, exploration=0.2),
}


def share_against_random(game: Any, policy: Policy, n: int) -> float:
    """Mean win share of one seat with the policy, the others at random, seats rotated, all on boards A."""
    rows = schedule(n, game.players)
    rows["policy"] = (rows["policy"] + np.arange(n)[:, None] + np.arange(game.players)) % game.players > 0
    rows["board"] = np.zeros((n, game.players), int)
    played = play_games(game, [policy, RandomPolicy()], seed=12, **rows)
    return float(played.seats["win_share60"].reshape(n, -1)[rows["policy"] == 0].mean() / 60)


@pytest.mark.parametrize("search", SEARCHES, ids=["flat", "tree"])
def test_search_beats_random(search: Any) -> None:
    game = load_game("toy", players=2)
    assert share_against_random(game, RandomPolicy(), 2000) == pytest.approx(0.5, abs=0.05)
    assert share_against_random(game, search(game), 200) > 0.65


@pytest.mark.parametrize("search", SEARCHES, ids=["flat", "tree"])
def test_search_beats_random_at_four(search: Any) -> None:
    game = load_game("toy", players=4)
    assert share_against_random(game, search(game), 120) > 0.5


def test_more_simulations_play_better() -> None:
    game = load_game("toy", players=2)
    rows = schedule(300, 2, policies=2)
    for weak, strong in (
        (FlatMonteCarlo(game, 1), FlatMonteCarlo(game, 40)),
        (InformationSetMCTS(game, 4), InformationSetMCTS(game, 200)),
    ):
        share = play_games(game, [weak, strong], seed=3, **rows).seats["win_share60"].reshape(300, 2)
        assert share[rows["policy"] == 1].mean() / 60 > 0.58


@pytest.mark.parametrize(
    "search", [*SEARCHES, *GUIDED.values()], ids=["flat", "tree", *(f"guided-{n}" for n in GUIDED)]
)
def test_games_of_a_search_repeat_in_any_slicing(pile: ModuleType, search: Any) -> None:
    game = load_game("toy", players=3)
    whole = play_games(game, [search(game)], seed=4, **schedule(12, 3))
    parts = [play_games(game, [search(game)], seed=4, **schedule(6, 3, first=first)) for first in (0, 6)]
    joined = {name: np.concatenate([part.seats[name] for part in parts]) for name in whole.seats}
    assert same(joined, whole.seats)
    rows = schedule(12, 3, boards=0)
    default, inline = (
        play_games(one, [search(one)], seed=4, **rows) for one in (pile.Pile(players=3), pile.FastPile(players=3))
    )
    assert same(default.seats, inline.seats)


def policies(game: Any) -> list[Policy]:
    """One of every kind."""
    weights = np.random.default_rng(2).integers(-900, 900, (12, 6))
    highest_card = FunctionStrategy(
        lambda view, moves: max(range(len(moves)), key=lambda i: moves[i].fields.get("card", view["draw"] % 9))
    )
    return [
        RandomPolicy(),
        WeightedPolicy(game, weights, 1500, [0b10, 0b100]),
        Restriction(RandomPolicy(), excluded=0b1000),
        PythonPolicy(game, highest_card, "highest"),
        FlatMonteCarlo(game, 15),
        InformationSetMCTS(game, 60),
        *(make(game) for make in GUIDED.values()),
    ]


@pytest.mark.parametrize("which", range(10))
def test_no_policy_sees_what_its_seat_cannot_see(which: int) -> None:
    game = load_game("toy", players=3)
    policy = policies(game)[which]
    chosen = set()
    for deal in range(25):
        position = game.deal(seed=8, deal=deal, boards=[0, 1, 0])
        for _ in range(deal % 7):
            position.apply(position.moves()[-1])
        seat = position.to_move
        other = position.determinised(seat, 1000 + deal)
        assert other != position
        assert policy.choice(other, seed=deal) == policy.choice(position, seed=deal)
        chosen.add(policy.choice(position, seed=deal))
    assert len(chosen) > 2


def test_values_are_shares_in_per_cent() -> None:
    game = load_game("toy", players=2)
    for policy in (FlatMonteCarlo(game, 8), InformationSetMCTS(game, 40)):
        decisions = recorded(game, [policy], seed=4, **schedule(10, 2, record=1))
        decisions = {name: column[decisions["n_legal"] > 1] for name, column in decisions.items()}
        assert 0 <= decisions["move_value"].min() < decisions["move_value"].max() <= 100
        assert np.abs(decisions["move_value"] * 60 * 8 / 100 % 1).max() < 0.01 or isinstance(policy, InformationSetMCTS)
    last = decisions["turn"] == 5
    assert decisions["move_value"][last].std() > decisions["move_value"][decisions["turn"] == 0].std()


def test_a_won_game_is_seen_as_won() -> None:
    """On the last turn of the game, a bank that wins is worth 100 %."""
    game = load_game("toy", players=2)
    policy = FlatMonteCarlo(game, 10)
    seen = 0
    for deal in range(60):
        position = game.deal(seed=8, deal=deal, boards=[0, 0])
        while position.clock()[1:] != (5, 1) or position.to_move == 0:
            position.apply(position.moves()[0])
        if len(position.moves()) == 2 and position.points()[1] + (position.moves()[0] >> 8) > position.points()[0]:
            assert policy.choice(position) == position.moves()[0]
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda game: FlatMonteCarlo(game, 0), "playouts 0: must be 1 to 10000000"),
        (lambda game: InformationSetMCTS(game, 10_000_001), "iterations 10000001: must be 1 to 10000000"),
        (lambda game: InformationSetMCTS(game, 10, -0.5), "exploration -0.5: must be 0 to 1000"),
        (
            lambda game: RandomPolicy().choice(game.deal(seed=1).playout(1)),
            "the game is over: there is nothing to choose",
        ),
        (lambda game: PlanSearch(game, 0, prior=high_cards(game)), "playouts 0: must be 1 to 10000000"),
        (lambda game: PlanSearch(game, 9, prior=high_cards(game), margin=1.5), "margin 1.5: must be 0 to 1"),
        (lambda game: FlatMonteCarlo(game, 9, bias=-1), "bias -1.0: must be 0 to 1000"),
        (
            lambda game: PlanSearch(game, 9, prior=high_cards(load_game("toy", players=3))),
            "the plan that guides a search was made for toy with 3 players, not for toy with 2: make it anew",
        ),
        (
            lambda game: FlatMonteCarlo(game, 9).rewards(game.deal(seed=1).playout(1), 1),
            "the game is over: there is nothing to play out",
        ),
    ],
)
def test_what_cannot_be_searched(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        make(load_game("toy", players=2))


@pytest.mark.parametrize(("is_announced", "share"), [(True, 50.0), (False, 0.0)])
def test_nobody_answers_in_the_tree_what_was_laid_in_secret(
    plugin: ModuleType, is_announced: bool, share: float
) -> None:
    game = plugin.Pennies(is_announced=is_announced)
    rows = schedule(40, 2, boards=0, record=1)
    decisions = recorded(game, [InformationSetMCTS(game, 400)], seed=2, **rows)
    first, second = (decisions["move_value"][decisions["seat"] == seat] for seat in (1, 2))
    # Matching pennies are even; a second seat that saw the first would always match.
    assert first.mean() == pytest.approx(share, abs=8.0)
    assert second.mean() == pytest.approx(50.0, abs=8.0)


def test_games_say_which_decisions_are_secret(plugin: ModuleType) -> None:
    start = plugin.Pennies().deal(seed=1)
    assert start.decides_secretly()
    for move in (start.moves()[0], start.moves()[1]):
        start.apply(move)
    assert not start.decides_secretly()
    assert not load_game("toy", players=2).deal(seed=1).decides_secretly()
