"""Shipped strategies: each is far stronger than chance, and each does what its name says."""

import random
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from cext.games import load_game
from strategies import load_strategy
from strategies.plan import read_plan, weight_table
from tests.games.plans import Played

PLANS = ("expander", "villager", "absorber", "blocker")
N = 400
PLAN_FILES = Path(load_strategy.__code__.co_filename).parent / "qin"


@cache
def share_against_three_random(name: str) -> float:
    return Played("qin", ["random", name], [np.roll([1, 0, 0, 0], k) for k in range(N)]).share(name)


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_wins_at_least_60_percent_against_three_random_players(name: str) -> None:
    """Par is 25 %; the standard error of 400 games is at most 2.5 points."""
    assert share_against_three_random(name) > 0.6


def test_the_novice_wins_more_than_half_of_its_games_and_loses_some() -> None:
    assert 0.5 < share_against_three_random("novice") < 0.95


@pytest.mark.parametrize("board", ["bird", "lakes_reconstructed"])
def test_no_plan_falls_far_behind_the_three_others(board: str) -> None:
    """In every order of seats; the standard error of 1,200 games is 1.2 points, par 25 %."""
    games = Played("qin", PLANS, [order for _ in range(50) for order in permutations(range(4))], map=board)
    assert min(games.share(name) for name in PLANS) > 0.2


def test_a_plan_does_most_of_what_it_is_about() -> None:
    games = Played("qin", PLANS, [np.roll(np.arange(4), k) for k in range(N)])
    for name, tally in (
        ("villager", "score_villages"), ("absorber", "provinces_absorbed"), ("expander", "provinces_expanded"),
    ):  # fmt: skip
        assert max(PLANS, key=lambda plan: games.mean(plan, tally)) == name


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
    rng = np.random.default_rng(4)
    games = Played("qin", [*PLANS, "founder"], [rng.permutation([4, *rng.permutation(4)[:3]]) for _ in range(3 * N)])
    for column, factor in (("provinces_founded", 1.03), ("score_provinces", 1.03), ("win_share60", 1.2)):
        assert games.mean("founder", column) > factor * max(games.mean(name, column) for name in PLANS), column
    assert 0.3 < games.share("founder") < 0.4
