"""Build 1 Palace (18) with its tiles (Appendix 3) and Build 1 Wall (19) with its Emperor tiles."""

from typing import Any

import pytest

from tests.games.positions import Tables

# -- Build 1 Palace ---------------------------------------------------------------------------------------------------


def ready_in_qi(table: Tables, *tiles: str) -> Any:
    """An Architect and two Workers in Qi, a Worker elsewhere, these palace tiles there."""
    return table().officials("qi", architect=1).workers(qi=2, yan=1).palace_tiles("qi", *tiles)


def test_18_example_a_palace_in_qi(table: Tables) -> None:
    """ "Since she controls an Architect in Qi, she may spend 2 Workers from there and 1 Worker from another region to
    build a Palace in Qi. She takes a Palace tile from there, then places one of her Palaces. Then, she must take a
    possible Unification token, if able, and decides to take the Writing one. Finally, Stefania scores 6 VP with her
    Palace + 3 VP thanks to the Palace tile, which is discarded"."""
    t = ready_in_qi(table, "laws", "currency").workers(chu=1, qi=2, yan=1).place("qi", 41).place("wei", 42)
    t.play("palace")
    assert [(move["region"], move["third_worker"]) for move in t.offers("palace")] == [("qi", "chu"), ("qi", "yan")]
    t.do("palace", third_worker="yan").do("palace_tile", counts="currency").do("large", aspect="writing")
    assert t.of("workers") == {"chu": 1, "wei": 0, "zhao": 0, "qi": 0, "yan": 0}
    assert (t.of("palaces_in")["qi"], t.player()["palaces"], t.vp()) == (1, 5, 6 + 3)
    assert (t.of("large")["writing"], t.state["large"]) == (1, [0, 1, 1])
    assert t.state["palace_tile"][3] == [3, 0, 0]
    assert t.officials_in("qi")["architect"] == 1


def test_18_workers_and_architect(table: Tables) -> None:
    """ "2 Workers from that region + 1 Worker from a different region"; "at least 1 Architect"."""
    assert "palace" in ready_in_qi(table).actions()
    assert "palace" not in ready_in_qi(table).workers(qi=3).actions()
    assert "palace" not in ready_in_qi(table).workers(qi=1, yan=2).actions()
    assert "palace" not in table().officials("wei", architect=1).workers(qi=2, yan=1).actions()


def test_18_not_without_palaces(table: Tables) -> None:
    """ "If all of a player's Palaces are already on the board, that player cannot perform this action"."""
    assert "palace" not in ready_in_qi(table).palaces("qi", 6).actions()
    assert "palace" in ready_in_qi(table).palaces("qi", 5).actions()  # "no limit to the number of Palaces in a Region"


def test_18_six_vp_without_tile_and_token(table: Tables) -> None:
    """ "If there are no Palace tile left in this region, the player skips this step", so with the large tokens."""
    t = ready_in_qi(table).tokens(seat=1, large="wcl").play("palace").do("palace")
    assert (t.vp(), t.of("large"), t.stage()) == (6, {"writing": 0, "currency": 0, "laws": 0}, "ability")


def test_18_a_tile_and_a_token_must_be_taken(table: Tables) -> None:
    """ "They take a Palace tile …, if possible … They take 1 large Unification token of their choice, if possible"."""
    t = ready_in_qi(table, "laws", "laws").tokens(seat=1, large="c").play("palace").do("palace")
    assert [(move["kind"], move["counts"]) for move in t.offers()] == [("palace_tile", "laws")]
    t.do("palace_tile", counts="laws")
    assert [(move["kind"], move["aspect"]) for move in t.offers()] == [("large", "writing"), ("large", "laws")]


# -- Appendix 3: Palace tiles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tile", "vp"), [("writing", 3), ("currency", 6), ("laws", 0), ("alchemist", 3)])
def test_palace_tile_counts_the_cards_of_its_region(table: Tables, tile: str, vp: int) -> None:
    """ "Gain 3VP for each of your Writing/Currency/Laws/Alchemist cards in the region where you built the Palace"."""
    t = ready_in_qi(table, tile).tokens(seat=1, large="wcl")
    region = {"writing": (1, 41), "currency": (41, 42), "laws": (41,), "alchemist": (41, "master unlock")}
    t.place("qi", *region[tile]).place("chu", 2, 43, 81).play("palace").do("palace").do("palace_tile")
    assert t.vp() == 6 + vp


def test_palace_tile_with_unrest(table: Tables) -> None:
    """ "Increase the level of Unrest by one … to gain 2VP for each of your cards (regardless of their type)"."""
    t = ready_in_qi(table, "any_for_unrest").tokens(seat=1, large="wcl").unrest(qi=2)
    t.place("qi", 1, 41, "alchemist moves").play("palace").do("palace").do("palace_tile")
    assert (t.vp(), t.of("unrest")["qi"]) == (6 + 2 * 3, 3)


def test_palace_tile_with_unrest_not_at_3(table: Tables) -> None:
    """ "You cannot take this tile if your level of Unrest in that region is already at 3"."""
    t = ready_in_qi(table, "any_for_unrest", "laws").unrest(qi=3).play("palace").do("palace")
    assert [move["counts"] for move in t.offers("palace_tile")] == ["laws"]
    t = ready_in_qi(table, "any_for_unrest").unrest(qi=3).tokens(seat=1, large="wcl").play("palace").do("palace")
    assert (t.vp(), t.of("unrest")["qi"], t.state["palace_tile"][3]) == (6, 3, [5, 0, 0])


# -- Build 1 Wall -----------------------------------------------------------------------------------------------------


def test_19_example_a_wall_and_its_emperor_tile(table: Tables) -> None:
    """ "She discards 3 Workers from 3 different regions, then places one of her Walls on any spot with no Wall on it.
    Then, since she is the first player to build on this section, she takes the Emperor tile … and places it on her
    Alchemist card"."""
    t = table().workers(chu=2, wei=1, qi=1, yan=1).place("chu", 1, "alchemist worker").emperor_tile(3, "palace")
    t.play("wall").do("wall", section=3, workers=3).do("pay", regions=["chu", "qi", "yan"])
    t.do("emperor", region="chu", position=2)
    assert t.of("workers") == {"chu": 1, "wei": 1, "zhao": 0, "qi": 0, "yan": 0}
    assert (t.player()["walls"], t.player()["wall_at"], t.state["n_emperor"][2]) == (5, [0, 0, 3, 0, 0, 0], 0)
    by_trigger = t.player()["by_trigger"]
    assert by_trigger[4] & 0b10  # palace, the 2nd card of Chu
    assert not by_trigger[3] & 0b10  # no longer hire


def test_19_workers_from_different_regions(table: Tables) -> None:
    """ "If they must remove 2 or 3 Workers, they all must come from different regions"."""
    t = table().workers(chu=5, yan=1).play("wall")
    assert {move["workers"] for move in t.offers("wall")} == {1, 2}
    t.do("wall", section=1, workers=2)
    assert [move["regions"] for move in t.offers("pay")] == [["chu", "yan"]]
    assert "wall" not in table().actions()


def test_19_one_wall_a_section_and_a_slot(table: Tables) -> None:
    """ "Only 1 Wall can occupy each slot and a single player cannot build more than 1 Wall per section"."""
    t = table().workers(chu=1, wei=1, zhao=1).wall(1, 1).wall(2, 2, seat=1).play("wall")
    offers = {section: [move["workers"] for move in t.offers("wall", section=section)] for section in (1, 2, 3)}
    assert offers == {1: [], 2: [1, 3], 3: [1, 2, 3]}


def test_19_not_without_walls(table: Tables) -> None:
    """ "If all of a player's Walls are already on the board, that player cannot perform this action"."""
    t = table().workers(chu=1)
    for section in range(1, 7):
        assert "wall" in t.actions()
        t.wall(section, 2)
    assert (t.player()["walls"], "wall" in t.actions()) == (0, False)


def built(t: Any, section: int = 3) -> Any:
    """A wall in the slot with one marking."""
    return t.soldiers(locked=9, entrance=0).workers(chu=1).play("wall").do("wall", section=section, workers=1).do("pay")


def test_19_only_the_first_on_a_section_takes_the_tile(table: Tables) -> None:
    """ "If they were the first to build on a section, they must take the top Emperor tile from the Wall section"."""
    for reading in ("first", "always"):  # of a free Wall
        t = built(table(free_wall=reading).place("chu", 1).emperor_tile(3, "palace").wall(3, 2, seat=1))
        assert (t.player()["emperor"], t.state["n_emperor"][2]) == (0, 1)
    t = built(table().place("chu", 1).emperor_tile(3, "palace").wall(4, 2, seat=1))
    assert [move["kind"] for move in t.offers()] == ["emperor"]


def test_19_no_emperor_tile_without_a_card(table: Tables) -> None:
    """ "Only if they have tucked at least one card on their player board"; the tile stays (F9)."""
    t = built(table().emperor_tile(3, "palace"))
    assert (t.stage(), t.state["n_emperor"][2]) == ("play", 1)


def test_19_no_emperor_tile_without_a_unification_action(table: Tables) -> None:
    """ "I.e. after having played at least one Unification action": an Alchemist card alone is none (F30); with another
    card the tile may go on either."""
    t = built(table().place("chu", "alchemist moves").emperor_tile(3, "palace"))
    assert (t.stage(), t.state["n_emperor"][2]) == ("play", 1)
    t = built(table().place("chu", "alchemist moves", 1).emperor_tile(3, "palace"))
    assert [move["position"] for move in t.offers("emperor")] == [1, 2]


def test_19_not_on_a_card_with_another_emperor_tile(table: Tables) -> None:
    """ "The player cannot choose a card with another Emperor tile already on it"."""
    t = table().place("chu", 1).place("qi", 2).emperor_tile(3, "palace").emperor_tile(4, "elixir").workers(chu=2)
    t.soldiers(locked=9, entrance=0)
    t.play("wall").do("wall", section=3, workers=1).do("pay").do("emperor", region="qi")
    t.set(active=0).play("wall").do("wall", section=4, workers=1).do("pay")
    assert [(move["region"], move["position"]) for move in t.offers("emperor")] == [("chu", 1)]


def test_19_without_a_tile_the_step_is_skipped(table: Tables) -> None:
    """ "If there is no Emperor tile left on the Wall section, the player skips this step"."""
    t = built(table().place("chu", 1).emperor_tile(3))
    assert t.player()["emperor"] == 0


def test_19_the_new_trigger_counts_at_once(table: Tables) -> None:
    """ "Thus modifying the trigger that activates the bonus": of this very action too (F3, F9)."""
    card = 11  # hire: ship 1 space
    t = table().hand(50).place("chu", card).emperor_tile(3, "wall")
    built(t).do("emperor")
    assert [move["card"] for move in t.offers("ability")] == [card]


def test_19_emperor_tiles_in_stacks_by_site(table: Tables) -> None:
    """F8, emperor_tiles "site": "located between both Wall tiles", "the top Emperor tile"."""
    t = table(emperor_tiles="site").place("chu", 1).place("wei", 2).workers(chu=2).emperor_tile(2, "hire", "palace")
    t.soldiers(locked=9, entrance=0)
    t.play("wall").do("wall", section=3, workers=1).do("pay").do("emperor", region="chu", trigger="hire")
    t.set(active=0).play("wall").do("wall", section=4, workers=1).do("pay").do("emperor", trigger="palace")
    assert t.state["n_emperor"][1] == 0
