"""What a plan says is what its seats do: values, opening, restrictions, Python strategies."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from strategies import load_strategy

PlanFile = Callable[[str], Path]
LETTERS = {"": 0, "U": 1, "R": 2, "A": 3, "G": 4, "H": 5, "P": 6, "W": 7}

TALLYING = """
from strategies import Strategy


class Reluctant(Strategy):
    '''Puts a card on its own board whenever it may, and says why it cannot go on.'''

    def choose(self, view, moves):
        for index, move in enumerate(moves):
            if move.kind == "play" and move.action == "unify":
                return index
        return len(moves) - 1

"""


def plays(decisions: dict[str, Any], seat: int) -> list[tuple[int, int, int]]:
    """(game, turn, action) of each card the seat played where it had a choice."""
    chosen = (decisions["seat"] == seat) & (decisions["move_kind"] == 0)
    return list(zip(decisions["game"][chosen], decisions["turn"][chosen], decisions["b"][chosen], strict=True))


def test_the_kernel_values_a_move_as_the_file_says(game: Any, plan_file: PlanFile, table: Callable[..., Any]) -> None:
    # seat 1 has nothing to go by but 2.5 points for recruiting, 2.5 * 3 in round 2, and 1.25 more on the star board
    text = "[weights]\nrecruit = 2.5\n[by_round.2]\nrecruit = 3\n[by_board.star]\nrecruit = 1.25\n"
    policies = [load_strategy(str(plan_file(text)), game), load_strategy("random", game)]
    played = table(policies, [[0, 1, 1, 1]] * 40, record=True)
    made = played.decisions
    board = played.seats["board"].reshape(-1, 4)
    rows = (made["seat"] == 1) & (made["move_kind"] == 0)
    assert rows.sum() > 1000
    star = game.boards.index("star")
    for number, round_, action, value in zip(
        *(made[name][rows] for name in ("game", "round", "b", "move_value")), strict=True
    ):
        points = (2.5 + 1.25 * (board[number, 0] == star)) * (3 if round_ == 2 else 1)
        assert value == (points if action == LETTERS["R"] else 0)


def test_the_opening_plan_is_kept_where_it_is_legal(game: Any, plan_file: PlanFile, table: Callable[..., Any]) -> None:
    path = plan_file('opening = ["U", "RA", "H", "W", ""]\n[weights]\n')
    played = table([load_strategy(str(path), game), load_strategy("random", game)], [[0, 1, 1, 1]] * 60, record=True)
    made = [{int(action) for _, turn, action in plays(played.decisions, 1) if turn == number} for number in range(5)]
    assert made[0] == {LETTERS["U"]}
    assert made[1] == {LETTERS["R"], LETTERS["A"]}
    assert made[2] == {LETTERS["H"]}  # the officials of the start can always hire
    assert made[3] == {LETTERS["W"]}  # which is paid with a worker just hired
    assert len(made[4]) > 3
    assert {int(line) & 0xF0F for line in played.of(0, "opening")} == {LETTERS["U"] | LETTERS["H"] << 8}


def test_actions_of_never_are_not_taken(game: Any, plan_file: PlanFile, table: Callable[..., Any]) -> None:
    path = plan_file('never = ["W", "R"]\n[weights]\nwall = 10\nrecruit = 10\n')
    played = table([load_strategy(str(path), game), load_strategy("random", game)], [[0, 1, 1, 1]] * 60)
    assert played.of(0, "action_W").sum() == played.of(0, "action_R").sum() == 0
    assert played.of(1, "action_W").sum() > 0


def test_a_plan_without_weights_draws_evenly(game: Any, plan_file: PlanFile, table: Callable[..., Any]) -> None:
    policies = [load_strategy(str(plan_file("[weights]\n")), game), load_strategy("random", game)]
    played = table(policies, [[0, 1, 0, 1], [1, 0, 1, 0]] * 300)
    difference = played.of(0, "score").mean() - played.of(1, "score").mean()
    assert abs(difference) < 3 * np.sqrt(2 * played.of(1, "score").var() / 1200)


def test_temperature_makes_choices_vary(game: Any, plan_file: PlanFile, table: Callable[..., Any]) -> None:
    def unified(temperature: float) -> float:
        path = plan_file(f"temperature = {temperature}\n[weights]\nunify = 3\n")
        played = table([load_strategy(str(path), game), load_strategy("random", game)], [[0, 1, 1, 1]] * 60)
        return float(played.of(0, "action_U").mean())

    cold, warm, hot = unified(0), unified(3), unified(1000)
    assert cold > warm + 1 > hot + 2


def test_a_python_strategy_from_a_file_plays(game: Any, tmp_path: Path, table: Callable[..., Any]) -> None:
    path = tmp_path / "my.py"
    path.write_text(TALLYING, encoding="utf-8")
    played = table(
        [load_strategy(f"{path}:Reluctant", game), load_strategy("random", game)], [[0, 1, 1, 1]] * 4, record=True
    )
    chosen = plays(played.decisions, 1)
    # as long as a card can be placed he places one: six in the first round
    assert {int(action) for _, turn, action in chosen if turn < 6} == {LETTERS["U"]}
    assert played.of(0, "action_U").min() >= 10
