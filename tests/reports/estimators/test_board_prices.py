"""Prices of boards: zero without differences, built-in points found, differences as the paired table has them."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.experiments.loading import load_policies
from analyser.runs.executors import PipeExecutor, managed_executor
from cext.games import load_game
from cext.kernel.match import play_games
from reports.answer import Answer
from reports.estimators.board_effects import AGAINST_PLAIN, AMONG_OTHERS, against_plain
from reports.estimators.board_prices import difference_claims, prefetch_prices, price_lists, recomputed_shares
from reports.frames import ScenarioRun, in_order
from reports.stats.price import Recorded, keyed, won
from tests.reports import synthetic
from tests.reports.synthetic import FACTS, asked, cross, dealt, frames, mirror, priced

WORTH = {"A": 0, "circle": 3, "square": 3, "triangle": 7, "star": -1}  # points a board brings

SAT = ("all", "builder", "racer")  # price lists of each situation


def run_of(seats: pl.DataFrame, games: pl.DataFrame) -> ScenarioRun:
    return synthetic.run_of(seats, games, seed=3)


def rows(table: pl.DataFrame, **key: Any) -> list[dict[str, Any]]:
    return table.filter(pl.lit(True), *(pl.col(k) == v for k, v in key.items())).to_dicts()


@pytest.fixture(scope="module")
def unequal() -> tuple[pl.DataFrame, pl.DataFrame]:
    return frames(mirror(200) + dealt(1_500, first=200), strength=WORTH)


@pytest.fixture(scope="module")
def answer(unequal) -> Answer:
    return asked("boards", *unequal)


@pytest.mark.parametrize(("situation", "less"), [("among", 3), ("against", 0)])
def test_points_that_boards_bring_are_their_prices(answer, situation, less):
    """Among each other prices are worth less its mean, 3; against A they are what the board brings."""
    for row in rows(answer.tables["price"], situation=situation, strategy="all"):
        true = WORTH[row["board"]] - less
        assert row["price_low"] < true < row["price_high"]
        assert row["price_high"] - row["price_low"] < 2.0
        assert abs(row["left"]) < 0.03  # half a point moves a share by some 2 pp


def test_prices_of_each_strategy_stand_beside_those_of_all(answer):
    table = answer.tables["price"]
    assert table["strategy"].unique().sort().to_list() == ["all", "builder", "racer"]
    assert table.filter(pl.col("strategy") != "all")["plans_mean"].null_count() == 16
    assert table["printings"].null_count() == len(table)


def test_without_prices_the_claims_are_the_paired_differences():
    """The estimating equations at a price of nothing, and of the games that full, half and uneven designs play."""
    lines = mirror(90, pattern="half") + mirror(1)[:9]
    run = run_of(*frames(lines, strength=WORTH))
    compared = run.result(against_plain).table
    found = {(one.situation, one.strategy): one for one in run.result(price_lists)}
    assert {key[0] for key in found} == {AGAINST_PLAIN}
    mirror_rows = in_order(run.rows("mirror"), ["board", "strategy", "score", "tie_break"])
    claims = difference_claims(run, mirror_rows, ("circle", "square", "triangle", "star"))
    share = run.rows("mirror").sort("game", "seat").select("win_share60").collect().to_numpy().reshape(-1, 4)
    told = claims.totals(share.astype(np.int64)).sum(axis=0) / claims.size.sum(axis=0)
    assert told == pytest.approx(compared["effect"].to_numpy(), abs=1e-12)
    assert claims.deals.sum() >= 4 * 90


def test_lists_begun_by_another_process_are_those_made_here(unequal):
    """To the last bit, though it adds up with one thread."""
    here = run_of(*unequal)
    with managed_executor(PipeExecutor(1)) as pool:
        beside = replace(here, pool=pool, _results={})
        for future in beside.result(prefetch_prices).futures:
            assert future.exception(timeout=60) is None
        made = beside.result(price_lists)
    assert [(one.situation, one.strategy) for one in made] == [
        (x, s) for x in (AMONG_OTHERS, AGAINST_PLAIN) for s in SAT
    ]
    for there, one in zip(made, here.result(price_lists), strict=True):
        assert np.array_equal(there.prices.draws, one.prices.draws)
        assert np.array_equal(there.prices.price, one.prices.price)


def test_games_without_tie_breaks_or_of_too_few_deals_have_no_prices(unequal):
    seats, games = unequal
    assert not run_of(seats.drop("tie_break"), games).result(price_lists)
    few = seats.filter(pl.col("deal") < 49)
    assert not run_of(few, games.filter(pl.col("deal") < 49)).result(price_lists)
    assert not asked("boards", *frames(cross(60))).tables["price"].height


@pytest.mark.parametrize("held", [False, True])
def test_an_auction_should_cost_the_least_bid_for_the_worst_board_and_stands_beside_what_was_paid(unequal, held):
    """Each board should cost what it brings beyond the worst and the bid; where an auction was held, four were paid."""
    auction = {"option": "boards_by", "value": "auction", "left": "governors", "purse": 15, "min_bid": 1}
    facts = {**FACTS, "board": {**FACTS["board"], "auction": auction, "is_chosen": held}}
    facts["options"] = {"boards_by": "auction"} if held else {}
    seats = unequal[0].with_columns(score_governors=pl.lit(11, dtype=pl.Int16)) if held else unequal[0]
    found = asked("boards", seats, unequal[1], facts=facts).tables["auction"]
    (star,) = rows(found, board="star")
    assert (star["fair"], star["fair_low"]) == pytest.approx((1.0, 1.0))
    for row in rows(found):
        assert row["fair"] == pytest.approx(1 + WORTH[row["board"]] + 1, abs=1.2)
        assert row["fair_low"] <= row["fair"] <= row["fair_high"]
        assert row["paid"] == (4.0 if held else None)


def test_games_really_played_at_prices_end_as_recomputed_shares():
    """ZhanGuo's plans see no victory points: with points taken and given at the start every game is the same one, and
    the rules themselves find the winners that were recomputed."""
    game = load_game("zhanguo", players=4)
    policies = load_policies(["balanced", "tasks"], game)
    price = np.array([0, 3, -4, 7, -6])
    n = 400
    boards = np.array([np.random.default_rng(i).permutation([1, 2, 3, 4]) for i in range(n)])
    rows = {"games": np.arange(n), "deals": np.arange(n), "policy": np.arange(n)[:, None] % 2 + np.zeros((n, 4), int)}
    plain = play_games(game, policies, seed=4, board=boards, **rows)
    paid = play_games(game, policies, seed=4, board=boards, start=-price[boards], **rows)
    score, tie = (plain.seats[name].reshape(n, 4).astype(np.int64) for name in ("score", "tie_break"))
    again = won(Recorded(keyed(score, tie), boards.astype(np.int64)), price)
    assert (paid.seats["win_share60"].reshape(n, 4) == again).all()
    assert (plain.seats["win_share60"].reshape(n, 4) != again).any()
    assert (paid.seats["score"].reshape(n, 4) == score - price[boards]).all()
    assert (paid.seats["score_bids"].reshape(n, 4) == -price[boards]).all()


def test_played_and_recomputed_shares_stand_beside_each_other():
    price = {"circle": 2, "square": 0, "triangle": 3, "star": -5}
    seats, games = priced(dealt(900), 900, price, WORTH)
    found = asked("boards", seats, games).tables["priced"]
    anew = recomputed_shares(run_of(seats, games), price)
    for row in rows(found):
        assert row["paid"] == price[row["board"]]
        assert abs(row["difference"]) < 0.75 * (row["difference_high"] - row["difference_low"])  # three errors
        won60 = anew.filter(pl.col("board") == row["board"])["win_share60"].mean()
        assert row["expected"] == pytest.approx(won60 / 60)
    assert found["share"].sum() == pytest.approx(1.0)
