"""Features of a placement that a position decides: mergers in reach, square by square."""

from typing import Any

from tests.games.positions import Tables


def reach(t: Any, text: str, tile: str) -> tuple[int, int]:
    """Squares from which a rival's province could be absorbed, and from which a rival could absorb."""
    t.set(active=0)
    t.hand(0, tile)
    features = t.feature(text)
    return features["approach"], features["exposed"]


def test_a_square_beside_two_edges_of_a_province_is_one_square(table: Tables) -> None:
    """Green's seven red spaces come to f3; g3 is beside two spaces of White's province, f4 beside one."""
    t = table(["R........", ".........", ".........", "......R..", ".........", "........."])
    t.put("Rb1Rc1").put("Rh3Rh4", seat=1).put("Rd1Re1").put("Re2Re3")
    assert reach(t, "Rf3Yf2", "RY") == (2, 0)


def test_a_province_the_placement_itself_absorbs_is_no_longer_in_reach(table: Tables) -> None:
    """e3 and f1 are beside White's only province, and beside the new spaces that join it."""
    t = table(["R.......", "........", ".....R..", "........", "........"])
    t.put("Rb1Rc1").put("Ra2Rb2").put("Rc2Yc3").put("Rf2Yg2", seat=1)
    assert reach(t, "Rd2Re2", "RR") == (0, 0)


def test_an_own_province_a_rival_absorbs_by_the_placement_is_no_longer_exposed(table: Tables) -> None:
    t = table(["R.......", "........", ".....R..", "........", "........"])
    t.put("Rb1Rc1", seat=1).put("Ra2Rb2", seat=1).put("Rc2Yc3", seat=1).put("Rf2Yg2")
    assert reach(t, "Rd2Re2", "RR") == (0, 0)
