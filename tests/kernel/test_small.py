"""The base of small games: facts from their source, room in a state, plans of weights."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cext.games import load_game
from strategies.plan import read_plan, weighted_policy
from tests.kernel.tables import recorded, schedule


def test_facts_follow_from_the_enums_of_the_source() -> None:
    game = load_game("toy", players=2)
    assert game.kinds == ("play", "push", "bank")
    assert game.stages == ("play", "push")
    assert game.classes[1:] == (("L", "low card"), ("H", "high card"), ("P", "push"))
    assert [name for name, _ in game.categories] == ["cards", "bonus"]
    assert [name for name, _ in game.counters] == ["pushes", "busts", *(f"score_after_round_{n}" for n in range(1, 7))]
    assert game.feature_docs[0] == ("value", "value of the card played", "points")
    assert (game.n_weight_sets, game.rounds) == (12, ("1", "2", "3", "4", "5", "6"))


def test_a_state_has_room_for_every_seat(pile: ModuleType) -> None:
    with pytest.raises(ImportError, match=r"pile\.pyx: N_SEATS is 4, and the game is for 5 seats: raise it, or"):
        pile.CrowdedPile()


def test_a_plan_of_weights_plays_a_game_without_rounds_and_boards(pile: ModuleType, tmp_path: Path) -> None:
    plan = tmp_path / "greedy.toml"
    plan.write_text('name = "greedy"\nidea = "More."\n[weights]\ntaken = 1\n', encoding="utf-8")
    game = pile.Pile(players=2)
    policy = weighted_policy(read_plan(plan), game)
    assert np.array_equal(policy.weights, [[1000, 0]])
    decisions = recorded(game, [policy], seed=1, **schedule(3, 2, boards=0, record=1))
    assert set(decisions["a"][decisions["n_legal"] == 3]) == {3}
