"""Install 1 Governor (16) and what Governor tiles give (Appendix 3)."""

from itertools import pairwise
from typing import Any

import pytest

from tests.games.positions import Tables

REGIONS = ("chu", "wei", "zhao", "qi", "yan")
EACH = {"alchemist": 1, "architect": 1, "general": 1}


def ready(table: Tables, first: str, second: str, **options: Any) -> Any:
    """A player who may install a Governor in Qi, where this tile lies."""
    return table(**options).officials("qi", **EACH).governor_tile("qi", first, second)


def installed(t: Any) -> Any:
    """The Governor stands on the tile."""
    return t.play("governor").do("governor", region="qi", space=1)


def halves(t: Any) -> list[str]:
    return [move["bonus"] for move in t.offers("bonus")]


# -- Install 1 Governor -----------------------------------------------------------------------------------------------


def test_16_officials_bonus_and_calm(table: Tables) -> None:
    """ "Remove 1 Official of each type …, placing them back in their supply … immediately receive the indicated bonus
    … They reset the Unrest to zero in that region"."""
    t = ready(table, "unlock", "alchemists").officials("qi", general=1).unrest(qi=3, chu=2)
    installed(t).do("bonus", half=1).do("stop")
    assert t.officials_in("qi") == {"alchemist": 0, "architect": 0, "general": 1}
    assert t.of("supply") == {"alchemist": 4, "architect": 4, "general": 3}
    assert (t.player()["governors"], t.of("governors_in")["qi"], t.state["governor"][3][0]) == (6, 1, 1)
    assert (t.player()["entrance"], t.of("unrest")["qi"], t.of("unrest")["chu"]) == (2, 0, 2)


def test_16_with_a_bonus_or_not(table: Tables) -> None:
    """ "They place it on an available space of their choice (with a bonus or not)" (F10)."""
    t = ready(table, "unlock", "alchemists").play("governor")
    assert [(move["region"], move["space"]) for move in t.offers("governor")] == [("qi", 1), ("qi", None)]
    t.do("governor", region="qi", space=None)
    assert (t.player()["entrance"], t.state["governor"][3][0], t.of("governors_in")["qi"]) == (1, 0, 1)


def test_16_a_taken_space_is_not_available(table: Tables) -> None:
    """ "There is no limit to the number of Governors in a region. If there are no bonuses to get, simply place your
    Governor in the Governor area"."""
    t = ready(table, "unlock", "alchemists").governors("qi", seat=1, space=1).play("governor")
    assert [move["space"] for move in t.offers("governor")] == [None]


def test_16_one_official_of_each_type_in_one_region(table: Tables) -> None:
    t = table().officials("qi", alchemist=1, architect=1).officials("yan", general=1)
    assert "governor" not in t.actions()
    assert "governor" in t.officials("qi", general=1).actions()


def test_16_not_without_governors(table: Tables) -> None:
    """ "If all of a player's Governors are already on the board, that player cannot perform this action"."""
    assert "governor" not in table().officials("qi", **EACH).governors("wei", 7).actions()


# -- Appendix 3: Governor tiles ---------------------------------------------------------------------------------------


def test_bonus_vp_for_palaces_or_three_spaces(table: Tables) -> None:
    """ "Gain 1 VP for each Palace you built / Move your Ship 3 spaces. If you reach or pass …, resolve it"."""
    t = ready(table, "vp_per_palace", "ship").palaces("chu", 2).palaces("yan")
    assert halves(installed(t)) == ["1 VP per palace", "ship 3 spaces"]
    assert t.do("bonus", half=1).vp() == 3
    t = installed(ready(table, "vp_per_palace", "ship")).do("bonus", half=2)
    assert t.do("unlock_one").player()["ship"] == 3


def test_bonus_no_ship_from_the_end(table: Tables) -> None:
    """ "If your Ship is already at the end of the track before obtaining the reward, you cannot claim this reward"."""
    t = ready(table, "vp_per_palace", "ship")
    assert halves(installed(t.ship(len(t.components.elixir.vp) - 1))) == ["1 VP per palace"]


def test_bonus_vp_for_walls_or_four_movements(table: Tables) -> None:
    """ "Gain 1 VP for each Wall you built / Perform up to 4 Official movements"."""
    t = ready(table, "vp_per_wall", "moves").wall(1, 1).wall(4, 2).officials("chu", general=1)
    assert installed(t).do("bonus", half=1).vp() == 2
    t = installed(ready(table, "vp_per_wall", "moves").officials("chu", general=1)).do("bonus", half=2)
    for origin, target in pairwise(REGIONS):
        t.do("move", origin=origin, target=target)
    assert t.officials_in("yan")["general"] == 1
    assert t.stage() == "ability"


def test_bonus_calm_or_vp_for_alchemist_cards(table: Tables) -> None:
    """ "Reduce the level of Unrest by one in any two regions / Gain 1 VP for each Alchemist card in your tableau"."""
    t = ready(table, "calm_regions", "vp_per_alchemist").place("chu", "alchemist moves", "master unlock")
    assert halves(installed(t)) == ["1 VP per Alchemist card"]  # nothing to calm
    assert t.do("bonus", half=2).vp() == 2


def test_bonus_soldier_or_two_alchemists(table: Tables) -> None:
    """ "Unlock 1 Terracotta Soldier / Recruit 2 Alchemists in the same region"."""
    t = installed(ready(table, "unlock", "alchemists")).do("bonus", half=2).do("place", region="wei")
    assert t.officials_in("wei")["alchemist"] == 2
    t = installed(ready(table, "unlock", "alchemists").officials("yan", alchemist=3)).do("bonus", half=2)
    assert t.do("place", region="wei").officials_in("wei")["alchemist"] == 1  # F11: 1, if only 1 is left
    t = installed(ready(table, "unlock", "alchemists").soldiers(locked=0, entrance=9))
    assert halves(t) == ["2 alchemists"]


def test_bonus_alchemist_card_or_vp_for_writing_cards(table: Tables) -> None:
    """ "Place one Alchemist card in any region. You do not need an Alchemist in this region / Gain 1 VP for each
    Writing card in your tableau"."""
    t = ready(table, "alchemist_card", "vp_per_writing").place("chu", 1, 2, 41)
    installed(t).do("bonus", half=1)
    assert {move["region"] for move in t.offers("card")} == {"wei", "zhao", "qi", "yan"}
    assert t.do("card", card="alchemist moves", region="yan").cards_in("yan") == ["alchemist moves"]
    t = installed(ready(table, "alchemist_card", "vp_per_writing").place("chu", 1, 2, 41)).do("bonus", half=2)
    assert t.vp() == 2


@pytest.mark.parametrize(("first", "aspect", "cards"), [("moves", "laws", (81, 82, 1)),
                                                         ("architects", "currency", (41, 42, 1))])  # fmt: skip
def test_bonus_vp_for_laws_or_currency_cards(table: Tables, first: str, aspect: str, cards: tuple[int, ...]) -> None:
    """ "Perform up to 3 Official movements. / Gain 1 VP for each Laws card …"; "Recruit 2 Architects in the same region
    / Gain 1 VP for each Currency card in your tableau"."""
    t = installed(ready(table, first, f"vp_per_{aspect}").place("chu", *cards)).do("bonus", half=2)
    assert t.vp() == 2


@pytest.mark.parametrize("made", [0, 1, 2])
@pytest.mark.parametrize(
    ("halves", "half", "move"),
    [
        (("moves", "vp_per_laws"), 1, "move"),
        (("vp_per_wall", "moves"), 2, "move"),
        (("unlock", "move_workers"), 2, "move_worker"),
    ],
)
@pytest.mark.parametrize("reading", ["one", "both"])
def test_bonus_up_to_so_many_movements_may_be_none(
    table: Tables, halves: tuple[str, str], half: int, move: str, made: int, reading: str
) -> None:
    """ "Perform up to 3 Official movements", "up to 4", "Move up to 2 of your Workers": one may stop before the first
    and after each; two workers are all there are."""
    t = installed(ready(table, *halves, governor_bonus=reading).officials("chu", general=1).workers(chu=1, yan=1))
    if reading == "one":
        t.do("bonus", half=half)
    for _ in range(made):
        t.position.apply(t.position.moves()[0])
    if not (move == "move_worker" and made == 2):
        assert t.offers(move)
        t.do("stop")
    assert t.stage() == "ability"
    assert (t.officials_in("chu")["general"], t.of("workers")["chu"]) == (
        1 if move == "move_worker" or made != 1 else 0,
        0 if move == "move_worker" and made else 1,
    )


def test_bonus_soldier_or_two_workers_moved(table: Tables) -> None:
    """ "Unlock 1 Terracotta Soldier / Move up to 2 of your Workers to an adjacent region": each once (F17)."""
    t = installed(ready(table, "unlock", "move_workers").workers(chu=1, zhao=1)).do("bonus", half=2)
    t.do("move_worker", origin="chu", target="wei")
    assert {move["origin"] for move in t.offers("move_worker")} == {"zhao"}
    t.do("move_worker", origin="zhao", target="wei")
    assert t.of("workers") == {"chu": 0, "wei": 2, "zhao": 0, "qi": 0, "yan": 0}


def test_bonus_worker_or_two_spaces(table: Tables) -> None:
    """ "Hire 1 Worker in any region (no Unrest) / Move your Ship 2 spaces"."""
    t = installed(ready(table, "worker", "ship").unrest(yan=3)).do("bonus", half=1).do("place", region="yan")
    assert (t.of("workers")["yan"], t.of("unrest")["yan"]) == (1, 3)
    t = installed(ready(table, "worker", "ship").ship(2)).do("bonus", half=2)
    assert t.player()["ship"] == 4


def test_bonus_two_architects_or_generals(table: Tables) -> None:
    """ "Recruit 2 Architects in the same region"; "Recruit 2 Generals in the same region / Hire 1 Worker"."""
    t = installed(ready(table, "architects", "vp_per_currency")).do("bonus", half=1).do("place", region="chu")
    assert t.officials_in("chu") == {"alchemist": 0, "architect": 2, "general": 0}
    t = installed(ready(table, "generals", "worker")).do("bonus", half=1).do("place", region="chu")
    assert t.officials_in("chu") == {"alchemist": 0, "architect": 0, "general": 2}


def test_bonus_both_halves_under_the_switch(table: Tables) -> None:
    """F11, governor_bonus "both": the first half, then the second."""
    t = installed(ready(table, "worker", "ship", governor_bonus="both").ship(2))
    t.do("place", region="wei")
    assert (t.of("workers")["wei"], t.player()["ship"]) == (1, 4)
