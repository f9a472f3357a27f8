"""Mausoleum and Terracotta Soldiers (23, 31): conditions, slots, and when soldiers are placed."""

from typing import Any

import pytest

from tests.games.positions import Tables

# Tiles of mausoleum_tiles.csv: what they ask for.
TWO_GOVERNORS, TWO_PALACES, ONE_OF_EACH, TWO_PIECES, THREE_PIECES, ONE_WALL, TWO_WALLS = range(1, 8)


def open_tiles(t: Any) -> set[int]:
    """Spots a soldier may be placed on now, 0 to 8."""
    return {3 * (move["row"] - 1) + move["column"] - 1 for move in t.offers("soldier")}


def turn(t: Any) -> Any:
    """A turn that changes nothing the Mausoleum looks at: no official can be moved after it."""
    return t.unify(t.state["deck"][2][t.state["head"][2]], "chu")


# -- conditions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "governors", "palaces", "met"),
    [
        (TWO_GOVERNORS, 1, 2, False), (TWO_GOVERNORS, 2, 0, True), (TWO_GOVERNORS, 3, 1, True),
        (TWO_PALACES, 2, 1, False), (TWO_PALACES, 0, 2, True), (ONE_OF_EACH, 2, 0, False), (ONE_OF_EACH, 1, 1, True),
        (TWO_PIECES, 1, 0, False), (TWO_PIECES, 1, 1, True), (TWO_PIECES, 0, 2, True), (THREE_PIECES, 2, 0, False),
        (THREE_PIECES, 1, 2, True),
    ],
)  # fmt: skip
def test_31_a_region_tile_asks_for_governors_and_palaces(
    table: Tables, tile: int, governors: int, palaces: int, met: bool
) -> None:
    """ "The Mausoleum tiles depict a minimum requirement (players may exceed the requirement)": pieces of the region
    of the spot, not those of others and not those elsewhere."""
    t = table()
    spot = t.spot("region", "qi")
    t.mausoleum_tile(spot, tile).governors("qi", governors).palaces("qi", palaces)
    t.governors("wei", 1).palaces("chu", 1).governors("qi", 2, seat=1).palaces("qi", 3, seat=2)
    assert (spot in open_tiles(turn(t))) == met


@pytest.mark.parametrize(("sections", "met"), [((3,), False), ((3, 4), True), ((3, 5, 1), False)])
def test_31_a_wall_tile_asks_for_walls_at_the_site(table: Tables, sections: tuple[int, ...], met: bool) -> None:
    """Each Wall site has 2 sections: the second site is sections 3 and 4."""
    t = table()
    spot = t.spot("wall", 2)
    t.mausoleum_tile(spot, TWO_WALLS)
    for section in sections:
        t.wall(section, 1)
    assert (spot in open_tiles(turn(t))) == met


@pytest.mark.parametrize(("space", "cards", "met"), [(12, 1, False), (11, 2, False), (12, 2, True), (15, 3, True)])
def test_31_the_elixir_tile_asks_for_the_ship_and_alchemist_cards(
    table: Tables, space: int, cards: int, met: bool
) -> None:
    t = table()
    spot = t.spot("elixir")
    t.ship(space).place("yan", *("alchemist moves", "alchemist worker", "master unlock")[:cards])
    assert (spot in open_tiles(turn(t))) == met


def test_31_in_the_advanced_mode_a_tile_asks_for_the_place_that_lies_there(table: Tables) -> None:
    """ "Randomly place the 9 Mausoleum tokens on the top left of each Mausoleum spot (therefore covering …)"."""
    t = table(advanced=True)
    spot = t.spot("region", "qi")
    printed = t.components.mausoleum[spot]
    assert (printed.kind, printed.place) != (0, 3)  # somewhere else is printed on this spot of the first deal
    assert open_tiles(turn(t.mausoleum_tile(spot, TWO_GOVERNORS).governors("qi", 2))) == {spot}


# -- soldiers ---------------------------------------------------------------------------------------------------------


def fulfilled(table: Tables, players: int = 3) -> tuple[Any, int]:
    """A table whose first player has two Governors in Qi, and the spot that asks for them: 9, 7, 5, 3 VP."""
    t = table(players=players)
    spot = t.spot("region", "qi")
    return t.mausoleum_tile(spot, TWO_GOVERNORS).governors("qi", 2), spot


def test_31_example_the_topmost_available_spot(table: Tables) -> None:
    """ "Pauline just fulfilled a condition to validate a Mausoleum tile. She takes one of her unlocked Terracotta
    soldiers, places it on the topmost available spot of this tile and scores its VP"."""
    t, spot = fulfilled(table)
    turn(t.soldier_on(spot, seat=1)).do("soldier")
    assert (t.vp(), t.player()["entrance"], t.player()["spots"]) == (7, 0, 1 << spot)
    assert t.state["soldier"][spot] == [2, 1, 0, 0]


@pytest.mark.parametrize(("players", "vp"), [(2, [9, 5]), (3, [9, 7, 5]), (4, [9, 7, 5, 3])])
def test_31_no_space_with_3_plus_for_two_players(table: Tables, players: int, vp: list[int]) -> None:
    """ "In a 2-player game, do not place any Terracotta Soldier on a space with a “3+” symbol"."""
    for others in range(players):
        t, spot = fulfilled(table, players)
        for seat in range(1, others + 1):
            t.soldier_on(spot, seat=seat)
        assert turn(t).do("soldier").vp() == vp[others]


def test_31_one_soldier_a_player_and_tile(table: Tables) -> None:
    """ "A single player cannot have more than one Terracotta Soldier on any given Mausoleum tile"."""
    t, spot = fulfilled(table)
    t.soldier_on(spot)
    assert turn(t).stage() == "play"


def test_31_not_without_a_soldier_at_the_entrance(table: Tables) -> None:
    t, _ = fulfilled(table)
    assert turn(t.soldiers(locked=9, entrance=0)).stage() == "play"


def test_23_one_or_more_at_the_end_of_the_turn(table: Tables) -> None:
    """ "The player may place one or more of their Terracotta Soldiers …, if they fulfill the conditions"."""
    t, spot = fulfilled(table)
    other = t.spot("region", "wei")
    t.mausoleum_tile(other, TWO_PALACES).palaces("wei", 2).soldiers(locked=7, entrance=2)
    assert open_tiles(turn(t)) == {spot, other}
    t.do("soldier", tile="Qi: 2 governors").do("soldier", tile="Wei: 2 palaces")
    assert (t.vp(), t.player()["entrance"], t.position.to_move) == (9 + 9, 0, 1)


def test_23_a_soldier_may_wait(table: Tables) -> None:
    """ "A player may wait a later turn to place one or several of their Terracotta Soldiers"."""
    t, spot = fulfilled(table)
    turn(t).do("stop")
    assert (t.position.to_move, t.player()["entrance"]) == (1, 1)
    assert open_tiles(turn(t.set(active=0))) == {spot}


def test_23_after_abilities(table: Tables) -> None:
    """End of turn: a soldier unlocked by the turn's ability may be placed in it."""
    t, _ = fulfilled(table)
    t.soldiers(locked=9, entrance=0).place("yan", "master unlock").ship(2).palaces("chu", 0)
    t.officials("zhao", architect=1).workers(zhao=2, yan=1).palace_tiles("zhao").tokens(seat=1, large="wcl")
    t.play("palace").do("palace").do("ability", card="master unlock").do("soldier")
    assert (t.player()["locked"], t.vp()) == (8, 6 + 9)
