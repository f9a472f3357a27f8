"""Player boards: the abilities of the four B sides, each block with both its triggers."""

from typing import Any

import pytest

from tests.games.positions import Tables


def with_block(table: Tables, block: str, **options: Any) -> Any:
    """A table whose first player has the board with this block, the second an A side; numbers activate nothing."""
    return table(block=block, **options).hand(5).court(5 + 55)


def test_an_a_side_has_no_ability(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1, inspector=1).unrest(2, 1).workers(1, 0, 0, 0, 0)
    t.play("re-assign").do("reassign", official="military").do("stop")
    assert t.position.to_move == 1


# -- block 1: hire workers, install 1 governor ---------------------------------------------------------------------


def test_hire_block_hires_1_additional_worker_in_the_region_for_the_same_unrest(table: Tables) -> None:
    t = with_block(table, "hire").officials(3, military=2, area="workers").play("hire").do("hire")
    assert (t.player()["workers"][2], t.player()["unrest"][2]) == (3, 1)
    assert t.position.counters(0)["power_uses_1"] == t.position.counters(0)["power_brought_1"] == 1


def test_hire_block_needs_an_official_in_the_workers_area_too(table: Tables) -> None:
    assert "hire" not in with_block(table, "hire").actions()


def test_hire_block_then_may_spend_1_reassignment_point(table: Tables) -> None:
    t = with_block(table, "hire").officials(3, military=1, area="workers").play("hire").do("hire")
    assert t.position.to_move == 0
    t.do("ability", card=None).do("reassign", target="workers area of region 4", points=1)
    assert (t.position.to_move, t.player()["working"][3]) == (1, [1, 0, 0])
    t = with_block(table, "hire").officials(3, military=1, area="workers").play("hire").do("hire").do("stop")
    assert t.position.to_move == 1


def test_hire_block_1_point_does_not_walk_through_a_full_area(table: Tables) -> None:
    t = with_block(table, "hire").officials(3, military=1, area="workers").officials(4, civilian=2, area="workers")
    t.play("hire").do("hire", region=3).do("ability", card=None)
    assert {move["points"] for move in t.offers("reassign")} == {1}


def test_hire_block_after_a_governor_may_move_1_worker_to_an_adjacent_region(table: Tables) -> None:
    t = with_block(table, "hire").officials(1, military=1, civilian=1, inspector=1).workers(0, 0, 2, 0, 0)
    t.play("governor").do("governor", square="4 VP").do("ability", card=None)
    t.do("move_worker", origin=3, target=4)
    assert (t.player()["workers"], t.position.to_move) == ([0, 0, 1, 1, 0], 1)
    assert t.position.counters(0)["power_brought_2"] == 1


def test_hire_block_without_workers_a_governor_ends_the_turn(table: Tables) -> None:
    t = with_block(table, "hire").officials(1, military=1, civilian=1, inspector=1)
    assert t.play("governor").do("governor", square="4 VP").position.to_move == 1


# -- block 2: build 1 wall, recruit 1 official ---------------------------------------------------------------------


@pytest.mark.parametrize("action", ["wall", "recruit"])
def test_marker_block_may_take_1_marker_of_choice(table: Tables, action: str) -> None:
    t = with_block(table, "marker").workers(1, 0, 0, 0, 0).play(action)
    if action == "wall":
        t.do("wall", section=2, rods=1).do("pay")
    else:
        t.do("official", official="civilian", region=2)
    assert len(t.offers("stop")) == 1
    t.do("ability", card=None).do("marker", aspect="currency")
    assert (t.player()["ones"], t.state["ones"], t.position.to_move) == ([0, 1, 0], [6, 5, 6], 1)


def test_marker_block_gains_1_point_when_the_supply_has_none(table: Tables) -> None:
    t = with_block(table, "marker").markers(seat=1, writing=6, currency=6, laws=6).play("recruit")
    t.do("official", official="civilian", region=2)
    assert (t.vp(), t.position.scores()["missing"][0], t.position.to_move) == (1, 1, 1)


# -- block 3: re-assign officials, build 1 wall --------------------------------------------------------------------


@pytest.mark.parametrize("action", ["re-assign", "wall"])
def test_calm_block_may_turn_1_unrest_of_a_region_into_1_worker_there(table: Tables, action: str) -> None:
    t = with_block(table, "calm").officials(1, military=1).workers(1, 0, 0, 0, 0).unrest(2, 1).unrest(4, 2).play(action)
    if action == "wall":
        t.do("wall", section=2, rods=1).do("pay")
    else:
        t.do("reassign").do("stop")
    assert len(t.offers("stop")) == 1
    t.do("ability", card=None)
    assert [move["region"] for move in t.offers()] == [2, 4]
    workers = t.player()["workers"][3]
    t.do("calm", region=4)
    assert (t.player()["unrest"], t.player()["workers"][3] - workers) == ([0, 1, 0, 1, 0], 1)
    assert t.position.counters(0)["workers_hired"] == 1
    assert t.position.to_move == 1


def test_calm_block_brings_no_worker_without_actually_decreasing_unrest(table: Tables) -> None:
    t = with_block(table, "calm").officials(1, military=1).play("re-assign").do("reassign").do("stop")
    assert t.position.to_move == 1


def test_calm_block_does_not_turn_a_cards_calming_into_a_worker(table: Tables) -> None:
    t = with_block(table, "calm").workers(1, 0, 0, 0, 0).unrest(4, 2)
    t.place(2, t.card(trigger="wall", ability="calm_any")).hand(119).court(60)
    t.play("wall").do("wall", section=2, rods=1).do("pay")
    t.do("ability", region=2).do("calm", region=4)
    assert t.player()["workers"] == [0] * 5
    t.do("ability", card=None).do("calm", region=4)
    assert t.player()["workers"] == [0, 0, 0, 1, 0]


# -- block 4: recruit 1 official, install 1 governor ---------------------------------------------------------------


def test_moves_block_after_recruiting_may_spend_up_to_2_reassignment_points(table: Tables) -> None:
    """R10: or none."""
    t = with_block(table, "moves").play("recruit").do("official", official="civilian", region=2)
    t.do("ability", card=None)
    for region in (3, 4):
        assert len(t.offers("stop")) == 1
        t.do("reassign", target=f"governors area of region {region}")
    assert (t.player()["governing"][3], t.position.to_move) == ([0, 1, 0], 1)
    assert t.position.counters(0)["power_brought_1"] == 2


def test_moves_block_may_move_the_governor_just_placed_to_the_open_area_of_an_adjacent_region(table: Tables) -> None:
    t = with_block(table, "moves").officials(2, military=1, civilian=1, inspector=1).unrest(3, 2)
    t.play("governor").do("governor", square="4 VP").do("ability", card=None)
    assert {(m["origin"], m["target"]) for m in t.offers("move_governor")} == {(2, 1), (2, 3)}
    t.do("move_governor", target=3)
    assert t.player()["governors_in"] == [0, 0, 1, 0, 0]
    assert t.state["square"] == [[0] * 4] * 5
    # "The freshly moved Governor does not take any bonus, and does not allow the player to decrease the unrest"
    assert (t.vp(), t.player()["unrest"][2], t.position.to_move) == (4, 2, 1)


def test_moves_block_may_move_any_own_governor_or_none(table: Tables) -> None:
    t = with_block(table, "moves").governors(4).governors(3, seat=1)
    t.officials(1, military=1, civilian=1, inspector=1).play("governor").do("governor", square="4 VP")
    assert len(t.offers("stop")) == 1
    t.do("ability", card=None)
    moves = {(m["origin"], m["square"], m["target"]) for m in t.offers("move_governor")}
    assert moves == {(1, "4 VP", 2), (4, "no bonus", 3), (4, "no bonus", 5)}


# -- Note: board abilities are always active, in any order with those of cards -------------------------------------


@pytest.mark.parametrize("played", [5, 115])
def test_board_abilities_are_active_whatever_the_number_played(table: Tables, played: int) -> None:
    t = with_block(table, "moves").hand(played).court(60).play("recruit").do("official", official="civilian", region=2)
    assert t.offers("ability") == [{"kind": "ability", "card": None, "region": None, "ability": "the board's"}]


def test_board_and_card_abilities_are_activated_in_any_order(table: Tables) -> None:
    for board_first in (True, False):
        t = with_block(table, "moves").unrest(3, 1)
        card = t.card(trigger="recruit", ability="calm_any")
        t.place(2, card).hand(2).court(60).play("recruit").do("official", official="civilian", region=2)
        assert {move["card"] for move in t.offers("ability")} == {card, None}
        t.do("ability", card=None if board_first else card)
        t.do("stop") if board_first else t.do("calm", region=3)
        assert {move["card"] for move in t.offers("ability")} == {card if board_first else None}


def test_a_region_at_its_maximum_does_not_silence_the_board(table: Tables) -> None:
    t = (
        with_block(table, "calm")
        .officials(1, military=1)
        .unrest_everywhere()
        .play("re-assign")
        .do("reassign")
        .do("stop")
    )
    assert len(t.offers("ability", card=None)) == 1
