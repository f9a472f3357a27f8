"""Shipped strategies: each is far stronger than chance, and each does what its name says."""

import random
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.game import Game
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy
from strategies import load_strategy
from strategies.plan import read_plan, weight_table

pytestmark = pytest.mark.slow

PLANS = ("expander", "villager", "absorber", "blocker")
N = 400
PLAN_FILES = Path(load_strategy.__code__.co_filename).parent / "qin"


@cache
def against_three_random(name: str) -> dict[str, float]:
    """Win share and means of a strategy's seat in a game with three random players."""
    game = load_game("qin", players=4)
    policy = np.zeros((N, 4), int)
    policy[np.arange(N), np.arange(N) % 4] = 1
    seats = played(game, [RandomPolicy(), load_strategy(f"qin/{name}", game)], policy)
    own = policy.ravel() == 1
    means = {key: float(np.asarray(column, dtype=float)[own].mean()) for key, column in seats.items()}
    return {**means, "share": means["win_share60"] / 60}


def played(game: Game, policies: list[Any], policy: Any) -> dict[str, Any]:
    n = len(policy)
    rows: dict[str, Any] = {
        "games": np.arange(n),
        "deals": np.arange(n),
        "board": np.full((n, 4), -1),
        "record": np.zeros(n, int),
    }
    seats: dict[str, Any] = play_games(game, policies, seed=5, policy=policy, **rows).seats
    return seats


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_wins_at_least_60_percent_against_three_random_players(name: str) -> None:
    """Par is 25 %; the standard error of 400 games is at most 2.5 points."""
    assert against_three_random(name)["share"] > 0.6


def test_the_novice_wins_more_than_half_of_its_games_and_loses_some() -> None:
    assert 0.5 < against_three_random("novice")["share"] < 0.95


@cache
def among_each_other() -> dict[str, dict[str, float]]:
    """Means of each plan at a table with the three others."""
    game = load_game("qin", players=4)
    policies = [load_strategy(f"qin/{name}", game) for name in PLANS]
    policy = np.array([np.roll(np.arange(4), k) for k in range(N)])
    seats = played(game, policies, policy)
    return {
        name: {key: float(np.asarray(column, dtype=float)[policy.ravel() == k].mean()) for key, column in seats.items()}
        for k, name in enumerate(PLANS)
    }


@pytest.mark.parametrize("board", ["bird", "lakes_reconstructed"])
def test_no_plan_falls_far_behind_the_three_others(board: str) -> None:
    """In every order of seats; the standard error of 1,200 games is 1.2 points, par 25 %."""
    game = load_game("qin", players=4, map=board)
    policy = np.array([order for _ in range(50) for order in permutations(range(4))])
    win_share60 = played(game, [load_strategy(f"qin/{name}", game) for name in PLANS], policy)["win_share60"]
    share = {name: win_share60[policy.ravel() == k].mean() / 60 for k, name in enumerate(PLANS)}
    assert min(share.values()) > 0.2, share


@pytest.mark.parametrize(
    ("name", "tally"),
    [("villager", "score_villages"), ("absorber", "provinces_absorbed"), ("expander", "provinces_expanded")],
)
def test_a_plan_does_most_of_what_it_is_about(name: str, tally: str) -> None:
    means = among_each_other()
    assert max(PLANS, key=lambda plan: means[plan][tally]) == name


def test_the_blocker_is_most_beside_provinces_of_rivals() -> None:
    """On the same positions of random games, by the placement each plan values highest."""
    game = load_game("qin", players=4)
    block = [name for name, *_ in game.feature_docs].index("block")
    tables = {name: weight_table(read_plan(PLAN_FILES / f"{name}.toml"), game) for name in PLANS}
    chance, edges = random.Random(4), Counter[str]()
    for deal in range(10):
        position = game.deal(seed=8, deal=deal)
        while position.to_move is not None:
            moves = position.moves()
            for name, table in tables.items():
                best = int(position.values(table[position.weight_set()]).argmax())
                edges[name] += int(position.features(moves[best])[block])
            position.apply(chance.choice(moves))
    assert edges.most_common(1)[0][0] == "blocker"


def test_the_founder_founds_most_provinces_and_beats_all_others() -> None:
    """One of it among three of the four others; 35 % of wins where it was found, par is 25 %."""
    game, rng = load_game("qin", players=4), np.random.default_rng(4)
    policy = np.array([rng.permutation([4, *rng.permutation(4)[:3]]) for _ in range(3 * N)])
    seats = played(game, [load_strategy(f"qin/{name}", game) for name in (*PLANS, "founder")], policy)
    columns = ("provinces_founded", "score_provinces", "win_share60")
    *others, founder = [
        {key: float(seats[key].astype(float)[policy.ravel() == k].mean()) for key in columns} for k in range(5)
    ]
    for column, factor in zip(columns, (1.03, 1.03, 1.2), strict=True):
        assert founder[column] > factor * max(other[column] for other in others), column
    assert 0.3 < founder["win_share60"] / 60 < 0.4
