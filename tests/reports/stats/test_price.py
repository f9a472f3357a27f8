"""Prices: winners against a plain recount, advantages built in and found again, intervals that hold them; where falling
functions come to zero, as scipy's solver finds it."""

import numpy as np
import pytest
from scipy.optimize import brentq

from reports.stats.price import Claims, Prices, Recorded, keyed, prices, won
from reports.stats.root import last_above_zero

WORTH = np.array([6.0, 0.0, -2.0, -4.0])  # points by which boards differ; their mean is 0


def recount(score: np.ndarray, tie_break: np.ndarray, thing: np.ndarray, price: list[int]) -> list[list[int]]:
    """Winners of each game by the rules as a player would: pay, compare points, then tie-breaks."""
    out = []
    for points, ties, things in zip(score.tolist(), tie_break.tolist(), thing.tolist(), strict=True):
        left = [p - (price[t] if t >= 0 else 0) for p, t in zip(points, things, strict=True)]
        best = [seat for seat in range(len(left)) if left[seat] == max(left)]
        first = [seat for seat in best if ties[seat] == min(ties[other] for other in best)]
        out.append([60 // len(first) if seat in first else 0 for seat in range(len(left))])
    return out


def made_up(
    deals: int, rng: np.random.Generator, worth: np.ndarray = WORTH, sd: float = 20.0
) -> tuple[Recorded, Claims]:
    """Four games a deal in which every board sits in every seat once; seats have luck of their own on a deal."""
    n = len(worth)
    order = np.array([rng.permutation(n) for _ in range(deals)])
    board = np.stack([np.roll(order, turn, axis=1) for turn in range(n)], axis=1).reshape(-1, n)
    luck = np.repeat(rng.normal(0, sd / 2, (deals, n)), n, axis=0)
    score = np.rint(100 + luck + rng.normal(0, sd, board.shape) + worth[board]).astype(int)
    tie_break = 1 + rng.permuted(np.tile(np.arange(n), (len(board), 1)), axis=1)
    return Recorded(keyed(score, tie_break), board), of_boards(board, np.repeat(np.arange(deals), n), n)


def of_boards(board: np.ndarray, deal: np.ndarray, n: int) -> Claims:
    """The win share of every board is to be par."""
    row, thing, of = np.arange(board.size), board.reshape(-1), np.repeat(deal, board.shape[1])
    deals = int(deal.max()) + 1
    size = np.bincount(of * n + thing, minlength=deals * n).reshape(deals, n).astype(float)
    return Claims(row, thing, np.ones_like(row), of, size, 1 / board.shape[1], free=True)


def found(games: Recorded, claims: Claims, **options: int) -> Prices:
    """The prices there must be."""
    return prices(games, claims, **{"seed": 1, **options})


def test_winners_are_those_a_recount_by_the_rules_finds():
    rng = np.random.default_rng(5)
    score, thing = rng.integers(0, 6, (3_000, 4)), rng.integers(-1, 3, (3_000, 4))
    tie_break = rng.integers(1, 4, (3_000, 4))  # equal places among equal points share the win
    for price in ([0, 0, 0], [1, -2, 3], [-4, 0, 2]):
        told = won(Recorded(keyed(score, tie_break), thing), np.array(price))
        assert told.tolist() == recount(score, tie_break, thing, price)


def test_advantages_that_were_built_in_are_the_prices():
    one = found(*made_up(12_000, np.random.default_rng(3)))
    assert ((one.low < WORTH) & (one.high > WORTH)).all()
    assert np.abs(one.price - WORTH).max() < 0.5
    assert (one.high - one.low).max() < 1.2
    assert one.price.sum() == pytest.approx(0.0, abs=1e-9)
    assert one.rounded.tolist() == [6, 0, -2, -4]
    assert np.abs(one.share - 0.25).max() < 0.01


def test_boards_that_do_not_differ_cost_nothing():
    """A/A: of twelve intervals each by itself about one in twenty may leave 0 out."""
    outside = 0
    for seed in range(3):
        one = found(*made_up(2_000, np.random.default_rng(seed), np.zeros(4)))
        outside += int(((one.low > 0) | (one.high < 0)).sum())
        assert np.abs(one.price).max() < 1.5
    assert outside <= 2


def test_intervals_hold_the_advantage_in_95_of_100_runs():
    hits = [
        (one.low < WORTH) & (one.high > WORTH)
        for seed in range(125)
        for one in [found(*made_up(200, np.random.default_rng(seed)), seed=seed, replicates=400)]
    ]
    assert 0.93 <= np.mean(hits) <= 0.97  # 500 intervals, four of a run correlated: 1.3 % is one error


def test_a_replicates_one_step_spreads_as_prices_found_from_scratch_do():
    games, claims = made_up(600, np.random.default_rng(8))
    rng, again = np.random.default_rng(9), []
    for _ in range(120):
        deals = rng.integers(0, 600, 600)
        row = (deals[:, None] * 4 + np.arange(4)).reshape(-1)
        picked = Recorded(games.key[row], games.item[row])
        again.append(found(picked, of_boards(picked.item, np.repeat(np.arange(600), 4), 4), replicates=0).price)
    spread = found(games, claims).draws.std(axis=0)
    assert np.std(again, axis=0) == pytest.approx(spread, rel=0.25)
    assert claims.size.sum() == 600 * 16


@pytest.mark.parametrize(("ties", "price"), [((1, 1), 5.0), ((1, 2), 5.5), ((2, 1), 4.5)])
def test_par_is_met_where_points_are_equal_and_half_way_where_a_tie_break_decides(ties, price):
    """One is ahead by five in every game: at 5 both have as much, and win together or by the tie-break."""
    score, thing = np.tile([25, 20], (60, 1)), np.tile([0, -1], (60, 1))
    size = np.ones((60, 1))
    each = np.arange(60)
    claims = Claims(2 * each, np.zeros_like(each), np.ones_like(each), each, size, 0.5)
    one = found(Recorded(keyed(score, np.tile(ties, (60, 1))), thing), claims)
    assert one.price[0] == pytest.approx(price, abs=0.02)


def test_what_no_price_brings_to_par_has_none():
    each = np.arange(60)
    claims = Claims(2 * each, np.zeros_like(each), np.ones_like(each), each, np.ones((60, 1)), 0.5)
    everybody = Recorded(keyed(np.tile([25, 20], (60, 1)), np.ones((60, 2))), np.zeros((60, 2), np.int64))
    assert prices(everybody, claims, seed=1) is None  # both pay the same


PLACE = np.array([0.3, 1.0, 2.5, 7.9])
SHAPES = {
    "a line": lambda x: PLACE - x,
    "a curve": lambda x: np.exp(-x) - np.exp(-PLACE),
    "a steep one": lambda x: (PLACE - x) ** 9,
    "a jump": lambda x: np.where(x < PLACE, 1.0, -3.0),
    "flat, then a line": lambda x: np.minimum(PLACE - x, 0.01),
    "endless on one side": lambda x: np.where(x > PLACE + 1, -np.inf, PLACE - x),
}


@pytest.mark.parametrize("value", SHAPES.values(), ids=SHAPES)
def test_a_root_is_that_of_another_solver(value):
    found = last_above_zero(value, np.zeros(4), np.full(4, 8.0))
    for at in range(4):
        finite = lambda x, at=at: float(np.maximum(value(np.full(4, x))[at], -1e9))  # noqa: E731
        assert found[at] == pytest.approx(brentq(finite, 0.0, 8.0, xtol=1e-14, maxiter=1_000), abs=1e-10)
        assert value(np.full(4, found[at] - 1e-11))[at] >= 0


def test_where_there_is_none_it_is_the_end_that_is_nearest():
    slope = np.array([-1.0, 1.0, np.nan])
    assert last_above_zero(lambda x: slope + 0 * x, np.zeros(3), np.full(3, 5.0)).tolist() == [0.0, 5.0, 0.0]
