"""End of the Game, pagoda supply, and turns without a placement."""

from typing import Any

import pytest

from cext.games import load_game
from tests.games.positions import Tables
from tests.games.qin.model.compare import model_of, placement_of

LAST_PAGODA, NO_TILES, NO_ROOM = 1, 2, 3


def test_the_last_pagoda_ends_the_game_at_once(table: Tables) -> None:
    """ "The game ends immediately when a player places his last pagoda ... This player wins!" """
    t = table(["R..Yv", ".....", "....."], pagodas=2).put("Rb1Yc1")
    assert (t.position.to_move, t.state["ended"], t.position.ranks()) == (None, LAST_PAGODA, [1, 2])
    assert t.owner("e1") is None  # there is no third pagoda for the village


def test_a_last_pagoda_wins_in_whoevers_turn(table: Tables) -> None:
    """ "when a player places his last pagoda": connecting a village for him is compulsory."""
    t = table(["R..v...", ".......", "......."], pagodas=2).put("Rb1Yb2").put("Rc1Bc2", seat=1)
    assert (t.position.to_move, t.position.ranks(), t.on_board()) == (None, [1, 2], [2, 0])
    assert t.position.counters(1)["pagodas_for_others"] == 1


def test_more_pagodas_asked_for_than_left_is_a_win(table: Tables) -> None:
    t = table(["Y...", "..Y.", ".Y.."], pagodas=2).put("Yb1Yb2")
    assert (t.position.ranks(), t.on_board(), t.area("a1")["pagodas"]) == ([1, 2], [2, 0], 2)


def four_red_and_four_yellow(table: Tables) -> Any:
    """Seat 0 has a red province of four, seat 1 a yellow one, each a single pagoda left."""
    t = table(["R......Y", "........", "........", "........"], players=3, pagodas=2)
    return t.put("Rb1Rc1").put("Yf1Yg1", seat=1).put("Ra2Bb2", seat=2).put("Yh2Bg2", seat=2)


@pytest.mark.parametrize(("mover", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_of_two_last_pagodas_the_movers_goes_first_then_clockwise(table: Tables, mover: int, winner: int) -> None:
    """One tile makes both provinces major ones."""
    t = four_red_and_four_yellow(table)
    t.set(active=mover)
    t.hand(mover, "RY")
    foreseen = t.feature("Rd1Ye1")
    t.put("Rd1Ye1", seat=mover)
    assert (t.position.to_move, t.position.ranks().index(1), t.position.ranks().count(1)) == (None, winner, 1)
    assert t.on_board()[winner] == 2
    assert (foreseen["win"], foreseen["lose"]) == (int(winner == mover), int(winner != mover))


def test_the_last_pagoda_on_a_province_wins_though_a_village_would_be_lost(table: Tables) -> None:
    """The tile founds Green's last province and makes White's beside Green's village a major one."""
    t = table(["R.......", ".v......", "Y...B...", "........", "........"], pagodas=3)
    t.put("Yb3Bb4").put("Rb1Rc1", seat=1).put("Rd1Ye1", seat=1)
    assert (t.owner("b2"), t.on_board()) == (1, [2, 1])
    t.put("Rd2Be2")
    assert (t.state["ended"], t.position.ranks(), t.owner("b2")) == (LAST_PAGODA, [1, 2], 1)
    assert beside(t, "b2") == [1, 1]  # White's second pagoda did not come


REDS = ["R....R...", "v......Yv", "...Y.....", "B........", "........B"]  # joined on d1, a yellow space below it


def beside(t: Any, square: str) -> list[int]:
    """Pagodas of each seat beside the village on a square."""
    villages = t.game.words.whole_state(t.position)["villages"]
    found: list[int] = next(village["beside"] for village in villages if square in village["squares"])
    return found


@pytest.mark.parametrize(
    ("grow", "second", "kept", "on_board"),
    [
        ([], 1, 2, [5, 3, 0]),  # two of one player: both single pagodas
        ([], 2, 1, [5, 2, 0]),  # one of a rival absorbed: the game ends before the second pagoda
        (["Rb2Rb3"], 2, 2, [5, 3, 0]),  # a major province absorbs a small one
        (["Rb2Rb3"], 1, 2, [5, 3, 0]),  # and one of the same owner, whose pagoda goes back
    ],
)
def test_joined_province_keeps_its_owners_pagodas(
    table: Tables, grow: list[str], second: int, kept: int, on_board: list[int]
) -> None:
    """ "All dislodged pagodas are returned to their owners": the new owner's are not dislodged, but for those beyond
    "one double pagoda". The yellow space of the tile founds the mover's last province, which "ends immediately"."""
    t = table(REDS, players=3, pagodas=5).put("Rb1Rc1", seat=1)
    for text in grow:
        t.put(text, seat=1)
    t.put("Re1Be2", seat=second).put("Yh3Yi3").put("Ba5Bb5").put("Bh5Yg5").put("Rd1Yd2")
    assert (t.state["ended"], t.on_board()) == (LAST_PAGODA, on_board)
    assert (t.owner("a1"), t.area("a1")["pagodas"]) == (2, kept)
    assert beside(t, "a2") == [0, kept, 0]


def test_province_without_last_pagoda_has_no_owner(table: Tables) -> None:
    """ "Onto each newly founded province you place one of your pagodas as a sign of your authority": there is one."""
    t = table(["R..Y..Y", ".......", "B......", "......."], pagodas=2).put("Bb3Bc3").put("Yg2Rf2", seat=1)
    before = t.position.copy()
    t.put("Rb1Yc1")
    assert (t.state["ended"], t.on_board(), t.owner("a1"), t.owner("d1")) == (LAST_PAGODA, [2, 1], 1, None)
    events = t.game.words.events(before, 0, t.position)
    assert "a yellow province of 2 spaces is founded: no pagoda is left for it" in events


def test_returned_pagodas_count_before_placed_ones(table: Tables) -> None:
    """Two own provinces joined: two pagodas come back, two go out, one is left as before."""
    t = table(["R....R", "......", "......"], pagodas=3).put("Rb1Yb2").put("Re1Ye2").put("Rc1Rd1")
    assert (t.position.to_move is None, t.on_board()) == (False, [2, 0])


def test_absorbing_may_place_the_last_pagoda(table: Tables) -> None:
    t = table(["R.....R", ".......", "......."], pagodas=2).put("Rb1Rc1").put("Rf1Yf2", seat=1).put("Rd1Re1", seat=1)
    assert (t.position.ranks(), t.on_board()) == ([1, 2], [2, 0])


def test_without_room_the_most_pagodas_win_and_ties_share(table: Tables) -> None:
    """ "no adjacent grassland spaces left"; "In the case of a tie, the victory is shared." """
    t = table(["R..."]).put("Yb1Bc1")
    assert (t.state["ended"], t.position.ranks()) == (NO_ROOM, [1, 1])
    t = table(["R..."]).put("Yb1Yc1")
    assert (t.state["ended"], t.position.ranks(), t.on_board()) == (NO_ROOM, [1, 2], [1, 0])


def nearly_empty(table: Tables, first: list[int], second: list[int]) -> Any:
    """The piles are exhausted; hands by kind of tile."""
    t = table(["R......", "......."])
    t.set(drawn=72, bag=[255] * 72, hand=[first, second, [0] * 6, [0] * 6])
    return t


def test_without_tiles_the_game_ends(table: Tables) -> None:
    """ "The game also ends when all players have run out of tiles" """
    t = nearly_empty(table, [1, 0, 0, 0, 0, 0], [0] * 6)
    t.position.apply(t.position.moves()[0])
    assert (t.position.to_move, t.state["ended"]) == (None, NO_TILES)


def test_who_cannot_place_passes_without_drawing(table: Tables) -> None:
    """The one place left lies between equal red provinces; the piles are not empty, and he has three red tiles."""
    t = table(["R..R", ".~~.", ".~~."]).put("Ra2Ya3")
    t.set(active=1)
    t.hand(0, "RR", "RR", "RR")
    t.hand(1, "RY", "YY", "YB")
    drawn = t.state["drawn"]
    t.position.apply(t.game.words.parse(t.position, "Rd2Yd3"))
    assert (t.position.to_move, t.position.counters(0)["passes"]) == (1, 1)
    assert (t.state["hand"][0], t.state["drawn"]) == ([3, 0, 0, 0, 0, 0], drawn + 1)


def test_who_has_no_tile_left_passes(table: Tables) -> None:
    """ "must get by on the remaining tiles in your hand" """
    t = nearly_empty(table, [2, 0, 0, 0, 0, 0], [0] * 6)
    before = t.position.copy()
    move = t.position.moves()[0]
    t.position.apply(move)
    assert (t.position.to_move, t.position.counters(1)["passes"], t.position.clock()[1]) == (0, 1, 1)
    assert "player 2 cannot place a tile and passes" in t.game.words.events(before, move, t.position)


def test_where_mergers_forbid_every_placement_the_game_ends(table: Tables) -> None:
    """The last place for a tile lies between equal provinces, and every tile in hand is red."""
    t = table(["R..R", ".~~.", ".~~."]).put("Ra2Ya3")
    none = [0] * 6
    t.set(active=1, drawn=72, bag=[255] * 72, hand=[[1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], none, none])
    t.position.apply(t.game.words.parse(t.position, "Rd2Yd3"))
    assert (t.position.to_move, t.state["ended"], t.on_board()) == (None, NO_ROOM, [1, 1])


def test_points_left_over_are_what_a_series_adds_up(table: Tables) -> None:
    """ "note the remaining pagodas for each player" """
    t = table(["R..Y.", ".....", "....."]).put("Rb1Yc1")
    assert [t.position.counters(seat)["pagodas_left"] for seat in (0, 1)] == [22, 24]


def test_on_a_crowded_map_the_placements_of_all_tiles_stand_in_one_list(table: Tables) -> None:
    """More than half of the most there can be; each once, and as the model finds them."""
    t = table(["............." if r % 2 == 0 else ".R.Y.B.R.Y.B." for r in range(13)], pagodas=60)
    t.hand(0, "RY", "RB", "YB")
    moves = [t.game.words.describe(t.position, move) for move in t.position.moves()]
    assert len(moves) > 702
    offered = [placement_of(move) for move in moves]
    assert len(set(offered)) == len(offered)
    assert set(offered) == model_of(t.game, t.position).legal(0)
    assert t.position.playout(4) == t.position.playout(4, plain=True)


def test_the_first_seat_begins() -> None:
    assert [load_game("qin", players=n).deal(seed=5).to_move for n in (2, 3, 4)] == [0, 0, 0]
