"""The rulings on what the rulebook leaves open: those of the game's README that no test of a paragraph
names."""

from typing import Any

from cext.games.zhanguo.data.component_types import ASPECTS, CRITERIA
from tests.games.positions import Tables


def trio(t: Any, region: int, seat: int = 0) -> Any:
    """One official of each colour in a governors area."""
    return t.officials(region, military=1, civilian=1, inspector=1, seat=seat)


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


def test_r14_a_governor_moved_away_leaves_his_square_to_later_ones(table: Tables) -> None:
    t = trio(trio(table(block="moves"), 2), 2, seat=1).play("governor").do("governor", square="4 VP")
    t.do("ability").do("move_governor", origin=2, square="4 VP", target=1)
    assert (t.player()["governors_in"][0], t.state["square"][1]) == (1, [0, 0, 0, 0])
    assert t.play("governor").do("governor", square="4 VP").vp(1) == 4


def test_r14_the_mover_chooses_which_of_his_governors_leaves(table: Tables) -> None:
    t = trio(table(block="moves"), 2).governors(2).play("governor").do("governor", square="4 VP").do("ability")
    assert {move["square"] for move in t.offers("move_governor", origin=2)} == {"4 VP", "no bonus"}
    t.do("move_governor", square="no bonus", target=3)
    assert t.state["square"][1].count(1) == 1


def test_r17_markers_return_first_and_the_disc_goes_to_the_end_of_the_order(table: Tables) -> None:
    t = table()
    aspect, round_, _ = t.reward("official")
    t.markers(**{aspect: 4}).rewards_phase(round_).do("reward", accept=True)
    a = ASPECTS.index(aspect)
    assert (t.stage(), t.state["ones"][a], t.state["order"][:2]) == ("official", 6, [1, 0])


def test_r18_a_claimed_task_stays_although_the_governor_moves_away(table: Tables) -> None:
    t = table(block="moves")
    tile = next(k for k, task in enumerate(t.components.tasks) if task.type == 2 and task.regions == 0b01001)
    t.set(tile=[0, 4, tile, 1, 5, 8 + (tile - 8 + 1) % 4]).governors(1)
    trio(t, 4).play("governor").do("governor", square="4 VP").do("stop")
    assert t.player()["task"][2] == 1
    trio(t.set(active=0), 2).play("governor").do("governor", square="4 VP")
    t.do("ability").do("move_governor", origin=1, target=2)
    assert (t.player()["governors_in"][0], t.player()["task"][2]) == (0, 1)


def test_r18_a_task_is_judged_at_the_end_of_the_turn_after_the_abilities(table: Tables) -> None:
    t = table(block="moves")
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


def test_r27_the_final_tie_break_is_the_order_after_round_5(table: Tables) -> None:
    t = table()
    aspect, round_, _ = t.reward("wall", but=("writing",))
    assert round_ == 5
    t.set(face=[CRITERIA.index("full_regions")] * 6).markers(**{aspect: 1}).rewards_phase(5)
    assert t.position.ranks()[0] == 1
    t.do("reward", accept=True).do("wall", section=1, rods=1)
    assert (t.stage(), t.position.scores()["score"], t.position.ranks()) == ("over", [0, 0], [2, 1])
