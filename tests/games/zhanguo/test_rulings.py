"""The rulings on what the rulebook leaves open: one test for each of R1 to R29 of the game's README."""

from typing import Any

import pytest

from cext.games.zhanguo.data.component_types import ASPECTS, BLOCKS, CRITERIA
from tests.games.positions import Tables


def trio(t: Any, region: int, seat: int = 0) -> Any:
    """One official of each colour in a governors area."""
    return t.officials(region, military=1, civilian=1, inspector=1, seat=seat)


def with_block(table: Tables, block: str, **options: Any) -> Any:
    name = next(board.name for board in table().components.boards if BLOCKS[board.block] == block)
    return table(boards=[name, "A"], **options)


def test_r1_palaces_are_forbidden_at_exactly_two_levels_of_a_track_with_the_symbol(table: Tables) -> None:
    for board in table().components.boards:
        for length, mask in zip(board.tracks, board.no_palace, strict=True):
            assert mask in (1 << length, 1 << length | 1 << (length - 1))


def test_r2_one_may_not_choose_a_colour_that_has_run_out_for_1_point(table: Tables) -> None:
    t = with_block(table, "marker").markers(seat=1, writing=6, currency=6).play("recruit")
    t.do("official", official="military", region=1).do("ability")
    assert t.offers() == [{"kind": "marker", "aspect": "laws"}]
    assert t.do("marker").vp() == 0


def test_r3_the_total_unrest_tile_never_scores_less_than_0(table: Tables) -> None:
    t = table().unrest(1, 3).unrest(2, 3).wall(1, 1).set(face=[CRITERIA.index("less_unrest")] * 6)
    assert t.position.scores()["walls"][0] == 0


def test_r4_no_majority_without_a_governor_or_a_marker(table: Tables) -> None:
    scores = table(players=4).position.scores()
    assert (scores["governors"], scores["markers"]) == ([0] * 4, [0] * 4)


def test_r5_most_markers_means_the_highest_value_in_the_end_too(table: Tables) -> None:
    t = table().markers(seat=0, laws=2).markers(seat=1, threes="l")
    assert t.position.scores()["markers"] == [0, 7]


def test_r6_a_governor_tie_splits_9_plus_3_for_each_of_ones_own(table: Tables) -> None:
    t = table().governors(1, 2).governors(1, 2, seat=1)
    assert t.position.scores()["governors"] == [7, 7]  # (9 + 6) / 2


def test_r7_the_court_pile_is_never_cleared(table: Tables) -> None:
    t = table().rewards_phase(1)
    top = t.state["court"]
    assert (t.state["round"], top > 0) == (1, True)
    t.place(2, t.card(trigger="recruit", ability="vp_2"))
    higher = next(card for card in range(120, 80, -1) if card not in (top, t.player()["card"][1][0]))
    t.hand(higher).play("recruit").do("official", official="military", region=1)
    assert t.position.scores()["abilities"][0] == 0  # X is chosen once a game


def test_r8_a_calming_ability_may_unblock_a_region_first(table: Tables) -> None:
    t = table().unrest(4, 3)
    t.unrest(4, t.track(4)).place(4, t.card(trigger="recruit", ability="vp_3"))
    calm = t.card(trigger="recruit", ability="calm_any")
    t.place(2, calm).hand(2).court(60).play("recruit").do("official", official="military", region=1)
    assert t.vp() == 0
    t.do("ability", card=calm).do("calm", region=4)
    assert (t.vp(), t.position.to_move) == (3, 1)


def test_r9_there_are_no_free_moves_in_phase_3(table: Tables) -> None:
    t = table()
    aspect, round_, regions = t.reward("governor", but=("writing",))
    t.officials(3, military=1).markers(**{aspect: 1}).rewards_phase(round_).do("reward", accept=True)
    t.do("governor", region=regions[0], square="re-assignment points")
    targets = {(move["origin"], move["target"]) for move in t.offers("reassign")}
    assert not any(origin.startswith("governors") and target.startswith("workers") for origin, target in targets)


def test_r10_the_action_spends_at_least_1_point_bonuses_and_abilities_may_spend_none(table: Tables) -> None:
    t = table().officials(1, military=1).play("re-assign")
    assert t.offers("stop") == []
    t = trio(table(), 1).officials(2, military=1).play("governor").do("governor", square="re-assignment points")
    assert len(t.offers("stop")) == 1
    t = with_block(table, "moves").play("recruit").do("official", official="military", region=1).do("ability")
    assert len(t.offers("stop")) == 1


def test_r11_walking_through_full_areas_is_one_move_that_costs_their_number_more(table: Tables) -> None:
    t = table().officials(1, military=1, area="workers")
    for region in (2, 3):
        t.officials(region, civilian=2, area="workers")
    t.play("re-assign")
    walks = {(m["target"], m["points"]) for m in t.offers("reassign", official="military")}
    assert walks == {("governors area of region 1", 1), ("workers area of region 4", 3)}


def test_r12_the_official_of_a_square_is_optional_the_one_of_a_reward_is_not(table: Tables) -> None:
    t = trio(table(), 1).play("governor").do("governor", square="an official")
    assert len(t.offers("stop")) == 1
    t = table()
    aspect, round_, _ = t.reward("official")
    t.markers(**{aspect: 1}).rewards_phase(round_).do("reward", accept=True)
    assert (len(t.offers("official")), t.offers("stop")) == (3, [])


def test_r13_an_empty_bonus_square_must_be_used(table: Tables) -> None:
    t = trio(table(), 1).play("governor")
    assert t.offers("governor", square="no bonus") == []


def test_r14_a_governor_moved_away_leaves_his_square_to_later_ones(table: Tables) -> None:
    t = trio(trio(with_block(table, "moves"), 2), 2, seat=1).play("governor").do("governor", square="4 VP")
    t.do("ability").do("move_governor", origin=2, square="4 VP", target=1)
    assert (t.player()["governors_in"][0], t.state["square"][1]) == (1, [0, 0, 0, 0])
    assert t.play("governor").do("governor", square="4 VP").vp(1) == 4


def test_r14_the_mover_chooses_which_of_his_governors_leaves(table: Tables) -> None:
    t = trio(with_block(table, "moves"), 2).governors(2).play("governor").do("governor", square="4 VP").do("ability")
    assert {move["square"] for move in t.offers("move_governor", origin=2)} == {"4 VP", "no bonus"}
    t.do("move_governor", square="no bonus", target=3)
    assert t.state["square"][1].count(1) == 1


def test_r15_a_rewarded_palace_scores_and_keeps_to_its_rules_but_takes_no_value_3_marker(table: Tables) -> None:
    t = with_block(table, "moves")
    aspect, round_, _ = t.reward("palace")
    t.place_all(1, "wc").unrest(2, t.track(2)).markers(**{aspect: 1}).rewards_phase(round_).do("reward", accept=True)
    assert {move["region"] for move in t.offers("palace")} == {1, 3, 4, 5}
    t.do("palace", region=1)
    assert (t.vp(), t.state["threes"], t.stage()) == (2, [1, 1, 1], "over")


def test_r16_who_cannot_take_the_full_reward_is_not_asked(table: Tables) -> None:
    t = table()
    aspect, round_, _ = t.reward("military_2")
    t.officials(1, military=4).markers(**{aspect: 2}).markers(**{aspect: 1}, seat=1).rewards_phase(round_)
    assert t.position.to_move == 1


def test_r17_markers_return_first_and_the_disc_goes_to_the_end_of_the_order(table: Tables) -> None:
    t = table()
    aspect, round_, _ = t.reward("official")
    t.markers(**{aspect: 4}).rewards_phase(round_).do("reward", accept=True)
    a = ASPECTS.index(aspect)
    assert (t.stage(), t.state["ones"][a], t.state["order"][:2]) == ("official", 6, [1, 0])


def test_r17_a_pass_holds_for_one_aspect(table: Tables) -> None:
    t = table().markers(writing=1, currency=1).rewards_phase().do("reward", accept=False)
    assert (t.position.to_move, t.offers()[0]["aspect"]) == (0, "currency")


def test_r18_a_claimed_task_stays_although_the_governor_moves_away(table: Tables) -> None:
    t = with_block(table, "moves")
    tile = next(k for k, task in enumerate(t.components.tasks) if task.type == 2 and task.regions == 0b01001)
    t.set(tile=[0, 4, tile, 1, 5, 8 + (tile - 8 + 1) % 4]).governors(1)
    trio(t, 4).play("governor").do("governor", square="4 VP").do("stop")
    assert t.player()["task"][2] == 1
    trio(t.set(active=0), 2).play("governor").do("governor", square="4 VP")
    t.do("ability").do("move_governor", origin=1, target=2)
    assert (t.player()["governors_in"][0], t.player()["task"][2]) == (0, 1)


def test_r18_a_task_is_judged_at_the_end_of_the_turn_after_the_abilities(table: Tables) -> None:
    t = with_block(table, "moves")
    tile = next(k for k, task in enumerate(t.components.tasks) if task.type == 2 and task.regions == 0b01001)
    t.set(tile=[0, 4, tile, 1, 5, 8 + (tile - 8 + 1) % 4]).governors(1)
    trio(t, 4).play("governor").do("governor", square="4 VP").do("ability").do("move_governor", origin=4, target=5)
    assert (t.position.to_move, t.player()["task"][2]) == (1, 0)


def test_r18_a_task_with_one_site_twice_needs_both_sections(table: Tables) -> None:
    t = table()
    tile, site = next((k, task.walls.index(2)) for k, task in enumerate(t.components.tasks) if 2 in task.walls)
    sections = [s + 1 for s in range(6) if t.components.site_of[s] == site]
    others = [s + 1 for s in range(6) if t.components.site_of[s] != site]
    t.set(tile=[tile, 4, 8, (tile + 1) % 4, 5, 9]).wall(sections[0], 1).wall(others[0], 1).wall(others[2], 1)
    t.workers(1, 0, 0, 0, 0).play("wall").do("wall", section=others[1], rods=1).do("pay")
    assert t.player()["task"][0] == 0
    t.set(active=0).workers(1, 0, 0, 0, 0).play("wall").do("wall", section=sections[1], rods=1).do("pay")
    assert t.player()["task"][0] == 1


def test_r19_every_official_at_work_hires_a_worker(table: Tables) -> None:
    t = table().officials(3, military=1, civilian=1, area="workers").play("hire")
    assert len(t.offers()) == 1
    assert t.do("hire").player()["workers"][2] == 2


def test_r20_the_unrest_variant_counts_the_boards_additional_worker(table: Tables) -> None:
    t = with_block(table, "hire", hire_unrest=True)
    region = t.regions_with_track(3)[0]
    t.officials(region, military=1, area="workers").play("hire").do("hire")
    assert (t.player()["workers"][region - 1], t.player()["unrest"][region - 1]) == (2, 2)


def test_r21_an_ability_without_effect_is_not_listed(table: Tables) -> None:
    t = table().place(2, table().card(trigger="recruit", ability="calm_any")).hand(2).court(60).play("recruit")
    assert t.do("official", official="military", region=1).position.to_move == 1


def test_r22_later_discards_lie_below_earlier_ones(table: Tables) -> None:
    t = table(draft=True)
    bottoms = []
    for _ in range(2):
        while t.stage() == "discard":
            t.position.apply(t.position.moves()[0])
        state = t.state
        deck = [state["deck"][0][(state["head"][0] + k) % 40] for k in range(state["n_deck"][0])]
        bottoms.append(deck[-2:])
        if len(bottoms) == 2:
            assert deck[-4:-2] == bottoms[0]
        t.rewards_phase(state["round"] + 1)


def test_r22_the_same_cards_are_drawn_one_deck_after_the_other_or_all_before_the_first_discard(table: Tables) -> None:
    """With the same discards both readings lead to the same table: they differ in what a player has seen by then."""
    hands, ends = [], []
    for all_decks in (False, True):
        t = table(players=3, draft=True, draw_all_decks=all_decks)
        first = t.player()["hand"]
        while t.stage() == "discard":
            t.do("discard", card=min(move["card"] for move in t.offers()))
        hands.append([card for card in first if card])
        ends.append(t.state)
    assert ends[0] == ends[1]
    assert [len(hand) for hand in hands] == [3, 9]
    assert hands[1][:3] == hands[0]
    kept = ends[1]["seat"][0]
    assert sorted(hands[1]) == sorted(kept["hand"][:6] + [rounds[0] for rounds in kept["drafted"]])


def test_r22_draw_all_decks_alone_changes_nothing(table: Tables) -> None:
    plain, switched = (table(draw_all_decks=switch) for switch in (False, True))
    assert (switched.stage(), switched.state) == (plain.stage(), plain.state)


def test_r23_without_an_auction_all_four_b_sides_are_there_and_the_1st_player_chooses_last(table: Tables) -> None:
    t = table(players=2, boards_by="chosen")
    assert (t.position.to_move, len(t.offers("board"))) == (1, 4)
    t.do("board", board="square")
    assert (t.position.to_move, len(t.offers("board"))) == (0, 3)


def test_r23_in_an_auction_the_opener_must_bid_and_boards_are_as_many_as_players(table: Tables) -> None:
    t = table(players=3, boards_by="auction")
    assert {move["vp"] for move in t.offers()} == set(range(1, 16))
    assert t.state["boards"].bit_count() == 3


def test_r23_players_may_agree_on_the_boards_to_discard_before_an_auction(table: Tables) -> None:
    t = table(players=2, boards_by="auction", boards_discarded="circle,square").do("bid", vp=1).do("bid", vp=0)
    assert [move["board"] for move in t.offers("board")] == ["triangle", "star"]


def test_r24_the_player_order_variant_affects_phase_2_only(table: Tables) -> None:
    t = table(players=3, player_order=True, boards_by="auction").do("bid", vp=1)
    assert t.position.to_move == 1
    t = table(players=3, player_order=True).set(order=[0, 2, 1, 0]).rewards_phase()
    hands = [t.player(seat)["hand"][0] for seat in (0, 1, 2)]
    plain = table(players=3).set(order=[0, 2, 1, 0]).rewards_phase()
    assert hands == [plain.player(seat)["hand"][0] for seat in (0, 1, 2)]  # dealt clockwise


def test_r25_a_player_may_build_several_palaces_in_one_region(table: Tables) -> None:
    t = table(players=4).palaces(1, 3).workers(2, 1, 0, 0, 0)
    assert len(t.play("palace").offers("palace", region=1)) == 1


def test_r26_an_empty_region_without_unrest_meets_officials_cover_unrest(table: Tables) -> None:
    t = table().wall(1, 1).set(face=[CRITERIA.index("officials_cover_unrest")] * 6)
    assert t.position.scores()["walls"][0] == 5


def test_r27_the_final_tie_break_is_the_order_after_round_5(table: Tables) -> None:
    t = table()
    aspect, round_, _ = t.reward("wall", but=("writing",))
    assert round_ == 5
    t.set(face=[CRITERIA.index("full_regions")] * 6).markers(**{aspect: 1}).rewards_phase(5)
    assert t.position.ranks()[0] == 1
    t.do("reward", accept=True).do("wall", section=1, rods=1)
    assert (t.stage(), t.position.scores()["score"], t.position.ranks()) == ("over", [0, 0], [2, 1])


def test_r28_the_value_3_marker_of_a_palace_is_mandatory_its_colour_free(table: Tables) -> None:
    t = table().workers(2, 1, 0, 0, 0).play("palace").do("palace")
    assert {move["aspect"] for move in t.offers("marker_3")} == set(ASPECTS)
    assert t.offers("stop") == []


@pytest.mark.parametrize("workers", [41, 100])
def test_r29_workers_are_not_limited(table: Tables, workers: int) -> None:
    t = table().workers(workers, 0, 0, 0, 0).officials(1, military=2, area="workers").play("hire").do("hire")
    assert t.player()["workers"][0] == workers + 2
