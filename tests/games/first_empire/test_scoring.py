"""End of the Game (32 to 37): the six lines of the scorepad, Wall tiles (Appendix 2), and who wins."""

from typing import Any

import pytest

from tests.games.positions import Tables

REGIONS = ("chu", "wei", "zhao", "qi", "yan")

# -- the scorepad -----------------------------------------------------------------------------------------------------


def test_example_the_scorepad_of_131(table: Tables) -> None:
    """ "62 VP on the score track … 22 VP for Governor majorities in the regions: 7 VP in Wei because she shares a
    majority and 15 VP in Qi where she has the most Governors … 6 VP for her Alchemist cards and the progression of her
    ship (3 VP x 2 Alchemist cards) … 20 VP for Mausoleum bonuses: she completed a row and a column … 19 VP with her
    Walls: 9 VP for the first one (3 VP x 3 different regions in which she placed at least 1 Writing card), 6 VP for the
    second one (3 VP x 2 different regions in which she controls at least one Architect) and 4 VP for the third one (2
    VP x 2 different regions in which she controls at least one Alchemist) … 2 VP for her Terracotta Soldier at the
    entrance … Stefania's total score is 131 VP!" """
    t = table(players=3).points(62)
    t.governors("wei").governors("wei", seat=1).governors("qi", 2).governors("qi", seat=2)
    t.place("chu", 1, "alchemist worker").place("zhao", 2, "alchemist moves").place("yan", 3, 41)
    t.ship(t.components.elixir.vp.index(3)).soldier_on(0, 1, 2, 3, 6)
    t.wall(1, 3, tile="writing_card").wall(3, 2, tile="architect").wall(6, 1, tile="alchemist")
    t.officials("wei", architect=1, alchemist=2).officials("qi", architect=2, alchemist=1)
    scores = t.position.scores()
    assert {name: by_seat[0] for name, by_seat in scores.items() if by_seat[0]} == {
        "abilities": 62, "governors": 22, "elixir": 6, "mausoleum": 20, "walls": 19, "entrance": 2, "score": 131,
    }  # fmt: skip
    assert t.position.ranks()[0] == 1


def test_32_vp_of_play_are_kept_by_where_they_came_from(table: Tables) -> None:
    """1: "Report on the scorepad the VP you scored during the game": a Palace, an ability, a Governor tile, a slot."""
    t = table().officials("qi", alchemist=1, architect=1, general=1).governor_tile("qi", "vp_per_palace", "ship")
    spot = t.spot("region", "qi")
    t.mausoleum_tile(spot, 3).place("wei", 10).workers(qi=2, chu=1).palace_tiles("qi", "laws").court(80)
    t.hand(50).play("palace", 50).do("palace").do("palace_tile").do("large", aspect="laws").do("stop")
    t.set(active=0).hand(20).play("governor", 20).do("governor", space=1).do("bonus", half=1).do("ability")
    t.do("soldier")
    found = {name: t.scores(name)[0] for name in ("palaces", "abilities", "bonuses", "soldiers")}
    assert found == {"palaces": 6, "abilities": 1, "bonuses": 1, "soldiers": 8}
    assert t.vp() == 16


# -- 2. Majorities of Governors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "vp"), [(2, 10), (3, 15), (4, 20)])
def test_33_the_most_governors(table: Tables, players: int, vp: int) -> None:
    """ "The player with the most Governors in the region scores 10/15/20 VP in 2/3/4-player games"."""
    t = table(players=players).governors("chu", 2).governors("chu", seat=1).governors("yan", seat=1)
    assert t.scores("governors") == [vp, vp, *[0] * (players - 2)]


@pytest.mark.parametrize(("players", "vp"), [(2, 10), (3, 15), (4, 20)])
def test_33_a_tie_is_split_and_rounded_down(table: Tables, players: int, vp: int) -> None:
    """ "In case of a tie, VPs are split (rounded down) between the tied players"."""
    for tied in range(2, players + 1):
        t = table(players=players)
        for seat in range(tied):
            t.governors("zhao", 2, seat=seat)
        if tied < players:
            t.governors("zhao", seat=tied)
        assert t.scores("governors") == [vp // tied] * tied + [0] * (players - tied)


def test_33_a_region_without_governors_scores_nobody(table: Tables) -> None:
    """F23: "the player with the most Governors"."""
    assert table().scores("governors") == [0, 0, 0]


# -- 3. Alchemist cards and Ship progression --------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "vp"), [(0, 0), (2, 0), (3, 1), (6, 1), (7, 2), (11, 3), (14, 3), (15, 4), (21, 6)])
def test_34_cards_times_the_highest_value_reached(table: Tables, space: int, vp: int) -> None:
    """ "Each player multiplies the number of Alchemist cards they placed … by the highest VP value reached"."""
    t = table().ship(space).place("chu", "alchemist worker", "alchemist moves").place("yan", "master unlock", 1)
    assert t.scores("elixir") == [3 * vp, 0, 0]
    assert table().ship(space).scores("elixir") == [0, 0, 0]


# -- 4. Mausoleum bonus -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spots", "vp"),
    [((0, 1, 2), 10), ((3, 4, 5), 10), ((6, 7, 8), 10), ((0, 3, 6), 10), ((1, 4, 7), 10), ((2, 5, 8), 10),
     ((0, 4, 8), 0), ((0, 1, 3, 4), 0), ((0, 1, 2, 4, 7), 20), (range(8), 40)],
)  # fmt: skip
def test_35_full_rows_and_columns(table: Tables, spots: tuple[int, ...], vp: int) -> None:
    """ "10 VP for each row or column they formed with their Terracotta Soldiers (regardless of their position)"."""
    assert table().soldier_on(2, seat=1).soldier_on(*spots).scores("mausoleum") == [vp, 0, 0]


# -- 5. Walls: Appendix 2 ---------------------------------------------------------------------------------------------


def board(table: Tables) -> Any:
    """A player board of which the regions differ in everything a Wall tile counts."""
    t = table(players=3).officials("chu", architect=1, general=2).officials("wei", alchemist=3)
    t.officials("qi", architect=1, alchemist=1).workers(wei=1, qi=3, yan=1, chu=1)
    t.place("chu", 1, 2, 41).place("wei", "alchemist worker", 42, "master unlock").place("qi", 3, 81).place("yan", 82)
    t.palaces("chu", 2).palaces("yan").governors("wei", 2).governors("zhao").governors("qi")
    return t.unrest(chu=3, wei=1, qi=2, zhao=1)


@pytest.mark.parametrize(
    ("tile", "times", "vp"),
    [
        ("architect", 2, (2, 3, 4)),  # "2/3/4 VP for each region in which you have at least one Architect"
        ("alchemist", 2, (2, 3, 4)),  # "at least one Alchemist"
        ("general", 1, (2, 3, 4)),  # "at least one General"
        ("worker", 4, (2, 3, 4)),  # "at least one Worker"
        ("two_of_a_type", 2, (2, 3, 4)),  # "at least two cards of the same type"
        ("quadruplet", 2, (2, 4, 6)),  # "2/4/6 VP for each quadruplet of Writing + Currency + Laws + Alchemist cards"
        ("palace", 2, (1, 2, 3)),  # "1/2/3 VP for each region in which you built at least one Palace"
        ("governor", 3, (1, 2, 3)),  # "in which you installed at least one Governor"
        ("writing_card", 2, (1, 2, 3)),  # "in which you placed at least one Writing card"
        ("currency_card", 2, (1, 2, 3)),
        ("laws_card", 2, (1, 2, 3)),
        ("alchemist_card", 1, (1, 2, 3)),
        ("no_unrest", 1, (1, 2, 3)),  # "for each region with no Unrest (with its Unrest marker on 0)"
        ("officials_cover_unrest", 4, (2, 3, 4)),  # "Officials equal to or higher than its level of Unrest"
    ],
)
def test_36_each_wall_tile(table: Tables, tile: str, times: int, vp: tuple[int, int, int]) -> None:
    """Appendix 2; by the markings of the slot: "according to the position of their Walls"."""
    for slot, each in enumerate(vp, start=1):
        assert board(table).wall(4, slot, tile=tile).scores("walls") == [times * each, 0, 0]


def test_36_the_fourth_slot_has_its_markings_too(table: Tables) -> None:
    t = table(players=4).officials("chu", general=1)
    assert t.components.markings[2][0] == (1, 2, 3, 2)
    assert t.wall(1, 4, tile="general").scores("walls")[0] == 3


def test_36_walls_of_several_sections_add_up(table: Tables) -> None:
    t = table().officials("chu", general=1).wall(1, 1, tile="general").wall(6, 3, tile="general")
    assert t.wall(6, 2, seat=1).scores("walls") == [2 + 4, 0, 0]


# -- 6. Extra Terracotta Soldiers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrance", "vp"), [(0, 0), (1, 2), (2, 5), (3, 9), (4, 9), (9, 9)])
def test_37_soldiers_at_the_entrance(table: Tables, entrance: int, vp: int) -> None:
    """ "Players score 2/5/9 VP if they have 1/2/3+ Terracotta Soldiers at the entrance of the Mausoleum"."""
    assert table().soldiers(locked=9 - entrance, entrance=entrance).scores("entrance") == [vp, 2, 2]


# -- the winner -------------------------------------------------------------------------------------------------------


def test_the_highest_total_wins_and_ties_share(table: Tables) -> None:
    """ "The player with the highest total is the winner. In the rare case of a tie, tied players share the victory"."""
    t = table(players=4).points(20).points(30, seat=1).points(30, seat=2).points(25, seat=3)
    assert t.position.ranks() == [4, 1, 1, 3]
