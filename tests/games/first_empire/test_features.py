"""What features tell of moves: pieces, tiles, elixir, walls, tokens, each by a position with one thing in it."""

from pathlib import Path

import pytest

from tests.games.copies import edit
from tests.games.deck_table import features
from tests.games.positions import Tables

EACH = {"alchemist": 1, "architect": 1, "general": 1}


def without(found: dict[str, int], *names: str) -> dict[str, int]:
    """Those that are not 0, but for the ones named."""
    return {name: value for name, value in found.items() if value and name not in names}


def test_an_official_recruited_may_be_the_first_of_his_type_and_complete_a_set(table: Tables) -> None:
    t = table().officials("qi", alchemist=1, architect=1).workers(qi=2)
    promised = features(t, "play", action="recruit")
    assert (promised["sets"], promised["set_majority"]) == (1, 15)
    t.play("recruit")
    general = features(t, "recruit", official="general", region="qi")
    assert without(general) == {"officials": 1, "first_general": 1, "sets": 1, "set_majority": 15} | (
        {"set_tile": general["set_tile"]} if general["set_tile"] else {}
    )
    assert without(features(t, "recruit", official="architect", region="qi")) == {"officials": 1}
    assert features(t, "recruit", official="architect", region="wei")["palace_sites"] == 0
    assert features(t.workers(wei=2), "recruit", official="architect", region="wei")["palace_sites"] == 1


def test_a_set_is_worth_nothing_without_a_governor_in_the_supply(table: Tables) -> None:
    t = table().officials("qi", alchemist=1, architect=1).governors("chu", 7)
    assert features(t, "play", action="recruit")["sets"] == 0


def test_a_governor_brings_majority_and_denies_others_theirs(table: Tables) -> None:
    t = table().officials("qi", **EACH).governors("qi", 1, seat=1).unrest(qi=3)
    assert features(t, "play", action="governor")["majority"] == 7
    found = features(t.play("governor"), "governor", region="qi", space=None)
    # 15 VP of seat 1 are split: 7 each
    assert (found["majority"], found["denied"], found["unrest"], found["silenced"]) == (7, 8, -3, -1)
    assert (found["sets"], found["first_alchemist"], found["bonus_space"]) == (-1, -1, 0)
    third = table().officials("qi", **EACH).governors("qi", 1, seat=1).governors("qi", 1).play("governor")
    found = features(third, "governor", region="qi", space=None)
    assert (found["majority"], found["denied"]) == (8, 7)


def test_li_si_shares_a_majority_by_his_scoring_cards(table: Tables) -> None:
    def shares(level: str) -> tuple[int, int]:
        t = table(players=1, lisi=level).governors("qi", 1, seat=1).officials("qi", **EACH).play("governor")
        found = features(t, "governor", region="qi", space=None)
        return found["majority"], found["denied"]

    assert shares("1") == (5, 5)  # card A: ties are split
    assert shares("3") == (0, 0)  # card B: "Li Si wins all ties"


def test_li_si_loses_nothing_where_neither_card_scores_governors(table: Tables, copy: Path) -> None:
    edit(copy, "scoring_faces.csv", "A,1,2,4,6,split,0,0,", "A,1,2,4,6,none,1,0,")
    t = table(players=1, lisi="1", components=copy).governors("qi", 1, seat=1).officials("qi", **EACH).play("governor")
    found = features(t, "governor", region="qi", space=None)
    assert (found["majority"], found["denied"]) == (5, 0)


def test_a_mausoleum_tile_comes_nearer_and_is_fulfilled(table: Tables) -> None:
    t = table().officials("qi", **EACH)
    t.mausoleum_tile(t.spot("region", "qi"), 1)  # two governors
    assert features(t, "play", action="governor")["tile_vp"] == 0
    found = features(t.play("governor"), "governor", region="qi", space=None)
    assert (found["tile_progress"], found["tile_vp"]) == (1, 0)
    t = table().officials("qi", **EACH).governors("qi", 1)
    t.mausoleum_tile(t.spot("region", "qi"), 1)
    assert features(t, "play", action="governor")["tile_vp"] == 9
    found = features(t.play("governor"), "governor", region="qi", space=None)
    assert (found["tile_progress"], found["tile_vp"]) == (1, 9)


def test_a_soldier_scores_his_slot_and_goes_on_with_lines(table: Tables) -> None:
    t = table().soldiers(locked=8, entrance=1).soldier_on(0, 1).governors("wei", 2)
    t.mausoleum_tile(2, 1)
    found = features(t.play("recruit").do("recruit", official="general", region="yan").do("stop"), "soldier")
    assert without(found) == {"vp": 9, "lines": 1, "line_progress": 2}


def test_the_elixir_counts_cards_times_the_space(table: Tables) -> None:
    t = table().ship(1)
    route = t.components.elixir
    found = features(t, "play", action="elixir")
    assert (found["ship"], found["elixir_vp"]) == (3, 0)
    assert found["symbols"] == sum(route.symbols[2:5]) + sum(route.masters[2:5])
    t = table().place("chu", "alchemist worker", "alchemist moves").ship(1)
    assert features(t, "play", action="elixir")["elixir_vp"] == 2 * (max(route.vp[:5]) - max(route.vp[:2]))


def test_a_wall_is_worth_what_its_tile_counts_now(table: Tables) -> None:
    t = table().workers(chu=1, wei=1, zhao=1).officials("chu", general=1).officials("yan", general=1)
    t.wall(1, 1, seat=1, tile="general").play("wall")
    found = features(t, "wall", section=1, workers=2)
    assert (found["wall_vp"], found["markings"], found["emperor"]) == (2 * 3, 2, 0)
    found = features(t, "wall", section=1, workers=3)
    assert (found["wall_vp"], found["markings"]) == (2 * 4, 3)


def test_own_walls_make_more_of_what_they_count(table: Tables) -> None:
    t = table().wall(1, 2, tile="general").play("recruit")
    assert features(t, "recruit", official="general", region="wei")["wall_vp"] == 3
    t = table().officials("wei", general=1).wall(1, 2, tile="no_unrest").play("hire")
    assert features(t, "hire", region="wei")["wall_vp"] == -2


def test_tokens_are_those_the_supply_has_and_may_take_the_lead(table: Tables) -> None:
    t = table().hand(5).tokens(seat=1, writing=1)
    found = features(t.play("unify"), "region", region="wei")
    assert (found["tokens"], found["lead"], found["first_card"], found["unrest"]) == (1, 1, 1, 0)
    t = table().hand(5).tokens(seat=1, writing=11)
    found = features(t.play("unify"), "region", region="wei")
    assert (found["tokens"], found["lead"]) == (0, 0)


def test_a_third_card_brings_three_tokens_and_two_levels_of_unrest(table: Tables) -> None:
    t = table().hand(5).place("wei", 45, 85)
    found = features(t.play("unify"), "region", region="wei")
    assert (found["tokens"], found["unrest"], found["third_card"]) == (3, 2, 1)


def test_alchemist_cards_apart_leave_the_next_card_the_first(table: Tables) -> None:
    t = table(alchemist_cards="apart").hand(5).place("wei", "alchemist worker")
    found = features(t.play("unify"), "region", region="wei")
    assert (found["tokens"], found["unrest"]) == (1, 0)


def test_triggers_tell_what_the_cards_they_activate_would_give(table: Tables) -> None:
    t = table()
    card = t.card(trigger="hire", ability="unrest_vp_per_laws")
    t.place("wei", card, t.card(aspect="laws", but=[card])).officials("qi", general=1)
    found = features(t, "play", action="hire")
    assert (found["triggers"], found["trigger_vp"]) == (1, t.player()["n_kind"][2])
    silent = features(t.unrest(wei=3), "play", action="hire")
    assert (silent["triggers"], silent["trigger_vp"]) == (0, 0)


@pytest.mark.parametrize(("reading", "near"), [("first", 0), ("always", 1)])
def test_a_free_wall_brings_an_emperor_tile_where_others_stand_by_a_switch(
    table: Tables, reading: str, near: int
) -> None:
    """F31; a wall that is paid for does not, whatever was free before."""
    t = table(free_wall=reading).place("chu", 11).wall(1, 2, seat=1).emperor_tile(1, "governor").tokens(writing=1)
    t.workers(chu=1).rewards_phase(4).do("reward", accept=True)
    assert features(t, "wall", section=1, workers=1)["emperor"] == near
    assert features(t, "wall", section=2, workers=1)["emperor"] == (t.state["n_emperor"][1] > 0)
    t = table(free_wall=reading).wall(1, 2, seat=1).emperor_tile(1, "governor").workers(chu=1)
    assert features(t.play("wall"), "wall", section=1, workers=1)["emperor"] == 0
