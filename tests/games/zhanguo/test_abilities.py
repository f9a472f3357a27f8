"""Card abilities: when they may be activated, and what each of the 14 brings."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games.zhanguo.data.component_types import ABILITIES
from tests.games.positions import Tables

HIGHER, LOWER = ("wall", "palace", "hire"), ("recruit", "governor")


def ready(t: Any, seat: int = 0) -> Any:
    """Everything every court action needs: officials of all colours in region 1, an official at work, workers."""
    t.officials(1, military=1, civilian=1, inspector=1, seat=seat).officials(5, civilian=1, area="workers", seat=seat)
    return t.workers(2, 1, 0, 0, 0, seat=seat)


def act(t: Any, action: str, card: int) -> Any:
    """Perform a court action in some way, up to the abilities or the end of the turn."""
    t.play(action, card)
    if action == "recruit":
        return t.do("official", official="military", region=1)
    if action == "re-assign":
        return t.do("reassign", official="military", target="governors area of region 2").do("stop")
    if action == "governor":
        return t.do("governor", square="4 VP")
    if action == "hire":
        return t.do("hire", region=5)
    if action == "palace":
        return t.do("palace", third_worker=2).do("marker_3", aspect="laws")
    return t.do("wall", section=1, rods=1).do("pay", regions=[2])


def gained(t: Any, action: str) -> int:
    """Points beyond those of the action itself."""
    scores = t.position.scores()
    points: int = scores["abilities"][0]
    return points


# -- Card abilities activation -------------------------------------------------------------------------------------


@pytest.mark.parametrize("trigger", HIGHER + LOWER)
@pytest.mark.parametrize("card", [10, 110])
def test_higher_numbers_activate_wall_palace_hire_and_lower_ones_recruit_governor(
    table: Tables, trigger: str, card: int
) -> None:
    t = ready(table())
    t.place(2, t.card(trigger=trigger, ability="vp_3", but=(card,))).hand(card).court(60)
    act(t, trigger, card)
    assert gained(t, trigger) == (3 if (card > 60) == (trigger in HIGHER) else 0)
    assert (t.position.to_move, t.state["court"]) == (1, card)


def test_example_a_palace_built_with_a_higher_number_scores_3_points(table: Tables) -> None:
    """ "the activation number of the played card must be HIGHER than the number of the card below it, AND the player
    must perform the "Build 1 Palace" Court Action. If he does this, he scores 3 VP."""
    t = ready(table())
    t.place(2, t.card(trigger="palace", ability="vp_3")).hand(71).court(70)
    act(t, "palace", 71)
    assert gained(t, "palace") == 3


def test_example_40_on_70_activates_governor_cards_but_not_in_a_region_at_its_maximum(table: Tables) -> None:
    """ "The activation number of the played card is 40. The activation number of the card below it is 70. ... he cannot
    activate the card in Region 4 because the black cube is on the rightmost slot"."""
    t = ready(table())
    first = t.card(trigger="governor", ability="vp_2")
    t.place(2, first).place(4, t.card(trigger="governor", ability="vp_3")).unrest(4, t.track(4)).hand(40).court(70)
    act(t, "governor", 40)
    assert gained(t, "governor") == 2


def test_colour_and_ability_of_the_played_card_are_irrelevant(table: Tables) -> None:
    t = ready(table())
    played = t.card(trigger="hire", ability="vp_3")
    t.hand(played).court(played + 1 if played < 120 else played - 1)
    act(t, "recruit", played)
    assert (gained(t, "recruit"), t.position.to_move) == (0, 1)


@pytest.mark.parametrize("performed", [*HIGHER, *LOWER, "re-assign"])
def test_only_the_triggering_action_activates_and_reassign_none(table: Tables, performed: str) -> None:
    t = ready(table())
    for region, trigger in enumerate(HIGHER + LOWER, 1):
        t.place(region, t.card(trigger=trigger, ability="vp_2"))
    card = 119 if performed in HIGHER else 2
    t.hand(card).court(60)
    act(t, performed, card)
    assert gained(t, performed) == (2 if performed != "re-assign" else 0)


@pytest.mark.parametrize("trigger", HIGHER + LOWER)
def test_with_the_first_card_of_the_court_the_player_decides_the_initial_number(table: Tables, trigger: str) -> None:
    t = ready(table())
    t.place(2, t.card(trigger=trigger, ability="vp_3")).hand(60)
    assert t.state["court"] == 0
    act(t, trigger, 60)
    assert (gained(t, trigger), t.state["court"]) == (3, 60)


def test_all_cards_with_the_trigger_may_be_activated_each_once_in_any_order(table: Tables) -> None:
    t = ready(table())
    calm = t.card(trigger="recruit", ability="calm_any")
    mover = t.card(trigger="recruit", ability="move_worker")
    marker = t.card(trigger="recruit", ability="marker")
    t.place(1, calm).place(2, mover, marker).unrest(3, 2).hand(1).court(60)
    act(t, "recruit", 1)
    assert {move["card"] for move in t.offers("ability")} == {calm, mover, marker}
    t.do("ability", card=marker).do("marker", aspect="laws")
    assert {move["card"] for move in t.offers("ability")} == {calm, mover}
    t.do("ability", card=calm).do("calm", region=3)
    assert {move["card"] for move in t.offers("ability")} == {mover}
    t.do("ability", card=mover).do("move_worker", origin=1, target=2)
    assert t.position.to_move == 1


def test_activating_is_optional(table: Tables) -> None:
    t = ready(table())
    t.place(2, t.card(trigger="recruit", ability="calm_any")).unrest(3, 2).hand(1).court(60)
    act(t, "recruit", 1).do("stop")
    assert (t.player()["unrest"][2], t.position.to_move) == (2, 1)


def test_a_region_silenced_by_the_hire_itself_cannot_be_activated(table: Tables) -> None:
    t = ready(table())
    t.place(5, t.card(trigger="hire", ability="vp_3")).unrest(5, t.track(5) - 1).hand(119).court(60)
    act(t, "hire", 119)
    assert (gained(t, "hire"), t.player()["unrest"][4]) == (0, t.track(5))


def test_a_governor_installed_first_frees_the_cards_of_his_region(table: Tables) -> None:
    t = ready(table())
    t.place(1, t.card(trigger="governor", ability="vp_3")).unrest(1, t.track(1)).hand(1).court(60)
    act(t, "governor", 1)
    assert gained(t, "governor") == 3


def test_a_card_placed_in_an_earlier_turn_only_works_for_its_owner(table: Tables) -> None:
    t = ready(table())
    t.place(2, t.card(trigger="recruit", ability="vp_3"), seat=1).hand(1).court(60)
    act(t, "recruit", 1)
    assert t.position.scores()["abilities"] == [0, 0]


# -- Card abilities - bonusses -------------------------------------------------------------------------------------


def activating(table: Tables, ability: str, *, region: int = 2, setup: Callable[[Any], Any] = ready) -> Any:
    """A table where a recruit action has just made the card with this ability available."""
    t = setup(table())
    trigger = "recruit" if any(
        card.trigger == 3 and ABILITIES[card.ability] == ability for card in t.components.cards
    ) else "governor"  # fmt: skip
    number = t.card(trigger=trigger, ability=ability)
    t.place(region, number).hand(1 if number != 1 else 2).court(60)
    return t, trigger


def test_ability_1_marker_of_choice_from_the_supply(table: Tables) -> None:
    """R2: not a colour that has run out, for a point."""
    t, trigger = activating(table, "marker")
    act(t.markers(seat=1, writing=6), trigger, 1).do("ability")
    assert {move["aspect"] for move in t.offers()} == {"currency", "laws"}
    t.do("marker", aspect="laws")
    assert (t.player()["ones"], t.state["ones"], t.vp()) == ([0, 0, 1], [0, 6, 5], t.position.scores()["squares"][0])


def test_ability_marker_brings_1_point_when_the_supply_has_none_left(table: Tables) -> None:
    t, trigger = activating(table, "marker")
    act(t.markers(seat=1, writing=6, currency=6, laws=6), trigger, 1)
    assert (t.position.scores()["missing"][0], t.position.to_move) == (1, 1)


def test_ability_up_to_2_reassignment_points(table: Tables) -> None:
    """R10: none may be spent."""
    t, trigger = activating(table, "reassign")
    act(t, trigger, 1).do("ability")
    assert len(t.offers("stop")) == 1
    t.do("reassign", official="civilian", origin="workers area of region 5", target="workers area of region 4")
    t.do("reassign", official="civilian", origin="workers area of region 4", target="governors area of region 4")
    assert (t.player()["governing"][3], t.position.to_move) == ([0, 1, 0], 1)


@pytest.mark.parametrize(("ability", "points"), [("vp_2", 2), ("vp_3", 3)])
def test_ability_2_or_3_points(table: Tables, ability: str, points: int) -> None:
    t, trigger = activating(table, ability)
    act(t, trigger, 1)
    assert (t.position.scores()["abilities"][0], t.position.to_move) == (points, 1)


def test_ability_1_worker_in_the_region_of_the_card_without_unrest(table: Tables) -> None:
    t, trigger = activating(table, "worker", region=3)
    act(t, trigger, 1)
    assert t.player()["workers"] == [2, 1, 1, 0, 0]
    assert t.player()["unrest"] == [0] * 5
    assert t.position.counters(0)["workers_hired"] == 1


@pytest.mark.parametrize(("a", "aspect"), list(enumerate(("writing", "currency", "laws"))))
def test_ability_a_point_for_each_own_card_of_the_colour(table: Tables, a: int, aspect: str) -> None:
    t, trigger = activating(table, f"vp_per_{aspect}")
    own = (t.player()["card"][1][0] - 1) // 40
    t.place_all(4, "wwc").place_all(5, "ccl").place_all(4, "l", seat=1)
    expected = [2, 3, 1]
    expected[own] += 1
    act(t, trigger, 1)
    assert t.position.scores()["abilities"] == [expected[a], 0]


def test_ability_unrest_1_less_in_a_region_of_choice(table: Tables) -> None:
    t, trigger = activating(table, "calm_any")
    act(t.unrest(3, 2).unrest(4, 1), trigger, 1).do("ability")
    assert [move["region"] for move in t.offers("calm")] == [3, 4]
    t.do("calm", region=3)
    assert t.player()["unrest"] == [0, 0, 1, 1, 0]


def test_ability_unrest_1_less_in_the_region_of_the_card(table: Tables) -> None:
    t, trigger = activating(table, "calm_here", region=3)
    act(t.unrest(3, 2).unrest(4, 1), trigger, 1).do("ability")
    assert t.player()["unrest"] == [0, 0, 1, 1, 0]
    assert t.position.to_move == 1


def test_ability_1_worker_to_an_adjacent_region(table: Tables) -> None:
    t, trigger = activating(table, "move_worker")
    act(t, trigger, 1).do("ability")
    assert {(m["origin"], m["target"]) for m in t.offers("move_worker")} == {(1, 2), (2, 1), (2, 3)}
    assert t.offers("stop") == []  # activated, it is carried out
    t.do("move_worker", origin=2, target=3)
    assert t.player()["workers"] == [2, 0, 1, 0, 0]


@pytest.mark.parametrize(("c", "official"), list(enumerate(("military", "civilian", "inspector"))))
def test_ability_an_official_of_the_colour_to_the_governors_area_of_the_cards_region(
    table: Tables, c: int, official: str
) -> None:
    t, trigger = activating(table, f"{official}_here", region=3)
    act(t, trigger, 1)
    supply = t.player()["officials"]
    t.do("ability")
    assert t.player()["governing"][2] == [int(k == c) for k in range(3)]
    assert t.player()["officials"] == [n - (k == c) for k, n in enumerate(supply)]


# -- which abilities are worth a decision --------------------------------------------------------------------------


@pytest.mark.parametrize("ability", ["calm_any", "calm_here", "move_worker", "military_here"])
def test_an_ability_without_effect_is_not_offered(table: Tables, ability: str) -> None:
    """R21."""
    t = table().officials(1, military=4)
    t.place(2, t.card(trigger="recruit", ability=ability)).hand(1).court(60)
    t.play("recruit", 1).do("official", official="military", region=1)
    assert (t.position.to_move, t.stage()) == (1, "play")


def test_after_the_last_markers_are_gone_a_second_marker_ability_brings_its_point(table: Tables) -> None:
    t = ready(table())
    trigger, first, second = t.pair("marker")
    t.place(2, first).place(3, second).hand(played(trigger)).court(60)
    act(t.markers(seat=1, writing=6, currency=6, laws=5), trigger, played(trigger)).do("ability").do(
        "marker", aspect="laws"
    )
    assert (t.player()["ones"], t.position.scores()["missing"][0], t.position.to_move) == ([0, 0, 1], 1, 1)


def played(trigger: str) -> int:
    """A card that activates this trigger on a court card of 60."""
    return 119 if trigger in HIGHER else 2
