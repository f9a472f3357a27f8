"""The plans of a game play unlike each other: their action mixes differ, or their files say why two are alike."""

from itertools import combinations
from pathlib import Path

import pytest

from analyser.runs.integrity import scan_table
from reports.estimators.standing import action_distances
from reports.frames import Frames, ScenarioRun
from strategies import list_strategies
from strategies.plan import LEARNER
from tests.analyser.runs.experiment import new_run
from tests.game_lists import games_with_plans

APART = 0.08  # of their turns go otherwise, at least
GAMES = {"zhanguo": 1500, "middle_kingdom": 1200}  # cheap ones; 400 of the others


@pytest.mark.parametrize("game", games_with_plans())
def test_no_two_plans_play_alike_unless_their_files_say_why(game: str, tmp_path: Path) -> None:
    """By the distance that a tournament prints; who plays weakly on purpose may play like anybody."""
    plans = {info.name: info for info in list_strategies(game) if info.kind == "weighted"}
    config = {"game": game, "strategies": tuple(plans), "games": GAMES.get(game, 400), "record": "decisions"}
    run = new_run(tmp_path / "run", **config, seed=2014)
    seats, games, decisions = (scan_table(run, table) for table in ("seats", "games", "decisions"))
    assert seats is not None
    assert games is not None
    facts = run.manifest.scenarios[0].facts
    apart = action_distances(ScenarioRun.of(Frames(seats, games, decisions), game=facts, margin=0.02))
    assert {frozenset(pair) for pair in apart.select("row", "column").rows()} == {
        frozenset(pair) for pair in combinations(plans, 2)
    }
    close = []
    for one, other, distance in apart.rows():
        first, second = plans[one], plans[other]
        by_design = LEARNER in (first.strength, second.strength)
        if distance < APART and not (by_design or other in first.alike or one in second.alike):
            close.append(f"{one} and {other}: {distance:.3f}")
    assert not close


def test_reasons_name_plans_of_the_game() -> None:
    for game in games_with_plans():
        plans = {info.name: info for info in list_strategies(game) if info.kind == "weighted"}
        for name, info in plans.items():
            assert set(info.alike) <= plans.keys() - {name}
