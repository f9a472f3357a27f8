"""A deal played again: a seat sees the same set-up, and what it does not see and what is drawn later is other."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import RandomPolicy, WeightedPolicy
from tests.kernel.tables import same, schedule

# Every seat scores its own card, dealt; what lies open; and a number drawn in play.
SEEN = """
from analyser.rules import Rules, number, numbers, points, per_seat


class Seen(Rules):
    players = (3,)
    rounds = 1
    moves = {"wait": ("waits", "w", {})}
    card = per_seat(number(), secret=True)
    rest = numbers(9, secret=True)
    open = number()
    total = points("points")

    def deal(self, table, rng):
        cards = list(range(12))
        rng.shuffle(cards)
        for seat in range(3):
            table.card[seat] = cards[seat]
        for i in range(9):
            table.rest[i] = cards[3 + i]
        table.open = rng.below(10)

    def legal(self, table, seat):
        return [("wait",)]

    def play(self, table, seat, move):
        table.total[seat] = table.card[seat] + 100 * table.open + 10000 * table.rng.below(90)
        table.end_turn()
"""


def game_of_hidden_cards(folder: Path) -> Path:
    """The file of that game."""
    path = folder / "seen.py"
    path.write_text(SEEN)
    return path


def replayed(game: Any, n: int, redraw: int) -> GameResults:
    """Games on as many deals, all replayed for this seat."""
    rows = {
        "games": np.arange(n), "deals": np.arange(n), "policy": np.zeros((n, 3), int), "board": np.full((n, 3), -1)
    }  # fmt: skip
    return play_games(game, [RandomPolicy()], seed=3, redraw=np.full(n, redraw), **rows)


def test_a_seat_keeps_what_it_sees_and_all_else_is_drawn_anew(tmp_path: Path) -> None:
    game, n = PythonGame(game_of_hidden_cards(tmp_path), players=3), 200
    total = [np.asarray(replayed(game, n, redraw).seats["score"]).reshape(n, 3) for redraw in range(4)]
    card, opened, drawn = ([x // scale % size for x in total] for scale, size in ((1, 100), (100, 100), (10_000, 90)))
    for redraw in (1, 2, 3):
        is_same = (card[redraw] == card[0]).mean(axis=0)
        assert is_same[redraw - 1] == 1
        assert np.delete(is_same, redraw - 1).max() < 0.25  # one in eleven by chance
        assert (opened[redraw] == opened[0]).all()
        assert (drawn[redraw] == drawn[0]).mean() < 0.06  # one in ninety
        assert abs(np.corrcoef(drawn[redraw].ravel(), drawn[0].ravel())[0, 1]) < 0.15
    assert (drawn[1] == drawn[2]).mean() < 0.06


def test_compiled_rules_replay_as_python_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = game_of_hidden_cards(tmp_path)
    python = PythonGame(file, players=3)
    assert not compile_rules(file, python).untranslated
    compiled = load_game(str(file), players=3)
    for redraw in range(4):
        one, other = (replayed(game, 40, redraw) for game in (python, compiled))
        assert same(one.seats, other.seats)


@pytest.mark.parametrize("name", ["toy", "zhanguo", "qin", "first_empire", "middle_kingdom"])
def test_a_replay_depends_on_its_row_alone(name: str) -> None:
    game = load_game(name, players=3)
    weights = np.random.default_rng(4).integers(-900, 900, (game.n_weight_sets, len(game.feature_docs)))
    policies = [RandomPolicy(), WeightedPolicy(game, weights, 1500)]
    rows = schedule(40, 3, policies=2, boards=0) if not game.boards else schedule(40, 3, policies=2, boards=1)
    rows["redraw"] = rows["games"] % 4
    whole = play_games(game, policies, seed=9, **rows)
    order = np.random.default_rng(0).permutation(40)
    shuffled = play_games(game, policies, seed=9, **{column: values[order] for column, values in rows.items()})
    assert same(shuffled.games, {column: values[order] for column, values in whole.games.items()})
    plain = play_games(game, policies, seed=9, **{**rows, "redraw": np.zeros(40, int)})
    score = [np.asarray(results.seats["score"]).reshape(40, -1) for results in (whole, plain)]
    is_same = (score[0] == score[1]).all(axis=1)
    assert is_same[rows["redraw"] == 0].all()
    assert not is_same[rows["redraw"] > 0].all()


@pytest.mark.parametrize("name", ["zhanguo", "qin", "first_empire", "middle_kingdom"])
def test_replays_are_games_like_any(name: str) -> None:
    """What a seat does not see at the start is dealt as at first: mean and spread of its points are the same."""
    game, n = load_game(name, players=3), 1_500
    rows = {
        "games": np.arange(n), "deals": np.arange(n), "policy": np.zeros((n, 3), int),
        "board": np.zeros((n, 3), int) if game.boards else np.full((n, 3), -1),
    }  # fmt: skip
    weights = np.random.default_rng(4).integers(-900, 900, (game.n_weight_sets, len(game.feature_docs)))
    policy = WeightedPolicy(game, weights)
    score = [
        np.asarray(play_games(game, [policy], seed=3, redraw=np.full(n, redraw), **rows).seats["score"])
        .reshape(n, -1)[:, :3].mean(axis=1)
        for redraw in (0, 2)
    ]  # fmt: skip
    difference = score[1] - score[0]
    assert abs(difference.mean()) < 3.5 * difference.std() / n**0.5
    assert score[1].std() == pytest.approx(score[0].std(), rel=0.1)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="redraw"):
        play_games(load_game("toy", players=2), [RandomPolicy()], seed=1, redraw=[3, 0], **schedule(2, 2))
