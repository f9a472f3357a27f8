"""Phase 2: how to play a card, and the unification action with its markers and its unrest."""

import pytest

from tests.games.positions import Tables

# -- How to play a card --------------------------------------------------------------------------------------------


def test_clockwise_from_the_1st_player_each_plays_1_card_until_all_cards_are_played(table: Tables) -> None:
    t = table(players=3)
    turns = []
    while t.state["round"] == 0 and t.stage() != "reward":
        if t.stage() == "play":
            turns.append(t.position.to_move)
            t.play("recruit")
        else:
            t.position.apply(t.position.moves()[0])
    assert turns == [0, 1, 2] * 6


def test_any_action_can_be_performed_with_any_card(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1, inspector=1).workers(2, 1, 0, 0, 0)
    offers = t.offers("play")
    hand = t.player()["hand"][:6]
    every = {"unify", "recruit", "re-assign", "governor", "hire", "palace", "wall"}
    assert {(move["card"], move["action"]) for move in offers} == {(card, action) for card in hand for action in every}
    assert len(offers) == 42


def test_a_card_played_to_the_court_lies_on_top_of_the_pile_and_is_gone_from_the_hand(table: Tables) -> None:
    t = table().hand(5, 90, seat=0).hand(60, seat=1)
    t.play("recruit", 90).do("official", official="military", region=1)
    assert (t.state["court"], t.player()["hand"][:2], t.player()["n_hand"]) == (90, [5, 0], 1)
    t.play("recruit", 60).do("official", official="military", region=1)
    assert t.state["court"] == 60


def test_a_card_placed_on_the_player_board_does_not_touch_the_court_pile(table: Tables) -> None:
    t = table().hand(5, 90).court(70)
    t.play("unify", 90).do("region", region=2)
    assert t.state["court"] == 70
    assert t.player()["card"][1] == [90, 0, 0]


# -- Unification action --------------------------------------------------------------------------------------------


def test_the_card_goes_to_a_region_of_choice_under_the_cards_that_lie_there(table: Tables) -> None:
    t = table().hand(5).place(3, 50, 100)
    t.play("unify")
    assert [move["region"] for move in t.offers("region")] == [1, 2, 3, 4, 5]
    t.do("region", region=3)
    assert t.player()["card"][2] == [50, 100, 5]


def test_a_region_hosts_up_to_3_cards(table: Tables) -> None:
    t = table().hand(5).place(3, 50, 100, 6).play("unify")
    assert [move["region"] for move in t.offers("region")] == [1, 2, 4, 5]


@pytest.mark.parametrize(("lying", "markers", "unrest"), [(0, 1, 0), (1, 2, 1), (2, 3, 2)])
def test_1_2_or_3_markers_of_the_colour_and_0_1_or_2_unrest_for_the_1st_2nd_3rd_card(
    table: Tables, lying: int, markers: int, unrest: int
) -> None:
    t = table().hand(100).place(2, *(1, 50)[:lying])
    t.play("unify").do("region", region=2)
    assert t.player()["ones"] == [0, 0, markers]
    assert t.state["ones"] == [6, 6, 6 - markers]
    assert t.player()["unrest"] == [0, unrest, 0, 0, 0]
    assert t.vp() == 0


def test_example_a_first_brown_card_in_region_2_brings_1_brown_marker(table: Tables) -> None:
    """ "It is the first card placed in this Region of his player board and it is Brown, so he takes 1 Brown
    Unification Marker."""
    t = table().hand(99).place(1, 10).play("unify", 99).do("region", region=2)
    assert t.player()["ones"] == [0, 0, 1]


def test_example_the_3rd_card_in_region_4_an_orange_one_raises_unrest_from_1_to_3(table: Tables) -> None:
    """ "There was already a cube in the leftmost slot of the Region, so the total level is now 3. The placed card is
    Orange, so he takes 3 Orange Unification Markers."""
    t = table().hand(60).place(4, 10, 90).unrest(4, 1).play("unify", 60).do("region", region=4)
    assert t.player()["unrest"][3] == 3
    assert t.player()["ones"] == [0, 3, 0]


def test_markers_the_supply_cannot_give_bring_1_point_each_at_once(table: Tables) -> None:
    t = table().hand(100).place(2, 1, 50).markers(seat=1, laws=5).play("unify").do("region", region=2)
    assert t.player()["ones"] == [0, 0, 1]
    assert t.state["ones"] == [6, 6, 0]
    assert t.vp() == 2
    assert t.position.scores()["missing"] == [2, 0]
    assert t.position.counters(0)["markers_missed"] == 2


def test_only_the_markers_of_the_cards_colour_count_for_that(table: Tables) -> None:
    t = table().hand(100).markers(seat=1, writing=6, currency=6).play("unify").do("region", region=2)
    assert (t.player()["ones"], t.vp()) == ([0, 0, 1], 0)


def test_the_other_players_do_not_feel_the_unrest(table: Tables) -> None:
    t = table().hand(100).place(2, 1).play("unify").do("region", region=2)
    assert t.player(1)["unrest"] == [0] * 5


# -- Unrest tracks -------------------------------------------------------------------------------------------------


def test_example_with_2_cards_and_unrest_2_of_3_a_3rd_card_cannot_be_put(table: Tables) -> None:
    """ "The maximum possible level of unrest is 3. There are 2 cards already in the Region, and the current level of
    unrest is 2. The player cannot put a 3rd card in that Region"."""
    t = table()
    region = t.regions_with_track(3)[0]
    t.hand(60).place(region, 10, 90).unrest(region, 2).play("unify", 60)
    assert t.offers("region", region=region) == []
    assert len(t.offers("region")) == 4


@pytest.mark.parametrize("length", [2, 3, 4])
def test_a_card_is_placed_only_if_the_unrest_it_causes_stays_on_the_track(table: Tables, length: int) -> None:
    for lying, causes in ((0, 0), (1, 1), (2, 2)):
        for level in range(length + 1):
            t = table()
            region = t.regions_with_track(length)[0]
            t.hand(60).place(region, *(10, 90)[:lying]).unrest(region, level).play("unify", 60)
            assert bool(t.offers("region", region=region)) == (level + causes <= length)


def test_the_unification_action_is_not_offered_when_no_region_can_take_a_card(table: Tables) -> None:
    t = table()
    for region, cards in enumerate(((1, 2), (3, 4), (41, 42), (43, 44)), 1):
        t.place(region, *cards).unrest(region, t.track(region) - 1)
    t.place(5, 81, 82, 83)
    assert "unify" not in t.actions()
    t.unrest(1, 0)
    assert "unify" in t.actions()


def test_the_unification_action_ends_the_turn_without_abilities(table: Tables) -> None:
    t = table(boards=["star", "star"])
    t.place(1, t.card(trigger="recruit", ability="vp_3")).hand(60).play("unify").do("region", region=2)
    assert (t.position.to_move, t.stage(), t.vp()) == (1, "play", 0)
