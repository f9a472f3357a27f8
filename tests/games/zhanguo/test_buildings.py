"""Court actions that put pieces on the gameboard: install 1 governor, build 1 palace, build 1 wall."""

from typing import Any

import pytest

from cext.games.zhanguo.data.component_types import SQUARE_KINDS
from tests.games.positions import Tables

SQUARE_WORDS = {"vp_4": "4 VP", "official": "an official", "reassign_4": "re-assignment points"}


def squares_of(t: Any, region: int) -> list[str]:
    """The bonus squares of a region, in words."""
    return [SQUARE_WORDS[SQUARE_KINDS[kind]] for kind in t.components.squares[region - 1]]


def with_square(t: Any, kind: str) -> tuple[int, int]:
    """A region with a bonus square of that kind, and the number of the square there."""
    return next((r, squares_of(t, r).index(kind)) for r in range(1, 6) if kind in squares_of(t, r))


# -- Install 1 governor --------------------------------------------------------------------------------------------


def test_governor_removes_one_official_of_each_colour_from_the_governors_area_of_the_region(table: Tables) -> None:
    t = table()
    region, _ = with_square(t, "4 VP")
    t.officials(region, military=2, civilian=1, inspector=3).play("governor").do("governor", square="4 VP")
    assert t.player()["governing"][region - 1] == [1, 0, 2]
    assert t.player()["officials"] == [4, 5, 3]
    assert t.player()["governors"] == 7
    assert t.player()["governors_in"][region - 1] == 1


def test_governor_only_where_all_three_colours_govern(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1).officials(1, inspector=1, area="workers")
    assert "governor" not in t.actions()
    t.officials(2, military=1, civilian=1, inspector=1).officials(4, military=1, civilian=1, inspector=1)
    t.play("governor")
    assert {move["region"] for move in t.offers("governor")} == {2, 4}


def test_governor_not_when_all_8_governors_are_on_the_board(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1, inspector=1).governors(3, 7)
    assert "governor" in t.actions()
    t.governors(4)
    assert "governor" not in t.actions()


@pytest.mark.parametrize("region", range(1, 6))
def test_governor_on_an_empty_bonus_square_of_his_choice(table: Tables, region: int) -> None:
    """R13: an empty square must be used."""
    t = table().officials(region, military=1, civilian=1, inspector=1).play("governor")
    assert {move["square"] for move in t.offers("governor")} == set(squares_of(t, region))


def test_governor_squares_of_other_governors_are_taken(table: Tables) -> None:
    t = table()
    region, square = with_square(t, "4 VP")
    taken = {squares_of(t, region)[square]}
    t.governors(region, seat=1, space=square + 1).officials(region, military=1, civilian=1, inspector=1).play(
        "governor"
    )
    assert {move["square"] for move in t.offers("governor")} == set(squares_of(t, region)) - taken


def test_governor_near_the_squares_without_bonus_when_none_is_empty(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1, inspector=1)
    for square in range(len(squares_of(t, 1))):
        t.governors(1, seat=1, space=square + 1)
    t.play("governor")
    assert t.offers() == [{"kind": "governor", "region": 1, "square": "no bonus"}]
    t.do("governor")
    assert (t.position.to_move, t.vp(), t.player()["governors_in"][0]) == (1, 0, 1)


def test_governor_resets_the_unrest_of_the_region_to_zero(table: Tables) -> None:
    t = table().officials(2, military=1, civilian=1, inspector=1).unrest(2, 2).unrest(3, 1).play("governor")
    t.do("governor", square="4 VP")
    assert t.player()["unrest"] == [0, 0, 1, 0, 0]


def test_governor_bonus_4_points_at_once(table: Tables) -> None:
    t = table()
    region, _ = with_square(t, "4 VP")
    t.officials(region, military=1, civilian=1, inspector=1).play("governor").do("governor", square="4 VP")
    assert (t.vp(), t.position.scores()["squares"][0], t.position.to_move) == (4, 4, 1)


def test_governor_bonus_1_official_of_choice_to_any_region_or_none(table: Tables) -> None:
    """R12: "the player may immediately take"."""
    t = table()
    region, _ = with_square(t, "an official")
    t.officials(region, military=1, civilian=1, inspector=1).play("governor").do("governor", square="an official")
    assert len(t.offers("official")) == 15
    assert len(t.offers("stop")) == 1
    t.do("official", official="civilian", region=5)
    assert t.player()["governing"][4] == [0, 1, 0]
    assert t.position.to_move == 1


def test_governor_bonus_up_to_4_reassignment_points(table: Tables) -> None:
    t = table()
    region, _ = with_square(t, "re-assignment points")
    t.officials(region, military=1, civilian=1, inspector=1).officials(1, military=1, area="workers")
    t.play("governor").do("governor", square="re-assignment points")
    t.do("reassign", target="governors area of region 1")
    for target in (2, 3, 4):
        assert len(t.offers("stop")) == 1
        t.do("reassign", target=f"governors area of region {target}")
    assert (t.position.to_move, t.player()["governing"][3]) == (1, [1, 0, 0])


def test_governor_bonus_of_points_is_skipped_without_officials_and_may_be_left(table: Tables) -> None:
    """R10."""
    t = table()
    region, _ = with_square(t, "re-assignment points")
    t.officials(region, military=1, civilian=1, inspector=1).play("governor").do(
        "governor", square="re-assignment points"
    )
    assert t.position.to_move == 1
    t = table().officials(region, military=2, civilian=1, inspector=1)
    t.play("governor").do("governor", square="re-assignment points").do("stop")
    assert (t.position.to_move, t.player()["governing"][region - 1]) == (1, [1, 0, 0])


# -- Build 1 palace ------------------------------------------------------------------------------------------------


def test_palace_removes_2_workers_of_the_region_and_1_of_a_different_one(table: Tables) -> None:
    t = table().workers(0, 3, 2, 1, 0).play("palace")
    assert {(move["region"], move["third_worker"]) for move in t.offers()} == {(2, 3), (2, 4), (3, 2), (3, 4)}
    t.do("palace", region=2, third_worker=4)
    assert t.player()["workers"] == [0, 1, 2, 0, 0]
    assert (t.player()["palaces"], t.player()["palaces_in"][1], t.state["palaces"][1]) == (5, 1, 1)


@pytest.mark.parametrize("workers", [(3, 0, 0, 0, 0), (1, 1, 1, 1, 1), (2, 0, 0, 0, 0), (0, 0, 0, 9, 0)])
def test_palace_not_without_2_workers_in_the_region_and_1_elsewhere(table: Tables, workers: tuple[int, ...]) -> None:
    assert "palace" not in table().workers(*workers).actions()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_palace_slots_of_a_region_are_as_many_as_players(table: Tables, players: int) -> None:
    t = table(players=players).workers(2, 2, 0, 0, 0).palaces(1, players - 1, seat=1)
    assert len(t.play("palace").offers("palace", region=1)) == 1
    t = table(players=players).workers(2, 1, 0, 0, 0).palaces(1, players, seat=1)
    assert "palace" not in t.actions()


def test_palace_not_when_all_6_are_on_the_board(table: Tables) -> None:
    t = table(players=4).workers(2, 2, 2, 2, 2).palaces(1, 3).palaces(2, 2)
    assert "palace" in t.actions()
    t.palaces(3)
    assert "palace" not in t.actions()


def test_palace_takes_a_value_3_marker_of_choice_from_the_gameboard(table: Tables) -> None:
    """R28: he must take one, of any colour."""
    t = table().workers(2, 1, 0, 0, 0).markers(seat=1, threes="w").play("palace").do("palace")
    assert [move["aspect"] for move in t.offers()] == ["currency", "laws"]
    t.do("marker_3", aspect="laws")
    assert (t.player()["threes"], t.state["threes"]) == ([0, 0, 1], [0, 1, 0])
    assert t.position.to_move == 1


def test_palace_scores_a_point_for_each_card_on_the_player_board(table: Tables) -> None:
    for cards in (0, 1, 8, 15):
        t = table().workers(2, 1, 0, 0, 0).markers(seat=1, threes="wcl").hand(1).court(120)
        for k in range(cards):
            t.place_all(k // 3 + 1, "wcl"[k % 3])
        t.play("palace").do("palace")
        assert (t.vp(), t.position.scores()["palaces"][0]) == (cards, cards)


def test_palace_example_in_region_4_with_6_cards_scores_6_points(table: Tables) -> None:
    """ "He must remove 2 Workers from Region 4, and 1 from a different Region of his choice. He chooses Region 5. There
    are no more available value-3 Unification Markers on the gameboard ... He has 6 cards on his player board, so he
    scores 6 VP."""
    t = table().workers(1, 0, 0, 2, 1).markers(seat=1, threes="wcl").hand(1).court(120)
    t.place_all(1, "wcl").place_all(2, "wc").place_all(4, "l").play("palace")
    t.do("palace", region=4, third_worker=5)
    assert t.player()["workers"] == [1, 0, 0, 0, 0]
    assert (t.vp(), t.player()["threes"], t.position.to_move) == (6, [0, 0, 0], 1)


def test_palace_not_where_the_cube_is_above_the_symbol_or_in_the_rightmost_slot(table: Tables) -> None:
    """R1: at exactly two levels of a track with the symbol."""
    for number, board in enumerate(table().components.boards):
        for region in range(1, 6):
            length = board.tracks[region - 1]
            for level in range(length + 1):
                t = table(boards=[number, 0]).workers(2, 2, 2, 2, 2).unrest(region, level).play("palace")
                forbidden = board.no_palace[region - 1] >> level & 1
                assert bool(t.offers("palace", region=region)) != bool(forbidden)
                assert forbidden or level < length  # the rightmost slot always forbids


def test_palace_not_when_every_region_that_could_is_forbidden(table: Tables) -> None:
    t = table().workers(2, 1, 0, 0, 0)
    t.unrest(1, t.track(1))
    assert "palace" not in t.actions()
    t.workers(2, 2, 0, 0, 0)
    assert "palace" in t.actions()


# -- Build 1 wall --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rods", [1, 2, 3])
def test_wall_costs_as_many_workers_as_rods_all_from_different_regions(table: Tables, rods: int) -> None:
    t = table().workers(2, 0, 1, 1, 1).play("wall").do("wall", section=4, rods=rods)
    paid = [set(move["regions"]) for move in t.offers("pay")]
    assert all(len(regions) == rods and regions <= {1, 3, 4, 5} for regions in paid)
    assert len(paid) == {1: 4, 2: 6, 3: 4}[rods]
    t.do("pay", regions=[1, 3, 4][:rods])
    assert t.player()["workers"] == [1, 0, int(rods < 2), int(rods < 3), 1]
    assert (t.player()["walls"], t.player()["wall_at"]) == (4, [0, 0, 0, rods, 0, 0])
    assert t.state["slot"][3] == [int(rods == k) for k in (1, 2, 3)]
    assert (t.vp(), t.position.to_move) == (0, 1)


@pytest.mark.parametrize(("workers", "most"), [((9, 0, 0, 0, 0), 1), ((3, 0, 0, 1, 0), 2), ((1, 1, 1, 1, 1), 3)])
def test_wall_slots_need_workers_in_as_many_regions(table: Tables, workers: tuple[int, ...], most: int) -> None:
    t = table().workers(*workers).play("wall")
    assert {(move["section"], move["rods"]) for move in t.offers("wall")} == {
        (section, rods) for section in range(1, 7) for rods in range(1, most + 1)
    }


def test_wall_slots_hold_one_wall_and_a_section_one_own_wall(table: Tables) -> None:
    t = table().workers(1, 1, 1, 0, 0).wall(2, 3, seat=1).wall(5, 1).play("wall")
    slots = {(move["section"], move["rods"]) for move in t.offers("wall")}
    assert slots == {(s, r) for s in range(1, 7) for r in (1, 2, 3)} - {(2, 3), (5, 1), (5, 2), (5, 3)}


def test_wall_not_when_all_5_are_on_the_board(table: Tables) -> None:
    t = table().workers(1, 1, 1, 1, 1)
    for section in range(1, 5):
        t.wall(section, 1)
    assert "wall" in t.actions()
    t.wall(5, 1)
    assert "wall" not in t.actions()


def test_wall_not_when_only_dearer_slots_are_left(table: Tables) -> None:
    t = table(players=3).workers(4, 0, 0, 0, 0)
    for section in range(1, 7):
        t.wall(section, 1, seat=1 if section < 6 else 2)
    assert "wall" not in t.actions()
    t.workers(1, 1, 0, 0, 0)
    assert {move["rods"] for move in t.play("wall").offers("wall")} == {2}


def test_wall_and_palace_not_without_workers(table: Tables) -> None:
    assert table().actions().isdisjoint({"wall", "palace"})
