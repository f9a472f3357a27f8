"""Features of ZhanGuo's moves: what some of them say in plain positions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.zhanguo.words.moves import STAGES
from cext.kernel.match import play_games
from strategies import load_strategy
from tests.games.zhanguo.noted import note


@pytest.fixture
def state(game: Any) -> dict[str, Any]:
    """A dealt game as plain data, on A sides: all players have one official of each type in region 1."""
    plain: dict[str, Any] = game.state(game.deal(seed=4, deal=0, boards=["A"] * 4))
    return plain


def features(game: Any, state: dict[str, Any], kind: str, **fields: Any) -> dict[str, int]:
    """The non-zero features of the one move of that kind with these fields."""
    note(game, state)
    position = game.position_from(state)
    described = [(move, game.words.describe(position, move)) for move in position.moves()]
    fitting = [move for move, said in described if said["kind"] == kind and fields.items() <= said.items()]
    assert fitting, f"no {kind} with {fields} among {[said for _, said in described]}"
    row = position.features(fitting[0])
    return {name: int(value) for (name, *_), value in zip(game.feature_docs, row, strict=True) if value}


def mine(state: dict[str, Any]) -> dict[str, Any]:
    seat: dict[str, Any] = state["seat"][state["active"]]
    return seat


def test_a_governor_promises_the_majority(game: Any, state: dict[str, Any]) -> None:
    found = features(game, state, "play", action="governor")
    assert found["majority"] == 12  # 9 + 3 for the first governor of a region
    state["seat"][(state["active"] + 1) % 4]["governors_in"][0] = 1
    state["seat"][(state["active"] + 1) % 4]["governors"] -= 1
    assert features(game, state, "play", action="governor")["majority"] == 6  # shared by two


def test_a_governor_uses_one_set_up(game: Any, state: dict[str, Any]) -> None:
    card = mine(state)["hand"][0]
    position = game.position_from(state)
    position.apply(next(m for m in position.moves() if game.words.describe(position, m)["kind"] == "play"
                        and game.words.describe(position, m)["card"] == card
                        and game.words.describe(position, m)["action"] == "governor"))  # fmt: skip
    found = features(game, game.state(position), "governor", region=1, square="4 VP")
    assert (found["sets"], found["set_progress"], found["set_majority"]) == (-1, -3, -12)
    assert (found["vp"], found["majority"]) == (4, 12)


def test_recruit_and_reassign_promise_a_set_within_reach(game: Any, state: dict[str, Any]) -> None:
    assert "sets" not in features(game, state, "play", action="recruit")  # there is one; no other region is near
    seat = mine(state)
    seat["governing"][0] = [1, 1, 0]
    seat["governing"][2] = [0, 0, 1]
    assert features(game, state, "play", action="recruit")["sets"] == 1
    # the inspector walks from region 3 over region 2 to region 1
    reassign = features(game, state, "play", action="re-assign")
    assert (reassign["sets"], reassign["set_majority"]) == (1, 12)
    seat["governing"][2] = [0, 0, 0]
    seat["officials"][2] += 1
    assert "sets" not in features(game, state, "play", action="re-assign")


def test_an_official_approaches_the_region_that_lacks_him(game: Any, state: dict[str, Any]) -> None:
    seat = mine(state)
    seat["governing"][0] = [1, 1, 0]
    seat["governing"][3] = [0, 0, 1]
    position = game.position_from(state)
    position.apply(next(m for m in position.moves() if game.words.describe(position, m).get("action") == "re-assign"))
    after = game.state(position)
    steps = {
        name: features(game, after, "reassign", official="inspector", target=f"governors area of region {name}").get(
            "approach"
        )
        for name in (3, 5)
    }
    assert steps == {3: 1, 5: -1}


def test_the_card_placed_is_known_by_trigger_and_ability(game: Any, state: dict[str, Any]) -> None:
    mine(state)["hand"][:2] = [1, 7]  # palace, 3 VP; wall, worker
    first = features(game, state, "play", card=1, action="unify")
    assert (first["place_palace"], first["place_vp"]) == (1, 3)
    second = features(game, state, "play", card=7, action="unify")
    assert (second["place_wall"], second["place_worker"]) == (1, 1)
    assert "place_vp" not in second


def test_workers_where_a_palace_task_wants_them(game: Any, state: dict[str, Any]) -> None:
    state["tile"][1], state["tile"][4] = 5, 7  # regions 2, 4 and regions 1, 3, 4, 5
    position = game.position_from(state)
    position.apply(next(m for m in position.moves() if game.words.describe(position, m).get("action") == "hire"))
    hired = features(game, game.state(position), "hire", region=1, moved=["military", "civilian"])
    assert (hired["workers"], hired["worker_pairs"], hired["pair_task"]) == (2, 1, 1)
    assert (hired["sets"], hired["set_progress"], hired["out_of_office"]) == (-1, -2, 2)


def test_bids_promise_a_choice_and_cost_points(plan_file: Callable[[str], Path]) -> None:
    auction = load_game("zhanguo", players=4, boards_by="auction")
    position = auction.deal(seed=1, deal=0)
    policy = load_strategy(str(plan_file("[weights]\nchoice = 1\nbid = -1.1\ntake_star = 1\n")), auction)
    played = play_games(
        auction, [policy], seed=1, games=[0], deals=[0], policy=[[0] * 4], board=[[-1] * 4], record=[1],
    )  # fmt: skip
    bids = played.decisions["a"][played.decisions["move_kind"] == STAGES.index("bid")]
    # three other boards are worth a bid of 2 and no more, two others a bid of 1; whoever opens must bid 1
    assert bids.max() == 2
    assert sorted(played.seats["score_bids"].tolist()) == [13, 14, 14, 14]
    star = played.decisions["a"][played.decisions["move_kind"] == STAGES.index("board")][0]
    assert auction.boards[star] == "star"
    assert {auction.words.describe(position, move)["kind"] for move in position.moves()} == {"bid"}
