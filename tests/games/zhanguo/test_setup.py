"""Initial preparation, steps 1 to 13, the boards' choice and auction, and phase 1."""

from collections import Counter
from typing import Any

import pytest

from cext.games import OptionError, load_game
from cext.games.zhanguo.data.component_types import ASPECTS
from tests.games.positions import Tables
from tests.games.zhanguo.conftest import loaded

PLAYERS = (2, 3, 4)


def dealt(players: int, deal: int = 0, **options: Any) -> dict[str, Any]:
    game = loaded(players, **options)
    state: dict[str, Any] = game.state(game.deal(seed=5, deal=deal))
    return state


@pytest.mark.parametrize("players", PLAYERS)
def test_2_each_player_takes_8_governors_6_palaces_5_walls_and_5_officials_of_each_type(players: int) -> None:
    for player in dealt(players)["seat"][:players]:
        assert (player["governors"], player["palaces"], player["walls"]) == (8, 6, 5)
        assert [n + placed for n, placed in zip(player["officials"], player["governing"][0], strict=True)] == [5, 5, 5]
        assert player["unrest"] == [0] * 5


def test_3_three_decks_by_colour_are_shuffled_separately() -> None:
    first, second = dealt(2, deal=0), dealt(2, deal=1)
    for a in range(3):
        for state in (first, second):
            assert sorted(state["deck"][a]) == list(range(40 * a + 1, 40 * a + 41))
        assert first["deck"][a] != second["deck"][a]
        assert [n - 40 * a for n in first["deck"][a]] != [n - 40 * (a - 1) for n in first["deck"][a - 1]]


def test_4_and_5_the_game_begins_in_round_1_with_one_value_3_marker_of_each_colour() -> None:
    state = dealt(4)
    assert (state["round"], state["threes"], state["court"]) == (0, [1, 1, 1], 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_6_the_1st_player_has_the_topmost_slot_the_other_discs_lie_at_random(players: int) -> None:
    orders = {tuple(dealt(players, deal=n)["order"][:players]) for n in range(60)}
    assert {order[0] for order in orders} == {0}
    assert len(orders) == {2: 1, 3: 2, 4: 6}[players]
    assert all(sorted(order) == list(range(players)) for order in orders)


def test_7_every_player_begins_with_0_points() -> None:
    assert [player["vp"] for player in dealt(4)["seat"]] == [0] * 4


def test_8_no_task_disc_is_placed_yet() -> None:
    state = dealt(4)
    assert state["discs"] == [0] * 6
    assert all(player["task"] == [0] * 6 for player in state["seat"])


def test_9_all_six_wall_tiles_lie_on_the_sections_each_with_a_random_side(table: Tables) -> None:
    faces = [sorted(face.criterion for face in tile) for tile in table().components.wall_tiles]
    places: Counter[tuple[int, int]] = Counter()
    for n in range(300):
        face = dealt(2, deal=n)["face"]
        assert sorted(next(k for k, tile in enumerate(faces) if one in tile) for one in face) == list(range(6))
        places.update(enumerate(face))
    assert len(places) == 6 * 12
    # 25 expected of each; 5 standard deviations are 24
    assert max(places.values()) < 50


def test_10_two_of_the_four_tiles_of_each_kind_lie_in_the_two_sections() -> None:
    seen: dict[int, set[int]] = {k: set() for k in range(6)}
    for n in range(100):
        tiles = dealt(3, deal=n)["tile"]
        assert [tile // 4 for tile in tiles] == [0, 1, 2, 0, 1, 2]
        assert all(tiles[k] != tiles[k + 3] for k in range(3))
        for k, tile in enumerate(tiles):
            seen[k].add(tile % 4)
    assert all(tiles == {0, 1, 2, 3} for tiles in seen.values())


@pytest.mark.parametrize(("players", "markers"), [(4, 12), (3, 9), (2, 6)])
def test_11_value_1_markers_12_of_each_colour_with_4_players_9_with_3_6_with_2(players: int, markers: int) -> None:
    assert dealt(players)["ones"] == [markers] * 3


def test_12_the_a_sides_are_recommended_for_the_first_games() -> None:
    assert [player["board"] for player in dealt(4)["seat"]] == [0] * 4


def test_12_a_game_can_be_dealt_with_a_board_for_each_seat() -> None:
    game = load_game("zhanguo", players=3)
    position = game.deal(seed=1, boards=["star", "A", "circle"])
    assert [game.boards[position.board_of(seat)] for seat in range(3)] == ["star", "A", "circle"]


def test_13_three_officials_as_the_board_shows_stand_in_the_governors_area_of_region_1(table: Tables) -> None:
    boards = table().components.boards
    game = load_game("zhanguo", players=2)
    for number, board in enumerate(boards):
        player = game.state(game.deal(seed=1, boards=[number, 0]))["seat"][0]
        assert sum(player["governing"][0]) == 3
        assert player["governing"] == [list(board.officials), *[[0, 0, 0]] * 4]
        assert player["officials"] == [5 - n for n in board.officials]


# -- 12. Player boards: chosen in reverse player order -------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_12_in_reverse_player_order_each_player_chooses_one_of_the_four_b_sides(table: Tables, players: int) -> None:
    """R23: all four, the 1st player last."""
    t = table(players=players, boards_by="chosen")
    left = ["circle", "square", "triangle", "star"]
    for seat in reversed(range(players)):
        assert t.position.to_move == seat
        assert [move["board"] for move in t.offers("board")] == left
        t.do("board", board=left.pop())
        assert t.position.board_of(seat) > 0
    assert (t.stage(), t.position.to_move) == ("play", 0)
    assert all(sum(player["governing"][0]) == 3 for player in t.state["seat"][:players])
    assert [t.vp(seat) for seat in range(players)] == [0] * players


# -- B-side player boards auction ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_auction_all_boards_with_4_players_one_discarded_with_3_two_with_2_at_random(players: int) -> None:
    """R23: as many boards as players."""
    masks = {dealt(players, deal=n, boards_by="auction")["boards"] for n in range(60)}
    assert {mask.bit_count() for mask in masks} == {players}
    assert all(mask & ~0b11110 == 0 for mask in masks)
    assert len(masks) == {2: 6, 3: 4, 4: 1}[players]


@pytest.mark.parametrize(
    ("players", "discarded", "left"),
    [(3, "square", {"circle", "triangle", "star"}), (2, "star, circle", {"square", "triangle"})],
)
def test_auction_players_come_to_an_agreement_on_which_player_boards_to_discard(
    table: Tables, players: int, discarded: str, left: set[str]
) -> None:
    """ "discard one in a 3-player game, discard two in a 2-player game ... randomly or come to an agreement" """
    for deal in range(5):
        random = dealt(players, deal=deal, boards_by="auction")
        agreed = dealt(players, deal=deal, boards_by="auction", boards_discarded=discarded)
        names = [name for b, name in enumerate(loaded(players).boards) if agreed["boards"] >> b & 1]
        assert set(names) == left
        assert {**agreed, "boards": 0} == {**random, "boards": 0}  # nothing else of the deal changes
    t = table(players=players, boards_by="auction", boards_discarded=discarded).do("bid", vp=15)
    for _ in range(players - 1):
        t.do("bid", vp=0)
    assert {move["board"] for move in t.offers("board")} == left


def test_auction_boards_discarded_are_an_option_written_one_way() -> None:
    game = load_game("zhanguo", players=2, boards_by="auction", boards_discarded="star, circle")
    assert game.options["boards_discarded"] == "circle,star"
    assert game.facts()["options"]["boards_discarded"] == "circle,star"
    assert load_game("zhanguo", players=2).options["boards_discarded"] == "random"


@pytest.mark.parametrize(
    ("players", "by", "discarded", "says"),
    [(2, "given", "circle,star", "boards are discarded before an auction, use it with boards_by=auction"),
     (4, "auction", "circle", "an auction for 4 players uses all 4 boards"),
     (3, "auction", "moon", "use random, or names of B boards as in circle,star: circle, square, triangle, star"),
     (3, "auction", "A", "use random, or names of B boards as in circle,star: circle, square, triangle, star"),
     (3, "auction", "circle,star", "an auction for 3 players leaves out 1 board"),
     (2, "auction", "circle", "an auction for 2 players leaves out 2 different boards"),
     (2, "auction", "circle,circle", "an auction for 2 players leaves out 2 different boards")],
)  # fmt: skip
def test_auction_boards_discarded_that_do_not_fit_are_one_line(
    players: int, by: str, discarded: str, says: str
) -> None:
    with pytest.raises(OptionError) as caught:
        load_game("zhanguo", players=players, boards_by=by, boards_discarded=discarded)
    assert str(caught.value) == f"option boards_discarded={discarded!r}: {says}"


def test_auction_every_player_begins_with_15_points_and_the_1st_player_opens_with_at_least_1(table: Tables) -> None:
    """R23: "he must bid at least 1 VP"."""
    t = table(players=3, boards_by="auction")
    assert [t.vp(seat) for seat in range(3)] == [15] * 3
    assert t.position.to_move == 0
    assert [move["vp"] for move in t.offers("bid")] == list(range(1, 16))


def test_auction_the_others_bid_higher_or_pass_clockwise_and_who_passed_may_not_re_enter(table: Tables) -> None:
    t = table(players=4, boards_by="auction").do("bid", vp=3)
    assert t.position.to_move == 1
    assert [move["vp"] for move in t.offers("bid")] == [0, *range(4, 16)]
    t.do("bid", vp=0).do("bid", vp=5).do("bid", vp=0)
    assert t.position.to_move == 0
    t.do("bid", vp=6)
    assert t.position.to_move == 2  # seats 1 and 3 are out
    t.do("bid", vp=7).do("bid", vp=0)
    assert (t.position.to_move, t.stage()) == (2, "board")


def test_auction_the_last_bidder_loses_his_bid_and_takes_a_board_of_his_choice(table: Tables) -> None:
    t = table(players=4, boards_by="auction").do("bid", vp=4)
    t.do("bid", vp=0).do("bid", vp=0).do("bid", vp=0)
    assert (t.vp(0), t.position.to_move) == (11, 0)
    assert {move["board"] for move in t.offers("board")} == {"circle", "square", "triangle", "star"}
    t.do("board", board="triangle")
    assert t.game.boards[t.position.board_of(0)] == "triangle"
    assert [t.vp(seat) for seat in range(4)] == [11, 15, 15, 15]


def test_auction_the_next_is_opened_by_the_closest_player_clockwise_without_a_board(table: Tables) -> None:
    t = table(players=4, boards_by="auction").do("bid", vp=1)
    t.do("bid", vp=2).do("bid", vp=3).do("bid", vp=0).do("bid", vp=0).do("bid", vp=0)
    assert (t.position.to_move, t.stage()) == (2, "board")
    t.do("board", board="circle")
    assert (t.position.to_move, t.stage()) == (3, "bid")
    t.do("bid", vp=1)
    assert t.position.to_move == 0
    t.do("bid", vp=0)
    assert t.position.to_move == 1
    t.do("bid", vp=2)
    assert t.position.to_move == 3  # seat 2 has its board
    t.do("bid", vp=0).do("board", board="star")
    assert (t.position.to_move, t.stage()) == (3, "bid")  # clockwise from seat 1: 2 has a board


def test_auction_the_last_board_is_assigned_for_1_point_to_the_last_player(table: Tables) -> None:
    t = table(players=2, boards_by="auction").do("bid", vp=9).do("bid", vp=0)
    first, last = [move["board"] for move in t.offers("board")]
    t.do("board", board=first)
    assert (t.position.to_move, t.vp(1), t.offers()) == (1, 14, [{"kind": "board", "board": last}])
    t.do("board", board=last)
    assert (t.stage(), t.position.to_move, t.vp(0), t.vp(1)) == ("play", 0, 6, 14)
    assert all(sum(player["governing"][0]) == 3 for player in t.state["seat"][:2])


def test_auction_nobody_bids_more_points_than_he_has(table: Tables) -> None:
    t = table(players=2, boards_by="auction").do("bid", vp=15)
    assert t.offers() == [{"kind": "bid", "vp": 0}]


def test_auction_what_is_left_of_the_15_points_counts_in_the_end(table: Tables) -> None:
    t = table(players=2, boards_by="auction").do("bid", vp=9).do("bid", vp=0)
    t.do("board", board=t.offers("board")[0]["board"])
    assert t.position.scores()["bids"] == [6, 14]


# -- Phase 1: draw cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_phase_1_each_player_draws_2_cards_from_each_deck(table: Tables, players: int) -> None:
    t = table(players=players)
    hands = [[move["card"] for move in t.offers("play", action="unify")]]
    hands += [t.player(seat)["hand"][:6] for seat in range(1, players)]
    for hand in hands:
        assert Counter((card - 1) // 40 for card in hand) == {0: 2, 1: 2, 2: 2}
    assert len({card for hand in hands for card in hand}) == 6 * players
    assert t.state["n_deck"] == [40 - 2 * players] * 3


@pytest.mark.parametrize("players", PLAYERS)
def test_phase_1_each_round_brings_6_new_cards_and_4_players_use_every_card_once(players: int) -> None:
    game = load_game("zhanguo", players=players)
    position, seen, round_ = game.deal(seed=3), [], 0
    while position.to_move is not None:
        state = game.state(position)
        if state["round"] == round_ and state["stage"] == 0:
            assert [player["n_hand"] for player in state["seat"][:players]] == [6] * players
            seen += [card for player in state["seat"][:players] for card in player["hand"][:6]]
            round_ += 1
        position.apply(position.moves()[-1])
    assert round_ == 5
    assert len(seen) == len(set(seen)) == 30 * players


# -- Variant of phase 1: draw 3, keep 2 ----------------------------------------------------------------------------


@pytest.mark.parametrize(("all_decks", "held"), [(False, (3, 5, 7)), (True, (9, 8, 7))])
def test_draft_of_three_cards_of_each_colour_one_is_discarded_colour_by_colour_clockwise(
    table: Tables, all_decks: bool, held: tuple[int, ...]
) -> None:
    """held: cards in hand at each discard, as the decks are drawn from one by one or all at first."""
    t = table(players=2, draft=True, draw_all_decks=all_decks)
    for seat in range(2):
        for aspect, n_hand in zip(ASPECTS, held, strict=True):
            assert (t.stage(), t.position.to_move, t.player(seat)["n_hand"]) == ("discard", seat, n_hand)
            offered = t.offers("discard", aspect=aspect)
            assert len(offered) == len(t.offers()) == 3
            t.do("discard", card=offered[1]["card"])
    assert (t.stage(), t.position.to_move) == ("play", 0)
    assert [Counter((c - 1) // 40 for c in t.player(seat)["hand"][:6]) for seat in range(2)] == [{0: 2, 1: 2, 2: 2}] * 2


def test_draft_discards_go_shuffled_to_the_bottom_of_their_deck(table: Tables) -> None:
    orders = set()
    for key in range(20):
        t = table(players=3, draft=True).set(key=key)
        before = t.state
        discarded: dict[str, list[int]] = {aspect: [] for aspect in ASPECTS}
        while t.stage() == "discard":
            move = t.offers("discard")[0]
            discarded[move["aspect"]].append(move["card"])
            t.do("discard", card=move["card"])
        state = t.state
        for a, aspect in enumerate(ASPECTS):
            deck = [state["deck"][a][(state["head"][a] + k) % 40] for k in range(state["n_deck"][a])]
            assert len(deck) == 40 - 2 * 3
            assert deck[:-3] == before["deck"][a][9:]
            assert sorted(deck[-3:]) == sorted(discarded[aspect])
        orders.add(tuple(discarded["writing"].index(card) for card in deck_bottom(state)))
    assert len(orders) == 6  # every order of the three turns up


def deck_bottom(state: dict[str, Any]) -> list[int]:
    """The last three cards of the writing deck."""
    return [state["deck"][0][(state["head"][0] + k) % 40] for k in range(state["n_deck"][0])][-3:]


@pytest.mark.parametrize("all_decks", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_draft_in_rounds_1_to_4_only_and_the_decks_suffice(players: int, all_decks: bool) -> None:
    game = load_game("zhanguo", players=players, draft=True, draw_all_decks=all_decks)
    position, discards = game.deal(seed=8), Counter[int]()
    while position.to_move is not None:
        state = game.state(position)
        discards[state["round"] + 1] += state["stage"] == game.kinds.index("discard")
        if state["stage"] == 0 and state["turns"] == 0:
            assert [player["n_hand"] for player in state["seat"][:players]] == [6] * players
        position.apply(position.moves()[0])
        assert position.consistent() == 0
    assert discards == {1: 3 * players, 2: 3 * players, 3: 3 * players, 4: 3 * players, 5: 0}
    assert game.state(position)["n_deck"] == [40 - 10 * players] * 3
