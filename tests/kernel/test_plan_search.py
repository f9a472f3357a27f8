"""Search guided by a plan: it beats its plan, weighs it by its standing and not by its points, and tells values."""

from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.game import Position
from cext.kernel.match import play_games
from cext.kernel.plan_search import PlanSearch
from cext.kernel.policy import WeightedPolicy
from cext.kernel.search import FlatMonteCarlo
from strategies import load_strategy
from tests.kernel.tables import recorded, schedule


@pytest.fixture(scope="module")
def game() -> Any:
    return load_game("middle_kingdom", players=2)


@pytest.fixture(scope="module")
def plan(game: Any) -> Any:
    return load_strategy("curve", game)


def share_of_the_last(game: Any, policies: list[Any], n: int) -> float:
    """Win share of the last of two policies, in each seat on every deal."""
    rows = schedule(n, 2, policies=2, boards=0)
    played = play_games(game, policies, seed=6, **rows)
    return float(played.seats["win_share60"].reshape(n, 2)[rows["policy"] == 1].mean() / 60)


def positions(game: Any, plan: Any, n: int) -> list[Position]:
    """Every seventh decision of games between players of a plan."""
    found = []
    for deal in range(n):
        position = game.deal(seed=3, deal=deal)
        for ply in range(1000):
            if position.to_move is None:
                break
            if ply % 7 == 0 and len(position.moves()) > 2:
                found.append(position.copy())
            position.apply(plan.choice(position, seed=ply))
    return found


@pytest.mark.parametrize("name", ["search:curve:24", "search:curve:24:exploration=0.2"], ids=["halving", "bounds"])
def test_search_beats_the_plan_that_guides_it(game: Any, plan: Any, name: str) -> None:
    """Even players win half of 24 games, give or take a tenth; a search wins nearly all of them."""
    assert share_of_the_last(game, [plan, load_strategy(name, game)], 24) > 0.75


def test_one_playout_is_the_plan_without_its_noise(game: Any, plan: Any) -> None:
    cold = WeightedPolicy(game, plan.weights)
    search = PlanSearch(game, 1, prior=plan)
    for position in positions(game, plan, 4):
        values = position.values(cold.weights[position.weight_set()])
        assert values[position.moves().index(search.choice(position))] == values.max()


def test_points_of_a_plan_count_by_their_standing_alone(game: Any, plan: Any) -> None:
    """A plan of a hundred times as many points guides a search to the same moves; one of other weights does not."""
    tables = (plan.weights // 100, plan.weights // 100 * 100, -(plan.weights // 100))
    searches = [PlanSearch(game, 12, prior=WeightedPolicy(game, table), playout=plan, bias=1) for table in tables]
    chosen = [[search.choice(position) for position in positions(game, plan, 4)] for search in searches]
    assert chosen[0] == chosen[1] != chosen[2]


def test_a_strong_bias_is_the_plan_and_none_is_the_playouts_alone(game: Any, plan: Any) -> None:
    one, strong, none = (PlanSearch(game, n, prior=plan, bias=bias) for n, bias in ((1, 0), (16, 1000), (16, 0)))
    found = positions(game, plan, 4)
    best = [one.choice(position) for position in found]
    assert [strong.choice(position) for position in found] == best
    assert [none.choice(position) for position in found] != best


def test_rewards_mix_the_share_of_the_win_with_the_margin(game: Any, plan: Any) -> None:
    """By margin alone a reward is neither 0 nor 1; half of each lies half way between."""
    for position in positions(game, plan, 1):
        by_win, half, by_margin = (
            FlatMonteCarlo(game, 1, playout=plan, margin=margin).rewards(position, 1, seed=5) for margin in (0, 0.5, 1)
        )
        assert by_win in (0, 0.5, 1)
        assert 0 < by_margin < 1
        assert (by_margin - 0.5) * (by_win - 0.5) >= 0
        assert half == pytest.approx((by_win + by_margin) / 2, abs=1e-4)


def test_who_plays_games_out_decides_what_they_are_worth(game: Any, plan: Any) -> None:
    """A seat that plays a plan against itself wins half of its games from the start on, as random players do."""
    start = game.deal(seed=2)
    for playout in (None, plan):
        search = FlatMonteCarlo(game, 1, playout=playout)
        assert search.rewards(start, 600) / 600 == pytest.approx(0.5, abs=0.15)
        assert search.rewards(start, 50, seed=1) != search.rewards(start, 50, seed=2)
    assert FlatMonteCarlo(game, 1).rewards(start, 50) != FlatMonteCarlo(game, 1, playout=plan).rewards(start, 50)


def test_values_are_mean_rewards_in_per_cent_and_moves_not_tried_have_none(game: Any, plan: Any) -> None:
    rows = schedule(6, 2, boards=0, record=1) | {"deals": np.arange(6)}
    decisions = recorded(game, [load_strategy("search:curve:16", game)], seed=4, **rows)
    assert np.isnan(decisions["move_value"][decisions["n_legal"] == 1]).all()  # nobody values the only move there is
    assert 0 < np.nanmin(decisions["move_value"]) < np.nanmax(decisions["move_value"]) < 100
    asked = decisions["n_legal"] > 1
    rounds = (decisions["round"].max(), 1)
    last, first = (decisions["move_value"][(decisions["round"] == number) & asked] for number in rounds)
    assert last.std() > first.std()


def test_what_was_considered_is_what_the_match_recorded(game: Any) -> None:
    """With the seed, the deal and the number of the decision, a search finds the values it found in the match."""
    search = load_strategy("search:curve:16", game)
    rows = schedule(1, 2, boards=0, record=1) | {"deals": [7]}
    decisions = recorded(game, [search], seed=4, **rows)
    position, asked = game.deal(seed=4, deal=7), [0, 0]
    values = iter(decisions["move_value"][decisions["n_legal"] > 1].tolist())
    while (seat := position.to_move) is not None:
        legal = position.moves()
        move = legal[0]
        if len(legal) > 1:
            move, found, visits = search.evaluate(position, seed=4, deal=7, index=asked[seat])
            assert found is not None
            assert visits is not None
            assert found[legal.index(move)] / 1000 == pytest.approx(next(values))
            assert 0 < visits.sum() <= 16
            assert ((visits == 0) == (found == np.iinfo(np.int64).min)).all()
            asked[seat] += 1
        position.apply(move)
    assert next(values, None) is None


@pytest.mark.parametrize(
    ("name", "plan"), [("toy", "banker"), ("zhanguo", "balanced"), ("first_empire", "balanced"), ("qin", "villager")]
)
@pytest.mark.parametrize("exploration", [0, 0.2], ids=["halving", "bounds"])
def test_playouts_known_from_decisions_before_spare_time_and_change_nothing(
    name: str, plan: str, exploration: float
) -> None:
    """A search that has made all decisions of both seats finds what one finds that is asked for the first time; where a
    turn has several decisions, it plays fewer games for it."""
    game = load_game(name, players=2)
    guide: Any = load_strategy(plan, game)

    def search() -> PlanSearch:
        return PlanSearch(game, 12, prior=guide, margin=0.5, exploration=exploration)

    position, asked, old, fresh = game.deal(seed=4), [0, 0], search(), 0
    for _ in range(60):
        if (seat := position.to_move) is None:
            break
        legal = position.moves()
        move = legal[0]
        if len(legal) > 1:
            new = search()
            found = [one.evaluate(position, seed=4, index=asked[seat]) for one in (old, new)]
            for ours, theirs in zip(*found, strict=True):
                assert np.array_equal(ours, theirs)
            move = found[0][0]
            asked[seat] += 1
            fresh += new.n_reused
        position.apply(move)
    assert sum(asked) > 15
    if name == "qin":
        assert old.n_reused == fresh == 0
    else:
        assert old.n_reused > fresh


def test_shares_of_games_played_out_after_moves(game: Any, plan: Any) -> None:
    """By the same cards and draws, whatever else is tried."""
    search = PlanSearch(game, 4, prior=plan, margin=0.5)
    position = positions(game, plan, 1)[1]
    first, second, *_ = position.moves()
    both = search.win_shares(position, [first, second], 50, seed=3)
    assert both.shape == (50, 2)
    assert set(both.ravel().tolist()) <= {0.0, 0.5, 1.0}
    assert (both[:, 1] == search.win_shares(position, [second], 50, seed=3)[:, 0]).all()
    assert (both != search.win_shares(position, [first, second], 50, seed=4)).any()
    with pytest.raises(ValueError, match="not one of the"):
        search.win_shares(position, [1 << 30], 1)
