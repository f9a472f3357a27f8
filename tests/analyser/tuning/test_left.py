"""The best plans of a game held against fresh searches: which they are, and what is told of what they gain."""

import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from analyser.errors import DataError
from analyser.tuning import left
from analyser.tuning.__main__ import main
from analyser.tuning.left import Fresh, best_plans, fresh
from cext.games import listed_games
from tests.needs import module


@pytest.mark.parametrize("game", listed_games())
def test_of_every_game_the_best_plans_are_known(game: str) -> None:
    assert best_plans(game)


def test_those_tuned_for_boards_stand_with_each_and_else_those_out_of_the_others_league() -> None:
    tuned = {plan for plan, _ in best_plans("zhanguo")}
    assert tuned == {"sides", "sides_builder", "sides_walls"}
    boards = ("A", "circle", "square", "triangle", "star")
    assert sorted(best_plans("zhanguo")) == sorted((plan, board) for plan in tuned for board in boards)
    assert best_plans("middle_kingdom") == [("jade", None)]
    assert best_plans("qin") == [("founder", None)]
    assert best_plans("first_empire") == [("allrounder", None)]


def test_else_the_one_with_the_most_elo(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        SimpleNamespace(strategy=name, elo=elo) for name, elo in (("search:banker:9", 9), ("banker", 2), ("novice", 1))
    ]
    monkeypatch.setattr(left, "read_elo", lambda file: rows)
    assert best_plans("toy") == [("banker", None)]
    monkeypatch.setattr(left, "read_elo", lambda file: [])
    with pytest.raises(DataError, match="no plan is shipped whose Elo was measured"):
        best_plans("toy")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A search from the toy's plans, which gains what is asked for, in a command."""
    module("cma", extra="tune")
    one = fresh(
        "toy", "banker", None, generations=2, minutes=None, games=10, seed=7, workers=0, watch=lambda look: None
    )
    monkeypatch.setattr(left, "best_plans", lambda game: [("banker", None)])

    def run(gain: float, *words: str) -> Any:
        result = replace(one.result, gain=replace(one.result.gain, share=gain))
        monkeypatch.setattr(left, "fresh", lambda *given, **how: Fresh("banker", None, result))
        app = typer.Typer()
        app.command()(main)
        monkeypatch.setattr(sys, "argv", ["tuning"])
        return CliRunner().invoke(app, ["toy", *words])

    assert one.result.generations == 2
    assert one.result.gain.deals == 500
    return run


def test_what_is_left_to_gain_ends_with_its_own_code(found: Any) -> None:
    less, more = found(0.029), found(0.03)
    assert less.exit_code == 0, less.stderr
    assert "banker" in less.stdout
    assert "+2.9" in less.stdout
    assert more.exit_code == 3
    assert more.stderr.splitlines()[-1].endswith(
        "3 pp or more are left to gain: banker: tune it on, by `analyser tune`"
    )


def test_a_board_that_no_plan_is_tuned_for_is_told(found: Any) -> None:
    done = found(0.0, "--boards", "B")
    assert done.exit_code == 3
    assert done.stderr == "analyser: --boards: no plan of toy is tuned for 'B': none is tuned for boards\n"
