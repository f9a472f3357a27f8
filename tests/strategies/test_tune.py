"""The tuner: a plan as a vector and back, keyed trials, and a file that keeps its comments."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from strategies import load_strategy, read_plan
from strategies.tune import Numbers, Trial, mean_value, rewrite, tune
from tests.needs import module

pytestmark = pytest.mark.slow

PlanFile = Callable[[str], Path]
QIN = Path(load_strategy.__code__.co_filename).parent / "qin"

TEXT = """
[weights]
# what counts
vp = 1                    # points
unify = -2

[by_round.2]  # times the weight above
vp = 0.1

[by_board.star]
unify = 4                 # more of it

[provenance]
who = "me"
on_what = "by hand"
when = "then"
"""


def test_numbers_of_a_plan_and_a_step_away(plan_file: PlanFile) -> None:
    plan = read_plan(plan_file(TEXT))
    numbers = Numbers.of(plan)
    assert numbers.keys == (("weights", "vp"), ("weights", "unify"), ("by_round.2", "vp"), ("by_board.star", "unify"))
    assert numbers.sizes().tolist() == [1, 2, 0.5, 4]
    assert numbers.at(np.zeros(4)) == plan
    moved = numbers.at(np.array([0.5, 1.5, 2, -0.25]))
    assert moved.weights == {"vp": 1.5, "unify": 1.0}
    assert moved.by_round == {"2": {"vp": 1.1}}
    assert moved.by_board == {"star": {"unify": 3.0}}
    only = Numbers.of(plan, tables=["weights", "by_round"], keep=["unify"])
    assert only.keys == (("weights", "vp"), ("by_round.2", "vp"))
    assert only.at(np.array([1.0, 0.0])).by_board == plan.by_board


def test_rewriting_keeps_comments_and_changes_numbers_and_provenance(plan_file: PlanFile) -> None:
    path = plan_file(TEXT)
    plan = Numbers.of(read_plan(path)).at(np.array([0.5, 1.5, 2, -0.25]))
    text = rewrite(path.read_text(encoding="utf-8"), plan, "many games", "today")
    assert text == (
        path.read_text(encoding="utf-8")
        .replace("vp = 1   ", "vp = 1.5 ")
        .replace("unify = -2", "unify = 1")
        .replace("vp = 0.1", "vp = 1.1")
        .replace("unify = 4", "unify = 3")
        .replace("by hand", "many games")
        .replace("then", "today")
    )


@pytest.fixture
def trial(game: Any) -> Trial:
    return Trial(game, ("random",), {}, games=40, seed=3)


def test_a_trial_is_keyed_by_its_number(plan_file: PlanFile, trial: Trial) -> None:
    plan = read_plan(plan_file(TEXT))
    assert trial.value(plan, 1) == trial.value(plan, 1) != trial.value(plan, 2)


def test_games_are_spread_over_the_boards(trial: Trial) -> None:
    """Player boards: A for all, then different B sides; a map is one for all, and each has its turn."""
    rng = np.random.default_rng(1)
    assert trial.boards(1, rng) == [0, 0, 0, 0]
    sides = trial.boards(0, rng)
    assert sorted(sides) == [1, 2, 3, 4]
    maps = replace(trial, game=load_game("qin", players=2))
    assert [maps.boards(turn, rng) for turn in range(3)] == [[0, 0], [1, 1], [0, 0]]
    assert maps.value(read_plan(QIN / "villager.toml"), 1) > 5  # points ahead of random players


def test_the_value_of_several_tables_is_their_mean(plan_file: PlanFile, trial: Trial) -> None:
    plan = read_plan(plan_file(TEXT))
    other = replace(trial, seed=4)
    assert mean_value([trial, other], plan, 1) == (trial.value(plan, 1) + other.value(plan, 1)) / 2


def test_emphasis_counts_extra(game: Any, plan_file: PlanFile, trial: Trial) -> None:
    plan = read_plan(plan_file("[weights]\nunify = 9"))
    extra = Trial(game, ("random",), {"cards_placed": 2.0}, games=40, seed=3)
    cards = (extra.value(plan, 1) - trial.value(plan, 1)) / 2
    assert 10 <= cards <= 15  # a player board holds fifteen


def test_tuning_finds_what_the_plan_lacks(plan_file: PlanFile, trial: Trial) -> None:
    module("cma", extra="tune")
    numbers = Numbers.of(read_plan(plan_file("[weights]\nvp = -0.1\nwall_vp = -0.1\n")))
    plan, before, after = tune(numbers, [trial], generations=8)
    assert after > before + 5
    assert plan.weights["vp"] > 0
