"""Line-ups of a tournament: every two meet about equally often, from every seat, on every map of the game."""

from itertools import combinations

import numpy as np
import pytest

from analyser.experiments.balance import Tournament
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment_kind import Pilot
from analyser.runs.batch import time_decisions
from tests.analyser.experiments.settings import facts, setting

MAPS = {"hills": "A", "lakes": "A"}


@pytest.mark.parametrize(("n", "games"), [(6, 1440), (12, 12_000)])  # all line-ups; a balanced sample of them
def test_every_two_meet_about_equally_often_and_all_sit_everywhere_alike(n: int, games: int) -> None:
    design = Tournament().design(setting(facts(4), n, seed=3, games=games), Pilot(), sample=0.0)
    policy = design.rows(0, games).policy.astype(int)
    seats = np.array([np.bincount(policy[:, seat], minlength=n) for seat in range(4)])
    assert (seats == seats[0]).all()
    here = (policy[:, :, None] == np.arange(n)).any(axis=1)
    met = np.array([(here[:, a] & here[:, b]).sum() for a, b in combinations(range(n), 2)])
    assert met.sum() == 6 * games
    assert (abs(met - met.mean()) <= (0 if n == 6 else 0.1 * met.mean())).all()
    assert not design.rows(0, games).record.any()


def test_every_line_up_plays_on_every_map_unless_one_is_named() -> None:
    game = facts(3, boards=MAPS, letters="", turns=0, tip=(), shared=True)
    played = setting(game, 4, seed=3, games=400)
    assert Tournament().boards(played) == {0, 1}
    pilot = Tournament().pilot(played, lambda rows, forced=(): pytest.fail("nothing is to be found out"))
    design = Tournament().design(played, pilot, sample=0.0)
    rows = design.rows(0, design.games)
    hills, lakes = (rows.policy[rows.board[:, 0] == one].tolist() for one in (0, 1))
    assert len(hills) == len(lakes) == design.games / 2
    assert sorted(hills) == sorted(lakes)
    named = setting(game, 4, seed=3, games=400, fixed_boards=True, boards=(1, 1, 1))
    assert Tournament().boards(named) == {1}
    design = Tournament().design(named, Pilot(), sample=0.0)
    assert (design.rows(0, design.games).board == 1).all()


def test_a_decision_of_a_quick_strategy_is_timed_and_one_of_a_search_is_not() -> None:
    experiment = load_experiment(
        "tournament", {"game": "middle_kingdom", "players": 2, "strategies": ("random", "curve", "mcts:2")}
    )
    schedule = experiment.schedule(experiment.pilots())
    found = time_decisions(schedule.simulators[0], schedule.designs[0])
    assert set(found) == {"random", "curve"}
    assert 0 < found["random"] < found["curve"] < 1  # milliseconds: weighing moves takes longer than drawing one
