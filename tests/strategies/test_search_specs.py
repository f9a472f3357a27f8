"""Searches by name: flat:N and mcts:N play, beat random play, and are refused with one line when N is none."""

from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.match import play_games
from strategies import StrategyNotFound, explain, list_strategies, load_strategy


@pytest.fixture(scope="module")
def two() -> Any:
    return load_game("zhanguo", players=2)


@pytest.mark.parametrize("spec", ["flat:2", "zhanguo/mcts:40"])
def test_a_search_beats_random_play(two: Any, spec: str) -> None:
    """20 games on 10 deals, each from both seats: a win share above three quarters."""
    n = 20
    policy = np.zeros((n, 2), np.uint8)
    policy[np.arange(n), np.arange(n) % 2] = 1
    numbers = np.arange(n, dtype=np.uint32)
    played = play_games(
        two, [load_strategy("random", two), load_strategy(spec, two)], seed=5, games=numbers, deals=numbers // 2,
        policy=policy, board=np.zeros((n, 2), np.int8),
    )  # fmt: skip
    share = played.seats["share60"].reshape(n, 2)[policy == 1].mean() / 60
    assert share > 0.75


@pytest.mark.parametrize("spec", ["mcts:0", "flat:x", "mcts:-3", "flat:1000001", "mcts:"])
def test_a_search_needs_a_number_of_games(two: Any, spec: str) -> None:
    with pytest.raises(StrategyNotFound, match=r"write (mcts|flat):N, N games a decision from 1 to 1,000,000"):
        load_strategy(spec, two)


def test_searches_are_listed_and_explained() -> None:
    kinds = {info.name: info.kind for info in list_strategies("zhanguo")}
    assert kinds["flat:N"] == kinds["mcts:N"] == "search"
    assert "tree search" in explain("mcts:50").idea
