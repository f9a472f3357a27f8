"""What prices rest on in every game: ranks follow from points and tie-breaks, points given at the start are kept; and
every counter counts."""

from typing import Any

import numpy as np
import pytest

from cext.games.contract import fitting
from cext.kernel.game import Game
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy

N = 100


def rows(game: Game, n: int = N) -> dict[str, Any]:
    """Games of random players on all boards, where the game has any."""
    k = game.players
    board = np.full((n, k), -1)
    for i in range(n if game.boards else 0):
        given = fitting(game, [game.boards[(i + seat) % len(game.boards)] for seat in range(k)])
        board[i] = [game.boards.index(name) for name in given]
    return {"games": np.arange(n), "deals": np.arange(n), "policy": np.zeros((n, k), int), "board": board}


def test_ranks_follow_from_points_and_tie_breaks(game: Game) -> None:
    played = play_games(game, [RandomPolicy()], seed=5, **rows(game))
    score, tie, rank = (played.seats[name].reshape(N, -1).astype(int) for name in ("score", "tie_break", "rank"))
    key = 8 * score - tie
    assert (rank == 1 + (key[:, None, :] > key[:, :, None]).sum(axis=2)).all()
    assert (tie == 1).any(axis=1).all()
    assert tie.max() <= game.seats


def test_points_at_the_start_are_points_at_the_end_where_a_game_says_so(game: Game) -> None:
    k = game.players
    start = np.random.default_rng(1).integers(-9, 10, (N, k))
    if not game.categories:
        with pytest.raises(ValueError, match=r"has no points: none can be given$"):
            play_games(game, [RandomPolicy()], seed=5, start=start, **rows(game))
        return
    plain, given = (play_games(game, [RandomPolicy()], seed=5, start=s, **rows(game)).seats for s in (start * 0, start))
    score, tie, rank = (given[name].reshape(N, -1).astype(int) for name in ("score", "tie_break", "rank"))
    key = 8 * score - tie
    assert (rank == 1 + (key[:, None, :] > key[:, :, None]).sum(axis=2)).all()
    assert (given["score"] == sum(given[f"score_{name}"] for name, _ in game.categories)).all()
    if not game.facts()["board"].get("is_chosen"):  # whoever bids for a board can bid more
        assert (given["score"].reshape(N, -1)[:, :k] == plain["score"].reshape(N, -1)[:, :k] + start).all()
        assert (given["tie_break"] == plain["tie_break"]).all()


def test_every_counter_counts_something_in_games_of_random_players(game: Game) -> None:
    """But the uses of abilities that are forbidden."""
    seats = play_games(game, [RandomPolicy()], seed=5, **rows(game, 1000)).seats
    forbidden = str(game.options.get("forbidden", "")).split(",")
    assert [name for name, _ in game.counters if not seats[name].any() and name not in forbidden] == []
