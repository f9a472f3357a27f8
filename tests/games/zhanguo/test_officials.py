"""Court actions with officials: recruit 1 official, re-assign officials with adjacency, hire workers."""

from typing import Any

import pytest

from tests.games.positions import Tables


def areas(moves: list[dict[str, Any]]) -> set[tuple[str, str, int]]:
    """Moves of officials in short: origin, target, points; "3g" is the governors area of region 3."""

    def short(area: str) -> str:
        return area[-1] + area[0]

    return {(short(m["origin"]), short(m["target"]), m["points"]) for m in moves if m["kind"] == "reassign"}


# -- Court actions -------------------------------------------------------------------------------------------------


def test_only_actions_one_is_able_to_perform_may_be_chosen(table: Tables) -> None:
    t = table()
    assert t.actions() == {"unify", "recruit"}
    t.officials(2, military=1)
    assert t.actions() == {"unify", "recruit", "re-assign", "hire"}
    t.officials(2, civilian=1, inspector=1)
    assert t.actions() == {"unify", "recruit", "re-assign", "hire", "governor"}
    t.workers(0, 1, 0, 0, 0)
    assert t.actions() == {"unify", "recruit", "re-assign", "hire", "governor", "wall"}
    t.workers(0, 1, 2, 0, 0)
    assert t.actions() == {"unify", "recruit", "re-assign", "hire", "governor", "wall", "palace"}


# -- Recruit 1 official --------------------------------------------------------------------------------------------


def test_recruit_an_official_of_choice_to_the_governors_area_of_a_region_of_choice(table: Tables) -> None:
    t = table().play("recruit")
    assert len(t.offers("official")) == len(t.offers()) == 15
    t.do("official", official="inspector", region=4)
    assert t.player()["governing"][3] == [0, 0, 1]
    assert t.player()["officials"] == [5, 5, 4]


def test_recruit_example_a_red_official_in_region_2(table: Tables) -> None:
    """ "The player chooses to place a red Official in Region 2."""
    t = table().play("recruit").do("official", official="military", region=2)
    assert t.player()["governing"][1] == [1, 0, 0]


def test_recruit_only_types_left_in_the_supply(table: Tables) -> None:
    t = table().officials(1, military=5, civilian=4).play("recruit")
    assert {move["official"] for move in t.offers()} == {"civilian", "inspector"}


def test_recruit_not_when_all_officials_are_on_the_board(table: Tables) -> None:
    t = table().officials(1, military=5, civilian=5, inspector=4)
    assert "recruit" in t.actions()
    t.officials(2, inspector=1)
    assert "recruit" not in t.actions()


def test_there_is_no_limit_to_the_officials_of_a_governors_area(table: Tables) -> None:
    t = table().officials(1, military=5, civilian=5, inspector=4).play("recruit")
    t.do("official", official="inspector", region=1)
    assert t.player()["governing"][0] == [5, 5, 5]


# -- Re-assign officials -------------------------------------------------------------------------------------------


def test_reassign_costs_1_point_between_adjacent_governors_areas_and_spends_1_to_3(table: Tables) -> None:
    """R10: "must perform the chosen action": at least one point."""
    t = table().officials(3, military=1).play("re-assign")
    assert areas(t.offers()) == {("3g", "2g", 1), ("3g", "4g", 1)}
    assert t.offers("stop") == []
    t.do("reassign", target="governors area of region 4")
    assert len(t.offers("stop")) == 1
    t.do("reassign", target="governors area of region 5").do("reassign", target="governors area of region 4")
    assert (t.position.to_move, t.player()["governing"][3]) == (1, [1, 0, 0])  # three points are spent


def test_reassign_may_stop_after_the_first_point(table: Tables) -> None:
    t = (
        table()
        .officials(3, military=1)
        .play("re-assign")
        .do("reassign", target="governors area of region 4")
        .do("stop")
    )
    assert t.position.to_move == 1


def test_reassign_from_a_workers_area_to_an_adjacent_one_or_to_the_governors_area_of_the_region(table: Tables) -> None:
    t = table().officials(2, military=1, area="workers").play("re-assign")
    assert areas(t.offers()) == {("2w", "2g", 1), ("2w", "1w", 1), ("2w", "3w", 1)}


def test_reassign_points_may_be_split_amongst_officials(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1).officials(5, inspector=1, area="workers").play("re-assign")
    t.do("reassign", official="military", target="governors area of region 2")
    t.do("reassign", official="civilian", target="governors area of region 2")
    t.do("reassign", official="inspector", target="governors area of region 5")
    assert t.player()["governing"] == [[0, 0, 0], [1, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert t.player()["n_working"] == [0] * 5


def test_reassign_example_one_point_in_region_2_and_two_from_region_3_to_region_5(table: Tables) -> None:
    """ "1 re-assignment point to move 1 red Official from the Worker area of Region 2 to the Governors area of the same
    Region, and 2 re-assignment points to move 1 white Official from the Governors area of Region 3 to the Governors
    area of Region 5."""
    t = table().officials(2, military=1, area="workers").officials(3, inspector=1).play("re-assign")
    t.do("reassign", official="military", target="governors area of region 2", points=1)
    t.do("reassign", official="inspector", target="governors area of region 4", points=1)
    t.do("reassign", official="inspector", target="governors area of region 5", points=1)
    assert t.player()["governing"] == [[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert t.position.to_move == 1


def test_reassign_not_without_officials_on_the_board(table: Tables) -> None:
    assert "re-assign" not in table().actions()


def test_reassign_officials_of_one_type_in_one_area_are_one_choice(table: Tables) -> None:
    t = table().officials(1, military=3).play("re-assign")
    assert len(t.offers("reassign")) == 1


def test_adjacency_regions_share_a_solid_border_and_the_relation_is_mutual(table: Tables) -> None:
    t = table()
    adjacent = t.components.adjacent
    assert all(adjacent[q] >> r & 1 == adjacent[r] >> q & 1 for r in range(5) for q in range(5))
    for region in range(1, 6):
        t = table().officials(region, military=1).play("re-assign")
        reached = {int(move["target"][-1]) for move in t.offers("reassign")}
        assert reached == {q + 1 for q in range(5) if adjacent[region - 1] >> q & 1}


# -- Workers areas -------------------------------------------------------------------------------------------------


def test_a_workers_area_hosts_up_to_2_officials(table: Tables) -> None:
    t = table().officials(2, military=1, area="workers").officials(3, civilian=2, area="workers").play("re-assign")
    assert ("2w", "3w", 1) not in areas(t.offers())
    assert ("2w", "1w", 1) in areas(t.offers())


def test_through_a_full_workers_area_an_official_may_walk_on_for_another_point(table: Tables) -> None:
    t = table().officials(2, military=1, area="workers").officials(3, civilian=2, area="workers").play("re-assign")
    assert areas(t.offers(official="military")) == {("2w", "2g", 1), ("2w", "1w", 1), ("2w", "4w", 2)}
    t.do("reassign", official="military", target="workers area of region 4")
    assert t.player()["working"][3] == [1, 0, 0]
    assert {move["points"] for move in t.offers("reassign")} == {1}  # one point is left


def test_through_two_full_workers_areas_for_3_points(table: Tables) -> None:
    """R11: one move, a point for each area."""
    t = table().officials(2, military=1, area="workers").officials(3, civilian=2, area="workers")
    t.officials(4, inspector=2, area="workers").play("re-assign")
    assert areas(t.offers(official="military")) == {("2w", "2g", 1), ("2w", "1w", 1), ("2w", "5w", 3)}
    t.do("reassign", official="military", target="workers area of region 5")
    assert t.position.to_move == 1


# -- Hire workers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("officials", [1, 2])
def test_hire_one_worker_for_each_official_in_the_workers_area_and_1_unrest(table: Tables, officials: int) -> None:
    """R19; "regardless of how many workers he took"."""
    t = table().officials(3, military=officials, area="workers").play("hire")
    t.do("hire", region=3)
    assert t.player()["workers"] == [0, 0, officials, 0, 0]
    assert t.player()["unrest"] == [0, 0, 1, 0, 0]
    assert t.position.counters(0)["workers_hired"] == officials


def test_hire_example_two_officials_first_move_from_the_governors_area_at_no_cost(table: Tables) -> None:
    """ "The player moves 2 Officials (1 red and 1 gray) from the Governors Area of Region 3 to the Workers Area of the
    same Region. He then hires workers in Region 3. ... he takes 2 Workers. He then increases the level of unrest"."""
    t = table().officials(3, military=1, civilian=1, inspector=1).play("hire")
    t.do("hire", region=3, moved=["military", "civilian"])
    assert t.player()["governing"][2] == [0, 0, 1]
    assert t.player()["working"][2] == [1, 1, 0]
    assert (t.player()["workers"][2], t.player()["unrest"][2]) == (2, 1)


def test_free_moves_are_offered_in_every_way_that_fits_the_workers_area(table: Tables) -> None:
    t = table().officials(3, military=2, civilian=1, inspector=1).play("hire")
    moved = [move["moved"] for move in t.offers("hire", region=3)]
    m, c, i = "military", "civilian", "inspector"
    assert sorted(moved) == sorted([[m], [c], [i], [m, m], [m, c], [m, i], [c, i]])
    t = table().officials(3, military=2).officials(3, inspector=1, area="workers").play("hire")
    assert [move["moved"] for move in t.offers("hire", region=3)] == [[], [m]]
    t = table().officials(3, military=2).officials(3, inspector=2, area="workers").play("hire")
    assert [move["moved"] for move in t.offers("hire", region=3)] == [[]]


@pytest.mark.parametrize("pair", ["military", "civilian", "inspector"])
def test_free_moves_may_take_two_officials_of_one_type(table: Tables, pair: str) -> None:
    t = table().officials(2, **{pair: 2}).play("hire").do("hire", moved=[pair, pair])
    assert (t.player()["n_working"][1], t.player()["workers"][1]) == (2, 2)


def test_hire_only_in_regions_with_an_official(table: Tables) -> None:
    t = table().officials(2, civilian=1).officials(5, civilian=1, area="workers").play("hire")
    assert {move["region"] for move in t.offers("hire")} == {2, 5}


def test_hire_not_without_officials(table: Tables) -> None:
    assert "hire" not in table().workers(2, 2, 2, 2, 2).actions()


@pytest.mark.parametrize("length", [2, 3, 4])
def test_hire_not_in_a_region_whose_cube_is_in_the_rightmost_slot(table: Tables, length: int) -> None:
    t = table()
    region = t.regions_with_track(length)[0]
    t.officials(region, civilian=1, area="workers").unrest(region, length)
    assert "hire" not in t.actions()
    t.unrest(region, length - 1).play("hire").do("hire", region=region)
    assert t.player()["unrest"][region - 1] == length


def test_workers_are_not_limited(table: Tables) -> None:
    """R29."""
    t = table().officials(3, military=2, area="workers").workers(40, 0, 99, 0, 0).play("hire").do("hire", region=3)
    assert t.player()["workers"] == [40, 0, 101, 0, 0]
