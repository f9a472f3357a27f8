"""Sections 4 and 5 of the rules: connect and conquer villages."""

from typing import Any

import pytest

from tests.games.positions import Tables

BESIDE = ["Y.v.R...", "..B.....", "........", "........"]  # a village on c1: b1, d1 and c2 are beside it


def beside(t: Any) -> list[list[int]]:
    return [village["beside"] for village in t.game.words.whole_state(t.position)["villages"]]


def test_a_founded_province_beside_an_unoccupied_village_seizes_it(table: Tables) -> None:
    """ "Green founds a blue province. In doing so, he also connects to an unoccupied village." """
    t = table(["..Bv..", "......", "......"]).put("Bb1Ya1")
    assert (t.owner("d1"), t.on_board()) == (1, [2, 0])


def test_a_single_space_beside_a_village_seizes_nothing(table: Tables) -> None:
    t = table(["..Bv..", "......", "......"]).put("Yd2Rc2")
    assert (t.owner("d1"), t.on_board()) == (None, [0, 0])


def test_the_village_goes_to_the_owner_of_the_province_whoever_connects_it(table: Tables) -> None:
    """ "the province or major province of any player ... the owner of the province seizes this village" """
    t = table(["R..v...", ".......", "......."]).put("Rb1Yb2").put("Rc1Bc2", seat=1)
    assert (t.owner("d1"), t.on_board()) == (1, [2, 0])


def test_two_village_squares_that_touch_are_one_village(table: Tables) -> None:
    """ "No village can accomodate more than one pagoda" """
    t = table(["Yvv.", "....", "...."]).put("Ya2Yb2")
    assert (t.owner("b1"), t.owner("c1"), t.on_board()) == (1, 1, [2, 0])


def test_a_province_counts_once_however_many_edges_it_shares(table: Tables) -> None:
    t = table(["Yv..", "....", "...."]).put("Ya2Yb2")
    assert beside(t) == [[1, 0]]


def test_equal_pagodas_leave_a_village_unoccupied(table: Tables) -> None:
    """ "As long as two or more players have the same number ... this village is not seized" """
    t = table([".vv.", "R..Y", "....", "...."]).put("Ra3Bb3").put("Yd3Bc3", seat=1).put("Rb2Yc2")
    assert (t.owner("b1"), beside(t)) == (None, [[1, 1]])


def white_holds(table: Tables, **options: Any) -> Any:
    """White's yellow province holds the village."""
    t = table(BESIDE, **options).put("Yb1Rb2", seat=1)
    assert (t.owner("c1"), t.on_board()[:2]) == (2, [0, 2])
    return t


def test_a_second_province_conquers_a_village(table: Tables) -> None:
    """ "more Green pagodas (2) adjoin the village than White pagodas (1)"; "The pagoda on the village itself does not
    count." """
    t = white_holds(table).put("Rd1Yd2")
    assert (t.owner("c1"), beside(t)) == (2, [[1, 1]])
    t.put("Bc3Yb3")
    assert (t.owner("c1"), beside(t), t.on_board()) == (1, [[2, 1]], [3, 1])


def test_a_major_province_conquers_a_village(table: Tables) -> None:
    """ "Due to the newly formed double pagoda, Green has now more pagodas (2) adjacent to the village"."""
    t = white_holds(table).put("Rd1Yd2").put("Rf1Rg1")
    assert t.owner("c1") == 2
    t.put("Rh1Yh2")
    assert (t.owner("c1"), t.on_board()) == (1, [3, 1])


@pytest.mark.parametrize("any_tie", [False, True])
def test_a_tie_below_the_first_place_holds_no_village_unless_it_is_read_so(table: Tables, any_tie: bool) -> None:
    """2 against 1 and 1."""
    t = white_holds(table, players=3, village_any_tie=any_tie).put("Rd1Yd2", seat=2)
    t.put("Bc3Bc4").put("Bb4Ya4").put("Bd4Ye4")
    assert (beside(t), t.owner("c1")) == ([[2, 1, 1]], 2 if any_tie else 1)


def test_two_tied_rivals_leave_a_village_to_its_owner(table: Tables) -> None:
    """Both rivals raise a double pagoda with one tile: 1 against 2 and 2."""
    t = table(BESIDE, players=3).put("Yb1Rb2").put("Rd1Yd2", seat=1).put("Rf1Rg1", seat=1)
    t.put("Bc3Yb3", seat=2).put("Bd3Be3", seat=2)
    assert (beside(t), t.owner("c1")) == ([[1, 1, 1]], 1)
    t.put("Rf2Bf3", seat=1)
    assert (beside(t), t.owner("c1")) == ([[1, 2, 2]], 1)


def test_an_owner_without_pagodas_beside_it_keeps_a_village_while_others_are_tied(table: Tables) -> None:
    """Green's two provinces beside the village are absorbed by two players who then have as many as a third."""
    rows = [["."] * 13 for _ in range(9)]
    for row, column, kind in ((3, 6, "v"), (3, 5, "Y"), (3, 7, "B"), (2, 6, "R"), (3, 1, "Y"), (3, 11, "B")):
        rows[row][column] = kind
    t = table(["".join(row) for row in rows], players=4)
    t.put("Ye4Re5").put("Bi4Ri5")
    t.put("Rf2Rg2", seat=2).put("Rh2Bh1", seat=2).put("Rg1Bf1", seat=2)
    t.put("Yb2Yb3", seat=1).put("Bl2Bl3", seat=3)
    assert (t.owner("g4"), beside(t)) == (1, [[2, 0, 2, 0]])
    t.put("Yc4Yd4", seat=2)
    assert (t.owner("g4"), beside(t)) == (1, [[1, 2, 2, 0]])
    t.put("Bj4Bk4", seat=2)
    assert (t.owner("g4"), beside(t), t.on_board()) == (1, [[0, 2, 2, 2]], [1, 2, 2, 2])


def test_an_owner_without_pagodas_beside_it_keeps_a_village_until_one_leads(table: Tables) -> None:
    """His province is absorbed by one that adjoins the village, so that player has more than 0."""
    t = table(["R.....R", "v.....v", "......."]).put("Rb1Rc1").put("Rf1Yf2", seat=1)
    assert (t.owner("a2"), t.owner("g2")) == (1, 2)
    t.put("Rd1Re1")
    assert (t.owner("g2"), beside(t)) == (1, [[2, 0], [2, 0]])
