"""The variants of the rulebook (draft: see test_setup) and the switches of the rulings."""

from pathlib import Path

import pytest

from cext.games.zhanguo.data.component_types import CRITERIA
from tests.games.positions import Tables

# -- Player order --------------------------------------------------------------------------------------------------


def test_player_order_variant_the_discs_determine_the_turn_order_of_phase_2(table: Tables) -> None:
    orders = []
    for variant in (False, True):
        t = table(players=4, player_order=variant).markers(writing=1).set(order=[0, 3, 1, 2])
        t.rewards_phase().do("reward", accept=True)
        assert t.state["order"] == [3, 1, 2, 0]
        turns = []
        for _ in range(8):
            turns.append(t.position.to_move)
            t.play("recruit").do("official", official="military", region=1)
        orders.append(turns)
    assert orders == [[3, 0, 1, 2] * 2, [3, 1, 2, 0] * 2]


def test_player_order_variant_holds_from_the_first_round(table: Tables) -> None:
    t = table(players=4, player_order=True)
    assert t.state["turn_order"] == t.state["order"]


def test_player_order_variant_leaves_the_draft_clockwise(table: Tables) -> None:
    t = table(players=4, player_order=True, draft=True)
    drafting = []
    while t.stage() == "discard":
        drafting.append(t.position.to_move)
        t.position.apply(t.position.moves()[0])
    assert drafting == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]


# -- Unrest - hire workers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("officials", [1, 2])
def test_unrest_variant_raises_unrest_by_1_for_each_worker_hired(table: Tables, officials: int) -> None:
    t = table(hire_unrest=True).officials(2, military=officials, area="workers").play("hire").do("hire")
    assert (t.player()["workers"][1], t.player()["unrest"][1]) == (officials, officials)


def test_unrest_variant_hires_only_what_the_track_bears(table: Tables) -> None:
    t = table(hire_unrest=True)
    region = t.regions_with_track(3)[0]
    t.officials(region, military=1, civilian=1, inspector=1).unrest(region, 2).play("hire")
    assert {len(move["moved"]) for move in t.offers("hire")} == {1}
    t = table(hire_unrest=True).officials(region, military=2, area="workers").unrest(region, 2)
    assert "hire" not in t.actions()
    t.unrest(region, 1)
    assert "hire" in t.actions()


@pytest.mark.parametrize(("switch", "unrest"), [(True, 3), (False, 2)])
def test_extra_worker_unrest_says_whether_the_boards_additional_worker_counts(
    table: Tables, switch: bool, unrest: int
) -> None:
    """R20."""
    t = table(boards=["circle", "A"], hire_unrest=True, extra_worker_unrest=switch)
    region = t.regions_with_track(3)[0]
    t.officials(region, military=2, area="workers").play("hire").do("hire")
    assert (t.player()["workers"][region - 1], t.player()["unrest"][region - 1]) == (3, unrest)


def test_extra_worker_unrest_alone_changes_nothing(table: Tables) -> None:
    t = table(boards=["circle", "A"]).officials(1, military=2, area="workers").play("hire").do("hire")
    assert (t.player()["workers"][0], t.player()["unrest"][0]) == (3, 1)


# -- Switches of the rulings ---------------------------------------------------------------------------------------


def test_palace_from_symbol_forbids_every_level_from_the_symbol_on(table: Tables, copy: Path) -> None:
    """R1."""
    text = (copy / "boards.toml").read_text(encoding="utf-8").replace("[3, 4]", "[2, 4]")  # the symbol of tracks of 4
    (copy / "boards.toml").write_text(text, encoding="utf-8")
    region = table(components=copy).regions_with_track(4)[0]
    levels: dict[bool, list[int]] = {False: [], True: []}
    for switch, forbidden in levels.items():
        for level in range(5):
            t = table(components=copy, palace_from_symbol=switch).workers(2, 2, 2, 2, 2).unrest(region, level)
            if not t.play("palace").offers("palace", region=region):
                forbidden.append(level)
    assert levels == {False: [2, 4], True: [2, 3, 4]}


@pytest.mark.parametrize(("switch", "points"), [(False, 0), (True, -1)])
def test_wall_below_zero_lets_the_total_unrest_tile_cost_points(table: Tables, switch: bool, points: int) -> None:
    """R3."""
    t = table(wall_below_zero=switch).unrest(1, 2).unrest(2, 3).unrest(3, 1).wall(1, 1)
    t.set(face=[CRITERIA.index("less_unrest")] * 6)
    assert t.position.scores()["walls"] == [points, 0]
    assert t.position.scores()["score"] == [points, 0]
