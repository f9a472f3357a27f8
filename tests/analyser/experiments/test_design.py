"""Designs are balanced where they say so, and any slice of them gives the rows of the whole."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyser.experiments.lineups import (
    MAX_LINEUPS,
    board_layouts,
    crossed_lineups,
    cyclic_rotations,
    keyed_bits,
    mirrored_lineups,
    ordered_boards,
    seatings,
)
from analyser.experiments.openings import forced_opening, group_openings
from analyser.experiments.schedule import ARMS, Design, DesignPart, GameRows
from analyser.experiments.schemes import cross, forced_openings, free, mirror, shared_board
from reports.facts import GameFacts
from tests.analyser.experiments.prepared import facts, prepared

COLUMNS = tuple(GameRows.__dataclass_fields__)


def maps(players: int, n_maps: int) -> GameFacts:
    """A game whose boards are maps."""
    return facts(players, boards={f"map_{i}": "A" for i in range(n_maps)}, letters="", turns=0, tip=(), shared=True)


def designs(players: int, *, sample: float = 0.3) -> dict[str, Design]:
    """One small design of every kind."""
    game = facts(players)
    plans = (*group_openings(game), forced_opening("UUUHRU", game))
    three, five = prepared(game, 3), prepared(game, 5)
    made = {rotation: [DesignPart(mirror(three, rotation), 5)] for rotation in ("full", "half", "pair")}
    made["cross"] = [DesignPart(cross(three), 9)]
    made["boards"] = [*made["half"], *made["cross"]]
    made["free"] = [DesignPart(free(five), 11)]
    made["replayed"] = [DesignPart(free(five, replayed=True), 300)]
    made["table"] = [DesignPart(shared_board(prepared(maps(players, 3), 3)), 4)]
    made["fresh"] = [DesignPart(free(five, same_deal=False), 11)]
    made["turned"] = [DesignPart(free(prepared(game, 5, boards=(0, *range(1, players)))), 3)]
    made["openings"] = [DesignPart(forced_openings(five, plans), 6)]
    return {name: Design(name, tuple(parts), 7, sample, plans) for name, parts in made.items()}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", list(designs(2)))
def test_slices_in_any_order_give_the_rows_of_the_whole(name: str, players: int) -> None:
    design = designs(players)[name]
    whole = design.rows(0, design.games)
    cuts = [0, 1, 5, design.games // 2, design.games - 2, design.games]
    for lo, hi in reversed(list(itertools.pairwise(cuts))):
        piece = design.rows(lo, hi)
        for column in COLUMNS:
            np.testing.assert_array_equal(getattr(piece, column), getattr(whole, column)[lo:hi], err_msg=column)
    np.testing.assert_array_equal(whole.game, np.arange(design.games))


@pytest.mark.parametrize("name", list(designs(4)))
def test_line_ups_deals_and_arms_are_what_the_rows_say(name: str) -> None:
    design = designs(4)[name]
    rows = design.rows(0, design.games)
    np.testing.assert_array_equal(design.lineups.policy[rows.lineup], rows.policy)
    np.testing.assert_array_equal(design.lineups.board[rows.lineup], rows.board)
    assert len(np.unique(rows.deal)) == design.deals
    assert (rows.forced_opening >= 0).any(axis=1).tolist() == (rows.arm == ARMS.index("forced")).tolist()


@given(size=st.integers(1, 400), last=st.none() | st.integers(1, 100))
@settings(max_examples=30, deadline=None)
def test_batches_cover_the_games_once_and_never_cut_a_deal(size: int, last: int | None) -> None:
    design = designs(4)["boards"]
    edges = list(design.batch_ranges(size, last=last))
    assert [lo for lo, _ in edges[1:]] == [hi for _, hi in edges[:-1]]
    assert (edges[0][0], edges[-1][1]) == (0, design.games)
    deals = [set(design.rows(lo, hi).deal.tolist()) for lo, hi in edges]
    assert sum(map(len, deals)) == len(set().union(*deals))


def test_batches_at_the_end_may_be_smaller() -> None:
    design = designs(4)["free"]
    whole = design.at_least(20 * 8 * design.replicate_games)
    sizes = [hi - lo for lo, hi in whole.batch_ranges(8 * design.replicate_games, last=2 * design.replicate_games)]
    assert sizes == [8 * design.replicate_games] * 18 + [2 * design.replicate_games] * 8


# -- mirror ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rotation", ["full", "half", "pair"])
def test_mirror_seats_every_side_equally_often_in_every_seat(players: int, rotation: str) -> None:
    scheme = mirror(prepared(facts(players), 2, seed=3), rotation)
    cycle = len(scheme.lineups.at) // 4
    rows = Design("mirror", (DesignPart(scheme, cycle),), 3).rows(0, cycle * scheme.block)
    for strategy in (0, 1):
        mine = rows.board[rows.policy[:, 0] == strategy]
        counts = [Counter(mine[:, seat].tolist()) for seat in range(players)]
        assert all(count == counts[0] for count in counts)
        assert counts[0][0] == len(mine) / 2
        assert {counts[0][side] for side in (1, 2, 3, 4)} == {len(mine) / 8}


@pytest.mark.parametrize("rotation", ["full", "half", "pair"])
def test_mirror_plays_the_same_deals_and_boards_for_every_strategy(rotation: str) -> None:
    design = designs(4)[rotation]
    rows = design.rows(0, design.games)
    assert (rows.policy == rows.policy[:, :1]).all()
    games = [
        sorted(zip(rows.deal[mine].tolist(), map(tuple, rows.board[mine].tolist()), strict=True))
        for strategy in range(3)
        for mine in [rows.policy[:, 0] == strategy]
    ]
    assert games[0] == games[1] == games[2]


def test_a_full_mirror_deal_holds_every_pattern_and_no_board_twice() -> None:
    scheme = mirror(prepared(facts(4), 1, seed=3), "full")
    board = Design("mirror", (DesignPart(scheme, 24),), 3).rows(0, 24 * 16).board.reshape(24, 16, 4)
    for deal in board:
        assert len({tuple(row) for row in (deal > 0).tolist()}) == 16
        order = deal.max(axis=0)
        assert len(set(order.tolist())) == 4
        assert set(np.unique(np.where(deal > 0, deal, order))) == set(order.tolist())
    assert len({tuple(deal.max(axis=0).tolist()) for deal in board}) == 24


def test_half_alternates_even_and_odd_numbers_of_b_sides_and_pair_holds_complements() -> None:
    half = Design("half", (DesignPart(mirror(prepared(facts(4), 1, seed=3), "half"), 8),), 3)
    sides = (half.rows(0, half.games).board > 0).sum(axis=1).reshape(8, 8)
    assert [set((row % 2).tolist()) for row in sides] == [{0}, {1}] * 4
    pair = Design("pair", (DesignPart(mirror(prepared(facts(4), 1, seed=3), "pair"), 8),), 3)
    turned = (pair.rows(0, pair.games).board > 0).reshape(8, 2, 4)
    assert (turned[:, 0] != turned[:, 1]).all()
    assert len({tuple(row) for row in turned.reshape(16, 4).tolist()}) == 16


def test_orders_of_boards_come_in_latin_squares() -> None:
    orders = ordered_boards((1, 2, 3, 4), 4, 5)
    assert len({tuple(row) for row in orders.tolist()}) == 24
    for square in orders.reshape(6, 4, 4):
        assert all(sorted(column) == [1, 2, 3, 4] for column in square.T.tolist())


# -- cross -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "players"), [(7, 4), (3, 3), (2, 2), (7, 2)])
def test_cross_meets_every_strategy_with_every_board_equally_often_in_every_seat(n: int, players: int) -> None:
    table = crossed_lineups(n, 0, (1, 2, 3, 4), players, 11)
    policy, board = table.policy[table.at], table.board[table.at]
    for seat in range(players):
        cells = Counter(zip(policy[:, seat].tolist(), board[:, seat].tolist(), strict=True))
        assert {cells[s, 0] for s in range(n)} == {len(table.at) / (2 * n)}
        assert {cells[s, b] for s in range(n) for b in (1, 2, 3, 4)} == {len(table.at) / (8 * n)}
    for row in board.tolist():
        sides = [number for number in row if number]
        assert len(sides) == len(set(sides))


def test_cross_rotates_a_line_up_on_one_deal() -> None:
    design = designs(4)["cross"]
    rows = design.rows(0, design.games)
    for deal in range(design.deals):
        mine = rows.policy[rows.deal == deal].astype(int) * 8 + rows.board[rows.deal == deal]
        assert [np.roll(mine[0], -turn).tolist() for turn in range(4)] == mine.tolist()


# -- free and openings -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "players"), [(7, 4), (7, 3), (7, 2), (4, 4), (2, 4), (3, 4), (30, 4), (9, 2)])
def test_free_line_ups_balance_strategies_over_seats_and_opponents(n: int, players: int) -> None:
    base = seatings(n, players, 5)
    table = cyclic_rotations(base)
    assert table.shape == (len(base) * players, players)
    counts = np.array([np.bincount(table[:, seat], minlength=n) for seat in range(players)])
    assert counts.min() == counts.max()
    if n >= players:
        assert all(len(set(row)) == players for row in table.tolist())
        assert table.max() == n - 1
    if players <= n < 10:
        left = Counter(zip(table[:, 0].tolist(), table[:, 1].tolist(), strict=True))
        assert len(left) == n * (n - 1)
        assert len(set(left.values())) == 1


def test_one_strategy_on_one_board_is_not_rotated_but_two_boards_are() -> None:
    assert free(prepared(facts(4), 1, seed=1)).block == 1
    assert free(prepared(facts(4), 1, seed=1, boards=(0, 1, 0, 0))).block == 4
    assert free(prepared(facts(4), 2, seed=1, rotate=False)).block == 1


def test_a_named_line_up_keeps_its_order_and_repeats() -> None:
    scheme = free(prepared(facts(4), 2, seed=1, boards=(0, 1, 2, 3), rotate=False), lineup=[0, 1, 1, 1])
    rows = Design("run", (DesignPart(scheme, 2),), 1).rows(0, 2)
    assert rows.policy.tolist() == [[0, 1, 1, 1]] * 2
    assert rows.board.tolist() == [[0, 1, 2, 3]] * 2
    assert rows.deal.tolist() == [0, 1]


def test_rotations_share_a_deal_or_get_fresh_ones() -> None:
    same, fresh = designs(4)["free"], designs(4)["fresh"]
    assert same.rows(0, 8).deal.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert fresh.rows(0, 8).deal.tolist() == list(range(8))
    np.testing.assert_array_equal(same.rows(0, 44).policy, fresh.rows(0, 44).policy)


# -- records, contrast, keys -------------------------------------------------------------------------------------


def test_decisions_are_recorded_for_whole_deals_about_as_often_as_asked() -> None:
    design = Design("free", (DesignPart(free(prepared(facts(4), 5)), 20_000),), 7, 0.02)
    rows = design.rows(0, design.games)
    by_deal = rows.record.reshape(-1, 4)
    assert (by_deal == by_deal[:, :1]).all()
    assert by_deal[:, 0].sum() == pytest.approx(400, abs=60)
    assert Design("free", design.parts, 7, 1.0).rows(0, 100).record.all()
    assert not Design("free", design.parts, 7, 0.0).rows(0, 100).record.any()


def test_keyed_bits_are_splitmix64() -> None:
    # Reference outputs of Vigna's splitmix64.c for the state 0.
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert keyed_bits(0, np.arange(3)).tolist() == expected


def test_too_many_line_ups_are_refused_by_number() -> None:
    parts = (DesignPart(cross(prepared(facts(4), 200, seed=1)), 1),) * 3
    with pytest.raises(ValueError, match=f"at most {MAX_LINEUPS}"):
        Design("boards", parts, 1)


def six_boards(players: int) -> GameFacts:
    """A game with a plain board and six others."""
    sides = {"equal": "A", **{f"goal_{i}": "B" for i in range(6)}}
    return facts(players, boards=sides, letters="", turns=0, tip=())


@pytest.mark.parametrize(("players", "n"), [(5, 7), (5, 12), (5, 40), (4, 9), (2, 9)])
def test_more_boards_than_seats_fit_the_numbers_and_meet_every_seat(players: int, n: int) -> None:
    s = prepared(six_boards(players), n, seed=1)
    mirrored, crossed = mirror(s, "full"), cross(s)
    assert Design("boards", (DesignPart(mirrored, 1), DesignPart(crossed, 1)), 1).lineups.policy.shape[1] == players
    for scheme in (mirrored, crossed):
        board = scheme.lineups.board[scheme.lineups.at]
        share = np.array([[(board[:, seat] == b).mean() for b in range(1, 7)] for seat in range(players)])
        np.testing.assert_allclose(share, 1 / 12, rtol=0.2)  # half the seats are plain, the others share six boards
        held = np.sort(board, axis=1)
        assert not ((held[:, 1:] == held[:, :-1]) & (held[:, 1:] > 0)).any()  # each exists once


def test_fewer_boards_than_seats_leave_the_other_seats_plain() -> None:
    game = facts(3, boards={"plain": "A", "rich": "B"}, letters="", turns=0, tip=())
    s = prepared(game, 2, seed=1)
    for scheme in (mirror(s, "full"), cross(s)):
        board = scheme.lineups.board[scheme.lineups.at]
        assert set(board.sum(axis=1).tolist()) == {0, 1}
        assert len(set((board == 1).mean(axis=0).tolist())) == 1
        assert scheme.contrast_label == ""
        assert scheme.lineups.policy.max() == 1


# -- boards the table shares -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "n_maps", "n"), [(4, 2, 5), (3, 3, 4), (2, 2, 2), (2, 4, 1)])
def test_every_line_up_plays_all_its_rotations_on_every_map_on_one_deal(players: int, n_maps: int, n: int) -> None:
    scheme = shared_board(prepared(maps(players, n_maps), n, seed=7))
    design = Design("boards", (DesignPart(scheme, 10),), 7)
    rows = design.rows(0, design.games)
    assert (rows.board == rows.board[:, :1]).all()
    assert set(rows.arm.tolist()) == {ARMS.index("table")}
    assert (design.deals, len(np.unique(rows.deal))) == (10 * n_maps, 10 * n_maps)
    turns = players if n > 1 else 1
    for deal in range(design.deals):
        mine = rows.deal == deal
        assert mine.sum() == turns * n_maps
        policy, board = rows.policy[mine], rows.board[mine, 0]
        first = policy[0].tolist()
        for number in range(n_maps):
            on_map = policy[board == number].tolist()
            assert on_map == [[*first[r:], *first[:r]] for r in range(turns)]
    # As many deals in a row as there are maps keep their line-up.
    chunks = rows.policy.reshape(10, n_maps, -1)
    assert (chunks == chunks[:, :1]).all()


def test_maps_meet_every_strategy_in_every_seat_equally_often() -> None:
    scheme = shared_board(prepared(maps(4, 2), 5, seed=7))
    policy, board = scheme.lineups.policy[scheme.lineups.at], scheme.lineups.board[scheme.lineups.at, 0]
    counts = {
        (number, seat): np.bincount(policy[board == number, seat], minlength=5).tolist()
        for number in (0, 1)
        for seat in range(4)
    }
    assert all(len(set(count)) == 1 and count == counts[0, 0] for count in counts.values())


# -- boards that exist more than once ------------------------------------------------------------------------------


def test_b_sides_that_exist_once_leave_the_other_seats_on_side_a() -> None:
    assert board_layouts((1, 2), 0, 4, single=True) == [1, 2, 0, 0]
    assert board_layouts((1, 2, 3, 4), 0, 2, single=True) == [1, 2, 3, 4]


def test_everyone_may_have_a_b_side_that_exists_more_than_once() -> None:
    assert board_layouts((1,), 0, 3, single=False) == [1, 1, 1]
    table = mirrored_lineups([0], 1, 0, board_layouts((1,), 0, 3, single=False), 3, 5)
    assert {tuple(row) for row in table.board[table.at].tolist()} == set(itertools.product((0, 1), repeat=3))
    crosswise = crossed_lineups(2, 0, board_layouts((1,), 0, 3, single=False), 3, 5)
    assert [1, 1, 1] in crosswise.board.tolist()
