"""The plans shipped with ZhanGuo: each is what its name says, and their strengths differ. That each beats random play:
tests/analyser/ratings."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from cext.kernel.match import play_games
from strategies import load_strategy, tuned_for
from strategies.catalogue import files_of
from strategies.plan import read_plan, weight_table

PLANS = ["balanced", "builder", "governors", "markers", "palaces", "tasks", "walls"]
TUNED = {"sides": "balanced", "sides_builder": "builder", "sides_walls": "walls"}  # and where each began
OPENINGS = {f"open{number}": number for number in range(7)}  # cards on the own board in round 1
NARROW = [*OPENINGS, "reassign"]

# What each plan does more of than every other plan: columns of the seats table.
SIGNATURES = {
    "builder": ["score_abilities"],
    "governors": ["score_governors", "action_G", "governors_placed"],
    "markers": ["rewards_accepted"],
    "palaces": ["score_palaces", "action_P", "palaces_built"],
    "tasks": ["score_tasks", "tasks_done"],
    "walls": ["score_walls", "action_W", "walls_built"],
}


def mean_and_error(values: Any) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


@pytest.fixture(scope="module")
def mixed(game: Any, table: Callable[..., Any]) -> Any:
    """5,040 games: every ordered four of the seven plans six times, in a random order of seats."""
    rng = np.random.default_rng(1)
    seated = [rng.permutation(four) for four in permutations(range(len(PLANS)), 4)] * 6
    return table([load_strategy(name, game) for name in PLANS], seated)


def test_the_best_plan_beats_a_mixed_table_of_the_others(mixed: Any) -> None:
    share, error = max(mean_and_error(mixed.of(number, "win_share60") / 60) for number in range(len(PLANS)))
    assert share - 3 * error > 0.25


def test_no_plan_is_out_of_its_league(mixed: Any) -> None:
    for number, name in enumerate(PLANS):
        assert mixed.share(number) > 0.15, name
        assert 80 < mixed.of(number, "score").mean() < 180, name


@pytest.mark.parametrize(
    ("name", "column"), [(name, column) for name, columns in SIGNATURES.items() for column in columns]
)
def test_a_plan_does_what_its_name_says_more_than_all_others(mixed: Any, name: str, column: str) -> None:
    mean, error = mean_and_error(mixed.of(PLANS.index(name), column))
    for number, other in enumerate(PLANS):
        if other != name:
            their_mean, their_error = mean_and_error(mixed.of(number, column))
            assert mean - their_mean > 3 * np.hypot(error, their_error), f"{name} against {other}: {column}"


@pytest.mark.parametrize(("tuned", "start"), TUNED.items())
def test_a_plan_tuned_for_boards_has_weights_of_its_own_for_every_board(game: Any, tuned: str, start: str) -> None:
    own, first = (weight_table(read_plan(files_of(name, "zhanguo")[0]), game) for name in (tuned, start))
    same = (own == first).reshape(len(game.rounds), len(game.boards), -1).all(axis=(0, 2))
    assert not same.any()
    assert sorted(tuned_for(tuned, "zhanguo")) == sorted(game.boards)


@pytest.fixture(scope="module")
def narrow(game: Any, table: Callable[..., Any]) -> Any:
    """240 games of each plan that keeps to one way, alone among balanced players."""
    seated = [np.roll([1 + row % len(NARROW), 0, 0, 0], row // len(NARROW)) for row in range(240 * len(NARROW))]
    return table([load_strategy(name, game) for name in ("balanced", *NARROW)], seated)


@pytest.mark.parametrize(("name", "cards"), OPENINGS.items())
def test_a_plan_opens_with_as_many_cards_as_its_name_says(game: Any, narrow: Any, name: str, cards: int) -> None:
    """In at least 80 of 100 games, first the cards, as the rulebook has it, then the court; balanced plays six."""
    unify = [letter for letter, _ in game.classes].index("U")

    def turns(number: int) -> Any:
        return narrow.of(number, "opening").astype(np.int64)[:, None] >> 4 * np.arange(6) & 15 == unify

    own = turns(1 + NARROW.index(name))
    assert (own.sum(axis=1) == cards).mean() >= 0.8
    assert (own[:, :cards].all(axis=1)).mean() >= 0.8
    assert turns(0).all(axis=1).mean() > 0.99


def test_openings_of_four_and_five_cards_win_as_often_as_six_when_a_plan_knows_them(narrow: Any) -> None:
    for name in ("open4", "open5"):
        share, error = mean_and_error(narrow.of(1 + NARROW.index(name), "win_share60") / 60)
        assert share + 3 * error > 0.25, name


def test_a_plan_re_assigns_far_more_often_than_balanced_and_wins_on(narrow: Any) -> None:
    number = 1 + NARROW.index("reassign")
    assert narrow.of(number, "action_A").mean() > 2
    assert narrow.of(0, "action_A").mean() < 0.1
    share, error = mean_and_error(narrow.of(number, "win_share60") / 60)
    assert share - 3 * error > 0.1


def test_on_triangle_workers_and_walls_take_the_place_of_governors(game: Any) -> None:
    """What the weights for that side play: its ability turns unrest into workers after re-assign and wall."""
    games = 200
    order = np.arange(games, dtype=np.uint32)
    seat = order % 4
    boards, policy = np.zeros((games, 4), dtype=np.int8), np.zeros((games, 4), dtype=np.uint8)
    boards[order, seat] = game.boards.index("triangle")
    came = {}
    for alone in ("balanced", "sides"):
        policy[order, seat] = 1
        played = play_games(
            game, [load_strategy(name, game) for name in ("balanced", alone)], seed=11, games=order, deals=order,
            policy=policy, board=boards,
        )  # fmt: skip
        came[alone] = {
            column: played.seats[column].reshape(games, 4)[order, seat].mean()
            for column in ("workers_hired", "walls_built", "governors_placed")
        }
    assert came["sides"]["workers_hired"] > came["balanced"]["workers_hired"] + 3
    assert came["sides"]["walls_built"] > came["balanced"]["walls_built"] + 0.7
    assert came["sides"]["governors_placed"] < came["balanced"]["governors_placed"] - 1


def points_ahead(game: Any, board: str, plan: str, games: int) -> Any:
    """Points ahead of the mean opponent, deal by deal, of a seat on that board among balanced players on side A."""
    order = np.arange(games, dtype=np.uint32)
    seat = order % 4
    boards, policy = np.zeros((games, 4), dtype=np.int8), np.zeros((games, 4), dtype=np.uint8)
    boards[order, seat] = game.boards.index(board)
    policy[order, seat] = 1
    played = play_games(
        game, [load_strategy(name, game) for name in ("balanced", plan)], seed=9, games=order, deals=order,
        policy=policy, board=boards,
    )  # fmt: skip
    score = played.seats["score"].reshape(games, 4).astype(float)
    return score[order, seat] * 4 / 3 - score.sum(axis=1) / 3


@pytest.mark.parametrize(
    ("board", "gain"), [("A", 15.4), ("circle", 12.4), ("square", 17.9), ("triangle", 21.6), ("star", 19.5)]
)
def test_a_plan_tuned_for_boards_is_points_ahead_there(game: Any, board: str, gain: float) -> None:
    """Of balanced in the same seat of the same deal; the gains are those of 16,000 other deals, known to 0.4 points."""
    mean, error = mean_and_error(points_ahead(game, board, "sides", 1200) - points_ahead(game, board, "balanced", 1200))
    assert mean - 3 * error > 0
    assert abs(mean - gain) < 4 * error


@pytest.mark.parametrize("tuned", [name for name in TUNED if name != "sides"])
@pytest.mark.parametrize("board", ["A", "circle", "square", "triangle", "star"])
def test_every_plan_tuned_for_boards_has_gained_there_over_where_it_began(game: Any, tuned: str, board: str) -> None:
    gained = points_ahead(game, board, tuned, 600) - points_ahead(game, board, TUNED[tuned], 600)
    mean, error = mean_and_error(gained)
    assert mean - 3 * error > 0
