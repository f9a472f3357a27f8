"""End of the game: the four sources of points, the winner and the tie-break."""

from typing import Any

import pytest

from cext.games.zhanguo.data.component_types import CRITERIA
from tests.games.positions import Tables


def scores(t: Any, source: str) -> list[int]:
    found: list[int] = t.position.scores()[source]
    return found


# -- 1. Majorities of governors ------------------------------------------------------------------------------------


def test_example_region_1_two_governors_against_one_score_15(table: Tables) -> None:
    """ "Red has 2 Governors, and Blue has 1. Red scores 15 VP: (9VP + 3VP + 3VP)." """
    assert scores(table(players=4).governors(1, 2, seat=0).governors(1, seat=1), "governors") == [15, 0, 0, 0]


def test_example_region_4_three_players_with_one_governor_each_score_4(table: Tables) -> None:
    """ "Red has 1 Governor, Yellow has 1, and Purple has 1. Each scores 4 VP: (9VP + 3VP)/3." """
    t = table(players=4).governors(4, seat=0).governors(4, seat=2).governors(4, seat=3)
    assert scores(t, "governors") == [4, 0, 4, 4]


def test_split_points_are_rounded_down_and_each_region_counts_alone(table: Tables) -> None:
    """R6: tied, (9 + 3 for each of one's own) / 2."""
    t = table(players=4).governors(2, 2, seat=0).governors(2, 2, seat=1).governors(5, seat=1)
    assert scores(t, "governors") == [7, 7 + 12, 0, 0]


def test_a_region_without_governors_scores_nobody(table: Tables) -> None:
    """R4."""
    assert scores(table(players=3), "governors") == [0, 0, 0]


# -- 2. Majorities of unification markers --------------------------------------------------------------------------


def test_most_writing_5_currency_6_laws_7(table: Tables) -> None:
    t = (
        table(players=3)
        .markers(seat=0, writing=2, laws=1)
        .markers(seat=1, currency=3, writing=1)
        .markers(seat=2, laws=2)
    )
    assert scores(t, "markers") == [5, 6, 7]


def test_the_value_counts_and_ties_go_to_the_topmost_disc(table: Tables) -> None:
    """R5: a value-3 marker against two and against three of value 1."""
    t = table(players=3).markers(seat=0, writing=3).markers(seat=1, threes="w").set(order=[2, 1, 0, 0])
    assert scores(t, "markers") == [0, 5, 0]
    assert scores(t.set(order=[2, 0, 1, 0]), "markers") == [5, 0, 0]
    assert scores(table().markers(seat=0, laws=2).markers(seat=1, threes="l"), "markers") == [0, 7]


def test_without_any_marker_nobody_has_most(table: Tables) -> None:
    """R4."""
    assert scores(table(), "markers") == [0, 0]


# -- 3. Discs in the tasks sections --------------------------------------------------------------------------------


def with_discs(t: Any, discs: dict[int, int], seat: int = 0) -> Any:
    """Own discs: task (0-2 upper wall, palace, governor; 3-5 lower) -> points of its slot."""
    with t.editing() as state:
        for task, points in discs.items():
            state["seat"][seat]["task"][task] = 1 + t.components.numbers.task_vp.index(points)
    return t


def test_example_5_and_2_in_the_upper_section_and_3_in_the_lower_score_17(table: Tables) -> None:
    """ "14VP for his discs in the upper section (5VP + 2VP)x2 plus 3VP for his disc in the lower section." """
    assert scores(with_discs(table(), {2: 5, 0: 2, 5: 3}), "tasks") == [17, 0]


@pytest.mark.parametrize(("discs", "points"), [({4: 5}, 5), ({3: 5, 4: 3}, 16), ({3: 5, 4: 3, 5: 2}, 30)])
def test_points_of_a_section_count_once_twice_or_three_times(table: Tables, discs: dict[int, int], points: int) -> None:
    assert scores(with_discs(table(), discs), "tasks") == [points, 0]


# -- 4. Walls and their tiles --------------------------------------------------------------------------------------


def with_tile(t: Any, criterion: str, rods: int) -> int:
    """Points of an own wall in that slot of a section with that tile."""
    others = [CRITERIA.index("full_regions")] * 5
    t.set(face=[CRITERIA.index(criterion), *others])
    with t.editing() as state:
        state["seat"][0]["wall_at"] = [rods, 0, 0, 0, 0, 0]
    return scores(t, "walls")[0]


def measured(table: Tables, criterion: str) -> tuple[Any, int]:
    """A player board and, counted by hand from the rulebook's words, how often it meets the criterion."""
    t = table()
    t.place_all(1, "wcl").place_all(2, "wwc").place_all(3, "cc").place_all(4, "w")
    t.officials(1, military=2, area="workers").officials(2, military=1, civilian=1).officials(5, inspector=1)
    t.officials(3, civilian=1, area="workers")
    t.unrest(1, 1).unrest(2, 3).unrest(4, 1)
    return t, {
        "unrest_empty": 2,  # regions 3 and 5
        "colour_sets": 1,  # 4 writing, 4 currency, 1 laws
        "officials_cover_unrest": 3,  # 2 >= 1, 1 >= 0, 1 >= 0; not 2 < 3, 0 < 1
        "full_regions": 2,  # 1 and 2
        "civilian_official": 2,  # 2 and 3
        "two_same_colour": 2,  # 2 and 3
        "military_official": 2,  # 1 and 2
        "currency_card": 3,  # 1, 2 and 3
        "inspector_official": 1,  # 5
        "laws_card": 1,  # 1
        "writing_card": 3,  # 1, 2 and 4
        "less_unrest": 5,  # total unrest
    }[criterion]


@pytest.mark.parametrize("rods", [1, 2, 3])
@pytest.mark.parametrize("criterion", CRITERIA)
def test_each_wall_tile_by_rods_and_criterion(table: Tables, criterion: str, rods: int) -> None:
    t, count = measured(table, criterion)
    ones = ("unrest_empty", "officials_cover_unrest", "two_same_colour", "currency_card", "laws_card", "writing_card")
    if criterion == "less_unrest":
        expected = max(0, (5, 10, 15)[rods - 1] - count)
    else:
        expected = count * (rods if criterion in ones else rods + 1)
    assert with_tile(t, criterion, rods) == expected


@pytest.mark.parametrize("criterion", [name for name in CRITERIA if name != "less_unrest"])
def test_a_wall_tile_whose_criterion_is_not_met_scores_nothing(table: Tables, criterion: str) -> None:
    t = table().unrest_everywhere()
    assert with_tile(t, criterion, 3) == 0


def test_sets_of_three_colours_are_counted_regardless_of_regions(table: Tables) -> None:
    t = table().place_all(1, "www").place_all(2, "ccc").place_all(3, "ll")
    assert with_tile(t, "colour_sets", 1) == 4


def test_three_cards_of_one_colour_are_one_region_with_two_of_a_colour(table: Tables) -> None:
    assert with_tile(table().place_all(1, "lll").place_all(2, "wcl"), "two_same_colour", 1) == 1


def test_an_empty_region_covers_its_missing_unrest(table: Tables) -> None:
    """R26."""
    assert with_tile(table(), "officials_cover_unrest", 1) == 5


def test_only_own_walls_score_each_by_its_own_slot(table: Tables) -> None:
    t = table().wall(1, 2).wall(6, 3).wall(2, 1, seat=1)
    t.set(face=[CRITERIA.index("unrest_empty")] * 6)
    assert scores(t, "walls") == [5 * 2 + 5 * 3, 5]


# -- The winner ----------------------------------------------------------------------------------------------------


def test_the_score_is_the_sum_of_its_sources_and_the_most_points_win(table: Tables) -> None:
    t = table(players=3).points(3, seat=0).points(7, seat=1).points(5, seat=2)
    assert scores(t, "score") == [3, 7, 5]
    assert t.position.ranks() == [3, 1, 2]


def test_a_tie_goes_to_the_topmost_disc_on_the_rewards_track(table: Tables) -> None:
    t = table(players=4).points(3, seat=0).set(order=[3, 1, 0, 2])
    assert t.position.ranks() == [1, 3, 4, 2]
