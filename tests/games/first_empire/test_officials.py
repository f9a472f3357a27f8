"""Court Actions that bring pieces to the player board (13, 17), and moving an official instead of abilities (20)."""

import pytest

from tests.games.positions import Tables

REGIONS = ("chu", "wei", "zhao", "qi", "yan")
LOW, HIGH = 30, 57  # of the example: a card below the last card of the Court, which is no reason to build a wall

# -- Recruit 1 Official -----------------------------------------------------------------------------------------------


def test_13_example_an_alchemist_to_wei(table: Tables) -> None:
    """ "She performs the Recruit 1 Official action and decides to send an Alchemist from her supply to Wei"."""
    t = table().play("recruit").do("recruit", official="alchemist", region="wei")
    assert t.officials_in("wei") == {"alchemist": 1, "architect": 0, "general": 0}
    assert t.of("supply") == {"alchemist": 3, "architect": 4, "general": 4}


def test_13_any_type_to_any_region(table: Tables) -> None:
    """ "1 Official of their choice from their supply …, in the region of their choice. There is no limit"."""
    t = table().officials("qi", alchemist=3, general=4).play("recruit")
    assert {(move["official"], move["region"]) for move in t.offers("recruit")} == {
        (official, region) for official in ("alchemist", "architect") for region in REGIONS
    }
    assert t.do("recruit", official="alchemist", region="qi").officials_in("qi")["alchemist"] == 4


def test_13_not_without_officials_in_the_supply(table: Tables) -> None:
    """ "Should a player have placed all their Officials …, they cannot perform this action"."""
    assert "recruit" not in table().officials("chu", alchemist=4, architect=4, general=4).actions()


# -- Hire 2 Workers ---------------------------------------------------------------------------------------------------


def test_17_example_two_workers_in_zhao(table: Tables) -> None:
    """ "She controls Generals in Zhao and Yan. She decides to increase Unrest in Zhao by one and hire two workers
    there"."""
    t = table().officials("zhao", general=1).officials("yan", general=1).play("hire")
    assert [move["region"] for move in t.offers("hire")] == ["zhao", "yan"]
    t.do("hire", region="zhao")
    assert (t.of("workers")["zhao"], t.of("unrest")["zhao"]) == (2, 1)


def test_17_two_workers_however_many_generals(table: Tables) -> None:
    """ "If there are 2 or more Generals in that region, the player still hires 2 Workers"."""
    t = table().officials("zhao", general=3).workers(zhao=5).play("hire").do("hire", region="zhao")
    assert t.of("workers")["zhao"] == 7


def test_17_not_at_unrest_3(table: Tables) -> None:
    """ "If the Player's Unrest marker in the region is already on 3, they cannot hire 2 workers in that region"."""
    t = table().officials("zhao", general=1).officials("yan", general=1).unrest(zhao=3, yan=2).play("hire")
    assert [move["region"] for move in t.offers("hire")] == ["yan"]
    assert t.do("hire", region="yan").of("unrest")["yan"] == 3


def test_17_not_without_a_general(table: Tables) -> None:
    """ "If there is no General in a region, the player cannot hire 2 workers there"."""
    assert "hire" not in table().officials("chu", alchemist=4, architect=4).actions()


# -- B Move 1 Official ------------------------------------------------------------------------------------------------


def test_20_example_an_official_is_moved_instead_of_abilities(table: Tables) -> None:
    """ "She cannot trigger her card abilities because the card she just played does not have a higher value …
    However, she may move one of her Officials one space, if she wishes to"."""
    t = table().place("wei", 94).court(HIGH).hand(LOW, 1).officials("yan", general=1).workers(chu=1)
    t.play("wall", LOW).do("wall", section=1, workers=1).do("pay").do("emperor")
    assert {move["kind"] for move in t.offers()} == {"move", "stop"}
    t.do("move", official="general", origin="yan", target="qi")
    assert (t.officials_in("yan")["general"], t.officials_in("qi")["general"]) == (0, 1)
    assert t.position.to_move == 1


@pytest.mark.parametrize(("origin", "targets"), [("chu", ["wei"]), ("wei", ["chu", "zhao"]), ("zhao", ["wei", "qi"]),
                                                  ("qi", ["zhao", "yan"]), ("yan", ["qi"])])  # fmt: skip
def test_20_to_an_adjacent_region(table: Tables, origin: str, targets: list[str]) -> None:
    """ "Move one of their Officials to an adjacent region (Chu and Yan regions are not adjacent)"."""
    t = table().officials(origin, architect=1).play("elixir").do("unlock_one")
    assert [(move["origin"], move["target"]) for move in t.offers("move")] == [(origin, target) for target in targets]


def test_20_also_when_the_number_is_right(table: Tables) -> None:
    """ "Is appropriate but they do not want to activate any card ability": both are offered, and to pass."""
    card, ability = 9, 21
    t = table().place("wei", ability).court(50).hand(card).officials("yan", general=1).play("elixir", card)
    t.do("unlock_one")
    assert {move["kind"] for move in t.offers()} == {"ability", "move", "stop"}


def test_20_pass(table: Tables) -> None:
    """C: "They can simply decide to end their turn"."""
    t = table().officials("yan", general=1).play("elixir").do("unlock_one").do("stop")
    assert (t.position.to_move, t.officials_in("yan")["general"]) == (1, 1)


def test_20_nothing_is_asked_without_officials_and_abilities(table: Tables) -> None:
    assert table().play("elixir").do("unlock_one").position.to_move == 1
