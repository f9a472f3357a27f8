"""A plan as a vector and back, and a file that keeps its comments."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from analyser.tuning.parameters import PlanParameters, rewrite_plan
from cext.games import load_game
from strategies.plan import read_plan, weight_table

PlanFile = Callable[[str], Path]
PROVENANCE = {"who": "a search", "on_what": "many games", "when": "today"}

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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A plan of ZhanGuo."""
    path = tmp_path / "mine.toml"
    path.write_text(f'name = "mine"\nidea = "A plan of a test."\n{TEXT}', encoding="utf-8")
    return path


def test_numbers_of_a_plan_and_a_step_away(file: Path) -> None:
    plan = read_plan(file)
    numbers = PlanParameters.of(plan)
    assert numbers.keys == (("weights", "vp"), ("weights", "unify"), ("by_round.2", "vp"), ("by_board.star", "unify"))
    assert numbers.scales().tolist() == [1, 2, 0.5, 4]
    assert numbers.at(np.zeros(4)) == plan
    moved = numbers.at(np.array([0.5, 1.5, 2, -0.25]))
    assert moved.weights == {"vp": 1.5, "unify": 1.0}
    assert moved.by_round == {"2": {"vp": 1.1}}
    assert moved.by_board == {"star": {"unify": 3.0}}
    assert numbers.moved(np.array([0.5, 1.5, 2, -0.25]), 2) == [("vp (by round 2)", 0.1, 1.1), ("unify", -2, 1)]
    only = PlanParameters.of(plan, tables=["weights", "by_round"], keep=["unify"])
    assert only.keys == (("weights", "vp"), ("by_round.2", "vp"))
    assert only.at(np.array([1.0, 0.0])).by_board == plan.by_board


def test_numbers_of_one_board_begin_as_it_is_played_there_and_leave_the_others_alone(file: Path) -> None:
    game, plan = load_game("zhanguo", players=2), read_plan(file)
    numbers = PlanParameters.of(plan, board="star")
    assert numbers.keys == (("weights", "vp"), ("weights", "unify"), ("by_round.2", "vp"))
    assert numbers.start.tolist() == [1, 2, 0.1]
    before = weight_table(plan, game)
    assert np.array_equal(weight_table(numbers.at(np.zeros(3)), game), before)
    after = weight_table(numbers.at(np.array([1.0, 1.0, 1.0])), game)
    changed = (after != before).any(axis=1).reshape(len(game.rounds), len(game.boards)).any(axis=0)
    assert [board for board, other in zip(game.boards, changed, strict=True) if other] == ["star"]


def test_rewriting_keeps_comments_and_changes_numbers_and_provenance(file: Path) -> None:
    plan = replace(PlanParameters.of(read_plan(file)).at(np.array([0.5, 1.5, 2, -0.25])), name="better")
    assert rewrite_plan(file.read_text(encoding="utf-8"), plan, board=None, provenance=PROVENANCE) == (
        file.read_text(encoding="utf-8")
        .replace('"mine"', '"better"')
        .replace("vp = 1   ", "vp = 1.5 ")
        .replace("unify = -2", "unify = 1")
        .replace("vp = 0.1", "vp = 1.1")
        .replace("unify = 4", "unify = 3")
        .replace('"me"', '"a search"')
        .replace("by hand", "many games")
        .replace("then", "today")
    )


def test_the_weights_of_a_board_are_added_to_the_file_and_then_replaced(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    first = PlanParameters.of(read_plan(file), board="star").at(np.array([0.5, 0.5, 2]))
    added = rewrite_plan(text, first, board="star", provenance=PROVENANCE)
    assert added.startswith(text)
    file.write_text(added, encoding="utf-8")
    assert read_plan(file) == replace(first, on_board={"star": replace(first.on_board["star"], provenance=PROVENANCE)})
    again = PlanParameters.of(read_plan(file), board="star").at(np.array([0.0, 0, -1]))
    second = rewrite_plan(added, again, board="star", provenance={**PROVENANCE, "who": "another"})
    assert second == added.replace("vp = 1.1 ", "vp = 0 ").replace("vp = 1.1\n", "vp = 0\n").replace(
        "a search", "another"
    )
    assert added.count("# points") == 2  # what the plan says of a number is said here, too


def test_a_file_without_provenance_gets_one(file: Path) -> None:
    text = file.read_text(encoding="utf-8").partition("[provenance]")[0]
    file.write_text(text, encoding="utf-8")
    file.write_text(rewrite_plan(text, read_plan(file), board=None, provenance=PROVENANCE), encoding="utf-8")
    assert read_plan(file).provenance == PROVENANCE
