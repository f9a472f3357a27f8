"""Plans in TOML: what a file means in the kernel's table of weights, and one clear line for every mistake in it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies import StrategyFileError, load_strategy, read_plan, weight_table
from strategies.plan import class_masks

PlanFile = Callable[[str], Path]

FULL = """temperature = 0.25
opening = ["U", "UR", ""]
never = ["W", "A"]

[weights]
vp = 1
unify = 2.5
bid = -0.0004

[by_round.2]
vp = 3
unify = 0.5

[by_board.star]
unify = 1.5
recruit = 0.125

[provenance]
who = "me"
on_what = "a guess"
when = "today"
"""


OWN = """
[on_board.star.weights]
unify = 7
hire = -1

[on_board.star.by_round.3]
hire = 2

[on_board.star.provenance]
who = "they"
"""


def context(game: Any, round_: str, board: str) -> int:
    return int(game.rounds.index(round_) * len(game.boards) + game.boards.index(board))


def column(game: Any, feature: str) -> int:
    return [name for name, *_ in game.feature_docs].index(feature)


@pytest.mark.parametrize(
    ("round_", "board", "feature", "thousandths"),
    [
        ("2", "A", "unify", 1250),
        ("2", "star", "unify", 7000),  # neither 2.5, nor 1.5 more, nor times 0.5
        ("2", "star", "vp", 0),
        ("2", "star", "hire", -1000),
        ("3", "star", "hire", -2000),
        ("3", "A", "hire", 0),
    ],
)
def test_a_board_may_have_weights_of_its_own(
    game: Any, plan_file: PlanFile, round_: str, board: str, feature: str, thousandths: int
) -> None:
    table = weight_table(read_plan(plan_file(FULL + OWN)), game)
    assert table[context(game, round_, board), column(game, feature)] == thousandths


def test_what_is_weighed_on_a_board(plan_file: PlanFile) -> None:
    plan = read_plan(plan_file(FULL))
    assert plan.weights_for("A").weights == {"vp": 1, "unify": 2.5, "bid": -0.0004}
    assert plan.weights_for("star").weights == {"vp": 1, "unify": 4, "bid": -0.0004, "recruit": 0.125}
    assert plan.weights_for("star").by_round == plan.by_round
    own = read_plan(plan_file(FULL + OWN)).weights_for("star")
    assert (own.weights, own.by_round, own.provenance) == (
        {"unify": 7, "hire": -1},
        {"3": {"hire": 2}},
        {"who": "they"},
    )


@pytest.mark.parametrize(
    ("round_", "board", "feature", "thousandths"),
    [
        ("1", "A", "vp", 1000),
        ("2", "A", "vp", 3000),  # 1 * 3
        ("1", "A", "unify", 2500),
        ("2", "A", "unify", 1250),  # 2.5 * 0.5
        ("1", "star", "unify", 4000),  # 2.5 + 1.5
        ("2", "star", "unify", 2000),  # (2.5 + 1.5) * 0.5
        ("2", "star", "recruit", 125),
        ("1", "circle", "recruit", 0),
        ("1", "A", "bid", 0),  # below half a thousandth
        ("5", "triangle", "hire", 0),
    ],
)
def test_a_weight_is_base_plus_board_times_round(
    game: Any, plan_file: PlanFile, round_: str, board: str, feature: str, thousandths: int
) -> None:
    table = weight_table(read_plan(plan_file(FULL)), game)
    assert table.dtype == np.int32
    assert table[context(game, round_, board), column(game, feature)] == thousandths


def test_the_policy_holds_the_table_and_the_temperature(game: Any, plan_file: PlanFile) -> None:
    path = plan_file(FULL)
    policy: Any = load_strategy(str(path), game)
    assert np.array_equal(policy.weights, weight_table(read_plan(path), game))
    assert policy.temperature == 250


def test_letters_become_masks_of_move_classes(game: Any, plan_file: PlanFile) -> None:
    u, r, a, w = 1 << 1, 1 << 2, 1 << 3, 1 << 7
    assert class_masks(read_plan(plan_file(FULL)), game) == ([u, u | r, 0], w | a)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[weights]\nvpp = 1", r", line 4: \[weights\] names an unknown feature 'vpp': did you mean vp\?"),
        ("[weights]\nvp = 1\n[by_round.6]\nvp = 1",
         r", line 5: \[by_round\] names an unknown round '6': choose from 1, 2, 3, 4, 5"),
        ("[weights]\nvp = 1\n[by_round.2]\nmarker = 1",
         r", line 6: \[by_round.2\] names an unknown feature 'marker': did you mean markers\?"),
        ("[weights]\nvp = 1\n[by_board.strar]\nvp = 1",
         r", line 5: \[by_board\] names an unknown board 'strar': did you mean star\?"),
        ("[weights]\nvp = 1\n[on_board.strar.weights]\nvp = 1",
         r", line 5: \[on_board\] names an unknown board 'strar': did you mean star\?"),
        ("[weights]\nvp = 1\n[on_board.star.weights]\nvpp = 1",
         r", line 6: \[on_board.star.weights\] names an unknown feature 'vpp': did you mean vp\?"),
        ('opening = ["UX"]\n[weights]',
         r", line 3: opening names an unknown action 'X': the letters are U unify, R recruit"),
        ('never = ["Z"]\n[weights]', r", line 3: never names an unknown action 'Z': the letters are U unify"),
        (f"opening = {['U'] * 65}\n[weights]", r", line 3: opening plans 65 turns: plan at most 64"),
        ("[weights]\nvp = 3e6", r": the weight of vp exceeds 2000000 points: make it smaller"),
        ("[weights]\nvp = 2e6\n[by_round.1]\nvp = 2", r": the weight of vp exceeds 2000000 points"),
    ],
)  # fmt: skip
def test_what_the_game_does_not_have_is_named(game: Any, plan_file: PlanFile, text: str, message: str) -> None:
    path = plan_file(text)
    with pytest.raises(StrategyFileError, match=f"^{re.escape(str(path))}{message}[^\n]*$"):
        load_strategy(str(path), game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strength = 'weak'\n[weights]",
         r", line 3: 'strength' must be one of full, learner, narrow, strong, tuned, not 'weak'"),
        ("[weights]\n[alike]\nbalanced = 1",
         r", line 5: 'alike.balanced' must be a text that says what sets them apart, not 1"),
        ("wieghts = 1\n[weights]", r", line 3: unknown key 'wieghts': did you mean weights\?"),
        ("[weigths]\nvp = 1", r", line 3: unknown key 'weigths': did you mean weights\?"),
        ("temperature = 1", r": 'weights' is missing: add a table of points per unit of a feature"),
        ("weights = 3", r", line 3: 'weights' must be a table of points per unit of a feature, not 3"),
        ('[weights]\nvp = "1"', r", line 4: 'weights.vp' must be a number of points, such as 1\.5, not '1'"),
        ("[weights]\nvp = true", r", line 4: 'weights.vp' must be a number of points, .* not True"),
        ("[weights]\nvp = nan", r", line 4: 'weights.vp' must be a number of points, .* not nan"),
        ("temperature = -1\n[weights]", r", line 3: 'temperature' must be a number of points from 0 to 100000, not -1"),
        ('temperature = "hot"\n[weights]', r", line 3: 'temperature' must be a number of points .* not 'hot'"),
        ('opening = "UU"\n[weights]',
         r", line 3: 'opening' must be a list of letters of actions, such as \[\"U\", \"UR\"\], not 'UU'"),
        ("never = [1]\n[weights]", r", line 3: 'never' must be a list of letters of actions, .* not \[1\]"),
        ("by_round = 1\n[weights]", r", line 3: 'by_round' must be a table of tables, such as \[by_round\.5\], not 1"),
        ("[weights]\n[by_round.1]\nvp = []", r", line 5: 'by_round.1.vp' must be a number of points, .* not \[\]"),
        ("[weights]\n[on_board.star]\nvp = 1",
         r", line 5: on_board.star: unknown key 'vp': choose from weights, by_round, provenance"),
        ("[weights]\n[on_board.star.by_round.1]\nvp = 1",
         r", line 4: 'on_board.star.weights' is missing: add a table of points per unit of a feature"),
        ("[weights]\n[provenance]\nwhy = 'x'",
         r", line 5: provenance: unknown key 'why': did you mean who\?"),
        ("[weights]\n[provenance]\nwhen = 3", r", line 5: 'provenance.when' must be a text, not 3"),
        ("[weights]\nvp = \n", r", line 4: `vp =` is not TOML: after = comes a number"),
        ("[weights]\nvp = 1\nvp = 2\n", r", line 5: `vp = 2` is not TOML: the key is there twice: leave one"),
        ("[weights]\nvp = [1,", r", line 4: `vp = \[1,` is not TOML: a value is missing, or a \[ is left open"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_file_is_one_line_with_file_and_place(plan_file: PlanFile, text: str, message: str) -> None:
    path = plan_file(text)
    with pytest.raises(StrategyFileError, match=f"^{re.escape(str(path))}({message})[^\n]*$"):
        read_plan(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('idea = "x"\n[weights]', ": 'name' is missing: add a text that is not empty"),
        ('name = " "\nidea = "x"\n[weights]', ", line 1: 'name' must be a text that is not empty, not ' '"),
        ('name = 1\nidea = "x"\n[weights]', ", line 1: 'name' must be a text that is not empty, not 1"),
        ('name = "x"\n[weights]', ": 'idea' is missing: add a text that is not empty"),
    ],
)
def test_name_and_idea_are_required(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "p.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StrategyFileError, match=rf"p\.toml{message}$"):
        read_plan(path)


def test_files_that_are_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(
        StrategyFileError, match=r"none\.toml: cannot be read: No such file or directory: give the path"
    ):
        read_plan(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b'name = "\xff"')
    with pytest.raises(StrategyFileError, match=r"bytes\.toml: not a text file in UTF-8 \(byte 9\): save it as UTF-8$"):
        read_plan(tmp_path / "bytes.toml")
