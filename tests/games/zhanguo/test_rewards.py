"""Phase 3, unification rewards: who is asked, tie-breaks, the seven rewards, the new 1st player; and the tasks."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games.zhanguo.data.component_types import ASPECTS
from tests.games.positions import Tables


def marked(t: Any, aspect: str, *numbers: int) -> Any:
    """Value-1 markers of one colour for each seat."""
    for seat, n in enumerate(numbers):
        t.markers(seat=seat, **{aspect: n})
    return t


def offered(table: Tables, kind: str, *, but: tuple[str, ...] = (), players: int = 2) -> Any:
    """Seat 0 is about to be asked about a reward of that kind; gives the table and the reward's regions."""
    t = table(players=players)
    aspect, round_, regions = t.reward(kind, but=but)
    marked(t, aspect, 1)
    return t, aspect, round_, regions


# -- who is asked --------------------------------------------------------------------------------------------------


def test_phase_3_begins_when_all_cards_are_played_with_writing_then_currency_then_laws(table: Tables) -> None:
    """R17: a pass holds for one aspect."""
    t = table()
    for aspect in ASPECTS:
        marked(t, aspect, 1)
    t.rewards_phase()
    for aspect in ASPECTS:
        assert {(move["accept"], move["aspect"]) for move in t.offers("reward")} == {(True, aspect), (False, aspect)}
        t.do("reward", accept=False)
    assert (t.state["round"], t.stage()) == (1, "play")


def test_the_highest_value_is_asked_first_then_the_second_highest_until_one_accepts(table: Tables) -> None:
    t = marked(table(players=4), "writing", 2, 4, 1, 3).rewards_phase()
    asked = []
    while t.stage() == "reward":
        asked.append(t.position.to_move)
        t.do("reward", accept=len(asked) == 3)
    assert asked == [1, 3, 0]


def test_a_value_3_marker_is_worth_3(table: Tables) -> None:
    t = marked(table(players=3), "writing", 2, 0, 1).markers(seat=1, threes="w").rewards_phase()
    assert t.position.to_move == 1


def test_without_a_marker_of_the_colour_one_is_not_eligible(table: Tables) -> None:
    t = marked(table(players=3), "currency", 0, 1, 0).rewards_phase()
    assert (t.position.to_move, t.offers()[0]["aspect"]) == (1, "currency")
    t.do("reward", accept=False)
    assert t.state["round"] == 1  # nobody else, and no other colour


def test_who_passes_keeps_his_markers_and_his_place(table: Tables) -> None:
    t = marked(table(), "writing", 2).markers(threes="w").rewards_phase().do("reward", accept=False)
    assert (t.player()["ones"], t.player()["threes"], t.state["order"][:2]) == ([2, 0, 0], [1, 0, 0], [0, 1])
    assert t.position.counters(0)["rewards_accepted"] == 0


def test_who_accepts_gives_back_all_markers_of_the_colour_and_only_those(table: Tables) -> None:
    t = marked(marked(table(), "writing", 2), "laws", 3).markers(threes="wl").rewards_phase().do("reward", accept=True)
    assert (t.player()["ones"], t.player()["threes"]) == ([0, 0, 3], [0, 0, 1])
    assert (t.state["ones"], t.state["threes"]) == ([6, 6, 3], [1, 1, 0])
    assert t.position.counters(0)["rewards_accepted"] == 1


# -- tie-breaks and the new 1st player -----------------------------------------------------------------------------


def test_ties_go_by_the_discs_on_the_rewards_track_from_top_to_bottom(table: Tables) -> None:
    t = marked(table(players=4), "writing", 2, 2, 2, 2).set(order=[2, 0, 3, 1]).rewards_phase()
    for seat in (2, 0, 3, 1):
        assert t.position.to_move == seat
        t.do("reward", accept=False)


def test_example_red_accepts_in_round_1_and_moves_his_disc_to_the_slot(table: Tables) -> None:
    """ "Red has the most Writing markers. He accepts the reward, and moves his disc to the corresponding slot." """
    t = marked(marked(table(players=3), "writing", 3, 1, 1), "currency", 2, 2, 2).set(order=[0, 1, 2, 0])
    t.rewards_phase().do("reward", accept=True)
    assert t.state["order"][:3] == [1, 2, 0]
    for seat in (1, 2, 0):  # discs on the track first, then the disc in the column
        assert (t.position.to_move, t.offers()[0]["aspect"]) == (seat, "currency")
        t.do("reward", accept=False)


def test_example_tie_breaker_order_track_before_column_each_from_top_to_bottom(table: Tables) -> None:
    """ "Current tiebreaker order is Blue, Yellow, Red, Purple": two discs on the track, two in the column."""
    red, blue, purple, yellow = 0, 1, 2, 3
    t = marked(marked(table(players=4), "writing", 1), "currency", 0, 0, 1, 0)
    t.set(order=[red, blue, purple, yellow])
    t.rewards_phase().do("reward", accept=True).do("reward", accept=True)
    assert t.state["order"] == [blue, yellow, red, purple]


def test_a_second_reward_in_one_round_moves_the_disc_to_the_later_slot(table: Tables) -> None:
    t = marked(marked(marked(table(players=3), "writing", 1), "currency", 0, 1), "laws", 1)
    t.rewards_phase().do("reward", accept=True).do("reward", accept=True)
    assert t.state["order"][:3] == [2, 0, 1]
    t.do("reward", accept=True).do("official", official="military")
    assert t.state["order"][:3] == [2, 1, 0]


def test_example_the_topmost_disc_is_the_new_1st_player_and_play_goes_on_clockwise(table: Tables) -> None:
    """ "Blue is the new 1st Player." """
    t = marked(table(players=3), "writing", 1).set(order=[0, 2, 1, 0]).rewards_phase().do("reward", accept=True)
    assert t.state["order"][:3] == [2, 1, 0]
    turns = []
    for _ in range(4):
        turns.append(t.position.to_move)
        t.play("recruit").do("official", official="military", region=1)
    assert turns == [2, 0, 1, 2]


# -- Available rewards ---------------------------------------------------------------------------------------------


def test_reward_1_official_of_choice_in_the_region_shown(table: Tables) -> None:
    """R12: not to be left."""
    t, _, round_, regions = offered(table, "official")
    t.rewards_phase(round_).do("reward", accept=True)
    assert {(move["official"], move["region"]) for move in t.offers()} == {
        (official, region) for official in ("military", "civilian", "inspector") for region in regions
    }
    t.do("official", official="inspector")
    assert t.player()["governing"][regions[0] - 1] == [0, 0, 1]


@pytest.mark.parametrize(("kind", "expected"), [("military_2", [2, 0, 0]), ("civilian_2", [0, 2, 0])])
def test_reward_2_red_or_2_gray_officials_in_the_region_shown(table: Tables, kind: str, expected: list[int]) -> None:
    t, _, round_, (region,) = offered(table, kind)
    t.rewards_phase(round_).do("reward", accept=True)
    assert t.player()["governing"][region - 1] == expected
    assert t.player()["officials"] == [5 - n for n in expected]


def test_reward_2_workers_in_the_region_shown_without_unrest_or_officials(table: Tables) -> None:
    t, _, round_, (region,) = offered(table, "workers_2")
    t.rewards_phase(round_).do("reward", accept=True)
    assert t.player()["workers"][region - 1] == 2
    assert t.player()["unrest"] == [0] * 5
    assert t.position.counters(0)["workers_hired"] == 2


def test_reward_governor_without_removing_officials_with_bonus_and_unrest_reset(table: Tables) -> None:
    t, _, round_, regions = offered(table, "governor")
    for region in regions:
        t.officials(region, military=1, civilian=1, inspector=1).unrest(region, 1)
    t.rewards_phase(round_).do("reward", accept=True)
    assert {move["region"] for move in t.offers("governor")} == set(regions)
    region = regions[-1]
    t.do("governor", region=region, square="4 VP")
    assert t.player()["governing"][region - 1] == [1, 1, 1]
    assert (t.player()["governors"], t.player()["governors_in"][region - 1]) == (7, 1)
    assert (t.vp(), t.player()["unrest"][region - 1], t.player()["unrest"][regions[0] - 1]) == (4, 0, 1)


def test_reward_governor_bonus_of_an_official_or_of_points_is_spent_before_the_next_aspect(table: Tables) -> None:
    t, _, round_, regions = offered(table, "governor", but=("writing",))
    t.officials(regions[0], military=1).rewards_phase(round_).do("reward", accept=True)
    t.do("governor", region=regions[0], square="an official").do("official", official="civilian", region=5)
    assert t.player()["governing"][4] == [0, 1, 0]
    t, _, round_, regions = offered(table, "governor", but=("writing",))
    t.officials(3, military=1).rewards_phase(round_).do("reward", accept=True)
    t.do("governor", region=regions[0], square="re-assignment points")
    t.do("reassign", target="governors area of region 4").do("stop")
    assert (t.player()["governing"][3], t.stage()) == ([1, 0, 0], "play")


def test_reward_wall_without_removing_workers_on_any_empty_slot(table: Tables) -> None:
    t, _, round_, _ = offered(table, "wall")
    t.workers(1, 1, 1, 0, 0).wall(2, 1).wall(3, 3, seat=1).rewards_phase(round_).do("reward", accept=True)
    slots = {(move["section"], move["rods"]) for move in t.offers("wall")}
    assert slots == {(s, r) for s in (1, 3, 4, 5, 6) for r in (1, 2, 3)} - {(3, 3)}
    t.do("wall", section=4, rods=3)
    assert (t.player()["workers"], t.player()["wall_at"][3]) == ([1, 1, 1, 0, 0], 3)


def test_reward_palace_without_workers_or_value_3_marker_but_with_its_points(table: Tables) -> None:
    """R15: "All other rules still apply"."""
    t, _, round_, regions = offered(table, "palace")
    t.place_all(1, "wcl").unrest(2, t.track(2)).palaces(3, 2, seat=1).rewards_phase(round_).do("reward", accept=True)
    assert {move["region"] for move in t.offers("palace")} == set(regions) - {2, 3}
    t.do("palace", region=5)
    assert (t.vp(), t.player()["palaces_in"][4], t.state["threes"]) == (3, 1, [1, 1, 1])
    assert t.stage() == "over"


def test_rewards_activate_neither_cards_nor_boards(table: Tables) -> None:
    t = table(boards=["star", "A"])
    aspect, round_, regions = t.reward("governor", but=("writing",))
    t.place(2, t.card(trigger="governor", ability="vp_3"))
    marked(t, aspect, 1).rewards_phase(round_).do("reward", accept=True).do(
        "governor", region=regions[0], square="4 VP"
    )
    assert (t.position.scores()["abilities"][0], t.stage()) == (0, "play")


# -- "he must be able to actually take the full reward" ------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "lacking"),
    [
        ("official", lambda t: t.officials(1, military=5, civilian=5, inspector=5)),
        ("military_2", lambda t: t.officials(1, military=4)),
        ("civilian_2", lambda t: t.officials(1, civilian=4)),
        ("governor", lambda t: t.governors(1, 8)),
        ("wall", lambda t: [t.wall(section, 1) for section in range(1, 6)]),
        ("palace", lambda t: [t.palaces(region, 2) for region in (1, 2, 3)]),
        ("palace", lambda t: t.unrest_everywhere()),
    ],
)
def test_who_cannot_take_the_full_reward_passes(table: Tables, kind: str, lacking: Callable[[Any], Any]) -> None:
    """R16."""
    t, aspect, round_, _ = offered(table, kind)
    marked(t, aspect, 1, 1)  # the second player has fewer, and can take it
    lacking(t)
    t.rewards_phase(round_)
    assert t.offers("reward")[0]["aspect"] == aspect
    assert t.position.to_move == 1
    assert t.player()["ones"][ASPECTS.index(aspect)] == 2


# -- Tasks ---------------------------------------------------------------------------------------------------------


def task_with(t: Any, kind: int, tile: int) -> int:
    """Lay the tile on the upper task of its kind and give the number of the task."""
    tiles = t.state["tile"]
    tiles[kind + 3] = tiles[kind] if tiles[kind + 3] == tile else tiles[kind + 3]
    tiles[kind] = tile
    t.set(tile=tiles)
    return kind


def test_task_example_two_walls_at_turquoise_and_one_at_gold(table: Tables) -> None:
    """ "the player must have at least: 2 Walls at the turquoise Wall site (1 on each section), and 1 Wall at the gold
    Wall site." """
    t = table()
    turquoise, gold = t.components.sites.index("turquoise"), t.components.sites.index("gold")
    tile = next(k for k, task in enumerate(t.components.tasks) if task.type == 0 and task.walls[turquoise] == 2)
    assert t.components.tasks[tile].walls[gold] == 1
    task = task_with(t, 0, tile)
    sections = [s + 1 for s in range(6) if t.components.site_of[s] == turquoise]
    t.wall(sections[0], 1).wall(next(s + 1 for s in range(6) if t.components.site_of[s] == gold), 1)
    with t.editing() as state:
        state["discs"], state["seat"][0]["task"] = [0] * 6, [0] * 6
    t.workers(1, 0, 0, 0, 0).play("wall").do("wall", section=sections[1], rods=1)
    assert t.player()["task"][task] == 0  # the turn is not over
    t.do("pay")
    assert (t.player()["task"][task], t.state["discs"][task]) == (1, 1)


def test_task_example_palaces_in_regions_1_2_and_5(table: Tables) -> None:
    """ "the player must have at least: 1 Palace in Region 1, 1 Palace in Region 2, and 1 Palace in Region 5." """
    t = table()
    task = task_with(
        t, 1, next(k for k, one in enumerate(t.components.tasks) if one.type == 1 and one.regions == 0b10011)
    )
    t.palaces(1).palaces(2, seat=0).workers(1, 0, 0, 0, 2).markers(seat=1, threes="wcl").hand(1).court(90)
    t.play("palace").do("palace", region=5)
    assert (t.player()["task"][task], t.player()["task"][task + 3] in (0, 1)) == (1, True)


def test_task_more_than_the_minimum_is_fine_and_a_governor_elsewhere_does_not_count(table: Tables) -> None:
    t = table()
    tile = next(k for k, one in enumerate(t.components.tasks) if one.type == 2 and one.regions == 0b01001)
    task = task_with(t, 2, tile)
    t.governors(1, 2).governors(2).officials(3, military=1, civilian=1, inspector=1).hand(60).court(5)
    t.play("governor").do("governor", square="4 VP")
    assert t.player()["task"][task] == 0
    t.officials(4, military=1, civilian=1, inspector=1, seat=1).hand(61, seat=1).play("recruit")
    t.do("official", official="military", region=1)
    t.officials(4, military=1, civilian=1, inspector=1).hand(60).play("governor").do("governor", square="4 VP")
    assert t.player()["task"][task] == 1


def test_task_discs_fill_the_slots_from_left_to_right(table: Tables) -> None:
    t = table(players=3)
    task = task_with(t, 2, next(k for k, one in enumerate(t.components.tasks) if one.type == 2))
    regions = [r + 1 for r in range(5) if t.components.tasks[t.state["tile"][task]].regions >> r & 1]
    for seat in range(3):
        for region in regions[1:]:
            t.governors(region, seat=seat)
        t.officials(regions[0], military=1, civilian=1, inspector=1, seat=seat).hand(60 + seat, seat=seat)
    for _ in range(3):
        t.play("governor").do("governor", square=t.offers("governor")[0]["square"])
        if t.stage() == "official" or t.stage() == "reassign":
            t.do("stop")
    assert [t.player(seat)["task"][task] for seat in range(3)] == [1, 2, 3]
    assert t.state["discs"][task] == 3


def test_task_a_player_has_one_disc_on_a_task(table: Tables) -> None:
    t = table()
    tile = next(k for k, one in enumerate(t.components.tasks) if one.type == 2)
    task = task_with(t, 2, tile)
    for region in range(1, 6):
        t.governors(region)
    for n in (1, 2):
        t.officials(n, military=1, civilian=1, inspector=1).hand(60 + n).court(20)
        t.set(active=0).play("governor").do("governor", square="4 VP")
        assert (t.player()["task"][task], t.state["discs"][task]) == (1, 1)


def test_task_after_accepting_a_reward(table: Tables) -> None:
    t, _, round_, regions = offered(table, "governor", but=("writing",))
    tile = next(k for k, one in enumerate(t.components.tasks) if one.type == 2 and one.regions >> (regions[0] - 1) & 1)
    task = task_with(t, 2, tile)
    for region in range(1, 6):
        if t.components.tasks[tile].regions >> (region - 1) & 1 and region != regions[0]:
            t.governors(region)
    t.rewards_phase(round_).do("reward", accept=True)
    assert t.player()["task"][task] == 0
    t.do("governor", region=regions[0], square="4 VP")
    assert t.player()["task"][task] == 1
