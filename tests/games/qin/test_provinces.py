"""Setup, placing, and sections 1, 2, 3 and 6 of the rules: found, expand, major, absorb."""

import numpy as np
import pytest

from cext.games import load_game
from tests.games.positions import Tables

OPEN = [".............", ".R.........Y.", ".............", ".............", ".............", ".B.........B."]


@pytest.mark.parametrize(("players", "pagodas"), [(2, 24), (3, 19), (4, 15)])
def test_setup(players: int, pagodas: int) -> None:
    """ "Give each player 3 face down tiles"; "in a 2-player-game: 24 pagodas ... 3-player-game: 19 ... 4: 15"."""
    game = load_game("qin", players=players)
    setup = game.words.setup(game.deal(seed=1))
    assert [len(hand) for hand in setup["hands"]] == [3] * players
    every = [tile for hand in setup["hands"] for tile in hand] + setup["piles"]
    assert sorted(every.count(tile) for tile in set(every)) == [12] * 6
    assert setup["pagodas"] == pagodas


def test_a_tile_covers_grassland_beside_a_province_space_either_way_round(table: Tables) -> None:
    """ "only be placed onto grassland spaces"; "share an edge with an existing province space"; "You may rotate"."""
    t = table(["R.v..", ".~...", "....."])
    t.hand(0, "RY")
    offered = {t.game.words.notation(t.position, move) for move in t.position.moves()}
    assert offered == {"Ra2Ya3", "Ra3Ya2"}  # b1 has no grassland beside it


def test_a_village_is_no_province_space(table: Tables) -> None:
    """ "(villages are not considered province spaces)" """
    t = table(["v..R", "....", "...."])
    assert not t.allows("Ya2Ya3")
    assert t.allows("Yc1Yc2")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_other_tiles_laid_out_make_the_deal_they_come_from(players: int) -> None:
    """Hands, piles and all that follows from them are those of the set-up, on every map."""
    game = load_game("qin", players=players)
    for name in game.boards:
        boards = [name] * players
        for deal in range(5):
            other = game.deal(seed=2, deal=deal, boards=boards)
            laid_out = game.words.deal_from_setup(game.words.setup(other), seed=1, boards=boards)
            assert laid_out == other
            assert (laid_out.consistent(), laid_out.moves()) == (0, other.moves())


def test_at_the_end_of_a_turn_one_tile_is_drawn_and_the_next_player_follows(table: Tables) -> None:
    """ "you draw one new tile ... Then it is the next player's turn." """
    t = table(OPEN)
    before = t.state
    t.position.apply(t.position.moves()[0])
    after = t.state
    assert (sum(after["hand"][0]), after["drawn"], after["active"]) == (3, before["drawn"] + 1, 1)


def test_which_pile_a_tile_is_drawn_from_matters_to_nobody() -> None:
    """ "from any of the available piles": the next of the tiles, one amid them or the last, each kind is as likely,
    and as likely to be of a kind that the player who draws has in hand."""
    game = load_game("qin", players=2)
    kinds = {place: np.zeros(6, int) for place in (6, 40, 71)}
    held = dict.fromkeys(kinds, 0)
    for deal in range(3000):
        state = game.state(game.deal(seed=7, deal=deal))
        for place in kinds:
            kind = state["bag"][place]
            kinds[place][kind] += 1
            held[place] += state["hand"][0][kind]
    for place, counts in kinds.items():
        assert (abs(counts - 500) < 90).all(), (place, counts)  # 500 expected, 4.4 standard deviations
        assert abs(held[place] - 3 * 3000 * 11 / 71) < 200, (place, held)  # 1,394 expected, more than 5


# -- 1. Found Province -----------------------------------------------------------------------------------------------


def test_a_tile_founds_two_provinces(table: Tables) -> None:
    """ "Purple creates 2 new provinces (one yellow, one red)." """
    t = table(["R..Y.", "....."]).put("Rb1Yc1")
    assert (t.area("a1")["squares"], t.area("d1")["squares"]) == (["a1", "b1"], ["c1", "d1"])
    assert t.on_board() == [2, 0]


def test_a_yellow_tile_founds_a_province_of_three(table: Tables) -> None:
    """ "a yellow province that comprises 3 province spaces" """
    t = table(["Y....", "....."]).put("Yb1Yc1")
    assert (len(t.area("a1")["squares"]), t.on_board()) == (3, [1, 0])


def test_a_province_of_five_may_be_founded_at_once(table: Tables) -> None:
    """Three single spaces and a tile of their colour: at least 5 spaces, so a double pagoda."""
    t = table(["Y...", "..Y.", ".Y.."]).put("Yb1Yb2")
    assert (t.area("a1")["pagodas"], t.on_board()) == (2, [2, 0])


# -- 2. Expand Province ------------------------------------------------------------------------------------------------


def test_who_expands_a_province_does_not_become_its_owner(table: Tables) -> None:
    """ "You expand a province when you place at least one space of your tile adjacent to an existing province"."""
    t = table(OPEN).put("Rb3Yb4").put("Ra3Ba4", seat=1)
    assert (t.owner("a3"), len(t.area("a3")["squares"]), t.on_board()) == (1, 3, [1, 0])


def test_a_tile_may_neither_found_nor_expand(table: Tables) -> None:
    """ "only 2 single province spaces form" """
    t = table(OPEN).put("Ba2Ya1")
    assert (t.area("a2")["owner"], t.area("a1")["owner"], t.on_board()) == (None, None, [0, 0])


# -- 3. Create Major Province ------------------------------------------------------------------------------------------


def test_the_fifth_space_makes_a_double_pagoda_and_there_is_never_a_third(table: Tables) -> None:
    """ "at least 5 province spaces"; "a maximum of one double pagoda" """
    t = table(OPEN).put("Rb3Rb4")
    assert t.area("b2")["pagodas"] == 1
    t.put("Rc3Bd3")
    assert (len(t.area("b2")["squares"]), t.area("b2")["pagodas"]) == (4, 1)
    t.put("Ra3Ba4", seat=1)
    assert (t.area("b2")["pagodas"], t.on_board()) == (2, [2, 0])
    t.put("Rb1Rc1")
    assert (len(t.area("b2")["squares"]), t.area("b2")["pagodas"], t.on_board()) == (7, 2, [2, 0])


# -- 6. Absorb Province ------------------------------------------------------------------------------------------------


def test_the_larger_province_seizes_the_joined_one_and_the_village_beside_it(table: Tables) -> None:
    """ "Since province b is larger than province a, Green seizes the newly formed red major province and in addition
    the adjacent village." The mover need not be an owner."""
    t = table(["R.....R", "......v", "......."], players=3).put("Rb1Rc1").put("Rf1Yf2", seat=1)
    assert (t.owner("g2"), t.on_board()) == (2, [1, 2, 0])
    t.put("Rd1Re1", seat=2)
    assert (t.owner("a1"), len(t.area("a1")["squares"]), t.owner("g2")) == (1, 7, 1)
    assert t.on_board() == [3, 0, 0]


def test_equal_contributions_forbid_a_merger(table: Tables) -> None:
    """ "Green and White would bring 2 province spaces each to the newly formed major province." """
    t = table(["R....R", "......", "......"]).put("Rb1Yb2").put("Re1Ye2", seat=1)
    assert not t.allows("Rc1Rd1")
    assert not t.allows("Rc1Rd1", seat=1)
    assert t.allows("Rc1Bc2", tile="RB")


def test_single_spaces_belong_to_the_result_but_count_for_nobody(table: Tables) -> None:
    """ "total number of province spaces in the original provinces": a single space is no province."""
    t = table(["R....R", "..R...", "......"]).put("Rb1Yb2").put("Re1Ye2", seat=1)
    assert not t.allows("Rc1Rd1")
    t = table(["R.....R", "...R...", "......."]).put("Rb1Rc1").put("Rf1Yf2", seat=1).put("Rd1Re1", seat=1)
    assert (t.owner("d2"), len(t.area("a1")["squares"])) == (1, 8)


def test_own_provinces_may_be_joined(table: Tables) -> None:
    """Two single pagodas become one double pagoda, of three one goes back."""
    t = table(["R....R", "......", "...R..", "......"]).put("Rb1Yb2").put("Re1Ye2").put("Rd4Bc4")
    assert t.on_board() == [3, 0]
    t.put("Rc1Rd1")
    assert (len(t.area("a1")["squares"]), t.on_board()) == (6, [3, 0])
    t.put("Rd2Bc2")
    assert (len(t.area("a1")["squares"]), t.on_board()) == (9, [2, 0])


def test_major_provinces_are_not_combined(table: Tables) -> None:
    """ "You are not allowed to combine two or more major provinces." """
    t = table(["R.........R", "...........", "..........."])
    t.put("Rb1Rc1").put("Rd1Re1").put("Ri1Rj1").put("Rh1Yh2").put("Rk2Bk3")
    assert t.area("a1")["pagodas"] == t.area("k1")["pagodas"] == 2
    assert not t.allows("Rf1Rg1")
    assert t.allows("Rf1Yf2", tile="RY")


def test_a_major_province_absorbs_small_ones_and_keeps_one_double_pagoda(table: Tables) -> None:
    """ "Green must also remove his pagoda from the original province c" """
    t = table(["R.......R", ".........", "R........", "........."])
    t.put("Rb1Rc1").put("Rd1Re1").put("Rb3Yc3").put("Rh1Yh2", seat=1)
    assert t.on_board() == [3, 1]
    t.put("Ra2Bb2")
    assert (len(t.area("a1")["squares"]), t.on_board()) == (8, [2, 1])
    t.put("Rf1Rg1", seat=1)
    assert (len(t.area("a1")["squares"]), t.owner("i1"), t.on_board()) == (12, 1, [2, 0])


@pytest.mark.parametrize("mover", [0, 1, 2])
def test_a_major_and_a_small_province_of_one_player_absorb_anothers_together(table: Tables, mover: int) -> None:
    """The second example: "Green brings 7 spaces to the newly formed major province and White only 2", whoever lays
    the tile; no pagoda is placed, Green's from c and White's come back."""
    t = table([".......", ".......", "R.....R", ".......", "....R.."], players=3)
    t.put("Rb3Rc3").put("Ra1Ra2").put("Re4Bf4").put("Rf3Yf2", seat=1)
    assert ([t.area(square)["pagodas"] for square in ("a3", "e4", "f3")], t.on_board()) == ([2, 1, 1], [3, 1, 0])
    t.put("Rd3Re3", seat=mover)
    assert (t.owner("a1"), len(t.area("a1")["squares"]), t.on_board()) == (1, 11, [2, 0, 0])
    green, white = t.position.counters(0), t.position.counters(1)
    assert (green["provinces_absorbed"], green["provinces_united"], white["provinces_lost"]) == (1, 1, 1)
    assert [t.position.counters(seat)["pagodas_for_others"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("keeps", [False, True])
def test_an_outnumbered_major_province_forbids_the_merger_or_keeps_its_owner(table: Tables, keeps: bool) -> None:
    """ "Major provinces are safe! They can never be absorbed." 5 spaces against 3 + 4."""
    rows = ["....R....", ".........", "R.......R", ".........", "........."]
    t = table(rows, major_keeps=keeps).put("Rb3Rc3").put("Ra2Yb2").put("Rd3Yd4")
    t.put("Rf1Rg1", seat=1).put("Rg3Rh3", seat=1).put("Rf3Bf4", seat=1)
    assert (t.area("a3")["pagodas"], len(t.area("f3")["squares"])) == (2, 4)
    assert t.allows("Re2Re3") == keeps
    if keeps:
        t.put("Re2Re3", seat=1)
        assert (t.owner("e1"), len(t.area("e1")["squares"]), t.on_board()) == (1, 14, [2, 0])


@pytest.mark.parametrize("any_tie", [False, True])
def test_a_tie_below_the_first_place_forbids_nothing_unless_it_is_read_so(table: Tables, any_tie: bool) -> None:
    """4 spaces against 2 and 2: an owner can be determined; but "two or more players would bring the exact same"."""
    rows = ["....R....", ".........", "R.....R..", ".........", "........."]
    t = table(rows, players=3, merger_any_tie=any_tie).put("Rb3Rc3").put("Rd3Yd4")
    t.put("Re2Yf2", seat=1).put("Rf3Yf4", seat=2)
    assert t.allows("Re3Be4", tile="RB") is not any_tie


def test_two_colours_are_judged_apart_and_both_must_be_allowed(table: Tables) -> None:
    """Red is 2 against 3, yellow 2 against 2; then 2 against 3 in both."""
    t = table(["R...R.", "Y...Y.", "......"]).put("Rb1Yb2").put("Rd1Yd2", seat=1).put("Rf1Bf2", seat=1)
    assert not t.allows("Rc1Yc2", tile="RY")
    t.put("Ye3Bf3", seat=1).put("Rc1Yc2")
    assert (t.owner("a1"), t.owner("a2"), t.on_board()) == (2, 2, [0, 5])
