"""The best plans of a game held against fresh searches: which they are, and what is told of what they gain."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analyser.errors import DataError
from analyser.experiments.parse import TuningBudget
from analyser.tuning import __main__ as tuning
from analyser.tuning.__main__ import FreshSearch, best_plans, main, search_again
from tests.game_lists import rated_games
from tests.needs import module


@pytest.mark.parametrize("game", rated_games())
def test_of_every_rated_game_the_best_plans_are_known(game: str) -> None:
    assert best_plans(game)


def test_those_tuned_for_boards_stand_with_each_and_else_those_out_of_the_others_league() -> None:
    tuned = {plan for plan, _ in best_plans("zhanguo")}
    assert tuned == {"sides", "sides_builder", "sides_walls"}
    boards = ("A", "circle", "square", "triangle", "star")
    assert sorted(best_plans("zhanguo")) == sorted((plan, board) for plan in tuned for board in boards)
    assert best_plans("middle_kingdom") == [("jade", None)]
    assert best_plans("qin") == [("founder", None)]
    assert best_plans("first_empire")[0] == ("allrounder", None)
    assert ("tiles_walls", "tile_10") in best_plans("first_empire")


def test_else_the_one_with_the_most_elo(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        SimpleNamespace(strategy=name, elo=elo) for name, elo in (("search:banker:9", 9), ("banker", 2), ("novice", 1))
    ]
    monkeypatch.setattr(tuning, "load_elo", lambda file: rows)
    assert best_plans("toy") == [("banker", None)]
    monkeypatch.setattr(tuning, "load_elo", lambda file: [])
    with pytest.raises(DataError, match="no plan is shipped whose Elo was measured"):
        best_plans("toy")


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The command, whose search from the toy's plans gains what is asked for."""
    module("cma", extra="tune")
    fresh = search_again("toy", "banker", None, TuningBudget(2), games=10, seed=7, workers=0)
    monkeypatch.setattr(tuning, "best_plans", lambda game: [("banker", None)])

    def run(gain: float, *words: str) -> int:
        result = replace(fresh.result, gain=replace(fresh.result.gain, share=gain))
        monkeypatch.setattr(tuning, "search_again", lambda *args, **options: FreshSearch("banker", None, result))
        return main(["toy", *words])

    assert fresh.result.generations == 2
    assert fresh.result.gain.deals == 500
    return run


def test_what_is_left_to_gain_ends_with_its_own_code(
    search: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert search(0.029) == 0
    printed = capsys.readouterr().out
    assert "banker" in printed
    assert "+2.9" in printed
    assert search(0.03) == 3
    assert capsys.readouterr().err.endswith("3 pp or more are left to gain: banker: tune it on, by `tune`\n")


def test_a_board_that_no_plan_is_tuned_for_is_named(
    search: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert search(0.0, "--boards", "B") == 3
    assert capsys.readouterr().err == "analyser: --boards: no plan of toy is tuned for 'B': none is tuned for boards\n"
